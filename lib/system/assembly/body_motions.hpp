// Bodies of a structure, and their rigid motions as motions of coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "linalg/basics/disjoint_sets.hpp"
#include "system/builder/builder.hpp"
#include "system/reduction/affine_map.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// Coordinates that K connects without the springs. \param for_each_entry calls a function of row, column and value
/// \param group of each coordinate of K
template <class ForEachEntry, class Rows, class Group>
linalg::DisjointSets connected_without(const ForEachEntry& for_each_entry, const Rows& springs, int groups, const Group& group) {
    std::map<std::pair<int, int>, double> of_springs;
    for (const auto& [row, stiffness] : springs) {
        for (const auto& [i, a] : row) {
            for (const auto& [j, b] : row)
                if (i != j) of_springs[{i, j}] += stiffness * std::abs(a * b);
        }
    }
    linalg::DisjointSets sets(groups);
    for_each_entry([&](int i, int j, double value) {
        const auto found = of_springs.find({i, j});
        if (std::abs(value) > (found == of_springs.end() ? 0 : 2 * found->second)) sets.unite(group(i), group(j));
    });
    return sets;
}

/// Bodies: the nodes that elements connect. Springs, ties and rigid links join them to structures with hinges.
class BodyMotions {
  public:
    BodyMotions(const System& system, const AffineMap& map, const Builder& builder);
    /// An orthonormal basis of the motions of the coordinates of a part (m x k) in which all its bodies are rigid.
    [[nodiscard]] linalg::Matrix motions(const std::vector<int>& part);

  private:
    [[nodiscard]] linalg::DisjointSets sets() const;
    [[nodiscard]] std::optional<linalg::Matrix> of_bodies(const std::vector<int>& part, const std::set<int>& bodies,
                                                          std::size_t dofs);

    const System& system_;
    const AffineMap& map_;
    const Builder& builder_;
    RowMajor T_;
    linalg::Matrix of_nodes_;
    linalg::DisjointSets sets_;
    std::map<int, std::vector<int>> members_;
};

}  // namespace jounce
