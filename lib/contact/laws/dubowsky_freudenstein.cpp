// Law kind "dubowsky_freudenstein": the elastic part of the impact pair, a pin in a hole.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/cylinder_law.hpp"

namespace jounce::contact::laws {

namespace {
struct DubowskyFreudensteinSettings : CylinderSettings, VariantSettings {};
}  // namespace

extern const LawKind dubowsky_freudenstein = law_kind<DubowskyFreudensteinSettings>(
    {
        .name = "dubowsky_freudenstein",
        .summary = "δ = W C [1 + ln(L²ΔR/(W Ri Rj C))], W = F/L: two cylinders, without loss. With C = 1/(πE*) it is "
                   "`goldsmith`.",
        .sources = {{"S. Dubowsky, F. Freudenstein", 1971, "", "J. Eng. Ind. 93, 305-309"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966",
                     "Table 1, with L = 2a and π(h_i + h_j) = C, h = (1 - ν²)/(πE)"}},
        .fields = Fields<DubowskyFreudensteinSettings>()
                      .with(geometry_field<DubowskyFreudensteinSettings>)
                      .with(variant_field<DubowskyFreudensteinSettings>)
                      .with(beyond_field<DubowskyFreudensteinSettings>),
    },
    [](const DubowskyFreudensteinSettings& s) {
        const double C = cylinder_compliance(s.geometry, s.variant);
        const double length = s.geometry.length;
        return cylinder_law("dubowsky_freudenstein", s, C, length * length / (s.geometry.relative_radius() * C), 1);
    });

}  // namespace jounce::contact::laws
