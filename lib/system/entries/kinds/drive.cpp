// Entry "drive": a driver of a joint.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/mechanism_fields.hpp"
#include "system/signals/signal_jump.hpp"

namespace jounce::entries {

namespace {

struct Drive {
    std::optional<Reference> joint;
    SignalPointer angle, speed, torque, position, velocity, force;

    Handle declare(Model& model) const { return nameless(model, "drive"); }
    void assemble(Builder& builder) const {
        builder.mechanism().drives.push_back({joint->name, angle, speed, position, velocity, torque, force, builder.origin()});
    }
};

std::string check_drive(const Drive& drive) {
    for (const auto& [name, motion] : {std::pair{"angle", drive.angle}, std::pair{"position", drive.position}}) {
        if (motion && motion->smoothness() < 0)
            return "'" + std::string(name) + "' must be a signal without jumps in its value" + first_jump(*motion, false);
    }
    return "";
}

}  // namespace

const EntryKind& drive_kind() {
    static const EntryKind kind = entry_kind<Drive>(
        "drive", "Drives a revolute or a translational joint by a prescribed motion, or by a torque or force.",
        Fields<Drive>()
            .reference("joint", &Drive::joint, "joint", "The joint.")
            .required()
            .kind("angle", &Drive::angle, signal_family, "Angle of the second body relative to the first one [rad].")
            .kind("speed", &Drive::speed, signal_family,
                  "Rate of that angle [rad/s], starting from the assembled position: a number or a signal in closed form.")
            .kind("torque", &Drive::torque, signal_family, "Torque on the second body; the first body takes the reaction [N m].")
            .kind("position", &Drive::position, signal_family,
                  "Position of the sliding point along the axis of a translational joint, from `through` [m].")
            .kind("velocity", &Drive::velocity, signal_family, "Rate of that position [m/s].")
            .kind("force", &Drive::force, signal_family, "Force on the sliding body along the axis [N].")
            .exactly_one({"angle", "speed", "torque", "position", "velocity", "force"})
            .check(check_drive));
    return kind;
}

}  // namespace jounce::entries
