// Shells as their middle surfaces.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/shell_surface.hpp"

#include <algorithm>

#include "system/probes/shell_stress.hpp"

namespace jounce::record {

namespace {

struct ShellArray {
    enum Index : std::size_t { displacement, velocity, acceleration, top, bottom, stress_top, stress_bottom };
};

/// One of the points at a node, and a cell to which it belongs.
struct NodePoint {
    int point;
    const ShellPiece* piece;
    int corner;
};

}  // namespace

ShellSurface::ShellSurface(const System& system) : system_(system) {
    if (!system.shells) return;
    std::vector<std::vector<NodePoint>> at_node(system.nodes.size());
    std::vector<double> area;
    for (const ShellPart& part : *system.shells) {
        for (const ShellPiece& piece : part.pieces) {
            const Eigen::VectorXd areas = elements::shell_corner_areas(piece.properties);
            std::vector<long long> cell;
            std::array<int, 4> points{-1, -1, -1, -1};
            std::array<double, 4> shares{};
            for (int i = 0; i < piece.properties.corners(); ++i) {
                const auto k = static_cast<std::size_t>(i);
                std::vector<NodePoint>& known = at_node[static_cast<std::size_t>(piece.nodes[k])];
                const auto alike = std::ranges::find_if(
                    known, [&](const NodePoint& other) { return stressed_alike(*other.piece, other.corner, piece, i); });
                if (alike == known.end()) {
                    points[k] = static_cast<int>(nodes_.size());
                    known.push_back({points[k], &piece, i});
                    nodes_.push_back(piece.nodes[k]);
                    area.push_back(0);
                    const auto& at = system.nodes[static_cast<std::size_t>(piece.nodes[k])].position;
                    rest_.points.insert(rest_.points.end(), at.begin(), at.end());
                } else {
                    points[k] = alike->point;
                }
                cell.push_back(points[k]);
                shares[k] = areas[i];
                area[static_cast<std::size_t>(points[k])] += shares[k];
            }
            rest_.add_cell(cell.size() == 4 ? CellType::quad : CellType::triangle, cell);
            pieces_.push_back(&piece);
            points_.push_back(points);
            shares_.push_back(shares);
        }
    }
    for (std::size_t p = 0; p < pieces_.size(); ++p) {
        for (std::size_t i = 0; i < 4 && points_[p][i] >= 0; ++i) shares_[p][i] /= area[static_cast<std::size_t>(points_[p][i])];
    }
    for (const char* name : {"displacement", "velocity", "acceleration"}) rest_.add_array(name, 3);
    for (const char* name : {"von_mises_top", "von_mises_bottom"}) rest_.add_array(name, 1);
    for (const char* name : {"stress_top", "stress_bottom"}) rest_.add_array(name, 6);
}

void ShellSurface::spread(const linalg::Vector& full, PointArray& array) const {
    double* out = array.values.data();
    for (const int node : nodes_) {
        const int dof = system_.nodes[static_cast<std::size_t>(node)].first_dof;
        for (int i = 0; i < 3; ++i) *out++ = full[dof + i];
    }
}

void ShellSurface::stresses(const linalg::Vector& full, Picture& picture) const {
    for (const std::size_t array : {ShellArray::top, ShellArray::bottom, ShellArray::stress_top, ShellArray::stress_bottom})
        std::fill(picture.arrays[array].values.begin(), picture.arrays[array].values.end(), 0.0);
    const auto add = [&](const Eigen::Matrix3d& stress, double share, std::size_t point, std::size_t scalar, std::size_t tensor) {
        picture.arrays[scalar].values[point] += share * elements::von_mises(stress);
        double* out = picture.arrays[tensor].values.data() + 6 * point;
        for (const auto& [row, column] : stress_components) *out++ += share * stress(row, column);
    };
    for (std::size_t p = 0; p < pieces_.size(); ++p) {
        const elements::ShellStress stress =
            elements::shell_stress(pieces_[p]->properties, shell_corner_motion(*pieces_[p], full));
        for (std::size_t i = 0; i < 4 && points_[p][i] >= 0; ++i) {
            const auto point = static_cast<std::size_t>(points_[p][i]);
            add(stress.top, shares_[p][i], point, ShellArray::top, ShellArray::stress_top);
            add(stress.bottom, shares_[p][i], point, ShellArray::bottom, ShellArray::stress_bottom);
        }
    }
}

void ShellSurface::show(const FullMotion& motion, Picture& picture) const {
    if (empty()) return;
    spread(motion.displacement, picture.arrays[ShellArray::displacement]);
    spread(motion.velocity, picture.arrays[ShellArray::velocity]);
    spread(motion.acceleration, picture.arrays[ShellArray::acceleration]);
    stresses(motion.displacement, picture);
}

void ShellSurface::show_shape(const linalg::Vector& full, Picture& picture) const {
    if (!empty()) spread(full, picture.arrays[ShellArray::displacement]);
}

}  // namespace jounce::record
