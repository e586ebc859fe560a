// The kinematics of one clearance: from local coordinates to indentation, rate and normal. The sign is defined only here.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <string>

#include "contact/families/law.hpp"

namespace jounce::contact {

enum class GapShape {
    plane,     ///< one local coordinate x along the direction; sides at +clearance and -clearance
    circular,  ///< two local coordinates e across an axis; one side at |e| = clearance
    frames     ///< no local coordinates: one side between two frames of a mechanism (PlanarGap)
};

/// One side of a gap.
struct GapSide {
    GapShape shape = GapShape::plane;
    double sign = 1;  ///< +1 or -1: the indentation grows along sign * direction; +1 of circular gaps
    double clearance = 0;
};

/// A clearance as geometry. `clearance` < 0 is a preloaded gap (interference).
struct GapGeometry {
    GapShape shape = GapShape::plane;
    double clearance = 0;  ///< [m]
    bool positive = true;  ///< with a stop on the side of +direction
    bool negative = false;

    [[nodiscard]] int coordinates() const { return shape == GapShape::plane ? 1 : shape == GapShape::circular ? 2 : 0; }
    [[nodiscard]] int sides() const { return shape != GapShape::plane || !(positive && negative) ? 1 : 2; }
    /// +1 or -1: the side in plane gaps, in the order positive, negative. Other gaps have +1.
    [[nodiscard]] double sign(int side) const { return shape == GapShape::plane && (!positive || side == 1) ? -1.0 : 1.0; }
    [[nodiscard]] GapSide at(int side) const { return {shape, sign(side), clearance}; }
};

/// Radius of a circular gap below which the direction counts as undetermined [m]: far below any length, but large enough that v/r
/// and F/r do not overflow.
inline constexpr double centre_radius = 1e-100;

/// Motion of one side and its normal in the local coordinates (unit; the direction in which the indentation grows).
struct SideMotion {
    Motion motion;
    std::array<double, 2> normal{};
    double radius = 0;  ///< |e| of a circular gap, 0 at its centre; its inverse is the curvature of the contact direction
};

/// \param x local coordinates [m], v their rates [m/s]; 1 or 2 numbers
[[nodiscard]] inline SideMotion side_motion(const GapSide& gap, const double* x, const double* v) noexcept {
    if (gap.shape == GapShape::plane) {
        const double s = gap.sign;
        return {{s * x[0] - gap.clearance, s * v[0]}, {s, 0}, 0};
    }
    const double r = std::hypot(x[0], x[1]);
    if (r < centre_radius) {
        // At the centre every motion is outward: the direction is that of the velocity, and undefined at rest.
        const double speed = std::hypot(v[0], v[1]);
        return {{-gap.clearance, speed}, {speed > 0 ? v[0] / speed : 0, speed > 0 ? v[1] / speed : 0}, 0};
    }
    const double nx = x[0] / r;
    const double ny = x[1] / r;
    return {{r - gap.clearance, nx * v[0] + ny * v[1]}, {nx, ny}, r};
}
[[nodiscard]] inline SideMotion side_motion(const GapGeometry& gap, int side, const double* x, const double* v) noexcept {
    return side_motion(gap.at(side), x, v);
}

/// Local force on the left-hand side (M a + C v + K q + B^T f = F) and its derivatives, row-major over the local coordinates.
struct LocalForce {
    std::array<double, 2> force{};
    std::array<double, 4> stiffness{};  ///< df/dx
    std::array<double, 4> damping{};    ///< df/dv
};

/// Adds one side's contribution; at the centre of a circular gap it is zero, for any preload. With n the normal, F the
/// law's force, r the radius (plane: infinite): f = F n; df/dx = F_delta n n^T + (F/r)(1 - n n^T) + F_rate n (v - n rate)^T/r;
/// df/dv = F_rate n n^T.
inline void add_side_force(GapShape shape, const SideMotion& side, const Response& response, const double* v,
                           LocalForce& out) noexcept {
    const double F = response.force;
    if (shape == GapShape::plane) {
        out.force[0] += F * side.normal[0];
        out.stiffness[0] += response.stiffness;
        out.damping[0] += response.damping;
        return;
    }
    if (side.radius == 0) return;
    for (int i = 0; i < 2; ++i) {
        const double n_i = side.normal[i];
        out.force[i] += F * n_i;
        for (int j = 0; j < 2; ++j) {
            const double nn = n_i * side.normal[j];
            const double tangent = (i == j ? 1.0 : 0.0) - nn;
            const double rate_change = (v[j] - side.normal[j] * side.motion.rate) / side.radius;
            out.stiffness[2 * i + j] +=
                response.stiffness * nn + F / side.radius * tangent + response.damping * n_i * rate_change;
            out.damping[2 * i + j] += response.damping * nn;
        }
    }
}
inline void add_side_force(const GapGeometry& gap, const SideMotion& side, const Response& response, const double* v,
                           LocalForce& out) noexcept {
    add_side_force(gap.shape, side, response, v, out);
}

}  // namespace jounce::contact
