// Notes on gaps that the motion of a run cannot close.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "record/run/examined.hpp"

namespace jounce::record {

/// Of beams and shells: gaps to whose coordinates neither M, C and K nor another gap or a friction connects anything that moves:
/// a load, an initial value, a prescribed motion. They stay as they are, exactly. Empty where one of the gaps moves.
[[nodiscard]] std::string unmoved_doubt(const Examined& of);

/// A clearance of more than a hundred times what the loads can move the gap's node by, in each gap of the structure. With the
/// deflection u = K^-1 p under the largest value of a load p, |b u|^2 <= (b K^-1 b) (u^T K u); a sudden load doubles it, and an
/// oscillation of the angular frequency w at resonance adds w/2 times the duration. Empty for none.
[[nodiscard]] std::string unreached_doubt(const Examined& of);

/// A law that delivers, in a free impact, a restitution of more than 0.3 beside the one that it was given. Empty for none.
[[nodiscard]] std::string restitution_doubt(const System& system);

}  // namespace jounce::record
