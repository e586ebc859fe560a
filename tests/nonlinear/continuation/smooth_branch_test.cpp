// Branches of maps whose special points are known exactly.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "nonlinear/continuation/smooth_map.hpp"
#include "nonlinear/continuation/switching.hpp"
#include "nonlinear/continuation/walks.hpp"

namespace jounce::smooth_branch_test {
namespace {

using namespace nonlinear;
using namespace test;
using N = SmoothNumber;
using State = SmoothMap::State;

Vector of(std::initializer_list<double> values) {
    Vector out(static_cast<Eigen::Index>(values.size()));
    std::copy(values.begin(), values.end(), out.data());
    return out;
}

State henon(const State& y, const N& a, const N& b) { return {N(1) - a * y[0] * y[0] + y[1], b * y[0]}; }
/// x' = a x (1 - y), y' = x: the fixed point 1 - 1/a has |mu|^2 = a - 1 and 2 Re mu = 1.
State delayed_logistic(const State& y, const N& a, const N&) { return {a * y[0] * (N(1) - y[1]), y[0]}; }
/// x' = (1 + a) x - x^3: x = 0 and x^2 = a, which doubles its period at a = 1.
State cubic(const State& y, const N& a, const N&) { return {(N(1) + a) * y[0] - y[0] * y[0] * y[0]}; }
/// A cubic in the parameter with three fixed points between a = -w and w: folds at a = -+2 (d/3)^(3/2), d the second parameter.
State hysteresis(const State& y, const N& a, const N& d) { return {y[0] + N(0.2L) * (a + d * y[0] - y[0] * y[0] * y[0])}; }

class SmoothBranch : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Steps, SmoothBranch, testing::Values(0.2, 0.05, 0.02, 0.005));

TEST_P(SmoothBranch, HenonFoldsAndDoubles) {
    constexpr double b = 0.3;
    const SmoothMap map(2, henon, b);
    const ScaledFamily family{&map, 1, -0.3, 1.0};
    const Followed branch = followed(family, of({0.8, 0.24}), 0.2, everything(GetParam()));
    SCOPED_TRACE(branch.text());
    ASSERT_EQ(branch.special.size(), 2u);
    EXPECT_EQ(branch.special[0].kind, SpecialKind::fold);
    EXPECT_NEAR(branch.special[0].parameter, -0.25 * (1 - b) * (1 - b), 1e-13);
    EXPECT_EQ(branch.special[1].kind, SpecialKind::period_doubling);
    EXPECT_NEAR(branch.special[1].parameter, 0.75 * (1 - b) * (1 - b), 1e-11);
}

TEST_P(SmoothBranch, DelayedLogisticMapHasANeimarkSacker) {
    const SmoothMap map(2, delayed_logistic);
    const ScaledFamily family{&map, 1, 1.1, 2.5};
    const Followed branch = followed(family, of({0.2, 0.2}), 1.25, everything(GetParam()));
    SCOPED_TRACE(branch.text());
    ASSERT_EQ(branch.special.size(), 1u);
    EXPECT_EQ(branch.special[0].kind, SpecialKind::neimark_sacker);
    EXPECT_NEAR(branch.special[0].parameter, 2, 1e-11);
}

// mu_1 mu_2 = 1 with real multipliers is no bifurcation.
TEST_P(SmoothBranch, NeutralSaddlesAreNotReported) {
    const auto saddle = [](const State& y, const N& a, const N&) { return State{(N(1.5L) + a) * y[0], N(0.6L) * y[1]}; };
    const SmoothMap map(2, saddle);
    const ScaledFamily family{&map, 1, 0.0, 0.5};  // 0.6 (1.5 + a) = 1 at a = 1/6
    const Followed branch = followed(family, of({0, 0}), 0.05, everything(GetParam()));
    EXPECT_TRUE(branch.special.empty()) << branch.text();
}

TEST_P(SmoothBranch, PitchforkIsABranchPointAndBothBranchesAreFollowed) {
    const SmoothMap map(1, cubic);
    const ScaledFamily family{&map, 1, -0.5, 1.4};
    const Followed trivial = followed(family, of({0}), -0.3, everything(GetParam()));
    SCOPED_TRACE(trivial.text());
    ASSERT_EQ(trivial.special.size(), 1u);
    EXPECT_EQ(trivial.special[0].kind, SpecialKind::branch_point);
    EXPECT_NEAR(trivial.special[0].parameter, 0, 1e-10);
    const auto row = std::find_if(trivial.up.rows.begin(), trivial.up.rows.end(), [](const WalkRow& r) { return !!r.special; });
    const auto start = switch_at_branch_point(family, row->point, {});
    ASSERT_TRUE(start);
    EXPECT_NEAR(std::pow(family.state(start->point.U)(0), 2), family.parameter(start->point.U), 1e-12);
    const Followed other =
        followed(family, family.state(start->point.U), family.parameter(start->point.U), everything(GetParam()));
    EXPECT_EQ(other.of(SpecialKind::period_doubling).size(), 2u) << other.text();  // one on each half
    for (const Found& found : other.of(SpecialKind::period_doubling)) EXPECT_NEAR(found.parameter, 1, 1e-11);
}

// Folds so close together that one step of 0.2 jumps over both: the parabola through three points shows the dip between them.
TEST_P(SmoothBranch, TwoFoldsWithinOneStepAreFound) {
    for (const double d : {1.0, 0.1, 0.02}) {
        const SmoothMap map(1, hysteresis, d);
        const ScaledFamily family{&map, 1, -1.0, 1.0};
        const double x = -0.9;
        const Followed branch = followed(family, of({x}), x * x * x - d * x, everything(GetParam()));
        SCOPED_TRACE(branch.text());
        ASSERT_EQ(branch.of(SpecialKind::fold).size(), 2u) << d;
        const double exact = 2 * std::pow(d / 3, 1.5);
        EXPECT_NEAR(branch.special[0].parameter, -exact, 1e-12);
        EXPECT_NEAR(branch.special[1].parameter, exact, 1e-12);
    }
    // Negative control: without the wiggle there is none.
    const SmoothMap map(1, hysteresis, -0.02);
    const ScaledFamily family{&map, 1, -1.0, 1.0};
    EXPECT_TRUE(followed(family, of({-0.7}), -0.343 - 0.02 * 0.7, everything(GetParam())).special.empty());
}

/// Counts what is asked of it.
class CountingMap : public SmoothMap {
  public:
    using SmoothMap::SmoothMap;
    [[nodiscard]] MapPoint at(const Vector& y, double lambda, Derivatives wanted) const override {
        ++asked;
        if (wanted >= Derivatives::one_sided) ++by_parameter;
        MapPoint out = SmoothMap::at(y, lambda, wanted);
        if (wanted < Derivatives::one_sided) out.parameter_derivative.resize(0);
        return out;
    }
    mutable int asked = 0, by_parameter = 0;
};

// The derivative by the parameter, which takes two models, is found once a point, and few Newton steps follow a cubic.
TEST_P(SmoothBranch, APointTakesOneDerivativeByTheParameter) {
    const CountingMap map(2, henon, 0.3);
    const ScaledFamily family{&map, 1, 0.0, 0.35};  // without special points
    const CurvePoint first = orbit_at(family, of({0.8, 0.24}), 0.01);
    map.asked = map.by_parameter = 0;
    const Walk walk = walked(family, first, 1, everything(GetParam()));
    const auto points = static_cast<double>(walk.rows.size());
    ASSERT_GT(points, 8);
    EXPECT_LE(map.by_parameter, 1.3 * points + 2);
    EXPECT_LE(map.asked, 3.5 * points + 2);
}

TEST_P(SmoothBranch, DoubledOrbitOfHenon) {
    constexpr double b = 0.3;
    const SmoothMap map(2, henon, b);
    const ScaledFamily family{&map, 1, 0.0, 1.0};
    const Walk up = walked(family, orbit_at(family, of({0.8, 0.24}), 0.2), 1, everything(GetParam()));
    const auto row = std::find_if(up.rows.begin(), up.rows.end(), [](const WalkRow& r) { return !!r.special; });
    ASSERT_NE(row, up.rows.end());
    const auto start = switch_at_doubling(family, row->point, {});
    ASSERT_TRUE(start);
    EXPECT_EQ(start->periods, 2);
    ScaledFamily twice = family;
    twice.periods = 2;
    // Both points of the orbit of period two have x^2 a^2 - a (1 - b) x + (1 - b)^2 - a = 0.
    const double a = family.parameter(start->point.U), x = family.state(start->point.U)(0);
    EXPECT_NEAR(a * a * x * x - a * (1 - b) * x + (1 - b) * (1 - b) - a, 0, 1e-11);
    // Its own doubling: a = (1 - b)^2 + (1 + b)^2 / 4. The walk leads away from where it began.
    const Walk doubled = walked(twice, start->point, 1, everything(GetParam()));
    std::vector<double> specials;
    for (const WalkRow& r : doubled.rows)
        if (r.special) {
            EXPECT_EQ(r.special->kind, SpecialKind::period_doubling);
            specials.push_back(family.parameter(r.point.U));
        }
    ASSERT_EQ(specials.size(), 1u);
    EXPECT_NEAR(specials[0], (1 - b) * (1 - b) + 0.25 * (1 + b) * (1 + b), 1e-11);
}

// Orbits of period two between two doublings, x^2 = 0.1 - a^2: the walk ends at the second one, beyond which x(k + 1) = -x(k)
// takes the place of x(k). Negative control: the pitchfork above, whose halves are different orbits, is passed.
TEST_P(SmoothBranch, DoubledOrbitsEndWhereTheyMeetThoseOfOnePeriod) {
    const auto bubble = [](const State& y, const N& a, const N&) { return State{(a * a - N(1.1L)) * y[0] + y[0] * y[0] * y[0]}; };
    const SmoothMap map(1, bubble);
    const ScaledFamily family{&map, 1, -1.0, 1.0};
    const Walk single = walked(family, orbit_at(family, of({0}), -0.9), 1, everything(GetParam()));
    const auto row = std::find_if(single.rows.begin(), single.rows.end(), [](const WalkRow& r) { return !!r.special; });
    ASSERT_NE(row, single.rows.end());
    EXPECT_NEAR(family.parameter(row->point.U), -std::sqrt(0.1), 1e-11);
    const auto start = switch_at_doubling(family, row->point, {});
    ASSERT_TRUE(start);
    ScaledFamily twice = family;
    twice.periods = 2;
    const Walk doubled = walked(twice, start->point, 1, everything(GetParam()));
    EXPECT_EQ(doubled.end, WalkEnd::repeats);
    ASSERT_TRUE(doubled.rows.back().special);
    EXPECT_EQ(doubled.rows.back().special->kind, SpecialKind::branch_point);
    EXPECT_NEAR(family.parameter(doubled.rows.back().point.U), std::sqrt(0.1), 1e-9);
    EXPECT_EQ(std::count_if(doubled.rows.begin(), doubled.rows.end(), [](const WalkRow& r) { return !!r.special; }), 1);
}

// A closed curve of fixed points is recognised: x'= x + k (a^2 + x^2 - 1).
TEST_P(SmoothBranch, ClosedBranchEnds) {
    const auto circle = [](const State& y, const N& a, const N&) { return State{y[0] + N(0.1L) * (a * a + y[0] * y[0] - N(1))}; };
    const SmoothMap map(1, circle);
    const ScaledFamily family{&map, 1, -2.0, 2.0};
    const Walk walk = walked(family, orbit_at(family, of({1}), 0.1), 1, everything(GetParam()));
    EXPECT_EQ(walk.end, WalkEnd::closed);
    EXPECT_EQ(std::count_if(walk.rows.begin(), walk.rows.end(), [](const WalkRow& r) { return !!r.special; }), 2);
}

// Duffing's equation by the classical rule of order four, 400 steps a period: the map is what is followed, so its accuracy as a
// solution plays no part. Two folds between which the resonance bends, whatever the step is.
State duffing(const State& y, const N& omega, const N&) {
    constexpr int steps = 400;
    const auto slope = [](const N& x, const N& v, const N& force) {
        return std::array<N, 2>{v, force - N(0.1L) * v - x - x * x * x};
    };
    N x = y[0], v = y[1];
    const N T = N(2 * std::numbers::pi_v<long double>) / omega, h = T / N(steps);
    for (int k = 0; k < steps; ++k) {
        const auto force = [k](long double share) {
            return N(0.5L * std::cos(2 * std::numbers::pi_v<long double> * (k + share) / steps));
        };
        const auto k1 = slope(x, v, force(0)), half = std::array<N, 2>{N(0.5L) * h, h / N(6)};
        const auto k2 = slope(x + half[0] * k1[0], v + half[0] * k1[1], force(0.5L));
        const auto k3 = slope(x + half[0] * k2[0], v + half[0] * k2[1], force(0.5L));
        const auto k4 = slope(x + h * k3[0], v + h * k3[1], force(1));
        x = x + half[1] * (k1[0] + N(2) * (k2[0] + k3[0]) + k4[0]);
        v = v + half[1] * (k1[1] + N(2) * (k2[1] + k3[1]) + k4[1]);
    }
    return {x, v};
}

TEST(SmoothBranches, DuffingsResonanceBendsBetweenTwoFolds) {
    std::vector<double> seen;
    for (const double most : {0.2, 0.05}) {
        const SmoothMap map(2, duffing);
        const ScaledFamily family{&map, 1, 0.8, 3.2};
        const Walk up = walked(family, orbit_at(family, of({1, 0}), 0.8), 1, everything(most));
        std::vector<double> folds;
        for (const WalkRow& row : up.rows) {
            // Liouville: the determinant of the monodromy is exp(-damping T) at every point; the rule errs by 1e-8.
            std::complex<double> product = 1;
            for (const auto& mu : row.point.multipliers) product *= mu;
            EXPECT_NEAR(product.real(), std::exp(-0.1 * 2 * std::numbers::pi / family.parameter(row.point.U)), 1e-6);
            if (row.special && row.special->kind == SpecialKind::fold) {
                folds.push_back(family.parameter(row.point.U));
                EXPECT_NEAR(std::abs(row.point.multipliers[0] - 1.0), 0, 1e-9);
            }
        }
        ASSERT_EQ(folds.size(), 2u);
        seen.insert(seen.end(), folds.begin(), folds.end());
    }
    EXPECT_NEAR(seen[0], seen[2], 1e-11);
    EXPECT_NEAR(seen[1], seen[3], 1e-11);
}

}  // namespace
}  // namespace jounce::smooth_branch_test
