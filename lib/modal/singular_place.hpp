// Where the matrices of a System are singular, in words.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string>

#include "linalg/basics/singular_matrix.hpp"
#include "system/state/system.hpp"

namespace jounce::modal {

/// "the matrices are singular at coordinate top.ux"; without the place where an engine does not know it (row -1).
inline std::string singular_place(const System& system, const linalg::SingularMatrix& singular) {
    const std::string text = "the matrices are singular";
    if (singular.row < 0) return text;
    const auto row = static_cast<std::size_t>(singular.row);
    return text + " at coordinate " +
           (row < system.coordinate_names.size() ? system.coordinate_names[row] : "number " + std::to_string(row));
}

}  // namespace jounce::modal
