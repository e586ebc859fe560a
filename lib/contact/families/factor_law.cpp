// The common fields and the construction of the laws F = F_e(delta) (1 + a rate/v0).
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/factor_law.hpp"

#include <cmath>

#include "base/messages/text.hpp"
#include "contact/formulas/restitution.hpp"

namespace jounce::contact {

std::optional<double> FactorLaw::closed_restitution(double /*mass*/, double speed) const {
    return restitution_of_factor(speed < minimum_speed ? factor_ * (speed / minimum_speed) : factor_);
}

namespace {

template <class S>
LawKind kind_of(KindDescription description, Factor factor, FactorCheck check) {
    const auto chosen = [factor](const S& s) {
        return s.calibrated ? factor_of_restitution(s.restitution) : factor(s.restitution);
    };
    description.fields =
        Fields<S>()
            .with(elastic_fields<S>)
            .number("restitution", &S::restitution, "", above_zero_to_one,
                    "Requested restitution e; the one delivered in a free impact depends on the factor a(e).")
            .required()
            .boolean("calibrated", &S::calibrated,
                     "Use the factor that delivers the requested restitution in a free impact, instead of the law's own a(e).")
            .with(minimum_speed_field<S>)
            .with(adhesion_field<S>)
            .check([chosen, check](const S& s) {
                if (const std::string wrong = check != nullptr ? check(s) : ""; !wrong.empty()) return wrong;
                if (std::isfinite(chosen(s))) return std::string();
                return "'restitution' must be large enough for a finite factor, got " + shortest(s.restitution);
            });
    return law_kind<S>(std::move(description), [chosen](const S& s) {
        auto law = std::make_shared<FactorLaw>(elastic_part(s), chosen(s));
        law->restitution_asked = s.restitution;
        return law;
    });
}

}  // namespace

LawKind factor_law_kind(KindDescription description, Factor factor, FactorCheck check) {
    return kind_of<FactorSettings>(std::move(description), factor, check);
}

LawKind linear_factor_law_kind(KindDescription description, Factor factor) {
    return kind_of<LinearFactorSettings>(std::move(description), factor, nullptr);
}

}  // namespace jounce::contact
