// The map of a motion without time-dependent loads: its period is an unknown, and sections move across the flow.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "nonlinear/orbits/march_map.hpp"

namespace jounce::nonlinear {

/// Unknowns (y, T). The end is (phi(T; y), T), its derivative [Phi, f(T); p, 1] with p = s_T e'D^-1, e the direction of D^-1
/// f(y): a Newton step solves (Phi - 1) dy + f dT = -r and p dy = 0. This is Poincare's phase condition with the last iterate and
/// its field (R. Seydel, Practical Bifurcation and Stability Analysis, 2010, doi:10.1007/978-1-4419-1740-9, section 7.1), which
/// along a branch moves the section across the flow.
class AutonomousMap final : public PeriodMap {
  public:
    /// \param settings with the scales of y \param T scale of periods; that of the family is not called
    AutonomousMap(const ModelFamily& family, const MapSettings& settings, double T);

    [[nodiscard]] int dimension() const override { return static_cast<int>(scales_.size()); }
    [[nodiscard]] int states() const override { return dimension() - 1; }
    [[nodiscard]] int periods() const override { return 1; }
    [[nodiscard]] const linalg::Vector& scales() const override { return scales_; }
    [[nodiscard]] double parameter_scale() const override { return map_.parameter_scale(); }
    [[nodiscard]] MapPoint at(const linalg::Vector& y, double lambda, Derivatives wanted) const override;

    /// The map of y over a given time.
    [[nodiscard]] const MarchMap& motion() const { return map_; }
    /// (y, t) with the earliest time t between `from` and `to` at which the motion through y returns about as close to y as it
    /// does at any.
    [[nodiscard]] linalg::Vector first_return(const linalg::Vector& y, double lambda, double from, double to) const;
    /// (y, T) of a closed orbit with its smallest period.
    [[nodiscard]] linalg::Vector with_smallest_period(linalg::Vector u, double lambda) const;
    /// The size of the motion at a state: its scaled rate times T/(2 pi).
    [[nodiscard]] double size(const linalg::Vector& y, double lambda, double T) const;

  private:
    MarchMap map_;
    linalg::Vector scales_;
};

}  // namespace jounce::nonlinear
