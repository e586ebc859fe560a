// Law kind "rigid": a rigid stop with a coefficient of restitution.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/law_fields.hpp"
#include "contact/families/rigid_law.hpp"

namespace jounce::contact::laws {

namespace {
struct RigidSettings : ImpactSettings {
    double restitution = 1, tangential_restitution = 0;
};

}  // namespace

extern const LawKind rigid = law_kind<RigidSettings>(
    {
        .name = "rigid",
        .summary = "δ ≤ 0 with a pushing force, and v⁺ = −e v⁻ at each impact: a rigid stop.",
        .sources = {{"F. Pfeiffer, C. Glocker, Multibody Dynamics with Unilateral Contacts", 1996, "10.1002/9783527618385",
                     "Sec. 8"},
                    {"S. W. Shaw, P. J. Holmes", 1983, "10.1016/0022-460X(83)90407-8", "impact oscillator"}},
        .fields = Fields<RigidSettings>()
                      .number("restitution", &RigidSettings::restitution, "", between(0, 1),
                              "Restitution e of Newton's impact law, for the speeds in the gap.")
                      .number("tangential_restitution", &RigidSettings::tangential_restitution, "", between(0, 1),
                              "Tangential restitution e_T: the share of the slip speed that friction reverses if it holds during "
                              "an impact.")
                      .number("minimum_speed", &RigidSettings::minimum_speed, "m/s", positive,
                              "An approach slower than this does not rebound (e = 0), so that repeated impacts end at rest."),
    },
    [](const RigidSettings& s) { return std::make_shared<RigidLaw>(s.restitution, s.tangential_restitution); });

}  // namespace jounce::contact::laws
