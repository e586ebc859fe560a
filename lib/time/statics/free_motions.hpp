// Motions that no stiffness and no contact holds.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/state/system.hpp"

namespace jounce::time {

struct FreeMotions {
    int count = 0;                   ///< of at most 12 that are looked for
    std::vector<std::string> names;  ///< the rigid motions among them: ux uy uz, and rx ry rz about the origin

    /// "6 motions that nothing holds (ux, uy, uz, rx, ry, rz): did you forget model:fix?"; empty for none.
    [[nodiscard]] std::string text() const;
};

/// The null space of K within that of the rows of B: what neither springs, elements, gaps nor frictions resist. By inverse
/// iteration with K + epsilon M, from numbers without a pattern. \returns none of a System with joints or unsymmetric damping
[[nodiscard]] FreeMotions free_motions(const System& system);

}  // namespace jounce::time
