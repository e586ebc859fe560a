// Finds numerically the damping with which a law delivers a requested restitution in a free impact, when there is no closed form.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/impacts/calibration.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "base/numbers/roots.hpp"
#include "contact/impacts/free_impact.hpp"

namespace jounce::contact {

double constant_of_restitution(const std::function<LawPointer(double)>& law_of, const CollisionSettings& collision,
                               double guess) {
    const double wanted = *collision.restitution;
    if (wanted == 1) return 0;
    const auto excess = [&](double c) {
        return free_impact(*law_of(c), *collision.reduced_mass, *collision.speed).restitution - wanted;
    };
    double low = 0;
    double high = guess;
    while (excess(high) > 0) {
        low = high;
        high *= 2;
        if (high > 1e6 * guess) {
            const LawPointer law = law_of(high);
            throw bad_case(fmt::format(
                "law.{}: 'restitution' must be reachable by some damping at {} m/s, got {}: even very high damping delivers {}",
                law->kind, shortest(*collision.speed), shortest(wanted), shortest(excess(high) + wanted)));
        }
    }
    // The restitution of an impact has about thirteen correct digits.
    return bracketed_root_of_values(excess, low, high, 1e-14);
}

double guessed_damping(const ElasticPart& elastic, const CollisionSettings& collision) {
    const double duration = free_impact(ElasticLaw(elastic), *collision.reduced_mass, *collision.speed).duration;
    return 2 * *collision.reduced_mass * std::fmax(-std::log(*collision.restitution), 1e-3) / duration;
}

std::shared_ptr<Law> damper_law(const DamperSettings& settings, const std::function<std::shared_ptr<Law>(double)>& law_of) {
    double constant = settings.damping.value_or(0);
    if (settings.restitution)
        constant = constant_of_restitution(law_of, settings, guessed_damping(elastic_part(settings), settings));
    std::shared_ptr<Law> law = law_of(constant);
    law->restitution_asked = settings.restitution;
    law->reduced_mass = settings.reduced_mass;
    return law;
}

}  // namespace jounce::contact
