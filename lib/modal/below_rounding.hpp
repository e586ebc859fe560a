// Modes whose stiffness is lost in the rounding of K: rigid motions, motions on soft springs, and elastic ones that K cannot
// resolve.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "system/state/system.hpp"

namespace jounce::modal {

struct BelowRounding {
    linalg::Matrix rigid;       ///< n x r: without strain in any element or spring
    linalg::Matrix on_springs;  ///< n x s: without strain in elements, but resisted by soft springs
    linalg::Vector by_springs;  ///< s, ascending: their eigenvalues, from the energies of the springs alone [1/s2]
    linalg::Matrix unresolved;  ///< n x u: with strain in elements
    linalg::Vector limits;      ///< u, ascending: their eigenvalues are at most these [1/s2]
    bool given = true;          ///< all are rigid, and `rigid` are the given shapes
};

/// Tells apart the modes with phi^T K phi below rounding (stiffness_round_off). phi^T K phi sums products that cancel in a rigid
/// motion; here each element's own rigid motion is subtracted from its displacements first, so that the strain energy that is
/// left keeps its digits. Rounding mixes the modes among each other: the motions in which the bodies (nodes that elements
/// connect) are rigid are therefore known from the nodes, and the modes are split into these and the rest, M-orthogonal to them.
/// \param shapes n x m, M-orthonormal \param elastic no mode that strains elements and is resolved has an eigenvalue below it
/// \returns m columns in all, M-orthonormal; `shapes` themselves if all are rigid. docs/theory/modes.md, eq. 4a
[[nodiscard]] BelowRounding told_apart(const System& system, const linalg::Matrix& shapes, double elastic);

/// Whether the displacements deform an element beyond rounding: a matter of their geometry, whatever the stiffness. Not for
/// bending of meshes of more than about 2000 elements in a row.
[[nodiscard]] bool strains_elements(const System& system, const linalg::Vector& shape);

/// The motions that strain no element and that K resists by rounding at most: those that the geometry of the supports leaves
/// free, or held by soft springs.
struct Unstrained {
    linalg::Matrix lost;    ///< n x l, M-orthonormal, energies below rounding
    linalg::Matrix unsure;  ///< n x u, the others, of which K does not resolve the stiffness either
    bool all = false;       ///< there are no other ones; false for a model without elements, of many bodies, or a reduced one
};
[[nodiscard]] Unstrained unstrained_motions(const System& system);

/// "3 modes are unresolved: ... frequencies of at most 0.1 Hz are not known to 0.1 %", and what is thin.
/// \param most the highest eigenvalue that they may have [1/s2]
[[nodiscard]] std::string unresolved_text(const System& system, int count, double most);

}  // namespace jounce::modal
