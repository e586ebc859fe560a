// What a model must be for its orbits to be computed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "system/state/system.hpp"

namespace jounce::nonlinear {

/// \throws Error (bad_case, "subject: ...") naming the law, friction or part whose run has no derivative
void require_differentiable(const System& system, const std::string& subject);

/// Do all loads, motions of supports and normal forces repeat after `period`, and not after a part of it?
/// \throws Error (bad_case, "subject: ...") naming what does not, or the shorter period
void require_period(const System& system, double period, const std::string& subject);

}  // namespace jounce::nonlinear
