// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/family.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/messages/error.hpp"

namespace jounce::nonlinear {

Vector ScaledFamily::scaled(const Vector& y, double lambda) const {
    Vector U(y.size() + 1);
    U << y.cwiseQuotient(map->scales()), (lambda - from) / range();
    return U;
}

double ScaledFamily::parameter(const Vector& U) const {
    constexpr double rounding = 1e-12;  // of the range
    const double value = from + range() * U(U.size() - 1), inside = std::clamp(value, lowest, highest);
    return std::abs(value - inside) <= rounding * range() ? inside : value;
}

Vector ScaledFamily::state(const Vector& U) const { return U.head(U.size() - 1).cwiseProduct(map->scales()); }

namespace {

/// The map over all periods, one after the other; nothing if it fails.
std::optional<std::vector<MapPoint>> points_of(const ScaledFamily& family, Vector y, double lambda, Derivatives derivatives,
                                               std::vector<Vector>& nodes) {
    std::vector<MapPoint> out;
    try {
        for (int k = 0; k < family.periods; ++k) {
            nodes.push_back(y.cwiseQuotient(family.map->scales()));
            out.push_back(family.map->at(y, lambda, derivatives));
            const MapPoint& point = out.back();
            if (!point.refused.empty() || !point.end.allFinite() || !point.derivative.allFinite()) return {};
            y = point.end;
        }
    } catch (const Error& error) {
        if (error.failure() != Failure::computation) throw;
        return {};
    }
    return out;
}

Derivatives derivatives_of(Wanted wanted) {
    if (wanted == Wanted::all) return Derivatives::state_and_parameter;
    if (wanted == Wanted::one_sided) return Derivatives::one_sided;
    return wanted == Wanted::states ? Derivatives::state : Derivatives::none;
}

double margin(const std::vector<MapPoint>& points, double period) {
    double out = 0.5;
    for (const MapPoint& point : points)
        for (const MapEvent& event : point.events) {
            const double share = event.time / period;
            out = std::min({out, share, 1 - share});
        }
    return std::max(out, 0.0);
}

}  // namespace

Equations orbit_equations(const ScaledFamily& family) {
    return [&family](const Vector& U, Wanted wanted) -> std::optional<Evaluation> {
        const Vector y = family.state(U);
        const double lambda = family.parameter(U);
        if (lambda < family.lowest || lambda > family.highest) return {};
        Evaluation out;
        std::optional<std::vector<MapPoint>> points = points_of(family, y, lambda, derivatives_of(wanted), out.nodes);
        if (!points) return {};
        const Vector& D = family.map->scales();
        const Vector inverse = D.cwiseInverse();
        const int n = static_cast<int>(y.size()), states = family.map->states();
        out.residual = (points->back().end - y).cwiseQuotient(D);
        // psi <- Phi_k psi + psi_k, Phi <- Phi_k Phi
        const bool own_period = states < n;
        const double T = own_period ? y[n - 1] : family.period ? family.period(lambda) : 0;
        if (own_period && wanted != Wanted::motion) out.flow = T * points->front().flow.cwiseQuotient(D.head(states));
        Matrix Phi = Matrix::Identity(n, n);
        Vector psi = Vector::Zero(n);
        for (const MapPoint& point : *points) {
            out.smallest_opening = std::min(out.smallest_opening, point.smallest_opening / family.opening_scale);
            out.smallest_impact_speed = std::min(out.smallest_impact_speed, point.smallest_impact_speed / family.speed_scale);
            if (const double indentation = point.smallest_indentation / family.opening_scale;
                indentation < out.smallest_indentation) {
                out.smallest_indentation = indentation;
                out.shallowest = point.shallowest;
            }
            out.corner = out.corner || point.corner;
            if (wanted == Wanted::motion) continue;
            Matrix factor = inverse.asDiagonal() * point.derivative * D.asDiagonal();
            if (own_period) factor.bottomLeftCorner(1, states).setZero();
            Phi = (factor * Phi).eval();
            if (wanted >= Wanted::one_sided) psi = factor * psi + point.parameter_derivative.cwiseQuotient(D) * family.range();
            out.factors.emplace_back(factor.topLeftCorner(states, states));
        }
        if (wanted != Wanted::motion) {
            out.jacobian.resize(n, n + 1);
            out.jacobian << Phi - Matrix::Identity(n, n), psi;
            if (own_period) out.jacobian.bottomLeftCorner(1, states) = out.flow.normalized().transpose();
        }
        out.partial = wanted < Wanted::one_sided;
        out.events = event_counts(*points);
        if (T > 0) out.section_margin = margin(*points, T);
        out.points = std::move(*points);
        return out;
    };
}

}  // namespace jounce::nonlinear
