// Motion in the plane: vectors, moving frames and their points.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace jounce::bodies {

using Vector2 = Eigen::Vector2d;
/// A row over the motions (x, y, angle) of a first and a second frame.
using FrameRow = Eigen::Matrix<double, 1, 6>;
using FrameMatrix = Eigen::Matrix<double, 6, 6>;

/// e_z x a
[[nodiscard]] inline Vector2 perpendicular(const Vector2& a) { return {-a.y(), a.x()}; }

/// A moving frame: a body, a finite-element node with its rotation, or the ground.
struct FrameMotion {
    Vector2 position = Vector2::Zero();  ///< of its origin [m]
    Vector2 velocity = Vector2::Zero();  ///< [m/s]
    double angle = 0;                    ///< [rad]
    double rate = 0;                     ///< [rad/s]
    double cosine = 1, sine = 0;         ///< of the angle

    void set_angle(double value) {
        angle = value;
        cosine = std::cos(value);
        sine = std::sin(value);
    }
    /// A vector of the frame in global axes.
    [[nodiscard]] Vector2 turned(const Vector2& local) const {
        return {cosine * local.x() - sine * local.y(), sine * local.x() + cosine * local.y()};
    }
    /// A global vector in the frame's axes.
    [[nodiscard]] Vector2 seen(const Vector2& global) const {
        return {cosine * global.x() + sine * global.y(), cosine * global.y() - sine * global.x()};
    }
    /// Position and velocity of a point of the frame.
    [[nodiscard]] Vector2 point(const Vector2& local) const { return position + turned(local); }
    [[nodiscard]] Vector2 point_velocity(const Vector2& local) const { return velocity + rate * perpendicular(turned(local)); }
};

/// Row of the velocity of a point of the second frame relative to the coincident point of the first frame, along a unit vector n:
/// n.(v_P - v_1(P)). \param from_first, from_second from the origin of the frames to the point, global
[[nodiscard]] inline FrameRow relative_row(const Vector2& n, const Vector2& from_first, const Vector2& from_second) {
    FrameRow row;
    row << -n.x(), -n.y(), -n.dot(perpendicular(from_first)), n.x(), n.y(), n.dot(perpendicular(from_second));
    return row;
}

}  // namespace jounce::bodies
