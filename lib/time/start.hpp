// The start of a run and the load vector: what every integrator does in the same way.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state.hpp"
#include "system/system.hpp"
#include "time/contact_kernel.hpp"
#include "time/linear_kernel.hpp"

namespace jounce::time {

/// The System's initial state with all vectors in shape; accelerations and sides still to be completed by `Stepper::start`.
[[nodiscard]] State initial_state(const System& system);

/// Writes F(time) into `state.a` and the signals' values into `state.load_values`. Does not allocate.
/// \throws Error from a user's signal
void load_vector(const System& system, double time, State& state);

/// Contact sides and the consistent acceleration M a = F - C v - K q - B^T f of a state that has time, q and v.
/// \throws Error when M is singular
void complete_start(const System& system, const LinearKernel& linear, ContactKernel& contacts, State& state);

}  // namespace jounce::time
