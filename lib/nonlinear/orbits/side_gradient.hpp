// Gradients of the indentation and of its rate of one side of a gap by the coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/types.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::nonlinear {

/// At one instant: d(indentation) = b dq, d(rate) = b dv + bend dq, and the acceleration due to a unit force along the normal, w
/// = M^-1 b'.
struct SideGradient {
    Eigen::RowVectorXd b, bend;
    linalg::Vector w;
    double acceleration = 0;  ///< d2(indentation)/dt2 with the state's accelerations [m/s2]
};

/// For a structure: the constant rows of B and M^-1 B'.
class SideGradients {
  public:
    explicit SideGradients(const System& system);

    [[nodiscard]] SideGradient at(std::size_t side, const State& state) const;
    [[nodiscard]] const linalg::Matrix& rows() const { return B_; }       ///< B (k x n)
    [[nodiscard]] const linalg::Matrix& influence() const { return W_; }  ///< M^-1 B' (n x k)
    [[nodiscard]] const Contact& contact(std::size_t side) const { return *contact_[side]; }
    /// Number of the side within its gap.
    [[nodiscard]] int within(std::size_t side) const { return static_cast<int>(side) - contact_[side]->first_side; }

  private:
    const System& system_;
    std::vector<const Contact*> contact_;
    linalg::Matrix B_, W_;
};

}  // namespace jounce::nonlinear
