// Steps of a structure's state together with Phi, with contacts, held stops and frictions.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>
#include <vector>

#include "nonlinear/variation/joint_flow.hpp"
#include "time/formulas/dormand_prince.hpp"

namespace jounce::nonlinear {

/// Integrates a JointFlow by steps of order 8 with error control. References must outlive it.
class JointSteps {
  public:
    JointSteps(const System& system, const SideGradients& gradients, const PhiRows& rows, Eigen::Index columns, double rate);

    /// Integrates Phi over a step of the march. \param tolerance of the state, and of each column of Phi
    /// \returns the integral of tr J \throws Error (computation) when the step size vanishes
    double over(const State& before, const State& after, double tolerance, linalg::Matrix& phi);
    [[nodiscard]] bool frozen() const { return flow_.frozen(); }
    /// Resets the step size, so that equal runs give equal bits.
    void forget() { next_ = 0; }

    /// For g = |F| - mu_s N of a friction that sticks in `before`, with its force F: dg over the columns of Phi, and g' along the
    /// motion. By central differences, because F depends on the whole equation of motion.
    [[nodiscard]] std::pair<Eigen::RowVectorXd, double> breaking(const State& before, std::size_t friction,
                                                                 const linalg::Matrix& phi);

  private:
    /// Size of a column of Phi, or of its error, in units of displacements.
    [[nodiscard]] double size_of(const Eigen::Map<const linalg::Matrix>& phi, Eigen::Index column) const;
    void find_sizes();
    /// A change of the increment relative to the tolerance.
    [[nodiscard]] double excess(double h, double tolerance, const double* increment, const double* change) const;

    const System& system_;
    JointFlow flow_;
    time::DormandPrince steps_;
    const PhiRows& rows_;
    Eigen::Index n_, columns_;
    double rate_, next_ = 0, fast_ = 0, pushed_ = 0, rounding_ = 0;
    linalg::Vector column_size_;
    std::vector<double> y_, dy_, increment_;
};

}  // namespace jounce::nonlinear
