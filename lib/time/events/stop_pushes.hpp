// The reactions of closed rigid stops at one instant, from the accelerations there.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/start/structure_equations.hpp"

namespace jounce::time {

/// The multiplier of a step enforces the stop's speed over the step and is a mean; a stop opens when the multiplier
/// that enforces its acceleration is zero:
///     B M^-1 B^T lambda = B M^-1 (F - C v - K q - B_f^T f) + x_stop'',   (q, v, t) -> lambda
/// The two differ by the square of the step size. References must outlive it; `at` does not allocate.
class StopPushes {
  public:
    /// \throws Error (bad_case) when M is singular
    explicit StopPushes(const System& system);
    /// Forces of every closed rigid side at `state` [N], zero where the tension is no more than rounding; for other
    /// sides, and where several stops constrain one motion, the forces of the state. \throws Error from a user's signal
    [[nodiscard]] const std::vector<SideState>& at(const State& state);

  private:
    const System& system_;
    LinearKernel linear_;
    StructureEquations equations_;
    State now_;
};

}  // namespace jounce::time
