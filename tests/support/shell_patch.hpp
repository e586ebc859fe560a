// A mapped grid of shell elements, assembled and solved without the system floor: for benchmarks of the elements alone.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <Eigen/SparseCholesky>
#include <cmath>
#include <functional>
#include <vector>

#include "elements/shell.hpp"
#include "linalg/basics/types.hpp"

namespace jounce::test {

/// Corner directors: those of each element, or their mean over the elements at a node.
enum class Directors { own, averaged };

struct ShellGrid {
    int along = 1, across = 1;  ///< cells
    std::vector<Eigen::Vector3d> points;
    std::vector<std::vector<int>> cells;
    std::vector<elements::Shell> shells;
    std::vector<bool> fixed;  ///< per dof
    linalg::Vector load;

    [[nodiscard]] int node(int i, int j) const { return i + (along + 1) * j; }
    [[nodiscard]] int dofs() const { return 6 * static_cast<int>(points.size()); }
    void fix(int node, std::initializer_list<int> which) {
        for (const int d : which) fixed[static_cast<std::size_t>(6 * node + d)] = true;
    }

    using Matrices = std::function<elements::ShellMatrix(const elements::Shell&)>;
    [[nodiscard]] linalg::SparseMatrix assembled(const Matrices& matrices) const {
        std::vector<Eigen::Triplet<double>> triplets;
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const elements::ShellMatrix K = matrices(shells[c]);
            const auto dof = [&](int i) { return 6 * cells[c][static_cast<std::size_t>(i / 6)] + i % 6; };
            for (int i = 0; i < K.rows(); ++i)
                for (int j = 0; j < K.cols(); ++j) triplets.emplace_back(dof(i), dof(j), K(i, j));
        }
        linalg::SparseMatrix out(dofs(), dofs());
        out.setFromTriplets(triplets.begin(), triplets.end());
        return out;
    }
    /// Rows and columns of fixed dofs gone: with `free` their indices.
    [[nodiscard]] linalg::SparseMatrix reduced(const linalg::SparseMatrix& full) const {
        std::vector<int> place(static_cast<std::size_t>(dofs()), -1);
        int n = 0;
        for (std::size_t d = 0; d < place.size(); ++d)
            if (!fixed[d]) place[d] = n++;
        std::vector<Eigen::Triplet<double>> triplets;
        for (int j = 0; j < full.outerSize(); ++j)
            for (linalg::SparseMatrix::InnerIterator it(full, j); it; ++it) {
                const int a = place[static_cast<std::size_t>(it.row())], b = place[static_cast<std::size_t>(j)];
                if (a >= 0 && b >= 0) triplets.emplace_back(a, b, it.value());
            }
        linalg::SparseMatrix out(n, n);
        out.setFromTriplets(triplets.begin(), triplets.end());
        return out;
    }
    /// Displacements of all dofs under `load`; fixed ones keep the values of `given`.
    [[nodiscard]] linalg::Vector solve(const linalg::Vector& given = {}) const {
        const linalg::SparseMatrix K = assembled([](const elements::Shell& s) { return elements::shell_stiffness(s); });
        linalg::Vector u = given.size() > 0 ? given : linalg::Vector::Zero(dofs());
        const linalg::Vector right = load - K * u;
        std::vector<int> free;
        for (int d = 0; d < dofs(); ++d)
            if (!fixed[static_cast<std::size_t>(d)]) free.push_back(d);
        linalg::Vector b(static_cast<Eigen::Index>(free.size()));
        for (std::size_t i = 0; i < free.size(); ++i) b[static_cast<Eigen::Index>(i)] = right[free[i]];
        const Eigen::SimplicialLDLT<linalg::SparseMatrix> factor(reduced(K));
        const linalg::Vector x = factor.solve(b);
        for (std::size_t i = 0; i < free.size(); ++i) u[free[i]] += x[static_cast<Eigen::Index>(i)];
        return u;
    }
    [[nodiscard]] std::vector<int> corners_of(std::size_t cell) const { return cells[cell]; }
    void add_gravity(const Eigen::Vector3d& per_volume) {  // [N/m3]
        for (std::size_t c = 0; c < cells.size(); ++c) {
            const Eigen::VectorXd areas = elements::shell_corner_areas(shells[c]);
            for (std::size_t i = 0; i < cells[c].size(); ++i)
                load.segment<3>(6 * cells[c][i]) += areas[static_cast<Eigen::Index>(i)] * shells[c].thickness * per_volume;
        }
    }
};

/// `place` maps the unit square; nodes run along its first argument first. Triangles: each cell is cut along a diagonal.
inline ShellGrid shell_grid(int along, int across, const std::function<Eigen::Vector3d(double, double)>& place, double thickness,
                            const elements::Material& material, bool triangles = false, Directors directors = Directors::averaged,
                            double drilling = elements::default_drilling) {
    ShellGrid grid;
    grid.along = along;
    grid.across = across;
    for (int j = 0; j <= across; ++j)
        for (int i = 0; i <= along; ++i)
            grid.points.push_back(place(static_cast<double>(i) / along, static_cast<double>(j) / across));
    for (int j = 0; j < across; ++j)
        for (int i = 0; i < along; ++i) {
            const int a = grid.node(i, j), b = grid.node(i + 1, j), c = grid.node(i + 1, j + 1), d = grid.node(i, j + 1);
            if (triangles) {
                grid.cells.push_back({a, b, c});
                grid.cells.push_back({a, c, d});
            } else {
                grid.cells.push_back({a, b, c, d});
            }
        }
    std::vector<Eigen::Vector3d> mean(grid.points.size(), Eigen::Vector3d::Zero());
    for (const auto& cell : grid.cells) {
        elements::ShellCorners x(3, static_cast<Eigen::Index>(cell.size()));
        for (std::size_t i = 0; i < cell.size(); ++i)
            x.col(static_cast<Eigen::Index>(i)) = grid.points[static_cast<std::size_t>(cell[i])];
        grid.shells.push_back(elements::shell(x, thickness, material, drilling));
        for (std::size_t i = 0; i < cell.size(); ++i)
            mean[static_cast<std::size_t>(cell[i])] += grid.shells.back().directors.col(static_cast<Eigen::Index>(i));
    }
    if (directors == Directors::averaged)
        for (std::size_t c = 0; c < grid.cells.size(); ++c)
            for (std::size_t i = 0; i < grid.cells[c].size(); ++i)
                grid.shells[c].directors.col(static_cast<Eigen::Index>(i)) =
                    mean[static_cast<std::size_t>(grid.cells[c][i])].normalized();
    grid.fixed.assign(static_cast<std::size_t>(grid.dofs()), false);
    grid.load = linalg::Vector::Zero(grid.dofs());
    return grid;
}

}  // namespace jounce::test
