// Probes of support forces, and of the power of loads.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/probes/support_probe.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>

#include "base/messages/text.hpp"
#include "linalg/sparse/factorisation.hpp"
#include "system/mechanism/link_state.hpp"
#include "system/probes/quantities.hpp"
#include "system/probes/row_of_dofs.hpp"
#include "system/supports/supports.hpp"

namespace jounce {

namespace {

using linalg::Vector;

linalg::Vector full_vector(const System& system, const std::vector<FullTerm>& terms) {
    Vector out = Vector::Zero(system.recovery.T.rows());
    for (const FullTerm& term : terms) out[term.dof] += term.coefficient;
    return out;
}

/// Damping over the free coordinates alone is internal, and the supports take the opposite of its resultant: with the static
/// response x = K^-1 k to the support (k = K_fp) the row of the velocities is C x, as for prescribed motions (structural_damping
/// in system/assembly/assemble.cpp), where C excludes the dampers.
void add_coupled_damping(const System& system, const Supports& supports, Probe& probe) {
    if (system.linear.ranks != nullptr) throw std::logic_error("support_probe: damping and stiffness must be whole");
    const linalg::SparseMatrix& T = system.recovery.T;
    const linalg::SparseMatrix dampers = linalg::SparseMatrix(T.transpose()) * (supports.dampers * T);
    const linalg::SparseMatrix C = system.linear.C - dampers;
    const linalg::Ordering ordering = linalg::choose_ordering(std::vector{std::cref(system.linear.K)});
    const auto factor = [&] {
        try {
            return linalg::Factorisation::make(linalg::permuted(system.linear.K, ordering), linalg::Symmetry::symmetric,
                                               ordering);
        } catch (const linalg::SingularMatrix&) {
            throw bad_case("probe '" + probe.name +
                           "': modal damping needs a structure that its supports fully restrain; use damping.rayleigh");
        }
    }();
    const auto static_answer = [&](const Vector& forces) {
        linalg::Matrix answer = linalg::permuted(linalg::Matrix(forces), ordering);
        factor.solve_in_place(answer);
        return Vector(linalg::restored(answer, ordering).col(0));
    };
    Vector k = Vector::Zero(system.size());
    for (std::size_t e = 0; e < probe.row.index.size(); ++e) k[probe.row.index[e]] = probe.row.coefficient[e];
    const Vector row = C.transpose() * static_answer(k);
    SparseRow& rates = probe.rate_row;
    for (Eigen::Index i = 0; i < row.size(); ++i) {
        if (row[i] == 0) continue;
        rates.index.push_back(static_cast<int>(i));
        rates.coefficient.push_back(row[i]);
    }
    for (std::size_t j = 0; j < system.recovery.prescribed.size(); ++j) {
        const PrescribedMotion& motion = system.recovery.prescribed[j];
        if (!motion.support || motion.stiffness_row.size() != row.size()) continue;
        const double coefficient = row.dot(static_answer(motion.stiffness_row));
        if (coefficient == 0) continue;
        rates.prescribed.push_back(static_cast<int>(j));
        rates.prescribed_coefficient.push_back(coefficient);
    }
}

/// What joints, bodies and contacts of frames do to a node is in no matrix.
void require_no_joint(const System& system, const std::string& name, int node) {
    const Mechanism& mechanism = *system.mechanism;
    const int frame = mechanism.find_frame(system.nodes[static_cast<std::size_t>(node)].name);
    if (frame < 0) return;
    std::vector<std::string> joints;
    for (const PlanarJoint& joint : mechanism.joints) {
        if (joint.frames[0] == frame || joint.frames[1] == frame) joints.push_back("'" + joint.name + ".force'");
    }
    std::vector<std::string> contacts;
    for (const PlanarPair& pair : mechanism.pairs) {
        if (pair.frames[0] != frame && pair.frames[1] != frame) continue;
        const std::string probe = "'" + system.contacts[static_cast<std::size_t>(pair.contact)].name + ".force'";
        if (std::ranges::find(contacts, probe) == contacts.end()) contacts.push_back(probe);
    }
    const std::string& thing = mechanism.frames[static_cast<std::size_t>(frame)].name;
    std::string instead = joints.empty() ? "" : ": the force of a joint is " + join(joints);
    if (!contacts.empty()) instead += (instead.empty() ? ": " : ", ") + std::string("that of a contact ") + join(contacts);
    throw bad_case("probe '" + name + "': '" + thing + "' is a body or a point of one, which no support holds" +
                   (instead.empty() ? ", and no joint or contact either" : instead));
}

std::string held_names(const System& system) {
    std::vector<std::string> known;
    for (const Support& support : system.supports->held) {
        const auto node = std::ranges::find(system.nodes, support.dof - support.dof % 6, &SystemNode::first_dof);
        if (node != system.nodes.end() && !support.shared)
            known.push_back(node->name + ".reaction_" + dof_names[static_cast<std::size_t>(support.dof % 6)]);
        if (known.size() == 8) {
            known.emplace_back("...");
            break;
        }
    }
    return join(known);
}

}  // namespace

std::optional<Probe> reaction_probe(const System& system, const std::string& name, int node, const std::string& quantity) {
    if (!quantity.starts_with(probes::reaction)) return std::nullopt;
    const auto dof = std::ranges::find(dof_names, quantity.substr(probes::reaction.size()));
    if (dof == dof_names.end()) return std::nullopt;
    if (system.mechanism) require_no_joint(system, name, node);
    const auto d = static_cast<int>(dof - dof_names.begin());
    const int held = system.nodes[static_cast<std::size_t>(node)].first_dof + d;
    const auto none = [&] {
        std::string message =
            "probe '" + name + "': '" + *dof + "' of '" + system.nodes[static_cast<std::size_t>(node)].name + "' is not held";
        if (system.supports) message += "; held are " + held_names(system);
        return bad_case(message);
    };
    if (!system.supports) throw none();
    const auto support = std::ranges::find(system.supports->held, held, &Support::dof);
    if (support == system.supports->held.end()) throw none();
    if (support->shared)
        throw bad_case("probe '" + name +
                       "': several supports hold this motion through rigid links or ties, so the force of each is undetermined");
    Probe probe;
    probe.name = name;
    probe.unit = d < 3 ? "N" : "N m";
    probe.quantity = Probe::Quantity::balance;
    probe.row = row_of_dofs(system, full_vector(system, support->stiffness));
    probe.rate_row = row_of_dofs(system, full_vector(system, support->damping));
    probe.inertia_row = row_of_dofs(system, full_vector(system, support->mass));
    probe.local_rows = support->rows;
    for (const Support::Push& load : support->loads) probe.loads.push_back({-load.coefficient, load.signal, load.derivative});
    if (system.supports->couples) add_coupled_damping(system, *system.supports, probe);
    return probe;
}

std::vector<std::string> load_names(const System& system) {
    std::vector<std::string> out;
    for (const Load& load : system.loads) {
        if (!load.name.empty() && std::ranges::find(out, load.name) == out.end()) out.push_back(load.name);
    }
    if (!system.mechanism) return out;
    const auto add = [&out](const std::string& name) {
        if (!name.empty() && std::ranges::find(out, name) == out.end()) out.push_back(name);
    };
    for (const PlanarForce& force : system.mechanism->forces) add(force.load);
    for (const PrescribedLoad& load : system.mechanism->prescribed_loads) add(load.name);
    return out;
}

std::optional<Probe> load_probe(const System& system, const std::string& name, const std::string& load,
                                const std::string& quantity) {
    Probe probe;
    for (std::size_t i = 0; i < system.loads.size(); ++i) {
        if (system.loads[i].name == load) probe.indices.push_back(static_cast<int>(i));
    }
    if (system.mechanism) {
        for (std::size_t i = 0; i < system.mechanism->forces.size(); ++i) {
            if (system.mechanism->forces[i].load == load) probe.forces.push_back(static_cast<int>(i));
        }
        for (std::size_t i = 0; i < system.mechanism->prescribed_loads.size(); ++i) {
            if (system.mechanism->prescribed_loads[i].name == load) probe.given_loads.push_back(static_cast<int>(i));
        }
    }
    if (probe.indices.empty() && probe.forces.empty() && probe.given_loads.empty()) return std::nullopt;
    if (quantity != probes::load_power)
        throw bad_case("probe '" + name + "': unknown quantity of a load '" + quantity + "'; known are power");
    probe.name = name;
    probe.unit = "W";
    probe.quantity = Probe::Quantity::load_power;
    return probe;
}

namespace {

/// Along the load: of the structure, and of the supports that it pushes.
double speed(const System& system, const Load& load, const State& state) {
    double out = load.pattern.dot(state.v);
    for (const auto& [j, share] : load.on_supports)
        out += share * system.recovery.prescribed[static_cast<std::size_t>(j)].signal->sample(state.time).first;
    return out;
}

bodies::FrameMotion frame_motion(const System& system, int index, const State& state) {
    const PlanarFrame& frame = system.mechanism->frames[static_cast<std::size_t>(index)];
    if (frame.driven) return frame.driven->at_time(state.time).motion;
    if (frame.link >= 0) return marker_state(system.mechanism->links[static_cast<std::size_t>(frame.link)], frame.marker, state);
    std::array<double, 3> at = frame.offset, rate{};
    for (std::size_t k = 0; k < 3; ++k) {
        const SparseRow& row = frame.rows[k];
        for (std::size_t e = 0; e < row.index.size(); ++e) {
            at[k] += row.coefficient[e] * state.q[row.index[e]];
            rate[k] += row.coefficient[e] * state.v[row.index[e]];
        }
        for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
            const SignalSample s =
                system.recovery.prescribed[static_cast<std::size_t>(row.prescribed[e])].signal->sample(state.time);
            at[k] += row.prescribed_coefficient[e] * s.value;
            rate[k] += row.prescribed_coefficient[e] * s.first;
        }
    }
    bodies::FrameMotion out;
    out.position = {at[0], at[1]};
    out.set_angle(at[2]);
    out.velocity = {rate[0], rate[1]};
    out.rate = rate[2];
    return out;
}

/// Of a load on a point of a body, a force along an axis of the ground or a torque.
double power_of_force(const System& system, const PlanarForce& force, const State& state) {
    const double value = force.drive->value(state.time);
    const bodies::FrameMotion second = frame_motion(system, force.frames[1], state);
    if (force.kind == PlanarForce::Kind::turning)
        return value * (second.rate - frame_motion(system, force.frames[0], state).rate);
    return value * force.axis.dot(second.point_velocity(force.points[1]));
}

/// d/dt of the coordinates x, y, angle of a body, twice; nothing for driven and flexible frames.
std::optional<std::array<double, 3>> frame_acceleration(const System& system, int index, const State& state) {
    const PlanarFrame& frame = system.mechanism->frames[static_cast<std::size_t>(index)];
    if (frame.driven || frame.link >= 0) return std::nullopt;
    std::array<double, 3> out{};
    for (std::size_t k = 0; k < 3; ++k) {
        const SparseRow& row = frame.rows[k];
        for (std::size_t e = 0; e < row.index.size(); ++e) out[k] += row.coefficient[e] * state.a[row.index[e]];
        for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
            const PrescribedMotion& motion = system.recovery.prescribed[static_cast<std::size_t>(row.prescribed[e])];
            out[k] += row.prescribed_coefficient[e] * motion.signal->sample(state.time).second;
        }
    }
    return out;
}

/// d/dt (F axis.v_P) = F' axis.v_P + F axis.(a + alpha e_z x r - omega^2 r), r from the frame's origin to P.
double power_rate_of_force(const System& system, const PlanarForce& force, const State& state) {
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    const SignalSample value = force.drive->sample(state.time);
    const auto acceleration = frame_acceleration(system, force.frames[1], state);
    if (!acceleration) return unknown;
    const bodies::FrameMotion second = frame_motion(system, force.frames[1], state);
    if (force.kind == PlanarForce::Kind::turning) {
        const auto first = frame_acceleration(system, force.frames[0], state);
        if (!first) return unknown;
        return value.first * (second.rate - frame_motion(system, force.frames[0], state).rate) +
               value.value * ((*acceleration)[2] - (*first)[2]);
    }
    const bodies::Vector2 arm = second.turned(force.points[1]);
    const bodies::Vector2 of_point = bodies::Vector2((*acceleration)[0], (*acceleration)[1]) +
                                     (*acceleration)[2] * bodies::perpendicular(arm) - second.rate * second.rate * arm;
    return value.first * force.axis.dot(second.point_velocity(force.points[1])) + value.value * force.axis.dot(of_point);
}

double power_of_given(const System& system, const PrescribedLoad& load, const State& state) {
    const bodies::FrameMotion at = frame_motion(system, load.frame, state);
    return load_value(load.signal, load.derivative, state.time) *
           (load.pattern[0] * at.velocity.x() + load.pattern[1] * at.velocity.y() + load.pattern[2] * at.rate);
}

}  // namespace

double load_power(const Probe& probe, const System& system, const State& state) {
    double power = 0;
    for (const int i : probe.indices) {
        const Load& load = system.loads[static_cast<std::size_t>(i)];
        power += load_value(load.signal, load.derivative, state.time) * speed(system, load, state);
    }
    for (const int i : probe.forces)
        power += power_of_force(system, system.mechanism->forces[static_cast<std::size_t>(i)], state);
    for (const int i : probe.given_loads)
        power += power_of_given(system, system.mechanism->prescribed_loads[static_cast<std::size_t>(i)], state);
    return power;
}

double load_power_rate(const Probe& probe, const System& system, const State& state) {
    if (!probe.given_loads.empty()) return std::numeric_limits<double>::quiet_NaN();
    double rate = 0;
    for (const int i : probe.forces)
        rate += power_rate_of_force(system, system.mechanism->forces[static_cast<std::size_t>(i)], state);
    for (const int i : probe.indices) {
        const Load& load = system.loads[static_cast<std::size_t>(i)];
        if (load.derivative > 1) return std::numeric_limits<double>::quiet_NaN();
        const SignalSample sample = load.signal->sample(state.time);
        const auto [value, next] =
            load.derivative == 0 ? std::pair{sample.value, sample.first} : std::pair{sample.first, sample.second};
        double change = load.pattern.dot(state.a);
        for (const auto& [j, share] : load.on_supports)
            change += share * system.recovery.prescribed[static_cast<std::size_t>(j)].signal->sample(state.time).second;
        rate += next * speed(system, load, state) + value * change;
    }
    return rate;
}

}  // namespace jounce
