// Finds positions and velocities that satisfy the joints of a mechanism, and the independent equations of the joints.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "linalg/basics/types.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// Changes are minimal, weighted by mass; held coordinates do not change. Lengths [m], angles [rad].
class MechanismClosing {
  public:
    MechanismClosing(const System& system, const Mechanism& mechanism);
    /// The largest distance of a named point from its body's origin.
    [[nodiscard]] double size() const { return size_; }

    /// \param free free coordinates of the System
    void hold(const std::vector<int>& free);
    /// Holds the coordinates of finite elements: only bodies move, so that closing does not strain the structure.
    void hold_structure();

    /// Positions that satisfy the joints at `time`; `q` is the guess. \returns the largest remaining value
    double close(std::span<const PlanarJoint> joints, double time, Vector& q) const;
    /// Velocities that satisfy the joints; `v` is the guess. \returns the largest remaining rate
    double set_rates(std::span<const PlanarJoint> joints, double time, const Vector& q, Vector& v) const;
    /// The equation with the largest residual after the last `close` or `set_rates`.
    [[nodiscard]] int worst() const { return worst_; }

    /// The equations that depend linearly on those before them, at a position.
    [[nodiscard]] std::vector<bool> redundant(std::span<const PlanarJoint> joints, double time, const Vector& q) const;
    /// A nearby position, displaced along every free motion and the drivers. \returns the time at which the drivers reach it [s]
    double shift(std::span<const PlanarJoint> joints, const Vector& v, Vector& q) const;

  private:
    [[nodiscard]] Eigen::Index place(int coordinate) const;
    void add(const Vector& step, double share, Vector& q) const;

    const System& system_;
    const Mechanism& mechanism_;
    Vector mobility_;
    std::vector<bool> turns_;
    double size_ = 0;
    mutable int worst_ = 0;
};

/// The joint of an equation.
[[nodiscard]] const PlanarJoint& joint_of(std::span<const PlanarJoint> joints, int equation);

/// Leaves out equations that depend on others in every position, and adds a note to the System.
/// \throws Error (bad_case) at a dead point, and when a joint is redundant and incompatible
void drop_redundant(System& system, Mechanism& mechanism, const MechanismClosing& closing);

}  // namespace jounce
