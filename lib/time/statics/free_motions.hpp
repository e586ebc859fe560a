// Motions not constrained by any stiffness or contact.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/state/system.hpp"

namespace jounce::time {

struct FreeMotions {
    int count = 0;
    /// The rigid ones, by part of the model (its first node; "" if there is only one part): "ux", "ry", "a slanted rotation".
    struct OfPart {
        std::string part;
        std::vector<std::string> names;
    };
    std::vector<OfPart> rigid;
    int deforming = 0;  ///< those that deform a part without strain: hinges, slides

    /// "3 motions without support (ux, uy, uz of 'ball'): did you forget model:fix?"; empty for none.
    [[nodiscard]] std::string text() const;
};

/// The intersection of the null spaces of K and of the rows of B: not resisted by springs, elements, gaps or frictions.
///
/// Each gap is replaced by a spring. The motions are counted by the inertia of K - s M with a small s. Parts are coordinates that
/// are connected by nodes, stiffness or gaps; the six rigid motions of each part about its centre, made M-orthogonal with the
/// translations first, are examined for those without strain energy. What is counted beyond these is confirmed by up to 24
/// eigenvectors. \returns none for a System with joints or unsymmetric damping
[[nodiscard]] FreeMotions free_motions(const System& system);

}  // namespace jounce::time
