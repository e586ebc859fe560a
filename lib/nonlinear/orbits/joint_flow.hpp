// The motion of a structure together with its variation, as one smooth first-order system, with all statuses held.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "linalg/types.hpp"
#include "nonlinear/orbits/side_gradient.hpp"
#include "time/flow/structure_flow.hpp"

namespace jounce::nonlinear {

/// y = (the unknowns of StructureFlow; Phi by columns; the integral of tr J). Phi' = J Phi with
///     dq' = dv,   dv' = -M^-1 (K dq + C dv + B'(F_x B dq + F_v B dv + n F_v0 dv0)),   dv0' = 0
/// (docs/theory/orbits.md, eqs. 3, 4), less what closed rigid stops hold. Workspace; nothing allocates after `begin`.
class JointFlow {
  public:
    JointFlow(const System& system, const SideGradients& gradients, Eigen::Index columns);

    [[nodiscard]] std::size_t motion_size() const { return motion_; }
    [[nodiscard]] std::size_t leading() const { return motion_ + static_cast<std::size_t>(rows_ * columns_); }
    [[nodiscard]] std::size_t size() const { return leading() + 1; }

    void begin(const State& from, double end);
    void fill(const State& from, const linalg::Matrix& phi, double* y);
    void rate(const double* y, double* dy, bool integrals);
    /// Has a force depended on an impact speed since `begin`?
    [[nodiscard]] bool frozen() const { return frozen_; }

  private:
    const System& system_;
    const SideGradients& gradients_;
    time::StructureFlow flow_;
    Eigen::Index n_, rows_, columns_;
    std::size_t motion_;
    bool diagonal_ = false, frozen_ = false;
    linalg::Matrix MK_, MC_;  // M^-1 K and M^-1 C where they are no diagonals
    linalg::Vector k_, c_;
    double damping_trace_ = 0;
    std::vector<double> fill_;
    linalg::Matrix held_, push_, local_;  // B_h, W_h (B_h W_h)^-1, and a work space
    Eigen::RowVectorXd force_;
};

}  // namespace jounce::nonlinear
