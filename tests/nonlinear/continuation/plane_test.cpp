// Curves of special points in two parameters against their closed forms.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/plane.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "nonlinear/continuation/impact_oscillator.hpp"
#include "nonlinear/continuation/smooth_map.hpp"
#include "nonlinear/continuation/walks.hpp"

namespace jounce::plane_test {
namespace {

using namespace nonlinear;
using namespace test;
using N = SmoothNumber;
using State = SmoothMap::State;

const WalkRow& special_row(const Walk& walk, SpecialKind kind) {
    for (const WalkRow& row : walk.rows)
        if (row.special && row.special->kind == kind) return row;
    throw std::runtime_error("not found");
}

struct Point {
    double first, second;
};
std::vector<Point> curve_of(const Plane& plane, SpecialKind kind, const CurvePoint& special, double second, int sense,
                            double most = 0.05) {
    WalkSettings settings = everything(most);
    std::optional<CurveStart> start = begin_curve(plane, kind, special, second, settings.newton);
    if (!start) throw std::runtime_error("the curve does not begin");
    Walk walk = begin_walk(start->point, sense, settings);
    while (walk.end == WalkEnd::none) advance_curve(walk, start->curve, plane, settings);
    EXPECT_EQ(walk.end, WalkEnd::bound) << walk.why;
    std::vector<Point> out;
    for (const WalkRow& row : walk.rows) {
        const Vector U = on_curve(plane, start->curve, row.point, settings.newton);
        out.push_back({plane.first.from + plane.first.range() * U(special.U.size() - 1), plane.second(U)});
    }
    return out;
}

Plane smooth_plane(int states, const SmoothMap::Formula& formula, const ScaledFamily& first, double from, double to) {
    return {[=](double second) { return std::make_shared<SmoothMap>(states, formula, second, false); },
            [=](double value) { return std::make_shared<SmoothMap>(states, formula, value, true); }, first, from, to};
}

TEST(Plane, HenonsFoldsAndDoublingsAreParabolas) {
    const auto henon = [](const State& y, const N& a, const N& b) { return State{N(1) - a * y[0] * y[0] + y[1], b * y[0]}; };
    const SmoothMap map(2, henon, 0.3);
    const ScaledFamily family{&map, 1, -0.3, 1.0};
    Vector y(2);
    y << 0.8, 0.24;
    const Followed branch = followed(family, y, 0.2, everything(0.05));
    const Plane plane = smooth_plane(2, henon, family, -0.5, 0.6);
    for (const int sense : {1, -1}) {
        for (const Point& p : curve_of(plane, SpecialKind::period_doubling,
                                       special_row(branch.up, SpecialKind::period_doubling).point, 0.3, sense))
            EXPECT_NEAR(p.first, 0.75 * (1 - p.second) * (1 - p.second), 1e-10);
        for (const Point& p : curve_of(plane, SpecialKind::fold, special_row(branch.down, SpecialKind::fold).point, 0.3, sense))
            EXPECT_NEAR(p.first, -0.25 * (1 - p.second) * (1 - p.second), 1e-10);
    }
}

// x' = a x (1 - y) + e x, y' = x: at the fixed point |mu|^2 = a x = a + e - 1, so the curve is a + e = 2.
TEST(Plane, NeimarkSackerOfTheDelayedLogisticMapIsALine) {
    const auto logistic = [](const State& y, const N& a, const N& e) { return State{a * y[0] * (N(1) - y[1]) + e * y[0], y[0]}; };
    const SmoothMap map(2, logistic, 0);
    const ScaledFamily family{&map, 1, 1.1, 2.5};
    const Followed branch = followed(family, Vector::Constant(2, 0.2), 1.25, everything(0.05));
    const Plane plane = smooth_plane(2, logistic, family, -0.2, 0.3);
    const auto curve =
        curve_of(plane, SpecialKind::neimark_sacker, special_row(branch.up, SpecialKind::neimark_sacker).point, 0, 1);
    ASSERT_GT(curve.size(), 5u);
    EXPECT_NEAR(curve.back().second, 0.3, 1e-13);
    for (const Point& p : curve) EXPECT_NEAR(p.first + p.second, 2, 1e-10);
}

Plane impact_plane(ImpactOscillator model, ImpactOscillator::Parameter second, const ScaledFamily& first, double from,
                   double to) {
    return {[=](double value) {
                ImpactOscillator other = model;
                other.values[second] = value;
                return std::make_shared<ImpactMap>(other);
            },
            [=](double value) {
                ImpactOscillator other = model;
                other.values[ImpactOscillator::frequency] = value;
                other.parameter = second;
                return std::make_shared<ImpactMap>(other);
            },
            first, from, to};
}

double first_at(const std::vector<Point>& curve) { return curve.back().first; }

// Values of the closed form: period doubling without damping and clearance, at other restitutions.
TEST(Plane, PeriodDoublingsOfTheImpactOscillatorOverItsRestitution) {
    ImpactOscillator model;
    model.values = {0, 0, 0.8, 2.5};
    const ImpactMap map(model);
    const ScaledFamily family{&map, 1, 2.4, 2.7};
    Vector y(2);
    y << -0.437, 0.0;
    const Followed branch = followed(family, y, 2.5, everything(0.05));
    const CurvePoint& doubling = special_row(branch.up, SpecialKind::period_doubling).point;
    const Plane plane = impact_plane(model, ImpactOscillator::restitution, family, 0.6, 0.9);
    EXPECT_NEAR(first_at(curve_of(plane, SpecialKind::period_doubling, doubling, 0.8, 1)), 2.6528855979029, 1e-12);
    EXPECT_NEAR(first_at(curve_of(plane, SpecialKind::period_doubling, doubling, 0.8, -1)), 2.6557788912391, 1e-12);
}

TEST(Plane, FoldsAndGrazingsOfTheImpactOscillatorOverItsClearance) {
    const ImpactOscillator model;
    const ImpactMap map(model);
    const ScaledFamily family{&map, 1, 1.2, 2.0};
    Vector y(2);
    y << 0.5, 0;
    const Followed branch = followed(family, y, 1.9, everything(0.05));  // from the orbit in flight
    SCOPED_TRACE(branch.text());
    const Plane plane = impact_plane(model, ImpactOscillator::clearance, family, 0.8, 1.2);
    const CurvePoint& fold = special_row(branch.down, SpecialKind::fold).point;
    EXPECT_NEAR(first_at(curve_of(plane, SpecialKind::fold, fold, 1, 1)), 1.7069858554263, 1e-12);
    EXPECT_NEAR(first_at(curve_of(plane, SpecialKind::fold, fold, 1, -1)), 1.7992573830134, 1e-12);
    // Free grazing: |1 - omega^2 + 0.1 i omega| = 1 / sigma.
    const CurvePoint& grazing = special_row(branch.down, SpecialKind::grazing).point;
    for (const int sense : {1, -1}) {
        const auto curve = curve_of(plane, SpecialKind::grazing, grazing, 1, sense);
        ASSERT_GT(curve.size(), 3u);
        for (const Point& p : curve) EXPECT_NEAR(std::hypot(1 - p.first * p.first, 0.1 * p.first) * p.second, 1, 1e-11);
    }
}

}  // namespace
}  // namespace jounce::plane_test
