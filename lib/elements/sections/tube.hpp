// Section kind "tube": a circle with a concentric circular hole, of any wall thickness.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "base/fields/kind.hpp"
#include "elements/section.hpp"

namespace jounce::elements::sections {

struct Tube {
    double outer_diameter = 0;           ///< m, above 0
    double wall = 0;                     ///< wall thickness, m, in (0, outer_diameter/2)
    std::optional<double> shear_factor;  ///< -, above 0; by default that of the thick hollow circle, see below
};

/// Exact constants of the hollow circle. The default shear factor is, with m = inner/outer diameter,
/// 6(1+nu)(1+m^2)^2 / ((7+6nu)(1+m^2)^2 + (20+12nu)m^2): Cowper, G. R. (1966), The shear coefficient in Timoshenko's beam
/// theory, J. Appl. Mech. 33, 335-340, doi:10.1115/1.3625046, Table 1 (hollow circle). `nu` is Poisson's ratio.
[[nodiscard]] SectionProperties section_properties(const Tube& tube, double nu);

/// Two loops of `points` corners: the outer circle and the hole.
[[nodiscard]] SectionOutline section_outline(const Tube& tube, int points);

/// Name, fields and sources.
[[nodiscard]] const Kind<Section>& tube_kind();

}  // namespace jounce::elements::sections
