// Law kind "esdu_78035": two cylinders in line contact, as in the data item.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/cylinder_law.hpp"

namespace jounce::contact::laws {

namespace {
struct Esdu78035Settings : CylinderSettings, VariantSettings {};
}  // namespace

extern const LawKind esdu_78035 = law_kind<Esdu78035Settings>(
    {
        .name = "esdu_78035",
        .summary = "δ = W C [1 + ln(4ΔR/(W C))], W = F/L: two cylinders, without loss. For a circular contact use `hertz`.",
        .sources = {{"ESDU 78035, Contact phenomena. I", 1978, "", ""},
                    {"C. S. Koshy, P. Flores, H. M. Lankarani", 2013, "", "Eq. 6"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Table 1"}},
        .fields = Fields<Esdu78035Settings>()
                      .with(geometry_field<Esdu78035Settings>)
                      .with(variant_field<Esdu78035Settings>)
                      .with(beyond_field<Esdu78035Settings>),
    },
    [](const Esdu78035Settings& s) {
        const double C = cylinder_compliance(s.geometry, s.variant);
        return cylinder_law("esdu_78035", s, C, 4 * s.geometry.difference() / C, 1);
    });

}  // namespace jounce::contact::laws
