// Static equilibrium with contact: the rest position of a System under the loads of one instant.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/messages/stage.hpp"
#include "linalg/eigen/engine.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

struct Equilibrium {
    State state;           ///< at rest: v = a = 0, with contact sides, their memory and load values
    int iterations = 0;    ///< linear systems solved
    double imbalance = 0;  ///< largest remainder of a coordinate's balance, relative to the sum of its magnitudes
};

/// Solves K q + B^T f(B q + stops(time)) = F(time) with all rates zero: contact laws at rate 0, sides in contact where
/// they push, rigid stops as 0 <= lambda perpendicular to play >= 0. Supports and moving stops are at their position at
/// `time`; a moving base contributes its acceleration.
///
/// Newton's method with the full tangent, an exact line search along each direction, and a multiple of M added to the
/// tangent while the System is not supported (pseudo-transient continuation), from the System's initial displacements;
/// rigid stops by augmented Lagrangians. Equations in docs/theory/statics.md.
/// Sources: C. T. Kelley, D. E. Keyes (1998), doi:10.1137/S0036142996304796; R. T. Rockafellar (1973), doi:10.1007/BF01580138.
/// \param engine solves the linear systems, if given \param proceed is told the stages "ordering" and "factor"; an exception from
/// it ends the search \throws Error (bad_case) naming the coordinate that moves most when a motion is not supported;
/// (computation) when the iteration does not converge; exceptions of a user's signal
[[nodiscard]] Equilibrium equilibrium(const System& system, double time, const linalg::Engine* engine = nullptr,
                                      const StageReport& proceed = {});

/// The signal of a load, or the derivative of it that the load uses, at an instant. \throws Error from a user's signal
[[nodiscard]] double load_value(const Load& load, double time);

}  // namespace jounce::time
