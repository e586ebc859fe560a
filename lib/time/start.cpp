// The start of a run and the load vector: what every integrator does in the same way.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/start.hpp"

#include "base/text.hpp"
#include "linalg/small_lu.hpp"
#include "system/mechanism.hpp"

namespace jounce::time {

State initial_state(const System& system) {
    State state;
    const int n = system.size();
    state.q = system.q0.size() == n ? system.q0 : linalg::Vector(linalg::Vector::Zero(n));
    state.v = system.v0.size() == n ? system.v0 : linalg::Vector(linalg::Vector::Zero(n));
    state.a = linalg::Vector::Zero(n);
    state.sides.resize(static_cast<std::size_t>(system.sides));
    state.frictions.resize(system.frictions.size());
    state.load_values.resize(system.loads.size());
    if (system.mechanism)
        state.multipliers = linalg::Vector::Zero(system.mechanism->multipliers + 3 * system.mechanism->driven_bodies());
    return state;
}

void sample_loads(const System& system, double time, State& state) {
    const Signal* sampled = nullptr;  // a prescribed motion loads by its value, its rate and its acceleration: one call for all
    SignalSample sample;
    for (std::size_t i = 0; i < system.loads.size(); ++i) {
        const Load& load = system.loads[i];
        double value = 0;
        if (load.derivative == 0 && load.term != WorkTerm::support) {
            value = load.signal->value(time);
        } else {
            if (load.signal.get() != sampled) {
                sampled = load.signal.get();
                sample = sampled->sample(time);
            }
            value = load.derivative == 0 ? sample.value : load.derivative == 1 ? sample.first : sample.second;
        }
        state.load_values[i] = value;
    }
}

Start::Start(const System& system, const LinearKernel& linear, ContactKernel& contacts)
    : system_(system), linear_(linear), contacts_(contacts), q_(linear.vector()), v_(linear.vector()) {}

void Start::factor() {
    try {
        mass_ = linear_.factor(1, 0, 0);
    } catch (const linalg::SingularMatrix& singular) {
        const std::size_t row = static_cast<std::size_t>(singular.row);
        const std::string name = row < system_.coordinate_names.size() ? system_.coordinate_names[row] : std::to_string(row);
        throw bad_case("model '" + system_.name + "': the mass matrix is singular at '" + name + "'");
    }
    if (!contacts_.empty()) {
        const std::size_t k = system_.rows.size();
        transposed_ = contacts_.transposed(system_.size());
        influence_ = transposed_;
        mass_.solve_in_place(influence_);
        inertance_ = transposed_.transpose() * influence_;
        held_.reserve(k);
        pivots_.resize(k);
        matrix_.resize(k * k);
        lambda_.resize(k);
    }
    factored_ = true;
}

void Start::complete(State& state, bool initial) {
    if (!factored_) factor();
    // What cannot stick slips, with another force: as often as that happens.
    for (std::size_t round = 0; !complete_once(state, initial && round == 0); ++round) {
        if (round > 2 * state.frictions.size() + 4) {
            throw computation_failed("model '" + system_.name +
                                     "': which frictions stick cannot be told at t = " + shortest(state.time) + " s");
        }
    }
}

bool Start::complete_once(State& state, bool initial) {
    q_.vector() = state.q;
    v_.vector() = state.v;
    load_vector(system_, state.time, state);
    linear_.subtract_forces(v_, q_, state.a.data());
    if (contacts_.empty()) {
        mass_.solve_in_place(state.a.data());
        return true;
    }
    contacts_.set_free([&](int j) { return state.q[j]; }, [&](int j) { return state.v[j]; });
    contacts_.add_prescribed(state.time, contacts_.x_free(), contacts_.v_free());
    contacts_.evaluate_state(state, initial);
    if (contacts_.any_force()) {
        for (int i = 0; i < contacts_.rows(); ++i) {
            if (const double f = contacts_.force()[i]; f != 0) state.a.noalias() -= f * transposed_.col(i);
        }
    }
    mass_.solve_in_place(state.a.data());
    if (!state.frictions.empty()) return hold_with_friction(state);
    hold_rigid_sides(state);
    return true;
}

void Start::hold_rigid_sides(State& state) {
    held_.clear();
    for (std::size_t s = 0; s < state.sides.size(); ++s) {
        if (!contacts_.constrained(state, s)) continue;
        const int row = static_cast<int>(contacts_.row_of(s));
        // Two sides of one gap without play share a row.
        if (held_.empty() || held_.back() != row) held_.push_back(row);
    }
    if (held_.empty()) return;
    const int m = static_cast<int>(held_.size());
    for (int a = 0; a < m; ++a) {
        const std::size_t i = static_cast<std::size_t>(held_[static_cast<std::size_t>(a)]);
        double acceleration = influence_.rows() > 0 ? transposed_.col(static_cast<Eigen::Index>(i)).dot(state.a) : 0.0;
        const SparseRow& row = system_.rows[i];
        for (std::size_t j = 0; j < row.prescribed.size(); ++j) {
            const auto& motion = system_.recovery.prescribed[static_cast<std::size_t>(row.prescribed[j])];
            acceleration += row.prescribed_coefficient[j] * motion.signal->sample(state.time).second;
        }
        lambda_[static_cast<std::size_t>(a)] = acceleration;
        for (int b = 0; b < m; ++b)
            matrix_[static_cast<std::size_t>(b * m + a)] =
                inertance_(static_cast<Eigen::Index>(i), held_[static_cast<std::size_t>(b)]);
    }
    if (!linalg::solve_small_system(m, matrix_.data(), pivots_.data(), lambda_.data())) {
        throw computation_failed("model '" + system_.name + "': rigid stops hold one motion twice");
    }
    for (int a = 0; a < m; ++a) {
        const int row = held_[static_cast<std::size_t>(a)];
        state.a.noalias() -= lambda_[static_cast<std::size_t>(a)] * influence_.col(row);
        for (std::size_t s = 0; s < state.sides.size(); ++s) {
            if (contacts_.constrained(state, s) && static_cast<int>(contacts_.row_of(s)) == row)
                state.sides[s].response.force = lambda_[static_cast<std::size_t>(a)] * contacts_.sign_of(s);
        }
    }
}

}  // namespace jounce::time
