// The step that a run should take, from what is known before it: contacts, loads, and the motion that it begins with.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

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
/// effective mass 1/(b M^-1 b^T) at speed v: the initial one of the gap, what the largest load acceleration within `duration`
/// makes of the clearance, sqrt(2 a d), or omega d of a vibration (contact_times).
///
/// The motion without contacts counts as well: the highest frequency of the loads, and that of the modes which the start excites,
/// by Rayleigh's quotient: v' K v/v' M v of the initial velocities and d' K d/d' M d of the deflection d = K^-1 M a that the
/// structure is away from at first, rigid motion taken out. What a method solves exactly (`exact`: all but loads without a closed
/// form) does not count. \param start complete, with its accelerations \returns nothing when nothing moves
[[nodiscard]] std::optional<StepAdvice> recommended_step(const System& system, const State& start, double duration, bool exact);

/// How long a contact may last, one for each local coordinate of a gap that something can close.
struct ContactTime {
    int contact = 0;   ///< index into System::contacts
    double speed = 0;  ///< [m/s], of the approach
    double node = 0;   ///< [s], of the mass that the gap meets at once, 1/(b M^-1 b^T): a share of an element in a mesh
    double body = 0;   ///< [s], of the mass that moves along with a slow push, u^T M u/(b u)^2 with u = K^-1 b^T
};

/// Beside what `recommended_step` looks at, the approach is at least as fast as the clearance is crossed in a vibration at the
/// frequency of the loads, of the start, or of the push u: a start from rest shows no contact.
/// \returns nothing for a System in which nothing moves, and for rigid stops
[[nodiscard]] std::vector<ContactTime> contact_times(const System& system, const State& start, double duration);

/// What the integrator's error depends on, for the choice of a method.
struct StepBasis {
    std::vector<ContactTime> contacts;
    double load = 0;   ///< highest angular frequency of the loads [rad/s]; 0: none, or not known
    double start = 0;  ///< of the modes that the start excites [rad/s]; 0: none
    /// Step of Newmark's method for three digits [s]; infinite when nothing limits it. A contact takes 20 steps by its mass at
    /// the node and 80 by that of its body (docs/guide/choosing-an-integrator.md: 8e-4 after eight impacts), a load's period 80,
    /// and the phase of free vibration errs by omega^3 h^2 t/12 < 1e-3.
    double step = 0;
};
[[nodiscard]] StepBasis step_basis(const System& system, const State& start, double duration);

}  // namespace jounce::time
