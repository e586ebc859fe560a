// Entry "initial": where nodes are and how fast they move at the start.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entry_kind.hpp"

namespace jounce::entries {

namespace {

struct Initial : NodeList {
    std::optional<Vector3> displacement, velocity, rotation, angular_velocity;

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
        }
    }
};

}  // namespace

const EntryKind& initial_kind() {
    static const EntryKind kind = entry_kind<Initial>(
        "initial", "Displacement and velocity of nodes at the start; what is not given starts at rest.",
        Fields<Initial>()
            .with(node_list_fields<Initial>)
            .vector("displacement", &Initial::displacement, "m", "Displacement {x, y, z}.")
            .vector("velocity", &Initial::velocity, "m/s", "Velocity {x, y, z}.")
            .vector("rotation", &Initial::rotation, "rad", "Rotation {x, y, z}, small.")
            .vector("angular_velocity", &Initial::angular_velocity, "rad/s", "Angular velocity {x, y, z}.")
            .check([](const Initial& initial) {
                const bool any = initial.displacement || initial.velocity || initial.rotation || initial.angular_velocity;
                return std::string(any ? "" : "one of 'displacement', 'velocity', 'rotation' or 'angular_velocity' is required");
            }));
    return kind;
}

}  // namespace jounce::entries
