// Entry "tie": equal dofs of several nodes.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

namespace {

const std::string model_tie = "model.tie";

struct Tie {
    std::vector<Reference> nodes;
    std::optional<Reference> from, to;
    std::vector<std::string> dofs = all_dofs();

    Handle declare(Model& model) const {
        if (tied(model).size() < 2) throw bad_case(model_tie + ": 'nodes' must name two nodes or more, got one");
        return nameless(model, "tie");
    }
    void assemble(Builder& builder) const {
        const std::vector<int> list = tied(builder.model());
        for (std::size_t i = 1; i < list.size(); ++i) {
            for (const std::string& dof : dofs) {
                const int d = dof_index(dof);
                builder.constrain({{6 * list[i] + d, 1}, {6 * list[0] + d, -1}}, "tied");
            }
        }
    }

  private:
    [[nodiscard]] std::vector<int> tied(const Model& model) const {
        if (!from) return NodeList{{}, nodes}.resolve(model, model_tie);
        const int first = model.resolve_node(*from, model_tie, "from");
        const int second = model.resolve_node(*to, model_tie, "to");
        if (first == second) throw bad_case(model_tie + ": 'to' must differ from 'from', got '" + from->name + "' twice");
        return {first, second};
    }
};

}  // namespace

const EntryKind& tie_kind() {
    static const EntryKind kind = entry_kind<Tie>("tie", "Equal dofs: the dofs of all nodes follow those of the first node.",
                                                  Fields<Tie>()
                                                      .references("nodes", &Tie::nodes, "node", "Two nodes or more.")
                                                      .reference("from", &Tie::from, "node", "The first of two nodes.")
                                                      .reference("to", &Tie::to, "node", "The second of two nodes.")
                                                      .exactly_one({"nodes", "from"})
                                                      .all_or_none({"from", "to"})
                                                      .words("dofs", &Tie::dofs, all_dofs(), "Which dofs.")
                                                      .standard("all six"));
    return kind;
}

}  // namespace jounce::entries
