// Quintic Hermite interpolation over one time step, from values, rates and second derivatives at both ends.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace jounce {

/// Weights of q1 - q0, h v0, h v1, h^2 a0, h^2 a1 at the fraction t in [0, 1] of the step, for q - q0, h q' and h^2 q''. The
/// error of the value is h^6/46080 times the sixth derivative.
struct Quintic {
    double moved, v0, v1, a0, a1;

    [[nodiscard]] static Quintic value(double t) {
        const double c = t * t * t;
        return {c * (10 + t * (-15 + 6 * t)), t + c * (-6 + t * (8 - 3 * t)), c * (-4 + t * (7 - 3 * t)),
                t * t * (0.5 + t * (-1.5 + t * (1.5 - 0.5 * t))), c * (0.5 + t * (-1 + 0.5 * t))};
    }
    [[nodiscard]] static Quintic rate(double t) {
        const double s = t * t;
        return {s * (30 + t * (-60 + 30 * t)), 1 + s * (-18 + t * (32 - 15 * t)), s * (-12 + t * (28 - 15 * t)),
                t * (1 + t * (-4.5 + t * (6 - 2.5 * t))), s * (1.5 + t * (-4 + 2.5 * t))};
    }
    [[nodiscard]] static Quintic second(double t) {
        return {t * (60 + t * (-180 + 120 * t)), t * (-36 + t * (96 - 60 * t)), t * (-24 + t * (84 - 60 * t)),
                1 + t * (-9 + t * (18 - 10 * t)), t * (3 + t * (-12 + 10 * t))};
    }
    /// The weighted sum. \param moved, v0, v1, a0, a1 already multiplied by the powers of h
    [[nodiscard]] double of(double q, double hv0, double hv1, double hha0, double hha1) const {
        return moved * q + v0 * hv0 + v1 * hv1 + a0 * hha0 + a1 * hha1;
    }
};

}  // namespace jounce
