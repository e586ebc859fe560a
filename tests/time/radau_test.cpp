// The implicit step for motions that few forces make stiff: its order, that of its motion within the step, stiff steps, its
// error. Physics: a mass of 1 kg on a damped stop, f = c x' + k x + e x^3, driven so that x = sin t solves x'' + f = p(t)
// exactly; free, it is the overdamped exponential. Tolerance: slopes of errors over step sizes within 0.6 of the order; bounds
// ten times the errors seen. Control: the explicit formula of order 8 is off by more than the motion itself with the same stiff
// step.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/formulas/radau.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace jounce::time::radau_test {
namespace {

using Vector = std::array<double, 5>;  // t, q, v, the impulse and the work of the force

struct Stop {
    double damping = 1, stiffness = 1, cubic = 0;
    bool driven = true;

    [[nodiscard]] double force(double x, double u) const { return damping * u + (stiffness + cubic * x * x) * x; }
    void rate(const double* y, double* dy, bool integrals = true) {
        const double load = driven ? force(std::sin(y[0]), std::cos(y[0])) - std::sin(y[0]) : 0;
        at = {y[1], y[2]};
        dy[0] = 1;
        dy[1] = y[2];
        dy[2] = load - force(y[1], y[2]);
        if (!integrals) return;
        dy[3] = force(y[1], y[2]);
        dy[4] = dy[3] * y[2];
    }
    std::array<double, 2> at{};
};

/// What ContactForces is to a mechanism.
struct Force {
    Stop* stop;
    [[nodiscard]] std::size_t rank() const { return 1; }
    [[nodiscard]] std::size_t normal(std::size_t k) const { return k; }
    [[nodiscard]] std::size_t impulse(std::size_t) const { return 3; }
    [[nodiscard]] double mobility(std::size_t) const { return 1; }
    void place(std::size_t, const double* y) { stop->at = {y[1], y[2]}; }
    void direct(std::size_t) {}
    void inertance(std::size_t, std::size_t, double weight, double, double* out) const { *out = weight; }
    void project(const double* v, double* parts) const { *parts = *v; }
    void rates(std::size_t, const double* parts, double* u) const { *u = *parts; }
    void turn(std::size_t, double) {}
    void add_coupling(std::size_t, const double*, double*) const {}
    void add(std::size_t, double weight, const double* f, double* sum) const { sum[0] += weight * f[0]; }
    void subtract(const double* sum, double* v) const { *v -= sum[0]; }
    void sample(double* x, double* u) const {
        *x = stop->at[0];
        *u = stop->at[1];
    }
    void respond(const double* x, const double* u, double* f, double* stiffness, double* damping) const {
        *f = stop->force(*x, *u);
        stiffness[0] = stop->stiffness + 3 * stop->cubic * *x * *x;
        damping[0] = stop->damping;
        stiffness[1] = damping[1] = 0;
    }
    void answer(const double* u, double* f, double* stiffness, double* damping) const {
        respond(stop->at.data(), u, f, stiffness, damping);
    }
};

struct Step {
    Vector y{}, increment{};
    Radau<5>::Result result;
    double error = 0;    // of q and v
    double within = 0;   // of v at places in the step
    double impulse = 0;  // its error
    double estimate = 0;
};

/// One step from t = 0.5 on x = sin t. \param allowed what a step may err
Step step_of(Stop stop, double h, double allowed = 1e-13) {
    Force force{&stop};
    Radau<5> method(RadauTable<5>(radau_5, 0.159), 1, 3, 5, 1);
    Step out;
    out.y = {0.5, std::sin(0.5), std::cos(0.5), 0, 0};
    Vector start{};
    stop.rate(out.y.data(), start.data());
    const double history = 0;
    const auto size = [&](const double*, const double* change) {
        out.estimate = std::max(std::abs(change[1]), std::abs(change[2]));
        return out.estimate / allowed;
    };
    out.result = method.step(stop, force, size, out.y.data(), start.data(), h, out.increment.data(), &history);
    const double end = 0.5 + h;
    out.error =
        std::max(std::abs(out.y[1] + out.increment[1] - std::sin(end)), std::abs(out.y[2] + out.increment[2] - std::cos(end)));
    for (const double x : {0.0, 0.13, 0.37, 0.5, 0.81, 1.0}) {
        Vector part{};
        method.within(x * h, 5, part.data());
        const double t = 0.5 + x * h;
        if (x == 0) {
            EXPECT_EQ(std::abs(part[1]) + std::abs(part[2]) + std::abs(part[3]), 0);
        }
        if (x == 1) {
            for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(part[i], out.increment[i], 1e-13 * (1 + std::abs(part[i])));
        }
        out.within = std::max(out.within, std::abs(out.y[2] + part[2] - std::cos(t)));
    }
    // Linear force: its impulse is damping times the way and stiffness times the integral of sin.
    const double impulse = stop.damping * (std::sin(end) - std::sin(0.5)) + stop.stiffness * (std::cos(0.5) - std::cos(end));
    out.impulse = std::abs(out.increment[3] - impulse);
    return out;
}

TEST(Radau, NodesAndWeightsSatisfyTheConditionsOfTheirOrder) {
    const RadauTable<5> table(radau_5, 0.159);
    for (std::size_t k = 0; k < 9; ++k) {
        double sum = 0, error = 0, lower = 0;
        for (std::size_t j = 0; j < 5; ++j) {
            sum += table.a[4][j] * std::pow(table.c[j], k);
            error += table.error.stages[j] * std::pow(table.c[j], k);
            lower += table.lower.stages[j] * std::pow(table.c[j], k);
        }
        EXPECT_NEAR(sum, 1.0 / static_cast<double>(k + 1), 1e-15);
        EXPECT_NEAR(table.a[4][k % 5], radau_5.weight[k % 5], 1e-15);
        if (k < 5) {
            EXPECT_NEAR(error, k == 0 ? -table.error.begin : 0.0, 1e-14);
        }
        if (k < 4) {
            EXPECT_NEAR(lower, k == 0 ? -table.lower.begin : 0.0, 1e-14);
        }
        if (k == 4) {
            EXPECT_GT(std::abs(lower), 1e-4) << "it is not of order 5";
        }
    }
    for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t k = 0; k < 5; ++k) {
            double sum = 0;
            for (std::size_t j = 0; j < 5; ++j) sum += table.a[i][j] * std::pow(table.c[j], k);
            EXPECT_NEAR(sum, std::pow(table.c[i], k + 1) / static_cast<double>(k + 1), 1e-15);
        }
    }
}

TEST(Radau, IsOfOrderNineWithMotionWithinOfOrderSix) {
    const Stop soft{.damping = 1, .stiffness = 2, .cubic = 0};
    const Step coarse = step_of(soft, 1.2), fine = step_of(soft, 0.6);
    EXPECT_NEAR(std::log2(coarse.error / fine.error), 10, 0.6) << "of one step";
    EXPECT_NEAR(std::log2(coarse.within / fine.within), 6, 0.6) << "of one step";
    EXPECT_NEAR(std::log2(coarse.impulse / fine.impulse), 10, 0.6) << "an integral is as exact as the motion";
    const Stop hard{.damping = 1, .stiffness = 2, .cubic = 3};
    EXPECT_NEAR(std::log2(step_of(hard, 0.8).error / step_of(hard, 0.4).error), 10, 0.6)
        << "and so with a law that is not linear";
}

/// The error that the step size follows, from what a rejected step proposes.
double followed(Stop stop, double h) {
    for (double allowed = 1e-3; allowed > 1e-16; allowed *= 0.1) {
        const Step step = step_of(stop, h, allowed);
        const double by = step.result.next / h;
        if (!step.result.converged && by > 0.101 && by < 0.899) return allowed * std::pow(0.9 / by, 7);
    }
    return 0;
}

// The difference to the embedded formula is of its order, 5. Reduced by its ratio to the difference to a formula of order 4 it is
// one order higher, and still too large: the method itself is of order 9.
TEST(Radau, EstimatesItsErrorFromAbove) {
    const Stop soft{.damping = 1, .stiffness = 2, .cubic = 1};
    const Step coarse = step_of(soft, 0.4), fine = step_of(soft, 0.2);
    EXPECT_NEAR(std::log2(coarse.estimate / fine.estimate), 6, 0.6);
    const double of_coarse = followed(soft, 0.4), of_fine = followed(soft, 0.2);
    EXPECT_NEAR(std::log2(of_coarse / of_fine), 7, 0.6);
    EXPECT_LT(of_fine, fine.estimate);
    EXPECT_GT(of_fine, 10 * fine.error);
    EXPECT_GT(of_coarse, 10 * coarse.error);
    EXPECT_FALSE(coarse.result.converged) << "1e-13 was allowed";
    EXPECT_LT(coarse.result.next, 0.4);
    EXPECT_TRUE(step_of(soft, 0.4, 1).result.converged);
}

// A damper of 1e5/s over a step of 0.1 s: ten thousand of its decays.
TEST(Radau, IsExactWhereTheDamperDecaysWithinAFractionOfTheStep) {
    Stop stiff{.damping = 1e5, .stiffness = 3e5, .cubic = 0};
    const Step step = step_of(stiff, 0.1, 1e-6);
    EXPECT_TRUE(step.result.converged);
    EXPECT_LT(step.error, 1e-12);
    EXPECT_LT(step.estimate, 1e-9);
    EXPECT_LE(step.result.evaluations, 25);
    // Control: what an explicit formula makes of the same step.
    DormandPrince explicit_method(5, 3);
    Vector start{}, increment{};
    stiff.rate(step.y.data(), start.data());
    const auto size = [](const double*, const double* change) { return std::abs(change[2]); };
    EXPECT_FALSE(explicit_method.step(stiff, size, step.y.data(), start.data(), 0.1, increment.data()).converged);
    EXPECT_GT(std::abs(increment[2]), 1e3);
}

// The overdamped exponential, from a speed that the damper takes away at once, by steps whose error is held.
TEST(Radau, FollowsTheOverdampedExponential) {
    constexpr double c = 2e4, k = 1e6, tolerance = 1e-8;
    Stop stop{.damping = c, .stiffness = k, .cubic = 0, .driven = false};
    Force force{&stop};
    Radau<5> method(RadauTable<5>(radau_5, 0.159), 1, 3, 5, 1);
    const double root = std::sqrt(0.25 * c * c - k), slow = -k / (0.5 * c + root), fast = -0.5 * c - root;
    Vector y{0, 0, 1, 0, 0}, start{}, increment{};
    const auto size = [&](const double*, const double* change) {
        return std::max(std::abs(change[1]) * c, std::abs(change[2])) / tolerance;
    };
    double h = 1e-6;
    std::vector<double> history(method.history_size());
    int steps = 0;
    while (y[0] < 0.05) {
        ASSERT_LT(++steps, 200) << "explicit steps would be two hundred at 5/c";
        stop.rate(y.data(), start.data());
        const auto result = method.step(stop, force, size, y.data(), start.data(), h, increment.data(), history.data());
        if (result.converged) {
            method.keep(h, history.data());
            for (std::size_t i = 0; i < 5; ++i) y[i] += increment[i];
            const double exact = (std::exp(slow * y[0]) - std::exp(fast * y[0])) / (slow - fast);
            EXPECT_NEAR(y[1], exact, 10 * tolerance / c);
            EXPECT_NEAR(y[3], 1 - y[2], 1e-9) << "what the force took from the mass";
            EXPECT_NEAR(y[4], 0.5 * (1 - y[2] * y[2]), 10 * tolerance) << "the work";
        }
        h = result.next;
    }
    EXPECT_LT(steps, 120);
}

// x = sin t between a hard damped stop and its drive, which is no force of the stop: its change within a step is unknown
// unless the step before is extrapolated.
TEST(Radau, ContinuesTheStepBeforeWithFewerEvaluations) {
    constexpr double tolerance = 1e-9;
    const auto march = [](bool continues) {
        Stop stop{.damping = 50, .stiffness = 1e3, .cubic = 1e4};
        Force force{&stop};
        Radau<5> method(RadauTable<5>(radau_5, 0.159), 1, 3, 5, 1);
        Vector y{0, 0, 1, 0, 0}, start{}, increment{};
        const auto size = [&](const double*, const double* change) { return std::abs(change[2]) / tolerance; };
        std::vector<double> history(method.history_size());
        double h = 1e-3;
        int evaluations = 0;
        while (y[0] < 3 && evaluations < 10000) {
            stop.rate(y.data(), start.data());
            const auto result = method.step(stop, force, size, y.data(), start.data(), h, increment.data(), history.data());
            evaluations += result.evaluations;
            h = result.next;
            if (!result.converged) continue;
            // Half of the steps end early, as at an event.
            double after = increment[0];
            if (evaluations % 2 == 0) method.within(after *= 0.7, increment.size(), increment.data());
            if (continues) method.keep(after, history.data());
            for (std::size_t i = 0; i < 5; ++i) y[i] += increment[i];
            EXPECT_NEAR(y[1], std::sin(y[0]), 10 * tolerance);
        }
        return evaluations;
    };
    EXPECT_LT(march(true), 0.75 * march(false));
}

}  // namespace
}  // namespace jounce::time::radau_test
