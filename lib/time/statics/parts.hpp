// The parts of a System: coordinates connected by nodes, stiffness or gaps.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/state/system.hpp"

namespace jounce::time {

struct Part {
    std::string name;              ///< of the thing that its first node belongs to: "beam"
    std::vector<int> coordinates;  ///< ascending
    std::vector<int> nodes;        ///< indices into System::nodes, ascending
};

/// In the order of their first coordinate. \param stiffness n x n, K with the springs that stand for gaps
[[nodiscard]] std::vector<Part> parts_of(const System& system, const linalg::SparseMatrix& stiffness);

}  // namespace jounce::time
