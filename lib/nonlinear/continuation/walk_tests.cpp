// Special points between two points of a walk.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <utility>

#include "nonlinear/continuation/crossing.hpp"
#include "nonlinear/continuation/location.hpp"
#include "nonlinear/continuation/walk_steps.hpp"
#include "nonlinear/orbits/orbit.hpp"

namespace jounce::nonlinear {

namespace {

bool opposite(double a, double b) { return (a > 0) != (b > 0); }

/// A quantity monitored along the branch.
using Followed = std::function<double(const CurvePoint&)>;

/// The test function between two points: without the factors that are noise at both, as those of motions without damping.
Followed test_between(const CurvePoint& low, const CurvePoint& high, SpecialKind kind, double TestValues::*test) {
    const auto whole = [test](const CurvePoint& p) { return p.tests.*test; };
    if (kind != SpecialKind::neimark_sacker) return whole;
    const double noise = std::max(multiplier_resolution(low.at.factors), multiplier_resolution(high.at.factors));
    const std::size_t without = std::min(vanishing_factors(low.multipliers, noise), vanishing_factors(high.multipliers, noise));
    if (without == 0) return whole;
    return [without](const CurvePoint& p) { return neimark_sacker_test(p.multipliers, without); };
}

/// A zero of the Neimark-Sacker test with a product of two real multipliers equal to one is no bifurcation.
bool neutral_saddle(const CurvePoint& point) {
    const std::optional<std::complex<double>> pair = critical_pair(point.multipliers);
    return !pair || std::abs(std::abs(*pair) - 1) > 1e-4;
}

/// The crossing of two branches near a point of one of them, if it lies between two points of that one.
std::optional<CurvePoint> crossing_near(const Equations& f, const CurvePoint& near, double farthest, const CurvePoint& from,
                                        const CurvePoint& to) {
    const std::optional<Vector> U = branch_point_near(f, near, farthest);
    std::optional<Evaluation> at = U ? f(*U, Wanted::all) : std::nullopt;
    if (!at) return {};
    const double residual = at->residual.lpNorm<Eigen::Infinity>();
    const double step = from.tangent.dot(*U - from.U), share = step / from.tangent.dot(to.U - from.U);
    if (!(share >= 0 && share <= 1)) return {};
    Vector tangent = ((1 - share) * from.tangent + share * to.tangent).normalized();
    return curve_point_along({*U, std::move(*at), near.newton_steps, residual, 0}, std::move(tangent), from.arc + step);
}

/// A place between two points of a branch, near it.
std::optional<CurvePoint> place_between(const Equations& f, const CurvePoint& from, const CurvePoint& to, double share) {
    CurvePoint out = from;
    out.U += share * (to.U - from.U);
    std::optional<Evaluation> at = f(out.U, Wanted::all);
    if (!at || !(at->events == from.at.events)) return {};
    out.at = std::move(*at);
    return out;
}

/// Replaces a branch point found by the determinant, whose zero the noise of the map, magnified by the inverse of the distance to
/// the crossing, moves or hides, by the solution of its own equations.
/// \param zero where a line between the determinants of both points is zero, as a share of the way
void solve_for_crossing(const Equations& f, const CurvePoint& from, const CurvePoint& to, double zero,
                        std::optional<Located>& found) {
    constexpr double farthest = 1e-5;
    std::optional<CurvePoint> crossing;
    if (found) crossing = crossing_near(f, found->point, farthest, from, to);
    if (crossing) crossing->tangent = found->point.tangent;
    const bool lost = !found || found->jump;
    for (const double share : {zero, 0.0, 1.0, 0.5, 0.25, 0.75}) {
        if (!lost || crossing) break;
        const std::optional<CurvePoint> near = place_between(f, from, to, share);
        if (near) crossing = crossing_near(f, *near, (to.U - from.U).norm(), from, to);
    }
    if (!crossing) return;
    if (lost) found = Located{*crossing, crossing->U, crossing->U, false};
    found->point = std::move(*crossing);
}

std::optional<WalkRow> special_between(const Equations& f, const CurvePoint& from, const CurvePoint& to, SpecialKind kind,
                                       const Followed& value, const WalkSettings& settings) {
    const Beside beside(f, from, settings.newton);
    const bool crossing = kind == SpecialKind::branch_point;
    std::optional<Located> found = locate(beside, value, from, to, settings.tolerance, crossing);
    if (crossing) solve_for_crossing(f, from, to, value(from) / (value(from) - value(to)), found);
    if (!found) {  // the bracket is from one point to the other
        const CurvePoint& nearest = std::abs(value(from)) < std::abs(value(to)) ? from : to;
        return WalkRow{nearest, Special{kind, from.U, to.U, false, "the corrector fails within the bracket"}, 0};
    }
    if (kind == SpecialKind::neimark_sacker && !found->jump && neutral_saddle(found->point)) return {};
    // The point may have moved beyond the zero of its test function, whose bracket this is.
    const auto parameter = [](const Vector& U) { return U[U.size() - 1]; };
    Vector &low = found->low, &high = found->high;
    const double at = parameter(found->point.U), first = parameter(low), last = parameter(high);
    if (at < std::min(first, last)) (first < last ? low : high) = found->point.U;
    if (at > std::max(first, last)) (first < last ? high : low) = found->point.U;
    Special special{kind, low, high, false, {}};
    if (found->jump) {
        special.why = std::string("the test function of ") + name_of(kind) + " jumps";
        special.kind = SpecialKind::jump_of_multipliers;
    }
    return WalkRow{std::move(found->point), std::move(special), 0};
}

std::vector<Followed> followed(const WalkSettings& settings) {
    std::vector<Followed> out;
    for (const auto& [kind, member] : smooth_tests)
        if (wanted(settings, kind)) out.push_back([m = member](const CurvePoint& p) { return p.tests.*m; });
    out.push_back([](const CurvePoint& p) { return p.at.smallest_opening; });
    return out;
}

/// The extremum of the parabola through three points; nothing for a straight line.
std::optional<double> extremum(const CurvePoint* const points[3], const double values[3]) {
    const double a = points[0]->arc, b = points[1]->arc, c = points[2]->arc;
    const double first = (values[1] - values[0]) / (b - a), second = (values[2] - values[1]) / (c - b);
    const double curvature = (second - first) / (c - a);
    const double at = 0.5 * (a + b) - 0.5 * first / curvature;
    if (!std::isfinite(at)) return {};
    return at;
}

/// Follows the extremum of a function between two points while it may still reach zero.
std::optional<double> dip_between(const Equations& f, const CurvePoint& left, const CurvePoint& right, double at,
                                  const Followed& value, const WalkSettings& settings) {
    const Beside beside(f, left, settings.newton);
    const CurvePoint* ends[2] = {&left, &right};
    std::optional<CurvePoint> kept[2];
    for (int trials = 0; trials < 8; ++trials) {
        std::optional<CurvePoint> middle = beside.at(at - left.arc);
        if (!middle || !(middle->at.events == left.at.events)) return at;
        const double here = value(*middle), low = value(*ends[0]), high = value(*ends[1]);
        if (opposite(here, low)) return at;
        if (std::abs(here) >= std::min(std::abs(low), std::abs(high))) return {};
        const CurvePoint* const three[3] = {ends[0], &*middle, ends[1]};
        const double values[3] = {low, here, high};
        const std::optional<double> next = extremum(three, values);
        if (!next || !(*next > ends[0]->arc && *next < ends[1]->arc)) return {};
        const double change = std::abs(*next - at);
        // The value at the next extremum changes by less than the remaining value, so it keeps its sign.
        const double width = ends[1]->arc - ends[0]->arc;
        if (change < 1e-3 * width) return {};
        const std::size_t side = *next > at ? 0 : 1;
        kept[side] = std::move(middle);
        ends[side] = &*kept[side];
        at = *next;
    }
    return {};
}

}  // namespace

bool wanted(const WalkSettings& settings, SpecialKind kind) {
    return std::find(settings.detect.begin(), settings.detect.end(), kind) != settings.detect.end();
}

void add_row(Walk& walk, CurvePoint point, std::optional<Special> special) {
    constexpr std::size_t whole = 8;
    walk.rows.push_back({std::move(point), std::move(special), walk.section});
    if (walk.rows.size() <= whole) return;
    Evaluation& old = walk.rows[walk.rows.size() - 1 - whole].point.at;
    old.jacobian.resize(0, 0);
    old.factors.clear();
    old.points.clear();
}

void add_with_tests(Walk& walk, const Equations& f, const CurvePoint& from_, CurvePoint to, const WalkSettings& settings) {
    constexpr double beside = 1e-6;
    const CurvePoint from = from_;  // a copy, because `from_` may be one of the rows, which grow
    std::vector<WalkRow> between;
    const auto search = [&](const CurvePoint& low, const CurvePoint& high, SpecialKind kind, double TestValues::*test) {
        if (!wanted(settings, kind)) return;
        const Followed value = test_between(low, high, kind, test);
        if (!opposite(value(low), value(high))) return;
        if (std::optional<WalkRow> row = special_between(f, low, high, kind, value, settings)) between.push_back(std::move(*row));
    };
    search(from, to, SpecialKind::branch_point, &TestValues::branch_point);
    // The branch that appears at a crossing turns back there: its parameter has an extremum without a fold, which is found at the
    // crossing or, as the equations are singular there, not at all.
    const std::optional<Vector> crossing = between.empty() ? std::nullopt : std::optional(between.front().point.U);
    const double turn = 1e-2 * std::max(std::abs(from.tests.fold), std::abs(to.tests.fold));
    const bool turns = crossing && std::abs(between.front().point.tests.fold) <= turn;
    for (const auto& [kind, test] : smooth_tests) {
        if (kind == SpecialKind::branch_point || (kind == SpecialKind::fold && turns)) continue;
        const std::size_t known = between.size();
        search(from, to, kind, test);
        if (kind != SpecialKind::fold || !crossing || between.size() == known) continue;
        const WalkRow& fold = between.back();
        if (!fold.special->why.empty() || (fold.point.U - *crossing).norm() < beside) between.pop_back();
    }
    std::stable_sort(between.begin(), between.end(),
                     [](const WalkRow& a, const WalkRow& b) { return a.point.arc < b.point.arc; });
    for (WalkRow& row : between) add_row(walk, std::move(row.point), std::move(row.special));
    add_row(walk, std::move(to));
}

std::optional<Dip> find_dip(const Walk& walk, const Equations& f, const CurvePoint& to, const WalkSettings& settings) {
    const std::size_t last = walk.rows.size() - 1;
    if (last < walk.piece + 1 || walk.rows[last - 1].special) return {};
    const CurvePoint* const three[3] = {&walk.rows[last - 1].point, &walk.rows[last].point, &to};
    for (const Followed& value : followed(settings)) {
        const double values[3] = {value(*three[0]), value(*three[1]), value(*three[2])};
        if (!std::isfinite(values[0] + values[1] + values[2])) continue;
        const std::optional<double> at = extremum(three, values);
        if (!at || !(*at > three[0]->arc && *at < three[2]->arc)) continue;
        const std::size_t k = *at < three[1]->arc ? 0 : 1;
        if (opposite(values[k], values[k + 1])) continue;
        // The value of the parabola through the three points.
        double there = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            double weight = 1;
            for (std::size_t j = 0; j < 3; ++j)
                if (j != i) weight *= (*at - three[j]->arc) / (three[i]->arc - three[j]->arc);
            there += weight * values[i];
        }
        const double smaller = std::min(std::abs(values[k]), std::abs(values[k + 1]));
        const bool near = opposite(there, values[k]) || std::abs(there) < 0.3 * smaller;
        if (!near) continue;
        if (const std::optional<double> dip = dip_between(f, *three[k], *three[k + 1], *at, value, settings))
            return Dip{*dip, k == 0};
    }
    return {};
}

}  // namespace jounce::nonlinear
