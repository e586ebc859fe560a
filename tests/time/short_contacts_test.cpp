// Physics: contacts about as long as a step, or much shorter, of a mass on a spring that swings a little beyond its stop.
// Reference: an elastic stop gives the approach speed back, a dissipative one no more than it takes in. The contact lasts, it
// does not vanish in its own onset.
// Tolerance: restitution of elastic stops 1e-2, and no more than 1.01 of dissipative ones, as a contact of one step sees neither
// its own frequency nor its losses.
// Control: with the opening put where the force of the onset is zero, some of these runs ended at "opens and closes more than
// 10000 times" and many logged contacts of zero duration.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

#include "support/small_system.hpp"
#include "time/account/impacts.hpp"
#include "time/events/events.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/methods/newmark.hpp"
#include "time/methods/precise.hpp"
#include "time/methods/table.hpp"
#include "time/start/start.hpp"

namespace jounce::test::short_contacts_test {
namespace {

constexpr double omega = 6.3;

/// Amplitude 1 m, beyond the stop for `beyond` seconds were it not there.
System swing(double beyond, const contact::LawPointer& law) {
    System s = linear_system(scalar(1), scalar(0), scalar(omega * omega));
    s.v0[0] = omega;
    add_contact(s, "stop", stop(std::cos(0.5 * omega * beyond)), law, {linalg::Vector::Ones(1)});
    return s;
}

struct Outcome {
    std::vector<time::Impact> impacts;
    int within_one_step = 0;
};

Outcome run(const System& system, const time::Method& method, double h) {
    const auto prepared = method.prepare(std::make_shared<const System>(system));
    const auto stepper = method.bind(*prepared, time::Events::locate);
    State state = time::initial_state(*prepared);
    time::ImpactLog log;
    std::vector<time::Observer*> observers = {&log};
    (void)time::march(*prepared, *stepper, {.step = h, .duration = 2.4, .events = time::Events::locate, .order = method.order()},
                      state, observers);
    return {log.impacts(), log.missed()};
}

std::vector<contact::LawPointer> elastic() {
    return {std::make_shared<PowerLaw>(500, 1), std::make_shared<PowerLaw>(2000, 1), std::make_shared<PowerLaw>(400, 1.5),
            std::make_shared<PowerLaw>(2e4, 1.5)};
}

std::vector<time::MethodPointer> methods() {
    return {time::newmark({}), time::method_family.find("generalized_alpha")->make(Table{}), time::precise({}),
            time::precise({.contact = "implicit"})};
}

TEST(ShortContacts, OfElasticStopsGiveTheSpeedBack) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> share(0.1, 3);
    for (const contact::LawPointer& law : elastic()) {
        for (const time::MethodPointer& method : methods()) {
            for (int i = 0; i < 40; ++i) {
                const double h = 4e-3 * (1 + 0.02 * i), beyond = share(random) * h;
                SCOPED_TRACE(method->describe() + ", step " + std::to_string(h) + ", beyond " + std::to_string(beyond / h));
                const Outcome out = run(swing(beyond, law), *method, h);
                for (const time::Impact& impact : out.impacts) {
                    ASSERT_TRUE(impact.time_out);
                    EXPECT_GT(*impact.time_out - impact.time_in, 1e-3 * h);
                    ASSERT_TRUE(impact.restitution_delivered());
                    EXPECT_NEAR(*impact.restitution_delivered(), 1, 1e-2);
                    EXPECT_GT(impact.peak_force, 0);
                }
            }
        }
    }
}

TEST(ShortContacts, OfDissipativeStopsTakeEnergy) {
    std::mt19937 random(12);
    std::uniform_real_distribution<double> share(0.1, 3);
    const auto law = std::make_shared<PowerLaw>(3000, 1.5, 0.4);
    int seen = 0;
    for (const time::MethodPointer& method : methods()) {
        for (int i = 0; i < 60; ++i) {
            const double h = 4e-3 * (1 + 0.02 * i), beyond = share(random) * h;
            SCOPED_TRACE(method->describe() + ", step " + std::to_string(h) + ", beyond " + std::to_string(beyond / h));
            for (const time::Impact& impact : run(swing(beyond, law), *method, h).impacts) {
                ASSERT_TRUE(impact.restitution_delivered());
                EXPECT_GT(*impact.restitution_delivered(), 0.5);
                EXPECT_LT(*impact.restitution_delivered(), 1.01);
                ++seen;
            }
        }
    }
    EXPECT_GT(seen, 400);
}

// One that lies within a step is counted as such; one of many steps is not.
TEST(ShortContacts, WithinOneStepAreCounted) {
    const auto law = std::make_shared<PowerLaw>(2000, 1);
    const Outcome coarse = run(swing(2e-3, law), *time::newmark({}), 6e-3);
    const auto same_step = [](const time::Impact& i) { return std::floor(i.time_in / 6e-3) == std::floor(*i.time_out / 6e-3); };
    const auto expected = std::ranges::count_if(coarse.impacts, same_step);
    ASSERT_GE(expected, 2);
    EXPECT_EQ(coarse.within_one_step, expected);
    const Outcome fine = run(swing(2e-3, law), *time::newmark({}), 1e-4);
    ASSERT_GE(fine.impacts.size(), 2U);
    EXPECT_EQ(fine.within_one_step, 0);
    // A method of high order resolves a contact in one step of its own.
    const Outcome own = run(swing(2e-3, law), *time::event_driven({1e-10}), 6e-3);
    EXPECT_EQ(own.within_one_step, 0);
    ASSERT_EQ(own.impacts.size(), fine.impacts.size());
    for (std::size_t i = 0; i < own.impacts.size(); ++i)
        EXPECT_NEAR(coarse.impacts[i].max_indentation, own.impacts[i].max_indentation, 0.6 * own.impacts[i].max_indentation);
}

}  // namespace
}  // namespace jounce::test::short_contacts_test
