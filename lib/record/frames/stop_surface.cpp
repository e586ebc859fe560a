// Stops of gaps as solids that can be drawn: slabs before and behind a node, rings round it.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/stop_surface.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "record/frames/section_reach.hpp"

namespace jounce::record {

namespace {
struct StopArray {
    enum Index : std::size_t { displacement, gap, gap_state, gap_force };
};

constexpr int ring_corners = 48;
constexpr double overhang = 1.2;    // of a slab, relative to the section
constexpr double thickness = 0.25;  // of a slab relative to its half width, of a ring relative to its radius

Eigen::Vector3d position(const System& system, int node) {
    return Eigen::Vector3d(system.nodes[static_cast<std::size_t>(node)].position.data());
}

Eigen::Vector3d perpendicular_to(const Eigen::Vector3d& normal) {
    Eigen::Index least = 0;
    normal.cwiseAbs().minCoeff(&least);
    return normal.cross(Eigen::Vector3d::Unit(least)).normalized();
}
}  // namespace

StopSurface::StopSurface(const System& system) : system_(system) {
    const double least = reach_of_a_point(system);
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const Contact& contact = system.contacts[c];
        if (contact.gap.shape == contact::GapShape::frames) continue;
        const int node = system.find_node(contact.node);
        const std::vector<Eigen::Vector3d> corners = corners_at(system, node);
        const Eigen::Vector3d centre = position(system, node);
        const std::array<Eigen::Vector3d, 2> directions = {Eigen::Vector3d(contact.directions[0].data()),
                                                           Eigen::Vector3d(contact.directions[1].data())};
        if (contact.gap.shape == contact::GapShape::circular) {
            const double radius = reach_across(corners, directions[0].cross(directions[1]));
            add_ring({c, 0, node, rest_.size(), {}}, centre, directions, radius > 0 ? radius : least);
            continue;
        }
        const double half_width = std::max(overhang * reach_across(corners, directions[0]), corners.empty() ? least : 0.0);
        for (int side = 0; side < contact.gap.sides(); ++side) {
            const Eigen::Vector3d normal = contact.gap.sign(side) * directions[0];
            const double distance = corners.empty() ? least : reach(corners, normal);
            add_slab({c, side, node, rest_.size(), {}}, centre, normal, distance, half_width > 0 ? half_width : least);
        }
    }
    rest_.add_array("displacement", 3);
    for (const char* name : {"gap", "gap_state", "gap_force"}) rest_.add_array(name, 1);
    for (const Solid& solid : solids_) {
        for (std::size_t i = 0; i < solid.clearance.size(); ++i) {
            rest_.arrays[StopArray::gap].values[solid.first + i] = static_cast<double>(solid.contact + 1);
            for (Eigen::Index k = 0; k < 3; ++k)
                rest_.arrays[StopArray::displacement].values[3 * (solid.first + i) + static_cast<std::size_t>(k)] =
                    solid.clearance[i][k];
        }
    }
}

void StopSurface::add_point(Solid& solid, const Eigen::Vector3d& at, const Eigen::Vector3d& clearance) {
    rest_.points.insert(rest_.points.end(), at.begin(), at.end());
    solid.clearance.push_back(clearance);
}

/// A box with its inner face at `distance` before the node.
void StopSurface::add_slab(Solid solid, const Eigen::Vector3d& centre, const Eigen::Vector3d& normal, double distance,
                           double half_width) {
    const double clearance = system_.contacts[solid.contact].gap.clearance;
    const Eigen::Vector3d first = half_width * perpendicular_to(normal),
                          second = half_width * normal.cross(perpendicular_to(normal));
    const auto start = static_cast<long long>(rest_.size());
    for (const double depth : {0.0, thickness * half_width}) {
        for (const auto& [a, b] : {std::pair{-1, -1}, std::pair{1, -1}, std::pair{1, 1}, std::pair{-1, 1}})
            add_point(solid, centre + (distance + depth) * normal + a * first + b * second, clearance * normal);
    }
    for (const std::array<long long, 4>& face : std::initializer_list<std::array<long long, 4>>{
             {0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}})
        rest_.add_cell(CellType::quad, {start + face[0], start + face[1], start + face[2], start + face[3]});
    solids_.push_back(std::move(solid));
}

/// A short tube about the axis across both directions.
void StopSurface::add_ring(Solid solid, const Eigen::Vector3d& centre, const std::array<Eigen::Vector3d, 2>& plane,
                           double radius) {
    const double clearance = system_.contacts[solid.contact].gap.clearance;
    const Eigen::Vector3d axis = plane[0].cross(plane[1]);
    const auto start = static_cast<long long>(rest_.size());
    // Four loops round the tube's wall, in the order in which they follow each other.
    for (const auto& [scale, along] :
         {std::pair{1.0, -1.0}, std::pair{1.0 + thickness, -1.0}, std::pair{1.0 + thickness, 1.0}, std::pair{1.0, 1.0}}) {
        for (int i = 0; i < ring_corners; ++i) {
            const double angle = 2 * std::numbers::pi * i / ring_corners;
            const Eigen::Vector3d outward = std::cos(angle) * plane[0] + std::sin(angle) * plane[1];
            add_point(solid, centre + scale * radius * outward + along * thickness * radius * axis, clearance * outward);
        }
    }
    for (long long loop = 0; loop < 4; ++loop) {
        const long long a = start + loop * ring_corners, b = start + (loop + 1) % 4 * ring_corners;
        for (long long i = 0; i < ring_corners; ++i) {
            const long long next = (i + 1) % ring_corners;
            rest_.add_cell(CellType::quad, {a + i, a + next, b + next, b + i});
        }
    }
    solids_.push_back(std::move(solid));
}

void StopSurface::show(const State& state, const FullMotion& motion, Picture& picture) const {
    for (const Solid& solid : solids_) {
        const Contact& contact = system_.contacts[solid.contact];
        const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + solid.side)];
        // Local coordinates x = d.(u - u_stop), so the stop itself moves by d.u - x along d; x = n (indentation + clearance).
        Eigen::Vector3d moved = Eigen::Vector3d::Zero();
        const int dof = system_.nodes[static_cast<std::size_t>(solid.node)].first_dof;
        const Eigen::Vector3d u = motion.displacement.segment<3>(dof);
        for (int k = 0; k < contact.gap.coordinates(); ++k) {
            const auto local = static_cast<std::size_t>(k);
            const Eigen::Vector3d direction(contact.directions[local].data());
            const double x = side.normal[local] * (side.motion.indentation + contact.gap.clearance);
            moved += (direction.dot(u) - x) * direction;
        }
        const double sign = contact.gap.shape == contact::GapShape::plane ? contact.gap.sign(solid.side) : 1.0;
        for (std::size_t i = 0; i < solid.clearance.size(); ++i) {
            const std::size_t point = solid.first + i;
            const Eigen::Vector3d out = moved + solid.clearance[i];
            std::copy(out.begin(), out.end(),
                      picture.arrays[StopArray::displacement].values.begin() + static_cast<std::ptrdiff_t>(3 * point));
            picture.arrays[StopArray::gap_state].values[point] = side.memory.closed ? sign : 0.0;
            picture.arrays[StopArray::gap_force].values[point] = side.response.force;
        }
    }
}

}  // namespace jounce::record
