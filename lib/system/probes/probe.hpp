// Probes: strings such as "top.ux", "shaft[21].ry_velocity", "top.force", "energy.kinetic", resolved once, evaluated per record.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/fields/value.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// The terms of "energy.<term>", in joules; the values come from the energy account (time/account/energy.hpp).
struct EnergyTerm {
    std::string_view name, meaning;
};
inline constexpr std::array<EnergyTerm, 10> energy_terms = {
    {{"kinetic", "Current kinetic energy."},
     {"strain", "Current strain energy of structure, springs and joints."},
     {"contact", "Energy currently stored in contacts and bristles."},
     {"external", "Work of loads since the start."},
     {"base", "Work of base motion and of prescribed motions since the start."},
     {"structural_damping", "Dissipated by dampers and structural damping since the start."},
     {"contact_damping", "Dissipated by contact laws since the start."},
     {"friction", "Dissipated by friction since the start."},
     {"transition", "Energy created or dissipated by transitions between contact laws since the start."},
     {"remainder", "Numerical remainder: the error of the balance of all other terms."}}};

struct DrivenFrame;

/// Contribution of a load to a balance: coefficient * d^derivative/dt^derivative signal(t).
struct ProbeLoad {
    double coefficient = 0;
    SignalPointer signal;
    int derivative = 0;
};

/// A resolved probe. Dof probes are linear in the free coordinates plus prescribed motion; gap probes read the state's sides.
struct Probe {
    enum class Quantity {
        displacement,
        velocity,
        acceleration,
        gap_force,
        gap_indentation,
        gap_opening,
        friction_force,
        slip_speed,
        friction_power,
        sticking,
        energy,
        balance,       ///< from the equilibrium of a part: section forces of beams, support forces
        load_power,    ///< of a named load
        eccentricity,  ///< of a journal in its bearing, global components
        joint_force,   ///< of an ideal joint: one multiplier, or the magnitude of two
        guide_force,   ///< two multipliers along `direction`, in the axes of the base of `guided`
        given_effort,  ///< of a driver by force or torque
        point_motion   ///< of a point of a flexible body: x, y, angle, their rates, their second derivatives
    };
    std::string name;  ///< as the user wrote it
    std::string unit;  ///< "m", "rad/s2", "N", "J", ...
    Quantity quantity = Quantity::displacement;
    SparseRow row;                    ///< for dof probes and balances
    SparseRow rate_row, inertia_row;  ///< for balances: of velocities and accelerations
    std::vector<ProbeLoad> loads;     ///< for balances
    std::vector<std::pair<int, double>>
        local_rows;                        ///< for balances: index into System::rows, and coefficient of its local force
    std::vector<int> indices;              ///< for load_power: into System::loads
    std::vector<int> forces, given_loads;  ///< the same, into Mechanism::forces and Mechanism::prescribed_loads
    int contact = -1;                      ///< for gap probes
    int friction = -1;                     ///< for friction probes
    int component = -1;                    ///< of friction probes: one direction; -1: the only one, or the magnitude of two
    std::string energy_term;               ///< for energy probes
    int link = -1, marker = -1;            ///< for points of flexible bodies; `component` 0 to 8
    std::vector<int> multipliers;          ///< for joint probes: indices into State::multipliers
    double sign = 1;                       ///< of a single multiplier; 0: magnitude of two
    std::shared_ptr<const DrivenFrame> guided;
    std::array<double, 2> direction{};
    SignalPointer given;
};

/// \throws Error (bad_case, without origin) naming the nearest known probe, node or gap.
[[nodiscard]] Probe resolve_probe(const System& system, const std::string& name);

/// d^derivative/dt^derivative signal(t)
[[nodiscard]] double load_value(const SignalPointer& signal, int derivative, double time);

/// The list of names from a script, with at least one. \throws Error
[[nodiscard]] std::vector<std::string> read_probes(const Value& value, const std::string& subject, const std::string& field);

/// Value of a dof or gap probe. Gap force is positive in compression (sum of the sides); indentation is the larger one of the
/// sides (zero when open), opening the smaller one. The friction force acts on the moving node, opposite to its slip.
[[nodiscard]] double evaluate(const Probe& probe, const System& system, const State& state);

/// Rate of an acceleration probe. \param jerk of the free coordinates; without prescribed motions (see jerk.hpp)
[[nodiscard]] double evaluate_jerk(const Probe& probe, const linalg::Vector& jerk);

/// Second derivative of a side's indentation [m/s^2]; NaN when the state does not contain it (gaps between bodies).
/// \param side of the contact: 0, 1
[[nodiscard]] double side_acceleration(const Contact& contact, int side, const System& system, const State& state);

/// Rate of the probe if the state contains it (displacement -> velocity, velocity -> acceleration, opening and
/// indentation -> their rates, force of a gap between nodes); NaN otherwise.
[[nodiscard]] double evaluate_rate(const Probe& probe, const System& system, const State& state);

}  // namespace jounce
