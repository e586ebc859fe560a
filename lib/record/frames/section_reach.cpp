// How far the surface of a structure lies from a node.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/section_reach.hpp"

#include <algorithm>
#include <limits>

#include "record/series/motion_scale.hpp"
#include "system/beams/beam_piece.hpp"
#include "system/shells/shell_part.hpp"

namespace jounce::record {

namespace {
constexpr int section_corners = 48;
constexpr double of_size = 0.02;  // the distance for nodes without a beam, relative to the model's size

Eigen::Vector3d place_of(const System& system, int node) {
    return Eigen::Vector3d(system.nodes[static_cast<std::size_t>(node)].position.data());
}

/// Vectors from a node to the nearest nodes of shells [m]: those of a ring round a coupling's node.
std::vector<Eigen::Vector3d> ring_round(const System& system, int node) {
    constexpr double equal = 1.005;  // distances up to this ratio count as the same
    std::vector<Eigen::Vector3d> out;
    if (!system.shells) return out;
    const Eigen::Vector3d centre = place_of(system, node);
    double least = std::numeric_limits<double>::infinity();
    for (const ShellPart& part : *system.shells) {
        for (const int other : part.nodes) least = std::min(least, (place_of(system, other) - centre).norm());
    }
    for (const ShellPart& part : *system.shells) {
        for (const int other : part.nodes) {
            const Eigen::Vector3d arm = place_of(system, other) - centre;
            if (arm.norm() <= equal * least) out.push_back(arm);
        }
    }
    return out;
}

}  // namespace

std::vector<Eigen::Vector3d> corners_at(const System& system, int node) {
    std::vector<Eigen::Vector3d> out;
    if (!system.beams) return ring_round(system, node);
    const Eigen::Vector3d centre = place_of(system, node);
    for (const BeamPiece& piece : *system.beams) {
        for (std::size_t end = 0; end < 2; ++end) {
            if (piece.nodes[end] != node) continue;
            const Eigen::Vector3d arm = piece.ends[end] - centre;
            for (const auto& loop : piece.section->outline(section_corners).loops) {
                for (const Eigen::Vector2d& c : loop)
                    out.emplace_back(arm + piece.properties.frame.axes.transpose() * Eigen::Vector3d(0, c.x(), c.y()));
            }
        }
    }
    return out.empty() ? ring_round(system, node) : out;
}

double reach(const std::vector<Eigen::Vector3d>& corners, const Eigen::Vector3d& direction) {
    double out = 0;
    for (const Eigen::Vector3d& corner : corners) out = std::max(out, corner.dot(direction));
    return out;
}

double reach_across(const std::vector<Eigen::Vector3d>& corners, const Eigen::Vector3d& direction) {
    double out = 0;
    for (const Eigen::Vector3d& corner : corners) out = std::max(out, (corner - corner.dot(direction) * direction).norm());
    return out;
}

double reach_of_a_point(const System& system) {
    const double size = extent(system);
    return of_size * (size > 0 ? size : 1.0);
}

}  // namespace jounce::record
