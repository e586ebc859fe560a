// Gradients of the indentation and of its rate of one side of a gap by the coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/basics/types.hpp"
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

/// The normal n of a circular gap and its tangent t, in the coordinates, and how they turn with the motion; empty for plane gaps.
struct Turning {
    Eigen::RowVectorXd row;              ///< d(angle) = row dq: t/radius
    double rate = 0;                     ///< of the angle, with given motions [rad/s]
    Eigen::RowVectorXd normal, tangent;  ///< n' B and t' B
    linalg::Vector w_normal, w_tangent;  ///< M^-1 B' n and M^-1 B' t
    double radius = 0;                   ///< [m]
    double along = 0, across = 0;        ///< accelerations of the local coordinates along n and t, with given motions [m/s2]
};

/// The same for the tangent in the place of the normal: its tangent is -n.
[[nodiscard]] Turning across(Turning turning);

/// What the turning of normal and tangent adds to the variation of v+ behind an event: effect (row dq + rate dt).
struct TurnEffect {
    Eigen::RowVectorXd row;  ///< as in Turning
    double rate = 0;
    linalg::Vector effect;  ///< of one radian [m/s]
};

/// For a structure: the constant rows of B and M^-1 B'.
class SideGradients {
  public:
    explicit SideGradients(const System& system);

    [[nodiscard]] SideGradient at(std::size_t side, const State& state) const;
    [[nodiscard]] Turning turning(std::size_t side, const State& state) const;
    [[nodiscard]] const linalg::Matrix& rows() const { return B_; }       ///< B (k x n)
    [[nodiscard]] const linalg::Matrix& influence() const { return W_; }  ///< M^-1 B' (n x k)
    [[nodiscard]] const Contact& contact(std::size_t side) const { return *contact_[side]; }
    /// Number of the side within its gap.
    [[nodiscard]] int within(std::size_t side) const { return static_cast<int>(side) - contact_[side]->first_side; }

  private:
    [[nodiscard]] double local_acceleration(int row, const State& state) const;

    const System& system_;
    std::vector<const Contact*> contact_;
    linalg::Matrix B_, W_;
};

}  // namespace jounce::nonlinear
