// Branches of the impact oscillator in closed form against the numbers that its own formulas give.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "nonlinear/continuation/impact_oscillator.hpp"
#include "nonlinear/continuation/walks.hpp"

namespace jounce::impact_branch_test {
namespace {

using namespace nonlinear;
using namespace test;

/// The state at the phase 0 of the (1, 1) orbit with a given speed V and phase of its impact: back from the impact.
Vector at_section(const ImpactOscillator& model, double omega, double speed, double phase) {
    const double z = model.values[0], sigma = model.values[1];
    const double gap = 1 - omega * omega, D = gap * gap + 4 * z * z * omega * omega;
    const double A = gap / D, B = 2 * z * omega / D, w = std::sqrt(1 - z * z), t = -phase / omega;
    const double dx = sigma - (A * std::cos(phase) + B * std::sin(phase));
    const double dv = speed - omega * (B * std::cos(phase) - A * std::sin(phase));
    const double c = std::cos(w * t), s = std::sin(w * t) / w, decay = std::exp(-z * t);
    Vector y(2);
    y << A + decay * (dx * (c + z * s) + dv * s), omega * B + decay * (dv * (c - z * s) - dx * s);
    return y;
}

TEST(ImpactBranch, DerivativesOfTheClosedFormAreThoseOfTheMap) {
    const ImpactMap map({});
    Vector y(2);
    y << -0.3, 2.1;
    const MapPoint at = map.at(y, 1.55, Derivatives::state_and_parameter);
    ASSERT_EQ(at.events.size(), 1u);
    const double e = 1e-6;
    for (int j = 0; j < 2; ++j) {
        const Vector d = e * Vector::Unit(2, j);
        const Vector column = (map.at(y + d, 1.55, {}).end - map.at(y - d, 1.55, {}).end) / (2 * e);
        EXPECT_LT((column - at.derivative.col(j)).norm(), 1e-8);
    }
    const Vector by_parameter = (map.at(y, 1.55 + e, {}).end - map.at(y, 1.55 - e, {}).end) / (2 * e);
    EXPECT_LT((by_parameter - at.parameter_derivative).norm(), 1e-8);
    const Matrix& d = at.derivative;
    EXPECT_NEAR(d(0, 0) * d(1, 1) - d(0, 1) * d(1, 0), 0.64 * std::exp(-0.1 * 2 * std::numbers::pi / 1.55), 1e-14);
}

TEST(ImpactBranch, OrbitOfTheTable) {
    const ImpactOscillator model;
    const ImpactMap map(model);
    const ScaledFamily family{&map, 1, 1.2, 2.0};
    const CurvePoint stable = orbit_at(family, at_section(model, 1.6, 3.744689995076, 0.844714062109), 1.6);
    EXPECT_NEAR(stable.at.smallest_impact_speed, 3.744689995076, 1e-11);
    EXPECT_NEAR(stable.multipliers[0].real(), 0.5138725765968, 1e-11);
    EXPECT_NEAR(std::abs(stable.multipliers[0].imag()), 0.40997974984317, 1e-11);
}

class StepSizes : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(ImpactBranch, StepSizes, testing::Values(0.05, 0.02, 0.005));

// Fold, grazing and the end of the parabola of speeds, whatever the largest step is.
TEST_P(StepSizes, FoldAndGrazingOfR2) {
    const ImpactOscillator model;
    const ImpactMap map(model);
    const ScaledFamily family{&map, 1, 1.2, 2.0};
    const Followed branch = followed(family, at_section(model, 1.6, 3.744689995076, 0.844714062109), 1.6, everything(GetParam()));
    SCOPED_TRACE(branch.text());
    const auto folds = branch.of(SpecialKind::fold), grazings = branch.of(SpecialKind::grazing);
    ASSERT_EQ(folds.size(), 1u);
    EXPECT_NEAR(folds[0].parameter, 1.750142623676665, 1e-12);
    ASSERT_GE(grazings.size(), 1u);
    EXPECT_NEAR(grazings[0].parameter, 1.410673597966588, 1e-12);
    EXPECT_TRUE(grazings[0].turns);
    EXPECT_EQ(branch.up.end, WalkEnd::bound);
    EXPECT_EQ(branch.down.end, WalkEnd::bound);
}

TEST_P(StepSizes, PeriodDoublingOfR1) {
    ImpactOscillator model;
    model.values = {0, 0, 0.8, 2.5};
    const ImpactMap map(model);
    const ScaledFamily family{&map, 1, 2.4, 2.7};
    const Followed branch = followed(family, at_section(model, 2.5, 0.645352178414, 3.005650373749), 2.5, everything(GetParam()));
    SCOPED_TRACE(branch.text());
    const auto doublings = branch.of(SpecialKind::period_doubling);
    ASSERT_EQ(doublings.size(), 1u);
    EXPECT_NEAR(doublings[0].parameter, 2.653347727855323, 1e-12);
}

// The orbit with one strong impact touches the stop a second time where the load is nearly in resonance.
TEST(ImpactBranch, GrazingOfAnOrbitWithAnImpact) {
    ImpactOscillator model;
    model.values = {0, 0, 0.8, 2.5};
    const ImpactMap map(model);
    const ScaledFamily family{&map, 1, 0.98, 1.3};
    const Followed branch =
        followed(family, at_section(model, 1.00621643423141, 1.729385103880, 0.002143481636), 1.02, everything(0.02));
    SCOPED_TRACE(branch.text());
    const auto grazings = branch.of(SpecialKind::grazing);
    ASSERT_GE(grazings.size(), 1u);
    EXPECT_NEAR(grazings[0].parameter, 1.006216434231406, 1e-12);
}

}  // namespace
}  // namespace jounce::impact_branch_test
