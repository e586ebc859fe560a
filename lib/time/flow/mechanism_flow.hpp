// The motion of a System with joints as a smooth first-order system, with the status of its sides held constant.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "time/equations/mechanism_dynamics.hpp"
#include "time/flow/flow_integrals.hpp"

namespace jounce::time {

/// y = (t, q, v, bristles), then integrals that do not act on the motion: three works of WorkSum, that of each
/// friction, and impulse, work and loss of each side. Workspace; nothing allocates after construction.
class MechanismFlow {
  public:
    explicit MechanismFlow(MechanismDynamics& dynamics);
    [[nodiscard]] std::size_t coordinates() const { return n_; }
    [[nodiscard]] std::size_t frictions() const { return frictions_; }
    /// Of all frictions, one for each direction of their slips.
    [[nodiscard]] std::size_t bristles() const { return d_.bristles(); }
    [[nodiscard]] std::size_t motion_size() const { return 1 + 2 * n_ + bristles(); }
    [[nodiscard]] std::size_t size() const { return impulse(sides_); }

    /// Index in y of a side's impulse.
    [[nodiscard]] std::size_t impulse(std::size_t side) const {
        return motion_size() + work_integrals + frictions_ + side_integrals * side;
    }

    /// Takes the statuses of the sides from `from`. \returns whether `rate` responds as it did before
    bool begin(const State& from);
    void fill(const State& from, double* y) const;
    /// \param integrals are the rates of the integrals needed, too?
    void rate(const double* y, double* dy, bool integrals = true);
    /// Multipliers of the joints (m) at the last call of `rate`.
    [[nodiscard]] const linalg::Vector& multipliers() const { return lambda_; }
    /// Normal force of a side at that call [N].
    [[nodiscard]] double normal_force(std::size_t side) const { return normal_[side]; }
    /// Of a closed side there.
    [[nodiscard]] const contact::Response& response(std::size_t side) const { return response_[side]; }
    /// Force of a friction there, and what presses it [N].
    [[nodiscard]] const contact::Slip& friction_force(std::size_t friction) const { return friction_force_[friction]; }
    [[nodiscard]] double pressing(std::size_t friction) const { return d_.pressing(friction, normal_.data()); }
    /// The slip of a friction in a plane of nodes that begins at rest: until the next `begin`, its force has the direction that
    /// belongs to the force r that would hold the slip, to which the direction of a slip turns at a rate of order |r|/|s|.
    void follow_hold(std::size_t friction) { follows_ = friction; }
    [[nodiscard]] bool follows() const { return follows_ < frictions_; }
    [[nodiscard]] std::size_t followed() const { return follows_; }
    /// At the last call of `rate`: r [N], and the least change of the slip in unit time by a unit force [1/kg].
    [[nodiscard]] const contact::Slip& holding() const { return holding_; }
    [[nodiscard]] double least_mobility() const { return least_mobility_; }
    /// And the masses that the slip moves, row by row [kg].
    [[nodiscard]] const std::array<double, 4>& slip_inertia() const { return inertia_; }
    /// Bristles of a state as `fill` orders them, and adds their increments.
    void add_bristles(const double* increment, State& state) const;
    /// Sorts the integrals at `y` into `work`.
    void sort(const double* y, StepWork& work) const;
    [[nodiscard]] const contact::ContactMemory& memory(std::size_t side) const { return memory_[side]; }

  private:
    /// r for the forces of everything else (n).
    void find_hold(const double* forces);

    MechanismDynamics& d_;
    std::size_t n_, frictions_, sides_;
    linalg::Vector lambda_;
    std::vector<double> normal_, elastic_;
    std::vector<contact::Response> response_;
    std::vector<contact::Slip> friction_force_;
    std::vector<contact::ContactMemory> memory_;
    std::vector<char> closed_;
    std::vector<char> again_;    // loads below the previous maximum indentation
    std::vector<char> pressed_;  // of each friction
    std::size_t follows_;        // the friction that follows what would hold it, or the number of frictions
    contact::Slip holding_{};
    std::array<double, 4> inertia_{};  // that the slip moves
    double least_mobility_ = 0;
    linalg::Vector free_;  // accelerations for `find_hold`
};

}  // namespace jounce::time
