// The largest stable step of conditionally stable methods, from the fastest mode of the linear part.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "system/state/system.hpp"

namespace jounce::time {

/// Largest angular frequency of K x = omega^2 M x [rad/s], by power iteration: never above the exact value, and within
/// 1 % of it on meshes; 0 without stiffness. Returns 0 for unsymmetric matrices.
[[nodiscard]] double largest_angular_frequency(const System& system);

}  // namespace jounce::time
