// The table of time integrators.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "time/integrator.hpp"

namespace jounce::time {

extern const MethodKind newmark_kind;
extern const MethodKind precise_kind;

}  // namespace jounce::time
