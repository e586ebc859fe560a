// Motions of supports given by functions of the script, sampled over a run.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "system/state/system.hpp"

namespace jounce::time {

/// A jump of a support's speed is an impact on rigid stops or the end of a stick, a jump of its acceleration one of the force on
/// a mass, which may be at rest: steps end there. Those of functions as motions of supports and of the base of a structure are
/// found by sampling (signals/motion_survey.hpp); the System is replaced by one whose signals know them. The same System if there
/// is none, and with joints, where kinks are refused.
/// \param step of the run [s]; 0: a 2048th of it
[[nodiscard]] std::shared_ptr<const System> with_known_kinks(std::shared_ptr<const System> system, double from, double to,
                                                             double step);

}  // namespace jounce::time
