// Moments of a mode's impulse response about the middle of a step of any number of radians.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/node_moments.hpp"

#include <algorithm>
#include <cmath>

#include "time/exact/complex_exponential.hpp"

namespace jounce::time {

namespace {

constexpr std::size_t powers = NodeMoments::powers;
using Number = std::complex<double>;
constexpr double moment_radius = 6;   // bound of max(d, sqrt kappa): above it, the terms of the series cancel
constexpr std::size_t terms = 48;     // 6^48/48! is below 1e-23
constexpr double close_roots = 6e-6;  // relative distance of roots

/// table()[k][p] = int_0^1 (1 - t)^k/k! u^p dt, by parts:
///     table[k][p] = (-1)^p/(k + 1)! + 2 p table[k + 1][p - 1].
using Table = std::array<std::array<double, powers>, terms + 1>;
const Table& table() {
    static const Table out = [] {
        std::array<long double, terms + powers + 2> inverse_factorial{};
        inverse_factorial[0] = 1;
        for (std::size_t k = 1; k < inverse_factorial.size(); ++k)
            inverse_factorial[k] = inverse_factorial[k - 1] / static_cast<long double>(k);
        std::array<std::array<long double, powers>, terms + powers + 1> wide{};
        for (std::size_t p = 0; p < powers; ++p) {
            for (std::size_t k = 0; k + p < terms + powers; ++k) {
                wide[k][p] = (p % 2 == 0 ? 1 : -1) * inverse_factorial[k + 1];
                if (p > 0) wide[k][p] += 2 * static_cast<long double>(p) * wide[k + 1][p - 1];
            }
        }
        Table to{};
        for (std::size_t k = 0; k <= terms; ++k) {
            for (std::size_t p = 0; p < powers; ++p) to[k][p] = static_cast<double>(wide[k][p]);
        }
        return to;
    }();
    return out;
}

// g = sum a_k x^(k + 1)/(k + 1)!, a_k = -d a_(k-1) - kappa a_(k-2).
NodeMoments moments_by_series(double d, double kappa) {
    NodeMoments out;
    double before = 0, a = 1;
    for (std::size_t k = 0; k < terms; ++k) {
        for (std::size_t p = 0; p < powers; ++p) {
            out.place[p] += a * table()[k + 1][p];
            out.rate[p] += a * table()[k][p];
        }
        const double next = -d * a - kappa * before;
        before = a;
        a = next;
        if (std::abs(a) + std::abs(before) < 1e-22) break;
    }
    return out;
}

/// E_p(z) = int_0^1 e^(z (1 - t)) u^p dt: z E_p = (-1)^p e^z - 1 + 2 p E_(p-1).
struct Moments {
    std::array<Number, powers> value{};
    std::array<Number, powers> slope{};  // dE_p/dz
};
Moments exponential_moments(Number z) {
    Moments out;
    if (std::norm(z) < moment_radius * moment_radius) {
        // Division by z would make the earlier terms cancel, for example for a slow decay and a fast one.
        Number power = 1;
        for (std::size_t k = 0; k < terms; ++k) {
            for (std::size_t p = 0; p < powers; ++p) {
                out.value[p] += power * table()[k][p];
                out.slope[p] += k > 0 ? static_cast<double>(k) * quotient(power, z == Number{} ? 1 : z) * table()[k][p] : 0;
            }
            power = product(power, z);
        }
        return out;
    }
    const Number e = exponential(z, 1);
    for (std::size_t p = 0; p < powers; ++p) {
        const double sign = p % 2 == 0 ? 1 : -1, twice = 2 * static_cast<double>(p);
        const Number before = p > 0 ? out.value[p - 1] : 0, before_slope = p > 0 ? out.slope[p - 1] : 0;
        out.value[p] = quotient(sign * e - 1.0 + twice * before, z);
        out.slope[p] = quotient(sign * e - out.value[p] + twice * before_slope, z);
    }
    return out;
}

}  // namespace

NodeMoments node_moments(double c, double k, double h) {
    const double d = c * h, kappa = k * h * h;
    if (std::max(d, std::sqrt(kappa)) <= moment_radius) return moments_by_series(d, kappa);
    NodeMoments out;
    const double half = 0.5 * d, discriminant = kappa - half * half;
    const double distance = std::sqrt(std::abs(discriminant));
    if (distance <= close_roots * half) {
        const Moments at = exponential_moments(-half);
        for (std::size_t p = 0; p < powers; ++p) {
            out.place[p] = at.slope[p].real();
            out.rate[p] = at.value[p].real() - half * at.slope[p].real();
        }
        return out;
    }
    if (discriminant > 0) {
        const Number z{-half, distance};
        const Moments at = exponential_moments(z);
        for (std::size_t p = 0; p < powers; ++p) {
            out.place[p] = at.value[p].imag() / distance;
            out.rate[p] = product(z, at.value[p]).imag() / distance;
        }
        return out;
    }
    // For close roots, the distance must be consistent with the two rounded values.
    const double fast = -(half + distance), slow = distance < 0.5 * half ? distance - half : kappa / fast;
    const Moments one = exponential_moments(slow), two = exponential_moments(fast);
    for (std::size_t p = 0; p < powers; ++p) {
        out.place[p] = (one.value[p].real() - two.value[p].real()) / (slow - fast);
        out.rate[p] = (slow * one.value[p].real() - fast * two.value[p].real()) / (slow - fast);
    }
    return out;
}

}  // namespace jounce::time
