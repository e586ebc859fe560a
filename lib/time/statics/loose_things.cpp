// Which beams, shells and points move in motions without strain.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/loose_things.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "linalg/dense/dense.hpp"
#include "system/state/rigid_motion.hpp"
#include "time/statics/motion_names.hpp"
#include "time/statics/parts.hpp"

namespace jounce::time {

namespace {

using linalg::Matrix;

// Eigenvectors of motions without strain contain about this share of elastic ones.
constexpr double tolerance = 1e-4;

/// The size of the box around the nodes [m]; 1 for a point.
double extent_of(const System& system, const std::vector<int>& nodes) {
    std::array<double, 3> low{}, high{};
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto& x = system.nodes[static_cast<std::size_t>(nodes[i])].position;
        for (std::size_t k = 0; k < 3; ++k) {
            low[k] = i == 0 ? x[k] : std::min(low[k], x[k]);
            high[k] = i == 0 ? x[k] : std::max(high[k], x[k]);
        }
    }
    const double size = std::hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    return size > 0 ? size : 1;
}

/// Mean square motion of the nodes, as rows: rows^T rows is the mean of |translation|^2 + |length rotation|^2.
Matrix motion_of(const Matrix& moved, const System& system, const std::vector<int>& nodes, double length) {
    Matrix out(6 * static_cast<Eigen::Index>(nodes.size()), moved.cols());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto at = 6 * static_cast<Eigen::Index>(i);
        const int dof = system.nodes[static_cast<std::size_t>(nodes[i])].first_dof;
        out.middleRows(at, 3) = moved.middleRows(dof, 3);
        out.middleRows(at + 3, 3) = length * moved.middleRows(dof + 3, 3);
    }
    return out / std::sqrt(static_cast<double>(nodes.size()));
}

/// The six rigid motions of the model about the centre of the nodes, over all dofs.
Matrix unit_motions(const System& system, const std::vector<int>& nodes) {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    for (const int i : nodes) {
        const auto& x = system.nodes[static_cast<std::size_t>(i)].position;
        centre += Eigen::Vector3d(x[0], x[1], x[2]) / static_cast<double>(nodes.size());
    }
    Matrix rigid = rigid_motions_of_nodes(system);
    for (int k = 0; k < 3; ++k) rigid.col(3 + k) -= rigid.leftCols(3) * Eigen::Vector3d(Eigen::Vector3d::Unit(k).cross(centre));
    return rigid;
}

/// Rigid motions of the nodes about their centre that fit the motion best (6 x k).
Matrix rigid_fit(const Matrix& moved, const System& system, const std::vector<int>& nodes, double length) {
    return linalg::least_squares(motion_of(unit_motions(system, nodes), system, nodes, length),
                                 motion_of(moved, system, nodes, length));
}

/// The combinations of the columns in which all nodes move as one rigid body (k x r, orthonormal).
Matrix rigid_part(const Matrix& moved, const System& system, const std::vector<int>& nodes, double length) {
    const Matrix motion = motion_of(moved, system, nodes, length);
    const Matrix rest =
        motion - motion_of(Matrix(unit_motions(system, nodes) * rigid_fit(moved, system, nodes, length)), system, nodes, length);
    // Eigenvectors of k x k: a full basis of singular vectors has (6 nodes)^2 entries. Squares are exact to far below
    // tolerance^2.
    const linalg::DensePairs parts = linalg::symmetric_pairs(rest.transpose() * rest);
    const double most = tolerance * tolerance * motion.squaredNorm();
    Eigen::Index rigid = 0;
    while (rigid < moved.cols() && parts.values[rigid] < most) ++rigid;
    return parts.vectors.leftCols(rigid);
}

/// The part of the columns outside the span of an orthonormal basis, orthonormal.
Matrix outside(const Matrix& basis, const Matrix& columns) {
    const Matrix rest = columns - basis * (basis.transpose() * columns);
    return linalg::orthonormal_columns(rest, 0.01);
}

Matrix beside(const Matrix& a, const Matrix& b) {
    Matrix out(a.rows(), a.cols() + b.cols());
    out << a, b;
    return out;
}

}  // namespace

void add_loose_things(const System& system, const Matrix& free, const Matrix& named, FreeMotions& out) {
    if (system.recovery.T.rows() != 6 * static_cast<Eigen::Index>(system.nodes.size()) ||
        system.recovery.T.cols() != system.size())
        return;
    std::vector<int> all(system.nodes.size());
    std::iota(all.begin(), all.end(), 0);
    const std::vector<Thing> things = things_of(system, all);
    const Matrix moved = system.recovery.T * free;

    // Every thing has the same weight. U^T U = sum over things; combinations c of the columns of `free` with |U c| = |c|.
    std::vector<Matrix> squares;
    Matrix whole = Matrix::Zero(free.cols(), free.cols());
    for (const Thing& thing : things) {
        const Matrix motion = motion_of(moved, system, thing.nodes, extent_of(system, thing.nodes));
        squares.emplace_back(motion.transpose() * motion);
        whole += squares.back();
    }
    const Eigen::LLT<Matrix> cholesky(whole);
    if (cholesky.info() != Eigen::Success) return;
    const Matrix scale = cholesky.matrixU().solve(Matrix::Identity(free.cols(), free.cols()));

    // Names in `of` the motions of single things outside the span of `known`, and adds them to it.
    const auto name_single = [&](Matrix& known, FreeMotions& of) {
        for (std::size_t i = 0; i < things.size(); ++i) {
            const Matrix own = scale.transpose() * squares[i] * scale;
            const Matrix rest = Matrix::Identity(own.rows(), own.cols()) - own;  // what all other things do
            const linalg::SingularValues parts = linalg::singular_values(rest);
            Eigen::Index alone = 0;
            while (alone < rest.cols() && parts.values[rest.cols() - 1 - alone] < tolerance) ++alone;
            if (alone == 0) continue;
            const Matrix more = outside(known, parts.right.rightCols(alone));
            if (more.cols() == 0) continue;
            // The motions of this thing alone, also where a known motion has been taken out of them.
            const Matrix shown = more.cols() == alone ? Matrix(parts.right.rightCols(alone)) : more;
            const double length = extent_of(system, things[i].nodes);
            std::vector<std::string> names =
                names_of_motions(rigid_fit(moved * scale * shown, system, things[i].nodes, length), length);
            of.rigid.push_back({"'" + things[i].name + "'", std::move(names)});
            of.deforming -= static_cast<int>(more.cols());
            known = beside(known, more);
        }
    };
    Matrix known =
        named.cols() > 0 ? linalg::orthonormal_columns(linalg::least_squares(free * scale, named)) : Matrix(free.cols(), 0);
    if (named.cols() == 0) {
        FreeMotions single = out;
        Matrix of_single = known;
        if (things.size() > 1) name_single(of_single, single);
        if (single.deforming <= 0) {
            out = std::move(single);
            return;
        }
        const double length = extent_of(system, all);
        known = rigid_part(moved * scale, system, all, length);
        if (known.cols() > 0)
            out.rigid.push_back({"", names_of_motions(rigid_fit(moved * scale * known, system, all, length), length)});
        out.deforming -= static_cast<int>(known.cols());
    }
    name_single(known, out);
    if (out.deforming <= 0) return;
    std::vector<Thing> others;
    const Matrix left = outside(known, Matrix::Identity(free.cols(), free.cols()));
    for (std::size_t i = 0; i < things.size(); ++i) {
        if ((left.transpose() * scale.transpose() * squares[i] * scale * left).trace() > tolerance) others.push_back(things[i]);
    }
    out.deformed = names_of(others);
}

}  // namespace jounce::time
