// How far the constraints of sticks are regular.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace jounce::time {

/// Added to the scaled constraint of a stick: several sticks that constrain one motion then share the force, in proportion to
/// what they can hold, and the system stays regular.
inline constexpr double hold_regularity = 1e-9;

}  // namespace jounce::time
