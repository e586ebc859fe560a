// Physics: frictions that slide along lines under constant normal forces are constant forces on the exact linear motion:
// event_driven flies from one end of slip, or contact, to the next. Witness: the same structures with the same forces as
// functions of time without a closed form, which the method integrates by an explicit rule of order 8 with its own location of
// events. Tolerance: a hundred times that of the two. Control: under half the friction the motion is another one, and the flights
// need far fewer steps.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "mechanisms.hpp"
#include "support/small_system.hpp"
#include "time/account/friction_log.hpp"

namespace jounce::test::sliding_flight_test {
namespace {

struct Scene {
    const char* friction = "coulomb";
    double static_coefficient = 0, dead_band = 0;
    bool stop = false, two = false, belt = false;
    double normal_force = 20;
};

System build(const Scene& scene, bool closed_form) {
    Script m;
    const Value section = table({{"family", "section"}, {"kind", "rectangle"}, {"width", 0.03}, {"height", 0.01}});
    const Value steel = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 2.1e11}, {"nu", 0.3}, {"density", 7800.0}});
    m.add("beam", {{"name", "rod"},
                   {"from", vector(0, 0, 0)},
                   {"to", vector(1, 0, 0)},
                   {"elements", 6},
                   {"section", section},
                   {"material", steel}});
    m.add("fix", {{"node", "rod[1]"}});
    Table friction = table({{"family", "friction"}, {"kind", scene.friction}, {"coefficient", 0.3}});
    if (scene.static_coefficient > 0) friction.set("static_coefficient", scene.static_coefficient);
    if (scene.dead_band > 0) friction.set("dead_band", scene.dead_band);
    const auto rubs = [&](const char* name, const char* node, double N) {
        Table fields = table({{"name", name}, {"direction", vector(0, 0, 1)}, {"normal_force", N}, {"friction", friction}});
        if (scene.belt) {
            fields.set("from", "belt");
            fields.set("to", node);
        } else {
            fields.set("node", node);
        }
        m.model.add("friction", fields, {"test", 1});
    };
    if (scene.belt) {
        m.add("point", {{"name", "belt"}, {"at", vector(1, 0, 0)}, {"mass", 1}, {"free", list({"uz"})}});
        m.add("prescribe", {{"node", "belt"},
                            {"dof", "uz"},
                            {"motion", table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 2e-3}, {"frequency", 3}})}});
    }
    rubs("tip", "rod[7]", scene.normal_force);
    if (scene.two) rubs("middle", "rod[4]", 0.4 * scene.normal_force);
    if (scene.stop) {
        m.add("gap", {{"name", "stop"},
                      {"node", "rod[5]"},
                      {"direction", vector(0, 0, 1)},
                      {"clearance", 1e-3},
                      {"sides", "both"},
                      {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1e8}})}});
    }
    m.add("load", {{"node", "rod[6]"},
                   {"direction", vector(0, 0, 1)},
                   {"force", table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 20}, {"frequency", 23}})}});
    m.add("initial", {{"node", "rod[7]"}, {"velocity", vector(0, 0, 0.5)}});
    System system = m.system();
    for (Friction& of : system.frictions) {
        const double N = of.normal_force->value(0);
        if (!closed_form) of.normal_force = std::make_shared<FunctionSignal>([N](double) { return N; });
    }
    return system;
}

struct Outcome {
    double tip = 0, middle = 0, speed = 0;
    std::size_t events = 0, impacts = 0;
    std::int64_t steps = 0;
    time::EnergyTerms energy;
    double work = 0;
};

Outcome march(const Scene& scene, bool closed_form) {
    const auto way = events(1e-11);
    const auto system = way->prepare(std::make_shared<const System>(build(scene, closed_form)));
    const auto stepper = way->bind(*system, time::Events::locate);
    State state = time::initial_state(*system);
    time::ImpactLog log;
    time::FrictionLog frictions;
    time::EnergyAccount account;
    std::vector<time::Observer*> observers = {&log, &account, &frictions};
    time::MarchOptions options;
    options.step = 0.05;
    options.duration = 0.2;
    options.order = way->order();
    Outcome out;
    out.steps = time::march(*system, *stepper, options, state, observers).steps;
    out.tip = probe(*system, state, "rod[7].uz");
    out.middle = probe(*system, state, "rod[4].uz");
    out.speed = probe(*system, state, "rod[7].uz_velocity");
    out.events = frictions.events().size();
    out.impacts = log.impacts().size();
    out.energy = account.terms(state);
    return out;
}

struct SlidingFlights : testing::TestWithParam<std::pair<const char*, Scene>> {};

TEST_P(SlidingFlights, AgreeWithExplicitSteps) {
    Scene scene = GetParam().second;
    const Outcome flown = march(scene, true), stepped = march(scene, false);
    constexpr double size = 3e-3, speed = 0.5;
    const double tolerance = scene.stop ? 1e-8 : 1e-9;  // an impact magnifies what came before
    EXPECT_NEAR(flown.tip, stepped.tip, tolerance * size);
    EXPECT_NEAR(flown.middle, stepped.middle, tolerance * size);
    EXPECT_NEAR(flown.speed, stepped.speed, tolerance * speed);
    EXPECT_EQ(flown.events, stepped.events);
    EXPECT_GE(flown.events, 2u);
    EXPECT_EQ(flown.impacts, stepped.impacts);
    if (scene.stop) {
        EXPECT_GE(flown.impacts, 2u);
    }
    EXPECT_NEAR(flown.energy.friction, stepped.energy.friction, 1e-9 * stepped.energy.friction);
    EXPECT_NEAR(flown.energy.base, stepped.energy.base, 1e-9 * stepped.energy.friction);
    EXPECT_NEAR(flown.energy.remainder, 0, 1e-9 * stepped.energy.friction);
    EXPECT_LT(10 * flown.steps, 9 * stepped.steps) << "control: the flights are not the explicit steps";
    ::testing::Test::RecordProperty("steps", static_cast<int>(flown.steps));
    ::testing::Test::RecordProperty("explicit", static_cast<int>(stepped.steps));
    scene.normal_force *= 0.5;
    EXPECT_GT(std::abs(march(scene, true).tip - flown.tip), 1e-3 * size);
}

INSTANTIATE_TEST_SUITE_P(
    All, SlidingFlights,
    testing::Values(std::pair{"Coulomb", Scene{}}, std::pair{"StaticCoefficient", Scene{.static_coefficient = 0.5}},
                    std::pair{"Karnopp", Scene{.friction = "karnopp", .static_coefficient = 0.4, .dead_band = 0.01}},
                    std::pair{"TwoFrictions", Scene{.two = true}}, std::pair{"Stop", Scene{.stop = true}},
                    std::pair{"Belt", Scene{.belt = true}}),
    [](const auto& scene) { return std::string(scene.param.first); });

}  // namespace
}  // namespace jounce::test::sliding_flight_test
