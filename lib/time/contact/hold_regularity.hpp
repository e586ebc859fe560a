// How far the constraints of sticks are regular, and which of them hold one motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace jounce::time {

/// Added to the scaled constraint of a stick: several sticks that constrain one motion then share the force, in proportion to
/// what they can hold, and the system stays regular.
inline constexpr double hold_regularity = 1e-9;

/// Part of the compliance of a rate that is left where other sticks or stops hold the motion.
inline constexpr double same_motion = 1e-9;

}  // namespace jounce::time
