// Finds the place at a given point among many places.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "meshes/mesh.hpp"

namespace jounce {

class NodeSearch {
  public:
    /// Places closer than `reach` count as one; of several the first is found.
    NodeSearch(std::vector<std::array<double, 3>> places, double reach);
    /// Index of the place at `point`, or -1.
    [[nodiscard]] int find(const std::array<double, 3>& point) const;

  private:
    [[nodiscard]] std::array<std::int64_t, 3> box(const std::array<double, 3>& point) const;
    std::vector<std::array<double, 3>> places_;
    double reach_;
    std::unordered_multimap<std::uint64_t, int> boxes_;
};

/// Diagonal of the bounding box of all points of a mesh [m].
[[nodiscard]] double size_of(const Mesh& mesh);

}  // namespace jounce
