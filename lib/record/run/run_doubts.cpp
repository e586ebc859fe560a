// Notes on a model and its loads in a run that are probably mistakes, from the response of the model.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/run_doubts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include "base/messages/text.hpp"
#include "contact/response/response.hpp"
#include "record/run/choice.hpp"
#include "record/run/examined.hpp"
#include "record/run/gap_doubts.hpp"
#include "record/run/run_checks.hpp"
#include "record/run/unjoined_doubt.hpp"
#include "record/series/motion_scale.hpp"
#include "system/assembly/doubts.hpp"
#include "system/beams/beam_piece.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/shells/shell_part.hpp"
#include "system/signals/signal_kinds.hpp"
#include "system/state/load_words.hpp"
#include "time/advice/joint_contacts.hpp"
#include "time/advice/slow_push.hpp"

namespace jounce::record {

namespace {

constexpr int largest_system = 2000;  // coordinates, whose factors take no time beside a run
constexpr double two_pi = 2 * std::numbers::pi;

std::string clearance_doubt(const Examined& of) {
    for (const Contact& contact : of.system.contacts) {
        const double clearance = std::abs(contact.gap.clearance);
        if (!of.meshed || !(of.size > 0) || !(clearance > 0.2 * of.size)) continue;
        if (!(clearance > of.size) && !of.restrained(of.push.response(first_row_of(of, contact)).frequency)) continue;
        return fmt::format("gap '{}'{}: {} of {} m is {} the size of the model, {:.3g} m; {}*si.mm?", contact.name,
                           place(contact.origin), contact.gap.clearance < 0 ? "an interference" : "a clearance",
                           in_message(clearance),
                           clearance > of.size ? "more than" : fmt::format("{:.0f} % of", 100 * clearance / of.size), of.size,
                           in_message(clearance));
    }
    return {};
}

std::string stop_doubt(const Examined& of) {
    for (const Contact& contact : of.system.contacts) {
        const double depth = contact.gap.clearance;
        if (!of.meshed || contact.law->rigid || !(depth > 0)) continue;
        const time::PushResponse answer = of.push.response(first_row_of(of, contact));
        if (!of.restrained(answer.frequency)) continue;
        const double needed = answer.mass * answer.frequency * answer.frequency * depth;
        contact::ContactMemory memory;
        memory.closed = true;
        memory.impact_speed = contact.law->minimum_speed;
        try {
            const double force = contact::closed_response(*contact.law, {depth, 0}, memory).force;
            if (!(force > 0) || !(force < 1e-3 * needed)) continue;
            return fmt::format(
                "gap '{}'{}: the stop has {:.2g} N at an indentation of its clearance, {:.3g} m, by which {:.2g} N move "
                "the structure: it hardly acts; is its stiffness in N/mm, or in kN/m?",
                contact.name, place(contact.origin), force, depth, needed);
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted) throw;
            continue;  // a user's law that fails there
        }
    }
    return {};
}

/// The shortest bending wavelength of a beam across which the load pushes, in its elements; infinite without any.
struct Resolved {
    double elements = std::numeric_limits<double>::infinity();
    double wavelength = 0;  // [m]
    std::string beam;
};
Resolved resolved(const System& system, const linalg::Vector& pattern, double omega) {
    Resolved out;
    const linalg::Vector forces = system.recovery.T * pattern;
    const double negligible = 1e-6 * forces.cwiseAbs().maxCoeff();
    for (const BeamPiece& piece : *system.beams) {
        const elements::Beam& beam = piece.properties;
        for (const std::size_t end : {std::size_t{0}, std::size_t{6}}) {
            Eigen::Vector3d force;
            for (std::size_t k = 0; k < 3; ++k) force[static_cast<Eigen::Index>(k)] = forces[piece.dofs[end + k]];
            const Eigen::Vector3d local = beam.frame.axes * force;
            for (const auto& [across, inertia] : {std::pair{local.y(), beam.section.Iz}, std::pair{local.z(), beam.section.Iy}}) {
                if (!(std::abs(across) > negligible) || !(beam.material.density > 0)) continue;
                const double stiffness = beam.material.E * inertia / (beam.material.density * beam.section.area);
                const double wavelength = two_pi * std::pow(stiffness / (omega * omega), 0.25);
                if (wavelength / beam.frame.length < out.elements) out = {wavelength / beam.frame.length, wavelength, piece.beam};
            }
        }
    }
    return out;
}

std::string mesh_doubt(const Examined& of) {
    constexpr double enough = 6;
    for (const Load& load : of.system.loads) {
        const double omega = of.steady_frequency(load);
        if (load.pattern.isZero(0) || !(omega > 0)) continue;
        const Resolved found = resolved(of.system, load.pattern, omega);
        if (!(found.elements < enough)) continue;
        return fmt::format(
            "{} has {:.4g} Hz, at which bending waves of '{}' have a length of {:.3g} m, {:.2g} elements; three "
            "digits take six: {:.1f} times as many elements, or is the frequency in rad/s?",
            load_words(load), omega / two_pi, found.beam, found.wavelength, found.elements, enough / found.elements);
    }
    return {};
}

std::string frequency_doubt(const Examined& of) {
    for (const Load& load : of.system.loads) {
        const double omega = of.steady_frequency(load);
        if (load.pattern.isZero(0) || !(omega > 0)) continue;
        const double highest = of.highest_frequency();
        if (highest > 0 && omega > 100 * highest)
            return load_words(load) + fmt::format(
                                          " has {:.4g} Hz, {:.0f} times the highest frequency of the model, {:.4g} Hz; is "
                                          "the frequency in rad/s or mHz?",
                                          omega / two_pi, omega / highest, highest / two_pi);
    }
    return {};
}

/// An initial displacement of a node larger than the model, if stiffness resists it.
std::string start_doubt(const Examined& of) {
    if (!of.meshed || !(of.size > 0) || of.system.q0.isZero(0)) return {};
    const linalg::Vector full = of.system.recovery.T * of.system.q0;
    for (Eigen::Index node = 0; node + 6 <= full.size(); node += 6) {
        const double moved = full.segment<3>(node).norm();
        if (!(moved > of.size) || !of.restrained(std::sqrt(time::squared_frequency(of.system, of.system.q0)))) continue;
        return fmt::format(
            "the initial displacement of node '{}', {:.6g} m, exceeds the size of the model, {:.3g} m: linear theory "
            "does not apply; {:.6g}*si.mm?",
            of.system.nodes[static_cast<std::size_t>(node / 6)].name, moved, of.size, moved);
    }
    return {};
}

std::string deflection_doubt(const Examined& of) {
    if (std::string start = start_doubt(of); !start.empty()) return start;
    for (const Load& load : of.system.loads) {
        if (!of.meshed || !(of.size > 0) || load.pattern.isZero(0)) continue;
        const double omega = of.frequency(load);
        if (signals::is_function(*load.signal)) continue;
        const linalg::Vector u = of.push.deflection(load.pattern);
        const double response = std::sqrt(time::squared_frequency(of.system, u));
        if (!of.restrained(response)) continue;
        const linalg::Vector full = of.system.recovery.T * u;
        double largest = 0;
        for (Eigen::Index node = 0; node + 6 <= full.size(); node += 6) largest = std::max(largest, full.segment<3>(node).norm());
        largest *= largest_value(of, load) / std::max(1.0, std::pow(omega / response, 2));
        if (!(largest > of.size) || !std::isfinite(largest)) continue;
        return load_words(load) + fmt::format(
                                      " deflects the structure by {:.2g} m, more than its size of {:.3g} m, if no stop holds "
                                      "it: linear theory does not apply; are its unit and the sections right?",
                                      largest, of.size);
    }
    return {};
}

std::string shell_size_doubt(const Examined& of) {
    if (of.system.shells->empty() || !(of.size > 100)) return {};
    return fmt::format("the model with shells has a size of {:.3g} m; is the mesh in mm (scale = si.mm)?", of.size);
}

std::string thickness_doubt(const Examined& of) {
    for (const ShellPart& part : *of.system.shells) {
        for (const ShellPiece& piece : part.pieces) {
            if (!(piece.properties.thickness > 0.5 * of.size)) continue;
            return fmt::format("shell '{}' is {} m thick in a model of the size {:.3g} m; {}*si.mm?", part.name,
                               in_message(piece.properties.thickness), of.size, in_message(piece.properties.thickness));
        }
    }
    return {};
}

/// The angles, at the places of rotations: of initial velocities where no stiffness holds the motion, and of given motions.
linalg::Vector angles_turned(const Examined& of) {
    const linalg::SparseMatrix& T = of.system.recovery.T;
    const linalg::SparseMatrix& K = of.system.linear.K;
    linalg::Vector out = of.duration * (T * of.system.v0).cwiseAbs();
    const linalg::Vector held = (T * (K * of.system.v0)).cwiseAbs();
    const linalg::Vector rounding = 1e-9 * (T.cwiseAbs() * (K.cwiseAbs() * of.system.v0.cwiseAbs()));
    out = (held.array() <= rounding.array()).select(out, 0.0);
    for (const PrescribedMotion& given : of.system.recovery.prescribed) {
        double least = given.signal->sample(of.begin).value, most = least;
        for (int i = 1; i <= 64; ++i) {
            const double now = given.signal->sample(of.begin + of.duration * i / 64).value;
            least = std::min(least, now);
            most = std::max(most, now);
        }
        out += (most - least) * given.pattern.cwiseAbs();
    }
    return out;
}

/// A node that turns by more than a radian about an axis, from its initial velocity or a given motion, and is free to tilt.
std::string gyroscopic_doubt(const Examined& of) {
    const linalg::Vector angles = angles_turned(of);
    const linalg::SparseMatrix transposed = of.system.recovery.T.transpose();
    const auto is_free = [&](Eigen::Index dof) { return linalg::SparseMatrix::InnerIterator(transposed, dof) ? true : false; };
    for (Eigen::Index node = 0; node + 6 <= angles.size(); node += 6) {
        for (Eigen::Index k = 0; k < 3; ++k) {
            const double angle = angles[node + 3 + k];
            if (!(angle > 1) || !(is_free(node + 3 + (k + 1) % 3) || is_free(node + 3 + (k + 2) % 3))) continue;
            return fmt::format(
                "node '{}' turns by {:.3g} rad about {} and is free to tilt: the gyroscopic moment of its spin is "
                "not part of the model; fix its other rotations, or accept the motion without it",
                of.system.nodes[static_cast<std::size_t>(node / 6)].name, angle, "xyz"[k]);
        }
    }
    return {};
}

/// A round clearance joint whose contact needs a depth of more than the radius of its pin to turn an impact.
std::string joint_doubt(const System& system, const RunOptions& options) {
    const Mechanism& mechanism = *system.mechanism;
    for (const time::ContactTime& of : time::joint_contact_times(system, start_of(system, options), options.duration)) {
        const auto pair = std::ranges::find(mechanism.pairs, of.contact, &PlanarPair::contact);
        const double depth = of.node * of.speed / time::depths_of_duration;  // the shorter time: at least as deep
        if (!(pair->pin_radius > 0) || !(depth > pair->pin_radius)) continue;
        const Contact& contact = system.contacts[static_cast<std::size_t>(of.contact)];
        return fmt::format(
            "gap '{}'{}: an impact at {:.2g} m/s is {:.2g} m deep, more than the radius of the pin, {:.3g} m: it hardly acts; "
            "is its stiffness in N/mm, or in kN/m?",
            contact.name, place(contact.origin), of.speed, depth, pair->pin_radius);
    }
    return {};
}

struct RunDoubt {
    const char* word;
    std::string (*look)(const Examined&);
};
constexpr std::array<RunDoubt, 11> run_doubt_kinds{{{"unsupported", unjoined_doubt},
                                                    {"length", shell_size_doubt},
                                                    {"section", thickness_doubt},
                                                    {"gyroscopic", gyroscopic_doubt},
                                                    {"direction", unmoved_doubt},
                                                    {"clearance", clearance_doubt},
                                                    {"stop", stop_doubt},
                                                    {"mesh", mesh_doubt},
                                                    {"frequency", frequency_doubt},
                                                    {"deflection", deflection_doubt},
                                                    {"clearance", unreached_doubt}}};

}  // namespace

std::vector<std::string> run_doubts(const System& system, const RunOptions& options) {
    std::vector<std::string> out;
    if (!system.linear.symmetric || system.size() > largest_system || !(options.duration > 0)) return out;
    if (std::ranges::any_of(system.notes, is_doubt)) return out;
    const auto accepted = [&system](const char* word) {
        return std::ranges::find(system.accepted, word) != system.accepted.end();
    };
    const auto add = [&](const char* word, const std::string& text) {
        if (!text.empty()) out.push_back(doubt(word, text));
    };
    if (!accepted("restitution")) add("restitution", restitution_doubt(system));
    if (system.mechanism) {
        if (!options.initial.to_come && !accepted("stop")) add("stop", joint_doubt(system, options));
        return out;
    }
    const bool meshed = !system.beams->empty() || !system.shells->empty();
    const bool continued = options.initial.state || options.initial.to_come;
    const Examined examined{system, begin_time(options), options.duration,      extent(system),
                            meshed, continued,           time::SlowPush(system)};
    for (const RunDoubt& kind : run_doubt_kinds) {
        if (accepted(kind.word)) continue;
        try {
            add(kind.word, kind.look(examined));
        } catch (const Error& error) {
            if (error.failure() == Failure::interrupted) throw;
            continue;  // a signal that is not defined in the run, which says so itself
        }
    }
    return out;
}

}  // namespace jounce::record
