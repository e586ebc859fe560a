// Branches of orbits without a load: special points in closed form, the period as an unknown, and the ends at equilibria.
// The multiplier 1 of a shift along the orbit makes no special points.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "nonlinear/continuation/flow_map.hpp"
#include "nonlinear/continuation/plane.hpp"
#include "nonlinear/continuation/switching.hpp"
#include "nonlinear/continuation/walks.hpp"

namespace jounce::autonomous_branch_test {
namespace {

using namespace nonlinear;
using namespace test;
using N = FlowNumber;
using State = FlowMap::State;
constexpr double pi = std::numbers::pi;
/// Of the Runge-Kutta rule with 120 steps a period.
constexpr double rule = 3e-6;

Vector of(std::initializer_list<double> values) {
    Vector out(static_cast<Eigen::Index>(values.size()));
    std::copy(values.begin(), values.end(), out.data());
    return out;
}

const WalkRow& special_row(const Walk& walk, SpecialKind kind) {
    for (const WalkRow& row : walk.rows)
        if (row.special && row.special->kind == kind) return row;
    throw std::runtime_error("not found");
}

/// r' = r (a + q r^2 - r^4), angle' = 1 + r^2: orbits r^2 = (q +- sqrt(q^2 + 4 a))/2, a fold at a = -q^2/4, a Hopf point at a =
/// 0.
State subcritical(const State& y, const N& a, const N& q) {
    const N r = y[0] * y[0] + y[1] * y[1], g = a + q * r - r * r, w = N(1) + r;
    return {g * y[0] - w * y[1], w * y[0] + g * y[1]};
}
/// Torus bifurcation in closed form (W. F. Langford, 1979): r' = (z - b) r, z' = c + a z - z^3/3 - r^2 (1 + e z), angle' = d.
/// With z = b: r^2 = (c + a b - b^3/3)/(1 + e b); the pair leaves the unit circle where a = b^2 + e r^2.
constexpr double b = 0.7, d = 3.5, e = 0.25;
State langford(const State& y, const N& a, const N& c) {
    const N r = y[0] * y[0] + y[1] * y[1], g = y[2] - N(b);
    return {g * y[0] - N(d) * y[1], N(d) * y[0] + g * y[1], c + a * y[2] - y[2] * y[2] * y[2] / N(3) - r * (N(1) + N(e) * y[2])};
}
double torus(double c) { return b * b * (1 + e * b) + e * (c - b * b * b / 3); }
/// A cycle of radius 1 with z' = a z - z^3: a branch point at a = 0.
State pitchfork(const State& y, const N& a, const N&) {
    const N g = N(1) - y[0] * y[0] - y[1] * y[1];
    return {g * y[0] - y[1], y[0] + g * y[1], a * y[2] - y[2] * y[2] * y[2]};
}
State roessler(const State& y, const N& c, const N&) {
    return {-y[1] - y[2], y[0] + N(0.2L) * y[1], N(0.2L) + y[2] * (y[0] - c)};
}

class AutonomousBranch : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Steps, AutonomousBranch, testing::Values(0.1, 0.04));

TEST_P(AutonomousBranch, FoldBetweenAStableOrbitAndTheHopfPoint) {
    const FlowMap map(2, subcritical, 1);
    const ScaledFamily family{&map, 1, -0.5, 0.5};
    const double r = std::sqrt(0.5 * (1 + std::sqrt(1 + 4 * 0.1)));
    const Followed branch = followed(family, of({r, 0, 2 * pi / (1 + r * r)}), 0.1, everything(GetParam()));
    SCOPED_TRACE(branch.text());
    ASSERT_EQ(branch.special.size(), 1u);
    EXPECT_EQ(branch.special[0].kind, SpecialKind::fold);
    EXPECT_NEAR(branch.special[0].parameter, -0.25, rule);
    EXPECT_NEAR(branch.special[0].state(2), 2 * pi / 1.5, 10 * rule);
    EXPECT_EQ(branch.up.end, WalkEnd::bound);
    EXPECT_EQ(branch.down.end, WalkEnd::equilibrium);
    EXPECT_NEAR(family.parameter(branch.down.rows.back().point.U), 0, almost_at_rest);
    for (const WalkRow& row : branch.down.rows) {
        const double rho = std::pow(family.state(row.point.U)(0), 2) + std::pow(family.state(row.point.U)(1), 2);
        EXPECT_LT(row.point.unit_multiplier_error.value_or(1), 1e-5);  // at the fold two multipliers meet
        ASSERT_EQ(row.point.multipliers.size(), 1u);
        EXPECT_NEAR(row.point.multipliers[0].real(), std::exp(2 * pi / (1 + rho) * 2 * rho * (1 - 2 * rho)), 100 * rule);
    }
}

TEST_P(AutonomousBranch, TorusOfLangford) {
    constexpr double c = 0.6;
    const FlowMap map(3, langford, c);
    const ScaledFamily family{&map, 1, -1.0, 1.0};
    const double r = std::sqrt((c + 0.3 * b - b * b * b / 3) / (1 + e * b));
    const Followed branch = followed(family, of({r, 0, b, 2 * pi / d}), 0.3, everything(GetParam()));
    SCOPED_TRACE(branch.text());
    ASSERT_EQ(branch.special.size(), 1u);
    EXPECT_EQ(branch.special[0].kind, SpecialKind::neimark_sacker);
    EXPECT_NEAR(branch.special[0].parameter, torus(c), rule);
    EXPECT_EQ(branch.down.end, WalkEnd::equilibrium);  // r = 0
    EXPECT_NEAR(family.parameter(branch.down.rows.back().point.U), (b * b * b / 3 - c) / b, almost_at_rest);
}

TEST_P(AutonomousBranch, SymmetricCycleLosesItsSymmetry) {
    const FlowMap map(3, pitchfork);
    const ScaledFamily family{&map, 1, -0.5, 0.5};
    const Followed branch = followed(family, of({1, 0, 0, 2 * pi}), -0.3, everything(GetParam()));
    SCOPED_TRACE(branch.text());
    ASSERT_EQ(branch.special.size(), 1u);
    EXPECT_EQ(branch.special[0].kind, SpecialKind::branch_point);
    EXPECT_NEAR(branch.special[0].parameter, 0, 1e-9);
    const auto start = switch_at_branch_point(family, special_row(branch.up, SpecialKind::branch_point).point, {});
    ASSERT_TRUE(start);
    const Vector y = family.state(start->point.U);
    EXPECT_NEAR(y(2) * y(2), family.parameter(start->point.U), 1e-9);
    EXPECT_GT(std::abs(y(2)), 1e-6);
}

// The first doublings at a = b = 0.2; the period of a doubled orbit is that of one of its two turns.
TEST_P(AutonomousBranch, RoesslerDoublesItsPeriod) {
    const FlowMap map(3, roessler);
    const ScaledFamily family{&map, 1, 2.5, 4};
    const Followed branch = followed(family, of({4, 0, 0.1, 5.8}), 2.6, everything(GetParam()));
    SCOPED_TRACE(branch.text());
    ASSERT_EQ(branch.special.size(), 1u);
    ASSERT_EQ(branch.special[0].kind, SpecialKind::period_doubling);
    const WalkRow& row = special_row(branch.up, SpecialKind::period_doubling);
    const auto start = switch_at_doubling(family, row.point, {});
    ASSERT_TRUE(start);
    EXPECT_EQ(start->periods, 2);
    ScaledFamily twice = family;
    twice.periods = 2;
    const double T = family.state(row.point.U)(3);
    EXPECT_NEAR(family.state(start->point.U)(3), T, 1e-2);
    const Walk doubled = walked(twice, start->point, 1, everything(GetParam()));
    const double second = family.parameter(special_row(doubled, SpecialKind::period_doubling).point.U);
    EXPECT_GT(second, family.parameter(row.point.U) + 0.5);
    const Vector doubled_y = doubled.rows.back().point.U;
    const std::optional<Evaluation> single_turn = orbit_equations(family)(doubled_y, Wanted::motion);
    ASSERT_TRUE(single_turn);
    EXPECT_GT(single_turn->residual.norm(), 0.1);  // it closes after two turns only
    // The multiplier -1 of the return map of y = 0, by the classical rule in steps of 0.002 (3000 a turn) and differences of
    // runs.
    EXPECT_NEAR(branch.special[0].parameter, 2.832445, 1e-3);
    EXPECT_NEAR(second, 3.837358, 1e-3);
}

Plane flow_plane(int states, const FlowMap::Rate& rate, const ScaledFamily& first, double from, double to) {
    return {[=](double second) { return std::make_shared<FlowMap>(states, rate, second, false); },
            [=](double value) { return std::make_shared<FlowMap>(states, rate, value, true); }, first, from, to};
}

/// (first, second) of the points of a curve.
std::vector<std::pair<double, double>> curve_of(const Plane& plane, const WalkRow& special, double second) {
    const WalkSettings settings = everything(0.1);
    std::optional<CurveStart> start = begin_curve(plane, special.special->kind, special.point, second, settings.newton);
    if (!start) throw std::runtime_error("the curve does not begin");
    Walk walk = begin_walk(start->point, 1, settings);
    while (walk.end == WalkEnd::none) advance_curve(walk, start->curve, plane, settings);
    EXPECT_EQ(walk.end, WalkEnd::bound) << walk.why;
    std::vector<std::pair<double, double>> out;
    for (const WalkRow& row : walk.rows)
        out.emplace_back(plane.first.from + plane.first.range() * row.point.U(special.point.U.size() - 1),
                         plane.second(row.point.U));
    return out;
}

TEST(AutonomousPlane, FoldsAreAParabola) {
    const FlowMap map(2, subcritical, 1);
    const ScaledFamily family{&map, 1, -0.5, 0.5};
    const double r = std::sqrt(0.5 * (1 + std::sqrt(1 + 4 * 0.1)));
    const Followed branch = followed(family, of({r, 0, 2 * pi / (1 + r * r)}), 0.1, everything(0.1));
    const auto curve = curve_of(flow_plane(2, subcritical, family, 0.8, 1.2), special_row(branch.down, SpecialKind::fold), 1);
    ASSERT_GT(curve.size(), 3u);
    for (const auto& [a, q] : curve) EXPECT_NEAR(a, -0.25 * q * q, rule);
}

TEST(AutonomousPlane, ToriAreALine) {
    constexpr double c = 0.6;
    const FlowMap map(3, langford, c);
    const ScaledFamily family{&map, 1, -1.0, 1.0};
    const double r = std::sqrt((c + 0.3 * b - b * b * b / 3) / (1 + e * b));
    const Followed branch = followed(family, of({r, 0, b, 2 * pi / d}), 0.3, everything(0.1));
    const auto curve =
        curve_of(flow_plane(3, langford, family, 0.5, 0.7), special_row(branch.up, SpecialKind::neimark_sacker), c);
    ASSERT_GT(curve.size(), 2u);
    for (const auto& [a, at] : curve) EXPECT_NEAR(a, torus(at), rule);
}

}  // namespace
}  // namespace jounce::autonomous_branch_test
