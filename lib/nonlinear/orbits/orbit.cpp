// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/orbit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "linalg/dense/general_eigenvalues.hpp"

namespace jounce::nonlinear {

namespace {

/// The smallest divisor of n after which the nodes repeat with equal numbers of events.
std::size_t smallest_shift(const PeriodMap& map, const ClosedOrbit& closed, double same) {
    const std::size_t n = closed.nodes.size();
    for (std::size_t d = 1; d < n; ++d) {
        if (n % d != 0) continue;
        bool repeats = true;
        for (std::size_t k = 0; k < n && repeats; ++k) {
            const std::size_t other = (k + d) % n;
            repeats = (closed.nodes[k] - closed.nodes[other]).cwiseQuotient(map.scales()).cwiseAbs().maxCoeff() <= same &&
                      closed.points[k].events.size() == closed.points[other].events.size();
        }
        if (repeats) return d;
    }
    return n;
}

}  // namespace

std::string orbit_label(int impacts, int sticks, int periods) {
    return "(" + std::to_string(impacts) + (sticks > 0 ? " + " + std::to_string(sticks) : "") + ", " + std::to_string(periods) +
           ")";
}

std::optional<bool> stability(const std::vector<std::complex<double>>& multipliers, double resolution) {
    if (multipliers.empty()) return {};
    const double largest = std::abs(multipliers.front());
    if (std::abs(largest - 1) <= resolution) return {};
    return largest < 1;
}

double multiplier_resolution(const std::vector<linalg::Matrix>& derivatives) {
    // The error of the derivative is about 1e-9 of its largest entry.
    double largest = 1;
    for (const linalg::Matrix& derivative : derivatives) largest = std::max(largest, derivative.cwiseAbs().maxCoeff());
    return 1e-9 * largest;
}

std::optional<double> take_unit_multiplier(std::vector<std::complex<double>>& multipliers) {
    const auto along =
        std::ranges::min_element(multipliers, {}, [](const std::complex<double>& mu) { return std::abs(mu - 1.0); });
    if (along == multipliers.end()) return {};
    const double out = std::abs(*along - 1.0);
    multipliers.erase(along);
    return out;
}

std::optional<bool> Orbit::stable() const {
    if (corner || unit_multiplier_error > most_unit_multiplier_error) return {};
    if (multipliers.empty() && unit_multiplier_error) return true;
    return stability(multipliers, resolution);
}

Orbit orbit_of(const PeriodMap& map, const ClosedOrbit& closed, double period, double phase, double same) {
    Orbit out;
    out.parameter = closed.lambda;
    out.period = period;
    out.phase = phase;
    out.residual = closed.residual;
    out.steps = closed.steps;
    out.smallest_opening = out.smallest_impact_speed = std::numeric_limits<double>::infinity();
    const std::size_t n = smallest_shift(map, closed, same);
    out.periods = static_cast<int>(n);
    std::optional<double> expected = 0, found = 0;
    const std::vector<MapPoint> points(closed.points.begin(), closed.points.begin() + static_cast<std::ptrdiff_t>(n));
    for (std::size_t k = 0; k < n; ++k) {
        const MapPoint& point = points[k];
        out.nodes.push_back(closed.nodes[k]);
        for (MapEvent event : point.events) {
            event.time += static_cast<double>(k) * period;
            out.events.push_back(event);
            out.impacts += event.kind == MapEvent::Kind::impact || event.kind == MapEvent::Kind::onset ? 1 : 0;
            out.sticks += event.kind == MapEvent::Kind::stick && event.contact >= 0 ? 1 : 0;
        }
        out.smallest_opening = std::min(out.smallest_opening, point.smallest_opening);
        out.smallest_impact_speed = std::min(out.smallest_impact_speed, point.smallest_impact_speed);
        out.corner = out.corner || point.corner;
        if (!point.log_determinant) expected.reset();
        if (expected) *expected += *point.log_determinant;
        if (expected) *found += linalg::log_determinant(point.derivative.topLeftCorner(map.states(), map.states()));
    }
    // A smaller determinant is round-off of the derivative's entries.
    constexpr double resolved = -23;  // ln 1e-10
    if (expected && *expected > resolved && std::isfinite(*found)) out.liouville = std::abs(*found - *expected);
    out.multipliers = multipliers(map, points);
    std::vector<linalg::Matrix> derivatives;
    for (const MapPoint& point : points)
        derivatives.emplace_back(map.scales().cwiseInverse().asDiagonal() * point.derivative * map.scales().asDiagonal());
    out.resolution = multiplier_resolution(derivatives);
    return out;
}

Orbit autonomous_orbit_of(const PeriodMap& map, const ClosedOrbit& closed, double phase) {
    Orbit out = orbit_of(map, closed, closed.nodes.front()[map.states()], phase);
    for (linalg::Vector& node : out.nodes) node = node.head(map.states()).eval();
    out.unit_multiplier_error = take_unit_multiplier(out.multipliers);
    return out;
}

}  // namespace jounce::nonlinear
