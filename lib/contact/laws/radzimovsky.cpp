// Law kind "radzimovsky": two cylinders, with the width of the contact in the logarithm.
// SPDX-License-Identifier: BSD-3-Clause
#include <numbers>

#include "contact/families/cylinder_law.hpp"

namespace jounce::contact::laws {

namespace {
struct RadzimovskySettings : CylinderSettings {
    std::string width = "exact";
};

/// 16 R E*/(W b^2) with the full width b of the contact, which depends only on the rounding of b.
double width_factor(const std::string& width) {
    if (width == "3.125") return 3.125;  // b = 1.60 sqrt(2 W R/E*)
    if (width == "6.25") return 6.25;    // b = 1.60 sqrt(W R/E*), a radius instead of a diameter
    return std::numbers::pi;             // b = 2 a, a^2 = 4 W R/(pi E*)
}
}  // namespace

extern const LawKind radzimovsky = law_kind<RadzimovskySettings>(
    {
        .name = "radzimovsky",
        .summary = "δ = W/(πE*) [2/3 + ln(4Ri/b) + ln(4Rj/b)], W = F/L, b the width of the contact: two cylinders, without loss.",
        .sources = {{"E. I. Radzimovsky, Stress Distribution and Strength Condition of Two Rolling Cylinders", 1953, "", ""},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Table 1; its Tables 2 and 3 have 6.25"}},
        .fields = Fields<RadzimovskySettings>()
                      .with(geometry_field<RadzimovskySettings>)
                      .choice("width", &RadzimovskySettings::width, {"exact", "3.125", "6.25"},
                              "Hertz's width b, or b = 1.60 √(2WR/E*) or 1.60 √(WR/E*) in use: the factor x of E*ΔR/W in "
                              "ln(4Ri/b) + ln(4Rj/b) = ln(x E*ΔR/W); exact is π.")
                      .with(beyond_field<RadzimovskySettings>),
    },
    [](const RadzimovskySettings& s) {
        const double modulus = s.geometry.modulus();
        return cylinder_law("radzimovsky", s, 1 / (std::numbers::pi * modulus),
                            width_factor(s.width) * modulus * s.geometry.difference(), 2.0 / 3);
    });

}  // namespace jounce::contact::laws
