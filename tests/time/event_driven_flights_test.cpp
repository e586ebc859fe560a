// Physics: flights between contacts. A load from a function that is as short as the fastest mode is seen wherever it is within a
// step of any length; the motion within the last step is known, in a flight as in a contact, at the time asked for; a slip that
// ends before a stop is reached ends there. Reference: the response of an oscillator to a Gaussian pulse, the harmonic motion,
// the half-waves of a mass on dry friction. Tolerance: that of the method on the load; rounding.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <vector>

#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "system/models.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"
#include "time/stepper/dense_motion.hpp"

namespace jounce::test::event_driven_flights_test {
namespace {

using linalg::Vector;

TEST(EventDrivenFlights, APulseAsShortAsTheFastestModeIsSeen) {
    constexpr double w = 1000, width = 1 / w, push = 3, begin = 0.3717;
    System system = linear_system(scalar(1), scalar(0), scalar(w * w));
    add_load(system, Vector::Ones(1), [](double t) { return push * std::exp(-std::pow((t - begin) / width, 2)); });
    const auto method = time::event_driven({1e-9});
    const auto stepper = method->bind(system, time::Events::locate);
    State state = time::initial_state(system);
    time::march(system, *stepper, {.step = 1, .duration = 1, .order = method->order()}, state, {});
    // m q' + i w q behind it is the Fourier integral of the pulse.
    const double impulse = push * width * std::sqrt(std::numbers::pi) * std::exp(-0.25 * std::pow(w * width, 2));
    EXPECT_NEAR(std::hypot(state.v[0], w * state.q[0]), impulse, 1e-6 * impulse);
}

/// A mass of 1 kg on a spring, its stop at 0.1 m.
System before_stop(double k, double v) {
    System system = linear_system(scalar(1), scalar(0), scalar(k));
    add_contact(system, "stop", stop(0.1), std::make_shared<PowerLaw>(1e4, 1.5), {Vector::Ones(1)});
    system.v0[0] = v;
    return system;
}

TEST(EventDrivenFlights, TheMotionWithinAStepIsKnown) {
    constexpr double k = 4, v = 1, t0 = 0.7;
    const System system = before_stop(k, v);
    const auto stepper = time::event_driven({1e-12})->bind(system, time::Events::locate);
    auto* const dense = dynamic_cast<time::DenseMotion*>(stepper.get());
    ASSERT_NE(dense, nullptr);
    State from = time::initial_state(system);
    from.time = t0;
    stepper->start(from);
    State to = from, within = from;
    (void)stepper->step(from, to, 0.02, t0 + 0.02);
    ASSERT_TRUE(dense->within(from, 0.013, within));
    EXPECT_DOUBLE_EQ(within.time, t0 + 0.013);
    EXPECT_NEAR(within.q[0], v / 2 * std::sin(2 * 0.013), 1e-15);
    EXPECT_NEAR(within.v[0], v * std::cos(2 * 0.013), 1e-15);
    // In contact: the energy of the mass, its spring and the stop is that of the start.
    State pressed = time::initial_state(system);
    pressed.time = t0;
    pressed.q[0] = 0.1 + 1e-3;
    pressed.v[0] = v;
    stepper->start(pressed);
    ASSERT_TRUE(pressed.sides[0].memory.closed);
    const auto energy = [&](const State& s) {
        return 0.5 * s.v[0] * s.v[0] + 0.5 * k * s.q[0] * s.q[0] + 1e4 * std::pow(s.q[0] - 0.1, 2.5) / 2.5;
    };
    (void)stepper->step(pressed, to, 2e-4, t0 + 2e-4);
    ASSERT_GT(to.time, t0);
    const double s = 0.4 * (to.time - t0);
    ASSERT_TRUE(dense->within(pressed, s, within));
    EXPECT_DOUBLE_EQ(within.time, t0 + s);
    EXPECT_NEAR(energy(within), energy(pressed), 1e-10 * energy(pressed));
    EXPECT_GT(within.q[0], pressed.q[0]);
    EXPECT_LT(within.q[0], to.q[0]);
}

/// Counts switches of sides.
struct Switches final : time::Observer {
    void accepted(const time::AcceptedStep& /*step*/) override {}
    void switched(const time::SwitchedState& event) override { sides += static_cast<int>(event.switches.size()); }
    int sides = 0;
};

// Pushed away from a stop behind it, a mass on a spring and dry friction turns at the far end: had the friction not turned with
// it, it would have come back beyond the stop.
TEST(EventDrivenFlights, ASlipThatEndsBeforeAStopTouchesNothing) {
    constexpr double k = 1, friction_force = 0.1, v = -0.4, clearance = 0.2;
    System system = linear_system(scalar(1), scalar(0), scalar(k));
    add_contact(system, "stop", stop(clearance), std::make_shared<PowerLaw>(1e4, 1), {Vector::Ones(1)});
    Friction friction;
    friction.law =
        contact::friction_family.make(table({{"kind", "coulomb"}, {"coefficient", friction_force}}), "test", "friction");
    friction.normal_force = std::make_shared<ClosedSignal>(std::array<double, 4>{1, 0, 0, 0});
    friction.first_row = static_cast<int>(system.rows.size());
    friction.own_rows = friction.directions = 1;
    add_row(system, Vector::Ones(1));
    system.frictions.push_back(friction);
    system.v0[0] = v;
    const auto stepper = time::event_driven({1e-10})->bind(system, time::Events::locate);
    State state = time::initial_state(system);
    Switches switches;
    std::vector<time::Observer*> observers{&switches};
    constexpr double duration = 4;
    time::march(system, *stepper, {.step = duration, .duration = duration, .order = 12}, state, observers);
    EXPECT_EQ(switches.sides, 0);
    // About +F/k on the way out, about -F/k on the way back.
    const double centre = friction_force / k, reach = std::hypot(centre, v), far = centre - reach;
    const double back = duration - (std::numbers::pi - std::atan2(-v, -centre));
    EXPECT_GT(centre + reach, clearance) << "control: a friction that did not turn would let it reach the stop";
    EXPECT_NEAR(state.q[0], -centre + (far + centre) * std::cos(back), 1e-9);
}

}  // namespace
}  // namespace jounce::test::event_driven_flights_test
