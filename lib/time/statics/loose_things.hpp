// Which beams, shells and points move in motions without strain.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "time/statics/free_motions.hpp"

namespace jounce::time {

/// Motions without strain move each beam, shell and point rigidly. Adds to `out` the names of those in which one thing moves
/// while everything else rests, thing by thing, without those that depend on `named` and on earlier ones; the things that move in
/// the rest go into `out.deformed`; if no motion is named yet and
/// single things do not explain all of them, those in which everything moves as one body are named first.
/// \param free n x k, the motions without strain; independent columns \param named n x j, those in `out.rigid`
void add_loose_things(const System& system, const linalg::Matrix& free, const linalg::Matrix& named, FreeMotions& out);

}  // namespace jounce::time
