// Friction kind "coulomb_regularised": Coulomb's law, regularised near zero speed.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/recipe.hpp"
#include "contact/friction/regularised.hpp"

namespace jounce::contact::friction {

namespace {
struct CoulombRegularisedSettings {
    double coefficient = 0;
    double transition_speed = 0;
};
}  // namespace

extern const FrictionKind coulomb_regularised = recorded(friction_kind<CoulombRegularisedSettings>(
    {
        .name = "coulomb_regularised",
        .summary = "F_T = −μ N v/√(v² + v_r²): smooth, without stiction: creep instead of stick.",
        .sources = {{"C. S. Koshy, P. Flores, H. M. Lankarani", 2013, "", "friction of the joint"}},
        .fields = Fields<CoulombRegularisedSettings>()
                      .with(coefficient_field<CoulombRegularisedSettings>)
                      .number("transition_speed", &CoulombRegularisedSettings::transition_speed, "m/s", positive,
                              "v_r: at this slip speed the force is 0.71 of its maximum.")
                      .required(),
    },
    [](const CoulombRegularisedSettings& s) { return std::make_shared<Regularised>(s.coefficient, s.transition_speed); }));

}  // namespace jounce::contact::friction
