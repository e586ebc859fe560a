// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/orbit_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/fields/refusals.hpp"
#include "base/messages/text.hpp"
#include "system/mechanism/mechanism.hpp"
#include "time/march/load_breaks.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::nonlinear {

namespace {

/// A time-dependent input of a model.
struct TimeInput {
    const Signal* signal = nullptr;
    std::string what;
};

std::vector<TimeInput> given_in(const System& system) {
    std::vector<TimeInput> out;
    const auto add = [&out](const SignalPointer& signal, const std::string& what, const Origin& origin) {
        if (!signal || std::ranges::any_of(out, [&](const TimeInput& g) { return g.signal == signal.get(); })) return;
        out.push_back({signal.get(), what + (origin.known() ? " (" + origin.text() + ")" : "")});
    };
    for (const PrescribedMotion& motion : system.recovery.prescribed) add(motion.signal, "the prescribed motion", motion.origin);
    for (const Load& load : system.loads)
        add(load.signal, load.name.empty() ? "the load" : "the load '" + load.name + "'", load.origin);
    for (const Friction& friction : system.frictions)
        add(friction.normal_force, "the normal force of friction '" + friction.name + "'", friction.origin);
    if (!system.mechanism) return out;
    for (const PlanarJoint& joint : system.mechanism->joints)
        add(joint.drive, "the driver of joint '" + joint.name + "'", joint.origin);
    for (const PlanarForce& force : system.mechanism->forces) add(force.drive, "the drive '" + force.name + "'", force.origin);
    for (const PrescribedLoad& load : system.mechanism->prescribed_loads) add(load.signal, "a load on a driven body", {});
    return out;
}

constexpr double same = 1e-6;  // of the range of a load: a period given with seven digits
constexpr int instants = 37;   // of a period; prime, so that it aliases no low harmonics of loads

/// The largest change of a signal after `shift`, relative to its range over a period; 0 for a constant. \param turns may it be an
/// angle? Then whole turns are ignored
double change_after(const Signal& signal, double shift, double period, bool turns) {
    constexpr double turn = 6.283185307179586;
    double low = 0, high = 0, change = 0, size = 0;
    for (int k = 0; k < instants; ++k) {
        const double t = period * (k + 0.31) / instants;
        const double value = signal.value(t);
        low = k == 0 ? value : std::min(low, value);
        high = k == 0 ? value : std::max(high, value);
        double moved = signal.value(t + shift) - value;
        if (turns && std::abs(moved) > 0.5 * turn) moved -= turn * std::round(moved / turn);
        change = std::max(change, std::abs(moved));
        size = std::max(size, std::abs(value));
    }
    const double range = std::max(high - low, change);
    return range > 1e-12 * size ? change / range : 0;
}

std::string percent(double share) {
    return (share >= 5e-3 ? shortest(std::round(100 * share)) : fmt::format("{:.1g}", 100 * share)) + " %";
}

/// Has the signal the same slope at all times, as the position of a belt?
bool rises_evenly(const Signal& signal, double period) {
    const double rise = signal.value(period) - signal.value(0);
    for (int k = 1; k < instants; ++k) {
        const double t = period * k / instants;
        if (!(std::abs(signal.value(t) - signal.value(0) - rise * k / instants) <= 1e-9 * std::abs(rise))) return false;
    }
    return rise != 0;
}

void require_repeats(const std::vector<TimeInput>& given, double period, bool turns, const std::string& subject) {
    for (const TimeInput& g : given) {
        const double change = change_after(*g.signal, period, period, turns);
        if (change <= same) continue;
        throw bad_case(
            subject + ": 'period' must be a common period of all loads, got " + shortest(period) + " s, after which " + g.what +
            " has changed by " + percent(change) + " of its range" +
            (rises_evenly(*g.signal, period) ? "; or 'autonomous = true' if nothing drives the model periodically" : ""));
    }
}

}  // namespace

void require_autonomous(const System& prepared, time::Stepper& stepper, double span, const std::string& subject) {
    constexpr double rounding = 1e-9;
    constexpr int order = 4;  // kinks of the first slopes matter
    constexpr std::size_t most = 128;
    std::vector<double> times;
    for (int k = 0; k < instants; ++k) times.push_back(span * (k + 0.31) / instants);
    std::vector<double> breaks = time::load_breaks(prepared, order, false, 0, span);
    std::ranges::sort(breaks);
    const std::size_t stride = breaks.size() / most + 1;
    for (std::size_t i = 0; i < breaks.size(); i += stride) {
        times.push_back(breaks[i]);
        times.push_back(0.5 * (breaks[i] + (i + 1 < breaks.size() ? breaks[i + 1] : span)));
    }
    const auto acceleration = [&](double time) {
        State state = time::initial_state(prepared);
        state.time = time;
        stepper.start(state);
        return state.a;
    };
    const linalg::Vector first = acceleration(0);
    for (const double time : times) {
        const double change = (acceleration(time) - first).norm();
        if (!(change > rounding * (first.norm() + change))) continue;
        throw bad_case(subject +
                       ": 'autonomous' needs a model without time-dependent loads, got accelerations of the initial state that "
                       "have changed by " +
                       fmt::format("{:.3g} at t = {:.6g} s", change, time));
    }
}

void require_autonomous(const std::shared_ptr<const System>& system, double span, const std::string& subject) {
    const time::MethodPointer method = time::event_driven({});
    const std::shared_ptr<const System> prepared = method->prepare(system);
    require_autonomous(*prepared, *method->bind(*prepared, time::Events::locate), span, subject);
}

void require_differentiable(const System& system, const std::string& subject) {
    for (const Contact& contact : system.contacts) {
        const contact::Law& law = *contact.law;
        const std::string at = subject + ": gap '" + contact.name + "'";
        if (law.turning_point) throw refusals::orbit_of_permanent_indentation.error(at, {law.kind, law.kind});
        if (law.transition->latches) throw refusals::orbit_of_latched.error(at, {law.kind});
    }
}

void require_common_period(const System& system, double period, const std::string& subject) {
    require_repeats(given_in(system), period, system.mechanism != nullptr, subject);
}

bool has_periodic_load(const System& system, double period) {
    const bool turns = system.mechanism != nullptr;
    return std::ranges::any_of(given_in(system),
                               [&](const TimeInput& g) { return change_after(*g.signal, 0.3183 * period, period, turns) != 0; });
}

void require_period(const System& system, double period, const std::string& subject) {
    const std::vector<TimeInput> given = given_in(system);
    const bool turns = system.mechanism != nullptr;
    require_repeats(given, period, turns, subject);
    if (!has_periodic_load(system, period)) return;
    for (int parts = 2; parts <= 12; ++parts) {
        const auto repeats = [&](const TimeInput& g) { return change_after(*g.signal, period / parts, period, turns) <= same; };
        if (!std::ranges::all_of(given, repeats)) continue;
        throw bad_case(subject + ": 'period' must be the shortest period of the loads, got " + shortest(period) + " s, " +
                       std::to_string(parts) + " times that; 'periods' is the number of periods of an orbit");
    }
}

}  // namespace jounce::nonlinear
