// The state that a neighbour begins with, at t = 0: displacements, velocities and the memory of the contacts, without the model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "time/start/continuation.hpp"

namespace jounce::sweep {

/// The same state at t = 0, with no memory of the method: onsets and releases keep their distance to the present.
[[nodiscard]] std::shared_ptr<const time::InitialState> at_zero(const time::InitialState& end);

/// The state and of its System what `time::require_same_coordinates` asks for.
[[nodiscard]] std::string state_bytes(const time::InitialState& state);
/// \throws Error (bad_case) for damaged bytes
[[nodiscard]] std::shared_ptr<const time::InitialState> state_of(const std::string& bytes);

}  // namespace jounce::sweep
