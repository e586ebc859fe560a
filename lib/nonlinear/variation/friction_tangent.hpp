// Derivatives of the forces and bristles of frictions by the coordinates: their part of the variational equation.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <vector>

#include "linalg/basics/types.hpp"
#include "nonlinear/variation/side_gradient.hpp"
#include "system/state/slip_rows.hpp"
#include "system/state/state.hpp"

namespace jounce::nonlinear {

/// Rows of Phi, in this order: q, v (n each), v0 (one per side), bristles (two for each friction with bristles), remaining
/// compressions of relaxing sides (one each).
struct PhiRows {
    explicit PhiRows(const System& system);
    [[nodiscard]] Eigen::Index impact_speed(std::size_t side) const { return 2 * n + static_cast<Eigen::Index>(side); }
    /// The first of a friction's two rows; -1 without bristle.
    [[nodiscard]] Eigen::Index bristle(std::size_t friction) const { return bristle_[friction]; }
    /// The current compression of an open relaxing side; -1 for other sides.
    [[nodiscard]] Eigen::Index compression(std::size_t side) const { return compression_[side]; }
    Eigen::Index n = 0, count = 0;

  private:
    std::vector<Eigen::Index> bristle_, compression_;
};

/// Of a friction at one instant: d(force) = damping ds + by_normal dN + by_bristle dz, d(z') = rate_by_slip ds + rate_by_bristle
/// dz (row-major).
struct FrictionTangent {
    std::array<double, 4> damping{}, by_bristle{}, rate_by_slip{}, rate_by_bristle{};
    contact::Slip by_normal{}, bristle_rate{};
};
/// For a slipping friction, with the statuses of `state`.
[[nodiscard]] FrictionTangent friction_tangent(const Friction& friction, const FrictionState& state);

/// A slip velocity s and its derivatives: ds = along dv + bend dq, s' = acceleration.
struct SlipGradient {
    SlipRows rows;
    std::array<Eigen::RowVectorXd, 2> along, bend;
    contact::Slip acceleration{};
    Eigen::RowVectorXd turn;  ///< (t dx)/r of a circular gap: rotation of its tangent; empty for other gaps
    std::array<double, 2> normal{};
};
[[nodiscard]] SlipGradient slip_gradient(const System& system, const SideGradients& sides, const Friction& friction,
                                         const State& state);

}  // namespace jounce::nonlinear
