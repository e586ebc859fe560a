// Shells as their middle surfaces.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/shell_surface.hpp"

namespace jounce::record {

namespace {
enum ShellArray : std::size_t { displacement, velocity, acceleration, top, bottom };
}  // namespace

ShellSurface::ShellSurface(const System& system) : system_(system) {
    if (!system.shells) return;
    std::vector<int> point_of(system.nodes.size(), -1);
    std::vector<double> area;
    for (const ShellPart& part : *system.shells) {
        for (const ShellPiece& piece : part.pieces) {
            const Eigen::VectorXd areas = elements::shell_corner_areas(piece.properties);
            std::vector<long long> cell;
            std::array<int, 4> points{-1, -1, -1, -1};
            std::array<double, 4> shares{};
            for (std::size_t i = 0; i < static_cast<std::size_t>(piece.properties.corners()); ++i) {
                const int node = piece.nodes[i];
                int& point = point_of[static_cast<std::size_t>(node)];
                if (point < 0) {
                    point = static_cast<int>(nodes_.size());
                    nodes_.push_back(node);
                    area.push_back(0);
                    const auto& at = system.nodes[static_cast<std::size_t>(node)].position;
                    rest_.points.insert(rest_.points.end(), at.begin(), at.end());
                }
                cell.push_back(point);
                points[i] = point;
                shares[i] = areas[static_cast<Eigen::Index>(i)];
                area[static_cast<std::size_t>(point)] += shares[i];
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
}

void ShellSurface::spread(const linalg::Vector& full, PointArray& array) const {
    double* out = array.values.data();
    for (const int node : nodes_) {
        const int dof = system_.nodes[static_cast<std::size_t>(node)].first_dof;
        for (int i = 0; i < 3; ++i) *out++ = full[dof + i];
    }
}

void ShellSurface::stresses(const linalg::Vector& full, Picture& picture) const {
    std::vector<double>& above = picture.arrays[top].values;
    std::vector<double>& below = picture.arrays[bottom].values;
    std::fill(above.begin(), above.end(), 0.0);
    std::fill(below.begin(), below.end(), 0.0);
    for (std::size_t p = 0; p < pieces_.size(); ++p) {
        const elements::ShellStress stress =
            elements::shell_stress(pieces_[p]->properties, shell_corner_motion(*pieces_[p], full));
        const double at_top = elements::von_mises(stress.top), at_bottom = elements::von_mises(stress.bottom);
        for (std::size_t i = 0; i < 4 && points_[p][i] >= 0; ++i) {
            above[static_cast<std::size_t>(points_[p][i])] += shares_[p][i] * at_top;
            below[static_cast<std::size_t>(points_[p][i])] += shares_[p][i] * at_bottom;
        }
    }
}

void ShellSurface::show(const FullMotion& motion, Picture& picture) const {
    if (empty()) return;
    spread(motion.displacement, picture.arrays[displacement]);
    spread(motion.velocity, picture.arrays[velocity]);
    spread(motion.acceleration, picture.arrays[acceleration]);
    stresses(motion.displacement, picture);
}

void ShellSurface::show_shape(const linalg::Vector& full, Picture& picture) const {
    if (!empty()) spread(full, picture.arrays[displacement]);
}

}  // namespace jounce::record
