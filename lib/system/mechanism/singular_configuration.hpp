// Does a mechanism stand where its joints no longer determine its motion?
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "system/mechanism/motion.hpp"

namespace jounce {

/// What to say where the joints' equations depend on one another, or nearly: "... dead point of 'A', 'C' and 'guide' ...". Empty
/// where all are independent. \param motion where the mechanism stands, constrained
[[nodiscard]] std::string dead_point(const System& system, const MechanismMotion& motion);
/// The same at free coordinates q (n). \throws Error from a user's signal
[[nodiscard]] std::string dead_point(const System& system, double time, const linalg::Vector& q);

}  // namespace jounce
