// Section kind "general".
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/sections/general.hpp"

#include <cmath>

#include "elements/section_kind.hpp"

namespace jounce::elements::sections {

SectionProperties section_properties(const General& general, double /*nu*/) {
    const double both = general.shear_factor.value_or(0);
    return {.area = general.area,
            .Iy = general.second_moment_y,
            .Iz = general.second_moment_z,
            .J = general.torsion_constant,
            .Ip = general.polar_second_moment.value_or(general.second_moment_y + general.second_moment_z),
            .shear_factor_y = general.shear_factor_y.value_or(both),
            .shear_factor_z = general.shear_factor_z.value_or(both)};
}

SectionOutline section_outline(const General& general, int /*points*/) {
    return {{rectangular_loop(std::sqrt(12 * general.second_moment_z / general.area),
                              std::sqrt(12 * general.second_moment_y / general.area))}};
}

const Kind<Section>& general_kind() {
    static const Kind<Section> kind = section_kind<General>({
        .family = "section",
        .name = "general",
        .summary = "Any section by its constants in principal axes; a Timoshenko beam needs its shear factors.",
        .sources = {},
        .fields = Fields<General>()
                      .number("area", &General::area, "m^2", positive, "Area.")
                      .required()
                      .number("second_moment_y", &General::second_moment_y, "m^4", positive,
                              "Second moment of area about local y (integral of z^2 dA), for bending in the x-z plane.")
                      .required()
                      .number("second_moment_z", &General::second_moment_z, "m^4", positive,
                              "Second moment of area about local z (integral of y^2 dA), for bending in the x-y plane.")
                      .required()
                      .number("torsion_constant", &General::torsion_constant, "m^4", positive, "Saint-Venant's torsion constant.")
                      .required()
                      .number("polar_second_moment", &General::polar_second_moment, "m^4", positive,
                              "Polar second moment of area, for the inertia of torsion.")
                      .standard("second_moment_y + second_moment_z")
                      .number("shear_factor", &General::shear_factor, "", positive, "Shear factor for both directions.")
                      .number("shear_factor_y", &General::shear_factor_y, "", positive, "Shear factor for shear along local y.")
                      .number("shear_factor_z", &General::shear_factor_z, "", positive, "Shear factor for shear along local z.")
                      .at_most_one({"shear_factor", "shear_factor_y"})
                      .at_most_one({"shear_factor", "shear_factor_z"})
                      .all_or_none({"shear_factor_y", "shear_factor_z"}),
    });
    return kind;
}

}  // namespace jounce::elements::sections
