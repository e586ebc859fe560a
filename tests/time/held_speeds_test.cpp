// What closed stops and sticks hold, at the end of a step: a ring and a plane stop, both rigid, and a friction in a plane, on a
// structure whose matrices are full, so that an impulse on one of them moves all others.
// Reference: places and rates by the whole matrices. Tolerance: rounding; of the circle what three passes leave.
// Control: what the ring's own impulse would do to the stop.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/flow/held_speeds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "full_structure.hpp"

namespace jounce::held_speeds_test {
namespace {

using linalg::Matrix;
using linalg::Vector;
using test::full_structure::Structure;

/// Rows 0, 1 of the ring, 2 of the stop, 3, 4 of the friction.
struct Held {
    Structure s;
    State from;
    double radius = 0;

    explicit Held(FrictionStatus friction) {
        s.gap({contact::GapShape::circular, 0.05, true, false}, std::make_shared<test::RigidLaw>(0.0));
        s.gap({contact::GapShape::plane, 0.05, true, false}, std::make_shared<test::RigidLaw>(0.0));
        s.friction(std::make_shared<test::kernel_step::Coulomb>(0.3), -1, 5);
        from = s.begin({1, 1});
        from.frictions[0].status = friction;
        radius = (s.rows(0, 2) * from.q).norm();
        s.system.contacts[0].gap.clearance = radius;
        const Vector x = s.rows(0, 2) * from.q;
        from.sides[0].normal = {x[0] / radius, x[1] / radius};
    }
    [[nodiscard]] time::HeldSpeeds speeds() const {
        const Matrix rows = s.rows(0, 5).transpose();
        return {s.system, rows, linalg::solve_square(s.M, rows)};
    }
    /// Is `change` M^-1 times a combination of the normal of the ring at `to`, the stop and, if it takes part, the friction?
    [[nodiscard]] double beyond_impulses(const State& to, const Vector& change, bool friction) const {
        const Vector x = s.rows(0, 2) * to.q;
        Matrix rows(friction ? 4 : 2, test::full_structure::n);
        rows.row(0) = (s.rows(0, 2).transpose() * x / x.norm()).transpose();
        rows.row(1) = s.row(2).transpose();
        if (friction) rows.bottomRows(2) = s.rows(3, 2);
        const Matrix answers = linalg::solve_square(s.M, Matrix(rows.transpose()));
        return (change - answers * linalg::solve_square(rows * answers, Vector(rows * change))).norm();
    }
};

TEST(HeldSpeeds, NoCorrectionMovesAnotherStopOrStick) {
    for (const FrictionStatus status : {FrictionStatus::stick, FrictionStatus::slip}) {
        const bool sticks = status == FrictionStatus::stick;
        Held held(status);
        State to = held.from;
        to.q.array() += 1e-3;
        to.v.array() -= 2e-3;
        const State off = to;
        time::HeldSpeeds speeds = held.speeds();
        ASSERT_TRUE(speeds.any());
        speeds.correct(to);
        const Vector x = held.s.rows(0, 2) * to.q, rate = held.s.rows(0, 2) * to.v;
        EXPECT_GT(std::abs((held.s.rows(0, 2) * off.q).norm() - held.radius), 1e-4) << "control";
        EXPECT_NEAR(x.norm(), held.radius, 1e-9);
        EXPECT_NEAR(x.dot(rate), 0, 1e-12);
        const Vector moved = to.q - off.q, changed = to.v - off.v;
        EXPECT_NEAR(held.s.row(2).dot(moved), 0, 1e-14);
        EXPECT_NEAR(held.s.row(2).dot(changed), 0, 1e-13);
        const Vector slid = held.s.rows(3, 2) * changed;
        if (sticks)
            EXPECT_NEAR(slid.norm(), 0, 1e-13);
        else
            EXPECT_GT(slid.norm(), 1e-3) << "control: a slip is not held";
        EXPECT_NEAR(held.beyond_impulses(to, changed, sticks), 0, 1e-12);
        const Vector alone = linalg::solve_square(held.s.M, Vector(held.s.rows(0, 2).transpose() * x));
        EXPECT_GT(std::abs(held.s.row(2).dot(alone)), 0.01 * x.dot(held.s.rows(0, 2) * alone)) << "control";
    }
}

TEST(HeldSpeeds, ASlipTurnsWithoutMovingStops) {
    Held held(FrictionStatus::slip);
    State to = held.from;
    time::HeldSpeeds speeds = held.speeds();
    const contact::Slip change{0.02, -0.05};
    constexpr double duration = 0.25;
    speeds.turn(to, 0, change, duration);
    const Vector changed = to.v - held.from.v, moved = to.q - held.from.q;
    EXPECT_NEAR((held.s.rows(3, 2) * changed - Vector{{change[0], change[1]}}).norm(), 0, 1e-14);
    EXPECT_NEAR((moved - duration * changed).norm(), 0, 1e-16);
    const Vector x = held.s.rows(0, 2) * held.from.q;
    EXPECT_NEAR(x.dot(held.s.rows(0, 2) * changed), 0, 1e-14);
    EXPECT_NEAR(held.s.row(2).dot(changed), 0, 1e-14);
    EXPECT_NEAR(held.beyond_impulses(held.from, changed, true), 0, 1e-14);
}

// The normals of circles are those of the places, whatever the state had before.
TEST(HeldSpeeds, DoesNotDependOnNormalsOfAnotherPlace) {
    Held held(FrictionStatus::slip);
    Friction around = held.s.system.frictions[0];
    around.contact = 0;
    around.around = true;
    around.directions = 1;
    around.first_row = 3;
    around.own_rows = 0;
    held.s.system.frictions = {around};
    held.from.frictions.resize(1);
    held.from.frictions[0].status = FrictionStatus::stick;
    State one = held.from;
    one.q.array() += 1e-3;
    one.v.array() -= 2e-3;
    State other = one;
    other.sides[0].normal = {0.6, -0.8};
    time::HeldSpeeds speeds = held.speeds();
    speeds.correct(one);
    speeds.correct(other);
    EXPECT_EQ((one.q - other.q).norm() + (one.v - other.v).norm(), 0);
    const contact::Slip slip = slip_velocity(held.s.system, one, held.s.system.frictions[0]);
    EXPECT_NEAR(slip[0], 0, 1e-13) << "a stick around the ring comes to rest";
}

}  // namespace
}  // namespace jounce::held_speeds_test
