// Stops of gaps as solids that can be drawn: slabs before and behind a node, rings round it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "record/frames/motion.hpp"
#include "record/frames/picture.hpp"

namespace jounce::record {

/// The stops of a System's gaps between nodes, or between a node and the ground. At rest a stop lies on the surface of the beam's
/// section (of a node without a beam: at a small distance), and `displacement` contains the clearance. So a warp by any factor
/// enlarges clearance and motion alike: the surfaces meet in the picture when the gap closes. A stop on the first node of a pair
/// moves with this node.
///
/// Arrays at the points: `displacement`, `gap` (1, 2, ... in the model's order), `gap_state` (of this side: 0 open, 1 or -1
/// closed, as GapMarkers) and `gap_force` (compressive force of this side [N]).
class StopSurface {
  public:
    explicit StopSurface(const System& system);
    [[nodiscard]] bool empty() const { return solids_.empty(); }
    [[nodiscard]] const Picture& rest() const { return rest_; }
    void show(const State& state, const FullMotion& motion, Picture& picture) const;

  private:
    struct Solid {
        std::size_t contact = 0;
        int side = 0;  ///< of the contact
        int node = 0;
        std::size_t first = 0;                   ///< point
        std::vector<Eigen::Vector3d> clearance;  ///< of each point: how far the clearance moves it [m]
    };
    void add_slab(Solid solid, const Eigen::Vector3d& centre, const Eigen::Vector3d& normal, double distance, double half_width);
    void add_ring(Solid solid, const Eigen::Vector3d& centre, const std::array<Eigen::Vector3d, 2>& plane, double radius);
    void add_point(Solid& solid, const Eigen::Vector3d& at, const Eigen::Vector3d& clearance);

    const System& system_;
    std::vector<Solid> solids_;
    Picture rest_;
};

}  // namespace jounce::record
