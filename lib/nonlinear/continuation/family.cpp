// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/family.hpp"

#include "base/error.hpp"

namespace jounce::nonlinear {

Vector OrbitFamily::scaled(const Vector& y, double lambda) const {
    Vector U(y.size() + 1);
    U << y.cwiseQuotient(map->scales()), (lambda - from) / range();
    return U;
}

Vector OrbitFamily::state(const Vector& U) const { return U.head(U.size() - 1).cwiseProduct(map->scales()); }

Equations orbit_equations(const OrbitFamily& family) {
    return [&family](const Vector& U) -> std::optional<Evaluation> {
        const Vector y = family.state(U);
        MapPoint point;
        try {
            point = across(*family.map, y, family.parameter(U), family.periods, 1, Derivatives::state_and_parameter);
        } catch (const Error& error) {
            if (error.failure() != Failure::computation) throw;
            return {};
        }
        if (!point.refused.empty() || !point.end.allFinite() || !point.derivative.allFinite()) return {};
        const Vector& scales = family.map->scales();
        const int n = static_cast<int>(y.size()), states = family.map->states();
        Evaluation out;
        out.residual = (point.end - y).cwiseQuotient(scales);
        out.jacobian.resize(n, n + 1);
        out.jacobian.leftCols(n) = scales.cwiseInverse().asDiagonal() * point.derivative * scales.asDiagonal();
        out.monodromy = out.jacobian.topLeftCorner(states, states);
        out.jacobian.leftCols(n).diagonal().array() -= 1;
        out.jacobian.col(n) = point.parameter_derivative.cwiseQuotient(scales) * family.range();
        out.events = event_counts(point.events);
        out.smallest_opening = point.smallest_opening / family.opening_scale;
        out.smallest_impact_speed = point.smallest_impact_speed / family.speed_scale;
        out.corner = point.corner;
        return out;
    };
}

}  // namespace jounce::nonlinear
