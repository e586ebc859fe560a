// Requirements on a model for the computation of orbits.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "system/state/system.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::nonlinear {

/// \throws Error (bad_case, "subject: ...") naming the law, friction or part without a derivative
void require_differentiable(const System& system, const std::string& subject);

/// Checks that all loads, support motions and normal forces repeat after `period`, and not after a part of it.
/// \throws Error (bad_case, "subject: ...") naming the input that does not repeat, or the shorter period
void require_period(const System& system, double period, const std::string& subject);

/// The first part of `require_period`: all loads, support motions and normal forces repeat after `period`.
void require_common_period(const System& system, double period, const std::string& subject);

/// Does a load, support motion or normal force change within a period?
[[nodiscard]] bool has_periodic_load(const System& system, double period);

/// Checks that the accelerations of the initial state do not depend on time within [0, span]: at instants of it, around each jump
/// and kink of a load, and between them. \param prepared by event_driven, with its stepper
/// \throws Error (bad_case, "subject: ...") naming the change
void require_autonomous(const System& prepared, time::Stepper& stepper, double span, const std::string& subject);
/// The same for a System as assembled.
void require_autonomous(const std::shared_ptr<const System>& system, double span, const std::string& subject);

}  // namespace jounce::nonlinear
