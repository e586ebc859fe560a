// From the drafts of a mechanism to its part of a System.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "system/builder/builder.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/reduction/affine_map.hpp"

namespace jounce {

/// Finds the bodies whose motion drivers give, and prescribes their coordinates. Before the dofs are mapped.
/// \throws Error with the origin of the entry at fault
void drive_bodies(Builder& builder);

/// Frames, joints, clearance joints (with their contacts and frictions in `system`) and a consistent start (`q0`, `v0`).
/// \throws Error naming the joint that cannot be closed, is one too many, or stands at a dead point
void add_mechanism(System& system, const AffineMap& map, const Builder& builder);

/// What the start of a mechanism is looked for with.
struct StartGuess {
    std::vector<PlanarJoint> ideal;  ///< joints of the mechanism, and what clearance joints start as
    /// Slots end, the curves that stand for them in `ideal` do not: index into `ideal`, and of a pair of the mechanism.
    std::vector<std::pair<std::size_t, std::size_t>> slots;
    std::vector<int> held, held_rates;  ///< free coordinates that `initial` gives
};

/// Closes the joints from the guess in `q` and makes `v` consistent. Marks redundant equations in `mechanism` and in notes.
void assemble_start(System& system, Mechanism& mechanism, StartGuess& guess);

}  // namespace jounce
