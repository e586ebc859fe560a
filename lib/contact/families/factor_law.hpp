// The laws F = F_e(delta) (1 + a rate/v0): they differ only in the factor a, a function of the requested restitution.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "contact/families/elastic_part.hpp"
#include "contact/families/law_fields.hpp"

namespace jounce::contact {

/// F = F_e(delta) (1 + a rate/v0), v0 the rate at the onset of contact. The stored energy is that of F_e; the loss is
/// a F_e rate^2/v0. Without external forces F remains positive and the restitution depends only on a.
class FactorLaw final : public Law {
  public:
    FactorLaw(ElasticPart elastic, double factor) : elastic_(std::move(elastic)), factor_(factor) { relaxes = true; }

    [[nodiscard]] Response evaluate(const Motion& motion, const ContactMemory& memory) const override {
        const auto [force, stiffness, energy] = elastic_.at(motion.indentation);
        const double per_speed = factor_ / memory.impact_speed;
        const double loss = 1 + per_speed * motion.rate;
        return {force * loss, stiffness * loss, force * per_speed, force, energy};
    }
    void check(const Motion& motion, const ContactMemory&) const override { elastic_.check(motion.indentation); }
    /// From the factor only; an onset below the floor of the impact speed has a smaller factor.
    [[nodiscard]] std::optional<double> closed_restitution(double mass, double speed) const override;
    /// 1 + a rate/v0 = 0: return at the constant speed v0/a.
    [[nodiscard]] Relaxation relaxation(double compression, double time, const ContactMemory& memory) const noexcept override {
        if (!(factor_ > 0)) return {0, 0, 0, 0, 0};
        const double speed = memory.impact_speed / factor_;
        const double left = compression - speed * time;
        if (!(left > 0)) return {0, 0, 0, 0, 0};
        return {left, -speed, 0, 0, left / speed};
    }
    [[nodiscard]] double factor() const { return factor_; }

  private:
    ElasticPart elastic_;
    double factor_;
};

struct FactorSettings : ElasticSettings, ImpactSettings, AdhesionSettings {
    double restitution = 0;
    bool calibrated = false;
};

/// For laws with a linear spring in the source.
struct LinearFactorSettings : FactorSettings {
    LinearFactorSettings() { exponent = 1; }
};

/// A factor a as a function of the restitution e in (0, 1].
using Factor = double (*)(double restitution);
/// Additional check of the settings for the law's own factor: "" or the message without its subject.
using FactorCheck = std::string (*)(const FactorSettings& settings);

/// A kind of this family.
/// \param description name, summary and sources; the fields are added here
/// \param factor the law's own a(e); `calibrated = true` uses the exact factor instead (restitution.hpp)
/// \throws Error when the kind is built with such a small restitution that its factor overflows
[[nodiscard]] LawKind factor_law_kind(KindDescription description, Factor factor, FactorCheck check = nullptr);
/// The same with the default exponent 1.
[[nodiscard]] LawKind linear_factor_law_kind(KindDescription description, Factor factor);

}  // namespace jounce::contact
