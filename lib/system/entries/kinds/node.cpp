// Entry "node": a point that springs, beams and gaps can share.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

namespace {

struct Node {
    std::string name;
    Vector3 at{};

    Handle declare(Model& model) const {
        const std::string final_name = name.empty() ? model.automatic_name("node") : name;
        model.declare_node(final_name, at);
        const Reference self{model.id(), "node", final_name};
        return {self, {self}};
    }
    void assemble(Builder& /*builder*/) const {}
};

}  // namespace

const EntryKind& node_kind() {
    static const EntryKind kind =
        entry_kind<Node>("node", "A node without mass; it has only those dofs on which another entry acts.",
                         Fields<Node>()
                             .text("name", &Node::name, "Its name.")
                             .standard("node 1, node 2, ...")
                             .vector("at", &Node::at, "m", "Position.")
                             .required());
    return kind;
}

}  // namespace jounce::entries
