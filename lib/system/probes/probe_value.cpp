// The value of a probe in a state.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "system/mechanism/mechanism.hpp"
#include "system/probes/joint_probe.hpp"
#include "system/probes/link_probe.hpp"
#include "system/probes/probe.hpp"
#include "system/probes/support_probe.hpp"
#include "system/state/slip_rows.hpp"

namespace jounce {

namespace {

using Quantity = Probe::Quantity;

double sum(const SparseRow& row, const linalg::Vector& free) {
    double total = 0;
    for (std::size_t i = 0; i < row.index.size(); ++i) total += row.coefficient[i] * free[row.index[i]];
    return total;
}

double moved(const SparseRow& row, const System& system, double time, double SignalSample::*part) {
    double total = 0;
    for (std::size_t j = 0; j < row.prescribed.size(); ++j) {
        total += row.prescribed_coefficient[j] * (system.recovery.prescribed[row.prescribed[j]].signal->sample(time).*part);
    }
    return total;
}

std::span<const SideState> sides_of(const System& system, const State& state, int contact) {
    const Contact& c = system.contacts[contact];
    return std::span(state.sides).subspan(c.first_side, c.gap.sides());
}

const SideState& deepest(std::span<const SideState> sides) {
    return *std::ranges::max_element(sides, {}, [](const SideState& side) { return side.motion.indentation; });
}

/// Contact and friction forces along local coordinates, with their sign on the left-hand side.
double local_force(const Probe& probe, const System& system, const State& state) {
    const auto share = [&probe](int row) {
        for (const auto& [index, coefficient] : probe.local_rows) {
            if (index == row) return coefficient;
        }
        return 0.0;
    };
    double total = 0;
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const Contact& contact = system.contacts[c];
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            const double coefficient = share(contact.first_row + i);
            if (coefficient == 0) continue;
            for (const SideState& side : sides_of(system, state, static_cast<int>(c)))
                total += coefficient * side.response.force * side.normal[static_cast<std::size_t>(i)];
        }
    }
    for_each_friction_force(system, state, [&](int row, double force) { total += share(row) * force; });
    return total;
}

double balance_value(const Probe& probe, const System& system, const State& state) {
    double total = sum(probe.row, state.q) + moved(probe.row, system, state.time, &SignalSample::value) +
                   sum(probe.rate_row, state.v) + moved(probe.rate_row, system, state.time, &SignalSample::first) +
                   sum(probe.inertia_row, state.a) + moved(probe.inertia_row, system, state.time, &SignalSample::second);
    for (const ProbeLoad& load : probe.loads) total += load.coefficient * load_value(load.signal, load.derivative, state.time);
    if (!probe.local_rows.empty()) total += local_force(probe, system, state);
    return total;
}

constexpr double no_rate = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double load_value(const SignalPointer& signal, int derivative, double time) {
    if (derivative == 0) return signal->value(time);
    const SignalSample sample = signal->sample(time);
    return derivative == 1 ? sample.first : sample.second;
}

double side_acceleration(const Contact& contact, int side, const System& system, const State& state) {
    if (contact.gap.shape == contact::GapShape::frames) return no_rate;
    const auto along = [&](int local, const linalg::Vector& free, double SignalSample::*part) {
        const SparseRow& row = system.rows[contact.first_row + local];
        return sum(row, free) + moved(row, system, state.time, part);
    };
    if (contact.gap.shape == contact::GapShape::plane) return contact.gap.sign(side) * along(0, state.a, &SignalSample::second);
    // Circular gap: the direction rotates with the motion perpendicular to it.
    const SideState& at = state.sides[contact.first_side + side];
    const double radius = contact.gap.clearance + at.motion.indentation;
    if (!(radius > 0)) return no_rate;
    const auto [n0, n1] = at.normal;
    const double across = n0 * along(1, state.v, &SignalSample::first) - n1 * along(0, state.v, &SignalSample::first);
    return n0 * along(0, state.a, &SignalSample::second) + n1 * along(1, state.a, &SignalSample::second) +
           across * across / radius;
}

double evaluate(const Probe& probe, const System& system, const State& state) {
    switch (probe.quantity) {
        case Quantity::displacement:
            return sum(probe.row, state.q) + moved(probe.row, system, state.time, &SignalSample::value);
        case Quantity::velocity:
            return sum(probe.row, state.v) + moved(probe.row, system, state.time, &SignalSample::first);
        case Quantity::acceleration:
            return sum(probe.row, state.a) + moved(probe.row, system, state.time, &SignalSample::second);
        case Quantity::gap_force: {
            double force = 0;
            for (const SideState& side : sides_of(system, state, probe.contact)) force += side.response.force;
            return force;
        }
        case Quantity::gap_indentation:
            return std::max(0.0, deepest(sides_of(system, state, probe.contact)).motion.indentation);
        case Quantity::gap_opening:
            return 0 - deepest(sides_of(system, state, probe.contact)).motion.indentation;
        case Quantity::friction_force: {
            const contact::Slip& force = state.frictions[probe.friction].force;
            if (probe.component >= 0) return 0 - force[probe.component];
            return system.frictions[probe.friction].directions == 2 ? contact::norm(force) : 0 - force[0];
        }
        case Quantity::slip_speed: {
            const contact::Slip& speed = state.frictions[probe.friction].velocity;
            if (probe.component >= 0) return speed[probe.component];
            return system.frictions[probe.friction].directions == 2 ? contact::norm(speed) : speed[0];
        }
        case Quantity::friction_power: {
            const FrictionState& f = state.frictions[probe.friction];
            return f.force[0] * f.velocity[0] + f.force[1] * f.velocity[1];
        }
        case Quantity::sticking:
            return state.frictions[probe.friction].status == FrictionStatus::stick ? 1 : 0;
        case Quantity::balance:
            return balance_value(probe, system, state);
        case Quantity::load_power:
            return load_power(probe, system, state);
        case Quantity::eccentricity: {
            const Contact& c = system.contacts[probe.contact];
            const SideState& side = state.sides[c.first_side];
            return (side.motion.indentation + c.gap.clearance) * side.normal[static_cast<std::size_t>(probe.component)];
        }
        case Quantity::joint_force:
        case Quantity::guide_force:
        case Quantity::given_effort:
            return joint_value(probe, state);
        case Quantity::point_motion:
            return marker_value(probe, system, state, probe.component);
        case Quantity::energy:
            break;  // from the energy account
    }
    return std::numeric_limits<double>::quiet_NaN();
}

double evaluate_rate(const Probe& probe, const System& system, const State& state) {
    switch (probe.quantity) {
        case Quantity::displacement:
            return sum(probe.row, state.v) + moved(probe.row, system, state.time, &SignalSample::first);
        case Quantity::velocity:
            return sum(probe.row, state.a) + moved(probe.row, system, state.time, &SignalSample::second);
        case Quantity::gap_indentation: {
            const SideState& side = deepest(sides_of(system, state, probe.contact));
            const double depth = side.motion.indentation;
            // A cubic from rest at zero into a contact would pass below zero.
            return depth > 0 || (depth == 0 && side.memory.closed) ? side.motion.rate : no_rate;
        }
        case Quantity::gap_opening:
            return -deepest(sides_of(system, state, probe.contact)).motion.rate;
        case Quantity::gap_force: {
            const Contact& contact = system.contacts[probe.contact];
            if (contact.law->rigid || contact.gap.shape == contact::GapShape::frames) return no_rate;
            double rate = 0;
            for (int s = 0; s < contact.gap.sides(); ++s) {
                const SideState& side = state.sides[contact.first_side + s];
                if (!side.memory.closed) continue;
                rate += side.response.stiffness * side.motion.rate +
                        side.response.damping * side_acceleration(contact, s, system, state);
            }
            return rate;
        }
        case Quantity::load_power:
            return load_power_rate(probe, system, state);
        case Quantity::point_motion:
            return probe.component < 6 ? marker_value(probe, system, state, probe.component + 3) : no_rate;
        default:
            return no_rate;
    }
}

double evaluate_jerk(const Probe& probe, const linalg::Vector& jerk) { return sum(probe.row, jerk); }

}  // namespace jounce
