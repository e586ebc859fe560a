// Substitution with the blocks of a sparse factor, for many right-hand sides at once.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "linalg/basics/types.hpp"
#include "linalg/sparse/elimination_tree.hpp"

namespace jounce::linalg {

/// Every column x becomes (L D L')^-1 x.
/// \param values the blocks of L as `eliminate` fills them \param reciprocals of D
/// \param needed supernodes whose rows of the result are needed, with those above them; empty: all
/// Threads share strips of columns, or subtrees of supernodes where the columns are few. The arithmetic of a column does not
/// depend on the columns beside it, nor on the number of threads.
void substitute(const std::vector<Supernode>& nodes, const std::vector<double>& values, const std::vector<double>& reciprocals,
                RowMatrix& x, std::span<const char> needed);

}  // namespace jounce::linalg
