// A System in modal coordinates: the same model, contacts and loads over q = Phi y, with M = 1 and K diagonal.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "system/state/system.hpp"

namespace jounce::modal {

/// Modal coordinates are refused above this number of free coordinates: all modes are computed by a dense solver. Its
/// time grows with the third power (seconds at 800 coordinates).
inline constexpr int largest_modal_system = 2000;

/// All modes of the undamped System as coordinates, y = Phi^T M q with Phi^T M Phi = 1; no mode is left out, so that
/// only rounding is lost. Rigid-body modes (see stiffness_round_off) get a stiffness of exactly zero. The damping Phi^T
/// C Phi is exactly diagonal for C = alpha M + beta K and where the off-diagonal terms are rounding only; otherwise it
/// is kept in full, and notes say so. Recovery, gap rows, loads and prescribed motions refer to the nodes and dofs of
/// the original as before; coordinates are called "mode 1", ... Equations in docs/theory/precise.md.
/// Source: R. W. Clough, J. Penzien (1993), Dynamics of Structures, ch. 12.
/// \throws Error (bad_case) when M or K is not symmetric or the System is larger than
/// largest_modal_system; (computation) when M is singular or the eigensolver does not converge
[[nodiscard]] std::shared_ptr<const System> modal_system(const System& system);

}  // namespace jounce::modal
