// Physics: Newmark on linear systems: order two under free, damped and forced motion, order one off gamma = 1/2, exact discrete
// energy balance of the average acceleration, no algorithmic damping.
// Reference: closed forms of the single oscillator and of a two-mass chain.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "support/small_system.hpp"
#include "time/account/energy.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/one_step/one_step.hpp"
#include "time/start/start.hpp"

namespace jounce::newmark_linear_test {
namespace {

State run(const System& system, const time::NewmarkSettings& settings, double h, double duration,
          std::vector<time::Observer*> observers = {}) {
    const auto stepper = time::newmark(settings)->bind(system, time::Events::stepwise);
    State state = time::initial_state(system);
    time::march(system, *stepper, {.step = h, .duration = duration}, state, observers);
    return state;
}

/// x'' + 2 zeta x' + x = F sin(w t) from x = 1, v = 0.3 (unit mass and stiffness).
struct Oscillator {
    double zeta, force, w;
    [[nodiscard]] System system() const {
        System s = test::linear_system(test::scalar(1), test::scalar(2 * zeta), test::scalar(1));
        s.q0[0] = 1;
        s.v0[0] = 0.3;
        const double frequency = w, amplitude = force;
        if (force != 0) test::add_load(s, Vector::Ones(1), [=](double t) { return amplitude * std::sin(frequency * t); });
        return s;
    }
    [[nodiscard]] double exact(double t) const {
        const double c = 2 * zeta, d = (1 - w * w) * (1 - w * w) + c * c * w * w;
        const double ps = force * (1 - w * w) / d, pc = -force * c * w / d;
        const double wd = std::sqrt(1 - zeta * zeta);
        const double A = 1 - pc, B = (0.3 - ps * w + zeta * A) / wd;
        return std::exp(-zeta * t) * (A * std::cos(wd * t) + B * std::sin(wd * t)) + ps * std::sin(w * t) + pc * std::cos(w * t);
    }
};

double observed_order(const Oscillator& oscillator, const time::NewmarkSettings& settings) {
    const System system = oscillator.system();
    // Largest error over a few instants, so that no zero of the error fakes an order.
    const auto error = [&](double h) {
        double worst = 0;
        for (const double t : {2.0, 3.0, 5.0})
            worst = std::max(worst, std::abs(run(system, settings, h, t).q[0] - oscillator.exact(t)));
        return worst;
    };
    return std::log2(error(0.01) / error(0.005));
}

TEST(NewmarkLinear, OrderTwoFreeDampedAndForced) {
    for (const Oscillator& o :
         {Oscillator{0, 0, 2}, Oscillator{0.05, 0, 2}, Oscillator{0, 0.7, 2.0}, Oscillator{0.1, 0.7, 0.6}}) {
        for (const double beta : {0.0, 1.0 / 12, 1.0 / 6, 0.25, 0.4}) {
            // beta = 1/12 without damping is fourth order (Fox and Goodwin); at least two is what the method promises.
            EXPECT_GT(observed_order(o, {beta, 0.5}), 1.95) << "zeta " << o.zeta << " force " << o.force << " beta " << beta;
        }
        EXPECT_LT(observed_order(o, {0.25, 0.5}), 2.05);
        // Control: away from gamma = 1/2 the order is one.
        EXPECT_NEAR(observed_order(o, {0.36, 0.7}), 1.0, 0.1) << "zeta " << o.zeta << " force " << o.force;
    }
}

TEST(NewmarkLinear, AverageAccelerationKeepsTheEnergyOfAFreeChain) {
    Matrix M = Matrix::Identity(2, 2), K(2, 2);
    K << 300, -100, -100, 100;
    System system = test::linear_system(M, Matrix::Zero(2, 2), K);
    system.q0 << 0.1, -0.2;
    system.v0 << 1, 2;
    const double before = 0.5 * system.v0.dot(M * system.v0) + 0.5 * system.q0.dot(K * system.q0);
    const State end = run(system, {}, 0.05, 500);
    const double after = 0.5 * end.v.dot(M * end.v) + 0.5 * end.q.dot(K * end.q);
    EXPECT_NEAR(after, before, 1e-11 * before);                  // 10 000 steps of round-off
    const State damped = run(system, {0.3025, 0.6}, 0.05, 500);  // control: gamma > 1/2 loses energy
    EXPECT_LT(0.5 * damped.v.dot(M * damped.v), 0.1 * before);
}

TEST(NewmarkLinear, TheAccountClosesToRoundOffUnderLoadAndDamping) {
    Matrix M(2, 2), C(2, 2), K(2, 2);
    M << 2, 0.3, 0.3, 1;
    K << 300, -100, -100, 150;
    C = 0.2 * M + 1e-3 * K;
    System system = test::linear_system(M, C, K);
    Vector pattern(2);
    pattern << 1, -0.5;
    test::add_load(system, pattern, [](double t) { return 20 * std::sin(9 * t) + 3; });
    time::EnergyAccount account;
    const State end = run(system, {}, 0.02, 20, {&account});
    const time::EnergyTerms terms = account.terms(end);
    EXPECT_GT(terms.structural_damping, 0.5 * terms.external);
    EXPECT_NEAR(terms.remainder, 0, 1e-12 * terms.external);
    // Control: the same account of a run with another gamma does not close, because the quadrature is not its own.
    time::EnergyAccount other;
    const time::EnergyTerms off = other.terms(run(system, {0.36, 0.7}, 0.02, 20, {&other}));
    EXPECT_GT(std::abs(off.remainder), 1e-4 * off.external);
}

TEST(NewmarkLinear, RigidMotionUnderConstantForceIsExact) {
    System system = test::linear_system(test::scalar(3), test::scalar(0), test::scalar(0));
    system.v0[0] = -0.4;
    test::add_load(system, Vector::Ones(1), [](double) { return 6.0; });
    const State end = run(system, {}, 0.1, 7);
    EXPECT_NEAR(end.q[0], -0.4 * 7 + 0.5 * 2 * 49, 1e-12 * 49);
    EXPECT_NEAR(end.v[0], -0.4 + 14, 1e-13 * 14);
}

TEST(NewmarkLinear, TheLastStepIsShortenedWhenTheDurationIsNoMultiple) {
    const Oscillator o{0.02, 0.5, 1.7};
    const System system = o.system();
    const State end = run(system, {}, 0.003, 1.0);
    EXPECT_DOUBLE_EQ(end.time, 1.0);
    EXPECT_EQ(end.step, 334);
    EXPECT_NEAR(end.q[0], o.exact(1.0), 5e-6);
}

// Second order is gamma = 1/2 + alpha_f - alpha_m, on both sides of it.
TEST(NewmarkLinear, OrderByItsCoefficients) {
    for (const auto& [am, af] : {std::pair{0.0, 0.0}, {0.2, 0.4}, {-0.1, 0.0}}) {
        const double second = 0.5 + af - am;
        EXPECT_EQ((time::OneStepCoefficients{am, af, 0.4, second}.order()), 2);
        for (const double off : {-0.1, 0.1}) EXPECT_EQ((time::OneStepCoefficients{am, af, 0.4, second + off}.order()), 1);
    }
}

// The error estimate of a step, c h |da| over the speed of all energy and what the acceleration adds in the largest step.
TEST(NewmarkLinear, EstimatesTheErrorOfAStep) {
    const double m = 3, k = 70;
    const System system = test::linear_system(test::scalar(m), test::scalar(2), test::scalar(k));
    for (const double beta : {0.0, 1.0 / 12, 0.2, 0.25, 0.5}) {
        const auto stepper = time::one_step_stepper(system, {0, 0, beta, 0.5}, time::Events::locate);
        State from = time::initial_state(system), to = from;
        from.q[0] = 0.2;
        from.v[0] = -1.5;
        from.a[0] = 40;
        to.a[0] = -7;
        for (const double largest : {0.0, 0.3}) {
            const double c = std::max(std::abs(beta - 1.0 / 6), 1.0 / 12), root = std::sqrt(m);
            const double want = c * 0.01 * root * 47 / (std::sqrt(m * 1.5 * 1.5 + k * 0.2 * 0.2) + largest * root * 7);
            EXPECT_NEAR(stepper->error_estimate(from, to, 0.01, largest), want, 1e-13 * want) << beta;
        }
    }
}

// The acceleration of a state is that of its instant to second order, although the formulas use one that is later or earlier.
TEST(NewmarkLinear, AlphaMethodsHaveAccelerationsOfSecondOrder) {
    const Oscillator free{0.05, 0, 1};
    const System system = free.system();
    for (const auto& [am, af] : {std::pair{0.0, 1.0 / 3}, {-0.3, 0.0}, {-1.0, 0.0}, {0.2, 0.4}}) {
        const double a = af - am;
        std::array<double, 2> errors{};
        for (std::size_t i = 0; i < 2; ++i) {
            const double h = i == 0 ? 0.02 : 0.01;
            const auto stepper =
                time::one_step_stepper(system, {am, af, 0.25 * (1 + a) * (1 + a), 0.5 + a}, time::Events::locate);
            State state = time::initial_state(system);
            time::march(system, *stepper, {.step = h, .duration = 2}, state, {});
            // x'' = -2 zeta x' - x of the exact motion.
            const double t = state.time, d = 1e-4;
            const double exact = (free.exact(t + d) - 2 * free.exact(t) + free.exact(t - d)) / (d * d);
            errors[i] = std::abs(state.a[0] - exact);
        }
        EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2, 0.3) << am << ' ' << af;
    }
}

}  // namespace
}  // namespace jounce::newmark_linear_test
