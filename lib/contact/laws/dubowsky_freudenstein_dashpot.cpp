// Law kind "dubowsky_freudenstein_dashpot": a linear damper parallel to an elastic force, the impact pair.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/families/damper_law.hpp"
#include "contact/impacts/calibration.hpp"

namespace jounce::contact::laws {

namespace {
struct DubowskyFreudensteinDashpotSettings : DamperSettings, AdhesionSettings {};

class Dashpot final : public DamperLaw<ConstantDamping> {
  public:
    Dashpot(const DubowskyFreudensteinDashpotSettings& s, double constant)
        : DamperLaw(elastic_part(s), ConstantDamping{constant}) {
        relaxes = s.stiffness.has_value();
        if (relaxes) relaxation_ = {s.exponent, *s.stiffness / constant};
    }
    /// 0 = K x^n + c x'
    [[nodiscard]] Relaxation relaxation(double compression, double time, const ContactMemory&) const noexcept override {
        return relaxation_.at(compression, time);
    }

  private:
    PowerRelaxation relaxation_;
};

std::shared_ptr<Law> of_constant(const DubowskyFreudensteinDashpotSettings& s, double constant) {
    auto law = std::make_shared<Dashpot>(s, constant);
    law->kind = "dubowsky_freudenstein_dashpot";
    if (s.elastic) law->kinks = s.elastic->kinks;
    set_transition(*law, s);
    return law;
}
}  // namespace

extern const LawKind dubowsky_freudenstein_dashpot = law_kind<DubowskyFreudensteinDashpotSettings>(
    {
        .name = "dubowsky_freudenstein_dashpot",
        .summary = "F = F_e(δ) + c δ̇, F_e = K δ^n or the elastic law of the impact pair: the restitution depends on c/(m^(3/5) "
                   "K^(2/5) v0^(1/5)) when n = 3/2.",
        .sources = {{"S. Dubowsky, F. Freudenstein", 1971, "", "J. Eng. Ind. 93, 305-309: the impact pair"},
                    {"M. Autiero et al.", 2022, "10.3390/machines10110966", "has its compliance without the damper"}},
        .fields =
            Fields<DubowskyFreudensteinDashpotSettings>()
                .with(elastic_fields<DubowskyFreudensteinDashpotSettings>)
                .with([](Fields<DubowskyFreudensteinDashpotSettings>& fields) { damper_fields(fields, "Damping constant c."); })
                .with(adhesion_field<DubowskyFreudensteinDashpotSettings>),
    },
    [](const DubowskyFreudensteinDashpotSettings& s) { return damper_law(s, [&s](double c) { return of_constant(s, c); }); });

}  // namespace jounce::contact::laws
