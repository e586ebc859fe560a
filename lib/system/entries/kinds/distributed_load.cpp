// Entry "distributed_load": a force per length along a beam.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

namespace {

const std::string model_distributed_load = "model.distributed_load";

struct DistributedLoad {
    std::string name;
    std::optional<Reference> beam;
    Vector3 direction{};
    SignalPointer force_per_length;

    Handle declare(Model& model) const {
        (void)model.resolve(*beam, "beam", model_distributed_load, "beam");
        return named_or_not(model, name, "distributed_load");
    }
    void assemble(Builder& builder) const {
        const std::string& beam_name = builder.model().resolve(*beam, "beam", model_distributed_load, "beam").name;
        const Eigen::Vector3d unit = unit_vector(direction);
        FullLoad load{.pattern = {}, .signal = force_per_length, .origin = {}, .subject = {}};
        for (BeamPiece& piece : builder.beam_pieces()) {
            if (piece.beam != beam_name) continue;
            const elements::Vector12 at_ends = elements::beam_distributed_load(piece.properties, unit, unit);
            const elements::Vector12 nodal = elements::offset_transformation(piece.offset).transpose() * at_ends;
            for (int i = 0; i < 12; ++i) {
                if (nodal[i] != 0) load.pattern.push_back({piece.dofs[i], nodal[i]});
            }
            piece.loads.push_back({at_ends, force_per_length});
        }
        builder.load(std::move(load));
    }
};

}  // namespace

const EntryKind& distributed_load_kind() {
    static const EntryKind kind = entry_kind<DistributedLoad>(
        "distributed_load", "A uniform force per length along a beam, as consistent nodal loads.",
        Fields<DistributedLoad>()
            .text("name", &DistributedLoad::name, "Its name, for the probe `<name>.power`.")
            .standard("none")
            .reference("beam", &DistributedLoad::beam, "beam", "The beam.")
            .required()
            .vector("direction", &DistributedLoad::direction, "", "Direction of the force, any length.")
            .required()
            .kind("force_per_length", &DistributedLoad::force_per_length, signal_family, "The force per length [N/m].")
            .required()
            .check([](const DistributedLoad& load) { return direction_check("direction", load.direction); }));
    return kind;
}

}  // namespace jounce::entries
