// Names of rigid motions: "ux", "rz", "a slanted rotation".
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::time {

/// Names of the motions spanned by the columns: the translations among them, then the others by their axes of rotation. An axis
/// that is none of the coordinate axes is "slanted". \param amplitudes 6 x k, independent columns: translation of the reference
/// point [m], rotation [rad] \param length [m], of what moves: a rotation of 1 counts as much as this translation
[[nodiscard]] std::vector<std::string> names_of_motions(const linalg::Matrix& amplitudes, double length);

}  // namespace jounce::time
