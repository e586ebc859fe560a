// The power of loads, supports and structural damping at an instant.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "system/state/system.hpp"
#include "time/equations/closed_signals.hpp"
#include "time/stepper/step_work.hpp"

namespace jounce::time {

/// Workspace for one System; holds no history, and allocates at construction only. Signals are numbered as in ClosedSignals.
class WorkRates {
  public:
    explicit WorkRates(const System& system);

    /// Loads with a common signal, derivative and term; those that represent the motion of a support are excluded.
    struct Group {
        std::size_t signal;
        int derivative;
        WorkTerm term;
        Vector pattern;  ///< n
        std::vector<std::pair<int, double>> on_supports;
    };
    /// Does anything do or dissipate work?
    [[nodiscard]] bool any() const { return !groups_.empty() || damped_ || !system_->recovery.prescribed.empty(); }
    [[nodiscard]] bool damped() const { return damped_; }
    [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }
    [[nodiscard]] std::size_t of_prescribed(std::size_t motion) const { return numbers_.of_prescribed(motion); }

    /// Every signal at t, with its derivatives where needed. \throws Error from a user's signal
    [[nodiscard]] const SignalSample* sample(double t);
    [[nodiscard]] const SignalSample* sample(const ClosedSignals& signals, double s);

    /// \param q, v, a n numbers each
    /// \param force contact forces along the rows (left-hand side: B^T f), which act on moving stops; null: none
    [[nodiscard]] WorkSum at(const SignalSample* samples, const double* q, const double* v, const double* a,
                             const double* force) const;

  private:
    const System* system_;
    ClosedSignals numbers_;
    std::vector<const Signal*> signals_;
    std::vector<unsigned char> needs_rates_;
    std::vector<SignalSample> samples_;
    std::vector<Group> groups_;
    bool damped_ = false, diagonal_ = false;
    std::vector<double> damping_;  // the diagonal
    bool moving_stops_ = false;
};

}  // namespace jounce::time
