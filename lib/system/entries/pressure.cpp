// Entry "pressure": a force per area across a shell.
// SPDX-License-Identifier: BSD-3-Clause
#include <map>
#include <set>

#include "system/entry_kind.hpp"

namespace jounce::entries {

namespace {

const std::string subject = "model.pressure";

struct Pressure {
    std::optional<Reference> shell;
    SignalPointer pressure;
    std::vector<Reference> nodes;

    Handle declare(Model& model) const {
        (void)model.resolve(*shell, "shell", subject, "shell");
        if (!nodes.empty()) (void)NodeList{{}, nodes}.resolve(model, subject);
        return nameless(model, "pressure");
    }
    void assemble(Builder& builder) const {
        const Model& model = builder.model();
        const std::string& name = model.resolve(*shell, "shell", subject, "shell").name;
        std::set<int> among;
        if (!nodes.empty()) {
            for (const int node : NodeList{{}, nodes}.resolve(model, subject)) among.insert(node);
        }
        std::map<int, double> load;
        for (const ShellPart& part : builder.shell_parts()) {
            if (part.name != name) continue;
            for (const ShellPiece& piece : part.pieces) {
                if (!among.empty() && !all_among(piece, among)) continue;
                const elements::ShellVector forces = elements::shell_pressure_load(piece.properties);
                for (int i = 0; i < forces.size(); ++i) {
                    if (forces[i] != 0) load[6 * piece.nodes[static_cast<std::size_t>(i / 6)] + i % 6] += forces[i];
                }
            }
        }
        if (load.empty()) throw bad_case(subject + ": 'nodes' must hold all corners of a cell, got none");
        FullLoad full{.pattern = {}, .signal = pressure, .origin = {}, .subject = {}};
        for (const auto& [dof, force] : load) full.pattern.push_back({dof, force});
        builder.load(std::move(full));
    }

  private:
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
            .reference("shell", &Pressure::shell, "shell", "The shell.")
            .required()
            .kind("pressure", &Pressure::pressure, signal_family,
                  "Force per area [Pa]; positive pushes along the normal of the mesh: outwards from inside a tube.")
            .required()
            .references("nodes", &Pressure::nodes, "node", "Only on cells all of whose corners are among these.")
            .standard("all cells"));
    return kind;
}

}  // namespace jounce::entries
