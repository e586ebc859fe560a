// Law kind "tsuji": a damper that grows with the indentation so that the restitution depends on neither speed nor mass.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "contact/families/damper_law.hpp"
#include "contact/families/law_fields.hpp"
#include "contact/formulas/restitution.hpp"

namespace jounce::contact::laws {

namespace {
struct TsujiSettings : ElasticSettings, AdhesionSettings {
    double restitution = 0;
    double reduced_mass = 0;
    bool calibrated = false;
};

class Tsuji final : public DamperLaw<RatioDamping> {
  public:
    Tsuji(ElasticPart elastic, RatioDamping damping, const std::optional<double>& stiffness, double exponent)
        : DamperLaw(std::move(elastic), damping) {
        relaxes = stiffness.has_value();
        if (!relaxes) return;
        relaxation_ = {0.5 * (exponent + 1), std::sqrt(2 * *stiffness / (exponent + 1)) / damping.strength};
    }
    [[nodiscard]] Relaxation relaxation(double compression, double time, const ContactMemory&) const noexcept override {
        return relaxation_.at(compression, time);
    }
    [[nodiscard]] std::optional<double> closed_restitution(double mass, double /*speed*/) const override {
        if (!(mass > 0)) return {};
        const Release release = adhesion ? Release::zero_indentation : Release::zero_force;
        return kelvin_voigt_restitution(damping().strength / (2 * std::sqrt(mass)), release);
    }

  private:
    PowerRelaxation relaxation_;
};

double damping_ratio(const TsujiSettings& s) {
    const bool exact = s.calibrated && !(s.ends_by_distance() && s.pulls());
    return kelvin_voigt_damping_ratio(s.restitution, exact ? Release::zero_force : Release::zero_indentation);
}
}  // namespace

extern const LawKind tsuji = law_kind<TsujiSettings>(
    {
        .name = "tsuji",
        .summary = "F = K δ^n + α √(m K) δ^((n - 1)/2) δ̇ with α = -√(2(n + 1)) ln e/√(π² + ln² e), √5 in front when n = 3/2: "
                   "delivers e if it may pull, otherwise more.",
        .sources = {{"Y. Tsuji, T. Tanaka, T. Ishida", 1992, "10.1016/0032-5910(92)88030-L", "damper α √(m K) δ^(1/4)"},
                    {"D. Antypov, J. A. Elliott", 2011, "10.1209/0295-5075/94/50004", "α(e) in closed form"},
                    {"T. Schwager, T. Pöschel", 2007, "10.1007/s10035-007-0065-z", "restitution with F ≥ 0"}},
        .fields =
            Fields<TsujiSettings>()
                .with(elastic_fields<TsujiSettings>)
                .number("restitution", &TsujiSettings::restitution, "", above_zero_to_one,
                        "Requested restitution e, delivered if the force may pull until δ = 0 (`adhesion`).")
                .required()
                .number("reduced_mass", &TsujiSettings::reduced_mass, "kg", positive,
                        "Reduced mass m = m1 m2/(m1 + m2) of the two bodies (half of one mass for equal bodies).")
                .required()
                .boolean(
                    "calibrated", &TsujiSettings::calibrated,
                    "Use the α that delivers the requested restitution in a free impact with the end condition of this contact.")
                .with(adhesion_field<TsujiSettings>),
    },
    [](const TsujiSettings& s) {
        auto law = std::make_shared<Tsuji>(elastic_part(s), RatioDamping{2 * damping_ratio(s) * std::sqrt(s.reduced_mass)},
                                           s.stiffness, s.exponent);
        law->restitution_asked = s.restitution;
        law->reduced_mass = s.reduced_mass;
        return law;
    });

}  // namespace jounce::contact::laws
