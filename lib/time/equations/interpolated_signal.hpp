// A signal without a closed form, a sweep or a user's function, as a cubic on a stretch short enough for a tolerance.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "system/signals/signal.hpp"

namespace jounce::time {

/// The cubic through the values at the four Gauss points of [t, end], the longest stretch found on which five other values differ
/// from it by at most `tolerance` of the largest of the nine. Empty where such a stretch would be very short: near a jump or a
/// kink. Depends on its arguments alone, and evaluates the signal within [t, limit) only.
/// \param limit at most the next break of the signal
/// \param resolution [s]: a signal that does not state its frequency is asked at this distance, too, and stretches are at most 40
/// of it \throws Error from a user's signal
[[nodiscard]] std::optional<SignalPiece> interpolated(const Signal& signal, double t, double limit, double tolerance,
                                                      double resolution);

}  // namespace jounce::time
