// Strain of elements with every digit: their displacements without their own rigid motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/system.hpp"

namespace jounce::modal {

/// What the elements contribute for motions of the coordinates (k columns).
struct ElementStrain {
    linalg::Matrix deviation;  ///< k x k: sum of D^T D over elements, D = displacements without rigid motion [m2]
    linalg::Matrix motion;     ///< k x k: the same of the displacements themselves [m2]
};
/// Rotations count by the length of the element. \param columns n x k
[[nodiscard]] ElementStrain element_strain(const System& system, const linalg::Matrix& columns);

struct ElementEnergy {
    linalg::Matrix strain;  ///< k x k: sum of D^T K_e D, without the cancellation of u^T K_e u
    linalg::Vector size;    ///< k: sum of |u|^T |K_e| |u|, which the rounding of u^T K_e u is proportional to
};
/// \param columns n x k
[[nodiscard]] ElementEnergy element_energy(const System& system, const linalg::Matrix& columns);

/// Which body each node belongs to (nodes that elements connect), from 0; -1 of nodes without elements.
struct Bodies {
    std::vector<int> of_node;
    int count = 0;
};
[[nodiscard]] Bodies bodies_of(const System& system);

}  // namespace jounce::modal
