// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/autonomous_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::nonlinear {

using linalg::Matrix;
using linalg::Vector;

AutonomousMap::AutonomousMap(const ModelFamily& family, const MapSettings& settings, double T)
    : map_({family.system, [T](double) { return T; }}, settings), scales_(settings.scales.size() + 1) {
    scales_ << settings.scales, T;
}

MapPoint AutonomousMap::at(const Vector& u, double lambda, Derivatives wanted) const {
    const Eigen::Index n = u.size() - 1;
    const double T = u[n];
    MapPoint out;
    if (!(T > 0)) {
        out.refused = "the period is no longer positive";
        return out;
    }
    const Vector y = u.head(n);
    out = map_.over(y, lambda, T, wanted);
    if (!out.refused.empty()) return out;
    const Vector end = out.end;
    out.end.resize(n + 1);
    out.end << end, T;
    if (wanted == Derivatives::none) return out;
    const Vector D = map_.scales();
    out.flow = map_.rate(y, lambda);
    const Vector across = out.flow.cwiseQuotient(D).normalized();
    if (!(across.norm() > 0)) {
        out.refused = "the motion is at rest";
        return out;
    }
    const Matrix phi = out.derivative;
    out.derivative = Matrix::Zero(n + 1, n + 1);
    out.derivative.topLeftCorner(n, n) = phi;
    out.derivative.topRightCorner(n, 1) = map_.rate(end, lambda);
    out.derivative.bottomLeftCorner(1, n) = scales_[n] * across.cwiseQuotient(D).transpose();
    out.derivative(n, n) = 1;
    if (wanted >= Derivatives::one_sided) {
        const Vector by_parameter = out.parameter_derivative;
        out.parameter_derivative = Vector::Zero(n + 1);
        out.parameter_derivative.head(n) = by_parameter;
    }
    return out;
}

Vector AutonomousMap::first_return(const Vector& y, double lambda, double T) const {
    constexpr int parts = 200;  // of T
    double nearest = std::numeric_limits<double>::infinity(), found = T;
    for (int k = parts / 2; k <= parts + parts / 2; ++k) {
        const double time = k * T / parts;
        const MapPoint point = map_.over(y, lambda, time, Derivatives::none);
        const double distance = (point.end - y).cwiseQuotient(map_.scales()).norm();
        if (distance >= nearest) continue;
        nearest = distance;
        found = time;
    }
    Vector out(y.size() + 1);
    out << y, found;
    return out;
}

void require_autonomous(const System& system, double period, const std::string& subject) {
    const time::MethodPointer method = time::event_driven({});
    const auto shared = std::make_shared<const System>(system);
    const std::shared_ptr<const System> prepared = method->prepare(shared);
    const auto stepper = method->bind(*prepared, time::Events::locate);
    const auto acceleration = [&](double time) {
        State state = time::initial_state(*prepared);
        state.time = time;
        stepper->start(state);
        return state.a;
    };
    const Vector first = acceleration(0);
    double change = 0;
    for (const double share : {0.137, 0.361, 0.618, 0.893})
        change = std::max(change, (acceleration(share * period) - first).norm());
    if (change > 1e-9 * (first.norm() + change) && change > 0) {
        throw bad_case(
            subject +
            ": 'autonomous' needs a model without time-dependent loads, got accelerations at the start that change by " +
            shortest(change) + " within 'period'");
    }
}

}  // namespace jounce::nonlinear
