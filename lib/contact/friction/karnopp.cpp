// Friction kind "karnopp": Coulomb's law with a dead band of speeds in which the surfaces stick.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/recipe.hpp"
#include "contact/friction/set_valued.hpp"

namespace jounce::contact::friction {

namespace {
struct KarnoppSettings {
    double coefficient = 0;
    std::optional<double> static_coefficient;
    double dead_band = 0;
};
}  // namespace

extern const FrictionKind karnopp = recorded(friction_kind<KarnoppSettings>(
    {
        .name = "karnopp",
        .summary = "F_T = −μ N v/|v| for |v| > D_v. Below, the velocity is held at zero while the required force is within μ_s "
                   "N; otherwise the surfaces slide against μ_s N until |v| exceeds D_v.",
        .sources = {{"D. Karnopp", 1985, "10.1115/1.3140698", ""}},
        .fields = Fields<KarnoppSettings>()
                      .with(coefficient_field<KarnoppSettings>)
                      .with(static_coefficient_field<KarnoppSettings>)
                      .number("dead_band", &KarnoppSettings::dead_band, "m/s", positive, "D_v: slower slip counts as zero.")
                      .required(),
    },
    [](const KarnoppSettings& s) {
        return std::make_shared<SetValued>(
            FrictionCone{s.coefficient, s.static_coefficient.value_or(s.coefficient), s.dead_band});
    }));

}  // namespace jounce::contact::friction
