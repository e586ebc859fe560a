// A System with joints at one instant: states in which everything moves, and how its rates change along the motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "mechanisms.hpp"
#include "motion.hpp"
#include "time/equations/mechanism_dynamics.hpp"

namespace jounce::test::mechanism_instant {

using time::MechanismDynamics;

inline Value rigid() { return table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.5}, {"minimum_speed", 1e-6}}); }
inline Value coulomb(double mu) { return table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}}); }

/// At an instant of the drives, everything in motion.
inline State moving(const System& system) {
    State state = time::initial_state(system);
    state.time = 0.013;
    for (int i = 0; i < system.size(); ++i) {
        state.q[i] += 2e-3 * std::cos(2.0 + 3 * i);
        state.v[i] = 0.4 * std::sin(1.0 + 2 * i);
    }
    return state;
}

inline void set(const System& system, Vector& x, const std::string& name, double value) {
    const auto& names = system.coordinate_names;
    const auto at = std::find(names.begin(), names.end(), name);
    std::string all;
    for (const std::string& other : names) all += " " + other;
    ASSERT_NE(at, names.end()) << name << " is none of" << all;
    x[at - names.begin()] = value;
}

inline Matrix jacobian(MechanismDynamics& dynamics) {
    Matrix out = Matrix::Zero(dynamics.motion().equations(), dynamics.size());
    for (Eigen::Index c = 0; c < dynamics.motion().coordinates(); ++c)
        out.col(dynamics.motion().coordinate()[static_cast<std::size_t>(c)]) = dynamics.motion().jacobian().col(c);
    return out;
}
/// The rates of what is held and of the joints, `after` a state along its motion.
inline Vector rates(MechanismDynamics& dynamics, const State& state, double after) {
    const Vector q = state.q + after * state.v + 0.5 * after * after * state.a, v = state.v + after * state.a;
    dynamics.set_time(state.time + after);
    dynamics.move(q.data(), v.data(), true);
    const auto held = static_cast<Eigen::Index>(dynamics.held().size());
    Vector out(held + dynamics.motion().equations());
    for (Eigen::Index k = 0; k < held; ++k) out[k] = dynamics.held_rate(dynamics.held()[static_cast<std::size_t>(k)]);
    out.tail(dynamics.motion().equations()) = dynamics.motion().rate();
    return out;
}
inline Vector changes(MechanismDynamics& dynamics, const State& state) {
    constexpr double h = 1e-7;
    return (rates(dynamics, state, h) - rates(dynamics, state, -h)) / (2 * h);
}

}  // namespace jounce::test::mechanism_instant
