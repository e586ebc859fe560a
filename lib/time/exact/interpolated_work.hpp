// The work of a step from the states at its ends, by quadrature of higher order than the trapezoidal rule.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/equations/work_rates.hpp"
#include "time/stepper/step_work.hpp"

namespace jounce::time {

/// For a System with M = 1 and diagonal K (modal::modal_system). Three Gauss points of the quintic through (q, v, a) at both
/// ends, order 6; contacts by the cubic through indentation and rate, order 4; modes that the step does not resolve by the
/// decay of their free vibration (docs/theory/precise.md, eq. 13). Workspace; only the constructor allocates.
class InterpolatedWork {
  public:
    /// \param mean_force the contact forces are the mean of both ends throughout a step: their work is then that on the
    /// displacement, as for Newmark, without interpolation
    InterpolatedWork(const System& system, bool mean_force);
    /// \throws Error from a user's signal
    [[nodiscard]] const StepWork& of(const State& from, const State& to);

  private:
    void add_sides(const State& from, const State& to, double h, double place, double weight);
    [[nodiscard]] double fast_damping(const State& from, const State& to, double h, Eigen::Index i) const;

    const System* system_;
    WorkRates rates_;
    StepWork work_;
    Vector stiffness_, damping_;  // diagonals
    std::vector<double> q_, v_, a_;
    std::vector<double> force_;  // along rows
    bool mean_force_, moving_stops_ = false;
};

}  // namespace jounce::time
