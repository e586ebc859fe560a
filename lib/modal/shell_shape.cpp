// Waves round a tube, and motion across other surfaces. Equation numbers refer to docs/theory/shells.md.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/shell_shape.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/messages/text.hpp"
#include "linalg/dense/dense.hpp"
#include "system/shells/shell_part.hpp"

namespace jounce::modal {

namespace {

/// Parts of a motion with a smaller share than this are not named.
constexpr double named_share = 0.3;
constexpr int most_waves = 24;

Eigen::Vector3d place(const System& system, int node) {
    return Eigen::Vector3d(system.nodes[static_cast<std::size_t>(node)].position.data());
}

/// Mass of the shells at their nodes; zero at other nodes.
std::vector<double> nodal_masses(const System& system) {
    std::vector<double> mass(system.nodes.size(), 0.0);
    for (const ShellPart& part : *system.shells) {
        for (const ShellPiece& piece : part.pieces) {
            const Eigen::VectorXd areas = elements::shell_corner_areas(piece.properties);
            // Without density the volume is used.
            const double density = piece.properties.material.density > 0 ? piece.properties.material.density : 1;
            for (int i = 0; i < piece.properties.corners(); ++i) {
                mass[static_cast<std::size_t>(piece.nodes[static_cast<std::size_t>(i)])] +=
                    density * piece.properties.thickness * areas[i];
            }
        }
    }
    return mass;
}

/// The distance from a line at which most of the mass is: the median.
double median_radius(std::vector<std::pair<double, double>> radius_and_mass) {
    std::ranges::sort(radius_and_mass);
    double total = 0, sum = 0;
    for (const auto& [radius, mass] : radius_and_mass) total += mass;
    for (const auto& [radius, mass] : radius_and_mass) {
        sum += mass;
        if (2 * sum >= total) return radius;
    }
    return 0;
}

struct Cylindrical {
    int node;
    double along, radius, angle, mass;
};

std::vector<Cylindrical> around(const System& system, const std::vector<double>& masses, const RoundWall& wall) {
    std::vector<Cylindrical> out;
    for (std::size_t n = 0; n < masses.size(); ++n) {
        if (masses[n] == 0) continue;
        const Eigen::Vector3d r = place(system, static_cast<int>(n)) - wall.centre;
        const double x = r.dot(wall.axes[0]), y = r.dot(wall.axes[1]);
        out.push_back({static_cast<int>(n), r.dot(wall.axes[2]), std::hypot(x, y), std::atan2(y, x), masses[n]});
    }
    return out;
}

/// Is the mass evenly distributed round the axis? Then the first harmonics of its distribution vanish.
bool goes_round(const std::vector<Cylindrical>& nodes) {
    for (const int n : {1, 2, 3}) {
        double c = 0, s = 0, total = 0;
        for (const Cylindrical& node : nodes) {
            c += node.mass * std::cos(n * node.angle);
            s += node.mass * std::sin(n * node.angle);
            total += node.mass;
        }
        if (std::hypot(c, s) > 0.05 * total) return false;
    }
    return true;
}

/// The rings of a regular mesh; for any other mesh, bands along the axis with enough nodes.
std::vector<std::vector<RoundWall::Member>> rings_of(std::vector<Cylindrical> nodes) {
    constexpr std::size_t least = 8;
    std::ranges::sort(nodes, [](const Cylindrical& a, const Cylindrical& b) { return a.along < b.along; });
    const double length = nodes.back().along - nodes.front().along;
    std::vector<std::vector<RoundWall::Member>> rings;
    const auto put = [&](const Cylindrical& node) { rings.back().push_back({node.node, node.angle, node.mass}); };
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (i == 0 || nodes[i].along - nodes[i - 1].along > 1e-6 * length) rings.emplace_back();
        put(nodes[i]);
    }
    if (std::ranges::all_of(rings, [](const auto& ring) { return ring.size() >= least; })) return rings;
    const std::size_t bands = std::clamp<std::size_t>(nodes.size() / 48, 1, 30);
    rings.assign(bands, {});
    for (const Cylindrical& node : nodes) {
        const double part = length > 0 ? (node.along - nodes.front().along) / length : 0;
        rings[std::min(bands - 1, static_cast<std::size_t>(part * static_cast<double>(bands)))].push_back(
            {node.node, node.angle, node.mass});
    }
    std::erase_if(rings, [](const auto& ring) { return ring.size() < least; });
    return rings;
}

std::string joined_names(std::vector<std::pair<double, std::string>> parts) {
    std::ranges::stable_sort(parts, [](const auto& a, const auto& b) { return a.first > b.first; });
    double total = 0;
    for (const auto& [share, name] : parts) total += share;
    std::vector<std::string> names{parts.front().second};
    for (std::size_t i = 1; i < parts.size(); ++i) {
        if (parts[i].first >= named_share * total) names.push_back(parts[i].second);
    }
    return join(names);
}

}  // namespace

std::optional<RoundWall> round_wall(const System& system) {
    if (!system.shells || system.shells->empty()) return std::nullopt;
    const std::vector<double> masses = nodal_masses(system);
    const double total = std::accumulate(masses.begin(), masses.end(), 0.0);
    RoundWall wall;
    for (std::size_t n = 0; n < masses.size(); ++n) wall.centre += masses[n] / total * place(system, static_cast<int>(n));
    Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
    for (std::size_t n = 0; n < masses.size(); ++n) {
        const Eigen::Vector3d r = place(system, static_cast<int>(n)) - wall.centre;
        spread += masses[n] * r * r.transpose();
    }
    const Matrix axes = linalg::symmetric_pairs(spread).vectors;
    for (int k = 2; k >= 0; --k) {
        wall.axes = {axes.col((k + 1) % 3), axes.col((k + 2) % 3), axes.col(k)};
        std::vector<Cylindrical> nodes = around(system, masses, wall);
        std::vector<std::pair<double, double>> radii;
        for (const Cylindrical& node : nodes) radii.emplace_back(node.radius, node.mass);
        wall.radius = median_radius(radii);
        std::erase_if(nodes, [&](const Cylindrical& node) { return std::abs(node.radius - wall.radius) > 0.05 * wall.radius; });
        double mass = 0, low = 0, high = 0;
        for (const Cylindrical& node : nodes) {
            mass += node.mass;
            low = std::min(low, node.along);
            high = std::max(high, node.along);
        }
        if (!(wall.radius > 0) || 2 * mass < total || high - low < 1e-3 * wall.radius || !goes_round(nodes)) continue;
        wall.rings = rings_of(nodes);
        if (wall.rings.empty()) continue;
        std::size_t fewest = wall.rings.front().size();
        for (const auto& ring : wall.rings) fewest = std::min(fewest, ring.size());
        wall.largest_number = std::min(most_waves, (static_cast<int>(fewest) - 1) / 2);
        return wall;
    }
    return std::nullopt;
}

ShellShapes::ShellShapes(const System& system) : system_(system), wall_(round_wall(system)) {}

std::string ShellShapes::name(const linalg::Vector& full) const { return wall_ ? tube_name(full) : surface_name(full); }

// The waves of each ring by a discrete Fourier sum, and the energies of each wave over all rings, eqs (25), (26).
std::string ShellShapes::tube_name(const linalg::Vector& full) const {
    const int waves = wall_->largest_number;
    std::vector<std::array<double, 3>> energy(static_cast<std::size_t>(waves) + 1, {0, 0, 0});
    for (const auto& ring : wall_->rings) {
        double mass = 0;
        for (const auto& member : ring) mass += member.mass;
        std::vector<std::array<double, 3>> motion;  // radial, tangential, axial
        for (const auto& member : ring) {
            const Eigen::Vector3d u = full.segment<3>(system_.nodes[static_cast<std::size_t>(member.node)].first_dof);
            const double x = u.dot(wall_->axes[0]), y = u.dot(wall_->axes[1]), c = std::cos(member.angle),
                         s = std::sin(member.angle);
            motion.push_back({c * x + s * y, c * y - s * x, u.dot(wall_->axes[2])});
        }
        for (int n = 0; n <= waves; ++n) {
            for (std::size_t f = 0; f < 3; ++f) {
                double c = 0, s = 0;
                for (std::size_t i = 0; i < ring.size(); ++i) {
                    c += ring[i].mass * motion[i][f] * std::cos(n * ring[i].angle);
                    s += ring[i].mass * motion[i][f] * std::sin(n * ring[i].angle);
                }
                energy[static_cast<std::size_t>(n)][f] += (n == 0 ? 1 : 2) * (c * c + s * s) / mass;
            }
        }
    }
    std::vector<std::pair<double, std::string>> parts{
        {energy[0][1], "torsion"}, {energy[0][2], "axial"}, {energy[0][0], "breathing"}};
    for (std::size_t n = 1; n < energy.size(); ++n) {
        const double sum = energy[n][0] + energy[n][1] + energy[n][2];
        parts.emplace_back(sum, n == 1 ? "bending" : "ovalling, n = " + std::to_string(n));
    }
    return joined_names(std::move(parts));
}

std::string ShellShapes::surface_name(const linalg::Vector& full) const {
    double across = 0, total = 0;
    for (const ShellPart& part : *system_.shells) {
        for (const ShellPiece& piece : part.pieces) {
            const Eigen::VectorXd areas = elements::shell_corner_areas(piece.properties);
            for (int i = 0; i < piece.properties.corners(); ++i) {
                const Eigen::Vector3d u = full.segment<3>(6 * piece.nodes[static_cast<std::size_t>(i)]);
                const double normal = u.dot(piece.properties.directors.col(i));
                const double mass = areas[i] * piece.properties.thickness;
                across += mass * normal * normal;
                total += mass * u.squaredNorm();
            }
        }
    }
    return joined_names({{across, "bending"}, {total - across, "membrane"}});
}

}  // namespace jounce::modal
