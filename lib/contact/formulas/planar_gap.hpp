// Clearances of plane mechanisms: a pin in a bearing, a corner at a guide's face, a pin in a slot with round ends.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace jounce::contact {

/// The position of the moving point relative to one side of the clearance, in the frame of the bearing, guide or slot.
struct PlanarSide {
    double indentation = 0;                             ///< > 0 in contact [m]
    Eigen::Vector2d normal = Eigen::Vector2d::UnitX();  ///< direction of growing indentation
    double curvature = 0;                               ///< second derivative of the indentation along the tangent [1/m]
    bool centred = false;    ///< at the centre of a bearing: no normal; the indentation grows with the speed in any direction
    bool beyond = false;     ///< beyond an end of a slot's mid-line
    bool elsewhere = false;  ///< at the round end of a slot a new contact belongs to the other side
};

/// For a slot with a side in contact: this side keeps the contact while the pin slides anywhere.
struct SlotHold {
    int owner = -1;  ///< side 0 or 1; -1: no contact
    int face = 0;    ///< of the straight or circular part, -1, 1: against, along the normal; 0: the face nearer to the pin
};

/// The contact-free positions of the centre of a pin or of a corner.
struct PlanarGap {
    enum class Shape {
        circular,  ///< within the clearance around a point; one side
        face,      ///< in front of a straight face; one side
        slot  ///< within the clearance around a mid-line, round ends included; sides: against the mid-line's normal, along it
    };
    Shape shape = Shape::circular;
    double clearance = 0;                               ///< [m]
    Eigen::Vector2d normal = Eigen::Vector2d::UnitY();  ///< unit vector into the face, or normal of a straight mid-line

    // The mid-line of a slot: straight, from -half_length to half_length about the origin across `normal`, or an arc about the
    // origin of the frame with `radius`, half_angle on both sides of `normal`.
    bool arc = false;
    double half_length = 0;  ///< [m]
    double radius = 0;       ///< [m]
    double half_angle = 0;   ///< [rad]

    /// Middle of a slot's mid-line.
    [[nodiscard]] Eigen::Vector2d middle() const { return arc ? Eigen::Vector2d(radius * normal) : Eigen::Vector2d::Zero(); }
    [[nodiscard]] int sides() const { return shape == Shape::slot ? 2 : 1; }
    [[nodiscard]] PlanarSide side(int number, const Eigen::Vector2d& at, const SlotHold& hold = {}) const {
        switch (shape) {
            case Shape::face:
                return {normal.dot(at) - clearance, normal, 0};
            case Shape::slot:
                return slot_side(number, at, hold);
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
    /// The position of a point relative to the mid-line of a slot.
    struct OnSlot {
        double offset = 0;       // from the mid-line along its normal; beyond an end from that end
        Eigen::Vector2d normal;  // direction of growing offset
        double curvature = 0;    // second derivative of the offset
        bool beyond = false;     // beyond an end
        Eigen::Vector2d from_end = Eigen::Vector2d::Zero();
    };
    [[nodiscard]] OnSlot on_slot(const Eigen::Vector2d& at) const {
        Eigen::Vector2d end, across;
        if (arc) {
            const double turn = std::atan2(normal.x() * at.y() - normal.y() * at.x(), normal.dot(at));
            const double rho = at.norm();
            if (std::abs(turn) <= half_angle && rho > 0) return {rho - radius, at / rho, 1 / rho};
            const double angle = std::copysign(half_angle, turn);
            across = {std::cos(angle) * normal.x() - std::sin(angle) * normal.y(),
                      std::sin(angle) * normal.x() + std::cos(angle) * normal.y()};
            end = radius * across;
        } else {
            const Eigen::Vector2d along(normal.y(), -normal.x());
            const double s = along.dot(at);
            if (std::abs(s) <= half_length) return {normal.dot(at), normal, 0};
            across = normal;
            end = std::copysign(half_length, s) * along;
        }
        return {across.dot(at - end), across, 0, true, at - end};
    }
    [[nodiscard]] PlanarSide slot_side(int number, const Eigen::Vector2d& at, const SlotHold& hold) const {
        const OnSlot place = on_slot(at);
        if (!place.beyond) {
            double face = number == 0 ? -1 : 1;
            if (hold.owner >= 0) {
                face = hold.face != 0 ? hold.face : place.offset < 0 ? -1 : 1;
                if (number != hold.owner) face = -face;
            }
            return {face * place.offset - clearance, face * place.normal, face * place.curvature};
        }
        // At a round end both sides are equivalent. With one in contact the other one has the largest distance.
        PlanarSide there = round(place.from_end, clearance);
        there.beyond = true;
        if (hold.owner < 0) {
            there.elsewhere = number != half(place.offset);
        } else if (number != hold.owner) {
            there.indentation = -there.indentation - 2 * clearance;
            there.normal = -there.normal;
            there.curvature = -there.curvature;
            there.centred = false;
        }
        return there;
    }

  public:
    /// The side of the half of a slot that contains a point at an offset from the mid-line; on the mid-line the outer one.
    [[nodiscard]] static int half(double offset) { return offset < 0 ? 0 : 1; }
    [[nodiscard]] int half(const Eigen::Vector2d& at) const { return half(on_slot(at).offset); }
    /// For a slot with the pin's centre at `at` and a side in contact.
    /// \param towards normal of that contact, in the slot's frame: a damper that acts before the bodies touch may push on the
    /// farther face. Zero if unknown: the nearer face
    [[nodiscard]] SlotHold hold(const Eigen::Vector2d& at, int owner,
                                const Eigen::Vector2d& towards = Eigen::Vector2d::Zero()) const {
        const OnSlot place = on_slot(at);
        if (place.beyond) return {owner, 0};
        const double facing = place.normal.dot(towards);
        return {owner, (facing != 0 ? facing : place.offset) < 0 ? -1 : 1};
    }
};

}  // namespace jounce::contact
