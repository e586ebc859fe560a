// Law kind "goldsmith": two cylinders, with their length in the logarithm.
// SPDX-License-Identifier: BSD-3-Clause
#include <numbers>

#include "contact/families/cylinder_law.hpp"

namespace jounce::contact::laws {

extern const LawKind goldsmith = law_kind<CylinderSettings>(
    {
        .name = "goldsmith",
        .summary = "δ = W/(πE*) [1 + ln(πE*L²/(W R))], W = F/L: two cylinders, without loss.",
        .sources = {{"W. Goldsmith, Impact: The Theory and Physical Behaviour of Colliding Solids", 1960, "", ""},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966",
                     "Table 1, with the power m = 3 of L required by its dimensions, not 1"}},
        .fields = Fields<CylinderSettings>().with(geometry_field<CylinderSettings>).with(beyond_field<CylinderSettings>),
    },
    [](const CylinderSettings& s) {
        const double modulus = std::numbers::pi * s.geometry.modulus();
        const double length = s.geometry.length;
        return cylinder_law("goldsmith", s, 1 / modulus, modulus * length * length / s.geometry.relative_radius(), 1);
    });

}  // namespace jounce::contact::laws
