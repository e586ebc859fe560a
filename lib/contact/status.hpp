// The status of one side of a gap: when its contact begins, turns, reloads and ends, and what it then remembers. Pure functions
// of the law, the motion and the committed memory; every method calls them, at located events and at the ends of steps alike.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "contact/response.hpp"

namespace jounce::contact {

// By what a contact begins.

/// May the force close a side before the bodies touch? Only that of a law which goes on smoothly outside: no other one has a
/// force there.
[[nodiscard]] inline bool force_closes_apart(const Law& law) noexcept {
    return law.transition->force_closes == Transition::ForceCloses::anywhere && law.smooth_onset;
}
/// May a force that had vanished come back while the side is still indented?
[[nodiscard]] inline bool force_closes_indented(const Law& law) noexcept {
    return law.transition->force_closes != Transition::ForceCloses::never;
}
/// Is a force that comes back, while the side is still indented, one more push of the same contact? Where the force alone says
/// when a contact begins it is another contact.
[[nodiscard]] inline bool pushes_again(const Law& law) noexcept {
    return law.transition->force_closes == Transition::ForceCloses::indented && !law.rigid;
}

// Where it begins and ends.

/// Where an open side's contact begins by its motion: the indentation at which the element is unstrained, and its rate.
[[nodiscard]] inline Relaxation surface_of(const Law& law, const ContactMemory& memory, double time) noexcept {
    if (law.transition->relaxes && memory.kept_compression > 0) {
        ContactMemory floored = memory;
        floored.impact_speed = std::fmax(memory.impact_speed, law.minimum_speed);
        return law.relaxation(memory.kept_compression, time - memory.kept_time, floored);
    }
    return {memory.permanent_indentation, 0, 0, 0};
}

/// The motion of an open side against its surface: delta - x_f(t) and its rate.
[[nodiscard]] inline Motion above_surface(const Law& law, const Motion& motion, const ContactMemory& memory,
                                          double time) noexcept {
    const Relaxation surface = surface_of(law, memory, time);
    return {motion.indentation - surface.value, motion.rate - surface.first};
}

/// How far a side is behind the surface that earlier contacts left [m]; a closed side's contact ends where this is zero.
[[nodiscard]] inline double depth(const Motion& motion, const ContactMemory& memory) noexcept {
    return motion.indentation - memory.permanent_indentation;
}

/// The first indentation strictly on the way from one to another where a derivative of a closed side's force jumps: a kink of the
/// law, or the largest indentation so far, where laws with a turning point reload; none: infinity.
/// \param margin one this close to `from` is where the way begins [m]
[[nodiscard]] inline double kink_on_way(const Law& law, const ContactMemory& memory, double from, double to,
                                        double margin) noexcept {
    const double kink = kink_between(law, from, to, margin);
    const double deepest = memory.max_indentation;
    const bool reloads = law.turning_point && memory.permanent_indentation > 0 && deepest > from + margin && deepest < to;
    return reloads ? std::fmin(kink, deepest) : kink;
}

/// A force that had vanished may come back in the last of the indentation: a spring's falls slower than what a damper takes from
/// it where that one begins at zero depth.
/// \param force_at of the side as if in contact, by the time behind a begin at which it does not push [N] \param parting when the
/// bodies part [s]
/// \returns an instant at which it pushes and one before at which it does not, if it comes back
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

/// What an open side holds: nothing but, under `relaxation`, the energy of the compression it still keeps.
[[nodiscard]] inline Response open_response(const Law& law, const ContactMemory& memory, double time) {
    Response r;
    if (!law.transition->relaxes || !(memory.kept_compression > 0)) return r;
    if (const double kept = surface_of(law, memory, time).value; kept > 0)
        r.stored_energy = closed_response(law, {kept, 0}, memory).stored_energy;
    return r;
}

// What it remembers.

/// What remains of the largest indentation so far, of laws that leave one behind.
inline void leave_behind(const Law& law, ContactMemory& memory) noexcept {
    if (!law.turning_point) return;
    memory.permanent_indentation = std::fmax(memory.permanent_indentation, law.permanent_indentation(memory.max_indentation));
}

/// The onset of a contact that begins at `time` with this speed; its status is the caller's.
inline void set_onset(const Law& law, double time, double speed, ContactMemory& memory) noexcept {
    memory.impact_speed = speed;
    memory.onset_time = time;
    memory.unloading = false;
    if (!law.turning_point) memory.max_indentation = 0;
}

/// The speed of an onset that begins now: the indentation's against that of the surface. Where the force comes back by itself
/// in a body that still moves out, nothing strikes, and the contact goes on with the impact speed that it had.
[[nodiscard]] inline double onset_speed(const Law& law, const Motion& motion, const ContactMemory& memory, double time) noexcept {
    const double speed = above_surface(law, motion, memory, time).rate;
    return speed > 0 ? speed : std::fmax(memory.impact_speed, 0.0);
}

/// The contact begins here, or comes back in a body that still moves out: that one is the contact of before.
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

/// The indentation turns back: laws with a turning point unload from here, unless it has been larger before.
inline void turn(const Law& law, const Motion& motion, ContactMemory& memory) noexcept {
    if (motion.indentation < memory.max_indentation * (1 - 1e-12)) return;
    memory.unloading = true;
    memory.max_indentation = std::fmax(memory.max_indentation, motion.indentation);
    leave_behind(law, memory);
}

/// The same for a side that stands at its turning point at the end of a step, where no event function changes sign within it.
/// \param slow a rate this small is none [m/s]
inline void turn_if_due(const Law& law, const Motion& motion, double slow, ContactMemory& memory) noexcept {
    if (law.turning_point && memory.closed && !memory.unloading && !(motion.rate > slow)) turn(law, motion, memory);
}

/// The indentation passes the largest one so far: what follows, to the last digit, was never loaded before.
inline void reload(const Law& law, const Motion& motion, ContactMemory& memory) noexcept {
    memory.unloading = false;
    memory.max_indentation = motion.indentation;
    memory.permanent_indentation = law.permanent_indentation(motion.indentation);
}

// A motion that begins.

/// Does a motion that begins like this begin in contact? The impact speed is then the one that is there.
[[nodiscard]] inline bool begins_closed(const Law& law, const Motion& motion) {
    if (!(motion.indentation > 0) && !force_closes_apart(law)) return false;
    ContactMemory memory;
    memory.impact_speed = std::fmax(motion.rate, 0.0);
    return !opens_by_force(law) || closed_response(law, motion, memory).force > 0;
}

/// Where the march locates the onset of a body that begins on its surface and moves in.
inline constexpr double strikes_are_located = -1;

/// The status of an open side whose motion begins at `time`: in contact, with the onset now and the speed that is there; or
/// indented without a push, which under `relaxation` is a compression that is kept. Rigid stops begin by their impulse.
/// \param touching an indentation of this size is none, and a body there that moves in strikes now [m];
/// `strikes_are_located`: that onset is left to the march
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

// Steps that locate nothing (stepwise). The trial status is a function of the committed side and of the motion at the step's end.

/// The indentation beyond which a side is in contact at the end of a step.
/// \param before,memory the committed side \param end_time of the step [s]
[[nodiscard]] inline double stepwise_surface(const Law& law, const Motion& before, const ContactMemory& memory,
                                             double end_time) noexcept {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (force_closes_apart(law)) return -infinite;
    if (memory.closed) return memory.permanent_indentation;
    const double surface = surface_of(law, memory, end_time).value;
    return law.transition->latches && before.indentation > surface ? infinite : surface;  // latched: it has to leave first
}

/// Is a side in contact from the start of the step on? One that is open and indented (its force had vanished) has its onset
/// behind it: no onset is looked for.
[[nodiscard]] inline bool stepwise_held(const Law& law, const Motion& before, const ContactMemory& memory,
                                        double surface) noexcept {
    return memory.closed || (!law.transition->relaxes && before.indentation > surface);
}

/// The onset of a side that is open at the start of a step and indented at its end: from the cubic through both motions, so
/// that the impact speed is right to second order of the step and depends on no end of another step.
/// \param before,memory the committed side \param end the motion at the end without a force of this side \param h step [s]
void set_stepwise_onset(const Law& law, const Motion& before, const Motion& end, double begin_time, double h,
                        ContactMemory& memory);

/// The status of a side at the accepted end of a step: the force that its law answers decides, and where the bodies part.
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

/// Under `relaxation`, what an open side keeps at the end of a step in which it was in contact: x_f = max(delta, what has
/// relaxed since the step's begin).
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
