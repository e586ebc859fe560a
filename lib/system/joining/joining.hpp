// From the drafts of a mechanism to its part of a System.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "system/builder/builder.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/reduction/affine_map.hpp"

namespace jounce {

/// Finds the driven bodies and prescribes their coordinates. Called before the dofs are mapped.
/// \throws Error with the origin of the invalid entry
void drive_bodies(Builder& builder);

/// Frames, joints, clearance joints (with their contacts and frictions in `system`) and a consistent start (`q0`, `v0`).
/// \throws Error naming the joint that cannot be closed, is redundant, or is at a dead point
void add_mechanism(System& system, const AffineMap& map, const Builder& builder);

/// The input of the initial assembly of a mechanism.
struct StartGuess {
    std::vector<PlanarJoint> ideal;  ///< joints of the mechanism, and the ideal joints as which clearance joints start
    /// Slots, which have ends, unlike their curves in `ideal`: index into `ideal`, and index of a pair of the mechanism.
    std::vector<std::pair<std::size_t, std::size_t>> slots;
    std::vector<int> held, held_rates;  ///< free coordinates given by `initial`
};

/// Closes the joints from the guess in `q` and makes `v` consistent. Marks redundant equations in `mechanism` and adds notes.
void assemble_start(System& system, Mechanism& mechanism, StartGuess& guess);

}  // namespace jounce
