// Detects singular configurations, where the joints of a mechanism do not determine its motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include "system/mechanism/motion.hpp"

namespace jounce {

/// The message when the joints' equations are linearly dependent, or nearly so: "... dead point of 'A', 'C' and 'guide' ...".
/// Empty when they are independent. \param motion at the current position, after `constrain`
[[nodiscard]] std::string dead_point(const System& system, const MechanismMotion& motion);
/// The same at free coordinates q (n). \throws Error from a user's signal
[[nodiscard]] std::string dead_point(const System& system, double time, const linalg::Vector& q);
/// Is a message that of a dead point?
[[nodiscard]] bool is_dead_point(std::string_view message);

}  // namespace jounce
