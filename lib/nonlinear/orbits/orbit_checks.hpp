// Requirements on a model for the computation of orbits.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "system/state/system.hpp"

namespace jounce::nonlinear {

/// \throws Error (bad_case, "subject: ...") naming the law, friction or part without a derivative
void require_differentiable(const System& system, const std::string& subject);

/// Checks that all loads, support motions and normal forces repeat after `period`, and not after a part of it.
/// \throws Error (bad_case, "subject: ...") naming the input that does not repeat, or the shorter period
void require_period(const System& system, double period, const std::string& subject);

/// The first part of `require_period`: all loads, support motions and normal forces repeat after `period`.
void require_common_period(const System& system, double period, const std::string& subject);

}  // namespace jounce::nonlinear
