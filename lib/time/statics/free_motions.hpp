// Motions not constrained by any stiffness or contact.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/state/system.hpp"

namespace jounce::time {

/// Whether gaps and frictions resist motions.
enum class Gaps { hold, absent };

struct FreeMotions {
    int count = 0;
    /// The rigid ones, by the things that move: "ux", "ry", "a slanted rotation".
    struct Rigid {
        std::string things;  ///< "'ball'", "'left' and 'right'"; "" for the whole model
        std::vector<std::string> names;
    };
    std::vector<Rigid> rigid;
    /// Those that move several things against each other without strain, like a chain of hinges, and these things.
    int deforming = 0;
    std::string deformed;     ///< "'crank' and 'rod'"; "" if not known
    int on_soft_springs = 0;  ///< how many of `count` springs resist, but too softly (system/assembly/soft_springs.hpp)

    int searches = 0;  ///< for eigenvectors: each costs several factors

    /// "3 motions without support (ux, uy, uz of 'ball'): did you forget model:fix?", or the springs that are too soft; empty
    /// for none.
    [[nodiscard]] std::string text(const char* how = "without support") const;
};

/// The intersection of the null spaces of K and of the rows of B: not resisted by springs, elements, gaps or frictions.
///
/// Each gap is replaced by a spring. Parts are coordinates that are connected by nodes, stiffness or gaps; the six rigid motions
/// of each part about its centre are examined for those without strain energy (rigid_parts.hpp). The motions are counted by the
/// inertia of K - s M with a small s, unless Lanczos vectors of a large System show that all others have stiffness. What is
/// counted beyond the rigid ones is confirmed by up to 24 eigenvectors, which also tell which beam, shell or point moves alone
/// (loose_things.hpp). \returns none for a System with joints or unsymmetric damping
[[nodiscard]] FreeMotions free_motions(const System& system, Gaps gaps = Gaps::hold);

/// Of which models the parts are examined: of all, or of those that have several.
enum class Examined { all, several_parts };

/// The rigid motions of parts alone, which need no factor: n x k, M-orthonormal.
[[nodiscard]] linalg::Matrix free_rigid_motions(const System& system, Examined which = Examined::all);

}  // namespace jounce::time
