// Physics: a law whose force lets go and comes back before the bodies part makes one contact of all its pushes.
// Reference: the speed of a free mass afterwards, over the one before, is what the log calls delivered, and is what the free
// impact gives, which is integrated on its own. Tolerance: event_driven to 1e-9; Newmark to second order in the step. Control:
// the free impact has two pushes; under `force`, which knows no overlap, the log has both.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "contact/families/law.hpp"
#include "contact/impacts/free_impact.hpp"
#include "event_driven_cases.hpp"
#include "support/table.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"

namespace jounce::test::pushes_test {
namespace {

constexpr double mass = 2, speed = 1;

struct Outcome {
    std::vector<time::Impact> impacts;
    double final_speed;
};

Outcome meet(const contact::LawPointer& law, const time::Method& method, double step, double spring = 0,
             time::Events events = time::Events::locate) {
    const Mass ball{mass, 0, spring, 0, speed};
    System s = ball.system();
    ball.add(s, stop_above(2e-3), law);
    const auto stepper = method.bind(s, events);
    State state = time::initial_state(s);
    time::ImpactLog log;
    std::vector<time::Observer*> observers = {&log};
    time::march(s, *stepper, {.step = step, .duration = spring > 0 ? 5e-3 : 0.1, .events = events}, state, observers);
    return {log.impacts(), -state.v[0] * ball.b()};
}

TEST(Pushes, OfOneContactAreOneImpact) {
    const contact::LawPointer laws[] = {
        contact::law_family.find("adams_impact")
            ->make(table({{"stiffness", 5e4}, {"exponent", 1}, {"damping", 300}, {"depth", 1e-3}})),
        contact::law_family.find("lee_wang_second")
            ->make(table({{"stiffness", 5e4}, {"restitution", 0.3}, {"reduced_mass", mass}, {"epsilon", 1e-3}})),
    };
    for (const auto& law : laws) {
        const contact::FreeImpact alone = contact::free_impact(*law, mass, speed);
        ASSERT_EQ(alone.pushes, 2) << law->kind;
        const Outcome events = meet(law, *time::event_driven({1e-11}), 1e-4);
        ASSERT_EQ(events.impacts.size(), 1U) << law->kind;
        EXPECT_NEAR(events.final_speed / alone.separation_speed, 1, 1e-9) << law->kind;
        EXPECT_NEAR(events.impacts[0].restitution_delivered().value() / alone.restitution, 1, 1e-9) << law->kind;
        EXPECT_NEAR((events.impacts[0].time_out.value() - events.impacts[0].time_in) / alone.duration, 1, 1e-8) << law->kind;
        EXPECT_NEAR(events.impacts[0].impulse / (mass * (speed + alone.separation_speed)), 1, 1e-8) << law->kind;
        const Outcome newmark = meet(law, *time::newmark({}), 1e-5);
        ASSERT_EQ(newmark.impacts.size(), 1U) << law->kind;
        EXPECT_NEAR(newmark.impacts[0].restitution_delivered().value() / alone.restitution, 1, 1e-5) << law->kind;
    }
}

// A last push much shorter than a step, of a mass that a spring speeds up between letting go and parting: stepwise, too, the
// contact ends where the bodies part. Tolerance: second order in the step, (1e-6 s/1 ms)^2 and a share for the kinks. Control: at
// the first release of the force the mass is slower by more than a thousandth.
TEST(Pushes, ShorterThanAStepEndWhereTheBodiesPart) {
    const auto law =
        contact::law_family.find("adams_impact")->make(table({{"stiffness", 1e9}, {"depth", 1e-5}, {"damping", 9e3}}));
    const double spring = 2e5;
    const auto reference = meet(law, *time::event_driven({1e-11}), 1e-4, spring);
    ASSERT_EQ(reference.impacts.size(), 1U);
    const auto stepwise = meet(law, *time::newmark({}), 1e-6, spring, time::Events::stepwise);
    ASSERT_EQ(stepwise.impacts.size(), 1U);
    EXPECT_NEAR(stepwise.impacts[0].restitution_delivered().value(), reference.impacts[0].restitution_delivered().value(), 2e-5);
    EXPECT_NEAR(stepwise.impacts[0].time_out.value(), reference.impacts[0].time_out.value(), 1e-8);
}

}  // namespace
}  // namespace jounce::test::pushes_test
