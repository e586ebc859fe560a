// event_driven for Systems with joints: the start of a run, with the contacts that the motion presses from its first instant on.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "base/messages/error.hpp"
#include "system/mechanism/mechanism.hpp"
#include "time/adaptive/mechanism_steps.hpp"
#include "time/start/pressed_sides.hpp"

namespace jounce::time {

namespace {
using linalg::SparseMatrix;
using linalg::Vector;

constexpr double few = 8;            // roundings
constexpr double at_start = 1e-6;    // of the time scale of the motion
constexpr double of_push = 1e-6;     // of the largest acceleration: what sticks hold has none
constexpr int instants = 24;         // up to a first step, each a quarter of the one after it
constexpr double unaffected = 1e-8;  // of the largest change of a velocity: what sticks hold does not change
constexpr double balanced = 1e-12;   // of the largest term of an acceleration: what is left of terms that balance
constexpr double resolved = 1e-2;    // of a change: a step with errors below it has the sign of the change
constexpr double shortest = 1e6;     // roundings of the time: loads are known in between

/// The largest acceleration that one term of the equations makes alone, in place of `out` [m/s^2, rad/s^2]: where they balance,
/// what is left has the rounding of these. \param loads values of the loads
void take_terms(const System& system, const State& state, const std::vector<double>& loads, double reach, Vector& out) {
    const Vector mass = system.linear.M.diagonal();
    out = state.a.cwiseAbs();
    const auto add = [&](Eigen::Index i, double force) {
        if (mass[i] > 0) out[i] += std::abs(force) / mass[i];
    };
    const auto add_product = [&](const SparseMatrix& matrix, const Vector& motion) {
        for (int j = 0; j < matrix.outerSize(); ++j) {
            for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) add(it.row(), it.value() * motion[j]);
        }
    };
    add_product(system.linear.K, state.q);
    add_product(system.linear.C, state.v);
    for (std::size_t l = 0; l < system.loads.size(); ++l) {
        for (Eigen::Index i = 0; i < out.size(); ++i) add(i, loads[l] * system.loads[l].pattern[i]);
    }
    for (const PlanarForce& force : system.mechanism->forces) {
        for (const int frame : force.frames) {
            for (const SparseRow& row : system.mechanism->frames[static_cast<std::size_t>(frame)].rows) {
                for (const int i : row.index) add(i, force.stiffness * std::max(reach, std::abs(force.free)));
            }
        }
    }
}
}  // namespace

// The accelerations of the indentations by their rates an instant later.
void MechanismSteps::find_pushes(const State& state, std::vector<Tendency>& tendencies) {
    const double speed = scales_.largest(state.v), push = scales_.largest(state.a);
    if (!(push > 0)) return;
    const double instant =
        at_start * std::min(std::sqrt(scales_.reach() / push), scales_.reach() / std::max(speed, scales_.slow()));
    q_ = state.q + instant * state.v + 0.5 * instant * instant * state.a;
    v_ = state.v + instant * state.a;
    dynamics_.set_time(state.time + instant);
    dynamics_.move(q_.data(), v_.data(), false);
    for (std::size_t s = 0; s < tendencies.size(); ++s) {
        const MechanismDynamics::Side& side = dynamics_.sides()[s];
        const double found = (side.motion.rate - state.sides[s].motion.rate) / instant;
        if (side.elsewhere || std::abs(found) <= of_push * push) continue;
        tendencies[s] = found > 0 ? Tendency::pressed : Tendency::leaving;
    }
}

// The rate of a side at rest leaves zero as a power of time, c t^p: with p = 1 under a load that acts at once, else later. The
// first one of growing instants at which a rate is more than rounding decides, if the step to it resolves the motion; a side that
// leaves is followed until it is outside.
void MechanismSteps::look_ahead(const State& state, std::vector<Tendency>& tendencies) {
    const double speed = scales_.largest(state.v), rest = few * epsilon * speed;
    const double first_step =  // not far beyond the run where accelerations are next to nothing
        std::min(scales_.first_step(dynamics_, state, tolerance_), scales_.reach() / scales_.slow());
    const std::size_t n = flow_.coordinates();
    std::vector<char> known(tendencies.size(), 0);
    (void)flow_.begin(state);
    flow_.fill(state, y_.data());
    at_end_[0] = std::numeric_limits<double>::quiet_NaN();
    flow_.rate(y_.data(), start_.data());
    for (int i = instants; i-- > 0;) {
        const double h = first_step * std::pow(0.25, i);
        if (h < shortest * epsilon * std::abs(state.time)) continue;
        std::array<double, 2> errors{};  // of velocities, by the two formulas
        auto* error = errors.data();
        const auto measure = [&](const double* /*increment*/, const double* change) {
            for (std::size_t k = 0; k < n; ++k)
                *error =
                    std::fmax(*error, scales_.length(k) * std::fmax(std::abs(change[1 + k]) / h, std::abs(change[1 + n + k])));
            return *error++;
        };
        try {
            (void)steps_.step(flow_, measure, y_.data(), start_.data(), h, increment_.data());
            dynamics_.set_time(state.time + h);
        } catch (const Error& failed) {  // beyond the end of a table
            if (failed.failure() == Failure::interrupted) throw;
            return;
        }
        const double estimate = errors[0] > 0 ? errors[0] / std::hypot(1, 0.1 * errors[1] / errors[0]) : 0.0;
        take_terms(system_, state, dynamics_.load_values(), scales_.reach(), q_);
        const double term = scales_.largest(q_);
        for (std::size_t k = 0; k < n; ++k) v_[static_cast<Eigen::Index>(k)] = increment_[1 + n + k];
        const double noise = std::max(unaffected * scales_.largest(v_), few * epsilon * speed + balanced * term * h);
        v_ += state.v;
        for (std::size_t k = 0; k < n; ++k)
            q_[static_cast<Eigen::Index>(k)] = state.q[static_cast<Eigen::Index>(k)] + increment_[1 + k];
        dynamics_.move(q_.data(), v_.data(), false);
        bool all = true;
        for (std::size_t s = 0; s < tendencies.size(); ++s) {
            const MechanismDynamics::Side& side = dynamics_.sides()[s];
            const double before = state.sides[s].motion.rate;
            const double rate = std::abs(before) <= rest ? side.motion.rate - before : side.motion.rate;
            if (known[s] == 0 && !(std::abs(rate) <= noise)) {
                const bool resolved_here = !side.elsewhere && estimate <= resolved * std::abs(rate);
                const bool outside = side.motion.indentation < -rounding(side);
                if (!resolved_here || (rate > 0 && tendencies[s] == Tendency::leaving))
                    tendencies[s] = Tendency::unknown;
                else
                    tendencies[s] = rate > 0 ? Tendency::pressed : outside ? Tendency::open : Tendency::leaving;
                known[s] = tendencies[s] == Tendency::leaving ? 0 : 1;
            }
            all = all && known[s] != 0;
        }
        if (all) return;
    }
}

// A side inside its surface by rounding remains in contact unless the motion is sure to take it out: its law may never close it
// again. One that rests on its surface outside closes if the motion presses it.
void MechanismSteps::start(State& state) {
    std::vector<char> was_closed;
    for (const SideState& side : state.sides) was_closed.push_back(side.memory.closed ? 1 : 0);
    MechanismStepper::start(state);
    const double rest = few * epsilon * scales_.largest(state.v);
    const auto touches = [&](const MechanismDynamics::Side& of, const SideState& side) {
        return !of.law->rigid && !(side.motion.rate > rest) && std::abs(side.motion.indentation) <= rounding(of);
    };
    bool any = false;
    for (std::size_t s = 0; s < state.sides.size(); ++s) any = any || touches(dynamics_.sides()[s], state.sides[s]);
    if (!any) return;
    std::vector<Tendency> pushed(state.sides.size(), Tendency::unknown), tendencies = pushed;
    find_pushes(state, pushed);
    State open = state;
    std::vector<std::size_t> inside;
    bool undecided = false;
    for (std::size_t s = 0; s < state.sides.size(); ++s) {
        const MechanismDynamics::Side& of = dynamics_.sides()[s];
        const SideState& side = state.sides[s];
        if (!touches(of, side)) continue;
        if (!side.memory.closed) {
            undecided = undecided || (pushed[s] == Tendency::unknown && side.motion.rate >= -rest);
        } else if (was_closed[s] == 0 && !force_closes_apart(*of.law)) {
            inside.push_back(s);
            open.sides[s].memory = {};
        }
    }
    if (undecided || !inside.empty()) {
        if (!inside.empty()) restart(open);
        look_ahead(open, tendencies);
        dynamics_.hold(state);
        (void)dynamics_.hold_contacts(state);
    }
    bool opened = false;
    for (const std::size_t s : inside) {
        if (tendencies[s] != Tendency::open) continue;
        state.sides[s].memory = {};
        opened = true;
    }
    if (opened) restart(state);
    const auto acceleration = [&](std::size_t s) {
        const Tendency tendency = pushed[s] == Tendency::unknown ? tendencies[s] : pushed[s];
        return tendency == Tendency::pressed ? 1.0 : 0.0;
    };
    const auto of_contact = [&](const Contact& contact) { return few * epsilon * (contact.gap.clearance + scales_.reach()); };
    if (close_pressed(system_, state, of_contact, rest, acceleration)) restart(state);
}

}  // namespace jounce::time
