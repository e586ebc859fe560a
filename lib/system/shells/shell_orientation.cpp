// Edges of a shell, and the direction of its cells along them.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/shells/shell_orientation.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace jounce {

namespace {

struct Edge {
    int low, high;  // nodes
    int cell;
    bool forward;  // the cell's corners go from low to high
};

}  // namespace

OppositeNormals opposite_normals(const std::vector<ShellPiece>& pieces, const std::vector<int>& among) {
    std::vector<Edge> edges;
    for (const int cell : among) {
        const ShellPiece& piece = pieces[static_cast<std::size_t>(cell)];
        const auto corners = static_cast<std::size_t>(piece.properties.corners());
        for (std::size_t i = 0; i < corners; ++i) {
            const int a = piece.nodes[i], b = piece.nodes[(i + 1) % corners];
            edges.push_back({std::min(a, b), std::max(a, b), cell, a < b});
        }
    }
    const auto place = [](const Edge& e) { return std::tie(e.low, e.high); };
    std::sort(edges.begin(), edges.end(),
              [](const Edge& a, const Edge& b) { return std::tie(a.low, a.high, a.cell) < std::tie(b.low, b.high, b.cell); });
    OppositeNormals out;
    for (std::size_t i = 0; i < edges.size();) {
        std::size_t end = i + 1;
        while (end < edges.size() && place(edges[end]) == place(edges[i])) ++end;
        if (end - i == 2 && edges[i].forward == edges[i + 1].forward) {
            const std::array<int, 2> cells{edges[i].cell, edges[i + 1].cell};
            if (out.pairs == 0 || cells < out.cells) {
                out.cells = cells;
                out.nodes = {edges[i].low, edges[i].high};
            }
            ++out.pairs;
        }
        i = end;
    }
    return out;
}

OppositeNormals opposite_normals(const std::vector<ShellPiece>& pieces) {
    std::vector<int> all(pieces.size());
    std::iota(all.begin(), all.end(), 0);
    return opposite_normals(pieces, all);
}

}  // namespace jounce
