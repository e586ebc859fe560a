// What differences of a user's function lack.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/signals/signal.hpp"

namespace jounce::signals {

/// The rounding error of the second derivative at t of a user's function that does not return it; 0 for all other signals.
[[nodiscard]] double rounding_of_second(const Signal& signal, double t);

}  // namespace jounce::signals
