// Numeric multifrontal elimination of a symmetric matrix over its supernodes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "base/messages/stage.hpp"
#include "linalg/basics/types.hpp"
#include "linalg/sparse/elimination_tree.hpp"

namespace jounce::linalg {

/// The diagonal D of L D L'.
struct Pivots {
    std::vector<double> values;
    std::vector<double> magnitudes;  ///< of each pivot: the sum of the magnitudes of its terms, |a_ii| and l_ij^2 |d_j|
    int zero = -1;                   ///< lowest row with a pivot of exactly zero or NaN, above which nothing is eliminated; or -1
};

/// \param values becomes the blocks of L (unit diagonal not stored); null: they are discarded one after the other, which needs a
/// small part of the memory \param stage is told the fraction of the multiplications that is done
[[nodiscard]] Pivots eliminate(const OrderedSum& matrix, const std::vector<Supernode>& nodes, std::vector<double>* values,
                               const StagePart& stage = {});

enum class Blocks { kept, discarded };

/// Memory that `eliminate` needs [bytes]: the updates that wait for their parents, and the blocks of L, or where these are
/// discarded the largest block and its columns times their pivots, for each thread and above the subtrees of the threads. With
/// several threads the waiting updates may be a little more. Beside kept blocks the scratch memory of the threads is left out.
[[nodiscard]] double elimination_memory(const std::vector<Supernode>& nodes, Blocks blocks = Blocks::kept);

}  // namespace jounce::linalg
