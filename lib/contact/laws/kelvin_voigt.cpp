// Law kind "kelvin_voigt": a linear spring and a linear damper in parallel.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "contact/families/law_fields.hpp"
#include "contact/formulas/restitution.hpp"

namespace jounce::contact::laws {

namespace {
struct KelvinVoigtSettings : AdhesionSettings {
    double stiffness = 0;
    std::optional<double> damping;
    std::optional<double> restitution;
    std::optional<double> reduced_mass;
    std::optional<bool> calibrated;
};

class KelvinVoigt final : public Law {
  public:
    KelvinVoigt(double stiffness, double damping) : k_(stiffness), c_(damping) {
        relaxes = true;
        smooth_onset = true;
    }
    [[nodiscard]] Response evaluate(const Motion& motion, const ContactMemory&) const override {
        const double spring = k_ * motion.indentation;
        return {spring + c_ * motion.rate, k_, c_, spring, 0.5 * spring * motion.indentation};
    }
    [[nodiscard]] std::optional<double> closed_restitution(double mass, double /*speed*/) const override {
        if (!(mass > 0)) return {};
        return kelvin_voigt_restitution(c_ / (2 * std::sqrt(k_ * mass)), adhesion || transition == &transitions::force
                                                                             ? Release::zero_indentation
                                                                             : Release::zero_force);
    }

    /// x exp(-k t/c)
    [[nodiscard]] Relaxation relaxation(double compression, double time, const ContactMemory&) const noexcept override {
        if (c_ == 0) return {0, 0, 0, 0, 0};
        const double rate = -k_ / c_;
        const double x = compression * std::exp(rate * time);
        return {x, rate * x, rate * rate * x, rate * rate * rate * x};
    }

  private:
    double k_;
    double c_;
};

/// c = 2 zeta sqrt(k m) with zeta for the restitution at the law's own release condition, or the textbook value. From F = 0 to F
/// = 0 (transition "force") a free impact takes half a period, as from zero indentation to zero indentation.
double damping(const KelvinVoigtSettings& s) {
    if (s.damping) return *s.damping;
    const bool half_period = (s.ends_by_distance() && s.pulls()) || s.transition == "force" || !s.calibrated.value_or(true);
    const Release release = half_period ? Release::zero_indentation : Release::zero_force;
    return 2 * kelvin_voigt_damping_ratio(*s.restitution, release) * std::sqrt(s.stiffness * *s.reduced_mass);
}

std::string check_kelvin_voigt(const KelvinVoigtSettings& s) {
    if (s.restitution && !s.reduced_mass) return "'reduced_mass' is required with 'restitution'";
    if (s.reduced_mass && !s.restitution) return "'reduced_mass' requires 'restitution', not 'damping'";
    if (s.calibrated && !s.restitution) return "'calibrated' requires 'restitution', not 'damping'";
    return "";
}
}  // namespace

extern const LawKind kelvin_voigt = law_kind<KelvinVoigtSettings>(
    {
        .name = "kelvin_voigt",
        .summary = "F = k δ + c δ̇: a spring and a damper; the force jumps by c v0 at the onset of contact.",
        .sources = {{"W. Goldsmith, Impact: The Theory and Physical Behaviour of Colliding Solids", 1960, "", ""},
                    {"T. Schwager, T. Pöschel", 2007, "10.1007/s10035-007-0065-z", "restitution with F ≥ 0"},
                    {"A. Jönsson, J. Bathelt, G. Broman", 2005, "10.1243/146441905X9926", "transition conditions"}},
        .fields = Fields<KelvinVoigtSettings>()
                      .number("stiffness", &KelvinVoigtSettings::stiffness, "N/m", positive, "Stiffness k of the spring.")
                      .required()
                      .number("damping", &KelvinVoigtSettings::damping, "N s/m", zero_or_positive, "Damping constant c.")
                      .number("restitution", &KelvinVoigtSettings::restitution, "", above_zero_to_one,
                              "Restitution delivered in a free impact of `reduced_mass`, instead of `damping`.")
                      .number("reduced_mass", &KelvinVoigtSettings::reduced_mass, "kg", positive,
                              "Reduced mass m1 m2/(m1 + m2) of the two bodies, for `restitution`.")
                      .boolean("calibrated", &KelvinVoigtSettings::calibrated,
                               "Use the damping that delivers `restitution` with the end condition of this contact; false: ζ = "
                               "-ln e/√(π² + ln² e), which delivers more unless the contact may pull.")
                      .standard("true")
                      .with(adhesion_field<KelvinVoigtSettings>)
                      .exactly_one({"damping", "restitution"})
                      .check(check_kelvin_voigt),
    },
    [](const KelvinVoigtSettings& s) {
        auto law = std::make_shared<KelvinVoigt>(s.stiffness, damping(s));
        law->restitution_asked = s.restitution;
        law->reduced_mass = s.reduced_mass;
        return law;
    });

}  // namespace jounce::contact::laws
