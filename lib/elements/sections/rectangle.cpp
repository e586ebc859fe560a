// Section kind "rectangle".
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/sections/rectangle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "elements/section_kind.hpp"

namespace jounce::elements::sections {

double rectangle_torsion_constant(double width, double height) {
    const double b = std::min(width, height);
    const double a = std::max(width, height);
    // J = a b^3 [1/3 - (64 b)/(pi^5 a) * sum over odd n of tanh(n pi a / 2b)/n^5]: the terms decrease only as n^-5. Split
    // tanh x = 1 - 2/(e^(2x) + 1): the first part sums to (31/32) zeta(5), the second decreases by e^(-2 pi a/b) < 0.002 per
    // term.
    constexpr double zeta5 = 1.03692775514336992633;
    double sum = 31.0 / 32.0 * zeta5;
    for (int n = 1;; n += 2) {
        const double term = 2 / (std::exp(n * std::numbers::pi * a / b) + 1) / std::pow(n, 5);
        if (term < 1e-18) break;
        sum -= term;
    }
    return a * b * b * b * (1.0 / 3.0 - 64 * b / (std::pow(std::numbers::pi, 5) * a) * sum);
}

SectionProperties section_properties(const Rectangle& rectangle, double nu) {
    const double b = rectangle.width;
    const double h = rectangle.height;
    SectionProperties p;
    p.area = b * h;
    p.Iy = b * h * h * h / 12;
    p.Iz = h * b * b * b / 12;
    p.J = rectangle_torsion_constant(b, h);
    p.Ip = p.Iy + p.Iz;
    p.shear_factor_y = p.shear_factor_z = rectangle.shear_factor.value_or(10 * (1 + nu) / (12 + 11 * nu));
    return p;
}

SectionOutline section_outline(const Rectangle& rectangle, int /*points*/) {
    return {{rectangular_loop(rectangle.width, rectangle.height)}};
}

const Kind<Section>& rectangle_kind() {
    static const Kind<Section> kind = section_kind<Rectangle>({
        .family = "section",
        .name = "rectangle",
        .summary = "Solid rectangle; default shear factor 10(1+nu)/(12+11nu); exact torsion constant.",
        .sources = {{"G. R. Cowper", 1966, "10.1115/1.3625046", "Table 1"},
                    {"S. P. Timoshenko and J. N. Goodier", 1970, "", "art. 109"}},
        .fields = Fields<Rectangle>()
                      .number("width", &Rectangle::width, "m", positive, "Side along the local y axis.")
                      .required()
                      .number("height", &Rectangle::height, "m", positive, "Side along the local z axis.")
                      .required()
                      .number("shear_factor", &Rectangle::shear_factor, "", positive, "Shear factor for both directions.")
                      .standard("Cowper's, 10(1+nu)/(12+11nu)"),
    });
    return kind;
}

}  // namespace jounce::elements::sections
