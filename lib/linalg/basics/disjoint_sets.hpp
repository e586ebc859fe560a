// Disjoint sets of numbers: which coordinates are connected.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

namespace jounce::linalg {

/// Sets of the numbers 0 to size - 1, at first one for each; each set is known by its smallest member.
class DisjointSets {
  public:
    explicit DisjointSets(int size) : parent_(static_cast<std::size_t>(size)) { std::iota(parent_.begin(), parent_.end(), 0); }
    int find(int i) {
        while (at(i) != i) i = at(i) = at(at(i));
        return i;
    }
    void unite(int i, int j) {
        const int a = find(i), b = find(j);
        at(std::max(a, b)) = std::min(a, b);
    }

  private:
    int& at(int i) { return parent_[static_cast<std::size_t>(i)]; }
    std::vector<int> parent_;
};

}  // namespace jounce::linalg
