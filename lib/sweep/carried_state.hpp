// The initial state of the neighbouring point, at t = 0: displacements, velocities and the memory of the contacts,
// without the model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "time/start/continuation.hpp"

namespace jounce::sweep {

/// The same state at t = 0, without the memory of the method: onsets and releases are shifted by the same time.
[[nodiscard]] std::shared_ptr<const time::InitialState> at_zero(const time::InitialState& end);

/// The state, and the data of its System that `time::require_same_coordinates` needs.
[[nodiscard]] std::string state_bytes(const time::InitialState& state);
/// \throws Error (bad_case) for damaged bytes
[[nodiscard]] std::shared_ptr<const time::InitialState> state_of(const std::string& bytes);

}  // namespace jounce::sweep
