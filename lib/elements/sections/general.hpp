// Section kind "general": given constants in principal axes, for any shape.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "base/fields/kind.hpp"
#include "elements/section.hpp"

namespace jounce::elements::sections {

/// Shear factors have no default: a wrong guess would not be noticed. A Timoshenko beam refuses a section without them; an
/// Euler-Bernoulli beam does not need them.
struct General {
    double area = 0;                            ///< m^2, above 0
    double second_moment_y = 0;                 ///< about local y, the integral of z^2 dA, m^4, above 0
    double second_moment_z = 0;                 ///< about local z, the integral of y^2 dA, m^4, above 0
    double torsion_constant = 0;                ///< Saint-Venant, m^4, above 0
    std::optional<double> polar_second_moment;  ///< for the inertia of torsion, m^4; by default the sum of the second moments
    std::optional<double> shear_factor;         ///< -, above 0, for both directions; not together with the next two
    std::optional<double> shear_factor_y;       ///< for shear along local y (bending about z)
    std::optional<double> shear_factor_z;       ///< for shear along local z (bending about y)
};

/// The constants as given; `nu` is not used.
[[nodiscard]] SectionProperties section_properties(const General& general, double nu);

/// Drawn as a rectangle with the same two radii of gyration: width sqrt(12 Iz/A), height sqrt(12 Iy/A). `points` is not used.
[[nodiscard]] SectionOutline section_outline(const General& general, int points);

/// Name, fields and sources.
[[nodiscard]] const Kind<Section>& general_kind();

}  // namespace jounce::elements::sections
