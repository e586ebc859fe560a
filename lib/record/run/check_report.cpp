// The report of `jounce check`: a model and a run, before the run is computed.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/check_report.hpp"

#include <fmt/format.h>

#include <Eigen/LU>

#include <algorithm>
#include <numbers>

#include "base/messages/text.hpp"
#include "linalg/basics/singular_matrix.hpp"
#include "modal/modes.hpp"
#include "record/run/advice.hpp"
#include "record/run/choice.hpp"
#include "record/run/run_checks.hpp"
#include "record/run/run_doubts.hpp"
#include "system/assembly/doubts.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/mechanism/motion.hpp"
#include "system/supports/supports.hpp"
#include "time/advice/recommended_step.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/statics/free_motions.hpp"

namespace jounce::record {

namespace {

std::string counted(std::size_t n, const std::string& noun) { return std::to_string(n) + " " + noun + (n == 1 ? "" : "s"); }

/// Of the bodies that move, by their coordinates or drivers [kg].
double mass_of_bodies(const Mechanism& mechanism) {
    double out = 0;
    for (const PlanarFrame& frame : mechanism.frames) {
        const bool moves = frame.driven || std::ranges::any_of(frame.rows, [](const SparseRow& row) {
                               return !row.index.empty() || !row.prescribed.empty();
                           });
        if (frame.body && moves) out += frame.mass;
    }
    return out;
}

/// The mass that moves in a translation of the whole model, in the direction with the largest moving mass; with joints, of the
/// bodies [kg].
double moved_mass(const System& system) {
    if (system.mechanism) return mass_of_bodies(*system.mechanism);
    if (system.recovery.inertia.rows() != system.size()) return 0;
    try {
        const linalg::Factorisation mass = time::LinearKernel(system.linear).factor(1, 0, 0);
        double out = 0;
        for (Eigen::Index k = 0; k < 3; ++k) {
            const linalg::Vector momentum = system.recovery.inertia.col(k);
            linalg::Vector answer = momentum;
            mass.solve_in_place(answer.data());
            out = std::max(out, momentum.dot(answer));
        }
        return out;
    } catch (const linalg::SingularMatrix&) {
        return 0;
    }
}

modal::Modes lowest_modes(const System& system, const StageReport& proceed) {
    return modal::modes(system, std::min(system.size(), 8), proceed);
}

std::string frequency_line(const modal::Modes& found) {
    const auto elastic = std::ranges::find_if(found.modes, &modal::Mode::elastic);
    const auto below = static_cast<std::size_t>(elastic - found.modes.begin());
    const auto rigid = static_cast<std::size_t>(std::ranges::count_if(found.modes, &modal::Mode::rigid));
    std::string out = elastic == found.modes.end()
                          ? "no elastic mode among the lowest " + std::to_string(below)
                          : fmt::format("lowest frequency {:.4g} Hz ({})", elastic->frequency, elastic->kind);
    std::string others;
    for (std::size_t m = below + 1; m < std::min(found.modes.size(), below + 5); ++m)
        others += (others.empty() ? "" : ", ") + fmt::format("{:.4g}", found.modes[m].frequency);
    if (!others.empty()) out += ", then " + others + " Hz";
    if (rigid > 0) out += ", " + counted(rigid, "rigid mode");
    if (below > rigid)
        out +=
            fmt::format(", {} of at most {:.2g} Hz", counted(below - rigid, "unresolved mode"), found.modes[below - 1].frequency);
    return out + ", with every gap open";
}

/// phi^T C phi/(2 omega) of the lowest elastic mode above 1 is a note.
std::string overdamped_note(const System& system, const modal::Modes& found) {
    const auto elastic = std::ranges::find_if(found.modes, &modal::Mode::elastic);
    if (elastic == found.modes.end()) return {};
    const double omega = 2 * std::numbers::pi * elastic->frequency;
    const double ratio = elastic->shape.dot(system.linear.C * elastic->shape) / (2 * omega);
    if (!(ratio > 1)) return {};
    return doubt("damping", fmt::format("the lowest mode ({:.4g} Hz) has a damping ratio of {:.3g} and does not vibrate (1 is "
                                        "critical); for 1 % damping it would be divided by {:.3g}",
                                        elastic->frequency, ratio, 100 * ratio));
}

/// Is there damping in a structure, and no doubt yet about values that determine its ratio?
bool damping_is_doubtful(const System& system) {
    if (system.mechanism || !system.linear.symmetric || std::ranges::find(system.accepted, "damping") != system.accepted.end())
        return false;
    return system.linear.C.cwiseAbs().sum() > 0 && std::ranges::none_of(system.notes, is_doubt);
}

/// "bar[1] (all), top (ux, uy)": nodes with held dofs that have mass, damping, stiffness or gaps; dofs are grouped by
/// node.
std::string held_words(const System& system, bool given) {
    std::vector<std::pair<int, std::vector<std::string>>> nodes;
    for (const Support& support : system.supports->held) {
        const bool idle = support.mass.empty() && support.damping.empty() && support.stiffness.empty() && support.rows.empty();
        const bool moves = std::ranges::any_of(system.recovery.prescribed, [&](const PrescribedMotion& motion) {
            return motion.support && motion.pattern[support.dof] != 0;
        });
        if (idle || moves != given) continue;
        const int node = support.dof / 6;
        auto at = std::ranges::find(nodes, node, &std::pair<int, std::vector<std::string>>::first);
        if (at == nodes.end()) at = nodes.insert(nodes.end(), {node, {}});
        at->second.emplace_back(dof_names[static_cast<std::size_t>(support.dof % 6)]);
    }
    constexpr std::size_t most = 6;
    std::string out;
    for (std::size_t k = 0; k < std::min(nodes.size(), most); ++k) {
        const auto& [node, dofs] = nodes[k];
        out += (k == 0 ? "" : ", ") + system.nodes[static_cast<std::size_t>(node)].name + " (" +
               (dofs.size() == dof_names.size() ? std::string("all") : join(dofs)) + ")";
    }
    if (nodes.size() > most) out += ", and " + std::to_string(nodes.size() - most) + " more";
    return out;
}

}  // namespace

std::string model_line(const System& system) {
    const double mass = moved_mass(system);
    return (mass > 0 ? fmt::format("{:.4g} kg{}, ", mass, system.mechanism ? " of bodies" : "") : "") +
           counted(static_cast<std::size_t>(system.size()), "coordinate") + ", " + counted(system.contacts.size(), "gap");
}

namespace {

/// "joined to the ground: 'crank' (revolute 'O', driven), 'slider' (translational 'guide')"; empty for none.
std::string ground_line(const Mechanism& mechanism) {
    std::string out;
    for (const PlanarJoint& joint : mechanism.joints) {
        const bool first = joint.frames[0] == 0;
        if (joint.kind == "drive" || (!first && joint.frames[1] != 0)) continue;
        const PlanarFrame& body = mechanism.frames[static_cast<std::size_t>(joint.frames[first ? 1 : 0])];
        const bool driven = (joint.drives_frame >= 0 && joint.kind != "fixed") ||
                            std::ranges::any_of(mechanism.joints, [&](const PlanarJoint& other) {
                                return other.kind == "drive" && other.name == "drive of " + joint.name;
                            });
        out += (out.empty() ? "joined to the ground: '" : ", '") + body.name + "' (" + joint.kind + " '" + joint.name + "'" +
               (driven ? ", driven)" : ")");
    }
    return out;
}

/// "free to move at the start: 'rod' (angle), 'slider' (x)": where the null space of the joints' Jacobian has a part; empty for
/// none, and for mechanisms whose null space takes time.
std::string freedom_line(const System& system) {
    constexpr int most = 300;  // coordinates
    const Mechanism& mechanism = *system.mechanism;
    MechanismMotion motion(system, mechanism, mechanism.joints);
    if (motion.coordinates() > most || motion.coordinates() == 0) return {};
    motion.set_time(0);
    motion.move(system.q0.data(), nullptr);
    motion.constrain();
    linalg::Matrix free = linalg::Matrix::Identity(motion.coordinates(), motion.coordinates());
    if (motion.equations() > 0) free = linalg::Matrix(motion.jacobian()).fullPivLu().kernel();
    std::string out;
    for (const PlanarFrame& frame : mechanism.frames) {
        std::vector<std::string> moves;
        for (std::size_t k = 0; k < 3 && frame.body; ++k) {
            for (const int c : frame.rows[k].index) {
                const auto at = std::ranges::find(motion.coordinate(), c) - motion.coordinate().begin();
                if (at == motion.coordinates() || !(free.row(at).cwiseAbs().maxCoeff() > 1e-9)) continue;
                moves.emplace_back(k == 0 ? "x" : k == 1 ? "y" : "angle");
                break;
            }
        }
        if (!moves.empty())
            out += (out.empty() ? "free to move at the start: '" : ", '") + frame.name + "' (" + join(moves) + ")";
    }
    return out;
}

std::vector<std::string> facts(const System& system, const modal::Modes& modes) {
    std::vector<std::string> out;
    const auto supports = static_cast<std::size_t>(
        std::ranges::count_if(system.recovery.prescribed, [](const PrescribedMotion& motion) { return motion.support; }));
    std::string line = "moving mass and supports: " + model_line(system) + " of " + counted(system.nodes.size(), "node");
    if (supports > 0) line += ", " + counted(supports, "given motion");
    out.push_back(std::move(line));
    if (system.supports && !system.mechanism) {
        if (const std::string fixed = held_words(system, false); !fixed.empty()) out.push_back("held: " + fixed);
        if (const std::string given = held_words(system, true); !given.empty()) out.push_back("motion given: " + given);
    }
    if (system.mechanism) {
        for (const std::string& of : {ground_line(*system.mechanism), freedom_line(system)}) {
            if (!of.empty()) out.push_back(of);
        }
    } else {
        out.push_back(frequency_line(modes));
        const time::FreeMotions free = time::free_motions(system);
        if (free.count == 0) out.emplace_back("every motion is restrained by a stiffness or a contact");
    }
    return out;
}

constexpr int at_once = 2000;  // coordinates whose modes take no time beside a run

}  // namespace

std::vector<std::string> model_report(const System& system, const StageReport& proceed) {
    const modal::Modes modes = system.mechanism ? modal::Modes{} : lowest_modes(system, proceed);
    std::vector<std::string> out = facts(system, modes);
    for (const std::string& note : system.notes) out.push_back("note: " + note);
    if (std::ranges::any_of(modes.modes, &modal::Mode::unresolved)) out.push_back("note: modes: " + modes.notes.back());
    if (!damping_is_doubtful(system)) return out;
    if (const std::string note = overdamped_note(system, modes); !note.empty()) out.push_back("note: " + note);
    return out;
}

std::vector<std::string> model_facts(const System& system) {
    if (system.size() > at_once) return {model_line(system)};
    try {
        return facts(system, system.mechanism ? modal::Modes{} : lowest_modes(system, {}));
    } catch (const Error& error) {  // modes that are not there
        if (error.failure() == Failure::interrupted) throw;
        return {model_line(system)};
    }
}

std::string damping_note(const System& system) {
    if (!damping_is_doubtful(system) || system.size() > at_once) return {};
    try {
        return overdamped_note(system, lowest_modes(system, {}));
    } catch (const Error& error) {
        if (error.failure() == Failure::interrupted) throw;
        return {};
    }
}

std::vector<std::string> contact_lines(const System& system, const std::vector<time::ContactTime>& contacts,
                                       const std::optional<time::StepAdvice>& advice, const RunOptions& options) {
    std::vector<std::string> out;
    const bool follows_script = !options.method->own_steps() && !(options.tolerance > 0);
    if (advice && follows_script && !doubtful_contact_time(system, *advice))
        out.push_back(fmt::format("recommended step {:.2g} s, a twentieth of {:.3g} s", advice->step, advice->time));
    std::vector<bool> told(system.contacts.size());
    for (const time::ContactTime& of : contacts) {
        const auto c = static_cast<std::size_t>(of.contact);
        if (told[c]) continue;
        told[c] = true;
        const std::string least = fmt::format("{:.2g}", of.node), most = fmt::format("{:.2g}", of.body);
        out.push_back(fmt::format("contact of '{}' lasts {} s at {:.2g} m/s", system.contacts[c].name,
                                  least == most ? least : least + " to " + most, of.speed));
    }
    return out;
}

std::vector<std::string> run_report(const System& system, const RunOptions& options) {
    std::vector<std::string> out;
    if (options.initial.to_come) {
        out.emplace_back("run: starts from a result that is not computed here");
        return out;
    }
    const Choice choice = choices(system, options).front();
    const bool chosen = !choice.why.empty();
    out.push_back("run: " +
                  (chosen ? "chosen: " + choice.why
                          : choice.options.method->describe() +
                                (choice.options.step > 0 ? ", step " + fmt::format("{:.6g}", choice.options.step) + " s" : "")));
    const State start = start_of(system, options);
    const std::vector<time::ContactTime> contacts = time::contact_times(system, start, options.duration);
    const auto advice =
        time::recommended_step(system, contacts, start, options.duration, choice.options.method->exact_without_contacts());
    if (const auto doubt = advice ? doubtful_contact_time(system, *advice) : std::nullopt) out.push_back("note: " + *doubt);
    for (std::string& line : contact_lines(system, contacts, advice, choice.options)) out.push_back(std::move(line));
    for (const std::string& note : run_doubts(system, options)) out.push_back("note: " + note);
    if (const std::string note = unsupported_note(system); !note.empty()) out.push_back("note: " + note);
    return out;
}

}  // namespace jounce::record
