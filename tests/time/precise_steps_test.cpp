// Promises of a step of the precise method: no growth within its limit of stability, the same step from the same state, and no
// memory asked for. Reference: roots of the characteristic polynomial. Control: beyond the limit the motion grows.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "modal/modal_system.hpp"
#include "precise_cases.hpp"
#include "support/malloc_count.hpp"
#include "support/small_system.hpp"
#include "time/methods/precise.hpp"
#include "time/start/start.hpp"

namespace jounce::precise_steps_test {
namespace {

using test::add_load;
using test::always_in_contact;
using test::run;
using test::Sine;
using test::TwoCubics;

// Amplitude after many steps in a linear contact of frequency w_c = 1 on a free mass.
double growth(int order, double h, int steps) {
    const System s = always_in_contact(1, 1, 1e-6);
    const State end = run(s, {.order = order}, h, h * steps);
    return std::pow(std::hypot(end.q[0], end.v[0]) / 1e-6, 1.0 / steps);
}

TEST(Precise, LimitOfStabilityOfTheThirdOrder) {
    // Largest root of the amplification of the third-order step on a free mass with a spring: 1 at w_c h = 0.967 (Xu et al. 2022
    // give the scheme; the number by the roots of its characteristic polynomial), 0.99859 at 0.3.
    EXPECT_LT(growth(3, 0.96, 400), 1.0);
    EXPECT_GT(growth(3, 0.975, 400), 1.0);
    EXPECT_NEAR(growth(3, 0.3, 1000), 0.99859, 2e-5);
}

// A step depends on the state alone: two steps from a copy of a state give the same bits, whatever was stepped in between.
TEST(Precise, AStateIsASnapshot) {
    const System s = always_in_contact(1, 1.5, 0.4);
    const auto prepared = modal::modal_system(s);
    const auto stepper = time::precise({.order = 3})->bind(*prepared, time::Events::stepwise);
    State now = time::initial_state(*prepared);
    stepper->start(now);
    State next = now;
    for (int i = 1; i <= 10; ++i) {
        (void)stepper->step(now, next, 0.1, 0.1 * i);
        std::swap(now, next);
    }
    const State copy = now;
    (void)stepper->step(now, next, 0.1, 1.1);
    const State first = next;
    for (int i = 0; i < 20; ++i) (void)stepper->step(now, next, 0.013 * (i + 1), 1 + 0.013 * (i + 1));
    (void)stepper->step(copy, next, 0.1, 1.1);
    EXPECT_EQ(first.q[0], next.q[0]);
    EXPECT_EQ(first.v[0], next.v[0]);
    EXPECT_TRUE(first.algorithm == next.algorithm);
}

// Nothing allocates in a step, not even with a step size never seen before.
TEST(Precise, NoStepAllocates) {
    Matrix M = Matrix::Identity(30, 30), K = Matrix::Zero(30, 30);
    for (int i = 0; i + 1 < 30; ++i) {
        K(i, i) += 1e4;
        K(i + 1, i + 1) += 1e4;
        K(i, i + 1) -= 1e4;
        K(i + 1, i) -= 1e4;
    }
    System system = test::linear_system(M, 0.1 * M + 1e-4 * K, K);
    system.v0.setConstant(1);
    add_load(system, Vector::Ones(30), std::make_shared<Sine>(3, 20, 0));
    add_load(system, Vector::Unit(30, 3), std::make_shared<TwoCubics>());
    test::add_load(system, Vector::Unit(30, 9), [](double t) { return std::sin(30 * t); });
    const contact::GapGeometry both{contact::GapShape::plane, 0.05, true, true};
    test::add_contact(system, "first", both, std::make_shared<test::PowerLaw>(1e6, 1.5, 0.5), {Vector::Unit(30, 0)});
    test::add_contact(system, "ring", {contact::GapShape::circular, 0.06, true, false},
                      std::make_shared<test::PowerLaw>(1e6, 1.5), {Vector::Unit(30, 15), Vector::Unit(30, 16)});
    const auto prepared = modal::modal_system(system);
    const auto stepper = time::precise({.order = 3})->bind(*prepared, time::Events::stepwise);
    State now = time::initial_state(*prepared);
    stepper->start(now);
    State next = now;
    double time = 0;
    int touched = 0;
    const long allocations = tests::mallocs_in([&] {
        for (int i = 1; i <= 30000; ++i) {
            const double h = i % 100 == 0 ? 1e-4 * (0.5 + 1e-5 * i) : 1e-4;
            time += h;
            touched += stepper->step(now, next, h, time).iterations > 0 ? 1 : 0;
            std::swap(now, next);
        }
    });
    EXPECT_EQ(allocations, 0);
    EXPECT_GT(time, 2) << "the break of the load at 1 s was passed";
    EXPECT_GT(touched, 100);
    EXPECT_LT(touched, 29000);
}

TEST(Precise, ImplicitForcesAreStableInStiffContact) {
    // A linear contact on a free mass and on a mode of any frequency: no growth at w_c h = 20, and no decay either.
    for (const double own : {0.0, 0.01, 1.0, 9.0}) {
        System s = always_in_contact(1, 1, 1e-6);
        Matrix K = test::scalar(own);
        s.linear.K = test::sparse(K);
        const double h = 20;
        const auto prepared = modal::modal_system(s);
        const auto stepper = time::precise({.contact = "implicit"})->bind(*prepared, time::Events::stepwise);
        State now = time::initial_state(*prepared);
        stepper->start(now);
        State next = now;
        double largest = 0, late = 0;
        for (int i = 1; i <= 2000; ++i) {
            EXPECT_TRUE(stepper->step(now, next, h, i * h).converged);
            std::swap(now, next);
            largest = std::max(largest, std::abs(now.q[0]));
            if (i > 1900) late = std::max(late, std::abs(now.q[0]));
        }
        EXPECT_LT(largest, 3e-6) << own;
        EXPECT_GT(late, 0.3e-6) << own;
    }
    EXPECT_GT(growth(3, 20, 10), 2) << "control: explicit forces grow";
}

}  // namespace
}  // namespace jounce::precise_steps_test
