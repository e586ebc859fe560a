// How far the surface of a structure lies from a node.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/Core>
#include <vector>

#include "system/state/system.hpp"

namespace jounce::record {

/// Vectors from a node to the corners of its beams' sections, or to the nodes of a shell round it [m]; empty: neither.
[[nodiscard]] std::vector<Eigen::Vector3d> corners_at(const System& system, int node);
/// Farthest corner along a direction [m].
[[nodiscard]] double reach(const std::vector<Eigen::Vector3d>& corners, const Eigen::Vector3d& direction);
/// Farthest corner across a direction [m].
[[nodiscard]] double reach_across(const std::vector<Eigen::Vector3d>& corners, const Eigen::Vector3d& direction);
/// Distance at which the stop of a node without corners is drawn: 2 % of the diagonal of all nodes [m].
[[nodiscard]] double reach_of_a_point(const System& system);

}  // namespace jounce::record
