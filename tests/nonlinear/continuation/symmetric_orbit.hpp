// The symmetric orbit of a mass between rigid stops, for tests.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>

#include "nonlinear/orbits/oscillators.hpp"

namespace jounce::test {

/// The symmetric orbit of x'' + 2 z x' + x = f cos w t between rigid stops at +-1, one impact on each side, in closed
/// form: there are two, of different impact speeds, up to a fold.
struct SymmetricOrbit {
    double z, force, restitution;

    struct At {
        double half = 0;  ///< 1 + tr + det of the map H over half a period with x -> -x: zero where its multiplier is -1
        linalg::Vector at_phase_0;         ///< (x, x') at the load's phase 0
        double speed = 0, slow_speed = 0;  ///< impact speeds; the other numbers are of the first
        double discriminant = 0;           ///< positive where both exist
    };
    [[nodiscard]] At at(double w) const {
        const double a = z, d = std::sqrt(1 - z * z), half = pi / w, r = restitution;
        const double E = std::exp(-a * half), C = std::cos(d * half), S = std::sin(d * half);
        // x = e^(-a s) (A cos d s + B sin d s) + p cos w s + (q / w) sin w s after the impact at x = 1 with speed v, with
        // x(half) = -1, x'(0) = -r v, x'(half) = -v; A, B and q in units of v.
        const double ratio = -E * S / (1 + E * C);
        const double first = -a * ratio + d, second = E * ((-a * ratio + d) * C - (a + d * ratio) * S);
        const double B = (-r - 1) / (first + second), q = -r - first * B, A = ratio * B;
        const std::complex<double> X = force / std::complex<double>(1 - w * w, 2 * z * w);
        const double c2 = A * A + q * q / (w * w), c1 = -2 * A, c0 = 1 - std::norm(X);
        At out;
        out.discriminant = c1 * c1 - 4 * c2 * c0;
        const double root = std::sqrt(std::max(out.discriminant, 0.0));
        out.speed = (-c1 + root) / (2 * c2);
        out.slow_speed = (-c1 - root) / (2 * c2);
        const double v = out.speed, p = 1 - A * v;
        // Accelerations before and after the impact, and the map over it.
        const double load = -w * w * p + 2 * z * q * v + p;
        const double before = load - 2 * z * v - 1, after = load + 2 * z * r * v - 1;
        const double jump = (r * before + after) / v;
        const double m11 = -(E * (C + a / d * S) * -r + E * S / d * jump), m22 = -E * (C - a / d * S) * -r;
        out.half = 1 + m11 + m22 + r * r * E * E;
        const std::complex<double> turn = std::complex<double>(p, -q * v / w) / X;  // e^(i w t) at the impact
        double s = -std::arg(turn) / w, sign = 1;
        while (s < 0) s += 2 * half;
        if (s > half) {
            s -= half;
            sign = -1;
        }
        const double decay = std::exp(-a * s), c = std::cos(d * s), n = std::sin(d * s);
        out.at_phase_0 = sign * state(decay * v * (A * c + B * n) + p * std::cos(w * s) + q * v / w * std::sin(w * s),
                                      decay * v * ((-a * A + d * B) * c - (a * B + d * A) * n) - w * p * std::sin(w * s) +
                                          q * v * std::cos(w * s));
        return out;
    }
};

}  // namespace jounce::test
