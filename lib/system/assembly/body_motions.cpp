// Rigid motions of bodies: those of their nodes about the centre, as far as the coordinates of a part can follow them.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/body_motions.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "linalg/dense/dense.hpp"
#include "system/state/rigid_motion.hpp"

namespace jounce {

namespace {

/// The same space as that of the columns.
Matrix orthonormal(const Matrix& columns) {
    Matrix out(columns.rows(), 0);
    if (columns.cols() == 0) return out;
    const linalg::DensePairs pairs = linalg::symmetric_pairs(columns.transpose() * columns);
    for (Eigen::Index j = 0; j < pairs.values.size(); ++j) {
        if (!(pairs.values[j] > 1e-10 * pairs.values.maxCoeff())) continue;
        out.conservativeResize(Eigen::NoChange, out.cols() + 1);
        out.rightCols(1) = columns * pairs.vectors.col(j) / std::sqrt(pairs.values[j]);
    }
    return out;
}

/// Rigid motions about the centre of some nodes, over their dofs (6 m x 6); rotations by 1/length.
Matrix motions_about_centre(const System& system, const std::vector<int>& nodes, const Matrix& of_nodes) {
    const auto place = [&](int node) {
        const auto& x = system.nodes[static_cast<std::size_t>(node)].position;
        return Eigen::Vector3d(x[0], x[1], x[2]);
    };
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    double length = 0;
    for (const int node : nodes) centre += place(node) / static_cast<double>(nodes.size());
    for (const int node : nodes) length = std::max(length, (place(node) - centre).norm());
    Matrix out(6 * static_cast<Eigen::Index>(nodes.size()), 6);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        out.middleRows<6>(6 * static_cast<Eigen::Index>(i)) = of_nodes.middleRows<6>(6 * nodes[i]);
    for (int k = 0; k < 3; ++k) {
        out.col(3 + k) -= out.leftCols(3) * Eigen::Vector3d(Eigen::Vector3d::Unit(k).cross(centre));
        if (length > 0) out.col(3 + k) /= length;
    }
    return out;
}

}  // namespace

BodyMotions::BodyMotions(const System& system, const AffineMap& map, const Builder& builder)
    : system_(system), map_(map), builder_(builder), T_(map.T), of_nodes_(rigid_motions_of_nodes(system)), sets_(sets()) {
    for (int node = 0; node < static_cast<int>(system.nodes.size()); ++node) members_[sets_.find(node)].push_back(node);
}

Matrix BodyMotions::motions(const std::vector<int>& part) {
    std::set<int> bodies;
    for (const int i : part) {
        for (SparseMatrix::InnerIterator it(map_.T, i); it; ++it)
            if (it.value() != 0) bodies.insert(sets_.find(static_cast<int>(it.row()) / 6));
    }
    std::size_t dofs = 0;
    for (const int body : bodies) dofs += 6 * members_[body].size();
    constexpr std::size_t most_bodies = 50, most_numbers = 20'000'000;
    if (bodies.size() > 1 && bodies.size() <= most_bodies && 6 * bodies.size() * dofs < most_numbers) {
        if (const std::optional<Matrix> found = of_bodies(part, bodies, dofs)) return *found;
    }
    std::vector<int> nodes;
    for (const int i : part) nodes.push_back(map_.dof_of[static_cast<std::size_t>(i)] / 6);
    const Matrix columns = motions_about_centre(system_, nodes, of_nodes_);
    Matrix own(static_cast<Eigen::Index>(part.size()), 6);
    for (Eigen::Index i = 0; i < own.rows(); ++i)
        own.row(i) = columns.row(6 * i + map_.dof_of[static_cast<std::size_t>(part[static_cast<std::size_t>(i)])] % 6);
    return orthonormal(own);
}

linalg::DisjointSets BodyMotions::sets() const {
    std::vector<std::pair<std::map<int, double>, double>> rows;
    for (const SpringRow& spring : builder_.spring_rows()) {
        rows.emplace_back(std::map<int, double>(), spring.stiffness);
        for (const LinearTerm& term : spring.row) rows.back().first[term.index] += term.coefficient;
    }
    const auto of_K = [this](const auto& visit) { builder_.full_stiffness().for_each_entry(visit); };
    return connected_without(of_K, rows, static_cast<int>(system_.nodes.size()), [](int dof) { return dof / 6; });
}

/// The motions u = R c of the bodies that are motions of the coordinates of the part alone, T q with q = u at their dofs.
std::optional<Matrix> BodyMotions::of_bodies(const std::vector<int>& part, const std::set<int>& bodies, std::size_t dofs) {
    const auto columns = 6 * static_cast<Eigen::Index>(bodies.size());
    Matrix R = Matrix::Zero(static_cast<Eigen::Index>(dofs), columns);
    std::map<int, Eigen::Index> row_of;  // of a node
    Eigen::Index row = 0, column = 0;
    for (const int body : bodies) {
        const std::vector<int>& nodes = members_[body];
        R.block(row, column, 6 * static_cast<Eigen::Index>(nodes.size()), 6) = motions_about_centre(system_, nodes, of_nodes_);
        for (const int node : nodes) row_of[node] = std::exchange(row, row + 6);
        column += 6;
    }
    Matrix q(static_cast<Eigen::Index>(part.size()), columns);
    std::map<int, Eigen::Index> place;
    for (std::size_t i = 0; i < part.size(); ++i) {
        const int dof = map_.dof_of[static_cast<std::size_t>(part[i])];
        const auto at = row_of.find(dof / 6);
        if (at == row_of.end()) return {};
        place[part[i]] = static_cast<Eigen::Index>(i);
        q.row(static_cast<Eigen::Index>(i)) = R.row(at->second + dof % 6);
    }
    Matrix off = -R;
    for (const auto& [node, first] : row_of) {
        for (int k = 0; k < 6; ++k) {
            bool moved = false;
            for (RowMajor::InnerIterator it(T_, 6 * node + k); it; ++it) {
                if (it.value() == 0) continue;
                if (const auto at = place.find(static_cast<int>(it.col())); at != place.end())
                    off.row(first + k) += it.value() * q.row(at->second);
                moved = true;
            }
            if (!moved && !builder_.touched(6 * node + k)) off.row(first + k).setZero();
        }
    }
    const auto pairs = linalg::symmetric_pairs(off.transpose() * off, R.transpose() * R);
    if (!pairs) return {};
    Eigen::Index free = 0;
    while (free < columns && pairs->values[free] < 1e-12) ++free;
    return orthonormal(q * pairs->vectors.leftCols(free));
}

}  // namespace jounce
