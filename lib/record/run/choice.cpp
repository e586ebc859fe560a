// The method and the step of a run when the script gives neither.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "base/messages/text.hpp"
#include "modal/modal_system.hpp"
#include "record/run/choice_loads.hpp"
#include "record/run/method_costs.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/state/load_words.hpp"
#include "time/advice/critical_step.hpp"
#include "time/advice/recommended_step.hpp"
#include "time/advice/slow_push.hpp"
#include "time/equations/open_signals.hpp"
#include "time/start/start.hpp"

namespace jounce::record {

namespace {

constexpr double turn = 2 * std::numbers::pi;

time::MethodPointer method(const char* kind, const Table& settings = {}) {
    return time::method_family.find(kind)->make(settings);
}

time::MethodPointer event_driven(double tolerance) {
    Table settings;
    settings.set("tolerance", tolerance);
    return method("event_driven", settings);
}

/// Rounds down to two digits: 4.38e-6 becomes 4.3e-6.
double two_digits(double value) {
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
    return std::strtod(fmt::format("{:.1e}", std::floor(value / unit * (1 + 1e-9)) * unit).c_str(), nullptr);
}

Choice with_event_driven(const RunOptions& options, double tolerance, double records, const std::string& reason) {
    Choice out{options, {}};
    out.options.method = event_driven(tolerance);
    out.options.step = window(options) / std::ceil(records);
    out.options.stride = true;
    out.why = out.options.method->describe() + ", records every " + fmt::format("{:.2g}", out.options.step) + " s: " + reason;
    return out;
}

Choice with_steps(const RunOptions& options, time::MethodPointer chosen, double step, const std::string& reason) {
    Choice out{options, {}};
    out.options.method = std::move(chosen);
    out.options.step = std::min(two_digits(step), options.duration);
    if (!options.record_every_given) {
        const double steps = window(options) / out.options.step;
        out.options.record_every = std::max(1, static_cast<int>(steps / most_records));
    }
    out.why = out.options.method->describe() + " at steps of " + shortest(out.options.step) + " s: " + reason;
    return out;
}

/// The fastest initial rotation in the mechanism [rad/s].
double fastest_turn(const System& system, double time) {
    double out = 0;
    for (const PlanarJoint& joint : system.mechanism->joints) {
        if (joint.drive) out = std::max(out, std::abs(joint.drive->sample(time).first));
    }
    for (const PrescribedMotion& motion : system.recovery.prescribed) {
        const double rate = std::abs(motion.signal->sample(time).first);
        for (Eigen::Index dof = 5; dof < motion.pattern.size(); dof += 6)
            out = std::max(out, std::abs(motion.pattern[dof]) * rate);
    }
    for (Eigen::Index i = 0; i < system.v0.size(); ++i) {
        if (system.coordinate_names[static_cast<std::size_t>(i)].ends_with(".rz")) out = std::max(out, std::abs(system.v0[i]));
    }
    return out;
}

/// Every choice ends its steps at the jumps of the loads, and names what no step resolves.
std::vector<Choice> with_jumps(std::vector<Choice> choices, const std::vector<time::SampledLoad>& sampled) {
    std::string note;
    for (const time::SampledLoad& of : sampled) {
        if (of.scan.too_many_jumps)
            note +=
                "; " + of.words + fmt::format(" jumps more than {} times: three digits are not certain", of.scan.jumps.size());
    }
    for (Choice& choice : choices) {
        std::vector<double>& ends = choice.options.jumps;
        const std::vector<double> jumps = jumps_of(sampled);
        ends.insert(ends.end(), jumps.begin(), jumps.end());
        std::ranges::sort(ends);
        choice.why += note;
    }
    return choices;
}

std::vector<Choice> for_mechanism(const System& system, const RunOptions& options) {
    const double fastest = fastest_turn(system, begin_time(options));
    const double turns = window(options) * fastest / turn;
    double records = fastest > 0 ? std::clamp(360 * turns, 2 * fewest_records, 5 * most_records) : 10 * fewest_records;
    Table settings;
    settings.set("spectral_radius", 0.8);
    double step = std::min(fastest > 0 ? turn / fastest / 20000 : options.duration / 50000, options.duration / 1000);
    std::string reason = fastest > 0 ? "a twenty-thousandth of a turn" : "a fifty-thousandth of the duration";
    const std::vector<time::SampledLoad> sampled = time::sampled_loads(system, begin_time(options), options.duration);
    records = records_for(sampled, options, records);
    for (const time::SampledLoad& of : sampled) {
        if (!(of.scan.step < step)) continue;
        step = of.scan.step;
        reason = "the variation of " + of.words;
    }
    const Choice stepwise = with_steps(options, method("generalized_alpha", settings), step, reason);
    if (options.events == time::Events::stepwise) return {stepwise};
    return with_jumps(
        {with_event_driven(options, usual_tolerance, records, "its error in bodies and joints is controlled by its tolerance"),
         stepwise},
        sampled);
}

/// "1/20 of the contact time of 'stop' at 0.24 m/s"
std::string limit_words(const System& system, const time::StepBasis& basis) {
    for (const time::ContactTime& of : basis.contacts) {
        const std::string name =
            "'" + system.contacts[static_cast<std::size_t>(of.contact)].name + "' at " + fmt::format("{:.2g}", of.speed) + " m/s";
        const auto part = [&](double steps) { return fmt::format("1/{:.0f} of the contact time of {}", steps, name); };
        if (of.node / basis.steps_of_node == basis.step) return part(basis.steps_of_node);
        if (of.body / basis.steps_of_body == basis.step) return part(basis.steps_of_body);
    }
    for (const time::SampledLoad& of : basis.sampled) {
        if (of.step != basis.step) continue;
        if (!of.by_vibration) return "the variation of " + of.words;
        return fmt::format("the free vibration of {:.3g} Hz that {} excites", of.excited / turn, of.words);
    }
    const double period = basis.load > 0 ? turn / basis.load / basis.steps_of_load : 0;
    if (period == basis.step)
        return fmt::format("1/{:.0f} of the period of {:.3g} Hz, a load", basis.steps_of_load, basis.load / turn);
    return "the phase of " + fmt::format("{:.3g}", basis.start / turn) + " Hz, which the initial state excites";
}

/// Steps of `precise` without contacts: free vibration and loads in closed form are exact, others are replaced by cubics through
/// four points of a step.
struct StepsOfPrecise {
    double longest = 0;          ///< [s]
    std::vector<double> within;  ///< ends of shorter steps in the stretches where a sampled load bends [s]
};
StepsOfPrecise steps_of_precise(const RunOptions& options, const time::StepBasis& basis, const FreeVibration& free) {
    constexpr double of_period = 40,
                     of_excited = 25;     // cubics between records err by 1.6e-6 of a sine, by 1e-3 of five times its frequency
    constexpr double of_trapezoids = 5;   // at this multiple of the trapezoidal rule's step, the cubics still err less
    constexpr double most_within = 1000;  // each costs about as much as an event
    StepsOfPrecise out;
    out.longest = options.duration / fewest_records;
    const double vibration = std::max({basis.load, basis.start, basis.excited * of_excited / of_period, free.highest});
    if (vibration > 0) out.longest = std::min(out.longest, turn / vibration / of_period);
    for (const time::SampledLoad& of : basis.sampled) {
        const double step = of_trapezoids * of.scan.step;
        if (!(step < out.longest)) continue;
        double length = 0;
        for (const auto& [from, to] : of.scan.bent) length += to - from;
        if (length / step > std::min(most_within, 0.5 * options.duration / out.longest)) {
            out.longest = step;
            continue;
        }
        for (const auto& [from, to] : of.scan.bent) {
            const int count = static_cast<int>(std::ceil((to - from) / step));
            for (int i = 0; i <= count; ++i) out.within.push_back(from + (to - from) * i / count);
        }
    }
    std::erase_if(out.within, [&](double t) { return !(t > begin_time(options)); });
    return out;
}

double cost_of_newmark(const MethodCosts& costs, const Choice& newmark) {
    const double steps = costs.duration / newmark.options.step;
    return costs.newmark(newmark.options.step, steps / newmark.options.record_every);
}

/// Linear motion by the cheapest of the three: `precise`, or `event_driven`, which is exact between its records as well, or
/// `newmark`.
std::vector<Choice> for_linear_motion(const System& system, const RunOptions& options, const time::StepBasis& basis,
                                      const FreeVibration& free, double records, bool closed, const Choice& newmark) {
    const MethodCosts costs{system, options.duration};
    const StepsOfPrecise steps = steps_of_precise(options, basis, free);
    const double several = options.duration / steps.longest + 3 * static_cast<double>(steps.within.size());
    const double precise = costs.precise(several, several);
    const double by_newmark = cost_of_newmark(costs, newmark);
    if (closed && costs.closed_flights(records, 0) < 2.5 * std::min(precise, by_newmark))
        return {with_event_driven(options, usual_tolerance, records, "linear motion is exact"), newmark};
    if (!knows_loads(system, basis) || by_newmark < precise) return {newmark};
    Choice out =
        with_steps(options, method("precise"), steps.longest, closed ? "linear motion is exact" : "free vibration is exact");
    out.options.jumps = steps.within;
    return {out, newmark};
}

/// The same with fewer steps in contacts that last a tenth of the period of a push or more, of several gaps: impacts that long
/// multiply errors less. Beams with two to four gaps needed 22 to 58 steps where newmark was chosen.
time::StepBasis for_long_contacts(const System& system, time::StepBasis basis) {
    constexpr double steps = 120, part = 0.1;
    const auto lasts = [&](const time::ContactTime& of) { return of.body * of.frequency >= part * turn; };
    const bool all = basis.contacts.size() >= system.contacts.size() && std::ranges::all_of(basis.contacts, lasts);
    if (system.contacts.size() < 2 || !all || basis.start > 0 || !(basis.steps_of_body > steps)) return basis;
    basis.steps_of_body = steps;
    basis.step = basis.load > 0 ? turn / basis.load / basis.steps_of_load : std::numeric_limits<double>::infinity();
    for (const time::SampledLoad& of : basis.sampled) basis.step = std::min(basis.step, of.step);
    for (const time::ContactTime& of : basis.contacts)
        basis.step = std::min({basis.step, of.node / basis.steps_of_node, of.body / basis.steps_of_body});
    return basis;
}

std::vector<Choice> for_structure(const System& system, const State& start, const RunOptions& options,
                                  const time::StepBasis& data) {
    const double begin = begin_time(options);
    const bool closed = std::ranges::none_of(system.loads, [&](const Load& load) { return time::is_open(load, begin); });
    const bool rigid = std::ranges::any_of(system.contacts, [](const Contact& contact) { return contact.law->rigid; });
    const Course motion = course(system, start, options, data);
    const time::StepBasis basis = for_chains_of_impacts(system, data, motion);
    const bool known = std::isfinite(basis.step);
    const double pictured = 40 * motion.periods * window(options) / options.duration;
    const double records = records_for(basis.sampled, options, std::clamp(pictured, fewest_records, most_records));
    double step = known ? basis.step : options.duration / most_records;
    std::string reason = known ? limit_words(system, basis) : "no motion limits the step";
    for (const time::SampledLoad& of : basis.sampled) {
        // A jump that no step ends at is late by half a step on average: a phase of 5e-4.
        if (options.events != time::Events::stepwise || of.scan.jumps.empty() || !(1e-3 / of.excited < step)) continue;
        step = 1e-3 / of.excited;
        reason = "the jumps of " + of.words + ", which events = \"stepwise\" does not locate";
    }
    const bool linear = system.contacts.empty() && system.frictions.empty();
    FreeVibration free;
    if (linear) free = free_vibration(system, options);
    if (free.step < step) {
        step = free.step;
        reason = fmt::format("the phase of the free vibration of {:.3g} Hz that {} excites", free.frequency / turn, free.load);
    }
    if (const double picture = window(options) / fewest_records; linear && picture < step) {
        step = picture;
        reason = fmt::format("{:.0f} records in the time recorded, for smooth curves", fewest_records);
    }
    const Choice newmark = with_steps(options, method("newmark"), step, reason);
    const bool by_steps = options.tolerance > 0 || options.events == time::Events::stepwise;
    constexpr int few = 500, very_few = 20;
    const bool with_friction = !system.frictions.empty();
    const bool in_contacts = with_friction && closed && std::ranges::all_of(system.frictions, [](const Friction& friction) {
                                 return friction.contact >= 0 && friction.directions == 1;
                             });
    const bool able = !by_steps && system.size() <= (in_contacts ? few : with_friction ? very_few : modal::largest_modal_system);
    if (!able) return {newmark};
    if (linear && system.linear.symmetric) return for_linear_motion(system, options, basis, free, records, closed, newmark);
    const double tolerance = tolerance_of_flights(system, motion);
    const auto flights = [&](const std::string& why) { return with_event_driven(options, tolerance, records, why); };
    const std::string instead = "replaces newmark, which failed";
    const MethodCosts costs{system, options.duration};
    const double by_newmark = cost_of_newmark(costs, newmark);
    const bool resolved = resolves_functions(system, options, basis);
    const double pieces = cubics(system, options, tolerance);
    const bool coupled = damping_couples_modes(system);
    const bool flown = system.linear.symmetric && !coupled && (closed || (resolved && std::isfinite(pieces)));
    if ((with_friction || known) && resolved && system.size() <= very_few &&
        (with_friction || flown || costs.explicit_flights(coupled) < 3 * by_newmark))
        return {flights(with_friction             ? "few coordinates; it ends steps where they stick and slip"
                        : system.contacts.empty() ? "few coordinates; its tolerance controls its error"
                                                  : "few coordinates, and impacts add no error"),
                newmark};
    // The step of newmark is an estimate, and each impact multiplies the errors of those before it; the tolerance of event_driven
    // controls its error. It may cost more where many impacts follow one another.
    const bool light =
        std::ranges::any_of(basis.contacts, [](const time::ContactTime& of) { return of.frequency > 0 && of.damping < 1e-3; });
    constexpr double many = 30;  // impacts, over which newmark missed three digits in three of twelve tubes in a baffle
    const bool in_chains =
        !basis.damped && (light || motion.thrown || motion.drive > 4 || system.contacts.size() > 1 || motion.impacts > many);
    const bool refined = basis.step < data.step;  // newmark's step takes part of the growth into account
    const double worth = (refined ? 2 : in_chains ? 4 : 1.5) * by_newmark;
    // The light node of a mesh rebounds many times before the structure leaves a rigid stop; each rebound costs event_driven a
    // flight of all modes. Without damping newmark fails there, and a heavy node passes the errors of its few impacts on.
    constexpr double light_node = 0.1;
    if (const std::optional<RigidPush> push = rigid && !with_friction ? push_of_rigid_stops(system) : std::nullopt;
        push && push->damping >= 1e-3 && push->node < light_node) {
        constexpr double steps_of_period = 12000;  // cantilevers had 2e-5 to 5e-4
        const double vibration = std::max(push->frequency, basis.load);
        const double short_step = turn / vibration / steps_of_period;
        if (!(short_step < step)) return {newmark, flights(instead)};
        return {with_steps(options, method("newmark"), short_step,
                           fmt::format("1/{:.0f} of the period of {:.3g} Hz: a node of the mesh leaves the rigid stop '{}' often",
                                       steps_of_period, vibration / turn, push->gap)),
                flights(instead)};
    }
    const auto why = [&](double cost) {
        return light               ? "impacts add no error, which little damping would let grow"
               : cost > by_newmark ? "impacts add no error, which would grow from one to the next"
                                   : "newmark would need many steps";
    };
    if (!flown && !with_friction && known && system.size() <= few && !system.contacts.empty() && resolved) {
        const double cost = costs.explicit_flights(coupled);
        if (cost < worth) return {flights(why(cost)), newmark};
    }
    if (closed && (rigid || system.contacts.empty()) && !with_friction && system.size() <= few)
        return {flights(!rigid  ? "linear motion is exact"
                        : flown ? "flights between rigid stops are exact"
                                : "it ends steps at impacts on rigid stops"),
                newmark};
    if (!flown || (with_friction && !in_contacts)) return {newmark, flights(instead)};
    double cost = costs.closed_flights(records + pieces, motion.impacts * static_cast<double>(system.contacts.size()));
    // Without rebounds the structure lies at its stops, where steps follow the fastest mode.
    if (basis.damped) cost += 0.25 * costs.explicit_flights(false);
    if (cost < worth) return {flights(why(cost)), newmark};
    if (const time::StepBasis fewer = for_long_contacts(system, basis); fewer.step > step && !with_friction)
        return {with_steps(options, method("newmark"), fewer.step, limit_words(system, fewer)), flights(instead)};
    return {newmark, flights(instead)};
}

}  // namespace

State start_of(const System& system, const RunOptions& options) {
    State state = time::initial_state(system);
    if (options.initial.state) {
        const State& begin = options.initial.state->state;
        state.time = begin.time;
        if (begin.q.size() == state.q.size()) {
            state.q = begin.q;
            state.v = begin.v;
        }
    }
    try {
        State complete = state;
        method(system.mechanism ? "generalized_alpha" : "newmark")->bind(system, options.events)->start(complete);
        return complete;
    } catch (const Error& error) {  // the run itself reports what is wrong with the initial state
        if (error.failure() == Failure::interrupted) throw;
        return state;
    }
}

std::vector<Choice> choices(const System& system, const RunOptions& options) {
    if (options.method) return {{options, {}}};
    if (system.mechanism) return for_mechanism(system, options);
    const State start = start_of(system, options);
    const time::StepBasis basis = time::step_basis(system, start, options.duration);
    return with_jumps(for_structure(system, start, options, basis), basis.sampled);
}

}  // namespace jounce::record
