// Driven bodies: a driver rotates or pushes them relative to the ground or to another driven body.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "bodies/plane.hpp"
#include "system/signals/signal.hpp"

namespace jounce {

/// x, y and angle of a frame with their rates and second derivatives.
struct DrivenMotion {
    bodies::FrameMotion motion;
    bodies::Vector2 acceleration = bodies::Vector2::Zero();  ///< [m/s^2]
    double angular_acceleration = 0;                         ///< [rad/s^2]
};

/// angle = angle of the base + angle + turn(t); the body's point `pivot` coincides with `at` + `axis` push(t) of the base.
struct DrivenFrame {
    std::string joint;                        ///< that prescribes the motion
    std::shared_ptr<const DrivenFrame> base;  ///< null: the ground
    bodies::Vector2 at = bodies::Vector2::Zero(), axis = bodies::Vector2::Zero(), pivot = bodies::Vector2::Zero();
    double angle = 0;          ///< [rad]
    SignalPointer turn, push;  ///< [rad], [m]; null: zero

    /// \throws Error from a user's signal
    [[nodiscard]] DrivenMotion at_time(double time) const;
    [[nodiscard]] std::vector<double> breaks(double from, double to) const;
    [[nodiscard]] int smoothness() const;
    void require_defined(double from, double to) const;
    void require_motion(double from, double to, double step, bool smooth_slope) const;
};

/// One of x, y, angle (0, 1, 2) of such a frame as a signal.
[[nodiscard]] SignalPointer driven_signal(std::shared_ptr<const DrivenFrame> frame, int component);

/// The integral of a signal from zero, for drivers given by their speed. Null when the signal has no closed form.
[[nodiscard]] SignalPointer integral_of(const SignalPointer& signal);

}  // namespace jounce
