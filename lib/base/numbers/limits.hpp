// Limits of double precision, by short names.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>

namespace jounce {

inline constexpr double epsilon = std::numeric_limits<double>::epsilon();    ///< spacing of the numbers at 1
inline constexpr double infinite = std::numeric_limits<double>::infinity();  ///< for unknown bounds

}  // namespace jounce
