// Section kind "rectangle": a solid rectangle with sides along the local axes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "base/fields/kind.hpp"
#include "elements/section.hpp"

namespace jounce::elements::sections {

struct Rectangle {
    double width = 0;                    ///< side along local y, m, above 0
    double height = 0;                   ///< side along local z, m, above 0
    std::optional<double> shear_factor;  ///< -, above 0, for both directions; by default 10(1+nu)/(12+11nu)
};

/// Exact constants; default shear factor 10(1+nu)/(12+11nu): Cowper (1966), doi:10.1115/1.3625046, Table 1.
[[nodiscard]] SectionProperties section_properties(const Rectangle& rectangle, double nu);

/// One loop of four corners; `points` is not used.
[[nodiscard]] SectionOutline section_outline(const Rectangle& rectangle, int points);

/// Saint-Venant torsion constant of a rectangle, m^4, to round-off: Timoshenko, S. P., Goodier, J. N. (1970), Theory of
/// Elasticity, 3rd ed., art. 109, eq. (g), with the series rewritten to converge geometrically.
[[nodiscard]] double rectangle_torsion_constant(double width, double height);

/// Name, fields and sources.
[[nodiscard]] const Kind<Section>& rectangle_kind();

}  // namespace jounce::elements::sections
