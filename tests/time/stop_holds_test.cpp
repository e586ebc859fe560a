// Promise: the rate of an open side at a plane is held where sticks and closed stops hold a combination of rates that it is,
// given motions included; a stick that lets go presses it by the way it slips, or by the acceleration. Reference: combinations
// that are written down, of light and heavy masses. Tolerance: none. Controls: beside each case that holds stands one that does
// not.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <limits>

#include "kernel_step.hpp"
#include "linalg/dense/dense.hpp"
#include "time/equations/held_motions.hpp"
#include "time/start/start.hpp"

namespace jounce::test::stop_holds_test {
namespace {

using kernel_step::Coulomb;
using linalg::Matrix;
using linalg::Vector;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr contact::GapGeometry above{contact::GapShape::plane, 0.2, true, false},
    below{contact::GapShape::plane, 0.2, false, true};
const Vector x = Vector::Unit(3, 0), y = Vector::Unit(3, 1), z = Vector::Unit(3, 2);

/// Masses coupled with each other, which sticks and stops along rows hold.
struct Bodies {
    explicit Bodies(double mass = 1)
        : system(linear_system(mass * Matrix{{3, 0.4, 0.3}, {0.4, 2, -0.5}, {0.3, -0.5, 4}}, Matrix::Zero(3, 3),
                               Matrix::Zero(3, 3))) {}
    void stick(const std::vector<Vector>& rows) {
        Friction made;
        made.name = "friction";
        made.law = std::make_shared<Coulomb>(0.5);
        made.contact = -1;
        made.first_row = static_cast<int>(system.rows.size());
        made.own_rows = made.directions = static_cast<int>(rows.size());
        made.normal_force = std::make_shared<FunctionSignal>([](double) { return 1.0; });
        for (const Vector& row : rows) add_row(system, row);
        system.frictions.push_back(made);
    }
    void side(const contact::GapGeometry& gap, const std::vector<Vector>& rows, contact::LawPointer law) {
        add_contact(system, "gap", gap, std::move(law), rows);
    }
    /// A support that moves takes part in a row.
    void move(int row, double by) {
        if (system.recovery.prescribed.empty()) {
            PrescribedMotion support;
            support.signal = std::make_shared<FunctionSignal>([](double t) { return 0.1 * t; });
            support.mass_row = support.damping_row = support.stiffness_row = Vector::Zero(3);
            support.mass = support.damping = support.stiffness = {0};
            system.recovery.prescribed.push_back(support);
        }
        system.rows[static_cast<std::size_t>(row)].prescribed = {0};
        system.rows[static_cast<std::size_t>(row)].prescribed_coefficient = {by};
    }
    State state(FrictionStatus status = FrictionStatus::stick) const {
        State out = time::initial_state(system);
        for (FrictionState& friction : out.frictions) friction.status = status;
        return out;
    }
    System system;
};

contact::LawPointer rigid() { return std::make_shared<RigidLaw>(0.0); }
contact::LawPointer soft() { return std::make_shared<DashpotLaw>(100, 1); }

TEST(StopHolds, ARateThatIsACombinationOfHeldOnes) {
    for (const double mass : {1.0, 1e-9, 1e9}) {
        Bodies bodies(mass);
        bodies.stick({x + y, z});
        bodies.side(below, {x - 2 * y}, rigid());                                       // side 0, closed
        bodies.side(above, {x}, rigid());                                               // 1: 2/3 (x + y) + 1/3 (x - 2 y)
        bodies.side(above, {3 * y - z}, rigid());                                       // 2
        bodies.side({contact::GapShape::circular, 0.2, true, false}, {x, y}, rigid());  // 3: not a plane
        bodies.side(above, {z}, soft());                                                // 4: compliant
        State state = bodies.state();
        state.sides[0].memory.closed = true;
        for (SideState& side : state.sides) side.motion.indentation = -0.1;
        time::HeldMotions motions(bodies.system);
        EXPECT_TRUE(motions.hold(state, 1)) << mass;
        EXPECT_TRUE(motions.hold(state, 2)) << mass;
        EXPECT_FALSE(motions.hold(state, 3)) << mass;
        EXPECT_FALSE(motions.hold(state, 4)) << "a compliant side that does not touch";
        state.sides[4].motion.indentation = 1e-13;
        EXPECT_TRUE(motions.hold(state, 4)) << mass;
        state.sides[4].memory.kept_compression = 1e-6;
        EXPECT_FALSE(motions.hold(state, 4)) << "a surface that relaxes";
        state.sides[0].memory.closed = false;
        EXPECT_FALSE(motions.hold(state, 1)) << "no combination";
        EXPECT_FALSE(motions.hold(state, 2)) << "no combination";
        state.sides[0].memory.closed = true;
        state.frictions[0].status = FrictionStatus::slip;
        EXPECT_FALSE(motions.hold(state, 1)) << "nothing sticks";
        EXPECT_EQ(time::mobility(motions.at(bodies.state())).rows(), 2);
    }
}

// A support that takes part in a rate must take the same part in the combination.
TEST(StopHolds, GivenMotionsBelongToTheCombination) {
    for (const double part : {0.4, 0.5, -0.4}) {
        Bodies bodies;
        bodies.stick({x});  // row 0
        bodies.stick({y});  // row 1
        bodies.side(above, {2 * x - y}, rigid());
        bodies.move(0, 0.3);
        bodies.move(1, 0.2);
        bodies.move(2, part);  // 2 0.3 - 0.2 = 0.4
        State state = bodies.state();
        state.sides[0].motion.indentation = -0.1;
        time::HeldMotions motions(bodies.system);
        EXPECT_EQ(motions.hold(state, 0), part == 0.4) << part;
        // As a closed stop it is a combination of the sticks, and parts from them where the support takes another part.
        EXPECT_FALSE(motions.may_part(state));
        state.sides[0].memory.closed = true;
        EXPECT_EQ(motions.may_part(state), part != 0.4) << part;
    }
}

TEST(StopHolds, ASideIsPressedByTheWayAStickSlips) {
    for (const bool up : {true, false}) {
        Bodies bodies;
        bodies.stick({x, z});
        bodies.side(up ? above : below, {y}, rigid());
        const State before = bodies.state();
        State after = bodies.state(FrictionStatus::slip);
        time::HeldMotions motions(bodies.system);
        const Matrix M = Matrix(bodies.system.linear.M);
        const Vector answer = linalg::solve_square(M, y);
        for (const contact::Slip& direction : {contact::Slip{1, 0}, contact::Slip{-0.6, 0.8}, contact::Slip{0, -1}}) {
            after.frictions[0].direction = direction;
            // An impulse along the slip gives the side this rate.
            const double along = direction[0] * answer[0] + direction[1] * answer[2];
            EXPECT_EQ(motions.pressed(before, after, 0), up ? along > 0 : along < 0) << up;
        }
        // Without a stick that lets go, by the acceleration.
        for (const double a : {1.0, -1.0}) {
            after.a = Vector{{5, a, -3}};
            EXPECT_EQ(motions.pressed(after, after, 0), up == (a > 0)) << up << a;
        }
    }
}

// A side touches within the rounding of its clearance and of what its place is the sum of.
TEST(StopHolds, TouchingIsRoundingOfPlaces) {
    Bodies bodies;
    bodies.side({contact::GapShape::plane, -0.3, true, false}, {Vector{{3, -2, 0}}}, rigid());
    State state = bodies.state();
    const Contact& contact = bodies.system.contacts[0];
    EXPECT_NEAR(time::touching(contact.gap), 0.301e-12, 1e-24);
    for (const double way : {1.0, -1.0}) {
        state.q = Vector{{way * 20, 7, 100}};
        const double rounding = 8 * epsilon * (60 + 14);
        EXPECT_NEAR(time::place_rounding(bodies.system, contact, state), rounding, 1e-3 * rounding) << way;
        EXPECT_NEAR(time::any_place_rounding(bodies.system, contact, state), rounding, 1e-3 * rounding) << way;
        EXPECT_NEAR(time::touching(bodies.system, contact, state), 0.301e-12 + rounding, 1e-3 * rounding) << way;
    }
}

}  // namespace
}  // namespace jounce::test::stop_holds_test
