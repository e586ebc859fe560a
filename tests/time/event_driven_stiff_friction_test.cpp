// Physics: friction in the contacts of structures whose highest frequency is far above that of the contact: set-valued and smooth
// laws and bristles, along lines and around a ring, dampers that outlast their impact, a brake beside a stop.
// Reference: the same structure in rotated coordinates, which event_driven integrates by explicit steps of order 8 with the march
// finding the events (no line of the collocation is shared), at tolerance 1e-12.
// Tolerance: 1e-9 of the time for the instants of contact and of stick and slip, at 1e-11; it is that of the reference.
// Controls: the error follows the tolerance; the number of steps does not follow the highest frequency; without friction the
// events are others.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "contact/friction/friction.hpp"
#include "event_driven_cases.hpp"
#include "stiff_structure.hpp"
#include "support/event_driver.hpp"
#include "support/malloc_count.hpp"
#include "time/account/energy.hpp"
#include "time/account/friction_log.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"
#include "time/stepper/friction_locator.hpp"

namespace jounce::test::event_driven_stiff_friction_test {
namespace {

using Structure = StiffStructure;
using Settings = std::initializer_list<std::pair<const char*, Value>>;
using Build = std::function<void(Structure&)>;

contact::FrictionPointer make_friction(const char* kind, Settings settings) {
    Table table;
    table.set("kind", kind);
    for (const auto& [key, value] : settings) table.set(key, value);
    return contact::friction_family.make(table, "test", "friction");
}

/// Friction of the last contact (or under a given normal force) along rows.
void add_friction(System& system, contact::FrictionPointer law, const std::vector<Vector>& rows, SignalPointer given = nullptr) {
    Friction friction;
    friction.name = "friction";
    friction.law = std::move(law);
    friction.contact = given ? -1 : static_cast<int>(system.contacts.size()) - 1;
    friction.normal_force = std::move(given);
    friction.first_row = static_cast<int>(system.rows.size());
    friction.own_rows = friction.directions = static_cast<int>(rows.size());
    for (const Vector& row : rows) add_row(system, row);
    system.frictions.push_back(friction);
}

struct Outcome {
    State end;
    std::vector<time::FrictionEvent> events;
    std::vector<time::Impact> impacts;
    time::EnergyTerms energy;
    std::int64_t steps = 0;
};

Outcome run(const Build& build, bool rotated, double tolerance, double highest = 1e5, double duration = 0.095) {
    Structure structure(highest, rotated);
    structure.push(8, 31);
    build(structure);
    const auto method = time::event_driven({tolerance});
    const auto stepper = method->bind(structure.system, time::Events::locate);
    Outcome out;
    out.end = time::initial_state(structure.system);
    time::FrictionLog log;
    time::ImpactLog impacts;
    time::EnergyAccount account;
    std::vector<time::Observer*> observers{&log, &impacts, &account};
    time::MarchOptions options;
    options.order = method->order();
    options.step = options.duration = duration;
    out.steps = time::march(structure.system, *stepper, options, out.end, observers).steps;
    log.events().visit([&](const auto& event) { out.events.push_back(event); });
    impacts.impacts().visit([&](const auto& impact) { out.impacts.push_back(impact); });
    out.energy = account.terms(out.end);
    return out;
}

/// The largest difference of instants [s]; infinite when other events occur.
double difference(const Outcome& a, const Outcome& b) {
    if (a.events.size() != b.events.size() || a.impacts.size() != b.impacts.size()) return HUGE_VAL;
    double worst = 0;
    for (std::size_t i = 0; i < a.events.size(); ++i) {
        if (a.events[i].friction != b.events[i].friction || a.events[i].what != b.events[i].what) return HUGE_VAL;
        worst = std::max(worst, std::abs(a.events[i].time - b.events[i].time));
    }
    for (std::size_t i = 0; i < a.impacts.size(); ++i)
        worst = std::max({worst, std::abs(a.impacts[i].time_in - b.impacts[i].time_in)});
    return worst;
}

void expect_account_closes(const Outcome& out, double tolerance) {
    const double work =
        std::abs(out.energy.external) + out.energy.structural_damping + out.energy.contact_damping + out.energy.friction;
    EXPECT_GT(out.energy.friction, 1e-4 * work);
    EXPECT_LT(std::abs(out.energy.remainder), tolerance * work);
}

/// A gap at the tip; its slip is the motion of the place.
Build gap_with(const char* kind, Settings settings, contact::LawPointer law) {
    const auto friction = make_friction(kind, settings);
    return [friction, law](Structure& s) {
        add_contact(s.system, "tip", both(3e-3), law, {s.tip});
        add_friction(s.system, friction, {s.place});
    };
}
const contact::LawPointer hertzian = std::make_shared<PowerLaw>(2e6, 1.5, 0.15);
const contact::LawPointer damper = std::make_shared<DashpotLaw>(3e4, 300);

TEST(EventDrivenStiffFriction, SetValuedAlongALine) {
    for (const Build& build :
         {gap_with("coulomb", {{"coefficient", 0.3}}, hertzian),
          gap_with("coulomb", {{"coefficient", 0.2}, {"static_coefficient", 0.3}}, damper),
          gap_with("karnopp", {{"coefficient", 0.2}, {"static_coefficient", 0.3}, {"dead_band", 1e-2}}, hertzian)}) {
        const Outcome exact = run(build, true, 1e-12), fine = run(build, false, 1e-11);
        ASSERT_GE(exact.impacts.size(), 2U);
        EXPECT_LT(difference(fine, exact), 1e-9);
        EXPECT_LT(fine.steps, exact.steps / 3);
        expect_account_closes(fine, 1e-9);
    }
}

TEST(EventDrivenStiffFriction, SticksAndSlips) {
    const Build build = gap_with("coulomb", {{"coefficient", 1.5}}, hertzian);
    const Outcome exact = run(build, true, 1e-12);
    ASSERT_GE(exact.events.size(), 4U);
    EXPECT_LT(difference(run(build, false, 1e-11), exact), 1e-9);
}

// A brake holds a mass under N mu (1 + excess) sin(w t + phase), beside a mass that rests on a stop; the peak leaves the cone for
// a small part of a step: at w t + phase = asin(1/(1 + excess)).
TEST(EventDrivenStiffFriction, ABreakBetweenTwoNodesIsFound) {
    constexpr double mu = 0.4, N = 25, w = 60, stiffness = 2e6, clearance = 1e-3, depth = 2e-5, within = 0.1;
    const auto law = make_friction("coulomb", {{"coefficient", mu}});
    const auto events = [&](double excess, double phase) {
        const Vector squares = (Vector(3) << 0, 1e4, 1e14).finished();
        System system = linear_system(Matrix::Identity(3, 3), Matrix::Zero(3, 3), squares.asDiagonal());
        const Vector row = (Vector(3) << 0, 1, within).finished();
        add_contact(system, "stop", stop_above(clearance), std::make_shared<PowerLaw>(stiffness, 1), {row});
        add_friction(system, law, {Vector::Unit(3, 0)}, std::make_shared<ClosedSignal>(std::array<double, 4>{N, 0, 0, 0}));
        const double force = stiffness * depth;
        system.q0[2] = -within * force / squares[2];
        system.q0[1] = clearance + depth - within * system.q0[2];
        const auto load = [&](int i, double constant, double amplitude) {
            Load added;
            added.pattern = Vector::Unit(3, i);
            added.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{constant, 0, 0, 0}, amplitude, w, phase);
            system.loads.push_back(added);
        };
        load(0, 0, N * mu * (1 + excess));
        load(1, squares[1] * system.q0[1] + force, 0);
        const auto stepper = time::event_driven({1e-9})->bind(system, time::Events::locate);
        State state = time::initial_state(system);
        time::FrictionLog log;
        std::vector<time::Observer*> observers{&log};
        time::MarchOptions options;
        options.order = 12;
        options.step = options.duration = (3 - phase) / w;
        (void)time::march(system, *stepper, options, state, observers);
        EXPECT_TRUE(state.sides[0].memory.closed);
        return std::vector<time::FrictionEvent>(log.events());
    };
    for (const double excess : {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7}) {
        for (const double phase : {0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35}) {
            const auto found = events(excess, phase);
            ASSERT_EQ(found.size(), 2U) << excess << " " << phase;
            EXPECT_NEAR(found[0].time, (std::asin(1 / (1 + excess)) - phase) / w, 1e-9);
        }
    }
    EXPECT_TRUE(events(-1e-9, 0.1).empty()) << "control: a peak within the cone";
}

TEST(EventDrivenStiffFriction, SmoothLaws) {
    for (const Build& build : {gap_with("coulomb_regularised", {{"coefficient", 0.3}, {"transition_speed", 1e-3}}, hertzian),
                               gap_with("coulomb_regularised", {{"coefficient", 0.3}, {"transition_speed", 1e-3}}, damper)}) {
        const Outcome exact = run(build, true, 1e-12), fine = run(build, false, 1e-11);
        ASSERT_GE(exact.impacts.size(), 2U);
        EXPECT_LT(difference(fine, exact), 1e-9);
        EXPECT_LT((fine.end.q - Structure(1e5, true).rotation.transpose() * exact.end.q).norm(), 1e-9 * exact.end.q.norm());
        expect_account_closes(fine, 1e-9);
    }
}

TEST(EventDrivenStiffFriction, AroundARing) {
    const auto law = make_friction("coulomb_regularised", {{"coefficient", 0.3}, {"transition_speed", 1e-2}});
    const Build build = [&](Structure& s) {
        add_contact(s.system, "ring", {contact::GapShape::circular, 3e-3, true, false}, hertzian, {s.tip, s.place});
        add_friction(s.system, law, {});
        s.system.frictions.back().around = true;
        s.system.frictions.back().directions = 1;
    };
    const Outcome exact = run(build, true, 1e-12), fine = run(build, false, 1e-11);
    ASSERT_GE(exact.impacts.size(), 3U);
    EXPECT_LT(difference(fine, exact), 1e-9);
    expect_account_closes(fine, 1e-9);
}

// LuGre: the deflection of the bristles is an unknown of its own, and so is part of the state at the end of a step.
TEST(EventDrivenStiffFriction, Bristles) {
    const Settings settings = {{"coefficient", 0.3},       {"static_coefficient", 0.4}, {"stribeck_speed", 0.05},
                               {"bristle_stiffness", 2e3}, {"bristle_damping", 2.0},    {"viscous", 0.1}};
    const auto law = make_friction("lugre", settings);
    const Build ring = [&](Structure& s) {
        add_contact(s.system, "ring", {contact::GapShape::circular, 3e-3, true, false}, hertzian, {s.tip, s.place});
        add_friction(s.system, law, {});
        s.system.frictions.back().around = true;
        s.system.frictions.back().directions = 1;
    };
    for (const Build& build : {gap_with("lugre", settings, hertzian), gap_with("lugre", settings, damper), ring}) {
        const Outcome exact = run(build, true, 1e-12), fine = run(build, false, 1e-11);
        ASSERT_GE(exact.impacts.size(), 2U);
        EXPECT_LT(difference(fine, exact), 1e-9);
        // Each reversal of the slip is a kink of |v|, in the reference, too.
        EXPECT_LT((fine.end.q - Structure(1e5, true).rotation.transpose() * exact.end.q).norm(), 2e-8 * exact.end.q.norm());
        EXPECT_LT(fine.steps, exact.steps / 3);
        expect_account_closes(fine, 1e-9);
    }
}

TEST(EventDrivenStiffFriction, ABrakeBesideAStop) {
    const auto law = make_friction("coulomb", {{"coefficient", 0.2}});
    const Build build = [&](Structure& s) {
        add_contact(s.system, "tip", both(2e-3), hertzian, {s.tip});
        add_friction(s.system, law, {s.place}, std::make_shared<ClosedSignal>(std::array<double, 4>{2, 0, 0, 0}, 0.5, 100, 0.3));
    };
    const Outcome exact = run(build, true, 1e-12);
    ASSERT_GE(exact.impacts.size(), 3U);
    EXPECT_LT(difference(run(build, false, 1e-11), exact), 1e-9);
}

TEST(EventDrivenStiffFriction, TheErrorFollowsTheTolerance) {
    const Build build = gap_with("coulomb", {{"coefficient", 0.3}}, hertzian);
    const Outcome exact = run(build, true, 1e-12);
    double last = HUGE_VAL;
    for (const double tolerance : {1e-5, 1e-7, 1e-9}) {
        const Outcome out = run(build, false, tolerance);
        const double off = difference(out, exact);
        EXPECT_LT(off, std::max(tolerance, 1e-9)) << tolerance;
        EXPECT_LT(off, last);
        expect_account_closes(out, tolerance);
        last = off;
    }
    // The negative control has the same events at other instants.
    const double other = difference(run(gap_with("coulomb", {{"coefficient", 0.299}}, hertzian), false, 1e-9), exact);
    EXPECT_GT(other, 1e-6);
    EXPECT_LT(other, HUGE_VAL);
}

TEST(EventDrivenStiffFriction, StepsDoNotFollowTheHighestFrequency) {
    const Build build = gap_with("coulomb", {{"coefficient", 0.3}}, damper);
    const Outcome slow = run(build, false, 1e-9, 3e5), fast = run(build, false, 1e-9, 3e7);
    ASSERT_GE(fast.impacts.size(), 3U);
    EXPECT_LT(static_cast<double>(fast.steps), 1.5 * static_cast<double>(slow.steps));
    EXPECT_LT(fast.steps, 5000);
}

TEST(EventDrivenStiffFriction, NothingAllocates) {
    for (const Build& build : {gap_with("coulomb", {{"coefficient", 0.3}}, hertzian),
                               gap_with("coulomb_regularised", {{"coefficient", 0.3}, {"transition_speed", 1e-3}}, damper)}) {
        Structure structure(3e6, false);
        structure.push(8, 31);
        build(structure);
        const auto stepper = time::event_driven({1e-8})->bind(structure.system, time::Events::locate);
        State now = time::initial_state(structure.system);
        stepper->start(now);
        State next = now;
        long allocations = 0;
        int in_contact = 0;
        for (int i = 0; i < 600; ++i) {
            const bool closed = now.sides[0].memory.closed || now.sides[1].memory.closed;
            in_contact += closed ? 1 : 0;
            allocations += tests::mallocs_in([&] { (void)stepper->step(now, next, 10, 10); });
            std::swap(now, next);
            switch_located(*stepper, now);
            const auto* frictions = dynamic_cast<const time::FrictionLocator*>(stepper.get());
            for (const auto& at : frictions->located_frictions()) {
                FrictionState& friction = now.frictions[static_cast<std::size_t>(at.friction)];
                if (at.event == contact::ContactEvent::slip_ends) friction.direction[0] *= -1;
            }
            if (!stepper->located().empty() || !frictions->located_frictions().empty()) stepper->restart(now);
        }
        EXPECT_GT(in_contact, 100);
        EXPECT_EQ(allocations, 0);
    }
}

}  // namespace
}  // namespace jounce::test::event_driven_stiff_friction_test
