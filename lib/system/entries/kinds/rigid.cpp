// Entry "rigid": nodes that follow another node as one rigid body.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

namespace {

const std::string model_rigid = "model.rigid";

struct Rigid {
    std::optional<Reference> from;
    std::vector<Reference> to;

    Handle declare(Model& model) const {
        const int first = model.resolve_node(*from, model_rigid, "from");
        for (const Reference& reference : to) {
            if (model.resolve_node(reference, model_rigid, "to") == first) {
                throw bad_case(model_rigid + ": 'to' must differ from 'from', got '" + reference.name + "'");
            }
        }
        return nameless(model, "rigid");
    }

    // u_to = u_from + theta_from x r and theta_to = theta_from, r from one node to the other.
    void assemble(Builder& builder) const {
        const int first = builder.model().resolve_node(*from, model_rigid, "from");
        for (const Reference& reference : to) {
            const int second = builder.model().resolve_node(reference, model_rigid, "to");
            const Eigen::Vector3d r = builder.position(second) - builder.position(first);
            for (int i = 0; i < 3; ++i) {
                const int j = (i + 1) % 3;
                const int k = (i + 2) % 3;
                std::vector<LinearTerm> terms{{6 * second + i, 1}, {6 * first + i, -1}};
                if (r[k] != 0) terms.push_back({6 * first + 3 + j, -r[k]});
                if (r[j] != 0) terms.push_back({6 * first + 3 + k, r[j]});
                builder.constrain(std::move(terms), "held by a rigid link");
            }
            for (int d = 3; d < 6; ++d) builder.constrain({{6 * second + d, 1}, {6 * first + d, -1}}, "held by a rigid link");
        }
    }
};

}  // namespace

const EntryKind& rigid_kind() {
    static const EntryKind kind =
        entry_kind<Rigid>("rigid", "A massless rigid link: u_to = u_from + theta_from x r, small rotations.",
                          Fields<Rigid>()
                              .reference("from", &Rigid::from, "node", "The leading node.")
                              .required()
                              .references("to", &Rigid::to, "node", "The following node or nodes.")
                              .required());
    return kind;
}

}  // namespace jounce::entries
