// Impacts on rigid stops: impulses over all closed stops at one instant, by Newton's law of restitution.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "linalg/types.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/contact/contact_kernel.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/equations/mechanism_dynamics.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// Solves 0 <= P, w = W P + q >= 0, P^T w = 0 for a positive semidefinite W (m x m, column-major) by K. G. Murty's (1974)
/// least-index principal pivoting, doi:10.1007/BF01584999; never more than 2^m pivots. Small systems; allocates.
/// \returns P. \throws std::runtime_error when it does not end (W too close to singular)
[[nodiscard]] std::vector<double> complementary_impulses(const linalg::Matrix& W, const linalg::Vector& q);

/// \throws Error (bad_case, at the gap) when a motion begins behind a rigid stop
void require_outside_rigid_stops(const System& system, const State& state);

/// \param analysis names whoever asks, for the message: "run"
/// \throws Error (bad_case) when events are not located and a stop is rigid: its impulse belongs to the instant of the impact
void require_located_rigid_stops(const System& system, Events events, const std::string& analysis);

class RigidStops {
  public:
    explicit RigidStops(const System& system);
    [[nodiscard]] bool any() const { return any_; }

    struct Impulse {
        int side = 0;
        double value = 0;     ///< [N s], >= 0
        bool sticks = false;  ///< the opening speed after the impact is zero: the side stays closed
    };
    /// The impulses at `state.time` over `sides` (those struck now and those already closed, all rigid): with w the opening
    /// speeds,
    ///     0 <= P  perpendicular to  w+ + e w- >= 0,   w+ = w- + B M^-1 B^T P,
    /// e being zero for approaches slower than the law's minimum_speed; with joints M^-1 has what they answer at that instant
    /// in it. Changes state.v, and state.q by the round-off of the
    /// location.
    [[nodiscard]] std::vector<Impulse> strike(State& state, const std::vector<int>& sides);

    /// Of sides that let go, and of those that stay closed: takes the depths out of state.q, because a step holds a stop's speed
    /// and a stop that moves leaves the square of the step in the depth, and what rounding has left of the opening speeds out of
    /// state.v, which would strike the stop that has just let go.
    void let_go(State& state, const std::vector<int>& sides);

  private:
    void put_on_surface(State& state, const std::vector<int>& sides) const;
    /// Of a System with joints: rows and answers of these sides where they stand.
    void place(const State& state, const std::vector<int>& sides);
    /// Rows times answers over these sides.
    [[nodiscard]] linalg::Matrix mobility(const std::vector<int>& sides) const;
    [[nodiscard]] double rate(const State& state, std::size_t side) const;
    /// Impulses of either sign take the rounding of the velocities of before out of the opening speeds: those that stick are
    /// then at rest to the rounding of what moves on.
    void bring_to_rest(State& state, const std::vector<int>& sides) const;

    const System* system_;
    bool any_ = false;
    std::vector<double> sign_;                     // per side
    std::vector<const Contact*> contact_;          // per side
    std::vector<const contact::Law*> law_;         // per side
    std::unique_ptr<MechanismDynamics> dynamics_;  // of a System with joints
    linalg::Matrix rows_, answers_;  // of each side (n x sides): d rate/d v, and the velocities that its unit impulse makes
};

}  // namespace jounce::time
