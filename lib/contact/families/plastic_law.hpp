// The laws with a permanent indentation: they load along F_e(delta) and unload along a steeper curve of the same shape.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/messages/text.hpp"
#include "contact/families/elastic_part.hpp"
#include "contact/families/law_fields.hpp"

namespace jounce::contact {

/// With delta_m the maximum indentation so far and delta_p = (1 - e^2) delta_m the permanent indentation,
///     F = F_e(delta)                        for delta >= delta_m: first loading,
///     F = F_e((delta - delta_p)/e^2)        for delta_p < delta < delta_m: unloading and reloading along the same curve,
///     F = 0                                 below delta_p, where contact now begins and ends.
/// For F_e = K delta^n the middle branch is F_m [(delta - delta_p)/(delta_m - delta_p)]^n, and its stiffness K/e^(2n). The
/// recoverable energy is U = e^2 U_e: the loss (1 - e^2) F_e d(delta) occurs only in first loading. The restitution is exactly e,
/// at any speed and mass. The memory is one number, delta_p: delta_m = delta_p/(1 - e^2).
class PlasticLaw final : public Law {
  public:
    PlasticLaw(ElasticPart elastic, double restitution)
        : elastic_(std::move(elastic)), returned_(restitution * restitution), lost_((1 - restitution) * (1 + restitution)) {
        turning_point = lost_ > 0;
        restitution_asked = restitution;
    }

    [[nodiscard]] Response evaluate(const Motion& motion, const ContactMemory& memory) const override {
        const double left = memory.permanent_indentation;
        const double at_turn = motion.indentation * lost_;
        // At delta_m, within round-off, the branch depends on the history: after the turning point there is no further loss.
        if (at_turn >= left * (memory.unloading ? 1 + slack : 1 - slack)) {
            const auto [force, stiffness, energy] = elastic_.at(motion.indentation);
            return {force, stiffness, 0, returned_ * force, returned_ * energy};
        }
        const double depth = (motion.indentation - left) / returned_;
        if (!(depth > 0)) return {};
        const auto [force, stiffness, energy] = elastic_.at(depth);
        return {force, stiffness / returned_, 0, force, returned_ * energy};
    }
    void check(const Motion& motion, const ContactMemory&) const override { elastic_.check(motion.indentation); }
    [[nodiscard]] double permanent_indentation(double deepest) const noexcept override { return lost_ * deepest; }
    /// For a surface without an earlier impact.
    [[nodiscard]] std::optional<double> closed_restitution(double, double) const override { return restitution_asked; }

  private:
    static constexpr double slack = 1e-9;
    ElasticPart elastic_;
    double returned_;  // e^2
    double lost_;      // 1 - e^2
};

/// The return path e^2 delta_m has the rounding of delta_m: at this restitution it has eight correct digits, and the restitution
/// in a run has five.
inline constexpr double least_restitution = 1e-4;

struct PlasticSettings : ElasticSettings {
    double restitution = 0;
    bool calibrated = true;
};

/// A kind of this family; the fields are added here.
[[nodiscard]] inline LawKind plastic_law_kind(KindDescription description) {
    description.fields =
        Fields<PlasticSettings>()
            .with(elastic_fields<PlasticSettings>)
            .number("restitution", &PlasticSettings::restitution, "", above_zero_to_one,
                    "Restitution e ≥ 1e-4, delivered exactly; (1 - e²) of the maximum indentation remains.")
            .required()
            .boolean("calibrated", &PlasticSettings::calibrated, "Without effect: the requested restitution is always delivered.")
            .check([](const PlasticSettings& s) {
                if (s.restitution >= least_restitution) return std::string();
                return "'restitution' must be at least " + shortest(least_restitution) +
                       ", below which the return path, e² of the maximum indentation, is lost in the rounding of the "
                       "indentation; got " +
                       shortest(s.restitution);
            });
    return law_kind<PlasticSettings>(std::move(description), [](const PlasticSettings& s) {
        return std::make_shared<PlasticLaw>(elastic_part(s), s.restitution);
    });
}

}  // namespace jounce::contact
