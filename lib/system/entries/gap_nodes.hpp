// Common functions of the entries "gap" and "circular_gap": the two nodes, and the rows of their relative motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

/// Coordinates are those of the moving node relative to the other one: direction . (u_to - u_from), or direction . u_node.
struct GapNodes {
    std::string name;
    std::optional<Reference> node, from, to;

    [[nodiscard]] Handle declare_as(Model& model, const std::string& type) const;
    /// \param first 0: along the translations, 3: about the rotations
    [[nodiscard]] std::vector<LinearTerm> row(const Builder& builder, const Eigen::Vector3d& direction, int first = 0) const;
    /// The node that the gap's name refers to: the only one, or the second one of a pair.
    [[nodiscard]] std::string answering(const Builder& builder) const;

  private:
    [[nodiscard]] int moving(const Model& model, const std::string& subject) const;
    [[nodiscard]] int other(const Model& model, const std::string& subject) const;  // -1: the ground
};

template <class S>
void gap_node_fields(Fields<S>& fields, const std::string& type) {
    const bool gap = type != "friction";
    fields.text("name", &GapNodes::name, "Its name; it also refers to its node (the second one of a pair).")
        .standard(type + " 1, " + type + " 2, ...")
        .reference("node", &GapNodes::node, "node",
                   gap ? "The node with a stop of the ground, or the first one of a pair."
                       : "The node that slips on the ground, or the first one of a pair.")
        .reference("from", &GapNodes::from, "node", "The first node of a pair (a synonym of `node` when `to` is given).")
        .exactly_one({"node", "from"})
        .reference("to", &GapNodes::to, "node",
                   gap ? "The second node of a pair; the gap's motion is that of `to` relative to the first."
                       : "The second node of a pair; the slip is that of `to` relative to the first.")
        .standard("the ground");
}

/// For FieldList checks.
[[nodiscard]] std::string gap_check(const GapNodes& gap);

}  // namespace jounce::entries
