// Law kind "adams_impact": a damper that is switched on by a cubic step over a given indentation.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/damper_law.hpp"
#include "contact/formulas/step.hpp"
#include "contact/impacts/calibration.hpp"

namespace jounce::contact::laws {

namespace {
struct AdamsImpactSettings : DamperSettings {
    double depth = 0;
};

/// C = c STEP(delta, 0, 0, d, 1).
struct SteppedDamping {
    double constant;  // N s/m
    double depth;     // d [m]
    [[nodiscard]] DampingAnswer at(double delta, const Elastic::Answer&, const ElasticPart&) const noexcept {
        const Step share = smooth_step(delta, 0, 0, depth, 1);
        return {constant * share.value, constant * share.slope};
    }
};

std::shared_ptr<Law> of_constant(const AdamsImpactSettings& s, double constant) {
    auto law = std::make_shared<DamperLaw<SteppedDamping>>(elastic_part(s), SteppedDamping{constant, s.depth});
    law->kind = "adams_impact";
    law->kinks = {s.depth};
    if (s.elastic) add_kinks(*law, s.elastic->kinks);
    return law;
}
}  // namespace

extern const LawKind adams_impact = law_kind<AdamsImpactSettings>(
    {
        .name = "adams_impact",
        .summary = "F = max(0, K δ^n + c STEP(δ, 0, 0, d, 1) δ̇), STEP = D²(3 - 2D) with D = δ/d up to d, 1 beyond: no jump at "
                   "the onset of contact.",
        .sources = {{"MSC Software, Adams/Solver: the IMPACT and STEP functions", 2013, "", ""}},
        .fields =
            Fields<AdamsImpactSettings>()
                .with(elastic_fields<AdamsImpactSettings>)
                .with(
                    [](Fields<AdamsImpactSettings>& fields) { damper_fields(fields, "Damping constant c beyond the depth d."); })
                .number("depth", &AdamsImpactSettings::depth, "m", positive, "Indentation d from which the damper acts fully.")
                .required(),
    },
    [](const AdamsImpactSettings& s) { return damper_law(s, [&s](double c) { return of_constant(s, c); }); });

}  // namespace jounce::contact::laws
