// Assigns impacts to stick phases.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/statistics/sticks.hpp"

#include <cstddef>

namespace jounce::nonlinear {

namespace {

bool holds(const Landing& landing) { return landing.rigid && (!landing.end || *landing.end > landing.begin); }

}  // namespace

std::vector<LandingKind> landing_kinds(const std::vector<Landing>& landings) {
    std::vector<LandingKind> out(landings.size(), LandingKind::impact);
    for (std::size_t k = 0; k < landings.size(); ++k) {
        if (!holds(landings[k])) continue;
        out[k] = LandingKind::stick;
        double next_flight = 0;
        for (std::size_t j = k; j-- > 0 && !holds(landings[j]) && landings[j].rigid;) {
            const double flight = landings[j + 1].begin - landings[j].begin;
            const double speed = landings[j].speed, next = landings[j + 1].speed;
            // Under a constant force each impact speed is the restitution times the previous one.
            const bool accumulates = next < speed && next > 0.5 * landings[j].restitution * speed && flight > next_flight;
            if (landings[j].rebounds && !accumulates) break;
            out[j] = LandingKind::chatter;
            next_flight = flight;
        }
    }
    return out;
}

}  // namespace jounce::nonlinear
