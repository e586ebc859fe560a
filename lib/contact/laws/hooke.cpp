// Law kind "hooke": a linear spring.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/law_fields.hpp"

namespace jounce::contact::laws {

namespace {
struct HookeSettings {
    double stiffness = 0;
};
}  // namespace

extern const LawKind hooke = law_kind<HookeSettings>(
    {
        .name = "hooke",
        .summary = "F = K δ: a linear spring, without loss.",
        .sources = {{"W. Goldsmith, Impact: The Theory and Physical Behaviour of Colliding Solids", 1960, "", ""}},
        .fields = Fields<HookeSettings>()
                      .number("stiffness", &HookeSettings::stiffness, "N/m", positive, "Stiffness K of the spring.")
                      .required(),
    },
    [](const HookeSettings& s) { return std::make_shared<ElasticLaw>(ElasticPart(PowerLaw(s.stiffness, 1))); });

}  // namespace jounce::contact::laws
