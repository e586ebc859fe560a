// Polygons for the outlines of the section kinds.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/section.hpp"

#include <cmath>
#include <numbers>

namespace jounce::elements {

SectionLoop circular_loop(double diameter, int points, bool clockwise) {
    SectionLoop loop;
    loop.reserve(static_cast<std::size_t>(points));
    const double radius = diameter / 2;
    for (int i = 0; i < points; ++i) {
        const double angle = (clockwise ? -2 : 2) * std::numbers::pi * i / points;
        loop.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
    }
    return loop;
}

SectionLoop rectangular_loop(double width, double height) {
    const double y = width / 2;
    const double z = height / 2;
    return {{-y, -z}, {y, -z}, {y, z}, {-y, z}};
}

}  // namespace jounce::elements
