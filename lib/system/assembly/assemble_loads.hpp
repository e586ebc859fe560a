// Loads and moving supports of a System that is being assembled.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/builder/builder.hpp"
#include "system/reduction/affine_map.hpp"

namespace jounce {

/// A matrix over coordinates (f) and moving supports (p).
struct Blocks {
    SparseMatrix ff, fp, pp;
};

/// What supports take does nothing: on all nodes of a load it is a mistake, and on some of them, or of a load that comes with
/// mass or along a beam, it is noted. `map` is the one before condensation, which also moves what follows statically.
void check_loads(const AffineMap& map, const Builder& builder, std::vector<std::string>& notes);
void add_loads(System& system, const AffineMap& map, const Builder& builder, const SparseMatrix& full_mass);
/// The beams with the loads that their mass gives them.
[[nodiscard]] std::vector<BeamPiece> loaded_pieces(const Builder& builder);
/// M T a + ... on the supports' side of the equations: three loads for every motion.
void add_motions(System& system, const AffineMap& map, const Blocks& M, const Blocks& C, const Blocks& K);

}  // namespace jounce
