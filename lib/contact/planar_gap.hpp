// Clearances of plane mechanisms: a pin in a bearing, a corner before a guide's face, a pin in a slot with round ends.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace jounce::contact {

/// What the moving point is to one side of such a clearance, in the frame of the bearing, guide or slot.
struct PlanarSide {
    double indentation = 0;                             ///< > 0 in contact [m]
    Eigen::Vector2d normal = Eigen::Vector2d::UnitX();  ///< in which the indentation grows
    double curvature = 0;                               ///< second derivative of the indentation along the tangent [1/m]
    bool centred = false;  ///< at the centre of a bearing: no normal; the indentation grows with the speed whatever its direction
};

/// The set of places of a pin's centre, or of a corner's, that touch nothing.
struct PlanarGap {
    enum class Shape {
        circular,  ///< within the clearance of a point; one side all round
        face,      ///< before a straight face; one side
        slot       ///< within the clearance of a mid-line, round ends included; sides: against the mid-line's normal, along it
    };
    Shape shape = Shape::circular;
    double clearance = 0;                               ///< [m]
    Eigen::Vector2d normal = Eigen::Vector2d::UnitY();  ///< into the face; of a straight mid-line. Unit

    // The mid-line of a slot: straight, from -half_length to half_length about the origin across `normal`, or an arc about the
    // origin of the frame with `radius`, half_angle to either side of `normal`.
    bool arc = false;
    double half_length = 0;  ///< [m]
    double radius = 0;       ///< [m]
    double half_angle = 0;   ///< [rad]

    /// Of a slot's mid-line.
    [[nodiscard]] Eigen::Vector2d middle() const { return arc ? Eigen::Vector2d(radius * normal) : Eigen::Vector2d::Zero(); }
    [[nodiscard]] int sides() const { return shape == Shape::slot ? 2 : 1; }
    [[nodiscard]] PlanarSide side(int number, const Eigen::Vector2d& at) const {
        switch (shape) {
            case Shape::face:
                return {normal.dot(at) - clearance, normal, 0};
            case Shape::slot:
                return slot_side(number, at);
            case Shape::circular:
                break;
        }
        return round(at, clearance);
    }

  private:
    [[nodiscard]] static PlanarSide round(const Eigen::Vector2d& from, double clearance) {
        const double r = from.norm();
        if (!(r > 1e-100)) return {-clearance, Eigen::Vector2d::UnitX(), 0, true};
        return {r - clearance, from / r, 1 / r};
    }
    [[nodiscard]] PlanarSide slot_side(int number, const Eigen::Vector2d& at) const {
        const double sign = number == 0 ? -1 : 1;
        Eigen::Vector2d end, across;
        if (arc) {
            const double turn = std::atan2(normal.x() * at.y() - normal.y() * at.x(), normal.dot(at));
            const double rho = at.norm();
            if (std::abs(turn) <= half_angle && rho > 0) return {sign * (rho - radius) - clearance, sign / rho * at, sign / rho};
            const double angle = std::copysign(half_angle, turn);
            across = {std::cos(angle) * normal.x() - std::sin(angle) * normal.y(),
                      std::sin(angle) * normal.x() + std::cos(angle) * normal.y()};
            end = radius * across;
        } else {
            const Eigen::Vector2d along(normal.y(), -normal.x());
            const double s = along.dot(at);
            if (std::abs(s) <= half_length) return {sign * normal.dot(at) - clearance, sign * normal, 0};
            across = normal;
            end = std::copysign(half_length, s) * along;
        }
        // Round the end: the half that is on this side; to the other half this side is as far as it can be.
        const Eigen::Vector2d from = at - end;
        const PlanarSide there = round(from, clearance);
        if (sign * across.dot(from) >= 0) return there;
        return {-there.indentation - 2 * clearance, -there.normal, -there.curvature};
    }
};

}  // namespace jounce::contact
