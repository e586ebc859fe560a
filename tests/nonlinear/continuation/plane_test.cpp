// Curves of special points in two parameters against their closed forms.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/plane.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "base/messages/error.hpp"
#include "nonlinear/continuation/impact_oscillator.hpp"
#include "nonlinear/continuation/plane_branch.hpp"
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

// z' = (z + q^2)/2 + x^2/10, x' = (1 + a - z) x - x^3 + offset(q): without the offset x = 0 loses its stability at a = z = q^2.
SmoothMap::Formula pitchfork(std::function<N(const N&)> offset) {
    return [offset = std::move(offset)](const State& y, const N& a, const N& q) {
        return State{N(0.5L) * (y[0] + q * q) + N(0.1L) * y[1] * y[1], (N(1) + a - y[0]) * y[1] - y[1] * y[1] * y[1] + offset(q)};
    };
}
constexpr double pitchfork_at = 0.3;
struct PitchforkPlane {
    SmoothMap map;
    WalkRow crossing;
    Plane plane;
    explicit PitchforkPlane(const SmoothMap::Formula& formula) : map(2, formula, pitchfork_at) {
        const ScaledFamily family{&map, 1, -0.5, 0.5};
        Vector y(2);
        y << pitchfork_at * pitchfork_at, 0;
        crossing = special_row(followed(family, y, -0.1, everything(0.05)).up, SpecialKind::branch_point);
        plane = smooth_plane(2, formula, family, -0.5, 0.6);
    }
};

TEST(Plane, PitchforksOfASymmetricMapAreAParabola) {
    const PitchforkPlane symmetric(pitchfork([](const N&) { return N(0); }));
    for (const int sense : {1, -1}) {
        const auto curve = curve_of(symmetric.plane, SpecialKind::branch_point, symmetric.crossing.point, pitchfork_at, sense);
        ASSERT_GT(curve.size(), 3u);
        // A point lies before Newton's last step, which is at most 1e-10 in a and in q/1.1; dq^2/dq is at most 1.2.
        for (const Point& p : curve) EXPECT_NEAR(p.first, p.second * p.second, 2.4e-10);
    }
}

// Where the second parameter breaks the symmetry there is no curve: at first order it does not start, at second order it ends at
// the last point whose branches cross.
TEST(Plane, BranchPointsEndWhereTheSymmetryIsBroken) {
    const WalkSettings settings = everything(0.05);
    const PitchforkPlane linear(pitchfork([](const N& q) { return N(0.1L) * (q - N(pitchfork_at)); }));
    try {
        static_cast<void>(begin_plane_branch(linear.plane, SpecialKind::branch_point, linear.crossing, pitchfork_at, settings));
        ADD_FAILURE() << "a curve begins";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("parts the branches"), std::string::npos) << error.what();
    }
    for (const double size : {0.03, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3}) {
        const PitchforkPlane square(
            pitchfork([size](const N& q) { return N(size) * (q - N(pitchfork_at)) * (q - N(pitchfork_at)); }));
        PlaneBranch branch = begin_plane_branch(square.plane, SpecialKind::branch_point, square.crossing, pitchfork_at, settings);
        while (!branch.done()) advance(branch, square.plane, settings);
        for (const Walk& walk : branch.walks) {
            EXPECT_EQ(walk.end, WalkEnd::step_too_small) << size;
            EXPECT_EQ(walk.why, branches_part) << size;
            // size (q - 0.3)^2 <= 1e-8
            EXPECT_NEAR(square.plane.second(walk.rows.back().point.U), pitchfork_at, 1.26e-4 / std::sqrt(size)) << size;
        }
    }
}

// Orbits of period two end at a branch point, where they meet those of period one: its curve is that of the doublings. A shift by
// one period takes the place of a symmetry of the map.
TEST(Plane, BranchPointsOfDoubledOrbitsAreDoublings) {
    const auto henon = [](const State& y, const N& a, const N& b) { return State{N(1) - a * y[0] * y[0] + y[1], b * y[0]}; };
    const SmoothMap map(2, henon, 0.3);
    const ScaledFamily twice{&map, 2, 0.2, 0.8};
    Vector y(2);
    y << 1.38697, -0.066093;
    const Followed branch = followed(twice, y, 0.6, everything(0.05));
    const CurvePoint& crossing = special_row(branch.down, SpecialKind::branch_point).point;
    const Plane plane = smooth_plane(2, henon, twice, 0.2, 0.4);
    for (const int sense : {1, -1})
        for (const Point& p : curve_of(plane, SpecialKind::branch_point, crossing, 0.3, sense))
            EXPECT_NEAR(p.first, 0.75 * (1 - p.second) * (1 - p.second), 1e-10);
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
