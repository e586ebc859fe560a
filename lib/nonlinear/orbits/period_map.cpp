// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/period_map.hpp"

#include <algorithm>
#include <utility>

namespace jounce::nonlinear {

MapPoint across(const PeriodMap& map, const linalg::Vector& y, double lambda, int periods, double period, Derivatives wanted) {
    MapPoint all = map.at(y, lambda, wanted);
    for (int k = 1; k < periods; ++k) {
        MapPoint next = map.at(all.end, lambda, wanted);
        for (MapEvent& event : next.events) event.time += k * period;
        next.events.insert(next.events.begin(), all.events.begin(), all.events.end());
        if (wanted != Derivatives::none) {
            // psi <- Phi psi + psi_k, Phi <- Phi_k Phi
            if (wanted >= Derivatives::one_sided) next.parameter_derivative += next.derivative * all.parameter_derivative;
            next.derivative = (next.derivative * all.derivative).eval();
        }
        next.smallest_opening = std::min(next.smallest_opening, all.smallest_opening);
        next.smallest_impact_speed = std::min(next.smallest_impact_speed, all.smallest_impact_speed);
        if (all.smallest_indentation < next.smallest_indentation) {
            next.smallest_indentation = all.smallest_indentation;
            next.shallowest = all.shallowest;
        }
        if (next.log_determinant && all.log_determinant) {
            *next.log_determinant += *all.log_determinant;
        } else {
            next.log_determinant.reset();
        }
        next.corner = next.corner || all.corner;
        if (next.refused.empty()) next.refused = all.refused;
        all = std::move(next);
    }
    return all;
}

}  // namespace jounce::nonlinear
