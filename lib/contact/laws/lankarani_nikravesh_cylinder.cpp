// Law kind "lankarani_nikravesh_cylinder": Hertz's law of balls with a lower exponent, used for cylinders.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "contact/families/law_fields.hpp"
#include "contact/geometry/geometry.hpp"

namespace jounce::contact::laws {

namespace {
struct LankaraniNikraveshCylinderSettings {
    Cylinders geometry;
    double exponent = 1.5;
};
}  // namespace

extern const LawKind lankarani_nikravesh_cylinder = law_kind<LankaraniNikraveshCylinderSettings>(
    {
        .name = "lankarani_nikravesh_cylinder",
        .summary = "F = 4/3 E* √R δ^n, n = 1 to 3/2: a law for balls, independent of the length; without loss.",
        .sources = {{"H. M. Lankarani, P. E. Nikravesh", 1990, "10.1115/1.2912617", ""},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Table 1"}},
        .fields = Fields<LankaraniNikraveshCylinderSettings>()
                      .with(geometry_field<LankaraniNikraveshCylinderSettings>)
                      .number("exponent", &LankaraniNikraveshCylinderSettings::exponent, "", between(1, 1.5),
                              "Power n of the indentation. The number K does not depend on n, only its unit N/m^n: a lower n "
                              "means a much larger force."),
    },
    [](const LankaraniNikraveshCylinderSettings& s) {
        const double K = 4.0 / 3 * s.geometry.modulus() * std::sqrt(s.geometry.relative_radius());
        return std::make_shared<ElasticLaw>(ElasticPart(PowerLaw(K, s.exponent)));
    });

}  // namespace jounce::contact::laws
