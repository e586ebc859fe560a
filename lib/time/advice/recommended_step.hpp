// The step that a run should take, from what is known before it: contacts, loads, and the motion that it begins with.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

struct StepAdvice {
    /// What is over first.
    enum class From { contact, load, start } from = From::contact;
    double step = 0;   ///< [s]; a twentieth of `time`
    double time = 0;   ///< [s]; how long a contact lasts, or a period
    double speed = 0;  ///< [m/s], of the approach that a contact was reckoned with
    int number = 0;    ///< index into System::contacts or System::loads
};

/// A contact of duration T excites modes up to about 1/T; a step of T/20 resolves them and the contact itself (omega_c h = pi/20;
/// above 0.3 the restitution is inaccurate). T is 2.94 delta_max/v, exact for Hertz's law, with delta_max from the energy of the
/// effective mass 1/(b M^-1 b^T) at speed v: the initial one of the gap, or what the largest load acceleration within `duration`
/// makes of the clearance, sqrt(2 a d).
///
/// The motion without contacts counts as well: the highest frequency of the loads, and that of the modes which the start excites,
/// by Rayleigh's quotient: v' K v/v' M v of the initial velocities and d' K d/d' M d of the deflection d = K^-1 M a that the
/// structure is away from at first, rigid motion taken out. What a method solves exactly (`exact`: all but loads without a closed
/// form) does not count. \param start complete, with its accelerations \returns nothing when nothing moves
[[nodiscard]] std::optional<StepAdvice> recommended_step(const System& system, const State& start, double duration, bool exact);

}  // namespace jounce::time
