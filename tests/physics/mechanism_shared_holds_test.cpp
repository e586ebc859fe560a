// Physics: beside joints, what each of several stops and sticks has of the force that holds one motion.
// References: a stop takes what presses on it; sticks have the least sum of (force)^2 over what each can hold, in closed form; a
// tension within the rounding of the joints' forces is none. Control: five times that rounding is a tension.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>

#include "mechanism_instant.hpp"

namespace jounce::test::mechanism_shared_holds_test {
namespace {

using time::MechanismDynamics;
using namespace test::mechanism_instant;

// What presses on a closed stop is taken by the stop, not by a friction that holds the same motion: whatever the force is that
// presses the friction. Of the least squares over 1e4 of the largest share the friction has 1e-8.
TEST(MechanismSharedHolds, AStopTakesWhatPressesOnIt) {
    for (const double pressing : {1e-2, 40.0, 1e9}) {
        Mechanisms m;
        m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
        m.hinge("O", pair_of(0, 0), "arm.O");
        m.add("point", {{"name", "t"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux"})}});
        m.add("gap", {{"node", "t"}, {"direction", vector(1, 0, 0)}, {"clearance", 0}, {"sides", "positive"}, {"law", rigid()}});
        m.add("friction",
              {{"node", "t"}, {"direction", vector(1, 0, 0)}, {"normal_force", pressing}, {"friction", coulomb(0.3)}});
        m.add("load", {{"node", "t"}, {"direction", vector(1, 0, 0)}, {"force", 3}});
        const System system = m.system();
        MechanismDynamics dynamics(system);
        State state = time::initial_state(system);
        state.sides[0].memory.closed = true;
        state.frictions[0].status = FrictionStatus::stick;
        time::complete(dynamics, state, time::Tension::kept);
        EXPECT_NEAR(state.sides[0].response.force, 3, 1e-6) << pressing;
        EXPECT_NEAR(state.frictions[0].force[0], 0, 1e-6) << pressing;
        EXPECT_NEAR(probe(system, state, "t.ux_acceleration"), 0, 1e-12) << pressing;
    }
}

// The weight that a guide bears leaves its rounding in the force of a stop across the guide: a tension within it is none.
TEST(MechanismSharedHolds, TensionWithinTheRoundingOfJointsIsCut) {
    for (const double mass : {1.0, 1e-3, 1e3}) {
        for (const double part : {0.2, 5.0}) {
            Mechanisms m;
            m.body("block", mass, 0.02, {});
            m.add("translational", {{"name", "rails"}, {"body", "block"}, {"through", pair_of(0, 0)}});
            m.add("gap", {{"node", "block"},
                          {"direction", vector(0.6, 0.8, 0)},
                          {"clearance", 0},
                          {"sides", "positive"},
                          {"law", rigid()}});
            constexpr double weight = 1000, rounding = 256 * std::numeric_limits<double>::epsilon();
            // Of the acceleration across the stop, where the weight comes in once.
            const double pulled = part * rounding * 0.8 * weight;
            m.add("gravity", {{"acceleration", vector(-pulled / 0.6, -weight, 0)}});
            const System system = m.system();
            MechanismDynamics dynamics(system);
            State state = time::initial_state(system);
            state.sides[0].memory.closed = true;
            time::complete(dynamics, state, time::Tension::kept);
            // Along the rails the stop has the mobility 0.36/mass.
            const double tension = -pulled * mass / 0.36;
            if (part < 1)
                EXPECT_EQ(state.sides[0].response.force, 0) << mass;
            else
                EXPECT_NEAR(state.sides[0].response.force, tension, 0.1 * std::abs(tension)) << mass;
        }
    }
}

// A point that a stop along y and sticks along x and x + y hold: the least sum of (force)^2 over what each stick can hold; the
// stop takes what they leave. \param on_stop the first stick lies on the stop
struct Shared {
    System system;
    State state;
    Shared(double unit, double first, double second, bool on_stop) {
        Mechanisms m;
        m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
        m.hinge("O", pair_of(0, 0), "arm.O");
        m.add("point", {{"name", "t"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
        Table gap =
            table({{"node", "t"}, {"direction", vector(0, 1, 0)}, {"clearance", 0}, {"sides", "positive"}, {"law", rigid()}});
        if (on_stop) {
            gap.set("tangent", vector(1, 0, 0));
            gap.set("friction", coulomb(0.5));
        }
        m.model.add("gap", gap, {"case.lua", 1});
        if (!on_stop)
            m.add("friction", {{"node", "t"},
                               {"direction", vector(1, 0, 0)},
                               {"normal_force", unit * first / 0.5},
                               {"friction", coulomb(0.5)}});
        m.add("friction",
              {{"node", "t"}, {"direction", vector(1, 1, 0)}, {"normal_force", unit * second / 0.5}, {"friction", coulomb(0.5)}});
        m.add("load", {{"node", "t"}, {"direction", vector(1, 0, 0)}, {"force", unit * 6}});
        m.add("load", {{"node", "t"}, {"direction", vector(0, 1, 0)}, {"force", unit * 20}});
        system = m.system();
        MechanismDynamics dynamics(system);
        state = time::initial_state(system);
        state.sides[0].memory.closed = true;
        for (FrictionState& friction : state.frictions) friction.status = FrictionStatus::stick;
        time::complete(dynamics, state, time::Tension::kept);
    }
};

TEST(MechanismSharedHolds, SticksShareByWhatTheyCanHold) {
    const double root = std::sqrt(0.5);  // of the direction (1, 1)
    for (const double unit : {1.0, 1e-9, 1e9}) {
        for (const double large : {1.0, 1e9, 1e-6}) {
            const Shared shared(unit, 3 * large, 5 * large, false);
            // f1 + f2/sqrt(2) = 6 with the least f1^2/3 + f2^2/5.
            const double c = 6 / (3 + 5 * root * root);
            EXPECT_NEAR(shared.state.frictions[0].force[0], unit * 3 * c, 1e-6 * unit * 20) << unit << ' ' << large;
            EXPECT_NEAR(shared.state.frictions[1].force[0], unit * 5 * root * c, 1e-6 * unit * 20);
            EXPECT_NEAR(shared.state.sides[0].response.force, unit * (20 - 5 * c * root * root), 1e-6 * unit * 20);
        }
        // On the stop: f1 : f2 = mu (20 - f2/sqrt(2)) : L/sqrt(2).
        constexpr double L = 4;
        const Shared shared(unit, 0, L, true);
        const auto left = [&](double f2) { return (6 - f2 * root) * L * root - 0.5 * (20 - f2 * root) * f2; };
        double low = 0, high = 6 / root;
        for (int i = 0; i < 60; ++i) (left(0.5 * (low + high)) > 0 ? low : high) = 0.5 * (low + high);
        EXPECT_NEAR(shared.state.frictions[1].force[0], unit * low, 1e-6 * unit * 20) << unit;
        EXPECT_NEAR(shared.state.frictions[0].force[0], unit * (6 - low * root), 1e-6 * unit * 20) << unit;
        EXPECT_NEAR(shared.state.sides[0].response.force, unit * (20 - low * root), 1e-6 * unit * 20) << unit;
    }
}

}  // namespace
}  // namespace jounce::test::mechanism_shared_holds_test
