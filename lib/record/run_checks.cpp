// What is checked of a run before its first step, and what the checks find.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run_checks.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace jounce::record {

std::vector<Probe> resolve_probes(const System& system, const RunOptions& options) {
    std::vector<Probe> out;
    for (const std::string& name : options.probes) {
        const auto same = [&](const Probe& p) { return p.name == name; };
        if (std::any_of(out.begin(), out.end(), same))
            throw bad_case("run.record: 'probes' must differ, got '" + name + "' twice");
        Probe probe = resolve_probe(system, name);
        if (probe.quantity == Probe::Quantity::energy && !options.energy_on) {
            throw bad_case("run.record: 'probes' must do without '" + name + "', as energy = false switches the account off");
        }
        out.push_back(std::move(probe));
    }
    return out;
}

FolderOwner owner_of(const System& system, const Session& session) { return {case_identity(session.case_file), system.name}; }

double begin_time(const RunOptions& options) { return options.initial.state ? options.initial.state->state.time : 0.0; }
double end_time(const RunOptions& options) { return begin_time(options) + options.duration; }

void require_signals(const System& system, double from, double to) {
    const auto require = [&](const auto& entry) {
        try {
            entry.signal->require_defined(from, to);
        } catch (const Error& error) {
            throw error.at(entry.origin);
        }
    };
    for (const Load& load : system.loads) require(load);
    for (const PrescribedMotion& motion : system.recovery.prescribed) require(motion);
    for (const Friction& friction : system.frictions) {
        if (!friction.normal_force) continue;
        try {
            friction.normal_force->require_defined(from, to);
        } catch (const Error& error) {
            throw error.at(friction.origin);
        }
    }
}

void check_run(const System& system, const RunOptions& options, const Session& session) {
    (void)resolve_probes(system, options);
    if (options.initial.state) time::require_same_coordinates(system, *options.initial.state);
    if (!options.initial.to_come) require_signals(system, begin_time(options), end_time(options));
    for (const Contact& contact : system.contacts) {
        if (contact.law->rigid && options.events != time::Events::locate)
            throw bad_case("run: 'events' must be \"locate\" with the rigid stop of gap '" + contact.name +
                           "', got \"stepwise\"");
    }
    if (options.output.empty()) return;
    check_folder(output_path(options.output, session.output_root, "run: 'output'"), owner_of(system, session), session);
}

}  // namespace jounce::record
