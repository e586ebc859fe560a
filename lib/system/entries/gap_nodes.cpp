// Common functions of the entries "gap" and "circular_gap".
// SPDX-License-Identifier: BSD-3-Clause
#include "system/entries/gap_nodes.hpp"

namespace jounce::entries {

std::string gap_check(const GapNodes& gap) {
    return gap.from && !gap.to ? "'from' needs 'to'; for a gap to the ground give 'node'" : "";
}

int GapNodes::moving(const Model& model, const std::string& subject) const {
    return to ? model.resolve_node(*to, subject, "to") : model.resolve_node(*node, subject, "node");
}

int GapNodes::other(const Model& model, const std::string& subject) const {
    if (!to) return -1;
    return from ? model.resolve_node(*from, subject, "from") : model.resolve_node(*node, subject, "node");
}

Handle GapNodes::declare_as(Model& model, const std::string& type) const {
    const std::string subject = "model." + type;
    const int second = moving(model, subject);
    if (other(model, subject) == second) {
        throw bad_case(subject + ": 'to' must differ from the first node, got '" + model.nodes()[second].name + "' twice");
    }
    Handle handle = named(model, name.empty() ? model.automatic_name(type) : name, type == "friction" ? type : "gap", second);
    return handle;
}

std::vector<LinearTerm> GapNodes::row(const Builder& builder, const Eigen::Vector3d& direction, int first) const {
    const Model& model = builder.model();
    std::vector<LinearTerm> terms;
    add_terms(terms, moving(model, builder.subject()), direction, 1, first);
    if (const int opposite = other(model, builder.subject()); opposite >= 0) add_terms(terms, opposite, direction, -1, first);
    return terms;
}

std::string GapNodes::answering(const Builder& builder) const {
    return builder.model().nodes()[moving(builder.model(), builder.subject())].name;
}

}  // namespace jounce::entries
