// Error messages of a march, from the numbers of a failed step.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/march/march_errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "system/signals/signal_scan.hpp"
#include "system/state/load_words.hpp"
#include "time/equations/open_signals.hpp"
#include "time/events/friction_events.hpp"

namespace jounce::time {

namespace {

/// "the load 'push' (case.lua:7) jumps at t = 0.1 s", for a load without a closed form that jumps near t in the run.
std::string jump_near(const System& system, double t, const RunInterval& run) {
    const double reach = 1e-6 * std::max(std::abs(t), 1e-3);
    const double from = std::max(t - reach, run.begin), to = std::min(t + reach, run.end);
    for (const Load& load : system.loads) {
        if (load.derivative > 0 || !is_open(load, t)) continue;
        try {
            int calls = 0;
            const auto at = find_jump([&](double instant) { return load.signal->value(instant); }, from, to, calls);
            if (at) return load_words(load) + fmt::format(" jumps at t = {:.12g} s", *at);
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted) throw;
        }
    }
    return {};
}

}  // namespace

std::string step_halved(const System& system, const StepReport& report, double time, double h, bool own_steps) {
    const char* why = report.growth > 0      ? "the damping is too stiff for an explicit force in"
                      : report.vanishing > 0 ? "the tolerance requires vanishing steps in"
                      : own_steps            ? "the events were not located separately in"
                                             : "Newton's method did not converge in";
    const std::string& where = report.contact >= 0 ? system.contacts[static_cast<std::size_t>(report.contact)].name : system.name;
    return fmt::format("t = {:.12g} s: {} '{}', the step of {:.3g} s is halved", time, why, where, h);
}

Error not_finite(const System& system, double time) {
    return computation_failed(fmt::format(
        "model '{}': the motion is no longer finite at t = {:.12g} s; the step is too large for the contact", system.name, time));
}

Error step_failed(const System& system, const StepReport& report, double time, double h, bool own_steps, const RunInterval& run) {
    const std::string where =
        report.contact >= 0 ? "contact '" + system.contacts[static_cast<std::size_t>(report.contact)].name + "'" : "the system";
    if (report.growth > 0) {
        return computation_failed(
            fmt::format("model '{}': the explicit damping force of {} is unstable at t = {:.12g} s: h c/m = {:.3g} at a "
                        "step of {:.3g} s; a smaller 'step' or contact = \"implicit\" is needed",
                        system.name, where, time, report.growth, h));
    }
    if (report.vanishing > 0) {
        if (const std::string jump = jump_near(system, time, run); !jump.empty()) {
            return computation_failed(
                fmt::format("model '{}': {}, which no step within the tolerance can cross; jounce.signal.step ends a "
                            "step at its jump, and a run without 'method' finds the jumps of functions",
                            system.name, jump));
        }
        return computation_failed(
            fmt::format("model '{}': the tolerance requires steps of {:.3g} s at t = {:.12g} s, below the rounding error of "
                        "time; a larger 'tolerance' or a smoother law is needed",
                        system.name, report.vanishing, time));
    }
    if (own_steps) {
        return computation_failed(
            fmt::format("model '{}': the events in {} at t = {:.12g} s cannot be separated within {} trial steps, down to a "
                        "step of {:.3g} s; another 'tolerance' or a smoother law is needed",
                        system.name, where, time, report.iterations, h));
    }
    if (!std::isfinite(report.residual) || !std::isfinite(report.imbalance)) return not_finite(system, time);
    const std::string residual = report.imbalance > 0 ? fmt::format("residual {:.3g} N, ", report.imbalance) : "";
    return computation_failed(
        fmt::format("model '{}': Newton's method does not converge in {} at t = {:.12g} s: {}relative increment {:.3g} after {} "
                    "iterations at a step of {:.3g} s; a smaller 'step' or a softer law is needed",
                    system.name, where, time, residual, report.residual, report.iterations, h));
}

Error events_without_end(const System& system, int count, double time, double duration,
                         const std::optional<EventCandidate>& last) {
    std::string where;
    if (last && FrictionWatch::of_friction(last->event)) {
        where = fmt::format(", last friction '{}'", system.frictions[static_cast<std::size_t>(last->side)].name);
    } else if (last) {
        for (const Contact& contact : system.contacts) {
            if (last->side < contact.first_side || last->side >= contact.first_side + contact.gap.sides()) continue;
            where = fmt::format(", last gap '{}'", contact.name);
        }
    }
    return computation_failed(
        fmt::format("model '{}': more than {} events at t = {:.12g} s, within {:.2g} s{}: contacts or frictions switch there "
                    "without end; another 'tolerance' or a smoother law is needed",
                    system.name, count, time, duration, where));
}

}  // namespace jounce::time
