// The fastest mode that a step has to stand, against a chain with a closed form, and what exceeding it does.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/advice/critical_step.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/small_system.hpp"
#include "time/march/march.hpp"
#include "time/methods/table.hpp"
#include "time/one_step/one_step.hpp"
#include "time/start/start.hpp"

namespace jounce::test::critical_step_test {

namespace {

/// n masses m between springs k, both ends held: omega_n = 2 sqrt(k/m) sin(n pi/(2 (n + 1))).
System chain(int n, double k, double m) {
    linalg::Matrix K = linalg::Matrix::Zero(n, n);
    for (int i = 0; i < n; ++i) {
        K(i, i) = 2 * k;
        if (i > 0) K(i, i - 1) = K(i - 1, i) = -k;
    }
    return linear_system(m * linalg::Matrix::Identity(n, n), linalg::Matrix::Zero(n, n), K);
}
double fastest(int n, double k, double m) { return 2 * std::sqrt(k / m) * std::sin(n * std::numbers::pi / (2.0 * (n + 1))); }

}  // namespace

// Power iteration approaches from below; its own criterion leaves a few thousandths on a dense upper spectrum.
TEST(CriticalStep, FastestModeOfAChain) {
    for (const int n : {1, 2, 7, 60}) {
        const double exact = fastest(n, 3e5, 0.02);
        const double found = time::largest_angular_frequency(chain(n, 3e5, 0.02));
        EXPECT_LE(found, exact * (1 + 1e-12)) << n;
        EXPECT_GE(found, exact * 0.99) << n;
    }
    EXPECT_EQ(time::largest_angular_frequency(
                  linear_system(linalg::Matrix::Identity(2, 2), linalg::Matrix::Zero(2, 2), linalg::Matrix::Zero(2, 2))),
              0);
}

// Two masses against each other are the fastest motion: a start that moves both alike would never find it. Slow masses before
// them take the first numbers of the start, each of its own.
TEST(CriticalStep, TwoMassesThatMoveAgainstEachOtherAreFound) {
    constexpr int slow = 60;
    constexpr double own = 1e4, between = 2.5e3;
    linalg::Matrix K = 1e-2 * own * linalg::Matrix::Identity(slow + 2, slow + 2);
    K(slow, slow) = K(slow + 1, slow + 1) = own + between;
    K(slow, slow + 1) = K(slow + 1, slow) = -between;
    const linalg::Matrix M = linalg::Matrix::Identity(slow + 2, slow + 2);
    const double found = time::largest_angular_frequency(linear_system(M, 0 * M, K));
    EXPECT_NEAR(found, std::sqrt(own + 2 * between), 1e-3 * found) << "not " << std::sqrt(own);
}

// Units of mass and time are arbitrary: powers of two of them change no digit, nor where the iteration ends.
TEST(CriticalStep, DoesNotDependOnUnits) {
    const double found = time::largest_angular_frequency(chain(60, 3e5, 0.02));
    for (const double mass : {0x1p-40, 0x1p20}) {
        for (const double second : {0x1p-20, 0x1p30}) {
            const System other = chain(60, 3e5 * mass / (second * second), 0.02 * mass);
            EXPECT_EQ(time::largest_angular_frequency(other) * second, found) << mass << " " << second;
        }
    }
}

// The limits of the methods, tried on both sides: a little below the motion stays bounded, a little above it does not.
TEST(CriticalStep, LimitsOfTheMethods) {
    const System system = chain(5, 3e5, 0.02);
    const double omega = fastest(5, 3e5, 0.02);
    for (const double beta : {0.0, 1.0 / 12, 1.0 / 6}) {
        const time::MethodPointer method = time::one_step_method("test", {.beta = beta, .gamma = 0.5}, "test");
        const double limit = method->stability_limit();
        EXPECT_NEAR(limit, 1 / std::sqrt(0.25 - beta), 1e-12);
        for (const double factor : {0.98, 1.02}) {
            const auto stepper = method->bind(system, time::Events::locate);
            State state = time::initial_state(system);
            state.v[0] = 1;
            stepper->start(state);
            State next = state;
            const double h = factor * limit / omega;
            for (int i = 0; i < 1000; ++i) {
                stepper->step(state, next, h, (i + 1) * h);
                std::swap(state, next);
            }
            const bool bounded = state.v.norm() < 100;
            EXPECT_EQ(bounded, factor < 1) << "beta " << beta << ", factor " << factor << ": " << state.v.norm();
        }
    }
    EXPECT_TRUE(std::isinf(time::one_step_method("test", {.beta = 0.25, .gamma = 0.5}, "test")->stability_limit()));
}

}  // namespace jounce::test::critical_step_test
