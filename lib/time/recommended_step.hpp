// The step that a run should take, from what is known before it: contact stiffness, mass and speed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "system/state.hpp"
#include "system/system.hpp"

namespace jounce::time {

struct StepAdvice {
    double step = 0;          ///< [s]; a twentieth of the shortest contact time
    double contact_time = 0;  ///< [s]
    double speed = 0;         ///< [m/s], of the approach it was reckoned with
    int contact = 0;          ///< index into System::contacts
};

/// A contact of duration T excites modes up to about 1/T; a step of T/20 resolves them and the contact itself (omega_c h = pi/20;
/// above 0.3 the restitution errs). T is 2.94 delta_max/v, exact for Hertz's law, with delta_max from the energy of the effective
/// mass 1/(b M^-1 b^T) at speed v: the initial one of the gap, or what the largest load acceleration within `duration` makes of
/// the clearance, sqrt(2 a d). Empty without contacts that have a stiffness, or when nothing moves them.
[[nodiscard]] std::optional<StepAdvice> recommended_step(const System& system, const State& start, double duration);

}  // namespace jounce::time
