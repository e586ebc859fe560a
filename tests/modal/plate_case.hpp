// A plate large enough for the methods of large models, and forces on its nodes.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "system/models.hpp"

namespace jounce::test {

/// 70 x 50 elements, 5 mm thick: 21 726 dofs. Node i + 71 j is at (10 mm i, 10 mm j).
inline Handle add_plate(Script& s) {
    const Value mesh = table({{"family", "mesh"},
                              {"kind", "plate"},
                              {"corner", vector(0, 0, 0)},
                              {"edge_1", vector(0.7, 0, 0)},
                              {"edge_2", vector(0, 0.5, 0)},
                              {"elements_1", 70},
                              {"elements_2", 50}});
    return s.add("shell", {{"name", "p"}, {"mesh", mesh}, {"thickness", 5e-3}, {"material", steel()}});
}

/// Free in space or clamped along the edge x = 0.
inline System plate(bool clamped) {
    Script s;
    const Handle shell = add_plate(s);
    std::vector<Reference> edge;
    for (std::size_t i = 0; i < shell.nodes.size(); i += 71) edge.push_back(shell.nodes[i]);
    if (clamped) s.add("fix", {{"nodes", references(edge)}});
    return s.system();
}

/// Unit forces and moments at the six dofs of some nodes, by columns.
inline Matrix forces_at(const System& system, const std::vector<int>& nodes) {
    const SparseMatrix by_dof = system.recovery.T.transpose();
    Matrix out(system.size(), 6 * static_cast<Eigen::Index>(nodes.size()));
    for (Eigen::Index j = 0; j < out.cols(); ++j) {
        const int node = nodes[static_cast<std::size_t>(j / 6)];
        out.col(j) = Vector(by_dof.col(system.nodes[static_cast<std::size_t>(node)].first_dof + static_cast<int>(j % 6)));
    }
    return out;
}

/// The same at nodes far from each other: the first `count` columns.
inline Matrix forces(const System& system, int count) {
    std::vector<int> nodes;
    for (int j = 0; 6 * j < count; ++j) nodes.push_back(100 + 277 * j);
    return forces_at(system, nodes).leftCols(count);
}

}  // namespace jounce::test
