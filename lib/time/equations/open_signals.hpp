// Which signals have no closed form, and what they move.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>

#include "system/state/system.hpp"

namespace jounce::time {

/// Has a signal no closed form just after t?
[[nodiscard]] inline bool is_open(const Signal& signal, double t) { return !signal.piece(t).has_value(); }

/// Is the signal of a load open? One that acts on prescribed motions alone changes powers only, and is not open.
[[nodiscard]] inline bool is_open(const Load& load, double t) { return !load.pattern.isZero(0) && is_open(*load.signal, t); }

/// Is a signal open that acts by more than its values: on a support, or by a derivative? A cubic cannot replace it.
[[nodiscard]] inline bool open_by_rates(const System& system, double t) {
    return std::ranges::any_of(system.loads, [&](const Load& load) { return load.derivative != 0 && is_open(load, t); }) ||
           std::ranges::any_of(system.recovery.prescribed,
                               [&](const PrescribedMotion& motion) { return is_open(*motion.signal, t); });
}

}  // namespace jounce::time
