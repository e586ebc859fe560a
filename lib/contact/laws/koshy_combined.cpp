// Law kind "koshy_combined": the loss of Lankarani and Nikravesh scaled by the slope of another elastic law.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "contact/families/cylinder_law.hpp"
#include "contact/formulas/restitution.hpp"
#include "contact/impacts/calibration.hpp"

namespace jounce::contact::laws {

namespace {
struct KoshyCombinedSettings : CollisionSettings, ImpactSettings, AdhesionSettings, VariantSettings {
    LawPointer elastic;
    Cylinders geometry;
    std::string beyond = "error";
    std::string reading = "force";
    bool calibrated = false;
};

/// F = F_e + (a/v0) g rate, where g is F_e itself, or factor delta^power dF_e/d(delta).
class Koshy final : public Law {
  public:
    Koshy(ElasticPart elastic, const std::string& reading, double a) : elastic_(std::move(elastic)), a_(a) {
        if (reading == "force") form_ = Form::force;
        if (reading == "slope") a_ /= 1.5;
        if (reading == "literal") form_ = Form::literal;
    }
    [[nodiscard]] Response evaluate(const Motion& motion, const ContactMemory& memory) const override {
        const double delta = motion.indentation;
        const Elastic::Answer at = elastic_.at(delta);
        double weight = at.force;     // g
        double slope = at.stiffness;  // dg/d(delta)
        if (form_ != Form::force) {
            weight = delta * at.stiffness;
            slope = at.stiffness + elastic_.growth(delta, at);
            if (form_ == Form::literal) {
                const double root = std::sqrt(delta);
                slope = root * (slope + 0.5 * at.stiffness);
                weight *= root;
            }
        }
        const double per_speed = a_ / memory.impact_speed;
        return {at.force + per_speed * weight * motion.rate, at.stiffness + per_speed * slope * motion.rate, per_speed * weight,
                at.force, at.energy};
    }
    /// Available only for the reading "force", which is a factor law.
    [[nodiscard]] std::optional<double> closed_restitution(double /*mass*/, double speed) const override {
        if (form_ != Form::force) return {};
        return restitution_of_factor(speed < minimum_speed ? a_ * (speed / minimum_speed) : a_);
    }

    void check(const Motion& motion, const ContactMemory&) const override { elastic_.check(motion.indentation); }

  private:
    enum class Form { force, product, literal };
    ElasticPart elastic_;
    double a_;
    Form form_ = Form::product;
};

/// The elastic law in Koshy's paper is ESDU 78035.
LawPointer elastic_of(const KoshyCombinedSettings& s) {
    if (s.elastic) return s.elastic;
    const double C = cylinder_compliance(s.geometry, s.variant);
    return cylinder_law("esdu_78035", {s.geometry, s.beyond}, C, 4 * s.geometry.difference() / C, 1);
}

double own_factor(double e) { return 0.75 * (1 - e) * (1 + e); }

std::shared_ptr<Law> of_factor(const KoshyCombinedSettings& s, double a) {
    auto law = std::make_shared<Koshy>(ElasticPart(elastic_of(s)->elastic()), s.reading, a);
    law->kind = "koshy_combined";
    law->kinks = elastic_of(s)->kinks;
    set_transition(*law, s);
    law->minimum_speed = s.minimum_speed;
    return law;
}

double factor(const KoshyCombinedSettings& s) {
    if (!s.calibrated) return own_factor(*s.restitution);
    if (s.reading == "force") return factor_of_restitution(*s.restitution);
    return constant_of_restitution([&s](double a) { return of_factor(s, a); }, s, own_factor(*s.restitution));
}

std::string check_koshy_combined(const KoshyCombinedSettings& s) {
    if (s.elastic && s.elastic->elastic() == nullptr)
        return "'elastic' must be a law without dissipation, got law." + s.elastic->kind;
    if (s.elastic && s.variant != VariantSettings().variant) return "'variant' requires 'geometry', got '" + s.variant + "'";
    if (s.elastic && s.beyond != KoshyCombinedSettings().beyond) return "'beyond' requires 'geometry', got '" + s.beyond + "'";
    const bool collision = s.calibrated && s.reading != "force";
    for (const auto& [name, given] : {std::pair{"'reduced_mass'", s.reduced_mass}, std::pair{"'speed'", s.speed}}) {
        if (collision && !given) {
            return std::string(name) + " is required with 'calibrated' and reading = '" + s.reading +
                   "': no factor delivers the same restitution at every speed";
        }
        if (!collision && given) return std::string(name) + " requires 'calibrated' = true and a reading other than 'force'";
    }
    if (s.calibrated && !collision && !std::isfinite(factor(s))) return "'restitution' must be large enough for a finite factor";
    return "";
}
}  // namespace

extern const LawKind koshy_combined = law_kind<KoshyCombinedSettings>(
    {
        .name = "koshy_combined",
        .summary = "F = F_e + a g(δ) δ̇/v0, a = 3(1 - e²)/4: D = D_LN K_e/K_LN with F_e the elastic law and K_e its slope, in "
                   "four readings of g.",
        .sources = {{"C. S. Koshy, P. Flores, H. M. Lankarani", 2013, "", "Eq. 7; its Eq. 5 has 3(1 - e²)/2"},
                    {"H. M. Lankarani, P. E. Nikravesh", 1990, "10.1115/1.2912617", "μ = 3K(1 - e²)/(4 v0)"}},
        .fields =
            Fields<KoshyCombinedSettings>()
                .kind("elastic", &KoshyCombinedSettings::elastic, law_family,
                      "The law without dissipation that gives F_e and K_e = dF_e/dδ; or `geometry`.")
                .kind<Cylinders>("geometry", &KoshyCombinedSettings::geometry, geometry_family,
                                 "Two cylinders; the elastic law is then their `esdu_78035`, as in the paper.")
                .exactly_one({"elastic", "geometry"})
                .with(variant_field<KoshyCombinedSettings>)
                .with(beyond_field<KoshyCombinedSettings>)
                .number("restitution", &KoshyCombinedSettings::restitution, "", above_zero_to_one,
                        "Requested restitution e; the one delivered in a free impact depends on the reading.")
                .required()
                .choice("reading", &KoshyCombinedSettings::reading, {"force", "linear", "slope", "literal"},
                        "\"force\": g = F_e; \"linear\": g = δ K_e; \"slope\": g = δ K_e/1.5, a ratio of slopes; \"literal\": g "
                        "= δ^1.5 K_e as printed, with a unit wrong by √m: evaluated in SI units, with almost no damping.")
                .boolean("calibrated", &KoshyCombinedSettings::calibrated,
                         "Use the factor that delivers the requested restitution in a free impact; readings other than \"force\" "
                         "need its `reduced_mass` and `speed`.")
                .with(collision_mass_field<KoshyCombinedSettings>)
                .with([](Fields<KoshyCombinedSettings>& fields) {
                    collision_speed_field(fields, "Impact speed for `calibrated`.");
                })
                .with(minimum_speed_field<KoshyCombinedSettings>)
                .with(adhesion_field<KoshyCombinedSettings>)
                .check(check_koshy_combined),
    },
    [](const KoshyCombinedSettings& s) {
        std::shared_ptr<Law> law = of_factor(s, factor(s));
        const LawPointer elastic = elastic_of(s);
        law->end = elastic->end;
        law->trusted = elastic->trusted;
        law->restitution_asked = s.restitution;
        law->reduced_mass = s.reduced_mass;
        return law;
    });

}  // namespace jounce::contact::laws
