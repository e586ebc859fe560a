// Motions of supports given by functions of the script, sampled over a run.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "system/state/system.hpp"

namespace jounce::time {

/// Where rigid stops or frictions act in a structure, a jump of a support's speed is an impact or the end of a stick, and has to
/// end a step. The kinks of functions as motions of supports are found by sampling (signals/motion_survey.hpp); the System is
/// replaced by one whose signals know them. The same System if there is none, and with joints, where such functions are refused.
/// \param step of the run [s]; 0: a 2048th of it
[[nodiscard]] std::shared_ptr<const System> with_known_kinks(std::shared_ptr<const System> system, double from, double to,
                                                             double step);

}  // namespace jounce::time
