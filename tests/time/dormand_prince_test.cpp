// The Runge-Kutta step of order 8: its order, the order of its dense output, its estimate of the error, and steps refused.
// Reference: the ellipse of Kepler's problem with eccentricity 0.4 from Kepler's equation (solved to round-off); y' = y.
// Tolerance: slopes of errors over step sizes within 0.6 of the order, as the next term of the error is a third at these sizes.
// Control: another weight in the ninth digit would end the convergence at 1e-9, far above the smallest errors asked for.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/formulas/dormand_prince.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace jounce::time::dormand_prince_test {
namespace {

constexpr double eccentricity = 0.4;

struct Kepler {
    static constexpr std::size_t n = 4;
    void rate(const double* y, double* dy, bool /*integrals*/ = true) {
        ++evaluations;
        const double r = std::hypot(y[0], y[1]);
        dy[0] = y[2];
        dy[1] = y[3];
        dy[2] = -y[0] / (r * r * r);
        dy[3] = -y[1] / (r * r * r);
    }
    static std::array<double, n> at(double t) {
        double E = t;
        for (int i = 0; i < 100; ++i) E -= (E - eccentricity * std::sin(E) - t) / (1 - eccentricity * std::cos(E));
        const double b = std::sqrt(1 - eccentricity * eccentricity), rate = 1 / (1 - eccentricity * std::cos(E));
        return {std::cos(E) - eccentricity, b * std::sin(E), -std::sin(E) * rate, b * std::cos(E) * rate};
    }
    int evaluations = 0;
};

double largest(const double* change) {
    double out = 0;
    for (std::size_t i = 0; i < Kepler::n; ++i) out = std::max(out, std::abs(change[i]));
    return out;
}

struct Errors {
    double end = 0, within = 0;
};

/// One step from t = 0.5.
Errors errors_of(double h) {
    Kepler system;
    DormandPrince method(Kepler::n, Kepler::n);
    const std::array<double, 4> y = Kepler::at(0.5);
    std::array<double, 4> start{}, end{}, increment{}, last{};
    system.rate(y.data(), start.data());
    Errors out;
    const auto error = [](const double* /*increment*/, const double* change) { return largest(change); };
    const DormandPrince::Result result = method.step(system, error, y.data(), start.data(), h, increment.data());
    EXPECT_TRUE(result.converged);
    EXPECT_EQ(result.evaluations, 11);
    EXPECT_EQ(system.evaluations, 12);
    const std::array<double, 4> there = Kepler::at(0.5 + h);
    for (std::size_t i = 0; i < 4; ++i) {
        out.end = std::max(out.end, std::abs(y[i] + increment[i] - there[i]));
        last[i] = y[i] + increment[i];
    }
    system.rate(last.data(), end.data());
    EXPECT_EQ(method.prepare(system, y.data(), end.data(), h, increment.data()), 3);
    for (const double x : {0.13, 0.37, 0.5, 0.81}) {
        std::array<double, 4> part{};
        method.within(x, 4, part.data());
        const std::array<double, 4> exact = Kepler::at(0.5 + x * h);
        for (std::size_t i = 0; i < 4; ++i) out.within = std::max(out.within, std::abs(y[i] + part[i] - exact[i]));
    }
    std::array<double, 4> part{};
    method.within(1, 4, part.data());
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(part[i], increment[i], 1e-15);
    method.within(0, 4, part.data());
    EXPECT_EQ(largest(part.data()), 0);
    return out;
}

TEST(DormandPrince, IsOfOrderEightWithDenseOutputOfOrderSeven) {
    const Errors coarse = errors_of(0.14), fine = errors_of(0.07);
    EXPECT_NEAR(std::log2(coarse.end / fine.end), 9, 0.6) << "of one step";
    EXPECT_NEAR(std::log2(coarse.within / fine.within), 8, 0.6) << "of one step";
    EXPECT_LT(errors_of(0.05).end, 1e-14);
    EXPECT_LT(errors_of(0.05).within, 1e-12);
}

TEST(DormandPrince, RefusesAStepThatItsEstimateFindsWrong) {
    Kepler system;
    DormandPrince method(Kepler::n, Kepler::n);
    const std::array<double, 4> y = Kepler::at(0.5);
    std::array<double, 4> start{}, increment{};
    system.rate(y.data(), start.data());
    const double tolerance = 1e-10;
    const auto error = [&](const double* /*increment*/, const double* change) { return largest(change) / tolerance; };
    double h = 2;
    int refused = 0;
    while (true) {
        const DormandPrince::Result result = method.step(system, error, y.data(), start.data(), h, increment.data());
        if (result.converged) break;
        ++refused;
        EXPECT_LT(result.next, h);
        h = result.next;
    }
    EXPECT_GE(refused, 1);
    const std::array<double, 4> exact = Kepler::at(0.5 + h);
    double left = 0;
    for (std::size_t i = 0; i < 4; ++i) left = std::max(left, std::abs(y[i] + increment[i] - exact[i]));
    EXPECT_LT(left, tolerance);
    EXPECT_GT(h, 0.1) << "and does not overdo it";
}

/// A step of 0.5 from y = 1 with y' = 1 runs into another rate beyond 1.05, and is to be tried again with a tenth of its size.
void expect_refusal(double rate_beyond) {
    struct Wall {
        double beyond;
        void rate(const double* y, double* dy, bool /*integrals*/) const { dy[0] = y[0] <= 1.05 ? 1 : beyond; }
    } system{rate_beyond};
    DormandPrince method(1, 1);
    const double y = 1, start = 1;
    double increment = 0;
    const auto error = [](const double* /*increment*/, const double* change) { return std::abs(change[0]); };
    const DormandPrince::Result result = method.step(system, error, &y, &start, 0.5, &increment);
    EXPECT_FALSE(result.converged);
    EXPECT_DOUBLE_EQ(result.next, 0.05);
}

TEST(DormandPrince, RefusesWhatIsNotANumber) { expect_refusal(std::nan("")); }

// A stage that lands far beyond what a force is meant for: the square of its error is no number any more.
TEST(DormandPrince, RefusesWhatIsBeyondAllBounds) { expect_refusal(1e200); }

/// y' = y and its integral, of order 8 as y is; what a stage that is not asked for it leaves there is not a number.
struct Growing {
    void rate(const double* y, double* dy, bool integrals) {
        dy[0] = y[0];
        if (integrals) ++asked;
        dy[1] = integrals ? y[0] : std::numeric_limits<double>::quiet_NaN();
    }
    int asked = 0;
};

TEST(DormandPrince, AsksForIntegralsOnlyWhereTheyWeigh) {
    Growing system;
    DormandPrince method(2, 1);
    const double y[2] = {1, 0};
    const double start[2] = {1, 1};
    double increment[2], end[2], at[2];
    const auto error = [](const double*, const double* change) {
        return 1e6 * std::max(std::abs(change[0]), std::abs(change[1]));
    };
    const double h = 0.2;
    ASSERT_TRUE(method.step(system, error, y, start, h, increment).converged);
    EXPECT_LT(system.asked, 11) << "every stage was asked, and the test is about nothing";
    EXPECT_NEAR(increment[1], std::expm1(h), 1e-13) << "h^9/9! times the constant of the method";
    const double last[2] = {1 + increment[0], increment[1]};
    system.rate(last, end, true);
    method.prepare(system, y, end, h, increment);
    method.within(0.4, 2, at);
    EXPECT_NEAR(at[1], std::expm1(0.4 * h), 1e-11) << "h^8/8! = 6e-11 times the constant of the dense output";
}

}  // namespace
}  // namespace jounce::time::dormand_prince_test
