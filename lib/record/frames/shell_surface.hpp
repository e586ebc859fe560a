// Shells as their middle surfaces: a mesh at rest, and the quantities at its points at one instant.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "record/frames/motion.hpp"
#include "record/frames/picture.hpp"
#include "system/shells/shell_part.hpp"

namespace jounce::record {

/// The middle surfaces of all shells of a System, with one point for each node. Where cells of several thicknesses or
/// materials meet, or at an edge, the node has a point for each of them, as stress is continuous only within each.
class ShellSurface {
  public:
    explicit ShellSurface(const System& system);

    [[nodiscard]] bool empty() const { return nodes_.empty(); }
    /// Points, cells and the arrays `displacement`, `velocity`, `acceleration`, `von_mises_top`, `von_mises_bottom` [Pa],
    /// `stress_top`, `stress_bottom` [Pa] (xx yy zz xy yz xz, global axes), all zero.
    [[nodiscard]] const Picture& rest() const { return rest_; }
    /// Fills the arrays of a copy of `rest()`. Stress is evaluated in the middle of the elements; at a point it is the
    /// mean of its elements, weighted by their areas there. The top is the face towards which the normal points.
    void show(const FullMotion& motion, Picture& picture) const;
    /// Fills `displacement` alone.
    void show_shape(const linalg::Vector& full, Picture& picture) const;

  private:
    void spread(const linalg::Vector& full, PointArray& array) const;
    void stresses(const linalg::Vector& displacement, Picture& picture) const;

    std::vector<const ShellPiece*> pieces_;
    std::vector<std::array<int, 4>> points_;     // of each piece
    std::vector<std::array<double, 4>> shares_;  // of each piece in the mean at its points
    std::vector<int> nodes_;                     // of each point
    Picture rest_;
    const System& system_;
};

}  // namespace jounce::record
