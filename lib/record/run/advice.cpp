// Advice on the step of a run, given before it starts.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/advice.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/messages/text.hpp"
#include "time/advice/critical_step.hpp"

namespace jounce::record {

namespace {
std::string rounded(double value) { return fmt::format("{:.2g}", value); }

/// "the period of 300 Hz, ...", "the contact time of ..."
std::string what_takes_time(const System& system, const time::StepAdvice& advice) {
    using From = time::StepAdvice::From;
    const std::string period = "the period of " + fmt::format("{:.3g}", 1 / advice.time) + " Hz, ";
    const auto number = static_cast<std::size_t>(advice.number);
    if (advice.from == From::start) return period + "which the initial state excites";
    if (advice.from == From::load) {
        const Origin& origin = system.loads[number].origin;
        return period + "the highest frequency of a load" + (origin.known() ? " (" + origin.text() + ")" : "");
    }
    return "the contact time of '" + system.contacts[number].name + "' at " + rounded(advice.speed) + " m/s";
}

}  // namespace

std::optional<std::string> doubtful_contact_time(const System& system, const time::StepAdvice& advice) {
    // In this time sound travels 0.05 mm through steel.
    constexpr double shortest_contact = 1e-8;
    if (advice.from != time::StepAdvice::From::contact || advice.time >= shortest_contact) return {};
    return what_takes_time(system, advice) + ", " + rounded(advice.time) +
           " s, is too short for any step: is the stiffness intended? law.rigid has no contact time";
}

std::vector<std::string> step_warnings(const System& system, const RunOptions& options,
                                       const std::optional<time::StepAdvice>& advice) {
    std::vector<std::string> out;
    if (options.method->own_steps() || options.tolerance > 0) return out;
    const double limit = options.method->stability_limit();
    if (std::isfinite(limit)) {
        const double frequency = time::largest_angular_frequency(system);
        if (options.step * frequency > limit) {
            out.push_back("unstable step: " + options.method->describe() + " needs steps below " + rounded(limit / frequency) +
                          " s for the fastest mode (" + rounded(frequency / (2 * std::numbers::pi)) +
                          " Hz); the step of the run is " + fmt::format("{:.6g}", options.step) +
                          " s, and that mode grows without bound");
        }
    }
    if (const auto doubt = advice ? doubtful_contact_time(system, *advice) : std::nullopt) {
        out.push_back("note: " + *doubt);
        return out;
    }
    if (advice && options.step > 1.02 * advice->step) {
        out.push_back("recommended step: " + rounded(advice->step) + " s, a twentieth of " + what_takes_time(system, *advice) +
                      "; the step of the run is " + fmt::format("{:.6g}", options.step) + " s");
    }
    return out;
}

}  // namespace jounce::record
