// The elimination tree of a symmetric matrix, and the supernodes of its factor.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "linalg/sparse/lower_strips.hpp"
#include "linalg/sparse/ordered_sum.hpp"

namespace jounce::linalg {

/// parent[j]: the row of the first entry of column j of L below its diagonal, -1 for a root.
/// Source: J. W. H. Liu (1990), doi:10.1137/0611010, sec. 4.
[[nodiscard]] std::vector<int> elimination_tree(const OrderedSum& matrix);

/// old_of_new: children before parents, each subtree consecutive, children in their given order. The fill is the same,
/// but columns with the same structure become adjacent.
[[nodiscard]] std::vector<int> postorder(const std::vector<int>& parent);

/// Consecutive columns of L that share the rows below them: eliminated together, as one dense block.
struct Supernode {
    int first = 0;                ///< column
    int width = 0;                ///< columns
    int parent = -1;              ///< supernode of the first row below, -1 for a root
    std::vector<int> rows;        ///< rows below the columns, ascending
    std::vector<int> children;    ///< supernodes with this parent, ascending
    std::size_t first_value = 0;  ///< start of its block: (width + rows) x width, as FactorStrips
    double work = 0;              ///< number of multiplications for its own elimination

    [[nodiscard]] int height() const { return width + static_cast<int>(rows.size()); }
    /// Numbers of its block.
    [[nodiscard]] std::size_t stored() const { return FactorStrips::stored(height(), width); }
    /// Its block among the values of the factor.
    [[nodiscard]] FactorStrips block(std::vector<double>& values) const { return {values.data() + first_value, height(), width}; }
    [[nodiscard]] ConstFactorStrips block(const std::vector<double>& values) const {
        return {values.data() + first_value, height(), width};
    }
};

/// In the order of their columns: children come before parents. Adjacent supernodes are merged when that adds few
/// zeros: fewer and larger blocks are eliminated faster (C. Ashcraft, R. Grimes (1989), doi:10.1145/76909.76910).
[[nodiscard]] std::vector<Supernode> supernodes(const OrderedSum& matrix);

/// Roots of disjoint subtrees, the largest first, none with more than a small part of all work; the supernodes above them remain.
/// The division does not depend on the number of threads: its parts are small enough for many threads to end together.
/// \param work of each supernode
[[nodiscard]] std::vector<int> separate_subtrees(const std::vector<Supernode>& nodes, std::vector<double> work);

/// The supernodes of a subtree, each directly after the subtrees of its children.
[[nodiscard]] std::vector<int> members_of(const std::vector<Supernode>& nodes, int root);

}  // namespace jounce::linalg
