// A curve of special points in two parameters to both sides of one of them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "nonlinear/continuation/branch_row.hpp"
#include "nonlinear/continuation/plane.hpp"

namespace jounce::nonlinear {

/// Both directions, one after the other. A copy is a checkpoint.
struct PlaneBranch {
    std::array<Walk, 2> walks;  ///< towards the end and towards the beginning of the second parameter's range
    std::array<PlaneCurve, 2> curves;
    std::size_t under_way = 0;  ///< 2: done
    [[nodiscard]] bool done() const { return under_way == walks.size(); }
};

/// \param special a special point of a branch, located \param second value of the second parameter there
/// \throws Error (computation) if the augmented system does not converge
[[nodiscard]] PlaneBranch begin_plane_branch(const Plane& plane, SpecialKind kind, const WalkRow& special, double second,
                                             const WalkSettings& settings);

/// One more point in the current direction.
void advance(PlaneBranch& branch, const Plane& plane, const WalkSettings& settings);

/// A point of the curve; for a grazing curve it is moved onto the grazing.
struct PlanePoint {
    double first = 0, second = 0;
    Vector y;
};
[[nodiscard]] PlanePoint place_on_curve(const Plane& plane, const PlaneCurve& curve, const CurvePoint& point,
                                        const NewtonSettings& settings);

/// \param plane with the map in `first` for the second parameter's value at the row \param period of the load there
[[nodiscard]] BranchRow plane_row(const Plane& plane, const PlaneCurve& curve, const PlanePoint& at, const WalkRow& row,
                                  double period);

}  // namespace jounce::nonlinear
