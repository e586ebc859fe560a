// Checks of a run before its first step, and their results.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/run_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "system/assembly/doubts.hpp"
#include "system/beams/beam_piece.hpp"
#include "system/mechanism/loose_bodies.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/shells/shell_part.hpp"
#include "time/contact/rigid_stops.hpp"
#include "time/statics/free_motions.hpp"

namespace jounce::record {

std::vector<Probe> resolve_probes(const System& system, const RunOptions& options) {
    std::vector<Probe> out;
    for (const std::string& name : options.probes) {
        const auto same = [&](const Probe& p) { return p.name == name; };
        if (std::any_of(out.begin(), out.end(), same))
            throw bad_case("run.record: 'probes' must differ, got '" + name + "' twice");
        Probe probe = resolve_probe(system, name);
        if (probe.quantity == Probe::Quantity::energy && !options.energy_on) {
            throw bad_case("run.record: 'probes' must not contain '" + name +
                           "', because energy = false switches the energy account off");
        }
        out.push_back(std::move(probe));
    }
    return out;
}

/// Is the only free motion the one that the initial velocities begin, as the spin of a shaft?
bool spins_freely(const System& system, const time::FreeMotions& free) {
    const linalg::Vector& v = system.v0;
    if (free.count != 1 || v.isZero(0)) return false;
    const double stiffness = system.linear.K.diagonal().cwiseProduct(v.cwiseAbs2()).sum();
    return v.dot(system.linear.K * v) <= 1e-9 * stiffness;
}

std::string unsupported_note(const System& system) {
    if (std::ranges::find(system.accepted, "unsupported") != system.accepted.end()) return {};
    if (system.mechanism) {
        const std::string loose = loose_bodies_text(system);
        return loose.empty() ? loose : doubt("unsupported", loose);
    }
    // Masses without any stiffness are meant to fly; one on a spring that leaves another direction free is not.
    if (system.linear.K.cwiseAbs().sum() == 0) return {};
    const time::FreeMotions free = time::free_motions(system);
    // A note on their springs tells these motions already.
    if (free.count > 0 && free.on_soft_springs >= free.count) return {};
    const std::string text = free.text();
    return text.empty() || spins_freely(system, free) ? std::string() : doubt("unsupported", text);
}

std::string differenced_note(const System& system, const RunOptions& options) {
    if (!options.method->own_steps()) return {};
    const auto note = [&](const SignalPointer& signal, const Origin& origin) -> std::string {
        if (!signal || !signal->is_differenced(begin_time(options))) return {};
        return "the motion" + (origin.known() ? " (" + origin.text() + ")" : std::string()) +
               " is a function without derivatives: differences of it have about nine digits, and no tolerance gives more; "
               "return its velocity and its acceleration as well";
    };
    for (const PrescribedMotion& prescribed : system.recovery.prescribed) {
        if (!prescribed.support) continue;
        if (std::string found = note(prescribed.signal, prescribed.origin); !found.empty()) return found;
    }
    if (!system.mechanism) return {};
    for (const PlanarJoint& joint : system.mechanism->joints) {
        if (std::string found = note(joint.drive, joint.origin); !found.empty()) return found;
    }
    return {};
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
    // A jump of the slope is an impulse on the masses carried by the support (the loads above show them) or on joints.
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
            // An error in a user's function: the same message as during a run.
            throw Error(error.failure(), "friction '" + friction.name + "': 'normal_force': " + error.message(), error.origin());
        }
    }
}

namespace {

/// Motion along the rows of a plane gap with fixed supports.
std::optional<double> along(const System& system, const Contact& contact, const linalg::Vector& q) {
    if (contact.gap.shape != contact::GapShape::plane) return std::nullopt;
    const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row)];
    if (!row.prescribed.empty()) return std::nullopt;
    double out = 0;
    for (std::size_t i = 0; i < row.index.size(); ++i) out += row.coefficient[i] * q[row.index[i]];
    return out;
}

/// A state of a model with a stop at another position may be behind the stop of this model.
void require_in_front(const System& system, const time::InitialState& initial) {
    for (const Contact& contact : system.contacts) {
        const std::optional<double> x = along(system, contact, initial.state.q);
        for (int s = 0; x && s < contact.gap.sides(); ++s) {
            const SideState& side = initial.state.sides[static_cast<std::size_t>(contact.first_side + s)];
            const double depth = contact.gap.sign(s) * *x - contact.gap.clearance;
            const double before = std::max({side.motion.indentation, side.memory.permanent_indentation, 0.0});
            if (side.memory.closed || depth <= before + 1e-9 * (1e-3 + contact.gap.clearance)) continue;
            throw bad_case("run: 'initial' (" + initial.description + ") is " + shortest(depth) + " m behind the stop of gap '" +
                           contact.name + "', which had another position when the state was reached")
                .at(contact.origin);
        }
    }
}

}  // namespace

namespace {

/// How often something happens from a time on, at every n-th step.
double times(const RunOptions& options, double from, int every) {
    return options.step > 0 ? (end_time(options) - std::max(begin_time(options), from)) / options.step / every : 0;
}

void require_at_most(double number, double most, const char* field, const char* what) {
    if (most > 0 && number > most) {
        throw bad_case(fmt::format(
            "run: '{}' gives {:.0f} {}, a case may have at most {:.0f}; --trusted allows more for a case that you trust", field,
            number, what, most));
    }
}

}  // namespace

void check_run(const System& system, const RunOptions& options, const Session& session) {
    if (system.linear.ranks != nullptr) throw std::logic_error("run: the matrices of the System must be whole");
    const std::size_t probes = resolve_probes(system, options).size();
    if (!options.initial.to_come) {
        if (probes > 0)
            require_at_most(times(options, options.record_from, options.record_every), session.most_records, "record.every",
                            "records");
        if (options.vtk_every)
            require_at_most(times(options, options.vtk_from, *options.vtk_every), session.most_frames, "vtk.every", "frames");
    }
    if (options.initial.state) {
        time::require_same_coordinates(system, *options.initial.state);
        require_in_front(system, *options.initial.state);
    }
    if (!options.initial.to_come) require_signals(system, begin_time(options), end_time(options), options.step);
    time::require_located_rigid_stops(system, options.events, "run");
    if (options.output.empty()) return;
    check_folder(output_path(options.output, session.output_root, "run: 'output'"), owner_of(system, session), session);
}

}  // namespace jounce::record
