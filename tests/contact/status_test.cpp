// Physics: when the contact of one side begins, turns, reloads and ends, and what the side remembers of it.
// Reference: the conditions of docs/theory/transitions.md with numbers that are exact by hand: a spring and damper (F = k delta +
// c rate), a factor law with a = 1.6 (its compression relaxes at v0/1.6), a law that leaves 0.64 of the deepest indentation.
// Tolerance: none but the rounding of a sum. Control: each condition is met from either side of its limit.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/response/status.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "law_samples.hpp"

namespace jounce::status_test {
namespace {

using namespace contact;
using test::make_law;
using test::table;

constexpr double infinite = std::numeric_limits<double>::infinity();

LawPointer spring_damper(const char* transition = "distance_force") {
    return make_law("kelvin_voigt", table({{"stiffness", 1e6}, {"damping", 1e3}, {"transition", transition}}));
}
LawPointer factor(const char* transition = "distance_force", double minimum_speed = 1e-6) {
    return make_law(
        "flores",
        table({{"stiffness", 1e9}, {"restitution", 0.5}, {"transition", transition}, {"minimum_speed", minimum_speed}}));
}
/// Leaves 0.64 of the deepest indentation behind.
LawPointer plastic() { return make_law("lankarani_nikravesh_1994", table({{"stiffness", 1e9}, {"restitution", 0.6}})); }
constexpr double left = 0.64;

/// Struck at 0.4 m/s and let go at 1 mm at t = 2 s: relaxes at 0.25 m/s.
ContactMemory let_go() {
    ContactMemory memory;
    memory.impact_speed = 0.4;
    memory.kept_compression = 1e-3;
    memory.kept_time = 2;
    return memory;
}

ContactMemory dented(double deepest) {
    ContactMemory memory{.closed = true, .impact_speed = 0.4, .max_indentation = deepest};
    memory.permanent_indentation = left * deepest;
    return memory;
}

TEST(ContactStatus, ForcesCloseWhatTheirTransitionSays) {
    EXPECT_TRUE(force_closes_apart(*spring_damper("force")));
    EXPECT_FALSE(force_closes_apart(*spring_damper()));
    EXPECT_FALSE(force_closes_apart(*factor("force"))) << "has no force outside";
    struct Row {
        const char* transition;
        bool indented, again;
    };
    for (const auto& [transition, indented, again] :
         {Row{"distance", false, false}, Row{"force", true, false}, Row{"distance_force", true, true},
          Row{"latched", false, false}, Row{"relaxation", false, false}}) {
        EXPECT_EQ(force_closes_indented(*spring_damper(transition)), indented) << transition;
        EXPECT_EQ(pushes_again(*spring_damper(transition)), again) << transition;
    }
}

TEST(ContactStatus, SurfaceIsWhereTheElementIsUnstrained) {
    EXPECT_NEAR(surface_of(*factor("relaxation"), let_go(), 2.001).value, 0.75e-3, 1e-15);
    // The floor of the impact speed holds here, too: 0.8/1.6 = 0.5 m/s.
    EXPECT_NEAR(surface_of(*factor("relaxation", 0.8), let_go(), 2.001).value, 0.5e-3, 1e-15);
    const Motion above = above_surface(*factor("relaxation"), {1e-3, -0.1}, let_go(), 2.001);
    EXPECT_NEAR(above.indentation, 0.25e-3, 1e-15);
    EXPECT_NEAR(above.rate, 0.15, 1e-15);
    EXPECT_DOUBLE_EQ(above_surface(*plastic(), {1e-3, 1}, dented(1e-3), 0).indentation, 0.36e-3);
    EXPECT_DOUBLE_EQ(depth({1e-3, 1}, dented(1e-3)), 0.36e-3);
    // U = K x^2.5/2.5 of what is still kept; nothing under another transition.
    EXPECT_NEAR(open_response(*factor("relaxation"), let_go(), 2.001).stored_energy / (0.4e9 * std::pow(0.75e-3, 2.5)), 1, 1e-11);
    EXPECT_EQ(open_response(*factor(), let_go(), 2.001).stored_energy, 0);
}

TEST(ContactStatus, KinksOnTheWayIncludeTheDeepestSoFar) {
    const LawPointer law = plastic();
    EXPECT_EQ(kink_on_way(*law, dented(3e-4), 2e-4, 4e-4, 0), 3e-4);
    EXPECT_EQ(kink_on_way(*law, dented(3e-4), 2e-4, 2.5e-4, 0), infinite);
    EXPECT_EQ(kink_on_way(*law, dented(3e-4), 2.999e-4, 4e-4, 1e-6), infinite) << "begins there";
    ContactMemory first{.closed = true, .impact_speed = 0.4, .max_indentation = 3e-4};
    EXPECT_EQ(kink_on_way(*law, first, 2e-4, 4e-4, 0), infinite) << "nothing was left behind";
    const Value points =
        test::nested("custom", table({{"points", List{List{1e-4, 10.0}, List{2.5e-4, 40.0}, List{1e-3, 400.0}}}}));
    const LawPointer kinked = make_law("lankarani_nikravesh_1994", table({{"elastic", points}, {"restitution", 0.6}}));
    ASSERT_FALSE(kinked->kinks.empty());
    EXPECT_EQ(kink_on_way(*kinked, dented(3e-4), 2e-4, 4e-4, 0), std::min(3e-4, kink_between(*kinked, 2e-4, 4e-4)));
    EXPECT_EQ(kink_on_way(*kinked, dented(1e-3), 2e-4, 4e-4, 0), kink_between(*kinked, 2e-4, 4e-4));
}

// Found where it pushes, with an instant before at which it does not; each trial leaves a quarter of the way.
TEST(ContactStatus, FindsTheLastPush) {
    for (const double share : {1e-2, 3e-5, 1e-7}) {
        const auto force = [share](double t) { return 0.1 - t < share * 0.1 ? 1.0 : -1.0; };
        const auto found = last_push(force, 0.1);
        ASSERT_TRUE(found) << share;
        EXPECT_GT(force(found->first), 0);
        EXPECT_LT(force(found->second), 0);
        EXPECT_LT(0.1 - found->second, 4.001 * (0.1 - found->first));
    }
    EXPECT_FALSE(last_push([](double) { return -1.0; }, 0.1));
    EXPECT_FALSE(last_push([](double) { return 1.0; }, 0.1)) << "it pushes already";
}

TEST(ContactStatus, AnOnsetForgetsWhatTheLastContactDid) {
    ContactMemory memory = dented(3e-4);
    memory.unloading = true;
    set_onset(*plastic(), 7, 0.2, memory);
    EXPECT_EQ(memory.impact_speed, 0.2);
    EXPECT_EQ(memory.onset_time, 7);
    EXPECT_FALSE(memory.unloading);
    EXPECT_EQ(memory.max_indentation, 3e-4) << "a dent stays";
    set_onset(*factor(), 7, 0.2, memory);
    EXPECT_EQ(memory.max_indentation, 0);
}

TEST(ContactStatus, ClosesByAStrikeOrByAForceThatComesBack) {
    ContactMemory memory = let_go();
    memory.max_indentation = 2e-3;
    close(*factor(), {1e-3, -0.25}, 3, memory);
    EXPECT_TRUE(memory.closed);
    EXPECT_EQ(memory.impact_speed, 0.4) << "nothing struck";
    EXPECT_EQ(memory.onset_time, 3);
    EXPECT_EQ(memory.max_indentation, 2e-3);
    memory = let_go();
    memory.max_indentation = 2e-3;
    close(*factor("relaxation"), {0.75e-3, -0.1}, 2.001, memory);
    EXPECT_TRUE(memory.closed);
    EXPECT_DOUBLE_EQ(memory.impact_speed, 0.15) << "against a surface that moves out faster";
    EXPECT_EQ(memory.max_indentation, 0) << "a new contact";
}

TEST(ContactStatus, OpensWithWhatTheElementKeeps) {
    for (const bool relaxes : {false, true}) {
        ContactMemory memory{.closed = true, .impact_speed = 0.4, .onset_time = 1};
        open(*factor(relaxes ? "relaxation" : "distance_force"), {2e-4, -0.25}, 5, memory);
        EXPECT_FALSE(memory.closed);
        EXPECT_EQ(memory.kept_compression, relaxes ? 2e-4 : 0);
        EXPECT_EQ(memory.kept_time, 5);
    }
}

TEST(ContactStatus, TurnsAndReloads) {
    const LawPointer law = plastic();
    ContactMemory memory = dented(3e-4);
    turn(*law, {2e-4, 0}, memory);
    EXPECT_FALSE(memory.unloading) << "it has been deeper";
    EXPECT_EQ(memory.max_indentation, 3e-4);
    turn(*law, {4e-4, 0}, memory);
    EXPECT_TRUE(memory.unloading);
    EXPECT_EQ(memory.max_indentation, 4e-4);
    EXPECT_DOUBLE_EQ(memory.permanent_indentation, left * 4e-4);
    reload(*law, {4.5e-4, 0.1}, memory);
    EXPECT_FALSE(memory.unloading);
    EXPECT_EQ(memory.max_indentation, 4.5e-4);
    EXPECT_DOUBLE_EQ(memory.permanent_indentation, left * 4.5e-4);
    // What is left behind never grows less.
    memory.max_indentation = 1e-4;
    leave_behind(*law, memory);
    EXPECT_DOUBLE_EQ(memory.permanent_indentation, left * 4.5e-4);
}

TEST(ContactStatus, TurnsAtTheEndOfAStepWhereItStandsStill) {
    const LawPointer law = plastic();
    constexpr double slow = 1e-6;
    for (const auto& [rate, turned] : {std::pair{2e-6, false}, {0.5e-6, true}, {0.0, true}, {-1.0, true}}) {
        ContactMemory memory{.closed = true, .impact_speed = 0.4};
        turn_if_due(*law, {3e-4, rate}, slow, memory);
        EXPECT_EQ(memory.unloading, turned) << rate;
    }
    ContactMemory memory = dented(3e-4);
    memory.unloading = true;
    turn_if_due(*law, {3.1e-4, 0}, slow, memory);
    EXPECT_EQ(memory.max_indentation, 3e-4) << "has turned: only a reloading goes deeper";
    memory = {.closed = false};
    turn_if_due(*law, {3e-4, 0}, slow, memory);
    EXPECT_FALSE(memory.unloading) << "open";
}

TEST(ContactStatus, BeginsInContactWhereItsForcePushes) {
    EXPECT_TRUE(begins_closed(*spring_damper("force"), {-1e-4, 1})) << "1000 N of the damper, 100 N of the spring";
    EXPECT_FALSE(begins_closed(*spring_damper("force"), {-2e-3, 1}));
    EXPECT_FALSE(begins_closed(*spring_damper(), {-1e-4, 1}));
    EXPECT_FALSE(begins_closed(*spring_damper(), {0, 1})) << "on its surface: the march locates the onset";
    EXPECT_TRUE(begins_closed(*spring_damper(), {1e-3, -0.9}));
    EXPECT_FALSE(begins_closed(*spring_damper(), {1e-3, -1})) << "F = 0";
    EXPECT_FALSE(begins_closed(*spring_damper(), {1e-3, -1.1}));
    EXPECT_TRUE(begins_closed(*spring_damper("distance"), {1e-3, -1.1})) << "may pull";
}

TEST(ContactStatus, StartsAsTheMotionIs) {
    constexpr double touching = 1e-9;
    const auto started = [](const LawPointer& law, const Motion& motion, ContactMemory memory = {}) {
        start(*law, motion, 4, touching, memory);
        return memory;
    };
    for (const double place : {-0.5 * touching, 0.0, 0.5 * touching}) {
        const ContactMemory memory = started(factor(), {place, 0.1});
        EXPECT_TRUE(memory.closed) << place;
        EXPECT_EQ(memory.impact_speed, 0.1);
        EXPECT_EQ(memory.onset_time, 4);
    }
    EXPECT_FALSE(started(factor(), {-2 * touching, 0.1}).closed);
    EXPECT_FALSE(started(factor(), {0, 0}).closed);
    EXPECT_TRUE(started(spring_damper("force"), {-1e-4, 1}).closed);
    ContactMemory memory;
    start(*factor(), {0, 0.1}, 4, strikes_are_located, memory);
    EXPECT_FALSE(memory.closed) << "left to the march";

    memory = started(factor("relaxation"), {1e-3, -10});
    EXPECT_FALSE(memory.closed);
    EXPECT_EQ(memory.kept_compression, 1e-3);
    EXPECT_EQ(memory.kept_time, 4);

    memory = started(plastic(), {3e-4, 0.1});
    EXPECT_TRUE(memory.closed);
    EXPECT_EQ(memory.max_indentation, 3e-4);
    EXPECT_DOUBLE_EQ(memory.permanent_indentation, left * 3e-4);
    ContactMemory old = dented(6e-4);
    old.closed = false;
    EXPECT_FALSE(started(plastic(), {3e-4, 0.1}, old).closed) << "within an old dent";
    EXPECT_TRUE(started(plastic(), {5e-4, 0.1}, old).closed);
}

TEST(ContactStatus, StepwiseSurfaceAndHold) {
    ContactMemory open, closed = dented(5e-4);
    EXPECT_EQ(stepwise_surface(*spring_damper("force"), {-1, 0}, open, 0), -infinite);
    EXPECT_EQ(stepwise_surface(*spring_damper(), {-1, 0}, open, 0), 0);
    EXPECT_DOUBLE_EQ(stepwise_surface(*plastic(), {4e-4, 0}, closed, 0), left * 5e-4);
    EXPECT_EQ(stepwise_surface(*spring_damper("latched"), {1e-4, 0}, open, 0), infinite) << "has to leave first";
    EXPECT_EQ(stepwise_surface(*spring_damper("latched"), {-1e-4, 0}, open, 0), 0);
    EXPECT_NEAR(stepwise_surface(*factor("relaxation"), {-1, 0}, let_go(), 2.001), 0.75e-3, 1e-15);
    EXPECT_TRUE(stepwise_held(*factor(), {-1e-4, 0}, closed, 0));
    EXPECT_TRUE(stepwise_held(*factor(), {1e-4, 0}, open, 0)) << "its onset lies behind it";
    EXPECT_FALSE(stepwise_held(*factor(), {-1e-4, 0}, open, 0));
    EXPECT_FALSE(stepwise_held(*factor("relaxation"), {1e-4, 0}, open, 0)) << "it moves against its surface";
}

// x = 2 t - 500 t^2 - 0.75e-3: zero at t = (2 - sqrt(2.5))/1000 with the speed sqrt(2.5).
TEST(ContactStatus, StepwiseOnsetIsThatOfTheMotion) {
    ContactMemory memory;
    set_stepwise_onset(*factor(), {-0.75e-3, 2}, {0.75e-3, 1}, 5, 1e-3, memory);
    EXPECT_NEAR(memory.impact_speed, std::sqrt(2.5), 1e-12);
    EXPECT_NEAR(memory.onset_time, 5 + 1e-3 * (2 - std::sqrt(2.5)), 1e-14);
    // Still outside at the end: another force has to close it, at the end, with no more than the faster of both ends.
    set_stepwise_onset(*factor(), {-1e-3, 2}, {-1e-4, 1}, 5, 1e-3, memory);
    EXPECT_EQ(memory.impact_speed, 2);
    EXPECT_DOUBLE_EQ(memory.onset_time, 5.001);
}

TEST(ContactStatus, StepwiseEnds) {
    const auto settled = [](const LawPointer& law, bool held, double force, double rate_before, const Motion& motion,
                            ContactMemory memory = {}) {
        settle_stepwise(*law, held, 0, force, rate_before, motion, memory);
        return memory;
    };
    EXPECT_TRUE(settled(factor(), true, 1, 1, {1e-4, 1}).closed);
    EXPECT_FALSE(settled(factor(), true, -1, 1, {1e-4, -1}).closed) << "lets go though indented";
    EXPECT_TRUE(settled(factor("distance"), true, -1, 1, {1e-4, -1}).closed) << "ends where the bodies part";
    EXPECT_FALSE(settled(factor("distance"), true, -1, 1, {-1e-4, -1}).closed);
    EXPECT_FALSE(settled(factor(), false, 1, 1, {1e-4, 1}).closed) << "was not in contact";
    EXPECT_TRUE(settled(spring_damper("force"), true, 1, 1, {-1e-4, 1}).closed) << "not touched yet";
    const ContactMemory turned = settled(plastic(), true, 1, 1, {3e-4, -0.1});
    EXPECT_TRUE(turned.unloading);
    EXPECT_EQ(turned.max_indentation, 3e-4);
    EXPECT_DOUBLE_EQ(turned.permanent_indentation, left * 3e-4);
    EXPECT_FALSE(settled(plastic(), true, 1, -0.1, {3e-4, -0.1}).unloading) << "no turn within this step";
    const ContactMemory deeper = settled(plastic(), true, 1, 1, {3e-4, 1});
    EXPECT_FALSE(deeper.unloading);
    EXPECT_EQ(deeper.max_indentation, 3e-4);
    EXPECT_DOUBLE_EQ(deeper.permanent_indentation, left * 3e-4);
}

// A body that moves in at 1 m/s, 0.55 mm above a surface that comes towards it at 0.25 m/s: both meet after 0.44 ms at 1.25 m/s.
TEST(ContactStatus, StepwiseOnsetIsWhereTheSurfaceHasMovedTo) {
    ContactMemory memory = let_go();
    set_stepwise_onset(*factor("relaxation"), {0.2e-3, 1}, {1.2e-3, 1}, 2.001, 1e-3, memory);
    EXPECT_NEAR(memory.onset_time, 2.00144, 1e-12);
    EXPECT_NEAR(memory.impact_speed, 1.25, 1e-9);
}

// Relaxes at 0.25 m/s unless the other body holds it deeper.
TEST(ContactStatus, StepwiseKeepsTheLargerCompression) {
    const LawPointer law = factor("relaxation");
    const auto kept = [&](const ContactMemory& old, bool held, const Motion& before, const Motion& end, double begin_time) {
        ContactMemory memory = old;
        keep_stepwise(*law, before, old, held, end, begin_time, begin_time + 1e-3, memory);
        return memory.kept_compression;
    };
    const ContactMemory closed{.closed = true, .impact_speed = 0.4};
    EXPECT_NEAR(kept(closed, true, {1e-3, 0}, {0.5e-3, -1}, 2), 0.75e-3, 1e-15);
    EXPECT_NEAR(kept(closed, true, {1e-3, 0}, {0.9e-3, -1}, 2), 0.9e-3, 1e-15);
    EXPECT_NEAR(kept(let_go(), true, {-1e-3, 0}, {-1e-3, -1}, 2.001), 0.5e-3, 1e-15) << "touched within the step";
    EXPECT_EQ(kept(let_go(), false, {-1e-3, 0}, {-1e-3, -1}, 2.001), 1e-3) << "goes on by itself";
}

}  // namespace
}  // namespace jounce::status_test
