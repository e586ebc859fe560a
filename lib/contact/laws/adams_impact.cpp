// Law kind "adams_impact": a damper that a cubic step switches on over the first depth.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/calibration.hpp"
#include "contact/damper_law.hpp"
#include "contact/laws/table.hpp"

namespace jounce::contact::laws {

namespace {
struct Settings : DamperSettings {
    double depth = 0;
};

/// C = c STEP(delta, 0, 0, d, 1), STEP = D^2 (3 - 2D) with D = delta/d.
struct SteppedDamping {
    double constant;   // N s/m
    double per_depth;  // 1/d [1/m]
    [[nodiscard]] DampingAnswer at(double delta, const Elastic::Answer&, const ElasticPart&) const noexcept {
        const double share = delta * per_depth;
        if (share >= 1) return {constant, 0};
        return {constant * share * share * (3 - 2 * share), 6 * constant * per_depth * share * (1 - share)};
    }
};

std::shared_ptr<Law> of_constant(const Settings& s, double constant) {
    auto law = std::make_shared<DamperLaw<SteppedDamping>>(elastic_part(s), SteppedDamping{constant, 1 / s.depth});
    law->kind = "adams_impact";
    return law;
}
}  // namespace

const LawKind adams_impact = law_kind<Settings>(
    {
        .name = "adams_impact",
        .summary =
            "F = max(0, K δ^n + c STEP(δ, 0, 0, d, 1) δ̇), STEP = D²(3 - 2D) with D = δ/d up to d, 1 beyond: no jump at the "
            "onset of contact.",
        .sources = {{"MSC Software, Adams/Solver: the IMPACT and STEP functions", 2013, "", ""}},
        .fields = Fields<Settings>()
                      .with(elastic_fields<Settings>)
                      .with([](Fields<Settings>& fields) { damper_fields(fields, "Damping constant c beyond the depth d."); })
                      .number("depth", &Settings::depth, "m", positive, "Indentation d at which the damper acts in full.")
                      .required(),
    },
    [](const Settings& s) {
        double constant = s.damping.value_or(0);
        if (s.restitution) {
            const auto law_of = [&s](double c) { return of_constant(s, c); };
            constant = constant_of_restitution(law_of, s, guessed_damping(elastic_part(s), s));
        }
        std::shared_ptr<Law> law = of_constant(s, constant);
        law->restitution_asked = s.restitution;
        law->reduced_mass = s.reduced_mass;
        return law;
    });

}  // namespace jounce::contact::laws
