// Section kind "circle": a solid round bar.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "base/fields/kind.hpp"
#include "elements/section.hpp"

namespace jounce::elements::sections {

struct Circle {
    double diameter = 0;                 ///< m, above 0
    std::optional<double> shear_factor;  ///< -, above 0; by default 6(1+nu)/(7+6nu)
};

/// Exact constants of the circle; default shear factor 6(1+nu)/(7+6nu): Cowper (1966), doi:10.1115/1.3625046, Table 1.
[[nodiscard]] SectionProperties section_properties(const Circle& circle, double nu);

/// One loop of `points` corners.
[[nodiscard]] SectionOutline section_outline(const Circle& circle, int points);

/// Name, fields and sources.
[[nodiscard]] const Kind<Section>& circle_kind();

}  // namespace jounce::elements::sections
