// Two masses between springs, m1 at the stop, for the tests of what the choice of a method and of its step knows in advance.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "time/advice/recommended_step.hpp"
#include "time/methods/table.hpp"
#include "time/start/start.hpp"

namespace jounce::test::masses_at_a_stop {

inline constexpr double pi = std::numbers::pi;
inline constexpr double m1 = 0.3, m2 = 5, k1 = 2e4, k2 = 7e3, S = 4e6;
inline constexpr double tolerance = 1e-9;

inline const Matrix M = Eigen::Vector2d(m1, m2).asDiagonal();
inline const Matrix K = (Matrix(2, 2) << k1, -k1, -k1, k1 + k2).finished();
inline const Matrix C = (Matrix(2, 2) << 0.7, 0.2, 0.2, 0.9).finished();
inline const Vector b = Vector::Unit(2, 0);

/// A^-1 f by Cramer's rule.
inline Vector solved(const Matrix& A, const Vector& f) {
    return Vector{{A(1, 1) * f[0] - A(0, 1) * f[1], A(0, 0) * f[1] - A(1, 0) * f[0]}} / (A(0, 0) * A(1, 1) - A(0, 1) * A(1, 0));
}

struct Push {
    Vector u = solved(K, b);
    double mass = u.dot(M * u) / std::pow(b.dot(u), 2);
    double frequency = std::sqrt(u.dot(K * u) / u.dot(M * u));
    double damping = u.dot(C * u) / (2 * frequency * u.dot(M * u));
};
inline const Push push;

inline System pair(double clearance, contact::LawPointer law = std::make_shared<test::DashpotLaw>(S, 0), int gaps = 1) {
    System system = test::linear_system(M, C, K);
    for (int i = 0; i < gaps; ++i) test::add_contact(system, "stop", test::stop(clearance), law, {b});
    return system;
}
inline contact::LawPointer hertz() { return std::make_shared<test::PowerLaw>(3e9, 1.5); }

inline void load(System& system, const Vector& pattern, std::array<double, 4> polynomial, int derivative = 0) {
    Load out;
    out.pattern = pattern;
    out.derivative = derivative;
    out.signal = std::make_shared<ClosedSignal>(polynomial);
    system.loads.push_back(out);
}
inline void sine(System& system, const Vector& pattern, double amplitude, double frequency) {
    Table settings;
    settings.set("amplitude", amplitude);
    settings.set("frequency", frequency);
    Load out;
    out.pattern = pattern;
    out.signal = signal_family.find("sine")->make(settings);
    system.loads.push_back(out);
}

inline State started(const System& system) {
    State state = time::initial_state(system);
    time::method_family.find("newmark")->make({})->bind(system, time::Events::locate)->start(state);
    return state;
}

inline time::ContactTime only(const System& system, double duration = 0.5) {
    const auto out = time::contact_times(system, started(system), duration);
    EXPECT_EQ(out.size(), 1U);
    return out.empty() ? time::ContactTime{} : out[0];
}
inline time::StepBasis basis(const System& system, double duration) {
    return time::step_basis(system, started(system), duration);
}

/// 2.94 delta_m/v with the energy E of a mass, F = K delta^1.5.
inline double hertz_time(double mass, double energy) {
    return 2.94 * std::pow(energy / (0.4 * 3e9), 0.4) / std::sqrt(2 * energy / mass);
}

}  // namespace jounce::test::masses_at_a_stop
