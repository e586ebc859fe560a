// The start of a run and the load vector: what every integrator does in the same way.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/start.hpp"

namespace jounce::time {

State initial_state(const System& system) {
    State state;
    const int n = system.size();
    state.q = system.q0.size() == n ? system.q0 : linalg::Vector(linalg::Vector::Zero(n));
    state.v = system.v0.size() == n ? system.v0 : linalg::Vector(linalg::Vector::Zero(n));
    state.a = linalg::Vector::Zero(n);
    state.sides.resize(static_cast<std::size_t>(system.sides));
    state.load_values.resize(system.loads.size());
    return state;
}

void load_vector(const System& system, double time, State& state) {
    state.a.setZero();
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
        if (value != 0) state.a.noalias() += value * load.pattern;
    }
}

void complete_start(const System& system, const LinearKernel& linear, ContactKernel& contacts, State& state) {
    linalg::PaddedVector q = linear.vector();
    linalg::PaddedVector v = linear.vector();
    q.vector() = state.q;
    v.vector() = state.v;
    load_vector(system, state.time, state);
    linear.subtract_forces(v, q, state.a.data());
    if (!contacts.empty()) {
        contacts.apply(state.q.data(), 0, state.q.data(), contacts.x_free());
        contacts.apply(state.v.data(), 0, state.v.data(), contacts.v_free());
        contacts.add_prescribed(state.time, contacts.x_free(), contacts.v_free());
        contacts.evaluate_start(state);
        if (contacts.any_force()) {
            const linalg::Matrix rows = contacts.transposed(system.size());
            for (int i = 0; i < contacts.rows(); ++i) state.a -= contacts.force()[i] * rows.col(i);
        }
    }
    try {
        linear.factor(1, 0, 0).solve_in_place(state.a.data());
    } catch (const linalg::SingularMatrix& singular) {
        const std::size_t row = static_cast<std::size_t>(singular.row);
        const std::string name = row < system.coordinate_names.size() ? system.coordinate_names[row] : std::to_string(row);
        throw bad_case("model '" + system.name + "': the mass matrix is singular at '" + name + "'");
    }
}

}  // namespace jounce::time
