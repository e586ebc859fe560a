// Friction kind "coulomb": dry friction with a force that is set-valued at rest.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/recipe.hpp"
#include "contact/friction/regularised.hpp"
#include "contact/friction/set_valued.hpp"

namespace jounce::contact::friction {

namespace {
struct CoulombSettings {
    double coefficient = 0;
    std::optional<double> static_coefficient, regularisation_speed;
};
}  // namespace

extern const FrictionKind coulomb = recorded(friction_kind<CoulombSettings>(
    {
        .name = "coulomb",
        .summary =
            "F_T = −μ N v/|v| while the surfaces slide; |F_T| ≤ μ_s N holds them at rest. Stick, slip and reversal are events.",
        .sources = {{"C. A. Coulomb, Théorie des machines simples", 1785, "", ""},
                    {"F. Pfeiffer, C. Glocker, Multibody Dynamics with Unilateral Contacts", 1996, "10.1002/9783527618385",
                     "Sec. 5.3"}},
        .fields =
            Fields<CoulombSettings>()
                .with(coefficient_field<CoulombSettings>)
                .with(static_coefficient_field<CoulombSettings>)
                .number("regularisation_speed", &CoulombSettings::regularisation_speed, "m/s", positive,
                        "v_r: the force is μ N v/√(v² + v_r²) instead, smooth and without stiction (as `coulomb_regularised`).")
                .at_most_one({"static_coefficient", "regularisation_speed"}),
    },
    [](const CoulombSettings& s) -> std::shared_ptr<FrictionLaw> {
        if (s.regularisation_speed) return std::make_shared<Regularised>(s.coefficient, *s.regularisation_speed);
        return std::make_shared<SetValued>(FrictionCone{s.coefficient, s.static_coefficient.value_or(s.coefficient), 0});
    }));

}  // namespace jounce::contact::friction
