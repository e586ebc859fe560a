// Entry "pressure": a force per area across a shell.
// SPDX-License-Identifier: BSD-3-Clause
#include <map>
#include <set>

#include "system/entries/entry_kind.hpp"
#include "system/shells/shell_orientation.hpp"

namespace jounce::entries {

namespace {

const std::string model_pressure = "model.pressure";

struct Pressure {
    std::string name;
    std::optional<Reference> shell;
    SignalPointer pressure;
    std::vector<Reference> nodes;

    Handle declare(Model& model) const {
        (void)model.resolve(*shell, "shell", model_pressure, "shell");
        if (!nodes.empty()) (void)NodeList{{}, nodes}.resolve(model, model_pressure);
        return named_or_not(model, name, "pressure");
    }
    void assemble(Builder& builder) const {
        const Model& model = builder.model();
        const std::string& part_name = model.resolve(*shell, "shell", model_pressure, "shell").name;
        std::set<int> among;
        if (!nodes.empty()) {
            for (const int node : NodeList{{}, nodes}.resolve(model, model_pressure)) among.insert(node);
        }
        std::map<int, double> load;
        for (const ShellPart& part : builder.shell_parts()) {
            if (part.name != part_name) continue;
            std::vector<int> cells;
            for (std::size_t c = 0; c < part.pieces.size(); ++c) {
                if (among.empty() || all_among(part.pieces[c], among)) cells.push_back(static_cast<int>(c));
            }
            require_one_side(model, part, cells);
            for (const int cell : cells) {
                const ShellPiece& piece = part.pieces[static_cast<std::size_t>(cell)];
                const elements::ShellVector forces = elements::shell_pressure_load(piece.properties);
                for (int i = 0; i < forces.size(); ++i) {
                    if (forces[i] != 0) load[6 * piece.nodes[static_cast<std::size_t>(i / 6)] + i % 6] += forces[i];
                }
            }
        }
        if (load.empty()) throw bad_case(model_pressure + ": 'nodes' must include all corners of a cell, got no complete cell");
        FullLoad full{.pattern = {}, .signal = pressure, .origin = {}, .subject = {}};
        for (const auto& [dof, force] : load) full.pattern.push_back({dof, force});
        builder.load(std::move(full));
    }

  private:
    /// Where neighbouring normals are opposite, the pressure would act on opposite sides and cancel.
    static void require_one_side(const Model& model, const ShellPart& part, const std::vector<int>& cells) {
        const OppositeNormals opposite = opposite_normals(part.pieces, cells);
        if (opposite.pairs == 0) return;
        const auto node = [&](int i) { return model.nodes()[static_cast<std::size_t>(opposite.nodes[i])].name; };
        throw bad_case(model_pressure + ": 'shell' must have all normals on one side where the pressure acts, but cells " +
                       std::to_string(opposite.cells[0] + 1) + " and " + std::to_string(opposite.cells[1] + 1) +
                       " of the mesh of '" + part.name + "', which meet at " + node(0) + " and " + node(1) +
                       ", have opposite normals (" + std::to_string(opposite.pairs) + (opposite.pairs == 1 ? " pair" : " pairs") +
                       " in all)");
    }
    static bool all_among(const ShellPiece& piece, const std::set<int>& among) {
        for (int i = 0; i < piece.properties.corners(); ++i) {
            if (!among.contains(piece.nodes[static_cast<std::size_t>(i)])) return false;
        }
        return true;
    }
};

}  // namespace

const EntryKind& pressure_kind() {
    static const EntryKind kind = entry_kind<Pressure>(
        "pressure", "A pressure on a shell, as consistent nodal loads.",
        Fields<Pressure>()
            .text("name", &Pressure::name, "Its name, for the probe `<name>.power`.")
            .standard("none")
            .reference("shell", &Pressure::shell, "shell", "The shell.")
            .required()
            .kind("pressure", &Pressure::pressure, signal_family,
                  "Force per area [Pa]; positive acts along the normal of the mesh (an internal pressure when normals point "
                  "outwards). Neighbouring cells with opposite normals are an error.")
            .required()
            .references("nodes", &Pressure::nodes, "node", "The pressure acts only on cells with all corners among these nodes.")
            .standard("all cells"));
    return kind;
}

}  // namespace jounce::entries
