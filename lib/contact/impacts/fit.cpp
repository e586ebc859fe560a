// Polynomial fits: F = K delta^n instead of an elastic law, over a range of loads.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/impacts/fit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "base/numbers/roots.hpp"

namespace jounce::contact {

namespace {

struct Sample {
    double place;  // ln(delta/delta_highest)
    double load;   // F/F_highest
};

/// The best K for a given n, and half the derivative by n of the remaining sum of squares, which vanishes at the best n;
/// with x = delta/delta_highest, f = F/F_highest.
struct Reduced {
    double stiffness, derivative;
};

Reduced reduced(const std::vector<Sample>& samples, double n) {
    double ff = 0, fx = 0;
    for (const Sample& s : samples) {
        const double power = std::exp(n * s.place);
        fx += s.load * power;
        ff += power * power;
    }
    const double K = fx / ff;
    double derivative = 0;
    for (const Sample& s : samples) {
        const double power = K * std::exp(n * s.place);
        derivative += (power - s.load) * power * s.place;
    }
    return {K, derivative};
}

double best_exponent(const std::vector<Sample>& samples, const std::string& kind) {
    const auto slope = [&](double n) { return reduced(samples, n).derivative; };
    const auto bisect = [&](double n) { return std::pair{slope(n), 0.0}; };
    // For a law that is linear to round-off n = 1.
    double high = 1 + 1e-9;
    if (slope(high) >= 0) {
        if (slope(1 - 1e-9) <= 0) return 1;
        throw bad_case(fmt::format(
            "fit: the force of law.{} increases more slowly than the indentation, so no exponent of at least 1 fits", kind));
    }
    while (slope(high) < 0 && high < 1e3) high *= 2;
    return bracketed_root(bisect, 1, high);
}

}  // namespace

double PowerFit::force(double indentation) const { return stiffness * std::pow(indentation, exponent); }

std::optional<double> indentation_at(const Elastic& elastic, double force, double limit) {
    constexpr double deepest = 1e9;
    double high = std::min(1e-12, limit);
    while (elastic.at(high).force < force) {
        if (high >= limit || high > deepest) return {};
        high = std::min(2 * high, limit);
    }
    const auto missing = [&](double delta) {
        const auto at = elastic.at(delta);
        return std::pair{at.force - force, at.stiffness};
    };
    return bracketed_root(missing, std::numeric_limits<double>::min(), high);
}

PowerFit fit_power_law(const Law& law, double low, double high, int samples) {
    const auto elastic = law.elastic();
    if (elastic == nullptr) throw bad_case("fit: 'law' must be a law without dissipation, got law." + law.kind);
    const double limit = law.end.indentation;
    const std::optional<double> highest = indentation_at(*elastic, high, limit);
    if (!highest) {
        const std::string why =
            std::isfinite(limit) ? "go beyond the end of the law, " + law.end.reason : "exceed the forces of law." + law.kind;
        throw bad_case("fit: 'load' must not " + why + ", got " + shortest(high));
    }
    PowerFit fit;
    fit.highest = *highest;
    fit.lowest = *indentation_at(*elastic, low, limit);
    std::vector<Sample> taken(static_cast<std::size_t>(samples));
    for (int i = 0; i < samples; ++i) {
        const double load = i + 1 < samples ? low + (high - low) * i / (samples - 1) : high;
        taken[static_cast<std::size_t>(i)] = {std::log(*indentation_at(*elastic, load, limit) / fit.highest), load / high};
    }
    fit.exponent = best_exponent(taken, law.kind);
    const double K = reduced(taken, fit.exponent).stiffness;
    fit.stiffness = K * high / std::pow(fit.highest, fit.exponent);
    double squares = 0;
    for (const Sample& s : taken) {
        const double error = K * std::exp(fit.exponent * s.place) - s.load;
        squares += error * error;
        fit.max_error = std::max(fit.max_error, std::abs(error) / s.load);
    }
    fit.rms_error = std::sqrt(squares / samples);
    return fit;
}

}  // namespace jounce::contact
