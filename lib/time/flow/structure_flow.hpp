// The motion of a structure as a smooth first-order system, with contacts, sticking frictions and rigid stops held as they are.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/factorisation.hpp"
#include "time/contact/contact_kernel.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/equations/work_rates.hpp"
#include "time/flow/flow_integrals.hpp"
#include "time/start/start.hpp"

namespace jounce::time {

/// y = (t, q, v, z) with the bristles z of frictions that have them, then integrals that nothing depends on: three works of
/// WorkSum, that of each friction, and impulse, work and loss of each side. Any matrices, signals, laws and frictions; every
/// evaluation completes a state as `Start` does. Workspace; nothing allocates after construction.
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

    /// Holds statuses and memories as `from` has them. Loads are asked for no instant from `end` on, where they may jump.
    void begin(const State& from, double end);
    void fill(const State& from, double* y) const;
    /// \param integrals are the rates of the integrals asked for, too?
    void rate(const double* y, double* dy, bool integrals = true);
    /// Sides, frictions and accelerations where `rate` was asked last.
    [[nodiscard]] const State& at() const { return trial_; }
    /// Time, q, v and bristles of y + increment, and completes the state with its statuses held.
    void take(const State& from, const double* increment, double time, State& to);
    /// Sorts the integrals at `y` into `work`.
    void sort(const double* y, StepWork& work) const;

    /// Statuses may change here: the start of a run, and the instants at which something begins or ends.
    void complete(State& state, bool initial) { start_.complete(state, initial); }

    /// What a unit force on a side gives its rate in unit time [1/kg].
    [[nodiscard]] double mobility(std::size_t side) const { return mobility_[side]; }
    /// The largest part that contact and friction forces have in an acceleration, since `begin` or `set_push` [m/s^2].
    [[nodiscard]] double push() const { return push_; }
    /// The largest acceleration that loads alone, or springs and dampers alone, would give in a state [m/s^2]: where they
    /// balance, they leave a round-off of this.
    [[nodiscard]] double balance(const State& from);
    /// Forgets what trials that were refused have seen.
    void set_push(double push) { push_ = push; }

  private:
    void find_push();

    const System& system_;
    std::size_t n_, frictions_, sides_;
    LinearKernel linear_;
    ContactKernel contacts_;
    Start start_;
    WorkRates rates_;
    State trial_, held_;
    std::vector<std::size_t> bristled_;
    linalg::Factorisation mass_;
    linalg::PaddedVector q_, v_;
    linalg::Vector alone_;
    std::vector<double> load_size_;  // of each load of one [m/s^2]
    std::vector<double> row_force_, row_size_, mobility_;
    double push_ = 0, last_ = 0;
};

}  // namespace jounce::time
