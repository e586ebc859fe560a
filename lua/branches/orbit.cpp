// jounce.orbit{ ... }: one periodic orbit by shooting.
// SPDX-License-Identifier: BSD-3-Clause
#include "branches/orbit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "analyses/state.hpp"
#include "base/messages/text.hpp"
#include "base/numbers/limits.hpp"
#include "branches/branch.hpp"
#include "linalg/dense/dense.hpp"
#include "nonlinear/orbits/autonomous_map.hpp"
#include "nonlinear/orbits/orbit_checks.hpp"
#include "nonlinear/orbits/section_choice.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "system/probes/probe.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"
#include "values/convert.hpp"
#include "values/interrupt.hpp"
#include "values/object_fields.hpp"
#include "values/run_methods.hpp"

namespace jounce::lua {

namespace {

using nonlinear::MarchMap;
using nonlinear::SectionChoice;

const std::string orbit_subject = "orbit";

struct OrbitSettings {
    Value model, period, guess, probes;
    std::optional<double> parameter;
    std::string parameter_name = "parameter";
    int periods = 1, settle = 400;
    bool autonomous = false;
    double tolerance = 1e-12;
};

/// A motion near an orbit.
struct Guess {
    std::shared_ptr<const time::InitialState> from;  ///< null: the model's initial values
    int settle = 0;                                  ///< periods to march from there
    const FoundOrbit* orbit = nullptr;
    const PlaceOnBranch* place = nullptr;
};

/// Displacements and velocities by probe, at a phase of the load.
std::shared_ptr<const time::InitialState> state_of_values(const std::shared_ptr<const System>& system, const Table& values,
                                                          double period) {
    double phase = 0;
    auto out = std::make_shared<time::InitialState>();
    out->system = system;
    out->state = time::initial_state(*system);
    if (const Value* given = values.find("phase"))
        phase = schema::read_number(*given, Range{.low = 0, .high = 1, .low_open = false}, orbit_subject + ".guess", "phase");
    out->state.time = phase * period;
    out->description = "values of 'guess'";
    const Eigen::Index n = system->size();
    for (const auto quantity : {Probe::Quantity::displacement, Probe::Quantity::velocity}) {
        std::vector<std::pair<Probe, double>> asked;
        for (const auto& [name, value] : values) {
            if (name == "phase") continue;
            Probe probe = resolve_probe(*system, name);
            if (probe.quantity != Probe::Quantity::displacement && probe.quantity != Probe::Quantity::velocity)
                throw bad_case(orbit_subject + ".guess: '" + name + "' must be a displacement or a velocity");
            if (probe.quantity == quantity)
                asked.emplace_back(std::move(probe), schema::read_number(value, any_number, orbit_subject + ".guess", name));
        }
        if (asked.empty()) continue;
        const auto count = static_cast<Eigen::Index>(asked.size());
        linalg::Matrix P = linalg::Matrix::Zero(count, n);
        linalg::Vector missing(count);
        for (Eigen::Index i = 0; i < count; ++i) {
            const auto& [probe, value] = asked[static_cast<std::size_t>(i)];
            for (std::size_t e = 0; e < probe.row.index.size(); ++e) P(i, probe.row.index[e]) += probe.row.coefficient[e];
            missing[i] = value - evaluate(probe, *system, out->state);
        }
        linalg::Vector& x = quantity == Probe::Quantity::displacement ? out->state.q : out->state.v;
        x += linalg::least_solution(P, missing);
        for (const auto& [probe, value] : asked) {
            const double reached = evaluate(probe, *system, out->state);
            if (std::abs(reached - value) > 1e-9 * (std::abs(value) + std::abs(reached)) + 1e-300)
                throw bad_case(orbit_subject + ".guess: '" + probe.name + "' cannot be " + shortest(value) +
                               " together with the other values");
        }
    }
    return out;
}

Guess read_guess(lua_State* L, const Value& plain, int settle, const std::shared_ptr<const System>& system, double period) {
    raw_get(L, 1, "guess");
    Guess out;
    if (lua_isnil(L, -1) || (plain.text() != nullptr && *plain.text() == "settle")) {
        out.settle = settle;
    } else if (plain.table() != nullptr && !plain.table()->empty()) {
        if (system->mechanism)
            throw bad_case(orbit_subject +
                           ": 'guess' must be \"settle\", a run, a state or an orbit for a model with joints: values by probe "
                           "may violate the joints");
        out.from = state_of_values(system, *plain.table(), period);
    } else if (const FoundOrbit* orbit = orbit_at(L, -1)) {
        out.orbit = orbit;
        out.from = orbit->at;
    } else if (const PlaceOnBranch* place = place_at(L, -1)) {
        out.place = place;
        out.from = place->start();
    } else if (const record::Run* run = run_at_index(L, -1)) {
        out.from = run->end();
    } else if ((out.from = state_at(L, -1)) == nullptr && (out.from = equilibrium_at(L, -1)) == nullptr) {
        throw bad_case(orbit_subject +
                       ": 'guess' must be \"settle\", a run, a state, an orbit, a point of a branch, or a table { phase = "
                       "..., [\"<probe>\"] = value, ... }; got " +
                       plain.describe());
    }
    lua_pop(L, 1);
    if (out.from) out.from = time::in_order_of(system, out.from);
    if (out.from && out.from->system != system) {
        try {
            time::require_same_coordinates(*system, *out.from);
        } catch (const Error& error) {
            std::string message = error.message();
            if (message.starts_with("run: 'initial'")) message = orbit_subject + ": 'guess'" + message.substr(14);
            throw bad_case(message);
        }
    }
    return out;
}

/// The period of a guess that is an orbit without a load.
std::optional<double> period_of_guess(lua_State* L) {
    raw_get(L, 1, "guess");
    std::optional<double> out;
    if (const FoundOrbit* orbit = orbit_at(L, -1)) {
        if (orbit->orbit.unit_multiplier_error) out = orbit->orbit.period;
    } else if (const PlaceOnBranch* place = place_at(L, -1)) {
        if (place->branch->own_period) out = place->point().at.period;
    }
    lua_pop(L, 1);
    return out;
}

/// The coordinates of all gaps and their velocities.
std::vector<std::string> gap_probes(const System& system) {
    std::vector<std::string> out;
    const auto add = [&](const std::string& probe) {
        if (std::ranges::find(out, probe) == out.end()) out.push_back(probe);
    };
    for (const Contact& contact : system.contacts) {
        bool plain = false;
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            for (std::size_t d = 0; d < 3; ++d) {
                if (std::abs(contact.directions[static_cast<std::size_t>(i)][d]) != 1 || contact.node.empty()) continue;
                plain = true;
                add(contact.node + "." + dof_names[d]);
                add(contact.node + "." + dof_names[d] + "_velocity");
            }
        }
        if (!plain) add(contact.name + ".opening");
    }
    return out;
}

}  // namespace

std::vector<std::string> orbit_probes(const Value& given, const System& system, const std::string& subject) {
    std::vector<std::string> out = given.is_nil() ? gap_probes(system) : read_probes(given, subject, "probes");
    for (const std::string& name : out) {
        const Probe probe = resolve_probe(system, name);
        if (probe.quantity == Probe::Quantity::energy)
            throw bad_case(subject + ": 'probes' must not contain '" + name + "': orbits have no energy account");
    }
    return out;
}

namespace {

/// \throws Error (computation) that no orbit was found, with the reason
[[noreturn]] void not_found(int periods, const std::string& name, double parameter, const std::string& why) {
    throw computation_failed(orbit_subject + ": no orbit of " + std::to_string(periods) +
                             (periods == 1 ? " period" : " periods") + " was found near the guess at " + name + " = " +
                             shortest(parameter) + ": " + why);
}

/// Newton's method from the guess.
nonlinear::ClosedOrbit find(const nonlinear::PeriodMap& map, std::vector<linalg::Vector> guess, double parameter, bool linear,
                            bool joints) {
    nonlinear::ShootingOptions options;
    if (joints) options.residual = options.noise = nonlinear::noise_of_joints;
    options.most_steps = 40;  // the guess may be far away, which shortens the steps
    options.interrupted = interrupted;
    options.linear = linear;
    return shoot(map, std::move(guess), parameter, options);
}

/// Why there is no orbit without a load near a guess.
std::string why_not_autonomous(const nonlinear::AutonomousMap& map, const linalg::Vector& y, double period, double parameter,
                               const nonlinear::ClosedOrbit& closed) {
    constexpr double one = 1e-3, farthest = 4, least = 0.3, closed_enough = 1e-6;
    const double back = map.first_return(y, parameter, 0.5 * period, farthest * period)[y.size()];
    if (back > 1.45 * period)
        return closed.failure + "; the motion returns nearest to the guess after " + fmt::format("{:.4g}", back) +
               " s, and 'period' is " + shortest(period) + " s";
    if (closed.points.size() != 1 || closed.points.front().derivative.size() == 0) return closed.failure;
    if (!(closed.residual < closed_enough && closed.nodes.front()[y.size()] > least * period)) return closed.failure;
    const auto all = multipliers(map, closed.points);
    if (std::ranges::count_if(all, [](const std::complex<double>& mu) { return std::abs(mu - 1.0) < one; }) < 2)
        return closed.failure;
    return closed.failure +
           "; two multipliers are 1: the orbit is not isolated, as without damping, where each amplitude has one";
}

/// \param y a state near the orbit \param period near its period
void find_autonomous(const nonlinear::ModelFamily& family, const linalg::Vector& y, double period, FoundOrbit& found,
                     double parameter, const std::string& name) {
    constexpr double at_rest = 1e-5;  // of the scales
    const nonlinear::AutonomousMap map(family, found.settings, period);
    const bool joints = found.system->mechanism != nullptr;
    const auto require_motion = [&](const linalg::Vector& state) {
        if (map.size(state, parameter, period) > at_rest) return;
        throw computation_failed(orbit_subject + ": the motion comes to rest at an equilibrium at " + name + " = " +
                                 shortest(parameter) + ": nothing excites it there, or 'settle' begins too near to it");
    };
    require_motion(y);
    nonlinear::ClosedOrbit closed =
        find(map, {map.first_return(y, parameter, 0.5 * period, 1.5 * period)}, parameter, false, joints);
    if (!closed.nodes.empty()) require_motion(closed.nodes.front().head(y.size()));
    if (!closed.converged) not_found(1, name, parameter, why_not_autonomous(map, y, period, parameter, closed));
    if (const linalg::Vector u = map.with_smallest_period(closed.nodes.front(), parameter); u != closed.nodes.front()) {
        closed = find(map, {u}, parameter, false, joints);
        if (!closed.converged) not_found(1, name, parameter, closed.failure);
    }
    found.orbit = nonlinear::autonomous_orbit_of(map, closed, found.settings.phase);
}

/// The impacts of a run over the orbit.
std::vector<time::Impact> impacts_of(lua_State* L, const FoundOrbit& found) {
    record::RunOptions options;
    options.method = time::event_driven({.tolerance = found.settings.tolerance});
    options.duration = found.orbit.periods * found.orbit.period;
    options.step = found.orbit.period / 128;
    options.energy_on = false;
    options.record_from = found.at->state.time;
    options.initial.state = found.at;
    record::Session session = context(L).session;
    session.quiet = true;
    session.doubts = nullptr;
    const record::Run run = record::execute(found.at->system, options, session);
    if (run.interrupted()) throw Error(Failure::interrupted, "interrupted");
    return {run.impacts().begin(), run.impacts().end()};
}

}  // namespace

void set_ranges(const std::vector<std::string>& probes, const std::vector<nonlinear::ProbeRange>& ranges, ProbeValues& values) {
    for (std::size_t i = 0; i < probes.size(); ++i) {
        values.section.set(probes[i], ranges[i].first);
        values.smallest.set(probes[i], ranges[i].smallest);
        values.largest.set(probes[i], ranges[i].largest);
    }
}

const FieldList& orbit_fields() {
    static const FieldList fields =
        Fields<OrbitSettings>()
            .any("model", &OrbitSettings::model, "function or model",
                 "model(parameter): the model at a value of the parameter; or one model.")
            .required()
            .number("parameter", &OrbitSettings::parameter, "", any_number, "Value of the parameter for the orbit.")
            .standard("0 if `model` is a model")
            .text("parameter_name", &OrbitSettings::parameter_name, "Name of the parameter in messages, plots and tables.")
            .any("period", &OrbitSettings::period, "number or function",
                 "Period of the load [s]: a number, or period(parameter); a guess if the motion is autonomous. Required, unless "
                 "`guess` is an orbit or a point of a branch without a load, whose period is taken.")
            .boolean("autonomous", &OrbitSettings::autonomous,
                     "Is the motion without a periodic load (a block on a belt)? Then `period` is a guess, and the period is "
                     "computed.")
            .integer("periods", &OrbitSettings::periods, at_least(1),
                     "Number of periods of the load after which the orbit closes.")
            .any("guess", &OrbitSettings::guess, "string, run, state, orbit, point or table",
                 "A motion near the orbit: \"settle\" (the motion after `settle` periods from the model's initial values), the "
                 "end "
                 "of a run, a state, another orbit, a point of a branch, or displacements and velocities by probe, at a phase of "
                 "the load: { phase = 0, [\"mass.ux\"] = 1, ... }.")
            .standard("\"settle\"")
            .integer("settle", &OrbitSettings::settle, at_least(0), "Number of periods before a guess by \"settle\" is taken.")
            .any("probes", &OrbitSettings::probes, "list of strings",
                 "Probes for which the orbit has values at the section, smallest and largest values.")
            .standard("the coordinates of all gaps and their velocities")
            .number("tolerance", &OrbitSettings::tolerance, "", between(1e-14, 1e-8),
                    "Tolerance of the runs; orbits close to about a thousand times this value.");
    return fields;
}

/// jounce.orbit{ model, parameter, period, periods, guess, probes }
int orbit(lua_State* L) {
    const Table given = object_fields(L, 1, orbit_subject, {"model", "guess"}, "{ model = ..., period = ... }");
    const auto settings = read_settings<OrbitSettings>(orbit_fields(), given, orbit_subject);
    require_parameters(L);
    FoundOrbit found;
    const std::optional<double> known = settings.autonomous && settings.period.is_nil() ? period_of_guess(L) : std::nullopt;
    if (settings.period.is_nil() && !known) {
        if (settings.autonomous && !settings.guess.is_nil() && context(L).purpose != Purpose::run) return push_result_to_come(L);
        throw bad_case(orbit_subject + ": 'period' is required (number or function)");
    }
    found.family = std::make_shared<OrbitFamily>(L, 1, orbit_subject, known);
    if (!settings.parameter && !found.family->fixed())
        throw bad_case(orbit_subject + ": 'parameter' is required with a function 'model' (number)");
    found.parameter_name = settings.parameter_name;
    const double parameter = settings.parameter.value_or(0);
    const nonlinear::ModelFamily family = found.family->family(L, orbit_subject);
    found.system = family.system(parameter);
    const double period = family.period(parameter);
    found.probes = orbit_probes(settings.probes, *found.system, orbit_subject);
    if (settings.autonomous) {
        if (settings.periods != 1)
            throw bad_case(orbit_subject + ": 'periods' must be 1 with 'autonomous', got " + std::to_string(settings.periods));
        found.settings.autonomous_span =
            ((settings.guess.is_nil() || settings.guess.text() != nullptr ? settings.settle : 0) + 3) * period;
        nonlinear::require_autonomous(found.system, found.settings.autonomous_span, orbit_subject);
    } else {
        nonlinear::require_period(*found.system, period, orbit_subject);
    }
    record::require_signals(*found.system, 0, (settings.periods + 2) * period);
    if (context(L).purpose != Purpose::run) return push_result_to_come(L);

    const Guess guess =
        read_guess(L, given.find("guess") != nullptr ? *given.find("guess") : Value(), settings.settle, found.system, period);
    found.settings.periods = settings.periods;
    found.settings.tolerance = settings.tolerance;
    found.settings.checks_period = !settings.autonomous;
    found.settings.interrupted = interrupted;
    found.settings.parameter_scale = parameter != 0 ? std::abs(parameter) : 1;
    std::vector<linalg::Vector> nodes;
    if (guess.orbit != nullptr && !settings.autonomous) {
        nodes = guess.orbit->orbit.nodes;
        if (static_cast<int>(nodes.size()) != settings.periods) nodes.resize(1);
        found.settings.phase = guess.orbit->settings.phase;
        found.settings.scales = guess.orbit->settings.scales;
        found.settings.independent = guess.orbit->settings.independent;
    } else if (guess.place != nullptr && !settings.autonomous) {
        nodes = {guess.place->point().at.y};
        found.settings.phase = guess.place->point().at.phase;
        found.settings.scales = guess.place->branch->map.scales;
        found.settings.independent = guess.place->branch->map.independent;
    } else {
        const SectionChoice choice = nonlinear::choose_section(found.system, period, settings.periods, guess.settle, guess.from,
                                                               std::max(settings.tolerance, 1e-12), interrupted);
        found.settings.phase = choice.phase;
        found.settings.independent = choice.independent;
        found.settings.scales = nonlinear::section_scales(*found.system, period, choice);
        nodes = {choice.y};
    }
    const MarchMap map(family, found.settings);
    if (settings.autonomous) {
        find_autonomous(family, nodes.front(), period, found, parameter, settings.parameter_name);
    } else {
        const bool joints = found.system->mechanism != nullptr;
        const bool linear = found.system->contacts.empty() && found.system->frictions.empty() && !joints;
        const nonlinear::ClosedOrbit closed = find(map, std::move(nodes), parameter, linear, joints);
        if (!closed.converged) {
            const bool loads = nonlinear::has_periodic_load(*found.system, period);
            not_found(settings.periods, settings.parameter_name, parameter,
                      closed.failure + (loads ? ""
                                              : "; no load of the model changes with time, and orbits without one need "
                                                "'autonomous = true'"));
        }
        found.orbit = orbit_of(map, closed, period, found.settings.phase);
    }
    found.at = map.state(found.orbit.nodes.front(), parameter);
    found.impacts = impacts_of(L, found);
    set_ranges(found.probes,
               map.ranges(found.orbit.nodes.front(), parameter, found.orbit.periods * found.orbit.period, found.probes), found);
    return push_orbit(L, std::move(found));
}

}  // namespace jounce::lua
