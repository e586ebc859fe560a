// Gaps and nodes outside beams as single points of a picture.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "record/frames/motion.hpp"
#include "record/frames/picture.hpp"

namespace jounce::record {

/// A vertex for every gap, at the node that its name refers to: `displacement`, `velocity`, `acceleration`, `gap` (1,
/// 2, ... in the model's order), `gap_opening` (of the smaller side), `gap_indentation`, `gap_state` (0 open; 1
/// touching on the positive side, or anywhere round a circular gap; -1 on the negative side), `contact_force` (on
/// the node, global axes) and `contact_face` (from the node to the face of the stop that pushes it, as StopSurface draws it, not
/// enlarged; zero without a force).
///
/// For a clearance joint the vertex is the point of the pin's or corner's surface that touches or is nearest; at rest
/// it is in the initial configuration. Its motion is that of the pin there, `contact_force` the normal force on the
/// pin, `contact_face` is zero, and models with bodies also have `friction_force`.
class GapMarkers {
  public:
    explicit GapMarkers(const System& system);
    [[nodiscard]] bool empty() const { return nodes_.empty(); }
    [[nodiscard]] const Picture& rest() const { return rest_; }
    void show(const State& state, const FullMotion& motion, Picture& picture) const;

  private:
    void show_pairs(const State& state, const FullMotion& motion, Picture& picture) const;

    const System& system_;
    [[nodiscard]] double face_distance(std::size_t contact, const Eigen::Vector3d& towards) const;

    std::vector<int> nodes_;                             // per gap
    std::vector<std::vector<Eigen::Vector3d>> corners_;  // per gap, of the structure at its node
    std::vector<int> planar_nodes_;                      // per frame of a mechanism
    Picture rest_;
};

/// A vertex for every node that belongs to no beam, no shell and no body: `displacement`, `velocity`, `acceleration`.
class NodeMarkers {
  public:
    explicit NodeMarkers(const System& system);
    [[nodiscard]] bool empty() const { return nodes_.empty(); }
    [[nodiscard]] const Picture& rest() const { return rest_; }
    void show(const FullMotion& motion, Picture& picture) const;
    void show_shape(const linalg::Vector& full, Picture& picture) const;

  private:
    const System& system_;
    std::vector<int> nodes_;
    Picture rest_;
};

}  // namespace jounce::record
