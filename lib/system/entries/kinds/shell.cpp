// Entry "shell": a surface mesh of shell elements.
// SPDX-License-Identifier: BSD-3-Clause
#include "elements/shell.hpp"

#include "elements/material_kinds.hpp"
#include "meshes/mesh_kinds.hpp"
#include "meshes/node_search.hpp"
#include "system/entries/entry_kind.hpp"
#include "system/shells/shell_assembly.hpp"
#include "system/shells/shell_orientation.hpp"

namespace jounce::entries {

namespace {

const std::string model_shell = "model.shell";

/// A mesh point within this share of the mesh size from a node is identified with that node.
constexpr double same_place = 1e-6;

struct Shell {
    std::string name;
    MeshPointer mesh;
    std::optional<double> thickness;
    elements::Material material;  // E = 0: not given
    std::string mass = "consistent";
    double drilling = elements::default_drilling;
    double crease = 0.7;
    std::vector<Reference> join;

    Handle declare(Model& model) const {
        Handle handle = named(model, name, "shell");
        if (mesh->cells.empty()) throw bad_case(model_shell + ": 'mesh' must have cells, got none");
        std::vector<int> numbers(mesh->points.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i);
        (void)pieces(numbers);  // reports an invalid shell at the line of its entry

        const std::vector<int> existing = joined(model);
        for (std::size_t i = 0; i < mesh->points.size(); ++i) {
            const std::string node = handle.self.name + "[" + std::to_string(i + 1) + "]";
            if (existing[i] >= 0) {
                model.declare_name(node, "node", existing[i]);
            } else {
                model.declare_node(node, mesh->points[i]);
            }
            handle.nodes.push_back({model.id(), "node", node});
        }
        for (const MeshSet& set : mesh->sets) handle.sets.push_back({set.name, set.points});
        return handle;
    }

    void assemble(Builder& builder) const {
        ShellPart part{.name = builder.name(), .nodes = {}, .pieces = {}, .sets = mesh->sets, .notes = {}};
        for (const Reference& node : builder.handle().nodes) part.nodes.push_back(builder.model().find_name(node.name)->node);
        part.pieces = pieces(part.nodes);
        note(part);
        const auto kind = mass == "lumped" ? elements::ShellMass::lumped : elements::ShellMass::consistent;
        builder.shell_part(std::move(part), kind);
    }

  private:
    void note(ShellPart& part) const {
        const std::string who = "shell '" + part.name + "': ";
        for (const std::string& left_out : mesh->notes) part.notes.push_back(who + left_out);
        const OppositeNormals opposite = opposite_normals(part.pieces);
        if (opposite.pairs == 0) return;
        part.notes.push_back(
            who + std::to_string(opposite.pairs) + (opposite.pairs == 1 ? " pair" : " pairs") + " of neighbouring cells, first " +
            std::to_string(opposite.cells[0] + 1) + " and " + std::to_string(opposite.cells[1] + 1) +
            " of the mesh, have opposite normals: the top of one is the bottom of the other, and a pressure on both is an error");
    }
    [[nodiscard]] std::vector<ShellPiece> pieces(const std::vector<int>& of_point) const {
        return shell_pieces(*mesh, of_point,
                            {.thickness = thickness.value_or(0), .material = material, .drilling = drilling, .crease = crease},
                            model_shell);
    }
    /// The existing node at each point of the mesh, or -1.
    [[nodiscard]] std::vector<int> joined(const Model& model) const {
        std::vector<int> out(mesh->points.size(), -1);
        if (join.empty()) return out;
        const std::vector<int> nodes = NodeList{{}, join}.resolve(model, model_shell);
        std::vector<std::array<double, 3>> places;
        for (const int node : nodes) places.push_back(model.nodes()[node].position);
        const NodeSearch search(places, same_place * size_of(*mesh));
        bool found = false;
        for (std::size_t i = 0; i < out.size(); ++i) {
            const int at = search.find(mesh->points[i]);
            if (at < 0) continue;
            out[i] = nodes[at];
            found = true;
        }
        if (!found) throw bad_case(model_shell + ": 'join' must contain nodes at points of the mesh, got none");
        return out;
    }
};

}  // namespace

const EntryKind& shell_kind() {
    static const EntryKind kind = entry_kind<Shell>(
        "shell",
        "A thin-walled surface of shell elements with three or four corners, membrane, bending and transverse shear; its handle "
        "has `nodes` (all points of the mesh), ring(k) and set(name).",
        Fields<Shell>()
            .text("name", &Shell::name, "Its name; its nodes are name[1], name[2], ... in the order of the mesh.")
            .standard("shell 1, shell 2, ...")
            .kind("mesh", &Shell::mesh, mesh_family, "The middle surface.")
            .required()
            .number("thickness", &Shell::thickness, "m", positive, "Thickness of all cells without one in the mesh.")
            .standard("that of the mesh")
            .kind("material", &Shell::material, elements::material_family(), "Material of all cells without one in the mesh.")
            .standard("that of the mesh")
            .choice("mass", &Shell::mass, {"consistent", "lumped"},
                    "Mass matrix, consistent or lumped at the nodes; both with rotary inertia.")
            .number(
                "drilling", &Shell::drilling, "", above_zero_to_one,
                "Stiffness of rotations about the normal relative to the surface (drilling), as a share of the shear modulus.")
            .number("crease", &Shell::crease, "rad", Range{.low = 0, .high = 1.6, .low_open = false},
                    "Largest angle between neighbouring cells of a smooth surface; at a larger angle they form an edge.")
            .references("join", &Shell::join, "node",
                        "Existing nodes, such as those of another shell, which replace points of the mesh at the same place.")
            .standard("all points of the mesh become new nodes"),
        {{"E. N. Dvorkin, K. J. Bathe", 1984, "10.1108/eb023562", ""},
         {"Y. Ko, P. S. Lee, K. J. Bathe", 2017, "10.1016/j.compstruc.2016.11.004", ""},
         {"J. C. Simo, M. S. Rifai", 1990, "10.1002/nme.1620290802", ""},
         {"Y. Lee, P. S. Lee, K. J. Bathe", 2014, "10.1016/j.compstruc.2014.02.005", ""}});
    return kind;
}

}  // namespace jounce::entries
