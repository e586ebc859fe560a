// Law kind "lee_wang_second": a linear spring with a damper that is switched on by an exponential ramp.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/damper_law.hpp"
#include "contact/formulas/restitution.hpp"
#include "contact/impacts/calibration.hpp"

namespace jounce::contact::laws {

namespace {
struct LeeWangSecondSettings : ElasticSettings, CollisionSettings, AdhesionSettings {
    LeeWangSecondSettings() { exponent = 1; }
    double epsilon = 0;
    double q = 3;
    bool calibrated = false;
};

/// The damper of the linear spring times T2(delta) = exp{[(delta - eps) - |delta - eps|] q/eps}.
struct RampedDamping {
    RampedDamping(const RatioDamping& damper, double eps, double q) : full(damper), epsilon(eps), steepness(2 * q / eps) {}
    RatioDamping full;
    double epsilon;    // m
    double steepness;  // 2q/eps [1/m]
    [[nodiscard]] DampingAnswer at(double delta, const Elastic::Answer& e, const ElasticPart& elastic) const {
        const DampingAnswer d = full.at(delta, e, elastic);
        if (delta >= epsilon) return d;
        const double ramp = std::exp(steepness * (delta - epsilon));
        return {ramp * d.constant, ramp * (d.slope + steepness * d.constant)};
    }
};

std::shared_ptr<Law> of_ratio(const LeeWangSecondSettings& s, double ratio) {
    const RatioDamping full{2 * ratio * std::sqrt(*s.reduced_mass)};
    auto law = std::make_shared<DamperLaw<RampedDamping>>(elastic_part(s), RampedDamping{full, s.epsilon, s.q});
    law->kind = "lee_wang_second";
    law->kinks = {s.epsilon};
    if (s.elastic) add_kinks(*law, s.elastic->kinks);
    set_transition(*law, s);
    return law;
}

std::string check_lee_wang_second(const LeeWangSecondSettings& s) {
    if (s.calibrated && !s.speed)
        return "'speed' is required with 'calibrated': the effect of the ramp depends on the maximum indentation";
    if (s.speed && !s.calibrated) return "'speed' requires 'calibrated' = true";
    return "";
}
}  // namespace

extern const LawKind lee_wang_second = law_kind<LeeWangSecondSettings>(
    {
        .name = "lee_wang_second",
        .summary = "F = K δ + 2ζ √(m K) T2(δ) δ̇, ζ = -ln e/√(π² + ln² e), T2 = exp[2q(δ - ε)/ε] up to ε and 1 beyond: delivers e "
                   "as ε → 0 if it may pull, more otherwise.",
        .sources = {{"T. W. Lee, A. C. Wang", 1983, "",
                     "J. Mech. Transm. Autom. Des. 105, 534-540, second form (T2 reconstructed)"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "Section 3.4"}},
        .fields =
            Fields<LeeWangSecondSettings>()
                .with(elastic_fields<LeeWangSecondSettings>)
                .number("restitution", &LeeWangSecondSettings::restitution, "", above_zero_to_one, "Requested restitution e.")
                .required()
                .number("reduced_mass", &LeeWangSecondSettings::reduced_mass, "kg", positive,
                        "Reduced mass m = m1 m2/(m1 + m2) of the two bodies.")
                .required()
                .number("epsilon", &LeeWangSecondSettings::epsilon, "m", positive,
                        "Indentation ε over which the damper is switched on; small compared with the maximum indentation.")
                .required()
                .number("q", &LeeWangSecondSettings::q, "", positive, "Steepness q of the ramp, 2 to 4 in the source.")
                .boolean("calibrated", &LeeWangSecondSettings::calibrated,
                         "Use the ζ that delivers the requested restitution in a free impact at `speed` with the end condition "
                         "of this contact.")
                .with([](Fields<LeeWangSecondSettings>& fields) {
                    collision_speed_field(fields, "Impact speed for `calibrated`.");
                })
                .with(adhesion_field<LeeWangSecondSettings>)
                .check(check_lee_wang_second),
    },
    [](const LeeWangSecondSettings& s) {
        const auto law_of = [&s](double ratio) { return of_ratio(s, ratio); };
        const double ratio =
            s.calibrated ? constant_of_restitution(law_of, s, kelvin_voigt_damping_ratio(*s.restitution, Release::zero_force))
                         : kelvin_voigt_damping_ratio(*s.restitution, Release::zero_indentation);
        std::shared_ptr<Law> law = of_ratio(s, ratio);
        law->restitution_asked = s.restitution;
        law->reduced_mass = s.reduced_mass;
        return law;
    });

}  // namespace jounce::contact::laws
