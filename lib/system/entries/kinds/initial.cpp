// Entry "initial": displacements and velocities of nodes at the start.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

namespace {

struct Initial : NodeList {
    std::optional<Vector3> displacement, velocity, rotation, angular_velocity;
    // For a body, one by one.
    std::optional<double> x, y, angle, vx, vy, vangle;

    Handle declare(Model& model) const {
        (void)resolve(model, "model.initial");
        return nameless(model, "initial");
    }
    void assemble(Builder& builder) const {
        for (const int at : resolve(builder.model(), "model.initial")) {
            for (int i = 0; i < 3; ++i) {
                if (displacement) builder.initial_displacement(6 * at + i, (*displacement)[i]);
                if (rotation) builder.initial_displacement(6 * at + 3 + i, (*rotation)[i]);
                if (velocity) builder.initial_velocity(6 * at + i, (*velocity)[i]);
                if (angular_velocity) builder.initial_velocity(6 * at + 3 + i, (*angular_velocity)[i]);
            }
            const int dofs[] = {0, 1, 5};
            const std::optional<double>* places[] = {&x, &y, &angle};
            const std::optional<double>* rates[] = {&vx, &vy, &vangle};
            for (int k = 0; k < 3; ++k) {
                if (*places[k]) builder.initial_displacement(6 * at + dofs[k], **places[k]);
                if (*rates[k]) builder.initial_velocity(6 * at + dofs[k], **rates[k]);
            }
        }
    }
};

}  // namespace

const EntryKind& initial_kind() {
    static const EntryKind kind = entry_kind<Initial>(
        "initial",
        "Displacements and velocities at the start. Values that are not given are zero for nodes; for bodies they follow from "
        "the joints and drives.",
        Fields<Initial>()
            .with(node_list_fields<Initial>)
            .vector("displacement", &Initial::displacement, "m", "Displacement {x, y, z}.")
            .vector("velocity", &Initial::velocity, "m/s", "Velocity {x, y, z}.")
            .vector("rotation", &Initial::rotation, "rad", "Rotation {x, y, z}, small.")
            .vector("angular_velocity", &Initial::angular_velocity, "rad/s", "Angular velocity {x, y, z}.")
            .number("x", &Initial::x, "m", any_number, "For a body: position of its centre of mass along x.")
            .number("y", &Initial::y, "m", any_number, "For a body: position of its centre of mass along y.")
            .number("angle", &Initial::angle, "rad", any_number, "Angle of a body.")
            .number("vx", &Initial::vx, "m/s", any_number, "Velocity of a body's centre of mass along x.")
            .number("vy", &Initial::vy, "m/s", any_number, "Velocity of a body's centre of mass along y.")
            .number("vangle", &Initial::vangle, "rad/s", any_number, "Rate of a body's angle.")
            .check([](const Initial& i) {
                const bool vectors = i.displacement || i.velocity || i.rotation || i.angular_velocity;
                const bool numbers = i.x || i.y || i.angle || i.vx || i.vy || i.vangle;
                return std::string(vectors || numbers ? ""
                                                      : "one of 'displacement', 'velocity', 'rotation', 'angular_velocity', or "
                                                        "of the numbers of a body, is required");
            }));
    return kind;
}

}  // namespace jounce::entries
