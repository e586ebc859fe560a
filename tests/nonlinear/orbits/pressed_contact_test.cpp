// The variational equation through a contact that a load presses together slowly.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "nonlinear/variation/joint_steps.hpp"
#include "support/small_system.hpp"
#include "support/table.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::pressed_contact_test {
namespace {

using namespace nonlinear;
using namespace test;

constexpr double mass = 10, K = 1.5e11, depth = 1e-4;

/// Phi of (x, x') over one step of a march from y.
linalg::Matrix phi_after(const linalg::Vector& y, double duration) {
    auto system = std::make_shared<System>(linear_system(scalar(mass), scalar(0), scalar(1)));
    const auto* kind = contact::law_family.find("hertz");
    add_contact(*system, "stop", stop(0), kind->make(table({{"stiffness", K}, {"exponent", 1.5}})), {linalg::Vector::Ones(1)});
    add_load(*system, linalg::Vector::Ones(1), [](double) { return K * std::pow(depth, 1.5); });
    system->q0[0] = y[0];
    system->v0[0] = y[1];
    const time::MethodPointer method = time::event_driven({.tolerance = 1e-12});
    const auto prepared = method->prepare(system);
    const auto stepper = method->bind(*prepared, time::Events::locate);
    State state = time::initial_state(*prepared);
    stepper->start(state);
    EXPECT_TRUE(state.sides[0].memory.closed);
    const State before = state;
    time::MarchOptions options;
    options.step = options.duration = duration;
    options.order = method->order();
    options.begun = true;
    (void)time::march(*prepared, *stepper, options, state, {});
    const SideGradients gradients(*prepared);
    const PhiRows rows(*prepared);
    linalg::Matrix phi = linalg::Matrix::Zero(rows.count, 2);
    phi(0, 0) = phi(1, 1) = 1;
    (void)JointSteps(*prepared, gradients, rows, 2, 1e4).over(before, state, 1e-11, phi);
    return phi;
}

// The mass vibrates about its rest under the load. At both ends of the step it moves outwards at the same rate, from one side of
// the rest to the other, and within the step inwards: no quantity over the rate may be integrated. The reference is the linear
// vibration.
TEST(PressedContact, VariationIsThatOfTheVibrationAboutTheRest) {
    const double rate = std::sqrt((1 + 1.5 * K * std::sqrt(depth)) / mass);  // 15 000 rad/s
    const double amplitude = 2e-3 * depth, phase = 1.2, turn = 2 * 3.141592653589793 - 2 * phase;
    const linalg::Vector y =
        (linalg::Vector(2) << depth + amplitude * std::sin(phase), amplitude * rate * std::cos(phase)).finished();
    const linalg::Matrix phi = phi_after(y, turn / rate);
    const double C = std::cos(turn), S = std::sin(turn);
    // The tangent of the force changes by 1e-3.
    EXPECT_NEAR(phi(0, 0), C, 5e-3);
    EXPECT_NEAR(phi(0, 1) * rate, S, 5e-3);
    EXPECT_NEAR(phi(1, 0) / rate, -S, 5e-3);
    EXPECT_NEAR(phi(1, 1), C, 5e-3);
}

}  // namespace
}  // namespace jounce::pressed_contact_test
