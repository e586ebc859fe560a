// Physics: a stick whose force and whose normal force are both zero where it breaks: normal force a t under a load b t, along a
// line, in a plane, beside a pendulum; no normal force at first; a support that moves; a contact that begins at rest.
// Reference: closed forms, x = (b - mu a) t^3/6m; at b < mu a it stays. Tolerance: the order of the method in the step (1e-3 s;
// of paths of 30 mm and more), rounding for event_driven. Controls: without friction the path is another one, against it as well.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"
#include "time/account/friction_log.hpp"

namespace jounce::test::zero_force_stick_test {
namespace {

constexpr double mass = 1.5, mu = 0.3, a = 2, b = 1;

Value rising(double rate) {
    return table({{"family", "signal"}, {"kind", "ramp"}, {"from_time", 0}, {"to_time", 10}, {"to_value", 10 * rate}});
}
Value jump(double time, double value) {
    return table({{"family", "signal"}, {"kind", "step"}, {"time", time}, {"before", 0}, {"value", value}});
}
const Value coulomb = table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}});

/// A mass pressed to a table and pushed along it.
Mechanisms pushed(const Value& normal_force, double load, bool plane, bool beside_joint) {
    Mechanisms m;
    const Value along = plane ? vector(-0.6, 0.8, 0) : vector(-1, 0, 0);
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux", "uy"})}});
    m.add("load", {{"node", "p"}, {"direction", along}, {"force", rising(load)}});
    Table friction = table({{"name", "f"}, {"node", "p"}, {"normal_force", normal_force}, {"friction", coulomb}});
    if (plane) friction.set("directions", list({vector(1, 0, 0), vector(0, 1, 0)}));
    if (!plane) friction.set("direction", vector(1, 0, 0));
    m.model.add("friction", friction, {"test", 1});
    if (beside_joint) {
        m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
        m.hinge("O", pair_of(0, 0), "arm.O");
    }
    return m;
}

struct Outcome {
    double x, y;
    std::vector<time::FrictionEvent> events;
};

Outcome march(Mechanisms m, const time::Method& method, time::Events events = time::Events::locate) {
    const auto system = method.prepare(std::make_shared<const System>(m.system()));
    const auto stepper = method.bind(*system, events);
    State state = time::initial_state(*system);
    time::FrictionLog log;
    std::vector<time::Observer*> observers{&log};
    time::MarchOptions options;
    options.step = 1e-3;
    options.duration = 1;
    options.order = method.order();
    options.events = events;
    (void)time::march(*system, *stepper, options, state, observers);
    Outcome out{probe(*system, state, "p.ux"), probe(*system, state, "p.uy"), {}};
    log.events().visit([&](const auto& event) { out.events.push_back(event); });
    return out;
}

struct ZeroForceStick : testing::TestWithParam<std::string> {
    [[nodiscard]] std::vector<bool> beside() const {
        if (GetParam() == "baumgarte") return {true};
        if (GetParam() == "event_driven" || GetParam() == "generalized_alpha") return {false, true};
        return {false};
    }
    [[nodiscard]] double allowed() const { return GetParam() == "event_driven" ? 1e-11 : 1e-6; }
};

/// By the methods that integrate models without bodies.
struct ZeroForceStickOfAStructure : ZeroForceStick {};

TEST_P(ZeroForceStick, BreaksWhereTheLoadRisesFasterThanFriction) {
    const auto with = method(GetParam().c_str());
    const double way = (b - mu * a) / (6 * mass);
    for (const bool plane : {false, true}) {
        for (const bool beside_joint : beside()) {
            const Outcome out = march(pushed(rising(a), b, plane, beside_joint), *with);
            EXPECT_NEAR(out.x, plane ? -0.6 * way : -way, allowed());
            EXPECT_NEAR(out.y, plane ? 0.8 * way : 0, allowed());
            ASSERT_EQ(out.events.size(), 1U) << plane << beside_joint;
            EXPECT_NEAR(out.events[0].time, 0, 1e-9);
        }
    }
}

TEST_P(ZeroForceStick, HoldsWhereFrictionRisesFaster) {
    const auto with = method(GetParam().c_str());
    for (const bool plane : {false, true}) {
        for (const bool beside_joint : beside()) {
            const Outcome out = march(pushed(rising(a), 0.9 * mu * a, plane, beside_joint), *with);
            EXPECT_LT(std::hypot(out.x, out.y), 1e-7) << "the creep of a stick held at the ends of steps";
            EXPECT_TRUE(out.events.empty());
        }
    }
}

// It slides freely at first: m v(1/2) = b/8, and friction mu N afterwards.
TEST_P(ZeroForceStick, BreaksWithoutANormalForceThatComesLater) {
    const auto with = method(GetParam().c_str());
    const double way = (b / 6 - mu * 2 / 8) / mass;
    for (const bool beside_joint : beside()) {
        const Outcome out = march(pushed(jump(0.5, 2), b, false, beside_joint), *with);
        EXPECT_NEAR(out.x, -way, allowed());
        EXPECT_EQ(out.events.size(), 1U);
    }
}

// Neither load nor normal force until 0.3 and 0.4 s.
TEST_P(ZeroForceStick, WaitsForTheLoad) {
    const auto later = [](double from, double rate) {
        return table(
            {{"family", "signal"}, {"kind", "ramp"}, {"from_time", from}, {"to_time", from + 10}, {"to_value", 10 * rate}});
    };
    const auto with = method(GetParam().c_str());
    const double way = (10 * std::pow(0.7, 3) - mu * 2 * std::pow(0.6, 3)) / (6 * mass);
    for (const bool beside_joint : beside()) {
        Mechanisms m = pushed(later(0.4, 2), 0, false, beside_joint);
        m.add("load", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"force", later(0.3, 10)}});
        const Outcome out = march(m, *with);
        EXPECT_NEAR(out.x, way, 10 * allowed());
        ASSERT_EQ(out.events.size(), 1U);
        EXPECT_NEAR(out.events[0].time, 0.3, 1e-9);
    }
}

// The belt's motion c t^3 gives the mass mu a t at most.
TEST_P(ZeroForceStickOfAStructure, SlipsOnASupportThatLeaves) {
    const auto with = method(GetParam().c_str());
    Mechanisms m;
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux", "uy"})}});
    m.add("node", {{"name", "belt"}, {"at", vector(0, 0, 0)}});
    // -t^3 as a spline through a cubic's points, with its third derivative throughout.
    List times, values;
    for (int i = 0; i <= 4; ++i) {
        times.emplace_back(0.5 * i);
        values.emplace_back(-std::pow(0.5 * i, 3));
    }
    const Value motion =
        table({{"family", "signal"}, {"kind", "table"}, {"times", times}, {"values", values}, {"interpolation", "cubic"}});
    m.add("prescribe", {{"node", "belt"}, {"dof", "ux"}, {"motion", motion}});
    m.add("fix", {{"node", "belt"}, {"dofs", list({"uy", "uz", "rx", "ry", "rz"})}});
    m.add("friction", {{"name", "f"},
                       {"from", "belt"},
                       {"to", "p"},
                       {"direction", vector(1, 0, 0)},
                       {"normal_force", rising(a)},
                       {"friction", coulomb}});
    const Outcome out = march(m, *with);
    EXPECT_NEAR(out.x, -mu * a / (6 * mass), allowed());
    EXPECT_EQ(out.events.size(), 1U);
}

// A stop touched at rest: N = a (t - sin(w t)/w), of third order in time, under a load of first order.
TEST_P(ZeroForceStickOfAStructure, BreaksWhereAContactBeginsAtRest) {
    const double k = 1e3, w = std::sqrt(k / mass);
    for (const double way : {1.0, -1.0}) {
        Mechanisms m;
        m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux", "uy"})}});
        m.add("load", {{"node", "p"}, {"direction", vector(0, 0.8, 0)}, {"force", rising(a)}});
        m.add("load", {{"node", "p"}, {"direction", vector(way, 0, 0)}, {"force", rising(b)}});
        m.add("gap", {{"name", "stop"},
                      {"node", "p"},
                      {"direction", vector(0, 1, 0)},
                      {"clearance", 0},
                      {"sides", "positive"},
                      {"law", table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", k}})},
                      {"tangent", vector(1, 0, 0)},
                      {"friction", coulomb}});
        const Outcome out = march(m, *method(GetParam().c_str()));
        const double sine = (std::sin(w) / w - 1) / (w * w);  // int int sin(w t)/w = (t - sin(w t)/w)/w^2
        const double x = (b / 6 - mu * a * (1.0 / 6 + sine)) / mass;
        EXPECT_NEAR(out.x, way * x, std::max(allowed(), 1e-9));
    }
}

std::string name(const testing::TestParamInfo<std::string>& info) { return info.param; }
const std::vector<std::string> of_structures = {
    "newmark", "hht",         "wbz", "generalized_alpha", "average_acceleration", "linear_acceleration", "central_difference",
    "precise", "event_driven"};
INSTANTIATE_TEST_SUITE_P(All, ZeroForceStick, testing::ValuesIn(of_structures), name);
INSTANTIATE_TEST_SUITE_P(OfBodies, ZeroForceStick, testing::Values("baumgarte"), name);
INSTANTIATE_TEST_SUITE_P(All, ZeroForceStickOfAStructure, testing::ValuesIn(of_structures), name);

TEST(ZeroForceStick, StepwiseTheNextStepDecides) {
    const auto with = method("newmark");
    const double way = (b - mu * a) / (6 * mass);
    EXPECT_NEAR(march(pushed(rising(a), b, false, false), *with, time::Events::stepwise).x, -way, 1e-6);
    EXPECT_GT(std::abs(march(pushed(rising(0), b, false, false), *with).x + way), 0.05) << "control: without friction";
}

// A stick does not move, neither under a load that rises within its limit nor at the limit itself, where 0.3 times 7 N is less
// than 2.1 N by the last bit; and its slip has no events. To the rounding of the load's impulses, 1e-16 of 1 N s, over 1 s.
TEST(StickUnderALoad, DoesNotMove) {
    const auto run = [](const time::Method& method, const Value& load) {
        Mechanisms m;
        m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux", "uy"})}});
        m.add("load", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"force", load}});
        m.add("friction",
              {{"name", "f"}, {"node", "p"}, {"normal_force", 7}, {"direction", vector(1, 0, 0)}, {"friction", coulomb}});
        return march(std::move(m), method);
    };
    std::vector<time::MethodPointer> methods{events(), alpha(), alpha(1), method("newmark")};
    for (int order = 1; order <= 4; ++order) methods.push_back(method("precise", {{"order", order}}));
    for (int order = 2; order <= 3; ++order) methods.push_back(method("precise", {{"contact", "implicit"}, {"order", order}}));
    for (const auto& with : methods) {
        for (const Value& load : {rising(1.5), Value(2.1)}) {
            const Outcome out = run(*with, load);
            EXPECT_NEAR(out.x, 0, 1e-15) << with->describe();
            EXPECT_TRUE(out.events.empty()) << with->describe();
        }
        EXPECT_GT(run(*with, 2.1 * (1 + 1e-6)).x, 1e-7) << with->describe();
    }
}

}  // namespace
}  // namespace jounce::test::zero_force_stick_test
