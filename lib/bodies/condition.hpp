// The constraint equations of ideal joints between two frames, with their derivatives.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>

#include "bodies/curve.hpp"
#include "bodies/plane.hpp"

namespace jounce::bodies {

/// One condition between two frames.
struct Condition {
    enum class Kind {
        together,  ///< two points coincide: r_2 - r_1 = 0 (two equations)
        turned,    ///< angle_2 - angle_1 - angle = 0
        on_curve   ///< a point of the second frame lies on a curve of the first: its distance is zero
    };
    Kind kind = Kind::together;
    Vector2 first = Vector2::Zero(), second = Vector2::Zero();  ///< the points, in their frames [m]
    double angle = 0;                                           ///< [rad]
    Curve curve;

    [[nodiscard]] int equations() const { return kind == Kind::together ? 2 : 1; }
};

/// Values of a condition and the data for its derivatives: Phi'' = jacobian z'' + quadratic, with z = (x_1, y_1, angle_1, x_2,
/// ...).
struct ConditionValue {
    std::array<double, 2> value{};       ///< Phi [m] or [rad]
    std::array<FrameRow, 2> jacobian{};  ///< dPhi/dz
    std::array<double, 2> quadratic{};   ///< the part of Phi'' that is quadratic in the velocities
};

/// E. J. Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems (1989), ch. 3; derivation in
/// docs/theory/mechanisms.md.
[[nodiscard]] ConditionValue evaluate(const Condition& condition, const FrameMotion& first, const FrameMotion& second);

/// sum_i multiplier_i d2Phi_i/dz2 (6 x 6, symmetric)
[[nodiscard]] FrameMatrix second_derivative(const Condition& condition, const FrameMotion& first, const FrameMotion& second,
                                            const double* multipliers);

}  // namespace jounce::bodies
