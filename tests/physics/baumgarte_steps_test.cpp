// Physics: one step, or one start, of Baumgarte's method. Drift of a hinge through a centre of mass is fed back by
// a = -(2 alpha v + beta^2 x), the gains from the longest step so far, which a state stores, and so is that of a body pressed
// into a rigid stop; beside rigid stops a small drift of the rates is removed instead. Without located events a contact acts from
// the first stage that finds it, and a bristle bends from the onset on. A step above the stability limit of the fastest mode is
// named in the error that it leads to. Reference: these closed forms, the integral of a force over a short contact. Tolerances:
// rounding, and where it is said what a located onset errs by.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "mechanisms.hpp"

namespace jounce::test::baumgarte_steps_test {
namespace {

Value rigid() { return table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.5}}); }

constexpr double clearance = 0.01;

/// A disc on a hinge through its centre of mass, and a block that rests on the lower face of its guide.
System disc_and_block() {
    Mechanisms m;
    m.body("disc", 2, 0.1, {{"centre", pair_of(0, 0)}});
    m.hinge("pin", pair_of(0, 0), "disc.centre");
    m.body("block", 1, 0.1, {});
    m.add("translational_clearance",
          {{"name", "guide"}, {"body", "block"}, {"length", 0.2}, {"height", 0.1}, {"clearance", clearance}, {"law", rigid()}});
    m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    m.add("initial", {{"node", "block"}, {"y", -clearance}});
    return m.system();
}

/// Restarted behind steps of up to `longest`, with these changes of the positions and these speeds.
State restarted(const System& system, const time::Method& method, double longest, const Vector& drift, const Vector& speed) {
    State state = run_mechanism(system, method, longest, longest).end;  // at rest
    state.q += drift;
    state.v = speed;
    method.bind(system, time::Events::locate)->restart(state);
    return state;
}

TEST(BaumgarteSteps, ADriftIsFedBackByTheGains) {
    constexpr double h = 1e-3, x = -3e-6, v = -2e-3;
    const System system = disc_and_block();
    const auto expect = [&](const std::vector<std::pair<const char*, Value>>& settings, double alpha, double beta) {
        Table table;
        table.set("scheme", "semi_implicit_euler");
        for (const auto& [key, value] : settings) table.set(key, value);
        const time::MethodPointer of = time::method_family.find("baumgarte")->make(table);
        // Of the hinge along x, of the block into its face.
        State from = run_mechanism(system, *of, h, h).end, to = from;
        for (const Eigen::Index i : {0, 4}) {
            from.q[i] += x;
            from.v[i] = v;
        }
        (void)of->bind(system, time::Events::locate)->step(from, to, h, from.time + h);
        for (const Eigen::Index i : {0, 4})
            EXPECT_NEAR(to.v[i], v - h * (2 * alpha * v + beta * beta * x), 1e-9 * std::abs(v)) << of->describe() << i;
    };
    expect({}, 0.5 / h, 1 / h);
    expect({{"alpha", 30}, {"beta", 700}}, 30, 700);
    EXPECT_EQ(method("baumgarte", {{"alpha", 30}})->describe(), "baumgarte (runge_kutta_4, alpha 30, beta 1/step)");
}

// Up to a thousandth of the largest speed, whatever its unit; a larger one is that of a given motion that has jumped.
TEST(BaumgarteSteps, BesideRigidStopsASmallDriftIsRemoved) {
    const System system = disc_and_block();
    for (const double speed : {100.0, 0.01}) {
        const auto left = [&](double drift) {
            return restarted(system, *method("baumgarte"), 1e-3, Vector::Zero(6), Vector{{drift, 0, speed, 0, 0, 0}}).v[0];
        };
        EXPECT_NEAR(left(5e-4 * speed), 0, 1e-12 * speed);
        EXPECT_EQ(left(5e-3 * speed), 5e-3 * speed);
    }
}

constexpr double mass = 0.4, slip = 0.1, fall = 1, h = 1e-4, stiffness = 1e6;
constexpr double coefficient = 0.3, bristle_stiffness = 1e3;

/// A block that falls into its guide with both corners and slides along it, behind one step. \param height above the face
State first_step(double height) {
    Mechanisms m;
    m.body("block", mass, 3e-4, {});
    m.add("translational_clearance",
          {{"name", "guide"},
           {"body", "block"},
           {"length", 0.1},
           {"height", 0.04},
           {"clearance", clearance},
           {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", stiffness}, {"exponent", 1}})},
           {"friction", table({{"family", "friction"},
                               {"kind", "lugre"},
                               {"coefficient", coefficient},
                               {"bristle_stiffness", bristle_stiffness},
                               {"bristle_damping", 0}})}});
    m.add("initial", {{"node", "block"}, {"y", height - clearance}, {"vx", slip}, {"vy", -fall}});
    const System system = m.system();
    const auto stepper = method("baumgarte")->bind(system, time::Events::stepwise);
    State from = time::initial_state(system);
    stepper->start(from);
    State to = from;
    (void)stepper->step(from, to, h, h);
    return to;
}

TEST(BaumgarteSteps, AContactWithoutALocatedBeginActsFromItsFirstStage) {
    // Both corners, m v'' = -2 K v: the method of the fourth order has the Taylor polynomial of 1 - cos(w h).
    const double square = 2 * stiffness * h * h / mass;
    const double change = fall * (square / 2 - square * square / 24);
    EXPECT_NEAR(first_step(0).v[1] + fall, change, 1e-12 * change);
    EXPECT_NEAR(first_step(0.005).v[1] + fall, 0, 1e-15) << "control: it touches nothing";
}

TEST(BaumgarteSteps, BristlesBendFromTheOnsetOn) {
    const State after = first_step(0.5 * fall * h);
    int closed = 0;
    for (std::size_t s = 0; s < after.sides.size(); ++s) closed += after.sides[s].memory.closed ? 1 : 0;
    ASSERT_EQ(closed, 2);
    // z' = v (1 - z / longest). The onset is located by the motion at the end of the step, where the rate of the indentation has
    // fallen by the share K (h/2)^2 / m.
    const double longest = coefficient / bristle_stiffness;
    const double exact = longest * (1 - std::exp(-0.5 * h * slip / longest));
    int bent = 0;
    for (const FrictionState& friction : after.frictions) {
        if (friction.bristle[0] == 0) continue;
        EXPECT_NEAR(std::abs(friction.bristle[0]), exact, 0.25 * stiffness * h * h / mass * exact);
        ++bent;
    }
    EXPECT_GE(bent, 1);
}

/// Two rods on hinges of their own, too quick to bend as little as their theory supposes.
std::string said(bool slow_first, const char* scheme, double step, double duration, double& fastest) {
    Mechanisms m;
    const auto rod = [&](const char* name, double length, double y) {
        m.add("flexible_body", {{"name", name},
                                {"length", length},
                                {"section", circle(0.01)},
                                {"material", steel()},
                                {"points", table({{"A", 0.0}})},
                                {"modes", 1}});
        m.hinge((std::string(name) + "s").c_str(), pair_of(0, y), (std::string(name) + ".A").c_str());
    };
    if (slow_first) rod("slow", 0.4, 0);
    rod("quick", 0.2, 1);
    if (!slow_first) rod("slow", 0.4, 0);
    m.add("assemble", {{"positions", table({{"slow", pair_of(0.2, 0)}, {"quick", pair_of(0.1, 1)}})}});
    m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    const System system = m.system();
    fastest = 0;
    for (const FlexibleLink& link : system.mechanism->links)
        if (link.name == "quick") fastest = link.body->frequency(link.body->modes() - 1);
    return error_of([&] { (void)run_mechanism(system, *method("baumgarte", {{"scheme", scheme}}), step, duration); });
}

TEST(BaumgarteSteps, AStepAboveTheStabilityLimitOfTheFastestModeIsNamed) {
    for (const bool slow_first : {true, false}) {
        for (const auto& [scheme, limit] : {std::pair{"runge_kutta_4", std::sqrt(8.0)}, std::pair{"semi_implicit_euler", 2.0}}) {
            double fastest = 0;
            const std::string words = said(slow_first, scheme, 1e-3, 0.1, fastest);
            const std::string named =
                fmt::format("; the step of 0.001 s is above the stability limit of baumgarte for the modes of 'quick', {:.2g} s",
                            limit / fastest);
            EXPECT_NE(words.find(named), std::string::npos) << words << "\n" << named;
            // The last step of a run may be short: those before it were not.
            const auto at = words.find("t = ");
            ASSERT_NE(at, std::string::npos) << words;
            const std::string last = said(slow_first, scheme, 1e-3, std::stod(words.substr(at + 4)) + 1e-6, fastest);
            EXPECT_NE(last.find(named), std::string::npos) << last;
        }
    }
    // Control: a step below the limit has no error.
    double fastest = 0;
    EXPECT_EQ(said(true, "runge_kutta_4", 1e-5, 1e-3, fastest), "");
}

}  // namespace
}  // namespace jounce::test::baumgarte_steps_test
