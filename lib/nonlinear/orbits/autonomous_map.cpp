// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/autonomous_map.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace jounce::nonlinear {

using linalg::Matrix;
using linalg::Vector;

namespace {

/// Of the scale of periods: where it vanishes every state closes.
constexpr double shortest_period = 1e-3;

/// A run begins within the first period and takes up to one and a half.
MapSettings without_loads(MapSettings settings, double T) {
    settings.autonomous_span = std::max(settings.autonomous_span, 3 * T);
    return settings;
}

}  // namespace

AutonomousMap::AutonomousMap(const ModelFamily& family, const MapSettings& settings, double T)
    : map_({family.system, [T](double) { return T; }}, without_loads(settings, T)), scales_(settings.scales.size() + 1) {
    scales_ << settings.scales, T;
}

MapPoint AutonomousMap::at(const Vector& u, double lambda, Derivatives wanted) const {
    const Eigen::Index n = u.size() - 1;
    const double T = u[n];
    MapPoint out;
    if (!(T > shortest_period * scales_[n])) {
        out.refused = "the period shrinks to zero";
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

double AutonomousMap::size(const Vector& y, double lambda, double T) const {
    constexpr double two_pi = 6.283185307179586;
    return map_.rate(y, lambda).cwiseQuotient(map_.scales()).norm() * T / two_pi;
}

Vector AutonomousMap::first_return(const Vector& y, double lambda, double from, double to) const {
    constexpr int parts = 200;           // of the mean of both times
    constexpr double comparable = 2;     // distances
    constexpr double resolution = 1e-3;  // of distances from a chord, of the size of the motion
    const double mean = 0.5 * (from + to), part = mean / parts;
    const Vector rate = map_.rate(y, lambda).cwiseQuotient(map_.scales());
    // Angles count their turns from the state at which a run begins.
    const bool in_pieces = !map_.system(lambda)->mechanism;
    Vector base = y;
    double base_time = 0;
    struct Sample {
        double time, distance, across;  // from y, and of the motion's line there
    };
    std::vector<Sample> samples;
    for (int k = 1; k * part <= to + 0.5 * part; ++k) {
        const double time = k * part;
        const MapPoint point = map_.over(base, lambda, time - base_time, Derivatives::none);
        if (in_pieces && point.refused.empty()) {
            base = point.end;
            base_time = time;
        }
        if (time < from - 1.5 * part) continue;
        const Vector away = (point.end - y).cwiseQuotient(map_.scales());
        const double along = rate.norm() > 0 ? away.dot(rate) / rate.norm() : 0;
        samples.push_back({time, away.norm(), std::sqrt(std::max(0.0, away.squaredNorm() - along * along))});
    }
    const auto nearest = std::ranges::min_element(samples, {}, &Sample::distance);
    const double bound = comparable * nearest->across + resolution * size(y, lambda, mean);
    double found = nearest->time;
    for (std::size_t i = 1; i + 1 < samples.size(); ++i) {
        const Sample& at = samples[i];
        const bool smallest = at.distance <= samples[i - 1].distance && at.distance <= samples[i + 1].distance;
        if (!smallest || at.across > bound || at.distance > nearest->distance + rate.norm() * part) continue;
        found = at.time;
        break;
    }
    Vector out(y.size() + 1);
    out << y, found;
    return out;
}

Vector AutonomousMap::with_smallest_period(Vector u, double lambda) const {
    constexpr double same = 1e-6;  // of the size of the motion
    constexpr int most = 20;
    const Eigen::Index n = u.size() - 1;
    const Vector y = u.head(n);
    for (int parts = most; parts > 1; --parts) {
        if (!(u[n] / parts > shortest_period * scales_[n])) continue;
        const MapPoint point = map_.over(y, lambda, u[n] / parts, Derivatives::none);
        const double distance = (point.end - y).cwiseQuotient(map_.scales()).cwiseAbs().maxCoeff();
        if (!point.refused.empty() || !(distance <= same * std::min(1.0, size(y, lambda, u[n] / parts)))) continue;
        u[n] /= parts;
        parts = most + 1;
    }
    return u;
}

}  // namespace jounce::nonlinear
