// A run that begins from an earlier result: a static equilibrium, or the end of a run.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// A state of a model as assembled (its free coordinates, independent of the coordinates of the earlier method).
struct InitialState {
    std::shared_ptr<const System> system;  ///< as assembled
    State state;                           ///< only time, q, v and the memory of the sides are used
    std::string description;               ///< "static equilibrium at t = 0 s"
    /// The exact state of a method, in its own coordinates: with the same System, method and step, the run continues
    /// without a new start.
    struct Own {
        State state;
        std::string method;  ///< from its describe()
        double step = 0;     ///< [s]
        Events events = Events::locate;
    };
    std::optional<Own> own;
};

/// The coordinates of the System as assembled from those of the System prepared by a method (Method::prepare). Exact:
/// every free coordinate is a dof of the full model. \returns n numbers
[[nodiscard]] linalg::Vector free_coordinates(const System& assembled, const System& prepared, const linalg::Vector& q);

/// `initial` in the coordinates of `system`, if ranks share the matrices of its own System, whose coordinates have another order,
/// and both have the same coordinates; otherwise unchanged. The System of the state returned has the name, the digest and the
/// gaps of the former one, for require_same_coordinates, and no matrices.
[[nodiscard]] std::shared_ptr<const InitialState> in_order_of(const std::shared_ptr<const System>& system,
                                                              std::shared_ptr<const InitialState> initial);

/// \throws Error (bad_case) naming the coordinate or the gap that only one of the Systems has
void require_same_coordinates(const System& system, const InitialState& initial);

/// The System with the displacements and velocities of `initial` as its initial ones, for Method::prepare.
[[nodiscard]] std::shared_ptr<const System> system_from(const System& system, const InitialState& initial);

/// Completes the first state of a run. `state` is that of `initial_state(prepared)`.
/// \param system as assembled, of this run
/// \returns is it another motion than that of the state? Otherwise it goes on exactly.
bool begin_from(const InitialState& initial, const System& system, const Method& method, double step, Events events,
                Stepper& stepper, State& state);

}  // namespace jounce::time
