// Mass and stiffness over the coordinates in two passes over the elements: where they differ from zero, then their numbers, each
// in its place. Beside the matrices there is a block of columns at a time, never a copy.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/messages/stage.hpp"
#include "linalg/sparse/ordering.hpp"
#include "system/builder/builder.hpp"
#include "system/reduction/affine_map.hpp"
#include "system/reduction/congruent.hpp"

namespace jounce {

/// Where the passes are in the stage "assembly": fractions of it, by the time that they take for a large shell.
namespace assembly_stage {
inline constexpr const char* name = "assembly";
inline constexpr double mass_pattern = 0.1, stiffness_pattern = 0.2, order = 0.45, motions = 0.55, mass = 0.65, stiffness = 0.75,
                        end = 1;
}  // namespace assembly_stage

/// What the first pass finds, for an assembly by one process.
struct Patterns {
    linalg::Pattern mass, stiffness;
    linalg::Ordering ordering;
};

/// Orders the coordinates for a small bandwidth; `map` and the dampers change to the new order.
[[nodiscard]] Patterns ordered_patterns(AffineMap& map, const Builder& builder, linalg::Pattern mass, SparseMatrix& dampers,
                                        const StageReport& proceed);
/// The second pass. \param patterns left empty
/// \throws Error when less memory is free than the matrices take
void fill_matrices(Patterns& patterns, const AffineMap& map, const Builder& builder, LinearBlock& linear,
                   const StageReport& proceed);

/// The mass of all dofs times motions of them, a column each: the rigid ones (Recovery::inertia), then the acceleration of each
/// mass load. \param system with its nodes
[[nodiscard]] Matrix mass_times_motions(const System& system, const Builder& builder);

/// For so many entries of matrices. \throws Error when less is free
void require_memory_for(double entries, const Builder& builder);
/// Returns freed memory to the system, for a model with so many dofs that it is much.
void give_back_memory_of(int dofs);

}  // namespace jounce
