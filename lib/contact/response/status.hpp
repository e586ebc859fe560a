// The status of one side of a gap: onset, turning point, reloading and end of its contact, and its memory. Pure functions of the
// law, the motion and the committed memory; every method calls them, at located events and at the ends of steps alike.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "contact/response/response.hpp"

namespace jounce::contact {

// Causes of the begin of a contact.

/// May the force close a side before the bodies touch? Only for a law with a smooth continuation outside; other laws have no
/// force there.
[[nodiscard]] inline bool force_closes_apart(const Law& law) noexcept {
    return law.transition->force_closes == Transition::ForceCloses::anywhere && law.smooth_onset;
}
/// May a force return after its end while the side is still indented?
[[nodiscard]] inline bool force_closes_indented(const Law& law) noexcept {
    return law.transition->force_closes != Transition::ForceCloses::never;
}
/// Does a returning force of a still indented side belong to the same contact? If the force alone defines the begin of a contact,
/// it is a new contact.
[[nodiscard]] inline bool pushes_again(const Law& law) noexcept {
    return law.transition->force_closes == Transition::ForceCloses::indented && !law.rigid;
}

// Positions of begin and end.

/// The surface of an open side, where its contact begins: the indentation of the unstrained element, and its rate.
[[nodiscard]] inline Relaxation surface_of(const Law& law, const ContactMemory& memory, double time) noexcept {
    if (law.transition->relaxes && memory.kept_compression > 0) {
        ContactMemory floored = memory;
        floored.impact_speed = std::fmax(memory.impact_speed, law.minimum_speed);
        return law.relaxation(memory.kept_compression, time - memory.kept_time, floored);
    }
    return {memory.permanent_indentation, 0, 0, 0};
}

/// The motion of an open side relative to its surface: delta - x_f(t) and its rate.
[[nodiscard]] inline Motion above_surface(const Law& law, const Motion& motion, const ContactMemory& memory,
                                          double time) noexcept {
    const Relaxation surface = surface_of(law, memory, time);
    return {motion.indentation - surface.value, motion.rate - surface.first};
}

/// Depth of a side below the permanent surface of earlier contacts [m]; the contact of a closed side ends at zero.
[[nodiscard]] inline double depth(const Motion& motion, const ContactMemory& memory) noexcept {
    return motion.indentation - memory.permanent_indentation;
}

/// The first indentation strictly between two indentations at which a derivative of a closed side's force jumps: a kink of the
/// law or, for laws with a turning point, the maximum indentation so far; infinity if there is none.
/// \param margin kinks this close to `from` are ignored [m]
[[nodiscard]] inline double kink_on_way(const Law& law, const ContactMemory& memory, double from, double to,
                                        double margin) noexcept {
    const double kink = kink_between(law, from, to, margin);
    const double deepest = memory.max_indentation;
    const bool reloads = law.turning_point && memory.permanent_indentation > 0 && deepest > from + margin && deepest < to;
    return reloads ? std::fmin(kink, deepest) : kink;
}

/// A force may return at very small indentation: the spring force decreases slower than a damping force that starts at zero
/// depth.
/// \param force_at of the side as if in contact, as a function of the time since a begin without a pushing force [N]
/// \param parting time at which the bodies part [s]
/// \returns an instant with a pushing force and an earlier one without, if the force returns
template <class Force>
[[nodiscard]] std::optional<std::pair<double, double>> last_push(const Force& force_at, double parting) {
    double since = 0;
    if (force_at(0.0) > 0) return {};
    for (double left = 0.5 * parting; left > 1e-9 * parting; left *= 0.25) {
        const double t = parting - left;
        if (force_at(t) > 0) return std::pair{t, since};
        since = t;
    }
    return {};
}

/// The response of an open side: zero, except for the energy of the remaining compression with `relaxation`.
[[nodiscard]] inline Response open_response(const Law& law, const ContactMemory& memory, double time) {
    Response r;
    if (!law.transition->relaxes || !(memory.kept_compression > 0)) return r;
    if (const double kept = surface_of(law, memory, time).value; kept > 0)
        r.stored_energy = closed_response(law, {kept, 0}, memory).stored_energy;
    return r;
}

// Memory.

/// Sets the permanent indentation from the maximum indentation so far, for laws with a turning point.
inline void leave_behind(const Law& law, ContactMemory& memory) noexcept {
    if (!law.turning_point) return;
    memory.permanent_indentation = std::fmax(memory.permanent_indentation, law.permanent_indentation(memory.max_indentation));
}

/// The onset of a contact at `time` with this speed; the caller sets the status.
inline void set_onset(const Law& law, double time, double speed, ContactMemory& memory) noexcept {
    memory.impact_speed = speed;
    memory.onset_time = time;
    memory.unloading = false;
    if (!law.turning_point) memory.max_indentation = 0;
}

/// The speed of an onset now: that of the indentation relative to the surface. If the force returns while the body still moves
/// out, there is no impact, and the contact continues with its old impact speed.
[[nodiscard]] inline double onset_speed(const Law& law, const Motion& motion, const ContactMemory& memory, double time) noexcept {
    const double speed = above_surface(law, motion, memory, time).rate;
    return speed > 0 ? speed : std::fmax(memory.impact_speed, 0.0);
}

/// The contact begins here, or its force returns while the body still moves out; then it is the previous contact.
inline void close(const Law& law, const Motion& motion, double time, ContactMemory& memory) noexcept {
    const bool strikes = above_surface(law, motion, memory, time).rate > 0;
    const double speed = onset_speed(law, motion, memory, time);
    memory.closed = true;
    memory.impact_speed = speed;
    memory.onset_time = time;
    if (strikes) set_onset(law, time, speed, memory);
}

/// The contact ends here.
inline void open(const Law& law, const Motion& motion, double time, ContactMemory& memory) noexcept {
    memory.closed = false;
    memory.kept_compression = law.transition->relaxes ? std::fmax(motion.indentation, 0.0) : 0.0;
    memory.kept_time = time;
}

/// The indentation turns back: laws with a turning point unload from here, unless the indentation was larger before.
inline void turn(const Law& law, const Motion& motion, ContactMemory& memory) noexcept {
    if (motion.indentation < memory.max_indentation * (1 - 1e-12)) return;
    memory.unloading = true;
    memory.max_indentation = std::fmax(memory.max_indentation, motion.indentation);
    leave_behind(law, memory);
}

/// The same for a side at its turning point at the end of a step, where no event function changes sign within the step.
/// \param slow a rate up to this counts as zero [m/s]
inline void turn_if_due(const Law& law, const Motion& motion, double slow, ContactMemory& memory) noexcept {
    if (law.turning_point && memory.closed && !memory.unloading && !(motion.rate > slow)) turn(law, motion, memory);
}

/// The indentation exceeds the maximum one so far: first loading begins exactly here.
inline void reload(const Law& law, const Motion& motion, ContactMemory& memory) noexcept {
    memory.unloading = false;
    memory.max_indentation = motion.indentation;
    memory.permanent_indentation = law.permanent_indentation(motion.indentation);
}

// Start of a motion.

/// Does a motion with these initial values start in contact? The impact speed is then the initial rate.
[[nodiscard]] inline bool begins_closed(const Law& law, const Motion& motion) {
    if (!(motion.indentation > 0) && !force_closes_apart(law)) return false;
    ContactMemory memory;
    memory.impact_speed = std::fmax(motion.rate, 0.0);
    return !opens_by_force(law) || closed_response(law, motion, memory).force > 0;
}

/// Value of `touching` if the march locates the onset of a body that starts on its surface and moves in.
inline constexpr double strikes_are_located = -1;

/// The status of an open side whose motion begins at `time`: in contact, with the onset now and the current speed; or indented
/// without a pushing force, which is a kept compression with `relaxation`. Rigid stops start by their impulse.
/// \param touching an indentation up to this counts as zero, and a body there that moves in has its onset now [m];
/// `strikes_are_located`: the march locates this onset
inline void start(const Law& law, const Motion& motion, double time, double touching, ContactMemory& memory) {
    if (memory.closed || law.rigid) return;
    bool strikes = false;
    if (touching >= 0 && !force_closes_apart(law) && motion.indentation <= touching) {
        strikes = motion.indentation >= -touching && motion.rate > 0;
        if (!strikes) return;
    }
    if (!strikes && !begins_closed(law, motion)) {
        if (law.transition->relaxes && motion.indentation > 0) {
            memory.kept_compression = motion.indentation;
            memory.kept_time = time;
        }
        return;
    }
    memory.impact_speed = std::fmax(motion.rate, 0.0);
    memory.onset_time = time;
    memory.max_indentation = std::fmax(law.turning_point ? memory.max_indentation : 0.0, motion.indentation);
    leave_behind(law, memory);
    memory.closed = strikes || !law.turning_point || motion.indentation > memory.permanent_indentation;
}

// Steps without event location (stepwise). The trial status is a function of the committed side and of the motion at the step's
// end.

/// The indentation beyond which a side is in contact at the end of a step.
/// \param before,memory the committed side \param end_time of the step [s]
[[nodiscard]] inline double stepwise_surface(const Law& law, const Motion& before, const ContactMemory& memory,
                                             double end_time) noexcept {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (force_closes_apart(law)) return -infinite;
    if (memory.closed) return memory.permanent_indentation;
    const double surface = surface_of(law, memory, end_time).value;
    return law.transition->latches && before.indentation > surface ? infinite : surface;  // latched: it must leave first
}

/// Is a side in contact from the start of the step? An open indented side (its force has vanished) already had its onset, so none
/// is searched.
[[nodiscard]] inline bool stepwise_held(const Law& law, const Motion& before, const ContactMemory& memory,
                                        double surface) noexcept {
    return memory.closed || (!law.transition->relaxes && before.indentation > surface);
}

/// The onset of a side that is open at the start of a step and indented at its end: from the cubic through both motions, so that
/// the impact speed is accurate to second order in the step and depends only on this step.
/// \param before,memory the committed side \param end the motion at the end without a force of this side \param h step [s]
void set_stepwise_onset(const Law& law, const Motion& before, const Motion& end, double begin_time, double h,
                        ContactMemory& memory);

/// The status of a side at the accepted end of a step: from the force of its law, and from the separation of the bodies.
/// \param held was it in contact within the step? \param surface as of `stepwise_surface` \param force of the law there [N]
/// \param rate_before at the start of the step [m/s]
inline void settle_stepwise(const Law& law, bool held, double surface, double force, double rate_before, const Motion& motion,
                            ContactMemory& memory) noexcept {
    const bool overlap = motion.indentation > (std::isfinite(surface) ? surface : 0.0);
    memory.closed = held && (force > 0 || (!opens_by_force(law) && overlap));
    if (law.turning_point && memory.closed && rate_before > 0 && motion.rate <= 0) turn(law, motion, memory);
    memory.max_indentation = std::fmax(memory.max_indentation, motion.indentation);
    leave_behind(law, memory);
}

/// With `relaxation`, the compression of an open side at the end of a step with contact: x_f = max(delta, compression relaxed
/// since the begin of the step).
/// \param before,old the committed side \param held was it in contact within the step? \param h step [s]
inline void keep_stepwise(const Law& law, const Motion& before, const ContactMemory& old, bool held, const Motion& motion,
                          double begin_time, double end_time, ContactMemory& memory) noexcept {
    if (!law.transition->relaxes || !(old.closed || held)) return;
    const double x = old.closed ? before.indentation : surface_of(law, old, begin_time).value;
    ContactMemory begin = old;
    begin.kept_compression = std::fmax(x, 0.0);
    begin.kept_time = begin_time;
    memory.kept_compression = std::fmax(motion.indentation, surface_of(law, begin, end_time).value);
    memory.kept_time = end_time;
}

}  // namespace jounce::contact
