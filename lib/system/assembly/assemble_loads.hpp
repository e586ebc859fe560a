// Loads and moving supports of a System that is being assembled.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/builder/builder.hpp"
#include "system/reduction/affine_map.hpp"

namespace jounce {

/// The blocks of a matrix over coordinates (f) and moving supports (p) that have columns of supports.
struct SupportBlocks {
    SparseMatrix fp, pp;
};

/// A load on held dofs has no effect. If that is so at all nodes of a load, it is an error; at some of its nodes, or for a load
/// from mass or along a beam, it is a note. `map` is the map before condensation, in which massless dofs are still coordinates.
void check_loads(const AffineMap& map, const Builder& builder, std::vector<std::string>& notes);
/// Notes springs and dampers whose direction or axis no free or prescribed motion has a component along. `map` as above.
void check_springs(const AffineMap& map, const Builder& builder, std::vector<std::string>& notes);
/// \param of_mass_loads mass times the acceleration of each mass load, over all dofs, a column each
void add_loads(System& system, const AffineMap& map, const Builder& builder, const Matrix& of_mass_loads);
/// The beams with their loads from mass (gravity, base motion).
[[nodiscard]] std::vector<BeamPiece> loaded_pieces(const Builder& builder);
/// The support motions as loads from mass, damping and stiffness: three loads for every motion.
void add_motions(System& system, const AffineMap& map, const SupportBlocks& M, const SupportBlocks& C, const SupportBlocks& K);

}  // namespace jounce
