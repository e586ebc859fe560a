// Impacts on rigid stops: impulses over all closed stops at one instant, by Newton's law of restitution.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "linalg/basics/types.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/contact/contact_kernel.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/equations/mechanism_dynamics.hpp"
#include "time/stepper/integrator.hpp"

namespace jounce::time {

/// Solves 0 <= P, w = W P + q >= 0, P^T w = 0 for a positive semidefinite W (m x m, column-major) by K. G. Murty's (1974)
/// least-index principal pivoting, doi:10.1007/BF01584999; never more than 2^m pivots. Where no P satisfies the equations w = 0
/// of the pivots (stops of several restitutions that hold one motion), by Lemke's path. Small systems; allocates. \returns P.
/// \throws std::runtime_error when it does not end (W too close to singular)
[[nodiscard]] std::vector<double> complementary_impulses(const linalg::Matrix& W, const linalg::Vector& q);

/// The same with the least sum of squares of all solutions (share_impulses).
[[nodiscard]] linalg::Vector shared_impulses(const linalg::Matrix& W, const linalg::Vector& q);

/// \param step of the run, of which the end of another one may have left closed stops off their places (StopPlaces) [s]
/// \throws Error (bad_case, at the gap) when a motion begins behind a rigid stop
void require_outside_rigid_stops(const System& system, const State& state, double step);

/// \param analysis name of the caller in the message: "run"
/// \throws Error (bad_case) when events are not located and a stop is rigid: its impulse acts at the instant of the
/// impact
void require_located_rigid_stops(const System& system, Events events, const std::string& analysis);

class RigidStops {
  public:
    explicit RigidStops(const System& system);
    [[nodiscard]] bool any() const { return any_; }

    /// An opening speed below which a side stays closed behind an impact [m/s].
    [[nodiscard]] static double at_rest(const contact::Law& law) { return 1e-3 * law.minimum_speed; }

    /// Of a side at the velocities of `state`, its stop moving as it does at `state.time` [m/s].
    [[nodiscard]] double rate(const State& state, std::size_t side) const;

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
    /// location. Frictions of these sides give impulses too (FrictionalContacts, FrictionCones), with (1 + e_T) times the slip
    /// before; the statuses of the frictions of sides that stay closed follow, and frictions under finite forces slip as their
    /// bodies move behind the impact.
    /// \param accumulated of each side: do its impacts follow so fast that they are one? Then e and e_T are zero, too
    [[nodiscard]] std::vector<Impulse> strike(State& state, const std::vector<int>& sides,
                                              const std::vector<char>& accumulated = {});

    /// For sides that open and sides that stay closed: removes the depths from state.q, because a step constrains only
    /// the speed and a moving stop leaves an error of second order in the step in the depth; and removes the rounding
    /// of the opening speeds from state.v, which would strike the stop that has just opened.
    void let_go(State& state, const std::vector<int>& sides);

    /// Removes from state.q what the location of an impact left of the depths of compliant sides that begin at the same instant
    /// and rebound, together with those of `sides`, which are rigid. \param depths of `beside`, from their surfaces [m]
    void put_beside(State& state, const std::vector<int>& sides, const std::vector<int>& beside,
                    const std::vector<double>& depths);
    /// Of a side at the motion of `state`, its stop moving as it does at `state.time`.
    [[nodiscard]] contact::Motion motion(const State& state, std::size_t side) const;

  private:
    void put_on_surface(State& state, const std::vector<int>& sides) const;
    /// Rows and responses of these sides at their current positions, where these change them.
    void place(const State& state, const std::vector<int>& sides);
    /// Product of rows and responses of these sides.
    [[nodiscard]] linalg::Matrix mobility(const std::vector<int>& sides) const;
    /// Impulses of either sign take the rounding of the velocities of before out of the opening speeds: those that stick are
    /// then at rest to the rounding of what moves on.
    /// \param frictions that stick, along with the sides
    void bring_to_rest(State& state, const std::vector<int>& sides, const std::vector<std::size_t>& frictions = {}) const;
    [[nodiscard]] std::vector<Impulse> strike_with_friction(State& state, const std::vector<int>& sides,
                                                            const std::vector<char>& accumulated);
    /// Of every friction at this motion [m/s].
    [[nodiscard]] std::vector<contact::Slip> slips(const State& state) const;
    /// Index of the friction of a side, or -1.
    [[nodiscard]] int friction_of(int side) const;
    /// Frictions under finite forces at an impact: sticks that it tears loose slip, and slips have the direction behind it.
    /// \param least speed that is not rounding [m/s]
    void turn_others(State& state, const std::vector<contact::Slip>& before, double least) const;
    [[nodiscard]] bool bounces(std::size_t side, double rate, const std::vector<char>& accumulated) const {
        return rate >= law_[side]->minimum_speed && (accumulated.empty() || accumulated[side] == 0);
    }
    /// d slip/d v along a direction, and the velocities that a unit impulse along it makes, as the frames stand (n each).
    void slip_columns(const State& state, std::size_t friction, const contact::Slip& direction, double* row,
                      double* answer) const;

    const System* system_;
    bool any_ = false;
    std::vector<double> sign_;                     // per side
    std::vector<const Contact*> contact_;          // per side
    std::vector<const contact::Law*> law_;         // per side
    std::unique_ptr<MechanismDynamics> dynamics_;  // of a System with joints
    linalg::Matrix rows_, answers_;          // of each side (n x sides): d rate/d v, and the velocities due to its unit impulse
    linalg::Matrix transposed_, influence_;  // B^T and M^-1 B^T, of a structure with friction or circular stops
    bool circular_ = false;                  // any such stop
};

}  // namespace jounce::time
