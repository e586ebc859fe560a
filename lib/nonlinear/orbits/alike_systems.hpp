// Systems of one model function that differ in the signals of their loads alone.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "system/state/system.hpp"

namespace jounce::nonlinear {

/// False also where this takes more than a comparison of numbers: with joints, frictions or prescribed motions.
[[nodiscard]] bool differ_in_signals_alone(const System& a, const System& b);

/// A System derived from another one, as it follows from a System that differs from that one in the signals of its loads alone.
[[nodiscard]] std::shared_ptr<const System> with_signals_of(const System& other, const System& derived);

}  // namespace jounce::nonlinear
