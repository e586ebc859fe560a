// Masses with frictions that are written down by hand, for the tests of stick and slip.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

#include "contact/friction/friction.hpp"
#include "support/small_system.hpp"
#include "time/start/start.hpp"

namespace jounce::test::rubbing_masses {

inline contact::FrictionPointer law(double coefficient, double static_coefficient, double dead_band = 0) {
    Table table;
    table.set("kind", dead_band > 0 ? "karnopp" : "coulomb");
    table.set("coefficient", coefficient);
    table.set("static_coefficient", static_coefficient);
    if (dead_band > 0) table.set("dead_band", dead_band);
    return contact::friction_family.make(table, "test", "friction");
}

inline System masses(const std::vector<double>& m) {
    const auto n = static_cast<Eigen::Index>(m.size());
    Matrix M = Matrix::Zero(n, n);
    for (Eigen::Index i = 0; i < n; ++i) M(i, i) = m[static_cast<std::size_t>(i)];
    return test::linear_system(M, Matrix::Zero(n, n), Matrix::Zero(n, n));
}

/// Friction whose slip has these rows, under 10 N.
inline void add(System& system, const contact::FrictionPointer& of, const std::vector<Vector>& rows) {
    Friction friction;
    friction.law = of;
    friction.normal_force = std::make_shared<test::FunctionSignal>([](double) { return 10.0; });
    friction.first_row = static_cast<int>(system.rows.size());
    friction.own_rows = friction.directions = static_cast<int>(rows.size());
    for (const Vector& row : rows) test::add_row(system, row);
    system.frictions.push_back(friction);
}

/// The slips are relative to a support with this motion.
inline void move(System& system, SignalPointer motion, double coefficient, std::size_t row) {
    PrescribedMotion p;
    p.signal = std::move(motion);
    p.mass_row = p.damping_row = p.stiffness_row = Vector::Zero(system.size());
    p.mass = p.damping = p.stiffness = {0.0};
    system.recovery.prescribed.push_back(p);
    system.rows[row].prescribed = {0};
    system.rows[row].prescribed_coefficient = {coefficient};
}

/// A state with these velocities, in which all frictions have this status.
inline State at(const System& system, const Vector& v, FrictionStatus status, double time = 1) {
    State state;
    state.time = time;
    state.q = state.a = Vector::Zero(v.size());
    state.v = v;
    state.sides.resize(static_cast<std::size_t>(system.sides));
    state.frictions.resize(system.frictions.size());
    for (std::size_t i = 0; i < system.frictions.size(); ++i) {
        FrictionState& f = state.frictions[i];
        f.status = status;
        f.velocity = slip_velocity(system, state, system.frictions[i]);
        f.normal_force = f.largest_force = 10;
        const double speed = contact::norm(f.velocity);
        if (speed > 0) f.direction = {f.velocity[0] / speed, f.velocity[1] / speed};
    }
    return state;
}

inline Vector vector(std::initializer_list<double> entries) {
    Vector out(static_cast<Eigen::Index>(entries.size()));
    std::copy(entries.begin(), entries.end(), out.begin());
    return out;
}

inline constexpr double tiny = 1e-12;

}  // namespace jounce::test::rubbing_masses
