// Physics: which sides are closed when the method of located events begins. With friction a side that only touches and does not
// move in begins open; without it a side that rests and is accelerated into its stop begins closed, unless the stop moves, whose
// onset is located. Reference: the signs of depths, speeds and accelerations, and K delta.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "support/small_system.hpp"
#include "system/models.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::test::event_driven_begins_test {
namespace {

using linalg::Vector;

constexpr double K = 1e4;

SideState begun(const System& system) {
    const auto stepper = time::event_driven({})->bind(system, time::Events::locate);
    State state = time::initial_state(system);
    stepper->start(state);
    return state.sides[0];
}

TEST(EventDrivenBegins, WithFrictionASideThatOnlyTouchesIsOpen) {
    const auto side = [](double depth, double rate) {
        System system = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Matrix::Zero(2, 2));
        add_contact(system, "stop", stop(0.25), std::make_shared<PowerLaw>(K, 1), {Vector::Unit(2, 0)});
        Friction friction;
        friction.law = contact::friction_family.make(table({{"kind", "coulomb"}, {"coefficient", 0.3}}), "test", "friction");
        friction.normal_force = std::make_shared<FunctionSignal>([](double) { return 1.0; });
        friction.first_row = static_cast<int>(system.rows.size());
        friction.own_rows = friction.directions = 1;
        add_row(system, Vector::Unit(2, 1));
        system.frictions.push_back(friction);
        system.q0[0] = 0.25 + depth;
        system.v0[0] = rate;
        return begun(system);
    };
    const double rounding = std::ldexp(1, -53);  // of the clearance
    EXPECT_FALSE(side(rounding, 0).memory.closed);
    EXPECT_FALSE(side(rounding, -1).memory.closed) << "leaves";
    EXPECT_TRUE(side(rounding, 1).memory.closed) << "moves in";
    EXPECT_TRUE(side(1e-3, 0).memory.closed) << "indented";
    EXPECT_NEAR(side(1e-3, 0).response.force, K * 1e-3, 1e-10);
}

/// At rest on its surface, under accelerations along two coordinates; a row of both.
bool begins_closed(const Vector& row, const Vector& acceleration, bool moving = false, bool above = true) {
    System system = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Matrix::Zero(2, 2));
    add_contact(system, "stop", {contact::GapShape::plane, 0, above, !above}, std::make_shared<PowerLaw>(K, 1), {row});
    add_load(system, acceleration, [](double) { return 1.0; });
    if (moving) {
        PrescribedMotion support;
        support.signal = std::make_shared<FunctionSignal>([](double t) { return t * t; });
        support.mass_row = support.damping_row = support.stiffness_row = Vector::Zero(2);
        support.mass = support.damping = support.stiffness = {0};
        system.recovery.prescribed.push_back(support);
        system.rows[0].prescribed = {0};
        system.rows[0].prescribed_coefficient = {-1};
    }
    return begun(system).memory.closed;
}

TEST(EventDrivenBegins, WhatRestsAndIsPressedIsClosed) {
    const Vector row{{2, -0.5}};
    // The acceleration of the indentation is the sum of products of the row and the accelerations.
    for (const Vector& pressed : {Vector{{1, 0}}, Vector{{1, 1}}, Vector{{1, 0.1}}, Vector{{-1, -5}}}) {
        EXPECT_TRUE(begins_closed(row, pressed)) << pressed.transpose();
        EXPECT_FALSE(begins_closed(row, -pressed)) << pressed.transpose() << ": it leaves";
        EXPECT_TRUE(begins_closed(row, -pressed, false, false)) << pressed.transpose() << ", mirrored";
    }
    EXPECT_FALSE(begins_closed(row, Vector{{1, 4}})) << "control: no acceleration";
    EXPECT_FALSE(begins_closed(row, Vector{{1, 0}}, true)) << "a stop that moves";
}

}  // namespace
}  // namespace jounce::test::event_driven_begins_test
