// Probes of section forces of beams, as rows over the free coordinates and their accelerations.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/probes/section_probe.hpp"

#include <algorithm>

#include "system/beams/beam_piece.hpp"
#include "system/probes/quantities.hpp"
#include "system/probes/row_of_dofs.hpp"

namespace jounce {

namespace {

constexpr std::string_view after = "_after";

/// The element at a node of a beam; null when there is none on that side.
const BeamPiece* element_at(const System& system, const std::string& node, bool behind, bool& any) {
    const BeamPiece* out = nullptr;
    for (const BeamPiece& piece : *system.beams) {
        const auto is = [&](int number) { return piece.beam + "[" + std::to_string(number) + "]" == node; };
        any = any || is(piece.element) || is(piece.element + 1);
        if (behind ? is(piece.element) : is(piece.element + 1)) out = &piece;
    }
    return out;
}

/// The row over the full model's dofs for `weights` of the motion of the beam's ends.
linalg::Vector over_dofs(const System& system, const BeamPiece& piece, const elements::Vector12& weights) {
    linalg::Vector full = linalg::Vector::Zero(system.recovery.T.rows());
    const elements::Vector12 nodal = elements::offset_transformation(piece.offset).transpose() * weights;
    for (std::size_t k = 0; k < 12; ++k) full[piece.dofs[k]] += nodal[static_cast<Eigen::Index>(k)];
    return full;
}

}  // namespace

std::optional<Probe> section_probe(const System& system, const std::string& name, const std::string& node,
                                   const std::string& quantity) {
    if (!system.beams) return std::nullopt;
    const bool asked_behind = quantity.ends_with(after);
    const std::string force = asked_behind ? quantity.substr(0, quantity.size() - after.size()) : quantity;
    const auto found = std::ranges::find(probes::section_quantities, force, &probes::JointQuantity::text);
    if (found == probes::section_quantities.end()) return std::nullopt;
    bool any = false;
    bool behind = asked_behind;
    const BeamPiece* piece = element_at(system, node, behind, any);
    if (!any) return std::nullopt;
    if (piece == nullptr && !asked_behind) {  // the first node
        behind = true;
        piece = element_at(system, node, behind, any);
    }
    if (piece == nullptr) throw bad_case("probe '" + name + "': the beam has no element after '" + node + "', its last node");

    const auto component = static_cast<Eigen::Index>(found - probes::section_quantities.begin());
    const auto value = [&](const elements::SectionForces& forces) { return (behind ? forces.end1 : forces.end2)[component]; };
    // The force is linear in the motion of the ends and in the loads: evaluated for unit vectors.
    elements::Vector12 motion, load;
    for (Eigen::Index k = 0; k < 12; ++k) {
        const elements::Vector12 unit = elements::Vector12::Unit(k);
        motion[k] = value(elements::beam_section_forces(piece->properties, unit));
        load[k] = value(elements::beam_section_forces(piece->properties, elements::Vector12::Zero(), unit));
    }
    Probe probe;
    probe.name = name;
    probe.unit = found->unit;
    probe.quantity = Probe::Quantity::balance;
    probe.row = row_of_dofs(system, over_dofs(system, *piece, motion));
    const elements::Matrix12 mass = elements::beam_matrices(piece->properties).mass;
    const elements::Vector12 inertia = -(mass.transpose() * load);
    probe.inertia_row = row_of_dofs(system, over_dofs(system, *piece, inertia));
    if (piece->alpha != 0 || piece->beta != 0)
        probe.rate_row = row_of_dofs(system, over_dofs(system, *piece, piece->beta * motion + piece->alpha * inertia));
    for (const BeamPieceLoad& along : piece->loads)
        probe.loads.push_back({load.dot(along.at_ends), along.signal, along.derivative});
    return probe;
}

}  // namespace jounce
