// What is checked of a run before its first step, and what the checks find.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run_checks.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "system/mechanism/mechanism.hpp"
#include "time/contact/rigid_stops.hpp"

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

void require_signals(const System& system, double from, double to, double step) {
    const double grid = step > 0 ? step : (to - from) / 2048;
    const auto defined = [&](const SignalPointer& signal, const Origin& origin) {
        if (!signal) return;
        try {
            signal->require_defined(from, to);
        } catch (const Error& error) {
            throw error.at(origin);
        }
    };
    const auto motion = [&](const SignalPointer& signal, const Origin& origin, bool smooth_slope) {
        defined(signal, origin);
        if (!signal) return;
        try {
            signal->require_motion(from, to, grid, smooth_slope);
        } catch (const Error& error) {
            throw error.at(origin);
        }
    };
    const auto load_signal = [&](const auto& load, const Origin& origin) {
        if (load.derivative > 0) return motion(load.signal, origin, load.derivative > 1);
        defined(load.signal, origin);
    };
    for (const Load& load : system.loads) load_signal(load, load.origin);
    // A slope that jumps is an impulse on what the support carries along, which the loads above tell, or on joints.
    for (const PrescribedMotion& prescribed : system.recovery.prescribed) {
        if (prescribed.support) {
            motion(prescribed.signal, prescribed.origin, system.mechanism != nullptr);
        } else {
            defined(prescribed.signal, prescribed.origin);
        }
    }
    if (system.mechanism) {
        for (const PlanarJoint& joint : system.mechanism->joints) motion(joint.drive, joint.origin, true);
        for (const PlanarForce& force : system.mechanism->forces) defined(force.drive, force.origin);
        for (const PrescribedLoad& load : system.mechanism->prescribed_loads) load_signal(load, {});
    }
    for (const Friction& friction : system.frictions) {
        try {
            defined(friction.normal_force, {});
        } catch (const Error& error) {
            if (!error.origin().known()) throw error.at(friction.origin);
            // A function's: worded as during a run.
            throw Error(error.failure(), "friction '" + friction.name + "': 'normal_force': " + error.message(), error.origin());
        }
    }
}

void check_run(const System& system, const RunOptions& options, const Session& session) {
    (void)resolve_probes(system, options);
    if (options.initial.state) time::require_same_coordinates(system, *options.initial.state);
    if (!options.initial.to_come) require_signals(system, begin_time(options), end_time(options), options.step);
    time::require_located_rigid_stops(system, options.events, "run");
    if (options.output.empty()) return;
    check_folder(output_path(options.output, session.output_root, "run: 'output'"), owner_of(system, session), session);
}

}  // namespace jounce::record
