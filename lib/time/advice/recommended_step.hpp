// The recommended step of a run, from data known in advance: contacts, loads, and the initial motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/advice/sampled_loads.hpp"

namespace jounce::time {

struct StepAdvice {
    /// The shortest time scale.
    enum class From { contact, load, start } from = From::contact;
    double step = 0;   ///< [s]; a twentieth of `time`
    double time = 0;   ///< [s]; duration of a contact, or a period
    double speed = 0;  ///< [m/s], assumed approach speed of the contact
    int number = 0;    ///< index into System::contacts or System::loads
};

/// A contact of duration T excites modes up to about 1/T; a step of T/20 resolves them and the contact itself (omega_c
/// h = pi/20; above 0.3 the restitution is inaccurate). T is 2.94 delta_max/v, exact for Hertz's law, with delta_max
/// from the energy of the effective mass 1/(b M^-1 b^T) at speed v: the initial one of the gap, sqrt(2 a d) from the
/// largest load acceleration a within `duration` over the clearance d, or omega d of a vibration (contact_times).
///
/// The motion without contacts is included: the highest frequency of the loads, and that of the modes excited at the
/// start, by Rayleigh's quotient: v' K v/v' M v of the initial velocities and d' K d/d' M d of the initial deflection d
/// = K^-1 M a from equilibrium, without rigid motion. Terms that a method solves exactly (`exact`: all except loads
/// without a closed form) are excluded. Of a mechanism, contact times of its clearance joints alone. \param start complete, with
/// its accelerations \returns nothing when nothing moves
[[nodiscard]] std::optional<StepAdvice> recommended_step(const System& system, const State& start, double duration, bool exact);

/// Possible duration of a contact, for each local coordinate of a gap that can close.
struct ContactTime {
    int contact = 0;       ///< index into System::contacts
    double speed = 0;      ///< [m/s], of the approach
    double node = 0;       ///< [s], of the mass directly at the gap, 1/(b M^-1 b^T): a fraction of an element in a mesh
    double body = 0;       ///< [s], of the mass that moves in a slow push, u^T M u/(b u)^2 with u = K^-1 b^T
    double frequency = 0;  ///< [rad/s], of the response to that push; 0: not supported against it
    double damping = 0;    ///< its damping ratio
    double mass = 0;       ///< [kg], that which moves in the push; 0: not known
};

/// A contact that is closed at the start has the speed of its vibration from its interference and under the loads.
/// In addition to the speeds in `recommended_step`, the approach speed is at least that of a vibration across the
/// clearance at the frequency of the loads, of the start, or of the push u: a start from rest has no approach.
/// Of a mechanism they are those of its clearance joints (joint_contacts.hpp).
/// \returns nothing for a System at rest, and for rigid stops
[[nodiscard]] std::vector<ContactTime> contact_times(const System& system, const State& start, double duration);

/// The same with the contact times at hand.
[[nodiscard]] std::optional<StepAdvice> recommended_step(const System& system, const std::vector<ContactTime>& contacts,
                                                         const State& start, double duration, bool exact);
/// The step by the shortest of them.
[[nodiscard]] std::optional<StepAdvice> step_of_contacts(const std::vector<ContactTime>& contacts);
/// The duration of an impact is this times delta_max/v, exact for Hertz's law.
constexpr double depths_of_duration = 2.94;
/// Of an impact of a free mass [s].
[[nodiscard]] double impact_duration(const contact::Law& law, double mass, double speed);

/// Data that determine the integrator's error, for the choice of a method.
struct StepBasis {
    std::vector<ContactTime> contacts;
    std::vector<SampledLoad> sampled;  ///< functions of the script
    double load = 0;                   ///< highest angular frequency of the loads [rad/s]; 0: none, or not known
    double start = 0;                  ///< of the modes excited at the start [rad/s]; 0: none
    double excited = 0;                ///< of those that pulses and jumps of functions excite [rad/s]; 0: none
    /// Step at which the phase error of all these modes stays below 1e-3 [s]; `step` is limited to 1/400 of their periods.
    double phase = 0;
    /// Step of Newmark's method for three digits [s]; infinite without a limit. A load's period needs 80 steps, 3000 with
    /// friction, whose stops are found to the second order, and 9000 where little damping lets the modes ring that they excite;
    /// the phase error of free vibration is omega^3 h^2 t/12 < 1e-3; contacts need `steps_of_node` and `steps_of_body`. Functions
    /// of the script, which are sampled, are loads of the frequency at which the trapezoidal rule has the same error; their
    /// pulses and jumps excite free vibration.
    double step = 0;
    /// Steps in a contact: of its mass at the node 20, with several gaps 30, as errors pass from one to the other; of that of its
    /// body 68 N^(1/2), from 120 to 320, with the expected number N of impacts, whose errors add up (215 leave 5e-4 after ten,
    /// docs/guide/choosing-an-integrator.md): two a gap in each period of the load or of the vibration between impacts.
    /// Where impacts are damped, 40 and 120 to 160: beams with one to four such gaps needed 5 to 37 and 12 to 121.
    double steps_of_node = 20, steps_of_body = 80, steps_of_load = 80;
    /// Every gap has a restitution of at most 0.5, or 0.6 where contacts last, and a damping ratio of 0.02 or more in a slow
    /// push: impacts do not multiply errors.
    bool damped = false;
};
[[nodiscard]] StepBasis step_basis(const System& system, const State& start, double duration);

}  // namespace jounce::time
