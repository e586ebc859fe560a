// Physics: the given speed of a rigid stop jumps. Inwards, the stop strikes what rests on it by Newton's law with the speed of
// the jump, and all that rests on that, at one instant; outwards it lets go of it. A load that jumps at the same instant gives no
// impulse.
// References: closed forms; of a beam, the agreement of four methods. Tolerance: rounding, where motions are parabolas; depth is
// the rounding of places.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <tuple>

#include "mechanisms.hpp"

namespace jounce::test::jumping_stop_test {
namespace {

constexpr double m = 1, mu = 0.5, h = 1e-3;

time::MethodPointer method_of(const std::string& name) {
    return name == "event_driven" ? events(1e-9) : name == "generalized_alpha" ? alpha(0.8) : method(name.c_str());
}

Value table_of(const Value& times, const Value& values) {
    return table({{"family", "signal"}, {"kind", "table"}, {"times", times}, {"values", values}});
}
Value rigid(double restitution) { return table({{"family", "law"}, {"kind", "rigid"}, {"restitution", restitution}}); }

/// A plate that moves along x.
void add_plate(Mechanisms& s, const Value& motion) {
    s.add("node", {{"name", "plate"}, {"at", vector(0, 0, 0)}});
    s.add("fix", {{"node", "plate"}, {"dofs", list({"uy", "uz", "rx", "ry", "rz"})}});
    s.add("prescribe", {{"node", "plate"}, {"dof", "ux"}, {"motion", motion}});
}
/// The upper limit of the motion of `to` against `from` along x.
void add_stop(Mechanisms& s, const char* name, const char* from, const char* to, double clearance, double restitution) {
    s.add("gap", {{"name", name},
                  {"from", from},
                  {"to", to},
                  {"direction", vector(1, 0, 0)},
                  {"clearance", clearance},
                  {"sides", "positive"},
                  {"law", rigid(restitution)}});
}
void add_joints(Mechanisms& s) {
    s.body("arm", 1, 1, {{"o", pair_of(-1, 0)}});
    s.hinge("pin", pair_of(5, 5), "arm.o");
}

// A plate moves at -V1, a mass with it, pressed on the plate by `load` and held by a friction on the ground or by none; at t1 the
// speed of the plate jumps to -V2.
struct JumpingStop : testing::TestWithParam<std::tuple<const char*, bool, double>> {
    static constexpr double t1 = 0.0237, V1 = 0.1, clearance = 1e-3;
    struct Given {
        double V2 = 0.2, load = 1, restitution = 0, friction = 0, inside = 0, first = V1;
    };
    struct Seen {
        double indentation = -1, velocity = 0, place = 0, force = 0;
    };
    [[nodiscard]] static System system(const Given& given, bool joints) {
        const double at = -given.first * t1;
        Mechanisms s;
        s.add("point", {{"name", "block"}, {"at", vector(0, 0, 0)}, {"mass", m}, {"free", list({"ux"})}});
        add_plate(s, table_of(list({0.0, t1, t1 + 1}), list({0.0, at, at - given.V2})));
        add_stop(s, "stop", "plate", "block", clearance, given.restitution);
        if (given.friction > 0)
            s.add("friction", {{"name", "ground"},
                               {"node", "block"},
                               {"direction", vector(1, 0, 0)},
                               {"normal_force", given.friction / mu},
                               {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}})}});
        s.add("load", {{"node", "block"}, {"direction", vector(1, 0, 0)}, {"force", given.load}});
        s.add("initial", {{"node", "block"},
                          {"displacement", vector(clearance + given.inside, 0, 0)},
                          {"velocity", vector(-given.first, 0, 0)}});
        if (joints) add_joints(s);
        return s.system();
    }
    [[nodiscard]] static Seen run(const Given& given, double duration) {
        const auto& [by, joints, load] = GetParam();
        const System s = system(given, joints);
        const auto method = method_of(by);
        Seen seen;
        const auto watch = [&](const State& state) {
            seen.indentation = std::max(seen.indentation, probe(s, state, "stop.indentation"));
        };
        const State end = run_mechanism(s, *method, h, duration, watch).end;
        seen.velocity = probe(s, end, "block.ux_velocity");
        seen.place = probe(s, end, "block.ux");
        seen.force = probe(s, end, "stop.force");
        return seen;
    }
};

// Inwards, the mass takes the speed of the plate, whatever presses it, and the force is that of before.
TEST_P(JumpingStop, PushesWhatRestsOnIt) {
    const double load = std::get<2>(GetParam());
    for (const double V2 : {V1 * (1 + 1e-6), 1.01 * V1, 2 * V1}) {
        const Seen seen = run({.V2 = V2, .load = load}, 0.1);
        EXPECT_LT(seen.indentation, 1e-14) << V2;
        EXPECT_NEAR(seen.velocity, -V2, 1e-13) << V2;
        EXPECT_NEAR(seen.force, load, 1e-9 * load + 1e-12) << V2;
    }
}

// Newton's law with the speed of the jump, (1 + e)(V2 - V1); then free fall under the load, for less than the time of return.
TEST_P(JumpingStop, ThrowsOffWhatRebounds) {
    const double load = std::min(std::get<2>(GetParam()), 1.0), e = 0.5, V2 = 2 * V1, t = 0.04;
    const Seen seen = run({.V2 = V2, .load = load, .restitution = e}, t1 + t);
    EXPECT_LT(seen.indentation, 1e-14);
    EXPECT_NEAR(seen.velocity, -V1 - (1 + e) * (V2 - V1) + load * t / m, 1e-12);
}

// Outwards, the mass keeps its speed and follows under the load: x = x1 - V1 t + F t^2/2m until it has overtaken the plate.
TEST_P(JumpingStop, LetsGoWhereItMovesOff) {
    const double load = std::min(std::get<2>(GetParam()), 1.0), V2 = 0.5 * V1;
    const double slow = 1e-9, t = 0.02;
    // Away from the mass is towards positive x.
    const Seen seen = run({.V2 = -V2, .load = load, .first = slow}, t1 + t);
    EXPECT_LT(seen.indentation, 1e-14);
    EXPECT_NEAR(seen.velocity, -slow + load * t / m, 1e-12);
    EXPECT_NEAR(seen.place, clearance - slow * (t1 + t) + 0.5 * load * t * t / m, 1e-12);
    EXPECT_EQ(seen.force, 0);
}

// What friction holds at rest, inside the stop by an accepted depth, is struck as well, and pushed on against the friction.
TEST_P(JumpingStop, PushesWhatFrictionHolds) {
    const double load = std::min(std::get<2>(GetParam()), 0.5);
    for (const double inside : {0.0, 1e-15, 1e-13}) {
        const Seen seen = run({.load = load, .friction = 1, .inside = inside, .first = 0}, 0.1);
        EXPECT_LT(seen.indentation, inside + 1e-14) << inside;
        EXPECT_NEAR(seen.velocity, -0.2, 1e-13) << inside;
        EXPECT_NEAR(seen.force, load + 1, 1e-9) << inside;
    }
}

// Two masses, one on the other, on the plate; both stops are closed. The plate throws the first one by (1 + e)(V2 - V1), which
// pushes the second one along: their contact has no approach, hence no restitution. With e = 0 the plate carries both loads.
TEST_P(JumpingStop, PushesAStackAtOnce) {
    const auto& [by, joints, load] = GetParam();
    constexpr double V2 = 2 * V1, other = 3, t = 0.01;
    const double press = std::min(load, 1.0);
    for (const double e : {0.0, 0.5}) {
        Mechanisms s;
        s.add("point", {{"name", "first"}, {"at", vector(0, 0, 0)}, {"mass", m}, {"free", list({"ux"})}});
        s.add("point", {{"name", "second"}, {"at", vector(0, 0, 0)}, {"mass", other}, {"free", list({"ux"})}});
        add_plate(s, table_of(list({0.0, t1, t1 + 1}), list({0.0, -V1 * t1, -V1 * t1 - V2})));
        add_stop(s, "lower", "plate", "first", 0, e);
        add_stop(s, "upper", "first", "second", 0, 0.9);
        s.add("load", {{"node", "first"}, {"direction", vector(1, 0, 0)}, {"force", 2 * press}});
        s.add("load", {{"node", "second"}, {"direction", vector(1, 0, 0)}, {"force", press}});
        for (const char* node : {"first", "second"}) s.add("initial", {{"node", node}, {"velocity", vector(-V1, 0, 0)}});
        if (joints) add_joints(s);
        const System system = s.system();
        double deepest = -1;
        const auto watch = [&](const State& state) {
            for (const char* stop : {"lower.indentation", "upper.indentation"})
                deepest = std::max(deepest, probe(system, state, stop));
        };
        const MechanismRun run = run_mechanism(system, *method_of(by), h, t1 + t, watch);
        EXPECT_LT(deepest, 1e-14) << e;
        // Thrown off: each falls under its load for itself, 2 F/m and F/3m, the first one faster.
        const double thrown = -V1 - (1 + e) * (V2 - V1);
        EXPECT_NEAR(probe(system, run.end, "first.ux_velocity"), thrown + (e > 0 ? 2 * press * t / m : 0), 1e-12) << e;
        EXPECT_NEAR(probe(system, run.end, "second.ux_velocity"), thrown + (e > 0 ? press * t / other : 0), 1e-12) << e;
        EXPECT_NEAR(probe(system, run.end, "lower.force"), e > 0 ? 0 : 3 * press, 1e-9) << e;
        EXPECT_NEAR(probe(system, run.end, "upper.force"), e > 0 ? 0 : press, 1e-9) << e;
        EXPECT_LT(run.largest_remainder, 1e-12 * run.work_done) << e;
    }
}

// The load jumps at the same instant: no impulse of its own. Inwards the force behind it is the new load; outwards the mass falls
// under the new load.
TEST_P(JumpingStop, JumpsTogetherWithTheLoad) {
    const auto& [by, joints, given] = GetParam();
    const double before = std::min(given, 1.0), after = 3 * before, t = 0.02;
    for (const double V2 : {2 * V1, -0.5 * V1}) {
        Mechanisms s;
        s.add("point", {{"name", "block"}, {"at", vector(0, 0, 0)}, {"mass", m}, {"free", list({"ux"})}});
        add_plate(s, table_of(list({0.0, t1, t1 + 1}), list({0.0, -V1 * t1, -V1 * t1 - V2})));
        add_stop(s, "stop", "plate", "block", 0, 0);
        s.add("load",
              {{"node", "block"},
               {"direction", vector(1, 0, 0)},
               {"force", table({{"family", "signal"}, {"kind", "step"}, {"time", t1}, {"before", before}, {"value", after}})}});
        s.add("initial", {{"node", "block"}, {"velocity", vector(-V1, 0, 0)}});
        if (joints) add_joints(s);
        const System system = s.system();
        double deepest = -1;
        const auto watch = [&](const State& state) { deepest = std::max(deepest, probe(system, state, "stop.indentation")); };
        const MechanismRun run = run_mechanism(system, *method_of(by), h, t1 + t, watch);
        EXPECT_LT(deepest, 1e-14) << V2;
        const bool inwards = V2 > V1;
        EXPECT_NEAR(probe(system, run.end, "block.ux_velocity"), inwards ? -V2 : -V1 + after * t / m, 1e-12) << V2;
        EXPECT_NEAR(probe(system, run.end, "stop.force"), inwards ? after : 0, 1e-9) << V2;
        EXPECT_LT(run.largest_remainder, 1e-12 * run.work_done) << V2;
    }
}

// A mass reaches the plate at the instant of the jump: without restitution it moves on with the plate, whichever comes first.
TEST_P(JumpingStop, JumpsAtTheInstantOfAnImpact) {
    const auto& [by, joints, load] = GetParam();
    constexpr double V2 = 2 * V1, fast = 0.4;
    Mechanisms s;
    s.add("point", {{"name", "block"}, {"at", vector(0, 0, 0)}, {"mass", m}, {"free", list({"ux"})}});
    add_plate(s, table_of(list({0.0, t1, t1 + 1}), list({0.0, -V1 * t1, -V1 * t1 - V2})));
    add_stop(s, "stop", "plate", "block", (fast + V1) * t1, 0);
    s.add("initial", {{"node", "block"}, {"velocity", vector(fast, 0, 0)}});
    if (joints) add_joints(s);
    const System system = s.system();
    double deepest = -1;
    const auto watch = [&](const State& state) { deepest = std::max(deepest, probe(system, state, "stop.indentation")); };
    const MechanismRun run = run_mechanism(system, *method_of(by), h, 2 * t1, watch);
    EXPECT_LT(deepest, 1e-14);
    EXPECT_NEAR(probe(system, run.end, "block.ux_velocity"), -V2, 1e-13);
    EXPECT_NEAR(probe(system, run.end, "block.ux"), fast * t1 - V2 * t1, 1e-14);
    EXPECT_EQ(run.impacts.size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Structures, JumpingStop,
                         testing::Combine(testing::Values("event_driven", "newmark", "generalized_alpha"), testing::Values(false),
                                          testing::Values(1e-9, 1.0, 1e4)));
INSTANTIATE_TEST_SUITE_P(BesideJoints, JumpingStop,
                         testing::Combine(testing::Values("event_driven", "generalized_alpha"), testing::Values(true),
                                          testing::Values(1e-9, 1.0, 1e4)));

// The tip of a rod rests on the plate, bent by it; the plate jumps inwards and strikes the tip, which leaves it and returns. What
// the methods have in common is the model only: of second order, by modes in closed form, by events.
System rod_on_jumping_stop() {
    constexpr double t1 = 0.05, V = 0.2;
    Mechanisms s;
    add_loaded_rod(s, 0.05);
    s.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "rayleigh"}, {"alpha", 2.0}, {"beta", 1e-4}})}});
    s.add("node", {{"name", "plate"}, {"at", vector(0, 0, 1)}});
    s.add("fix", {{"node", "plate"}, {"dofs", list({"uy", "uz", "rx", "ry", "rz"})}});
    s.add("prescribe", {{"node", "plate"}, {"dof", "ux"}, {"motion", table_of(list({0.0, t1, t1 + 1}), list({0.0, 0.0, -V}))}});
    add_stop(s, "stop", "plate", "rod[3]", 0, 0.3);
    s.add("load", {{"node", "rod[3]"}, {"direction", vector(1, 0, 0)}, {"force", 2.0}});
    return s.system();
}

TEST(RodOnJumpingStop, FourMethodsAgree) {
    struct Seen {
        std::size_t impacts = 0;
        double tip = 0, middle = 0;
    };
    const auto seen = [](const char* by, double step) {
        const time::MethodPointer method = method_of(by);
        const auto system = method->prepare(std::make_shared<const System>(rod_on_jumping_stop()));
        double deepest = -1;
        const auto watch = [&](const State& state) { deepest = std::max(deepest, probe(*system, state, "stop.indentation")); };
        const MechanismRun run = run_mechanism(*system, *method, step, 0.2, watch);
        EXPECT_LT(deepest, 1e-12) << by;
        EXPECT_LT(run.largest_remainder, 1e-4 * run.work_done) << by;
        return Seen{run.impacts.size(), probe(*system, run.end, "rod[3].ux"), probe(*system, run.end, "rod[2].ux")};
    };
    const Seen reference = seen("event_driven", 1e-3);
    ASSERT_GT(reference.impacts, 1U);
    for (const char* by : {"newmark", "generalized_alpha", "precise"}) {
        const Seen now = seen(by, 2e-5);
        EXPECT_EQ(now.impacts, reference.impacts) << by;
        EXPECT_NEAR(now.tip, reference.tip, 1e-4 * std::abs(reference.tip)) << by;
        EXPECT_NEAR(now.middle, reference.middle, 1e-4 * std::abs(reference.middle)) << by;
    }
}

}  // namespace
}  // namespace jounce::test::jumping_stop_test
