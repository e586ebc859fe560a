// The held dofs of a structure with the forces on each of them, for support forces.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "linalg/basics/types.hpp"
#include "system/signals/signal.hpp"

namespace jounce {

/// coefficient * entry `dof` of a vector over the full model's dofs.
struct FullTerm {
    int dof = 0;
    double coefficient = 0;
};

/// A dof that is fixed or has a prescribed motion. The pattern p is the motion of all dofs for a unit motion of this dof, with
/// the free coordinates at zero: one entry, or more with rigid links or ties to it. The force of the support on the structure is
/// R = p^T (M u'' + C u' + K u) + sum of the local forces on its rows - p^T F(t), by the principle of virtual work.
struct Support {
    int dof = 0;                                     ///< of the full model
    bool shared = false;                             ///< other supports hold the same motion: its own force is undetermined
    std::vector<FullTerm> mass, damping, stiffness;  ///< p^T M, p^T C, p^T K; C: dampers and proportional damping
    std::vector<std::pair<int, double>> rows;        ///< index into System::rows, coefficient p^T B^T
    struct Push {
        double coefficient = 0;  ///< p^T pattern
        SignalPointer signal;
        int derivative = 0;
    };
    std::vector<Push> loads;
};

struct Supports {
    std::vector<Support> held;     ///< in the order of the script
    linalg::SparseMatrix dampers;  ///< of the full model
    bool couples = false;          ///< the structure has non-proportional damping, over the free coordinates only
};

}  // namespace jounce
