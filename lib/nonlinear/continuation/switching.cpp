// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/switching.hpp"

#include <cmath>
#include <utility>

#include "linalg/dense/dense.hpp"

namespace jounce::nonlinear {

namespace {

/// A point of f(U) = 0 at a distance from U* along a direction. \param others must not vanish there
std::optional<CurvePoint> beside(const Equations& f, const Vector& U, const Vector& direction, double arc,
                                 const NewtonSettings& settings, const Equations& others) {
    // The small ones last: late in a cascade of doublings, or over a wide range, the branch bends away over 1e-4.
    for (const double distance : {1e-2, 3e-3, 3e-2, 1e-3, 1e-1, 3e-4, 1e-4, 3e-5, 1e-5}) {
        const double value = direction.dot(U) + distance;
        std::optional<Corrected> corrected = correct(f, U + distance * direction, direction, value, to_the_last_digit(settings));
        if (!corrected || (corrected->U - U).norm() > 3 * distance) continue;
        if (others) {  // an orbit of half the period also satisfies the equations
            const std::optional<Evaluation> other = others(corrected->U, Wanted::motion);
            if (other && other->residual.lpNorm<Eigen::Infinity>() < 1e-3 * distance) continue;
        }
        const double length = (corrected->U - U).norm();
        std::optional<CurvePoint> point = curve_point(std::move(*corrected), direction, arc + length);
        if (point) return point;
    }
    return {};
}

/// The row of a special point with its Jacobian computed again.
CurvePoint whole(const Equations& f, CurvePoint point) {
    if (point.at.jacobian.size() > 0) return point;
    if (std::optional<Evaluation> at = f(point.U, Wanted::all)) point.at = std::move(*at);
    return point;
}

}  // namespace

std::optional<BranchStart> switch_at_doubling(const ScaledFamily& family, const CurvePoint& doubling,
                                              const NewtonSettings& settings) {
    const CurvePoint at = whole(orbit_equations(family), doubling);
    if (at.at.factors.empty()) return {};
    const Matrix Phi = at.at.monodromy();
    const linalg::SingularValues values = linalg::singular_values(Phi + Matrix::Identity(Phi.rows(), Phi.cols()));
    Vector direction = Vector::Zero(doubling.U.size());
    direction.head(Phi.cols()) = values.right.col(Phi.cols() - 1);
    ScaledFamily twice = family;
    twice.periods *= 2;
    std::optional<CurvePoint> point =
        beside(orbit_equations(twice), doubling.U, direction, doubling.arc, settings, orbit_equations(family));
    if (!point) return {};
    return BranchStart{std::move(*point), twice.periods};
}

std::optional<BranchStart> switch_at_branch_point(const ScaledFamily& family, const CurvePoint& crossing,
                                                  const NewtonSettings& settings) {
    const Matrix J = whole(orbit_equations(family), crossing).at.jacobian;
    if (J.size() == 0) return {};
    const Matrix null = linalg::singular_values(J).right.rightCols(2);
    const Vector& t = crossing.tangent;
    Vector direction = null.col(0) - t.dot(null.col(0)) * t;
    const Vector second = null.col(1) - t.dot(null.col(1)) * t;
    if (second.norm() > direction.norm()) direction = second;
    direction.normalize();
    std::optional<CurvePoint> point = beside(orbit_equations(family), crossing.U, direction, crossing.arc, settings, {});
    if (!point) return {};
    return BranchStart{std::move(*point), family.periods};
}

std::optional<BranchStart> switch_at_grazing(const ScaledFamily& family, const CurvePoint& grazing, int count,
                                             const NewtonSettings& settings) {
    // From the side in flight: the row is at the grazing, and Newton's method starts from the smooth side.
    const Equations once = orbit_equations(family);
    const std::optional<Grazing> touching = at_grazing(once, grazing, settings);
    if (!touching) return {};
    if (count == 1) {
        std::optional<CurvePoint> point = into_contact(once, *touching, settings);
        if (!point) return {};
        return BranchStart{std::move(*point), family.periods};
    }
    ScaledFamily longer = family;
    longer.periods *= count;
    const Equations f = orbit_equations(longer);
    Grazing several = *touching;
    const std::optional<Evaluation> all = f(touching->point.U, Wanted::all);
    if (!all || all->events.contacts_begun != count * touching->point.at.events.contacts_begun) return {};
    several.point.at = *all;
    std::optional<CurvePoint> point = into_contact(f, several, settings);
    if (!point) return {};
    return BranchStart{std::move(*point), longer.periods};
}

}  // namespace jounce::nonlinear
