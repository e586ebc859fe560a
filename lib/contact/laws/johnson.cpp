// Law kind "johnson": two cylinders, each compressed between its axis and the contact.
// SPDX-License-Identifier: BSD-3-Clause
#include <numbers>

#include "contact/families/cylinder_law.hpp"

namespace jounce::contact::laws {

extern const LawKind johnson = law_kind<CylinderSettings>(
    {
        .name = "johnson",
        .summary = "δ = W/(πE*) [ln(4πE*ΔR/W) - 1], W = F/L: two cylinders, without loss.",
        .sources = {{"K. L. Johnson", 1985, "10.1017/CBO9781139171731", "Eq. 5.57, halved and summed over both cylinders"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Table 1"}},
        .fields = Fields<CylinderSettings>().with(geometry_field<CylinderSettings>).with(beyond_field<CylinderSettings>),
    },
    [](const CylinderSettings& s) {
        const double modulus = std::numbers::pi * s.geometry.modulus();
        return cylinder_law("johnson", s, 1 / modulus, 4 * modulus * s.geometry.difference(), -1);
    });

}  // namespace jounce::contact::laws
