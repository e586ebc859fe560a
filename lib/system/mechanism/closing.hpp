// Brings a mechanism into a position and to velocities that its joints allow, and says which of their equations are independent.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <vector>

#include "linalg/types.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// Changes are the smallest ones by mass; coordinates that are held do not change. Lengths [m], angles [rad].
class MechanismClosing {
  public:
    MechanismClosing(const System& system, const Mechanism& mechanism);
    /// The largest distance of a named point from its body's origin.
    [[nodiscard]] double size() const { return size_; }

    /// \param free free coordinates of the System
    void hold(const std::vector<int>& free);
    /// Coordinates of finite elements stay where they are: bodies come to the structure, which would otherwise be strained.
    void hold_structure();

    /// Positions that satisfy the joints at `time`; `q` is the guess. \returns the largest value left
    double close(std::span<const PlanarJoint> joints, double time, Vector& q) const;
    /// Velocities that satisfy the joints; `v` is the guess. \returns the largest rate left
    double set_rates(std::span<const PlanarJoint> joints, double time, const Vector& q, Vector& v) const;
    /// The equation that the last `close` or `set_rates` left farthest from satisfied.
    [[nodiscard]] int worst() const { return worst_; }

    /// Which equations follow from those before them, at a position.
    [[nodiscard]] std::vector<bool> redundant(std::span<const PlanarJoint> joints, double time, const Vector& q) const;
    /// A nearby position: some of every free motion, and of the drivers'. \returns the time by which the drivers are there [s]
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

/// The joint that an equation belongs to.
[[nodiscard]] const PlanarJoint& joint_of(std::span<const PlanarJoint> joints, int equation);

/// Leaves out equations that follow from others wherever the mechanism is, and notes it in the System.
/// \throws Error (bad_case) at a dead point, and where a joint is one too many
void drop_redundant(System& system, Mechanism& mechanism, const MechanismClosing& closing);

}  // namespace jounce
