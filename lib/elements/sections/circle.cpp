// Section kind "circle".
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/sections/circle.hpp"

#include <numbers>

#include "elements/section_kind.hpp"

namespace jounce::elements::sections {

SectionProperties section_properties(const Circle& circle, double nu) {
    const double square = circle.diameter * circle.diameter;
    SectionProperties p;
    p.area = std::numbers::pi / 4 * square;
    p.Iy = p.Iz = std::numbers::pi / 64 * square * square;
    p.J = p.Ip = 2 * p.Iy;
    p.shear_factor_y = p.shear_factor_z = circle.shear_factor.value_or(6 * (1 + nu) / (7 + 6 * nu));
    return p;
}

SectionOutline section_outline(const Circle& circle, int points) { return {{circular_loop(circle.diameter, points)}}; }

const Kind<Section>& circle_kind() {
    static const Kind<Section> kind = section_kind<Circle>({
        .family = "section",
        .name = "circle",
        .summary = "Solid round bar; default shear factor 6(1+nu)/(7+6nu).",
        .sources = {{"G. R. Cowper", 1966, "10.1115/1.3625046", "Table 1"}},
        .fields = Fields<Circle>()
                      .number("diameter", &Circle::diameter, "m", positive, "Diameter.")
                      .required()
                      .number("shear_factor", &Circle::shear_factor, "", positive, "Shear factor for both directions.")
                      .standard("Cowper's, 6(1+nu)/(7+6nu)"),
    });
    return kind;
}

}  // namespace jounce::elements::sections
