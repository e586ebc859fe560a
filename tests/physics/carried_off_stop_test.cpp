// Physics: a mass pressed on a rigid stop rubs on a support that a given motion moves. While the support moves into the stop, the
// mass slips at rest. Where the support turns back, it sticks and is carried off the stop, if the friction holds the load and the
// inertia; the stop opens at that instant without tension. Where friction cannot hold them, the mass stays. A support whose speed
// jumps has no impulse on what it rubs: friction is a finite force.
// References: closed forms. Tolerance: of the mass that sticks, the rounding of the located instant; newmark and
// generalized_alpha follow the speed of the support at second order in the step, bounded by h^2 times the third derivative of its
// motion.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "mechanisms.hpp"

namespace jounce::test::carried_off_stop_test {
namespace {

constexpr double m = 1, N = 10, mu = 0.5, amplitude = 0.01, frequency = 2, w = 2 * pi * frequency, h = 1e-3;

Value friction(const std::string& kind, double coefficient = mu) {
    Table out = table({{"family", "friction"}, {"kind", kind}, {"coefficient", coefficient}});
    if (kind == "karnopp") out.set("dead_band", 1e-4);
    return out;
}
Value rigid() { return table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.0}}); }
Value sine(double size, double cycles) {
    return table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", size}, {"frequency", cycles}});
}

enum class Model { structure, beside_joints, bodies };

struct Carried : testing::TestWithParam<std::tuple<const char*, std::string, Model>> {
    [[nodiscard]] time::MethodPointer make() const {
        const std::string name = std::get<0>(GetParam());
        return name == "event_driven"        ? events(1e-11)
               : name == "generalized_alpha" ? alpha(0.8)
                                             : method(std::get<0>(GetParam()));
    }
    [[nodiscard]] const std::string& kind() const { return std::get<1>(GetParam()); }
    [[nodiscard]] Model model() const { return std::get<2>(GetParam()); }
};

/// The mass begins on a stop at `sign` times the clearance, pressed by `load`; the support moves by `motion`.
System on_support(Model model, const Value& law, double sign, double clearance, double load, const Value& motion) {
    Mechanisms s;
    if (model == Model::bodies) {
        s.body("block", m, 1, {});
        s.add("translational", {{"name", "guide"}, {"body", "block"}, {"through", pair_of(0, 0)}});
        s.body("belt", 1, 1, {});
        s.add("translational", {{"name", "way"}, {"body", "belt"}, {"through", pair_of(0, 0)}});
        s.add("drive", {{"joint", "way"}, {"position", motion}});
    } else {
        s.add("point", {{"name", "block"}, {"at", vector(0, 0, 0)}, {"mass", m}, {"free", list({"ux"})}});
        s.add("node", {{"name", "belt"}, {"at", vector(0, 0, 0)}});
        s.add("fix", {{"node", "belt"}, {"dofs", list({"uy", "uz", "rx", "ry", "rz"})}});
        s.add("prescribe", {{"node", "belt"}, {"dof", "ux"}, {"motion", motion}});
    }
    if (model == Model::beside_joints) {
        s.body("arm", 1, 1, {{"o", pair_of(-1, 0)}});
        s.hinge("pin", pair_of(5, 5), "arm.o");
    }
    s.add("friction", {{"name", "surface"},
                       {"from", "belt"},
                       {"to", "block"},
                       {"direction", vector(1, 0, 0)},
                       {"normal_force", N},
                       {"friction", law}});
    s.add("gap", {{"name", "stop"},
                  {"node", "block"},
                  {"direction", vector(1, 0, 0)},
                  {"clearance", clearance},
                  {"sides", sign > 0 ? "positive" : "negative"},
                  {"law", rigid()}});
    s.add("load", {{"node", "block"}, {"direction", vector(1, 0, 0)}, {"force", sign * load}});
    if (clearance > 0) s.add("initial", {{"node", "block"}, {"displacement", vector(sign * clearance, 0, 0)}});
    return s.system();
}

// The support moves by sign A sin(wt): into the stop for a quarter of a period, in which the mass slips, then away from it.
TEST_P(Carried, AMassFollowsTheSupportThatLeavesItsStop) {
    for (const double sign : {1.0, -1.0}) {
        for (const double clearance : {0.0, 0.02}) {
            for (const double load : {0.0, 1.5}) {
                const System system =
                    on_support(model(), friction(kind()), sign, clearance, load, sine(sign * amplitude, frequency));
                ASSERT_LT(load + m * amplitude * w * w, mu * N);
                double worst = 0;
                const auto watch = [&](const State& state) {
                    const double turn = 0.25 / frequency;
                    const double way = state.time > turn ? amplitude * (std::sin(w * state.time) - 1) : 0.0;
                    worst = std::max(worst, std::abs(probe(system, state, "block.ux") - sign * (clearance + way)));
                };
                const MechanismRun run = run_mechanism(system, *make(), h, 1.1 / frequency, watch);
                const bool exact = std::string(std::get<0>(GetParam())) == "event_driven";
                EXPECT_LT(worst, exact ? 1e-9 * amplitude : h * h * w * w * amplitude) << sign << ' ' << clearance << ' ' << load;
                EXPECT_EQ(probe(system, run.end, "stop.force"), 0);
                EXPECT_EQ(probe(system, run.end, "surface.sticking"), 1);
            }
        }
    }
}

// The same with a load that friction cannot hold: it slips on, against the support, at rest on the stop.
TEST_P(Carried, AMassPressedMoreThanFrictionHoldsStays) {
    for (const double sign : {1.0, -1.0}) {
        const double load = 1.4 * mu * N;
        const System system = on_support(model(), friction(kind()), sign, 0, load, sine(sign * amplitude, frequency));
        const MechanismRun run = run_mechanism(system, *make(), h, 0.6 / frequency);
        EXPECT_NEAR(probe(system, run.end, "block.ux"), 0, 1e-12);
        EXPECT_NEAR(probe(system, run.end, "stop.force"), load - mu * N, 1e-9 * N);
        EXPECT_EQ(probe(system, run.end, "surface.sticking"), 0);
    }
}

// The support turns back with an acceleration A w^2 cos(w(t - t0)) that exceeds what friction gives to the mass, mu N/m, by the
// part `excess`, for less than a step: the mass slips for the time sqrt(2 excess)/w, loses less than excess times the speed that
// the support has then, sticks again and follows.
TEST_P(Carried, AMassThatFrictionHardlyHoldsSlipsForAnInstant) {
    constexpr double coefficient = 0.3, cycles = 3, turns = 2 * pi * cycles;
    for (const double excess : {1e-8, 1e-6, 1e-5}) {
        const double A = coefficient * N / m * (1 + excess) / (turns * turns);
        const System system = on_support(model(), friction(kind(), coefficient), 1, 0, 0, sine(A, cycles));
        const MechanismRun run = run_mechanism(system, *make(), h, 0.5 / cycles);
        const bool exact = std::string(std::get<0>(GetParam())) == "event_driven";
        EXPECT_NEAR(probe(system, run.end, "block.ux"), -A, exact ? excess * A : h * h * turns * turns * A) << excess;
        EXPECT_EQ(probe(system, run.end, "stop.force"), 0) << excess;
        EXPECT_EQ(probe(system, run.end, "surface.sticking"), 1) << excess;
    }
}

// Friction in a plane, oblique to the stop and to the motion of the support along its normal n: the mass is carried off along n.
// A second stop, at 50 degrees to the first, opens with it.
struct InPlane : Carried {
    void expect_carried_off(double angle, bool second) const;
};

/// \param second is there a second stop?
void InPlane::expect_carried_off(double angle, bool second) const {
    const double c = std::cos(angle), s = std::sin(angle);
    Mechanisms model_of;
    model_of.add("point", {{"name", "block"}, {"at", vector(0, 0, 0)}, {"mass", m}, {"free", list({"ux", "uy"})}});
    model_of.add("node", {{"name", "belt"}, {"at", vector(0, 0, 0)}});
    model_of.add("fix", {{"node", "belt"}, {"dofs", list({"uz", "rx", "ry", "rz"})}});
    model_of.add("prescribe", {{"node", "belt"}, {"dof", "ux"}, {"motion", sine(c * amplitude, frequency)}});
    model_of.add("prescribe", {{"node", "belt"}, {"dof", "uy"}, {"motion", sine(s * amplitude, frequency)}});
    if (model() == Model::beside_joints) {
        model_of.body("arm", 1, 1, {{"o", pair_of(-1, 0)}});
        model_of.hinge("pin", pair_of(5, 5), "arm.o");
    }
    model_of.add("friction", {{"name", "surface"},
                              {"from", "belt"},
                              {"to", "block"},
                              {"directions", list({vector(1, 0, 0), vector(0, 1, 0)})},
                              {"normal_force", N},
                              {"friction", friction(kind())}});
    const double other = angle + 50 * pi / 180;
    const auto stop = [&](const char* name, double direction) {
        model_of.add("gap", {{"name", name},
                             {"node", "block"},
                             {"direction", vector(std::cos(direction), std::sin(direction), 0)},
                             {"clearance", 0.0},
                             {"sides", "positive"},
                             {"law", rigid()}});
    };
    stop("stop", angle);
    if (second) stop("second", other);
    const System system = model_of.system();
    const double T = 0.7 / frequency, way = amplitude * (std::sin(w * T) - 1);
    const MechanismRun run = run_mechanism(system, *make(), h, T);
    const bool exact = std::string(std::get<0>(GetParam())) == "event_driven";
    const double bound = exact ? 1e-8 * amplitude : h * h * w * w * amplitude;
    EXPECT_NEAR(probe(system, run.end, "block.ux"), c * way, bound) << angle << ' ' << second;
    EXPECT_NEAR(probe(system, run.end, "block.uy"), s * way, bound) << angle << ' ' << second;
    EXPECT_EQ(probe(system, run.end, "surface.sticking"), 1) << angle << ' ' << second;
}

TEST_P(InPlane, AMassIsCarriedOffItsStops) {
    for (const bool second : {false, true}) expect_carried_off(0.6, second);
}

// The direction decides by what rounding the mass comes to rest, and whether the second stop, which bears nothing, pushes or
// pulls.
TEST_P(InPlane, WhateverTheRounding) {
    for (int i = 0; i < 24; ++i) expect_carried_off(0.1 + i * pi / 12, true);
}

// The support moves along x, the stop is oblique: the mass slides along it, and sticks where the support turns back.
struct OnObliqueStop {
    double mass = m, cycles = frequency;
    bool beside_joints = false;
    std::string kind = "coulomb";
    bool beside_oscillator = false;
    [[nodiscard]] System system() const {
        Mechanisms s;
        if (beside_oscillator) {
            s.add("point", {{"name", "other"}, {"at", vector(1, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
            s.add("spring", {{"from", "other"}, {"direction", vector(1, 0, 0)}, {"stiffness", 400.0}});
            s.add("initial", {{"node", "other"}, {"velocity", vector(1, 0, 0)}});
        }
        s.add("point", {{"name", "block"}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux", "uy"})}});
        s.add("node", {{"name", "belt"}, {"at", vector(0, 0, 0)}});
        s.add("fix", {{"node", "belt"}, {"dofs", list({"uy", "uz", "rx", "ry", "rz"})}});
        s.add("prescribe", {{"node", "belt"}, {"dof", "ux"}, {"motion", sine(amplitude, cycles)}});
        s.add("friction", {{"name", "surface"},
                           {"from", "belt"},
                           {"to", "block"},
                           {"directions", list({vector(1, 0, 0), vector(0, 1, 0)})},
                           {"normal_force", N},
                           {"friction", friction(kind)}});
        s.add("gap", {{"name", "stop"},
                      {"node", "block"},
                      {"direction", vector(1, 1, 0)},
                      {"clearance", 0.0},
                      {"sides", "positive"},
                      {"law", rigid()}});
        if (beside_joints) {
            s.body("arm", 1, 1, {{"o", pair_of(-1, 0)}});
            s.hinge("pin", pair_of(5, 5), "arm.o");
        }
        return s.system();
    }
};

struct ObliqueStop : Carried {};

TEST_P(ObliqueStop, AMassSlidesAlongItAndIsCarriedOff) {
    const System system = OnObliqueStop{.beside_joints = model() == Model::beside_joints, .kind = kind()}.system();
    const System other = OnObliqueStop{.kind = kind()}.system();
    const double T = 0.9 / frequency;
    const MechanismRun run = run_mechanism(system, *make(), h, T), exact = run_mechanism(other, *events(1e-11), h, T);
    for (const char* at : {"block.ux", "block.uy"})
        EXPECT_NEAR(probe(system, run.end, at), probe(other, exact.end, at), h * h * w * w * amplitude) << at;
    EXPECT_EQ(probe(system, run.end, "surface.sticking"), 1);
}

// Of a light mass the friction along the stop vanishes, u = V/sqrt(2) at the support's speed V. In the next order in m the mass
// begins at rest, c = V(0)/sqrt(2), which takes m/(mu N) int_0^c sqrt(c^2 + z^2) dz of its way, and its inertia adds
// m V(0)^2/(4 mu N); the order after that is smaller by m V'/(mu N).
void expect_light_mass(const OnObliqueStop& of, double tolerance, double step) {
    const double T = 0.7 / of.cycles, turn = 2 * pi * of.cycles, V = amplitude * turn, c2 = V * V / 2;
    const System system = of.system();
    const MechanismRun run = run_mechanism(system, *events(tolerance), step, T);
    const double begin = c2 * (std::sqrt(2) + std::asinh(1)) / 2, along = of.mass / (mu * N) * (V * V / 4 - begin);
    const double bound = 0.2 * (of.mass * V * turn / (mu * N) + 1e-2) * std::abs(along);
    const double x = 0.5 * amplitude + along / std::sqrt(2) + amplitude * (std::sin(turn * T) - 1);
    EXPECT_NEAR(probe(system, run.end, "block.ux"), x, bound) << of.mass << ' ' << of.beside_joints;
    EXPECT_NEAR(probe(system, run.end, "block.uy"), -0.5 * amplitude - along / std::sqrt(2), bound)
        << of.mass << ' ' << of.beside_joints;
    EXPECT_EQ(probe(system, run.end, "surface.sticking"), 1) << of.mass << ' ' << of.beside_joints;
}

TEST(LightMass, SlidesAlongAnObliqueStopAndIsCarriedOff) {
    for (const double mass : {1e-3, 1e-4, 1e-5}) {
        for (const bool joints : {false, true})
            expect_light_mass({.mass = mass, .cycles = 50, .beside_joints = joints}, 1e-7, 0.7 / 50 / 50);
    }
}

// Where the support turns back, the stop opens, and the mass is within the rounding of its place, as slow as rounding: no onset.
TEST(LightMass, DoesNotStrikeTheStopThatItLeaves) {
    for (const double mass : {0.1, 1e-3}) {
        for (const bool oscillator : {false, true})
            expect_light_mass({.mass = mass, .cycles = 5, .beside_oscillator = oscillator}, 1e-6, 1e-3);
    }
}

// A mass is pressed on a stop by P; a second one sticks to it, by up to 2 N, and to the ground. Three rates of two coordinates
// are held: nothing moves, and any force F between the masses within its limit is possible, with P - F on the stop and F on the
// ground.
class HeldThrice : public testing::TestWithParam<std::tuple<const char*, bool, double>> {};

TEST_P(HeldThrice, MassesStay) {
    const auto& [by, joints, P] = GetParam();
    Mechanisms s;
    for (const auto& [name, mass] : {std::pair{"first", 2.0}, std::pair{"second", 0.5}})
        s.add("point", {{"name", name}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux"})}});
    s.add("load", {{"node", "first"}, {"direction", vector(1, 0, 0)}, {"force", P}});
    s.add("friction", {{"name", "between"},
                       {"from", "first"},
                       {"to", "second"},
                       {"direction", vector(1, 0, 0)},
                       {"normal_force", 4},
                       {"friction", friction("coulomb")}});
    s.add("friction", {{"name", "ground"},
                       {"node", "second"},
                       {"direction", vector(1, 0, 0)},
                       {"normal_force", 20},
                       {"friction", friction("coulomb")}});
    s.add("gap", {{"name", "stop"},
                  {"node", "first"},
                  {"direction", vector(1, 0, 0)},
                  {"clearance", 0.0},
                  {"sides", "positive"},
                  {"law", rigid()}});
    if (joints) {
        s.body("arm", 1, 1, {{"o", pair_of(-1, 0)}});
        s.hinge("pin", pair_of(5, 5), "arm.o");
    }
    const System system = s.system();
    const std::string name = by;
    const auto method = name == "event_driven" ? events(1e-11) : name == "newmark" ? jounce::test::method("newmark") : alpha(0.8);
    const MechanismRun run = run_mechanism(system, *method, h, 0.05);
    const double F = probe(system, run.end, "between.friction_force");
    EXPECT_LE(std::abs(F), 2 * (1 + 1e-9));
    EXPECT_NEAR(probe(system, run.end, "stop.force") + F, P, 1e-6 * P);
    EXPECT_NEAR(probe(system, run.end, "ground.friction_force"), -F, 1e-6 * P);
    for (const char* at : {"first.ux", "second.ux"}) EXPECT_NEAR(probe(system, run.end, at), 0, 1e-12) << at;
}

INSTANTIATE_TEST_SUITE_P(Structures, HeldThrice,
                         testing::Combine(testing::Values("event_driven", "newmark", "generalized_alpha"), testing::Values(false),
                                          testing::Values(3.0, 3e4)));
INSTANTIATE_TEST_SUITE_P(BesideJoints, HeldThrice,
                         testing::Combine(testing::Values("event_driven", "generalized_alpha"), testing::Values(true),
                                          testing::Values(3.0, 3e4)));

Value broken_line() {
    return table({{"family", "signal"}, {"kind", "table"}, {"times", list({0.0, 0.1, 0.5})}, {"values", list({0.0, 0.1, -0.3})}});
}

// The support moves at V = 1 m/s up to t = 0.1 s, then at -V. The mass slips with a = mu N/m on a support that is faster, is then
// braked at a, and reaches the speed of the support later: v(t) = a t, then a (2 t1 - t) until -V.
struct Braked : Carried {};

TEST_P(Braked, ASlipTurnsWhereTheSpeedOfTheSupportJumps) {
    const System system = on_support(model(), friction(kind(), 0.1), -1, 1, 0, broken_line());
    const double a = 0.1 * N / m, t1 = 0.1, end = 0.2, first = -1 + 0.5 * a * t1 * t1;
    const MechanismRun run = run_mechanism(system, *make(), h, end);
    const double rest = end - t1;
    EXPECT_NEAR(probe(system, run.end, "block.ux"), first + a * t1 * rest - 0.5 * a * rest * rest, 1e-9);
    EXPECT_NEAR(probe(system, run.end, "block.ux_velocity"), a * (2 * t1 - end), 1e-9);
}

std::string name(const testing::TestParamInfo<Carried::ParamType>& info) {
    const auto& [by, kind, model] = info.param;
    constexpr std::array<const char*, 3> models{"Structure", "BesideJoints", "Bodies"};
    return std::string(by) + "_" + kind + "_" + models[static_cast<std::size_t>(model)];
}

INSTANTIATE_TEST_SUITE_P(Structures, Carried,
                         testing::Combine(testing::Values("event_driven", "newmark", "generalized_alpha"),
                                          testing::Values("coulomb", "karnopp"), testing::Values(Model::structure)),
                         name);
INSTANTIATE_TEST_SUITE_P(Joints, Carried,
                         testing::Combine(testing::Values("event_driven", "generalized_alpha"),
                                          testing::Values("coulomb", "karnopp"),
                                          testing::Values(Model::beside_joints, Model::bodies)),
                         name);

INSTANTIATE_TEST_SUITE_P(Structures, Braked,
                         testing::Combine(testing::Values("event_driven", "newmark", "generalized_alpha"),
                                          testing::Values("coulomb", "karnopp"), testing::Values(Model::structure)),
                         name);
INSTANTIATE_TEST_SUITE_P(BesideJoints, Braked,
                         testing::Combine(testing::Values("event_driven", "generalized_alpha"),
                                          testing::Values("coulomb", "karnopp"), testing::Values(Model::beside_joints)),
                         name);
INSTANTIATE_TEST_SUITE_P(Structures, InPlane,
                         testing::Combine(testing::Values("event_driven", "newmark", "generalized_alpha"),
                                          testing::Values("coulomb", "karnopp"), testing::Values(Model::structure)),
                         name);
INSTANTIATE_TEST_SUITE_P(BesideJoints, InPlane,
                         testing::Combine(testing::Values("event_driven", "generalized_alpha"),
                                          testing::Values("coulomb", "karnopp"), testing::Values(Model::beside_joints)),
                         name);

INSTANTIATE_TEST_SUITE_P(Structures, ObliqueStop,
                         testing::Combine(testing::Values("event_driven", "newmark", "generalized_alpha"),
                                          testing::Values("coulomb", "karnopp"), testing::Values(Model::structure)),
                         name);
INSTANTIATE_TEST_SUITE_P(BesideJoints, ObliqueStop,
                         testing::Combine(testing::Values("event_driven", "generalized_alpha"),
                                          testing::Values("coulomb", "karnopp"), testing::Values(Model::beside_joints)),
                         name);

}  // namespace
}  // namespace jounce::test::carried_off_stop_test
