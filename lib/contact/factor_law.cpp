// The fields shared by the laws F = F_e(delta) (1 + a rate/v0), and how they are built.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/factor_law.hpp"

#include <cmath>

#include "base/text.hpp"
#include "contact/restitution.hpp"

namespace jounce::contact {

LawKind factor_law_kind(KindDescription description, Factor factor) {
    const auto chosen = [factor](const FactorSettings& s) {
        return s.calibrated ? factor_of_restitution(s.restitution) : factor(s.restitution);
    };
    description.fields =
        Fields<FactorSettings>()
            .with(elastic_fields<FactorSettings>)
            .number("restitution", &FactorSettings::restitution, "", above_zero_to_one,
                    "Restitution e asked for; what a free impact delivers depends on the factor a(e).")
            .required()
            .boolean("calibrated", &FactorSettings::calibrated,
                     "Take the factor that delivers the restitution asked for in a free impact instead of the law's own a(e).")
            .with(minimum_speed_field<FactorSettings>)
            .with(adhesion_field<FactorSettings>)
            .check([chosen](const FactorSettings& s) {
                if (std::isfinite(chosen(s))) return std::string();
                return "'restitution' must be large enough for a finite factor, got " + shortest(s.restitution);
            });
    return law_kind<FactorSettings>(std::move(description), [chosen](const FactorSettings& s) {
        auto law = std::make_shared<FactorLaw>(elastic_part(s), chosen(s));
        law->restitution_asked = s.restitution;
        return law;
    });
}

}  // namespace jounce::contact
