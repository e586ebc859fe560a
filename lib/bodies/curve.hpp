// Plane curves of a frame, for constraints and clearances of a point of another frame.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "bodies/plane.hpp"

namespace jounce::bodies {

/// Signed distance of a point from a curve, in the frame of the curve. Its gradient is the unit normal, its second derivative
/// along the tangent the curvature.
struct CurveDistance {
    double value = 0;                   ///< [m]
    Vector2 normal = Vector2::UnitY();  ///< in the frame
    double curvature = 0;               ///< of the line of constant distance through the point [1/m]
};

/// A straight line, or a circle.
struct Curve {
    bool circle = false;
    Vector2 point = Vector2::Zero();    ///< of the line; centre of the circle [m]
    Vector2 normal = Vector2::UnitY();  ///< of the line, unit
    double radius = 0;                  ///< [m]

    [[nodiscard]] static Curve line(const Vector2& point, const Vector2& normal) { return {false, point, normal, 0}; }
    [[nodiscard]] static Curve around(const Vector2& centre, double radius) { return {true, centre, Vector2::UnitY(), radius}; }

    /// Distance along the normal of a line; outward of a circle. At the centre of a circle the normal is the x axis.
    [[nodiscard]] CurveDistance distance(const Vector2& at) const {
        const Vector2 from = at - point;
        if (!circle) return {normal.dot(from), normal, 0};
        const double r = from.norm();
        if (!(r > 0)) return {-radius, Vector2::UnitX(), 0};
        return {r - radius, from / r, 1 / r};
    }
};

}  // namespace jounce::bodies
