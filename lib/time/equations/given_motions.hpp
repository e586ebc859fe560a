// What the rates of contacts and joints of a System with joints take from motions that are functions of time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>

#include "linalg/basics/types.hpp"
#include "system/state/system.hpp"
#include "time/equations/mechanism_dynamics.hpp"

namespace jounce::time {

/// The given motions, in this order: prescribed motions of the System, drivers of joints (a place for each joint), and x, y and
/// angle of each frame that a driver moves (three places for each frame). All results are derivatives with respect to their
/// rates, at constant velocities of the free coordinates, as the frames stand (`MechanismDynamics::move` with joints).
class GivenMotions {
  public:
    /// The System has joints.
    explicit GivenMotions(const System& system);

    /// Number of them; 0 where nothing moves as a function of time.
    [[nodiscard]] Eigen::Index size() const { return size_; }
    [[nodiscard]] linalg::Vector of_side(const MechanismDynamics::Side& side) const;
    [[nodiscard]] linalg::Vector of_slip(const MechanismDynamics& dynamics, std::size_t friction, std::size_t component) const;

    struct Part {
        linalg::Vector value;
        linalg::Vector terms;  ///< the sum of the absolute values of its terms
    };
    /// Of a rate whose derivative `column` (n) the joints hold alone, column = J^T mu: it is the part mu of the rates of the
    /// joints, Phi' = J v + given.
    [[nodiscard]] Part of_joints(MechanismDynamics& dynamics, const linalg::Vector& column) const;

  private:
    void add_row(int row, double share, linalg::Vector& out) const;
    /// Of row . z', over the motions of two frames.
    void add_frames(const std::array<int, 2>& frames, const bodies::FrameRow& row, double share, linalg::Vector& out) const;

    const System* system_;
    Eigen::Index drives_ = 0, frames_ = 0, size_ = 0;  // the first ones of joints and of frames
};

}  // namespace jounce::time
