// Whether ranks can share the matrices of a model.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/sharing.hpp"

#include <algorithm>

#include "system/reduction/affine_map.hpp"

namespace jounce {

namespace {

constexpr std::size_t least_pieces = 8;  // of a rank

/// Adds up over parts of the structure, or is left out of the matrices.
bool has_additive_damping(const Builder& builder, ModalDamping modal_damping) {
    const DampingPointer& damping = builder.damping();
    if (!damping || damping->adds_up()) return true;
    return modal_damping == ModalDamping::left_out && damping->by_mode();
}

bool has_heavy_shells(const Builder& builder, int ranks) {
    std::size_t pieces = 0;
    for (const ShellPart& part : builder.shell_parts()) {
        pieces += part.pieces.size();
        const auto heavy = [](const ShellPiece& piece) { return piece.properties.material.density > 0; };
        if (!std::ranges::all_of(part.pieces, heavy)) return false;
    }
    return pieces >= least_pieces * static_cast<std::size_t>(ranks);
}

/// A coordinate that moves a dof with mass has mass, because no mass is negative.
bool has_massless_coordinate(const Builder& builder) {
    std::vector<bool> heavy(static_cast<std::size_t>(builder.dof_count()));
    for (int dof = 0; dof < builder.dof_count(); ++dof) heavy[static_cast<std::size_t>(dof)] = builder.has_point_mass(dof);
    for (const ShellPart& part : builder.shell_parts()) {
        for (const ShellPiece& piece : part.pieces)
            for (int i = 0; i < piece.properties.corners(); ++i)
                std::fill_n(heavy.begin() + 6 * piece.nodes[static_cast<std::size_t>(i)], 6, true);
    }
    const AffineMap map = affine_map(builder);
    for (int j = 0; j < map.T.outerSize(); ++j) {
        bool moves_mass = false;
        for (SparseMatrix::InnerIterator it(map.T, j); it && !moves_mass; ++it)
            moves_mass = it.value() != 0 && heavy[static_cast<std::size_t>(it.row())];
        if (!moves_mass) return true;
    }
    return false;
}

}  // namespace

void share_if_possible(Builder& builder, const linalg::Ranks* ranks, ModalDamping modal_damping) {
    if (ranks == nullptr || !builder.mechanism().empty() || !has_heavy_shells(builder, ranks->size()) ||
        !has_additive_damping(builder, modal_damping))
        return;
    builder.share(ranks);
    if (has_massless_coordinate(builder)) builder.share(nullptr);
}

}  // namespace jounce
