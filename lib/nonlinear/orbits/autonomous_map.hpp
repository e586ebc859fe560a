// The map of a motion without time-dependent loads: its period is an unknown, and a phase condition replaces the load's phase.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "nonlinear/orbits/march_map.hpp"

namespace jounce::nonlinear {

/// Unknowns (y, T). With the field f0 = y' and the state y0 of a section near the orbit (R. Seydel, Practical Bifurcation and
/// Stability Analysis, 2010, doi:10.1007/978-1-4419-1740-9, section 7.1) the end is
///     (phi(T; y), T + p(y)),   p = s_T (D^-1 f0)'(D^-1 (y - y0))/|D^-1 f0|^2
/// so that p = 0 for a closed orbit, and its derivative is [Phi, f(T); dp/dy, 1].
class AutonomousMap final : public PeriodMap {
  public:
    /// \param settings with the scales of y; `periods` must be 1 \param y0 a state near the orbit \param T scale of
    /// periods
    AutonomousMap(const ModelFamily& family, const MapSettings& settings, const linalg::Vector& y0, double lambda, double T);

    [[nodiscard]] int dimension() const override { return static_cast<int>(scales_.size()); }
    [[nodiscard]] int states() const override { return dimension() - 1; }
    [[nodiscard]] int periods() const override { return 1; }
    [[nodiscard]] const linalg::Vector& scales() const override { return scales_; }
    [[nodiscard]] double parameter_scale() const override { return map_.parameter_scale(); }
    [[nodiscard]] MapPoint at(const linalg::Vector& y, double lambda, Derivatives wanted) const override;

    /// The map of y over a given time.
    [[nodiscard]] const MarchMap& motion() const { return map_; }
    /// (y, T) with the time between 0.5 T and 1.5 T at which the motion through y returns closest to y.
    [[nodiscard]] linalg::Vector first_return(const linalg::Vector& y, double lambda, double T) const;

  private:
    MarchMap map_;
    linalg::Vector scales_, y0_;
    Eigen::RowVectorXd phase_;  // dp/dy
};

/// Checks that the motion does not depend on time. \throws Error (bad_case, "subject: ...") naming the accelerations that differ
void require_autonomous(const System& system, double period, const std::string& subject);

}  // namespace jounce::nonlinear
