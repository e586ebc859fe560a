// Promise: where several stops and sticks hold one motion, they share the force as docs/theory says: sticks in proportion to what
// each can hold, by whatever arms they act; a closed stop takes what presses on it; a stop whose motion others hold has none; a
// stick that nothing presses takes part only where no other one holds its motion.
// Reference: the balance of forces of coordinates that are all held, whose accelerations are zero, and these proportions.
// Tolerance: 1e-7 of the largest force, from the share of a stop, 1e4 to 1, whose inverse square is left to sticks.
// Control: limits in another proportion have other forces.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <limits>

#include "kernel_step.hpp"
#include "time/start/start.hpp"

namespace jounce::test::start_shares_test {
namespace {

using kernel_step::Coulomb;
using linalg::Matrix;
using linalg::Vector;

constexpr double mu = 0.5;

/// Rigid ceilings, sticks, and constant loads on few coordinates.
struct Held {
    Held(Matrix mass, double unit_) : unit(unit_), system(linear_system(unit_ * mass, 0 * mass, 0 * mass)) {}

    void ceiling(const Vector& row) {
        add_contact(system, "stop", {contact::GapShape::plane, 0, true, false}, std::make_shared<RigidLaw>(0.0), {row});
    }
    /// \param limit of what it can hold, over the unit; without one it lies on the stop `at` with the coefficient mu
    void stick(const std::vector<Vector>& rows, double limit, int at = -1) {
        Friction made;
        made.name = "friction";
        made.law = std::make_shared<Coulomb>(mu);
        made.contact = at;
        made.first_row = static_cast<int>(system.rows.size());
        made.own_rows = made.directions = static_cast<int>(rows.size());
        if (at < 0) made.normal_force = std::make_shared<FunctionSignal>([N = unit * limit / mu](double) { return N; });
        for (const Vector& row : rows) add_row(system, row);
        system.frictions.push_back(made);
    }
    void load(const Vector& force) {
        Load made;
        made.pattern = unit * force;
        made.signal = std::make_shared<FunctionSignal>([](double) { return 1.0; });
        system.loads.push_back(made);
    }
    /// With all stops closed and all frictions sticking.
    State state() const {
        const time::LinearKernel linear(system.linear);
        time::ContactKernel contacts(system, time::Events::locate);
        time::Start start(system, linear, contacts);
        State out = time::initial_state(system);
        for (SideState& side : out.sides) side.memory.closed = true;
        for (FrictionState& friction : out.frictions) friction.status = FrictionStatus::stick;
        start.hold(out);
        return out;
    }
    double unit;
    System system;
};

const Vector x = Vector::Unit(3, 0), y = Vector::Unit(3, 1), z = Vector::Unit(3, 2);
const Matrix masses = Vector{{2, 2, 5}}.asDiagonal();
// Of all forces and masses: those of a microscope and of a ship, and limits beyond all forces.
constexpr std::array<double, 4> units{1, 1e-9, 1e9, 1e-30};

// Arms, in a plane and along lines: f_i = c L_i with the sum of r_i f_i as given.
TEST(StartShares, SticksInProportionToTheirLimits) {
    for (const double unit : units) {
        for (const double large : {1.0, 1e9}) {
            for (const double arm : {1.0, 0.3, 7.0}) {
                Held held(masses, unit);
                const double first = 2 * large, second = 3 * large, third = 0.5 * large;
                held.stick({x, y}, first);
                held.stick({arm * x}, second);
                held.stick({0.7 * x}, third);
                held.load(Vector{{6, 4, 0}});
                const State state = held.state();
                const double c = 6 / (first + arm * second + 0.7 * third);
                const double tolerance = 1e-9 * unit;
                EXPECT_NEAR(state.frictions[0].force[0], unit * c * first, tolerance * 6) << unit << ' ' << arm;
                EXPECT_NEAR(state.frictions[0].force[1], unit * 4, tolerance * 6);
                EXPECT_NEAR(state.frictions[1].force[0], unit * c * second, tolerance * 6);
                EXPECT_NEAR(state.frictions[2].force[0], unit * c * third, tolerance * 6);
                EXPECT_LT(state.a.cwiseAbs().maxCoeff(), 1e-9);
            }
        }
    }
}

// On a stop: the limit of its friction follows from what the stop takes.
TEST(StartShares, AStickOnAStopByWhatPressesTheStop) {
    for (const double unit : units) {
        for (const double press : {1.0, 8.0}) {
            for (const double other : {0.5, 3.0, 40.0}) {
                Held held(masses, unit);
                held.ceiling(y);
                held.stick({x}, 0, 0);
                held.stick({x}, other);
                held.load(Vector{{6, press, 0}});
                const State state = held.state();
                const double limit = mu * press;
                EXPECT_NEAR(state.sides[0].response.force, unit * press, 1e-7 * unit * press) << unit;
                EXPECT_NEAR(state.frictions[0].normal_force, unit * press, 1e-7 * unit * press);
                EXPECT_NEAR(state.frictions[0].force[0], unit * 6 * limit / (limit + other), 1e-7 * unit * 6);
                EXPECT_NEAR(state.frictions[1].force[0], unit * 6 * other / (limit + other), 1e-7 * unit * 6);
            }
        }
    }
}

// Sticks along x and along x + y, a stop along y: only the first of them and the stop, or both sticks, hold the motion; the stop
// takes what the sticks leave.
TEST(StartShares, AStopTakesWhatIsLeft) {
    for (const double unit : units) {
        for (const double large : {1.0, 1e9, 1e-9}) {
            Held held(masses, unit);
            held.ceiling(y);
            // Along a line of which the arm is that of x alone: x + y has the mobility 1/2 + 1/2.
            held.stick({x}, 3 * large);
            held.stick({x + y}, 5 * large);
            held.load(Vector{{6, 20, 0}});
            const State state = held.state();
            // Least f1^2 r1/L1 + f2^2 r2/L2 at f1 + f2 = 6, with r2 = sqrt(2) r1; the stop has no part in it.
            const double a = 3, b = 5 / std::sqrt(2.0), first = 6 * a / (a + b), second = 6 - first;
            EXPECT_NEAR(state.frictions[0].force[0], unit * first, 1e-6 * unit * 20) << unit << ' ' << large;
            EXPECT_NEAR(state.frictions[1].force[0], unit * second, 1e-6 * unit * 20);
            EXPECT_NEAR(state.sides[0].response.force, unit * (20 - second), 1e-6 * unit * 20);
        }
    }
}

// The limit of a stick on the stop is then that of the force which the stop has when all sticks share alike.
TEST(StartShares, ASharingStickOnAStopThatSticksUnload) {
    for (const double unit : units) {
        Held held(masses, unit);
        held.ceiling(y);
        held.stick({x}, 0, 0);                                // mu (20 - 6/2)
        held.stick({x + y}, mu * (20 - 3) * std::sqrt(2.0));  // of the arm sqrt(2)
        held.load(Vector{{6, 20, 0}});
        const State state = held.state();
        EXPECT_NEAR(state.frictions[0].force[0], unit * 3, 1e-6 * unit * 20) << unit;
        EXPECT_NEAR(state.frictions[1].force[0], unit * 3, 1e-6 * unit * 20);
        EXPECT_NEAR(state.sides[0].response.force, unit * 17, 1e-6 * unit * 20);
    }
}

// Without a limit, or with one far below the others.
TEST(StartShares, AStickThatNothingPressesHoldsWhatNoOtherHolds) {
    for (const double unit : units) {
        for (const double large : {1.0, 1e9, 1e20}) {
            for (const double little : {0.0, 1e-15, 1e-28}) {
                Held held(masses, unit);
                held.stick({x}, 2 * large);
                held.stick({x}, 6 * large);
                held.stick({x}, little * large);
                held.stick({z}, little * large);
                held.load(Vector{{8, 0, 3}});
                const State state = held.state();
                EXPECT_NEAR(state.frictions[0].force[0], unit * 2, 1e-6 * unit * 8) << unit << ' ' << large << ' ' << little;
                EXPECT_NEAR(state.frictions[1].force[0], unit * 6, 1e-6 * unit * 8);
                EXPECT_NEAR(state.frictions[2].force[0], 0, 1e-6 * unit * 8);
                EXPECT_NEAR(state.frictions[3].force[0], unit * 3, 1e-6 * unit * 8);
            }
        }
    }
}

// Three ceilings on two coordinates, the last one within the cone of the others; with and without a friction that slides.
TEST(StartShares, AStopWhoseMotionOthersHoldHasNoForce) {
    const Vector first{{1, 0.1}}, second{{0.3, 0.7}};
    for (const double unit : units) {
        for (const bool beside : {false, true}) {
            Held held(Matrix{{2, 0.3}, {0.3, 1}}, unit);
            held.ceiling(first);
            held.ceiling(second);
            held.ceiling(0.6 * first + 0.7 * second);
            held.load(3 * first + 5 * second);
            if (beside) held.stick({first}, 0);
            const State state = held.state();
            EXPECT_NEAR(state.sides[0].response.force, unit * 3, 1e-7 * unit) << unit << beside;
            EXPECT_NEAR(state.sides[1].response.force, unit * 5, 1e-7 * unit) << unit << beside;
            EXPECT_NEAR(state.sides[2].response.force, 0, 1e-7 * unit) << unit << beside;
            EXPECT_LT(state.a.cwiseAbs().maxCoeff(), 1e-8);
        }
    }
}

// A ring that pushes along a coordinate, against a load: rounding of both is no tension of a stop there, more is.
TEST(StartShares, TensionBesideAContactIsCutWithinItsRounding) {
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    for (const double unit : {1.0, 1e-6, 1e6}) {
        for (const double way : {1.0, -1.0}) {
            for (const double roundings : {16.0, 4096.0}) {
                Held held(Matrix::Identity(2, 2), unit);
                const Vector along{{1, 0}}, across{{0, 1}};
                held.ceiling(along);
                add_contact(held.system, "ring", {contact::GapShape::circular, 0.03, true, false},
                            std::make_shared<DashpotLaw>(1e5 * unit, 0), {along, across});
                const double push = 1e5 * 0.02 * way;
                held.load(Vector{{push, 0}});
                held.load(Vector{{-roundings * epsilon * std::abs(push), 0}});
                held.system.q0 = Vector{{0.05 * way, 0}};
                const State state = held.state();
                ASSERT_NEAR(state.sides[1].response.force, unit * 2000, 1e-9 * unit * 2000);
                if (roundings < 256)
                    EXPECT_EQ(state.sides[0].response.force, 0) << unit << way;
                else
                    EXPECT_NEAR(state.sides[0].response.force, -unit * roundings * epsilon * 2000, unit * 64 * epsilon * 2000);
            }
        }
    }
}

}  // namespace
}  // namespace jounce::test::start_shares_test
