// Mean, standard deviation and quantiles of known lists; the recurrence of known sequences.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/statistics/sample_statistics.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <numbers>
#include <vector>

#include "nonlinear/statistics/recurrence.hpp"

namespace jounce::nonlinear::sample_statistics_test {
namespace {

TEST(SampleStatistics, OfKnownLists) {
    // 1, ..., 10: mean 5.5, variance n (n + 1)/12 = 110/12, quantiles by definition 7 at 1 + 9 p.
    const std::vector<double> ten = {7, 2, 9, 4, 1, 10, 3, 8, 5, 6};
    const SampleStatistics s = sample_statistics(ten);
    EXPECT_EQ(s.count, 10U);
    EXPECT_DOUBLE_EQ(*s.mean, 5.5);
    EXPECT_DOUBLE_EQ(*s.standard_deviation, std::sqrt(110.0 / 12));
    EXPECT_DOUBLE_EQ(*s.standard_error(), std::sqrt(11.0 / 12));
    EXPECT_EQ(*s.min, 1);
    EXPECT_EQ(*s.max, 10);
    EXPECT_DOUBLE_EQ(*s.low, 1.45);
    EXPECT_DOUBLE_EQ(*s.high, 9.55);
    const std::vector<double> four = {1, 2, 4, 8};
    EXPECT_DOUBLE_EQ(quantile(four, 0.5), 3);
    EXPECT_DOUBLE_EQ(quantile(four, 0), 1);
    EXPECT_DOUBLE_EQ(quantile(four, 1), 8);
    EXPECT_DOUBLE_EQ(quantile(four, 0.9), 4 + 0.7 * 4);
}

TEST(SampleStatistics, OfFewNumbers) {
    EXPECT_FALSE(sample_statistics({}).mean);
    const std::vector<double> one = {3};
    const SampleStatistics s = sample_statistics(one);
    EXPECT_EQ(*s.mean, 3);
    EXPECT_FALSE(s.standard_deviation) << "one number says nothing of how far others lie";
    EXPECT_FALSE(s.standard_error());
    EXPECT_EQ(*s.low, 3);
    EXPECT_EQ(*s.high, 3);
}

TEST(SampleStatistics, KeepTheDigitsOfNearlyEqualNumbers) {
    const std::vector<double> values = {1e9, 1e9 + 1, 1e9 + 2};
    EXPECT_DOUBLE_EQ(*sample_statistics(values).standard_deviation, 1);
}

/// Points of sequences made up of the given coordinates.
Recurrence of(const std::vector<std::vector<double>>& coordinates, double tolerance) {
    std::vector<Coordinate> out;
    for (const std::vector<double>& x : coordinates) out.push_back({x, tolerance});
    return recurrence(out);
}

TEST(Recurrence, OfPeriodicSequences) {
    for (const std::size_t n : {1U, 2U, 3U, 7U}) {
        std::vector<double> x;
        for (std::size_t k = 0; k < 41; ++k)  // rounding of the size of a settled run's
            x.push_back(std::cos(static_cast<double>(k % n)) + 1e-9 * std::sin(static_cast<double>(k * k)));
        const Recurrence r = of({x}, 1e-6);
        EXPECT_EQ(r.period, n);
        EXPECT_EQ(r.distinct, n);
    }
    // Two coordinates tell apart what one does not; a point met twice in a period counts once.
    const std::vector<double> x = {1, 1, 2, 1, 1, 2, 1, 1, 2}, y = {5, 6, 5, 5, 6, 5, 5, 6, 5};
    EXPECT_EQ(of({x}, 1e-6).period, 3U);
    EXPECT_EQ(of({x}, 1e-6).distinct, 2U);
    EXPECT_EQ(of({x, y}, 1e-6).distinct, 3U);
}

TEST(Recurrence, OfSequencesThatDoNotRepeat) {
    EXPECT_EQ(of({{1}}, 1).period, 0U) << "one point says nothing";
    EXPECT_EQ(of({{1, 2, 3}}, 1e-6).period, 0U) << "no period seen twice";
    EXPECT_EQ(of({{1, 2, 1, 2, 1, 3}}, 1e-6).period, 0U);
    // A closed curve, sparsely and densely filled; a motion that has not settled.
    for (const std::size_t count : {50U, 5000U}) {
        std::vector<double> x, y, settling;
        for (std::size_t k = 0; k < count; ++k) {
            const double angle = 2 * std::numbers::pi * std::numbers::phi * static_cast<double>(k);
            x.push_back(std::cos(angle));
            y.push_back(std::sin(angle));
            settling.push_back(std::exp(-0.01 * static_cast<double>(k)));
        }
        EXPECT_EQ(of({x, y}, 1e-3).period, 0U);
        EXPECT_EQ(of({x, y}, 1e-3).distinct, 0U);
        EXPECT_EQ(of({settling}, 1e-3).period, 0U);
    }
}

TEST(Recurrence, OfManyPointsTakesNoTime) {
    // The worst case for a search that tries every period: equal points but for one in the middle.
    std::vector<double> x(400000, 1.0);
    x[x.size() / 2] = 2;
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(of({x, x}, 1e-3).period, 0U);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    EXPECT_LT(seconds, 5) << "0.1 s here; trying all periods takes minutes";
}

}  // namespace
}  // namespace jounce::nonlinear::sample_statistics_test
