// Physics: which events a step shows, in which order, and where they are first looked for. Reference: masses in free motion,
// whose positions are polynomials of the third degree at most: the instants in closed form. Tolerance: round-off, 1e-12 of the
// step. Controls: a contact that has not been as deep before, or does not get there.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/events.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/messages/error.hpp"
#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "time/events/chattering.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::event_watch_test {
namespace {

using contact::ContactEvent;
constexpr double h = 4e-3;

/// Sides at these places with these rates, at a time.
State at(double time, std::initializer_list<contact::Motion> motions) {
    State state;
    state.time = time;
    state.q = state.v = state.a = Vector::Zero(static_cast<Eigen::Index>(motions.size()));
    for (const contact::Motion& motion : motions) {
        SideState side;
        side.motion = motion;
        state.sides.push_back(side);
    }
    return state;
}

System two_stops(const contact::LawPointer& law) {
    System system = test::linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Matrix::Zero(2, 2));
    for (int i = 0; i < 2; ++i) test::add_contact(system, "stop", test::stop(5e-3), law, {Vector::Unit(2, i)});
    return system;
}

TEST(EventWatch, TheFirstOnsetIsTheEarliestOneWhateverItsNumber) {
    const System system = two_stops(std::make_shared<test::DashpotLaw>(1e3, 2));
    time::EventWatch watch(system, false, nullptr);
    const auto onsets = [&](double first, double second) {  // at a rate of 1 m/s
        EXPECT_TRUE(watch.examine(at(1, {{-first, 1}, {-second, 1}}), at(1 + h, {{h - first, 1}, {h - second, 1}})));
        return watch.candidates();
    };
    for (const auto& [first, second] : {std::pair{1e-3, 3e-3}, std::pair{3e-3, 1e-3}, std::pair{2e-3, 2e-3}}) {
        const auto found = onsets(first, second);
        ASSERT_EQ(found.size(), 2U);
        EXPECT_EQ(found[0].side, second < first ? 1 : 0) << "of two at one instant the first side";
        EXPECT_NEAR(found[0].after, std::min(first, second), 1e-12 * h);
        EXPECT_NEAR(found[1].after, std::max(first, second), 1e-12 * h);
        EXPECT_EQ(found[0].event, ContactEvent::onset);
    }
}

TEST(EventWatch, AReloadingPassesTheLargestIndentationAndATurnIsWhereTheRateVanishes) {
    auto law = std::make_shared<test::DashpotLaw>(1e3, 0);
    law->turning_point = true;
    const System system = two_stops(law);
    time::EventWatch watch(system, false, nullptr);
    const auto examine = [&](const contact::Motion& from, const contact::Motion& to, double deepest, bool unloading) {
        State before = at(1, {from, {-1, 0}}), after = at(1 + h, {to, {-1, 0}});
        for (State* state : {&before, &after}) {
            state->sides[0].memory.closed = true;
            state->sides[0].memory.max_indentation = deepest;
            state->sides[0].memory.unloading = unloading;
            state->sides[0].memory.impact_speed = 1;
            state->sides[0].response = law->evaluate(state->sides[0].motion, state->sides[0].memory);
        }
        (void)watch.examine(before, after);
        return watch.candidates();
    };
    // From 1 mm to 3 mm, v = 0.2 + 150 t.
    const double v0 = 0.2, a = 2 * (2e-3 - v0 * h) / (h * h);
    const auto reloads = examine({1e-3, v0}, {3e-3, v0 + a * h}, 2.5e-3, true);
    ASSERT_EQ(reloads.size(), 1U);
    EXPECT_EQ(reloads[0].event, ContactEvent::kink);
    EXPECT_NEAR(reloads[0].after, (std::sqrt(v0 * v0 + 2 * a * 1.5e-3) - v0) / a, 1e-12 * h);
    EXPECT_NEAR(watch.value(0, ContactEvent::kink, at(1, {{2.7e-3, 0.3}, {}})).value, 0.2e-3, 1e-15);
    EXPECT_TRUE(examine({1e-3, v0}, {3e-3, v0 + a * h}, 3.1e-3, true).empty());
    // v = 0.9 - 400 t turns at 2.25 ms, 1.0125 mm deeper.
    const contact::Motion in{1e-3, 0.9}, out{1e-3 + 0.9 * h - 200 * h * h, 0.9 - 400 * h};
    const auto turns = examine(in, out, 1e-3, false);
    ASSERT_EQ(turns.size(), 1U);
    EXPECT_EQ(turns[0].event, ContactEvent::turning);
    EXPECT_NEAR(turns[0].after, 2.25e-3, 1e-12 * h);
    EXPECT_TRUE(examine(in, out, 2.1e-3, true).empty()) << "it was deeper before";
}

// A force that jumps to 20 N where 10 N press chatters without end; one that jumps to 5 N, or grows from zero, holds the mass.
TEST(Switching, AContactWhoseForceJumpsToMoreThanPressesItChatters) {
    struct Jump final : contact::Law {
        explicit Jump(double by) : jump(by) { kind = "test"; }
        contact::Response evaluate(const contact::Motion& m, const contact::ContactMemory&) const noexcept override {
            const double force = jump + 1e6 * m.indentation;
            return {force, 1e6, 0, force, jump * m.indentation + 5e5 * m.indentation * m.indentation};
        }
        double jump;
    };
    for (const double jump : {20.0, 5.0, 0.0}) {
        System system = test::linear_system(test::scalar(1), test::scalar(50), test::scalar(0));
        test::add_contact(system, "stop", test::stop(1e-3), std::make_shared<Jump>(jump), {Vector::Ones(1)});
        Load load;
        load.pattern = Vector::Ones(1);
        load.signal = std::make_shared<test::ClosedSignal>(std::array<double, 4>{10, 0, 0, 0});
        system.loads.push_back(load);
        const auto stepper = time::event_driven({})->bind(system, time::Events::locate);
        State state = time::initial_state(system);
        std::string message;
        try {
            (void)time::march(system, *stepper, {.step = 0.1, .duration = 1}, state, {});
        } catch (const Error& error) {
            message = error.what();
        }
        EXPECT_EQ(time::is_chattering(message), jump > 10) << message;
    }
}

}  // namespace
}  // namespace jounce::event_watch_test
