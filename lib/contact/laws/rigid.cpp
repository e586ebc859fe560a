// Law kind "rigid": a rigid stop with a coefficient of restitution.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/law_fields.hpp"

namespace jounce::contact::laws {

namespace {
struct RigidSettings : ImpactSettings {
    double restitution = 1;
};

/// Its forces are multipliers and impulses, computed with the motion of the whole system, so there is no force to evaluate.
class Rigid final : public Law {
  public:
    explicit Rigid(double restitution) {
        rigid = true;
        restitution_asked = restitution;
    }
    [[nodiscard]] Response evaluate(const Motion&, const ContactMemory&) const override { return {}; }
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
                      .number("minimum_speed", &RigidSettings::minimum_speed, "m/s", positive,
                              "An approach slower than this does not rebound (e = 0), so that repeated impacts end at rest."),
    },
    [](const RigidSettings& s) { return std::make_shared<Rigid>(s.restitution); });

}  // namespace jounce::contact::laws
