// Section kind "tube".
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/sections/tube.hpp"

#include <fmt/format.h>

#include <numbers>

#include "elements/section_kind.hpp"

namespace jounce::elements::sections {

SectionProperties section_properties(const Tube& tube, double nu) {
    const double outer = tube.outer_diameter;
    const double inner = outer - 2 * tube.wall;
    // outer^2 - inner^2 = 4 wall (outer - wall): without cancellation for a thin wall.
    const double difference = 4 * tube.wall * (outer - tube.wall);

    SectionProperties p;
    p.area = std::numbers::pi / 4 * difference;
    p.Iy = p.Iz = std::numbers::pi / 64 * difference * (outer * outer + inner * inner);
    p.J = p.Ip = 2 * p.Iy;

    const double m = inner / outer;
    const double s = (1 + m * m) * (1 + m * m);
    const double cowper = 6 * (1 + nu) * s / ((7 + 6 * nu) * s + (20 + 12 * nu) * m * m);
    p.shear_factor_y = p.shear_factor_z = tube.shear_factor.value_or(cowper);
    return p;
}

SectionOutline section_outline(const Tube& tube, int points) {
    return {{circular_loop(tube.outer_diameter, points),
             circular_loop(tube.outer_diameter - 2 * tube.wall, points, /*clockwise=*/true)}};
}

const Kind<Section>& tube_kind() {
    static const Kind<Section> kind = section_kind<Tube>({
        .family = "section",
        .name = "tube",
        .summary = "Round tube of any wall thickness; default shear factor 6(1+nu)(1+m^2)^2/((7+6nu)(1+m^2)^2+(20+12nu)m^2), m = "
                   "inner/outer.",
        .sources = {{"G. R. Cowper", 1966, "10.1115/1.3625046", "Table 1"}},
        .fields = Fields<Tube>()
                      .number("outer_diameter", &Tube::outer_diameter, "m", positive, "Outer diameter.")
                      .required()
                      .number("wall", &Tube::wall, "m", positive, "Wall thickness, below half the outer diameter.")
                      .required()
                      .number("shear_factor", &Tube::shear_factor, "", positive, "Shear factor for both directions.")
                      .standard("Cowper's for the thick hollow circle")
                      .check([](const Tube& t) {
                          return t.wall < t.outer_diameter / 2
                                     ? std::string()
                                     : fmt::format("'wall' must be below half of 'outer_diameter', got {:g} and {:g}", t.wall,
                                                   t.outer_diameter);
                      }),
    });
    return kind;
}

}  // namespace jounce::elements::sections
