// Outlines in the plane: the shapes of bodies, slots and pins.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "bodies/plane.hpp"
#include "contact/formulas/planar_gap.hpp"

namespace jounce::record {

struct Disc {
    bodies::Vector2 centre = bodies::Vector2::Zero();
    double radius = 0;
};

/// Corners of a circle of the pictures.
inline constexpr int circle_corners = 32;

/// A regular polygon with its corners on the circle, anticlockwise, the first one along +x.
[[nodiscard]] std::vector<bodies::Vector2> circle(const Disc& disc, int corners = circle_corners);
/// The convex hull of discs, anticlockwise: one is a disc, two are a bar with round ends, more are a plate.
[[nodiscard]] std::vector<bodies::Vector2> hull(const std::vector<Disc>& discs);
/// The edge of a slot, closed: half_width from its mid-line, round ends included; in the axes of the gap.
[[nodiscard]] std::vector<bodies::Vector2> slot_outline(const contact::PlanarGap& gap, double half_width);

}  // namespace jounce::record
