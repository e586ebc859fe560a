// Names of the motion of shells: the circumferential number for tubes, bending or membrane motion for other shells.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "system/state/system.hpp"

namespace jounce::modal {

/// The wall of a round tube among the shells of a System.
struct RoundWall {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    std::array<Eigen::Vector3d, 3> axes;  ///< two across the tube, the third along it
    double radius = 0;                    ///< [m]
    /// Nodes at one place along the axis, each with its angle [rad] and mass [kg].
    struct Member {
        int node = 0;
        double angle = 0;
        double mass = 0;
    };
    std::vector<std::vector<Member>> rings;
    int largest_number = 0;  ///< waves round the tube that the rings can resolve
};

/// The tube with more than half of the shells' mass at one distance from an axis, if there is one.
[[nodiscard]] std::optional<RoundWall> round_wall(const System& system);

/// Names motions of the shells of one System. Equations in docs/theory/shells.md.
class ShellShapes {
  public:
    explicit ShellShapes(const System& system);
    /// For a tube "torsion", "axial", "breathing", "bending" or "ovalling, n = 2", by the part of the motion with the
    /// largest kinetic energy and the parts with three tenths or more of the total; for other shells "bending" (across
    /// the surface) or "membrane".
    /// \param full displacements of all dofs of the full model
    [[nodiscard]] std::string name(const linalg::Vector& full) const;

  private:
    [[nodiscard]] std::string tube_name(const linalg::Vector& full) const;
    [[nodiscard]] std::string surface_name(const linalg::Vector& full) const;
    const System& system_;
    std::optional<RoundWall> wall_;
};

}  // namespace jounce::modal
