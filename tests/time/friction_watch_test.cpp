// Physics: which stick, slip or reversal of set-valued frictions ends within one step, and where a slip in a plane is at rest.
// Reference: closed forms. The slip along a line as a polynomial of time, whose zero is known; speeds and forces beyond their
// bounds; the speed that friction takes within the resolution of time. Tolerance: round-off, 1e-12 of entries of size one.
// Controls: the same with a little more or less of what decides.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/events/friction_events.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "closed_signal.hpp"
#include "rubbing_masses.hpp"
#include "time/equations/held_motions.hpp"
#include "time/equations/plane_slip.hpp"

namespace jounce::friction_watch_test {
namespace {

using namespace test::rubbing_masses;
using contact::ContactEvent;
using contact::Slip;

// s(t) = s0 + a t - c t^2 over a step: the mean parabola through what the step knows, s0, a and s(h), is the motion itself.
TEST(FrictionWatch, ASlipThatBeginsFromRestEndsAtTheZeroOfItsParabola) {
    System system = masses({1});
    add(system, law(0.5, 0.5), {vector({1})});
    constexpr double h = 1e-2;
    for (const auto& [s0, a, c] : {std::array{0.0, 3.0, 400.0}, std::array{2e-3, 3.0, 500.0}, std::array{1e-2, 0.5, 400.0}}) {
        time::FrictionWatch watch(system, false);
        State before = at(system, vector({s0}), FrictionStatus::slip),
              after = at(system, vector({s0 + h * (a - c * h)}), FrictionStatus::slip);
        before.a[0] = a;
        after.time = before.time + h;
        before.frictions[0].direction = after.frictions[0].direction = {1, 0};
        std::vector<time::EventCandidate> found;
        watch.examine(before, after, found);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_EQ(found[0].event, ContactEvent::slip_ends);
        EXPECT_NEAR(found[0].after, (a + std::sqrt(a * a + 4 * c * s0)) / (2 * c), tiny * h) << s0;
        // Control: one that is braked from the start is taken as braked evenly.
        before.a[0] = -a;
        found.clear();
        watch.examine(before, after, found);
        ASSERT_EQ(found.size(), 1U);
        EXPECT_NEAR(found[0].after, h * s0 / (s0 - after.v[0]), tiny * h) << s0;
    }
}

TEST(FrictionWatch, EventFunctionsAreSpeedsAndForcesBeyondTheirBounds) {
    constexpr double band = 0.02;
    System system = masses({1, 1});
    add(system, law(0.3, 0.5, band), {vector({1, 0})});
    add(system, law(0.3, 0.5), {vector({0, 1})});
    time::FrictionWatch watch(system, false);
    State state = at(system, vector({0.3, 0}), FrictionStatus::slip);
    state.a << -2, 0;
    std::vector<time::EventCandidate> none;
    watch.examine(state, state, none);
    EXPECT_NEAR(watch.value(0, ContactEvent::slip_ends, state).value, band - 0.3, tiny);
    EXPECT_NEAR(watch.value(0, ContactEvent::slip_ends, state).slope, 2, tiny);
    EXPECT_NEAR(watch.value(0, ContactEvent::band_left, state).value, 0.3 - band, tiny);
    EXPECT_EQ(watch.value(0, ContactEvent::band_left, state).slope, 0);
    state.a[0] = 2;
    EXPECT_EQ(watch.value(0, ContactEvent::slip_ends, state).slope, 0);
    EXPECT_NEAR(watch.value(0, ContactEvent::band_left, state).slope, 2, tiny);
    // While it breaks loose, its end is at zero.
    state.frictions[0].breaking = true;
    EXPECT_NEAR(watch.value(0, ContactEvent::slip_ends, state).value, -0.3, tiny);

    // A stick under 10 N holds 5 N.
    for (FrictionState& f : state.frictions) f.status = FrictionStatus::stick;
    const auto beyond = [&](double force, double other) {
        state.frictions[0].force[0] = force;
        state.frictions[1].force[0] = other;
        return watch.value(0, ContactEvent::stick_breaks, state).value;
    };
    EXPECT_NEAR(beyond(7, 0), 2, 1e-10);
    EXPECT_NEAR(beyond(-3, 0), -2, 1e-10);
    EXPECT_LT(beyond(5 + 5e-12, 0), 0) << "the rounding of 10 N";
    // Without load: what another stick's force rounds to is nothing, a thousand times as much is.
    state.frictions[0].normal_force = state.frictions[0].largest_force = 0;
    EXPECT_LT(beyond(0, 0), 0);
    EXPECT_LT(beyond(1e-7, 1e6), 0);
    EXPECT_GT(beyond(1e-3, 1e6), 0);
    state.frictions[1].status = FrictionStatus::slip;
    EXPECT_GT(beyond(1e-7, 1e6), 0);
}

// Steps that follow the direction of a slip in a plane: its speed, and the part of its acceleration along it.
TEST(FrictionWatch, InAPlaneTheEventFunctionsAreThoseOfTheSpeed) {
    constexpr double band = 0.02;
    System system = masses({1, 1});
    add(system, law(0.3, 0.3, band), {vector({1, 0}), vector({0, 1})});
    time::FrictionWatch watch(system, true);
    State state = at(system, vector({0.3, -0.4}), FrictionStatus::slip);
    state.a << -5, 1;
    std::vector<time::EventCandidate> none;
    watch.examine(state, state, none);
    EXPECT_NEAR(watch.value(0, ContactEvent::slip_ends, state).value, band - 0.5, tiny);
    EXPECT_NEAR(watch.value(0, ContactEvent::slip_ends, state).slope, 3.8, tiny);  // -(a . v)/|v|
    state.a *= -1;
    EXPECT_NEAR(watch.value(0, ContactEvent::band_left, state).value, 0.5 - band, tiny);
    EXPECT_NEAR(watch.value(0, ContactEvent::band_left, state).slope, 3.8, tiny);
}

// A slip that a stop bears is at rest where friction could stop it within the resolution of time: the friction alone moves the
// slip by sum b^2/m F. Otherwise at the rounding of the largest speed. From rest, it ends where it has come back.
TEST(PlaneSlip, RestsAtTheRoundingOfItsSpeedOrOfTime) {
    constexpr double eps = 0x1p-52, time = 1e5;
    System system = masses({2, 0.5});
    add(system, law(0.3, 0.3), {vector({0.6, -0.8}), vector({0.8, 0.6})});
    State state = at(system, vector({0, 0}), FrictionStatus::slip, time);
    state.frictions[0].force = {6, 8};
    const time::PlaneSlip pressed(system, state, 0);
    EXPECT_DOUBLE_EQ(pressed.rest, 256 * eps * 4 * 10 * (0.36 / 2 + 0.64 / 0.5) * time);
    EXPECT_EQ(pressed.noise, 0);
    state = at(system, vector({3e4, -4e4}), FrictionStatus::slip, time);
    state.a << 0.3, -0.4;
    const time::PlaneSlip fast(system, state, 0);
    EXPECT_DOUBLE_EQ(fast.rest, 256 * eps * (4e4 + 0.5 * time));
    EXPECT_DOUBLE_EQ(fast.noise, 4 * eps * (4e4 + 0.5 * time));
    EXPECT_DOUBLE_EQ(fast.speed, 5e4);
    EXPECT_NEAR(fast.ended({3e4, 4e4}, 0), fast.rest - 5e4, tiny * 5e4);
    EXPECT_NEAR(fast.ended({3, 4}, 6), 1, tiny);
    time::PlaneSlip begun;
    begun.rest = 1e-9;
    begun.direction = {0.6, 0.8};
    EXPECT_NEAR(begun.ended({0.6e-8, 0.8e-8}, 0), -1.1e-8, 1e-20);        // goes on
    EXPECT_NEAR(begun.ended({-0.6e-8, -0.8e-8}, 0), 0.9e-8, 1e-20);       // has come back
    EXPECT_NEAR(begun.ended({-0.6e-6, -0.8e-6}, 0), 1e-7 - 1e-6, 1e-20);  // turned round while it moved
}

TEST(FrictionWatch, InAPlaneASlipStopsWhereItIsAFifthOfWhatItWas) {
    System system = masses({1, 1});
    add(system, law(0.3, 0.3), {vector({1, 0}), vector({0, 1})});
    time::FrictionWatch watch(system, false);
    const State before = at(system, vector({0.3, 0.4}), FrictionStatus::slip);
    std::vector<time::EventCandidate> none;
    watch.examine(before, before, none);
    EXPECT_TRUE(watch.stops(0, at(system, vector({0.06, -0.079}), FrictionStatus::slip)));
    EXPECT_FALSE(watch.stops(0, at(system, vector({0.06, -0.081}), FrictionStatus::slip)));
}

// A slip in a plane that begins from rest, at a speed that is rounding, ends where it has moved back from there by `rest`; one
// that comes from a speed ends where it is below `rest`; with a dead band, where it is below that.
TEST(PlaneSlip, EndsAtRestOrWhereItHasMovedBack) {
    time::PlaneSlip plane;
    plane.rest = 1e-3;
    plane.begin = {3e-4, -2e-4};
    plane.direction = {0.6, -0.8};
    for (const double back : {0.999e-3, 1.001e-3}) {
        plane.speed = 0.5e-3;
        const contact::Slip slip{plane.begin[0] - back * 0.6, plane.begin[1] + back * 0.8};
        EXPECT_EQ(plane.ended(slip, 0) > 0, back > plane.rest) << back;
        plane.speed = 2e-3;
        EXPECT_NEAR(plane.ended(slip, 0), plane.rest - contact::norm(slip), 1e-18);
        EXPECT_NEAR(plane.ended(slip, 0.7e-3), 0.7e-3 - contact::norm(slip), 1e-18);
    }
}

}  // namespace
}  // namespace jounce::friction_watch_test
