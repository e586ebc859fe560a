// The motion of a structure as a smooth first-order system, with constant status of contacts, frictions and stops.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "linalg/sparse/factorisation.hpp"
#include "system/state/slip_rows.hpp"
#include "time/contact/contact_kernel.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/equations/plane_slip.hpp"
#include "time/equations/work_rates.hpp"
#include "time/flow/flow_integrals.hpp"
#include "time/flow/held_speeds.hpp"
#include "time/start/start.hpp"

namespace jounce::time {

/// y = (t, q, v, z) with the bristles z of frictions that have them, then integrals that do not act on the motion:
/// three works of WorkSum, that of each friction, and impulse, work and loss of each side. Any matrices, signals, laws
/// and frictions; every evaluation completes a state as `Start` does. Workspace; nothing allocates after construction.
class StructureFlow {
  public:
    explicit StructureFlow(const System& system);

    [[nodiscard]] std::size_t coordinates() const { return n_; }
    [[nodiscard]] std::size_t motion_size() const { return 1 + 2 * n_ + 2 * bristled_.size(); }
    [[nodiscard]] std::size_t size() const { return impulse(sides_); }
    /// Index in y of a side's impulse.
    [[nodiscard]] std::size_t impulse(std::size_t side) const {
        return motion_size() + work_integrals + frictions_ + side_integrals * side;
    }

    /// Index in y of the work of a side's force, then of its loss.
    [[nodiscard]] std::size_t side_work(std::size_t side) const { return impulse(side) + 1; }

    /// Takes statuses and memories from `from`. Loads are not evaluated at or after `end`, where they may jump.
    void begin(const State& from, double end);
    void fill(const State& from, double* y) const;
    /// Until the next `begin`: a slip in a plane that begins at rest has the direction that belongs to the force that would hold
    /// it (BeginningSlip), which its own direction approaches at the rate |force| x mobility / |slip|.
    void follow_hold(std::size_t friction) { followed_ = friction; }
    void follow_slips() { followed_ = nothing; }
    /// At the last call of `rate` or `take`: that force, or 0 where something else holds the slip [N], the rate of |slip|
    /// [m/s^2], and the least mobility of the slip with stops held [1/kg].
    [[nodiscard]] double holding() const { return holding_; }
    [[nodiscard]] double rise() const { return rise_; }
    [[nodiscard]] double least_mobility() const { return time::least_mobility(inertia_); }
    /// Largest change of a slip in a plane in unit time by a unit force along a tangent, as at the last call of `rate` [1/kg].
    [[nodiscard]] double slip_mobility(std::size_t friction) const;
    /// \param integrals are the rates of the integrals needed, too?
    void rate(const double* y, double* dy, bool integrals = true);
    /// Sides, frictions and accelerations at the last call of `rate`.
    [[nodiscard]] const State& at() const { return trial_; }
    /// Takes time, q, v and bristles of y + increment, and completes the state with constant statuses. A slip that followed its
    /// holding force gets that direction: the force that turned it was missing.
    void take(const State& from, const double* increment, double time, State& to);
    /// Sorts the integrals at `y` into `work`.
    void sort(const double* y, StepWork& work) const;

    /// Statuses may change here: the start of a run, and the instants of events.
    void complete(State& state, bool initial) { start_.complete(state, initial); }
    void hold(State& state) { start_.hold(state); }

    /// Change of the rate of a side in unit time by a unit force on it [1/kg].
    [[nodiscard]] double mobility(std::size_t side) const { return mobility_[side]; }
    /// The largest contribution of contact and friction forces to an acceleration, since `begin` or `set_push` [m/s^2].
    [[nodiscard]] double push() const { return push_; }
    /// The largest acceleration of loads alone, or of springs and dampers alone, in a state [m/s^2]: when they balance,
    /// the round-off is relative to it.
    [[nodiscard]] double balance(const State& from);
    /// Bound of the rate of the accelerations by loads, without those whose derivatives are differences of values [m/s^3]: times
    /// the rounding of time it is theirs.
    [[nodiscard]] double load_rate(const State& from) const;
    /// Kinetic energy, and that stored in contacts [J].
    [[nodiscard]] double energy(const State& from);
    /// Resets the value recorded by rejected trials.
    void set_push(double push) { push_ = push; }

  private:
    void find_push();
    /// Completes a state in which one slip has the direction of the force that would hold it.
    void slide_along_hold(State& state);
    void turn_to_hold(const State& from, State& to, double h);
    const System& system_;
    std::size_t n_, frictions_, sides_;
    LinearKernel linear_;
    ContactKernel contacts_;
    Start start_;
    WorkRates rates_;
    State trial_, held_;
    State begin_;  // of a step that follows a slip
    std::vector<std::size_t> bristled_;
    linalg::Factorisation mass_;
    linalg::PaddedVector q_, v_;
    linalg::Vector alone_;
    HeldSpeeds held_speeds_;
    std::vector<double> load_size_;  // of each load with unit value [m/s^2]
    std::vector<double> row_force_, row_size_, mobility_;
    std::vector<const contact::Law*> law_;  // of each side
    std::vector<char> again_;               // per side: it reloads
    static constexpr std::size_t nothing = static_cast<std::size_t>(-1);
    std::size_t followed_ = nothing;  // the slip that follows its holding force
    double holding_ = 0, rise_ = 0;
    std::array<double, 4> inertia_{};  // of the slip
    double push_ = 0, last_ = 0;
};

}  // namespace jounce::time
