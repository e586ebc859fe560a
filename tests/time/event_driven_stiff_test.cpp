// Physics: contacts of structures whose highest frequency is far above that of the contact: one gap and two gaps, plane and
// circular ones, elastic and damped laws, a moving stop, a stop behind a stop.
// Reference: the same structure in rotated coordinates, which event_driven integrates by explicit extrapolation in another clock
// (no line of the collocation is shared), at tolerance 1e-12.
// Tolerance: 100 times that of the run for times, speeds and depths after several contacts; 1e-8, as the reference integrates its
// flights, too, and each contact magnifies what is off.
// Controls: the error follows the tolerance; the number of steps does not follow the highest frequency.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "closed_signal.hpp"
#include "contact/law_samples.hpp"
#include "event_driven_cases.hpp"
#include "stiff_structure.hpp"
#include "support/event_driver.hpp"
#include "support/malloc_count.hpp"
#include "support/small_system.hpp"
#include "time/account/energy.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"

namespace jounce::test::event_driven_stiff_test {
namespace {

using Structure = StiffStructure;
constexpr int n = Structure::n;

using Build = std::function<void(Structure&)>;

EventRun run(const Build& build, bool rotated, double tolerance, double highest = 3e5) {
    Structure structure(highest, rotated);
    structure.push(8, 31);
    build(structure);
    return run_events(structure.system, *time::event_driven({tolerance}), {0.05, 0.095});
}

/// The largest relative difference of times, speeds and depths; infinite when other contacts occur. Pushes that come back in the
/// last of the indentation, to round-off of it, do not count: the reference does not look for them.
double difference(EventRun a, EventRun b) {
    for (EventRun* run : {&a, &b}) std::erase_if(run->touches, [](const Touch& t) { return t.max_indentation < 1e-15; });
    if (a.touches.size() != b.touches.size()) return HUGE_VAL;
    double worst = 0;
    for (std::size_t i = 0; i < a.touches.size(); ++i) {
        const Touch &x = a.touches[i], &y = b.touches[i];
        if (x.side != y.side) return HUGE_VAL;
        worst = std::max({worst, digits(x.time_in, y.time_in), digits(x.speed_in, y.speed_in), digits(x.time_out, y.time_out),
                          digits(x.max_indentation, y.max_indentation)});
    }
    return worst;
}

const Build one_gap = [](Structure& s) {
    add_contact(s.system, "tip", both(3e-3), std::make_shared<PowerLaw>(2e6, 1.5, 0.15), {s.tip});
};

// In rotated coordinates it is the same structure, to the last bit: differences are those of the integration.
TEST(EventDrivenStiff, TheReferenceIsTheSameStructure) {
    for (const double highest : {1e5, 3e5}) {
        const Structure modal(highest, false), rotated(highest, true);
        const Matrix R = rotated.rotation;
        EXPECT_EQ(R * R.transpose(), Matrix::Identity(n, n));
        for (const auto matrix : {&LinearBlock::K, &LinearBlock::C}) {
            const Matrix A = modal.system.linear.*matrix, B = rotated.system.linear.*matrix;
            EXPECT_NE(A, B);
            EXPECT_EQ(R.transpose() * B * R, A);
        }
    }
}

TEST(EventDrivenStiff, ImpactsOfAStructure) {
    const EventRun exact = run(one_gap, true, 1e-12);
    ASSERT_GE(exact.touches.size(), 4U);
    double last = HUGE_VAL;
    for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
        const double off = difference(run(one_gap, false, tolerance), exact);
        EXPECT_LT(off, std::max(100 * tolerance, 1e-8)) << tolerance;
        EXPECT_LT(off, last);
        last = off;
    }
}

TEST(EventDrivenStiff, StepsDoNotFollowTheHighestFrequency) {
    const EventRun slow = run(one_gap, false, 1e-9, 3e5), fast = run(one_gap, false, 1e-9, 3e7);
    ASSERT_GE(fast.touches.size(), 4U);
    EXPECT_LT(static_cast<double>(fast.steps), 1.5 * static_cast<double>(slow.steps));
    EXPECT_LT(fast.steps, 80 * static_cast<std::int64_t>(fast.touches.size()));
}

TEST(EventDrivenStiff, DampedStopAndTwoStopsAtOnce) {
    const Build build = [](Structure& s) {
        add_contact(s.system, "tip", stop_above(2e-3), std::make_shared<DashpotLaw>(3e4, 300), {s.tip});
        add_contact(s.system, "place", both(1.5e-3), std::make_shared<PowerLaw>(1e6, 1.2), {s.place});
    };
    const EventRun exact = run(build, true, 1e-12);
    ASSERT_GE(exact.touches.size(), 6U);
    EXPECT_LT(difference(run(build, false, 1e-10), exact), 1e-7);
}

TEST(EventDrivenStiff, AStopBehindAStop) {
    const Build build = [](Structure& s) {
        add_contact(s.system, "first", stop_above(2e-3), std::make_shared<PowerLaw>(5e4, 1.0), {s.tip});
        add_contact(s.system, "second", stop_above(4e-3), std::make_shared<PowerLaw>(1e7, 1.5, 0.2), {s.tip});
    };
    const EventRun exact = run(build, true, 1e-12);
    ASSERT_GE(exact.touches.size(), 4U);
    EXPECT_LT(difference(run(build, false, 1e-10), exact), 2e-8);
}

TEST(EventDrivenStiff, ARing) {
    const Build build = [](Structure& s) {
        add_contact(s.system, "ring", {contact::GapShape::circular, 3e-3, true, false}, std::make_shared<PowerLaw>(2e6, 1.5, 0.1),
                    {s.tip, s.place});
    };
    const EventRun exact = run(build, true, 1e-12);
    ASSERT_GE(exact.touches.size(), 3U);
    EXPECT_LT(difference(run(build, false, 1e-10), exact), 2e-8);
}

TEST(EventDrivenStiff, AStopThatMoves) {
    const Build build = [](Structure& s) {
        add_contact(s.system, "tip", stop_above(2e-3), std::make_shared<PowerLaw>(2e6, 1.5, 0.1), {s.tip});
        PrescribedMotion motion;
        motion.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{}, 3e-3, 70, 0.2);
        motion.mass_row = motion.damping_row = motion.stiffness_row = Vector::Zero(n);
        motion.mass = motion.damping = motion.stiffness = {0};
        s.system.recovery.prescribed.push_back(motion);
        s.system.rows[0].prescribed = {0};
        s.system.rows[0].prescribed_coefficient = {-1};
    };
    const EventRun exact = run(build, true, 1e-12);
    ASSERT_GE(exact.touches.size(), 2U);
    EXPECT_LT(difference(run(build, false, 1e-10), exact), 2e-8);
}

// Laws that change within the contact: where it is deepest, at the deepest place of the contact before, at the end of a ramp.
TEST(EventDrivenStiff, LawsThatChangeWithinAContact) {
    const Build plastic = [](Structure& s) {
        add_contact(s.system, "tip", both(3e-3),
                    make_law("lankarani_nikravesh_1994", table({{"stiffness", 2e6}, {"exponent", 1.5}, {"restitution", 0.6}})),
                    {s.tip});
    };
    const Build ramp = [](Structure& s) {
        add_contact(s.system, "tip", both(0),
                    make_law("adams_impact", table({{"stiffness", 2e6}, {"exponent", 1.5}, {"damping", 40}, {"depth", 1e-4}})),
                    {s.tip});
    };
    for (const Build& build : {plastic, ramp}) {
        const EventRun exact = run(build, true, 1e-12);
        ASSERT_GE(exact.touches.size(), 3U);
        EXPECT_LT(difference(run(build, false, 1e-10), exact), 1e-7);
    }
}

// Dampers that hold on, that let go with the force, and that act until the bodies part; a law that pulls. The reference rounds
// the sum K q of terms w^2 q to 2e-8 m/s^2 at w = 3e5 rad/s, and twelve contacts magnify that: at tolerances of 1e-10 and 1e-12
// alike 1.2e-7 were left there. At 1e5 rad/s it is 1e-8.
TEST(EventDrivenStiff, TransitionsAndAdhesion) {
    constexpr double highest = 1e5;
    for (const char* transition : {"distance", "force", "distance_force", "adhesion"}) {
        const Build build = [&](Structure& s) {
            Table settings = table({{"stiffness", 2e6}, {"damping", 150}});
            if (transition == std::string("adhesion")) {
                settings.set("adhesion", true);
            } else {
                settings.set("transition", transition);
            }
            add_contact(s.system, "tip", both(2e-3), make_law("kelvin_voigt", settings), {s.tip});
        };
        const EventRun exact = run(build, true, 1e-12, highest);
        ASSERT_GE(exact.touches.size(), 3U) << transition;
        EXPECT_LT(difference(run(build, false, 1e-10, highest), exact), 1e-7) << transition;
    }
}

// With interference both sides press at the start; the larger motion takes it off one of them and then off the other.
TEST(EventDrivenStiff, BothSidesOfAGapAtOnce) {
    const Build build = [](Structure& s) {
        add_contact(s.system, "tip", both(-1e-3), std::make_shared<PowerLaw>(1e6, 1.5, 0.1), {s.tip});
    };
    const EventRun exact = run(build, true, 1e-12);
    ASSERT_GE(exact.touches.size(), 5U);
    EXPECT_LT(difference(run(build, false, 1e-10), exact), 2e-8);
}

// A constant load presses the structure against its stop for good: the end is the static answer, F = load.
TEST(EventDrivenStiff, AContactAtRest) {
    Structure structure(3e5, false);
    structure.system.v0.setZero();
    Load load;
    load.pattern = structure.tip;
    load.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{50, 0, 0, 0}, 0, 0);
    structure.system.loads.push_back(load);
    add_contact(structure.system, "tip", stop_above(1e-3), std::make_shared<PowerLaw>(1e9, 1.5, 0.5), {structure.tip});
    const EventRun run = run_events(structure.system, *time::event_driven({1e-10}), {1, 5, 20});
    // K q = tip (50 - F), x = tip q = 1e-3 + (F/1e9)^(2/3)
    const Vector k = structure.system.linear.K.diagonal();
    const double compliance = structure.tip.cwiseAbs2().cwiseQuotient(k).sum();
    const double force = run.end.sides[0].response.force;
    EXPECT_NEAR(compliance * (50 - force), 1e-3 + std::pow(force / 1e9, 2.0 / 3), 1e-9);
    EXPECT_LT(run.steps, 20000);
}

// Energy: every term is an integral of its own, so that the remainder is the error.
TEST(EventDrivenStiff, TheAccountCloses) {
    for (const double tolerance : {1e-6, 1e-9}) {
        Structure structure(3e6, false);
        structure.push(8, 31);
        one_gap(structure);
        const auto stepper = time::event_driven({tolerance})->bind(structure.system, time::Events::locate);
        State state = time::initial_state(structure.system);
        time::EnergyAccount energy;
        std::vector<time::Observer*> observers = {&energy};
        time::march(structure.system, *stepper, {.step = 1e-3, .duration = 0.2}, state, observers);
        const auto terms = energy.terms(state);
        const double work = std::abs(terms.external) + terms.structural_damping + terms.contact_damping;
        EXPECT_GT(terms.contact_damping, 1e-3 * work);
        EXPECT_LT(std::abs(terms.remainder), tolerance * work);
    }
}

TEST(EventDrivenStiff, NothingAllocatesAndAStepIsAFunctionOfItsState) {
    Structure structure(3e5, false);
    structure.push(8, 31);
    one_gap(structure);
    const System& s = structure.system;
    const auto stepper = time::event_driven({1e-8})->bind(s, time::Events::locate);
    const auto other = time::event_driven({1e-8})->bind(s, time::Events::locate);
    State now = time::initial_state(s);
    stepper->start(now);
    State next = now, again = now;
    long allocations = 0;
    int in_contact = 0;
    for (int i = 0; i < 1500; ++i) {
        if (now.sides[0].memory.closed || now.sides[1].memory.closed) ++in_contact;
        allocations += tests::mallocs_in([&] { (void)stepper->step(now, next, 10, 10); });
        // The other stepper has seen every third state only.
        if (i % 3 == 0) {
            (void)other->step(now, again, 10, 10);
            ASSERT_EQ(next.time, again.time);
            ASSERT_EQ(next.q, again.q);
            ASSERT_EQ(next.v, again.v);
            ASSERT_EQ(next.algorithm, again.algorithm);
        }
        std::swap(now, next);
        switch_located(*stepper, now);
        if (!stepper->located().empty()) stepper->restart(now);
    }
    EXPECT_GT(in_contact, 300);
    EXPECT_EQ(allocations, 0);
}

}  // namespace
}  // namespace jounce::test::event_driven_stiff_test
