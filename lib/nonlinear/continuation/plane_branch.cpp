// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/plane_branch.hpp"

#include <utility>

#include "base/messages/error.hpp"

namespace jounce::nonlinear {

PlaneBranch begin_plane_branch(const Plane& plane, SpecialKind kind, const WalkRow& special, double second,
                               const WalkSettings& settings) {
    const std::optional<CurveStart> start = begin_curve(plane, kind, special.point, second, settings.newton);
    if (!start) {
        throw computation_failed(std::string("the curve cannot start: Newton's method does not converge to a ") + name_of(kind) +
                                 " in the plane of both parameters");
    }
    if (parts_branches(start->curve, start->point)) {
        throw computation_failed(
            "the curve cannot start: the second parameter parts the branches that cross at this branch_point; branch points have "
            "a curve where both parameters keep what makes branches cross, as the symmetry of the model");
    }
    const bool up = plane.second_to > plane.second_from;
    const int sense = (start->point.tangent(start->point.tangent.size() - 1) > 0) == up ? 1 : -1;
    PlaneBranch out;
    out.curves = {start->curve, start->curve};
    out.walks[0] = begin_walk(start->point, sense, settings, special.section);
    out.walks[1] = begin_walk(start->point, -sense, settings, special.section);
    return out;
}

void advance(PlaneBranch& branch, const Plane& plane, const WalkSettings& settings) {
    if (branch.done()) return;
    Walk& walk = branch.walks[branch.under_way];
    if (walk.end == WalkEnd::none) advance_curve(walk, branch.curves[branch.under_way], plane, settings);
    if (walk.end == WalkEnd::none) return;
    ++branch.under_way;
    if (walk.end != WalkEnd::closed) return;
    branch.walks.back().end = walk.end;
    branch.under_way = branch.walks.size();
}

PlanePoint place_on_curve(const Plane& plane, const PlaneCurve& curve, const CurvePoint& point, const NewtonSettings& settings) {
    const Vector U = on_curve(plane, curve, point, settings);
    const Eigen::Index n = plane.first.map->dimension();
    const Vector orbit = U.head(n + 1);
    return {plane.first.parameter(orbit), plane.second(U), plane.first.state(orbit)};
}

BranchRow plane_row(const Plane& plane, const PlaneCurve& curve, const PlanePoint& at, const WalkRow& row, double period) {
    WalkRow orbit = row;
    orbit.special.reset();
    orbit.point.U = plane.first.scaled(at.y, at.first);
    BranchRow out = branch_row(plane.first, orbit, period);
    out.kind = curve.kind;
    out.low = out.high = at.first;
    out.second = at.second;
    out.stable.reset();
    // The condition of the curve: its points are evaluated at a small opening, where there is a gradient.
    if (curve.kind == SpecialKind::grazing) out.smallest_opening = 0;
    return out;
}

}  // namespace jounce::nonlinear
