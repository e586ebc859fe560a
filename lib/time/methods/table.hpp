// The table of time integrators.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "time/stepper/integrator.hpp"

namespace jounce::time {

extern const MethodKind newmark_kind;
extern const MethodKind average_acceleration_kind;
extern const MethodKind linear_acceleration_kind;
extern const MethodKind central_difference_kind;
extern const MethodKind generalized_alpha_kind;
extern const MethodKind hht_kind;
extern const MethodKind wbz_kind;
extern const MethodKind event_driven_kind;
extern const MethodKind precise_kind;
extern const MethodKind baumgarte_kind;

}  // namespace jounce::time
