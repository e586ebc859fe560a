// Physics: the iteration of generalized_alpha with joints, in long steps: it closes the joints itself, and what sticks on a belt
// goes with the belt.
// References: the joints' equations, to round-off; of the belt A sin(w t), which Newmark's formulas follow to second order.
// Its convergence is quadratic: the number of iterations that a complete tangent needs.
// Control: a mass that slides leaves the belt.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"
#include "time/one_step/one_step.hpp"
#include "time/start/mechanism_stepper.hpp"

namespace jounce::test::mechanism_alpha_test {
namespace {

// A pendulum that turns by a fifth of a radian in each step, and a spring-loaded crank: without a converged iteration the hinges
// are open by 1e-3 m.
TEST(MechanismAlpha, ClosesItsJointsInLongSteps) {
    Mechanisms m;
    m.body("upper", 1, 0.02, {{"O", pair_of(-0.2, 0)}, {"end", pair_of(0.3, 0)}});
    m.body("lower", 2, 0.03, {{"O", pair_of(-0.25, 0)}});
    m.hinge("O", pair_of(0, 0), "upper.O");
    m.hinge("A", "upper.end", "lower.O");
    m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    m.guess({{"upper", 0.2}, {"lower", 1.0}});
    m.add("initial", {{"node", "upper"}, {"vangle", 7}});
    m.add("initial", {{"node", "lower"}, {"vangle", -5}});
    const System system = m.system();
    for (const double radius : {0.5, 0.8, 1.0}) {
        Drift drift(system);
        double turn = 0;
        (void)run_mechanism(system, *alpha(radius), 0.03, 0.9, [&](const State& state) {
            drift(state);
            turn = std::max(turn, 0.03 * std::abs(probe(system, state, "upper.vangle")));
        });
        EXPECT_LT(drift.position, 1e-13) << radius;
        EXPECT_LT(drift.rate, 1e-12) << radius;
        EXPECT_GT(turn, 0.2) << "control: the steps are long";
    }
}

/// The largest distance of a mass from where it was set on a belt that shakes by 1 mm.
double left_behind(double step, double normal_force) {
    constexpr double A = 1e-3, frequency = 20, w = 2 * pi * frequency;
    Mechanisms m;
    m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
    m.hinge("O", pair_of(0, 0), "arm.O");
    m.add("node", {{"name", "belt"}, {"at", vector(0, 0, 0)}});
    m.add("prescribe", {{"node", "belt"},
                        {"dof", "ux"},
                        {"motion", table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", A}, {"frequency", frequency}})}});
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux"})}});
    m.add("friction", {{"from", "belt"},
                       {"to", "p"},
                       {"direction", vector(1, 0, 0)},
                       {"normal_force", normal_force},
                       {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.3}})}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(A * w, 0, 0)}});
    const System system = m.system();
    double out = 0;
    (void)run_mechanism(system, *alpha(0.8), step, 0.1, [&](const State& state) {
        out = std::max(out, std::abs(probe(system, state, "p.ux") - A * std::sin(w * state.time)) / A);
    });
    return out;
}

TEST(MechanismAlpha, WhatSticksGoesWithTheBelt) {
    const double coarse = left_behind(1e-3, 40), fine = left_behind(5e-4, 40);
    EXPECT_LT(coarse, 0.02);
    EXPECT_NEAR(std::log2(coarse / fine), 2, 0.2);
    EXPECT_GT(left_behind(1e-3, 4), 0.2) << "control: 1.2 N do not hold it";
}

// Two rods, nearly straight, come to rest on a stop each, and a friction holds the second one: it holds a mechanism whose speed
// along it is 500 times smaller than elsewhere, so that the rounding of a joint, 1e-17 m over h^2, is 1e-4 m/s^2 of acceleration.
// It ended in "does not converge" at ever shorter steps. At rest the moments about both hinges vanish; what is left of the speeds
// changes the forces by 2e-3 N through the dampers. Control: without friction the same.
TEST(MechanismAlpha, AStickThatNearlyStopsItLeavesRoundingAlone) {
    for (const double normal_force : {100.0, 0.0}) {
        Mechanisms m;
        m.body("one", 1, 0.005, {{"A", pair_of(-0.1, 0)}, {"B", pair_of(0.1, 0)}});
        m.body("two", 0.5, 0.002, {{"B", pair_of(-0.1, 0)}});
        m.hinge("A", pair_of(0, 0), "one.A");
        m.hinge("B", "one.B", "two.B");
        m.guess({{"one", -0.0099}, {"two", 1e-4}});
        m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
        for (const auto& [node, clearance] : {std::pair{"one", 1e-3}, {"two", 2e-3}}) {
            m.add("gap", {{"name", std::string("under_") + node},
                          {"node", node},
                          {"direction", vector(0, -1, 0)},
                          {"clearance", clearance},
                          {"sides", "positive"},
                          {"law", table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", 1e6}, {"damping", 2e3}})}});
        }
        if (normal_force > 0) {
            m.add("friction", {{"name", "stick"},
                               {"node", "two"},
                               {"direction", vector(1, 0, 0)},
                               {"normal_force", normal_force},
                               {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.5}})}});
        }
        const System system = m.system();
        const MechanismRun run = run_mechanism(system, *alpha(0.8), 2e-5, 0.1);
        EXPECT_EQ(run.report.halvings, 0) << normal_force;
        EXPECT_LT(run.end.v.cwiseAbs().maxCoeff(), 1e-6) << normal_force;
        const double tan_one = std::tan(probe(system, run.end, "one.angle")),
                     tan_two = std::tan(probe(system, run.end, "two.angle"));
        const double stick = normal_force > 0 ? probe(system, run.end, "stick.friction_force") : 0;
        EXPECT_NEAR(probe(system, run.end, "under_one.force"), 9.81 + 2 * stick * (tan_one - tan_two), 5e-3) << normal_force;
        EXPECT_NEAR(probe(system, run.end, "under_two.force"), 0.5 * 9.81 + stick * tan_two, 5e-3) << normal_force;
    }
}

void set_by_name(const System& system, Vector& x, const std::string& name, double value) {
    const auto& names = system.coordinate_names;
    const auto at = std::find(names.begin(), names.end(), name);
    ASSERT_NE(at, names.end()) << name;
    x[at - names.begin()] = value;
}

/// A scene whose tangents are complete, in one step, and the most iterations that a quadratic convergence needs there.
struct OneStep {
    std::string name;
    std::function<void(Mechanisms&)> add;
    std::map<std::string, double> speeds;
    double step = 0;
    int most = 0;
    FrictionStatus status = FrictionStatus::open;
};

Value law(const char* kind, double stiffness) {
    Table out = table({{"family", "law"}, {"kind", kind}, {"stiffness", stiffness}});
    if (std::string(kind) == "kelvin_voigt") out.set("damping", 40.0);
    return out;
}

/// A point before a stop along (0.6, 0.8), by which each step counts its iterations.
void pressed(Mechanisms& m, const Value& by, const Value& friction = {}) {
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
    Table gap = table({{"name", "stop"},
                       {"node", "p"},
                       {"direction", vector(0.6, 0.8, 0)},
                       {"clearance", 1e-3},
                       {"sides", "positive"},
                       {"law", by}});
    if (friction.table() != nullptr) {
        gap.set("tangent", vector(-0.8, 0.6, 0));
        gap.set("friction", friction);
    }
    m.model.add("gap", gap, {"case.lua", 1});
}

// Newton's method doubles the digits with each iteration: an increment of 1e-2, 1e-4, 1e-8, then below 1e-10, which ends it. A
// linear problem is solved by the first one, which the second confirms. A tangent that lacks a part of a tenth ends after ten.
TEST(MechanismAlpha, ConvergesQuadratically) {
    const Value kelvin = law("kelvin_voigt", 3e5);
    const Value slides =
        table({{"family", "friction"}, {"kind", "coulomb_regularised"}, {"coefficient", 0.3}, {"transition_speed", 0.7}});
    const std::vector<OneStep> steps{
        {"linear",
         [&](Mechanisms& m) {
             m.body("block", 1, 0.02, {});
             m.add("translational", {{"name", "guide"}, {"body", "block"}, {"through", pair_of(0, 0)}});
             m.add("node", {{"name", "wall"}, {"at", vector(0, 0, 0)}});
             m.add("fix", {{"node", "wall"}});
             pressed(m, kelvin);
             m.add("spring",
                   {{"from", "wall"}, {"to", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 2e4}, {"damping", 30}});
         },
         {{"block.ux", 2}, {"p.ux", 0.3}, {"p.uy", -0.7}},
         1e-3,
         2},
        {"pendulum",
         [&](Mechanisms& m) {
             m.body("upper", 1, 0.02, {{"O", pair_of(-0.2, 0.05)}, {"end", pair_of(0.3, 0)}});
             m.body("lower", 2, 0.03, {{"O", pair_of(-0.25, 0)}});
             m.hinge("O", pair_of(0, 0), "upper.O");
             m.hinge("A", "upper.end", "lower.O");
             m.add("gravity", {{"acceleration", vector(3, -9.81, 0)}});
             m.guess({{"upper", 0.2}, {"lower", 1.0}});
             m.add("torsion_spring", {{"between", between("upper", "lower")}, {"stiffness", 300.0}, {"damping", 2.0}});
             m.add("initial", {{"node", "upper"}, {"vangle", 7}});
             m.add("initial", {{"node", "lower"}, {"vangle", -5}});
             pressed(m, kelvin);
         },
         {},
         1e-2,
         4},
        {"hertz",
         [&](Mechanisms& m) {
             m.body("block", 1, 0.02, {});
             m.add("translational", {{"name", "guide"}, {"body", "block"}, {"through", pair_of(0, 0)}});
             pressed(m, law("hertz", 4e6));
         },
         {{"p.ux", 0.3}, {"p.uy", 0.4}},
         1e-3,
         3},
        {"friction",
         [&](Mechanisms& m) {
             m.body("block", 1, 0.02, {});
             m.add("translational", {{"name", "guide"}, {"body", "block"}, {"through", pair_of(0, 0)}});
             pressed(m, law("hertz", 4e6), slides);
         },
         {{"p.ux", -0.4}, {"p.uy", 0.9}},
         1e-3,
         3},
        {"rod",
         [&](Mechanisms& m) {
             add_rod(m);
             m.add("gravity", {{"acceleration", vector(300, -981, 0)}});
             pressed(m, kelvin);
         },
         {},
         2e-3,
         4},
        {"held",
         [&](Mechanisms& m) {
             m.body("upper", 1, 0.02, {{"O", pair_of(-0.2, 0.05)}, {"end", pair_of(0.3, 0)}});
             m.hinge("O", pair_of(0, 0), "upper.O");
             m.add("initial", {{"node", "upper"}, {"vangle", 7}});
             m.add("gravity", {{"acceleration", vector(3, -9.81, 0)}});
             pressed(m, table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.5}, {"minimum_speed", 1e-6}}),
                     table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.3}}));
             m.add("load", {{"node", "p"}, {"direction", vector(0.6, 0.8, 0)}, {"force", 30}});
             // Masses and springs together then have another inverse than the masses alone.
             m.add("node", {{"name", "wall"}, {"at", vector(0, 0, 0)}});
             m.add("fix", {{"node", "wall"}});
             m.add("spring", {{"from", "wall"}, {"to", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 2e4}});
         },
         {},
         1e-2,
         3,
         FrictionStatus::stick},
    };
    for (const OneStep& one : steps) {
        for (const double radius : {0.5, 0.8, 1.0}) {
            Mechanisms m;
            one.add(m);
            System system = m.system();
            for (const auto& [name, speed] : one.speeds) set_by_name(system, system.v0, name, speed);
            if (one.status == FrictionStatus::open) {  // 2 mm into the stop
                set_by_name(system, system.q0, "p.ux", 0.6 * 3e-3);
                set_by_name(system, system.q0, "p.uy", 0.8 * 3e-3);
            }
            if (one.status == FrictionStatus::stick) {
                for (Contact& contact : system.contacts) contact.gap.clearance = 0;
            }
            const auto stepper = alpha(radius)->bind(system, time::Events::locate);
            State from = time::initial_state(system);
            for (SideState& side : from.sides) side.memory = {.closed = true, .impact_speed = 1};
            stepper->start(from);
            for (SideState& side : from.sides) side.memory = {.closed = true, .impact_speed = 1};
            if (!from.frictions.empty() && one.status == FrictionStatus::stick) from.frictions[0].status = one.status;
            stepper->restart(from);
            State to = from;
            const time::StepReport report = stepper->step(from, to, one.step, one.step);
            EXPECT_TRUE(report.converged) << one.name;
            EXPECT_GE(report.iterations, 2) << one.name;
            EXPECT_LE(report.iterations, one.most) << one.name << ' ' << radius;
            EXPECT_GT((to.v - from.v).norm(), 1e-4 * from.v.norm()) << one.name << ": control";
        }
    }
}

// |da| h c in the norm of the mass matrix, over the speed of all energy and what the acceleration adds in the largest step.
TEST(MechanismAlpha, EstimatesTheErrorOfAStep) {
    Mechanisms m;
    m.body("block", 3, 0.02, {});
    m.add("translational", {{"name", "guide"}, {"body", "block"}, {"through", pair_of(0, 0)}});
    pressed(m, law("kelvin_voigt", 3e5));
    m.add("node", {{"name", "wall"}, {"at", vector(0, 0, 0)}});
    m.add("fix", {{"node", "wall"}});
    m.add("spring", {{"from", "wall"}, {"to", "p"}, {"direction", vector(0, 1, 0)}, {"stiffness", 700}});
    const System system = m.system();
    const auto norm = [&](const Vector& x) { return std::sqrt(x.dot(Vector(system.linear.M * x))); };
    for (const double beta : {0.02, 0.25, 0.3, 1.0}) {
        const double c = std::max(std::abs(beta - 1.0 / 6), 1.0 / 12);
        const auto stepper = time::mechanism_alpha_stepper(system, {0.2, 0.4, beta, 0.7}, time::Events::locate);
        State from = time::initial_state(system);
        stepper->start(from);
        State to = from;
        EXPECT_EQ(stepper->error_estimate(
                      State(from),
                      [&] {
                          State still = from;
                          still.a.setZero();
                          still.v.setZero();
                          still.q.setZero();
                          return still;
                      }(),
                      0, 0),
                  0);
        for (int i = 0; i < system.size(); ++i) {
            from.q[i] = 0.01 * std::cos(1.0 + i);
            from.v[i] = std::sin(2.0 + 3 * i);
            from.a[i] = 50 * std::cos(2.0 * i);
            to.a[i] = 50 * std::sin(5.0 * i + 1);
        }
        from.sides[0].response.stored_energy = 0.7;
        for (const double h : {1e-3, 0.1}) {
            for (const double largest : {0.0, 0.3}) {
                const double energy = from.q.dot(Vector(system.linear.K * from.q)) + 2 * 0.7;
                const double scale = std::hypot(norm(from.v), std::sqrt(energy)) + largest * norm(to.a);
                const double want = c * h * norm(to.a - from.a) / scale;
                EXPECT_NEAR(stepper->error_estimate(from, to, h, largest), want, 1e-12 * want) << beta << ' ' << h;
            }
        }
    }
}

// Bristles bend by the slip since the contact began within the step, not since the step began.
TEST(MechanismAlpha, BristlesBendFromTheOnset) {
    for (const double part : {0.25, 0.5, 0.9}) {
        Mechanisms m;
        m.body("block", 3, 0.02, {});
        m.add("translational", {{"name", "guide"}, {"body", "block"}, {"through", pair_of(0, 0)}});
        m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
        m.add("gap", {{"name", "stop"},
                      {"node", "p"},
                      {"direction", vector(1, 0, 0)},
                      {"tangent", vector(0, 1, 0)},
                      {"clearance", 1e-2},
                      {"sides", "positive"},
                      {"law", table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", 10.0}, {"damping", 1e-3}})},
                      {"friction", table({{"family", "friction"},
                                          {"kind", "lugre"},
                                          {"coefficient", 0.3},
                                          {"static_coefficient", 0.3},
                                          {"stribeck_speed", 1.0},
                                          {"bristle_stiffness", 1.0},
                                          {"bristle_damping", 0.0}})}});
        System system = m.system();
        constexpr double h = 1e-3, speed = 1, across = 0.4, begin = 5;
        set_by_name(system, system.q0, "p.ux", 1e-2 - (1 - part) * h * speed);
        set_by_name(system, system.v0, "p.ux", speed);
        set_by_name(system, system.v0, "p.uy", across);
        const auto stepper = alpha(0.8)->bind(system, time::Events::stepwise);
        State from = time::initial_state(system);
        from.time = begin;
        stepper->start(from);
        State to = from;
        ASSERT_TRUE(stepper->step(from, to, h, begin + h).converged);
        EXPECT_NEAR(to.frictions[0].bristle[0], part * h * across, 0.01 * part * h * across) << part;
        EXPECT_NEAR(to.sides[0].memory.onset_time, begin + (1 - part) * h, 1e-3 * h) << part;
    }
}

// Index-3 equations need damping at high frequencies: alpha_f > alpha_m and gamma > 1/2.
TEST(MechanismAlpha, MethodsWithDampingKnowJoints) {
    EXPECT_TRUE(alpha(0.8)->knows_joints());
    EXPECT_FALSE(alpha(1.0)->knows_joints());
    EXPECT_TRUE(method("hht", {{"alpha", 0.1}})->knows_joints());
    EXPECT_TRUE(method("wbz", {{"alpha", 0.1}})->knows_joints());
    EXPECT_FALSE(method("wbz", {{"alpha", 0}})->knows_joints());
    EXPECT_FALSE(method("newmark")->knows_joints());
    EXPECT_FALSE(method("newmark", {{"gamma", 0.6}, {"beta", 0.3025}})->knows_joints());
}

// A step names the contact with the largest force, in any order.
TEST(MechanismAlpha, NamesTheContactWithTheLargestForce) {
    for (const std::size_t hard : {0U, 1U}) {
        Mechanisms m;
        m.body("block", 3, 0.02, {});
        m.add("translational", {{"name", "guide"}, {"body", "block"}, {"through", pair_of(0, 0)}});
        for (const std::size_t i : {0U, 1U}) {
            const std::string name = i == 0 ? "a" : "b";
            m.add("point", {{"name", name}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux"})}});
            m.add("gap", {{"node", name},
                          {"direction", vector(1, 0, 0)},
                          {"clearance", 1e-3},
                          {"sides", "positive"},
                          {"law", law("hertz", i == hard ? 4e7 : 4e5)}});
        }
        System system = m.system();
        for (const char* name : {"a.ux", "b.ux"}) set_by_name(system, system.q0, name, 3e-3);
        const auto stepper = alpha(0.8)->bind(system, time::Events::locate);
        State from = time::initial_state(system);
        stepper->start(from);
        State to = from;
        EXPECT_EQ(stepper->step(from, to, 1e-5, 1e-5).contact, static_cast<int>(hard));
    }
}

}  // namespace
}  // namespace jounce::test::mechanism_alpha_test
