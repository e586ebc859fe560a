// Entry "friction": friction under a given normal force (a brake, a guide, a belt).
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "base/messages/text.hpp"
#include "system/entries/slip_directions.hpp"

namespace jounce::entries {

namespace {

struct FrictionEntry : GapNodes, SlipDirections {
    contact::FrictionPointer law;
    SignalPointer normal_force;

    Handle declare(Model& model) const { return declare_as(model, "friction"); }

    void assemble(Builder& builder) const {
        Friction friction;
        friction.law = law;
        friction.normal_force = normal_force;
        add_friction(builder, *this, std::move(friction), unit(Eigen::Vector3d::Zero()),
                     pair.empty() ? "direction" : "directions");
    }
};

std::string check_friction(const FrictionEntry& entry) {
    // A varying normal force is checked during the run.
    const auto piece = entry.normal_force ? entry.normal_force->piece(0) : std::nullopt;
    if (piece && std::isinf(piece->end) && piece->amplitude == 0) {
        const auto& p = piece->polynomial;
        if (p[1] == 0 && p[2] == 0 && p[3] == 0 && p[0] < 0)
            return "'normal_force' must be zero or positive, got " + in_message(p[0]);
    }
    std::string wrong = slip_check(entry, "direction", "directions", std::nullopt, "");
    return wrong.empty() ? gap_check(entry) : wrong;
}

}  // namespace

const EntryKind& friction_kind() {
    static const EntryKind kind = [] {
        FieldList fields = Fields<FrictionEntry>()
                               .with([](Fields<FrictionEntry>& f) { gap_node_fields(f, "friction"); })
                               .vector("direction", &FrictionEntry::single, "", "Direction of the slip, any length.")
                               .kind("normal_force", &FrictionEntry::normal_force, signal_family,
                                     "The force that presses the surfaces together [N], zero or positive.")
                               .required()
                               .kind("friction", &FrictionEntry::law, contact::friction_family, "The friction law.")
                               .required()
                               .exactly_one({"direction", "directions"})
                               .check(check_friction);
        const auto behind =
            std::find_if(fields.fields.begin(), fields.fields.end(), [](const Field& f) { return f.name == "normal_force"; });
        fields.fields.insert(behind,
                             custom_field("directions", "list of vectors", "",
                                          "Two perpendicular directions of the slip: friction acts in their plane.", false,
                                          static_cast<std::vector<Vector3> FrictionEntry::*>(&FrictionEntry::pair), read_pair));
        return entry_kind<FrictionEntry>(
            "friction", "Friction along one direction or two under a given normal force: a brake, a guide, a belt.", fields);
    }();
    return kind;
}

}  // namespace jounce::entries
