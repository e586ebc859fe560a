// Grazing: the point of a branch at which an orbit touches a stop with zero speed, and the branches on both sides of it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "nonlinear/continuation/location.hpp"

namespace jounce::nonlinear {

/// Located from the side without contact, where the smallest opening is a smooth function along the branch.
struct Grazing {
    CurvePoint point;    ///< the last point with a positive opening, below 1e-11 of its scale; the tangent points to the grazing
    Vector U;            ///< the grazing itself
    Vector gradient;     ///< of the smallest opening in all unknowns
    double bracket = 0;  ///< arc length from the point to the grazing
};

/// Follows the branch from a point in flight along `sense` (+1 or -1) times its tangent until the smallest opening is zero.
/// Newton's method for the opening aims slightly before the zero, because no such orbit exists behind it. \param
/// farthest arc length after which the search ends \returns nothing if the opening does not decrease to zero
[[nodiscard]] std::optional<Grazing> approach_grazing(const Equations& f, const CurvePoint& flight, int sense, double farthest,
                                                      const NewtonSettings& settings);

/// A contact splits where its indentation within the contact returns to zero, at speed zero: the grazing of the surface from
/// inside. Behind it the second part begins with a new impact speed, near zero, so that the force of a law that depends on it
/// jumps, while the map is smooth up to there.
struct Split {
    CurvePoint point;  ///< the last point with one contact
    Vector U;          ///< the split itself
    double distance = 0;
};
/// Follows the branch along its tangent until the smallest indentation of such a contact is zero. \returns nothing if it does not
/// decrease to zero within `farthest`
[[nodiscard]] std::optional<Split> approach_split(const Equations& f, const CurvePoint& joined, double farthest,
                                                  const NewtonSettings& settings);

/// The grazing from a branch row at it within rounding, with the orbit in flight.
[[nodiscard]] std::optional<Grazing> at_grazing(const Equations& f, const CurvePoint& row, const NewtonSettings& settings);

/// The first point behind the grazing with the contact that begins there. With J and the gradient g of the orbit in flight, and
/// the jump that a contact of depth d makes in the residual, J dU = -jump, g'dU = -d: to first order in the impact speed for a
/// rigid stop (A. B. Nordmark (1991), doi:10.1016/0022-460X(91)90592-8, gives the square root that this resolves), and the
/// tangent of the branch for a contact with a force that starts at zero. \returns nothing where no such orbit is found; the
/// tangent leads away from the grazing
[[nodiscard]] std::optional<CurvePoint> into_contact(const Equations& f, const Grazing& grazing, const NewtonSettings& settings);

/// The reverse: a point in flight near the grazing that ends a branch with a contact of small speed.
/// \param touching the last points of that branch in order towards the grazing; three are used
/// \returns nothing where no such orbit is found; the tangent leads away from the grazing
[[nodiscard]] std::optional<CurvePoint> into_flight(const Equations& f, const std::vector<CurvePoint>& touching,
                                                    const NewtonSettings& settings);

/// Linear extrapolation of the arc length along the tangent to zero of the smallest opening (in flight) or of the smallest impact
/// speed; infinite if it does not decrease. One or two evaluations.
[[nodiscard]] double distance_to_touching(const Equations& f, const CurvePoint& point, int sense);
[[nodiscard]] double distance_to_split(const Equations& f, const CurvePoint& point);
[[nodiscard]] double distance_to_flight(const Equations& f, const CurvePoint& point);

}  // namespace jounce::nonlinear
