// The elimination tree of a symmetric matrix, and the supernodes of its factor.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "linalg/types.hpp"

namespace jounce::linalg {

/// parent[j]: the row of the first entry of column j of L below its diagonal, -1 for a root.
/// Source: J. W. H. Liu (1990), doi:10.1137/0611010, sec. 4.
[[nodiscard]] std::vector<int> elimination_tree(const SparseMatrix& matrix);

/// old_of_new: sons before fathers, each subtree consecutive, sons in their given order. The same fill, but columns of one
/// structure then stand side by side.
[[nodiscard]] std::vector<int> postorder(const std::vector<int>& parent);

/// Consecutive columns of L that share the rows below them: eliminated together, as one dense block.
struct Supernode {
    int first = 0;                ///< column
    int width = 0;                ///< columns
    int parent = -1;              ///< supernode of the first row below, -1 for a root
    std::vector<int> rows;        ///< below the columns, ascending
    std::vector<int> children;    ///< supernodes whose parent this is, ascending
    std::size_t first_value = 0;  ///< where its block begins: (width + rows) x width, by columns
    double work = 0;              ///< multiplications of its own elimination

    [[nodiscard]] int height() const { return width + static_cast<int>(rows.size()); }
};

/// In the order of their columns, so that children come before parents. Neighbours are merged where that adds few zeros: fewer
/// and larger blocks are eliminated faster (C. Ashcraft, R. Grimes (1989), doi:10.1145/76909.76910).
[[nodiscard]] std::vector<Supernode> supernodes(const SparseMatrix& matrix);

}  // namespace jounce::linalg
