// Physics: contacts that begin at the end of a step, to rounding: the step that is left to go is shorter than time is told apart.
// Reference: an elastic impact gives the speed of 2 m/s back, second order in steps of 1/150 of the contact. Tolerance: 1e-3.
// Control: with a step for what was left, the march did not get beyond this instant.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "contact/families/law.hpp"
#include "contact/impacts/free_impact.hpp"
#include "support/small_system.hpp"
#include "support/table.hpp"
#include "system/signals/signal.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/methods/precise.hpp"
#include "time/start/start.hpp"

namespace jounce::test::step_ends_test {
namespace {

TEST(StepEnds, AContactThatBeginsThereLeavesNoStepOfRounding) {
    constexpr double mass = 0.5, speed = 2;
    const contact::LawPointer law = contact::law_family.find("custom")->make(
        table({{"points", List{List{1.7e-7, 0.3}, List{1.3e-5, 40.0}, List{2.7e-4, 900.0}, List{2e-3, 3e4}, List{3e-2, 9e5}}},
               {"transition", "force"}}));
    const double lasts = contact::free_impact(*law, mass, speed).duration;
    for (const time::MethodPointer& method : {time::precise({}), time::newmark({})}) {
        for (int flight = 30; flight < 60; ++flight) {
            System s = linear_system(scalar(mass), scalar(0), scalar(0));
            s.v0[0] = speed;
            add_contact(s, "stop", stop(flight / 150.0 * lasts * speed), law, {linalg::Vector::Ones(1)});
            const auto system = method->prepare(std::make_shared<const System>(s));
            const auto stepper = method->bind(*system, time::Events::locate);
            State state = time::initial_state(*system);
            time::ImpactLog log;
            std::vector<time::Observer*> observers = {&log};
            const auto report = time::march(*system, *stepper, {.step = lasts / 150, .duration = 1.7 * lasts}, state, observers);
            EXPECT_EQ(log.impacts().size(), 1u) << flight;
            EXPECT_LE(report.steps, 255 + 2 * report.events) << flight;
            EXPECT_NEAR(log.impacts().at(0).speed_out.value(), speed, 1e-3 * speed) << flight;
        }
    }
}

// A step a billion times as long as the run: the run is one step, and still ends steps where a load jumps. Uniform acceleration,
// which the method has exactly: x = v t + (t - t1)^2/2. Control: without the jump x is another one.
TEST(StepEnds, AStepMayBeAsLongAsOneLikes) {
    for (const double step : {0.1, 1.0, 1e8, 1e12}) {
        System s = linear_system(scalar(1), scalar(0), scalar(0));
        s.v0[0] = 2;
        Load load;
        load.pattern = linalg::Vector::Ones(1);
        load.signal = signal_family.find("step")->make(table({{"time", 0.05}, {"value", 1}}));
        s.loads.push_back(load);
        const auto stepper = time::newmark({})->bind(s, time::Events::locate);
        State state = time::initial_state(s);
        (void)time::march(s, *stepper, {.step = step, .duration = 0.1}, state, {});
        EXPECT_EQ(state.time, 0.1) << step;
        EXPECT_NEAR(state.q[0], 0.2 + 0.5 * 0.05 * 0.05, 1e-15) << step;
    }
}

}  // namespace
}  // namespace jounce::test::step_ends_test
