// The forces that hold closed rigid stops at one instant, by the accelerations there.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/start/structure_equations.hpp"

namespace jounce::time {

/// A step has a multiplier that keeps the stop's speed over the step, a mean; a stop lets go where the multiplier that keeps its
/// acceleration is zero:
///     B M^-1 B^T lambda = B M^-1 (F - C v - K q - B_f^T f) + x_stop'',   (q, v, t) -> lambda
/// The two differ by the square of the step. References must outlive it; `at` does not allocate.
class StopPushes {
  public:
    /// \throws Error (bad_case) when M is singular
    explicit StopPushes(const System& system);
    /// Of every side that is closed and rigid at `state` [N], zero where it pulls by no more than rounding; of the others, and
    /// where stops hold one motion twice, as in the state. \throws Error from a user's signal
    [[nodiscard]] const std::vector<SideState>& at(const State& state);

  private:
    const System& system_;
    LinearKernel linear_;
    StructureEquations equations_;
    State now_;
};

}  // namespace jounce::time
