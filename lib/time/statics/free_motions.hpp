// Motions not constrained by any stiffness or contact.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/state/system.hpp"

namespace jounce::time {

struct FreeMotions {
    int count = 0;                   ///< of at most 12 searched for
    std::vector<std::string> names;  ///< the rigid motions among them: ux uy uz, and rx ry rz about the origin

    /// "6 motions without support (ux, uy, uz, rx, ry, rz): did you forget model:fix?"; empty for none.
    [[nodiscard]] std::string text() const;
};

/// The intersection of the null spaces of K and of the rows of B: not resisted by springs, elements, gaps or frictions.
/// By inverse iteration with K + epsilon M, from numbers without a pattern. \returns none for a System with joints or
/// unsymmetric damping
[[nodiscard]] FreeMotions free_motions(const System& system);

}  // namespace jounce::time
