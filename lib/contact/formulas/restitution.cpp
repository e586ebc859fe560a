// Closed forms of one free impact, without cancellation for small losses.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/formulas/restitution.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/numbers/roots.hpp"

namespace jounce::contact {

namespace {
constexpr double series_below = 0.25;

/// Sum over k >= 0 of (-x)^k/(first + k), for |x| <= series_below.
double alternating_series(double x, int first) {
    double sum = 0;
    double power = 1;
    for (int k = 0; k < 40 && std::abs(power) > 1e-18; ++k, power *= -x) sum += power / (first + k);
    return sum;
}

/// phi(x) = (x - ln(1 + x))/x^2 = 1/2 - x/3 + x^2/4 - ...
double phi(double x) { return std::abs(x) <= series_below ? alternating_series(x, 2) : (x - std::log1p(x)) / (x * x); }

/// psi(x) = (1/2 - phi(x))/x = 1/3 - x/4 + x^2/5 - ...
double psi(double x) { return std::abs(x) <= series_below ? alternating_series(x, 3) : (0.5 - phi(x)) / x; }

/// d(x psi)/dx = -phi'(x) = (2 phi - 1/(1 + x))/x, accurate enough for a slope at small x.
double psi_slope(double x) { return std::abs(x) < 1e-3 ? 1.0 / 3 - x / 2 : (2 * phi(x) - 1 / (1 + x)) / x; }

/// y - 1 + exp(-y) without cancellation, y >= 0.
double exponential_remainder(double y) {
    if (y > series_below) return y + std::expm1(-y);
    double term = y * y / 2;
    double sum = 0;
    for (int k = 3; k < 30 && std::abs(term) > 1e-18 * sum; ++k, term *= -y / (k - 1)) sum += term;
    return sum;
}
}  // namespace

// Separating the variables of m rate d(rate)/d(delta) = -F_e (1 + a rate/v0) gives, over the whole impact,
// a - ln(1 + a) = -a e - ln(1 - a e). With y = -ln(1 - a e) the right-hand side is y - 1 + exp(-y).
double restitution_of_factor(double factor) {
    const double a = factor;
    if (a < 1e-17) return 1;  // e = 1 - 2a/3 + ...
    const double loss = a <= series_below ? a * a * phi(a) : a - std::log1p(a);
    const double y = bracketed_root(
        [&](double x) {
            return std::pair{exponential_remainder(x) - loss, -std::expm1(-x)};
        },
        0.5 * loss, loss + 1);
    return std::min(1.0, -std::expm1(-y) / a);
}

// The same relation with a = d/e, d = 1 - exp(-y), divided by a^2: a psi(a) + a e^3 psi(-d) = (1 - e^2)/2. This form has no
// trivial root a = 0, and both sides are small when e is close to 1.
double factor_of_restitution(double restitution) {
    const double e = restitution;
    if (e == 1) return 0;
    if (e < 0.02) return 1 / e;  // 1 - a e = (1 + a) exp(-a(1 + e)) is below 1e-20
    const double half_loss = 0.5 * (1 - e) * (1 + e);
    const auto equation = [&](double y) {
        const double d = -std::expm1(-y);
        const double a = d / e;
        const double rest = std::exp(-y);
        // -d psi(-d) = 1/2 - phi(-d), phi(-d) = (y - d)/d^2 where ln(1 - d) = -y is more accurate than from d.
        const double returning = d <= series_below ? d * psi(-d) : (y - d) / (d * d) - 0.5;
        const double value = a * psi(a) + e * e * returning - half_loss;
        const double slope_d = d <= series_below ? psi_slope(-d) : (1 / rest - 2 * (y - d) / (d * d)) / d;
        return std::pair{value, (psi_slope(a) / e + e * e * slope_d) * rest};
    };
    return -std::expm1(-bracketed_root(equation, 0.5 * (1 - e), 1 + 1 / e)) / e;
}

namespace {
/// arccos(z)/sqrt(1 - z^2), continued beyond 1 by arcosh(z)/sqrt(z^2 - 1).
double arc_ratio(double z) {
    if (z == 1) return 1;
    const double root = std::sqrt(std::abs(1 - z)) * std::sqrt(1 + z);
    return (z < 1 ? std::acos(z) : std::acosh(z)) / root;
}
}  // namespace

double kelvin_voigt_restitution(double damping_ratio, Release release) {
    const double zeta = damping_ratio;
    if (release == Release::zero_force) return std::exp(-2 * zeta * arc_ratio(zeta));
    return zeta < 1 ? std::exp(-std::numbers::pi * zeta / std::sqrt((1 - zeta) * (1 + zeta))) : 0;
}

double kelvin_voigt_damping_ratio(double restitution, Release release) {
    if (restitution == 1) return 0;
    const double loss = -std::log(restitution);
    if (release == Release::zero_indentation) return loss / std::hypot(std::numbers::pi, loss);
    const auto equation = [&](double zeta) {
        const double q = arc_ratio(zeta);
        const double square = (1 - zeta) * (1 + zeta);
        const double slope_q = std::abs(square) < 1e-6 ? -1.0 / 3 : (zeta * q - 1) / square;
        return std::pair{2 * zeta * q - loss, 2 * q + 2 * zeta * slope_q};
    };
    // q >= ln(zeta)/zeta beyond 1, so that zeta = exp(loss/2) is always enough.
    return bracketed_root(equation, 0, std::exp(loss / 2));
}

}  // namespace jounce::contact
