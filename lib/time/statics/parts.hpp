// The parts of a System: coordinates connected by nodes, stiffness or gaps.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/state/system.hpp"

namespace jounce::time {

struct Part {
    std::vector<int> coordinates;  ///< ascending
    std::vector<int> nodes;        ///< indices into System::nodes, ascending
};

/// A beam, shell, point or plain node of the model, with its nodes: "beam" has the nodes "beam[1]", "beam[2]", ...
struct Thing {
    std::string name;
    std::vector<int> nodes;  ///< indices into System::nodes, ascending
};

/// Those of the nodes, in the order of their first node.
[[nodiscard]] std::vector<Thing> things_of(const System& system, const std::vector<int>& nodes);

/// "'a'", "'a' and 'b'", "'a', 'b', 'c' and 4 more"
[[nodiscard]] std::string names_of(const std::vector<Thing>& things);

/// In the order of their first coordinate. \param stiffness n x n, K with the springs that stand for gaps
[[nodiscard]] std::vector<Part> parts_of(const System& system, const linalg::SparseMatrix& stiffness);

/// The block of a symmetric matrix over the coordinates of a part, in their order. \param place n, -1 each; unchanged afterwards
[[nodiscard]] linalg::SparseMatrix block_of(const linalg::SparseMatrix& matrix, const std::vector<int>& coordinates,
                                            std::vector<int>& place);

}  // namespace jounce::time
