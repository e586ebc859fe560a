// Sums over beams and shells: an element's rigid motion is fitted to its displacements by least squares and subtracted.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/element_strain.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "elements/shell.hpp"
#include "linalg/basics/disjoint_sets.hpp"
#include "system/beams/beam_piece.hpp"
#include "system/shells/shell_part.hpp"

namespace jounce::modal {

namespace {

using linalg::Matrix;
using linalg::Vector;

/// Calls f(nodes, stiffness), where stiffness() is the element's matrix over the dofs of the nodes, global axes.
template <class F>
void for_each_element(const System& system, const F& f) {
    if (system.beams) {
        for (const BeamPiece& piece : *system.beams)
            f(std::span<const int>(piece.nodes), [&]() -> Matrix { return piece.stiffness; });
    }
    if (!system.shells) return;
    for (const ShellPart& part : *system.shells) {
        for (const ShellPiece& piece : part.pieces) {
            const auto corners = static_cast<std::size_t>(piece.properties.corners());
            f(std::span<const int>(piece.nodes).first(corners),
              [&]() -> Matrix { return elements::shell_stiffness(piece.properties); });
        }
    }
}

/// The displacements of one element, by columns.
struct Displaced {
    Matrix whole, deviation;  ///< 6 c x k
    double length = 0;        ///< from the centre to the farthest node [m]
};

/// With t the mean displacement and theta from the moments of the displacements and the nodes' own rotations about the centre:
/// the least squares of u_i - t - theta x x_i and length (theta_i - theta).
Displaced displaced(const System& system, std::span<const int> nodes, const Matrix& full) {
    const auto count = static_cast<Eigen::Index>(nodes.size());
    Eigen::Matrix3Xd x(3, count);
    Displaced out{Matrix(6 * count, full.cols()), {}, 0};
    for (Eigen::Index i = 0; i < count; ++i) {
        const SystemNode& node = system.nodes[static_cast<std::size_t>(nodes[static_cast<std::size_t>(i)])];
        x.col(i) = Eigen::Vector3d(node.position[0], node.position[1], node.position[2]);
        out.whole.middleRows<6>(6 * i) = full.middleRows<6>(node.first_dof);
    }
    x.colwise() -= x.rowwise().mean().eval();
    out.length = x.colwise().norm().maxCoeff();
    if (!(out.length > 0)) out.length = 1;  // joined by offsets alone
    out.deviation = out.whole;
    const double weight = out.length * out.length;
    Eigen::Matrix3d inertia = (x.squaredNorm() + static_cast<double>(count) * weight) * Eigen::Matrix3d::Identity();
    inertia -= x * x.transpose();
    Eigen::Matrix3Xd mean = Matrix::Zero(3, full.cols()), moments = mean;
    for (Eigen::Index i = 0; i < count; ++i) mean += out.whole.middleRows<3>(6 * i) / static_cast<double>(count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const Eigen::Vector3d arm = x.col(i);
        for (Eigen::Index j = 0; j < full.cols(); ++j) {
            const Eigen::Vector3d relative = out.whole.block<3, 1>(6 * i, j) - mean.col(j);
            moments.col(j) += arm.cross(relative) + weight * out.whole.block<3, 1>(6 * i + 3, j);
        }
    }
    const Eigen::Matrix3Xd turns = inertia.inverse() * moments;
    for (Eigen::Index i = 0; i < count; ++i) {
        const Eigen::Vector3d arm = x.col(i);
        for (Eigen::Index j = 0; j < full.cols(); ++j) {
            const Eigen::Vector3d turn = turns.col(j);
            out.deviation.block<3, 1>(6 * i, j) -= mean.col(j) + turn.cross(arm);
            out.deviation.block<3, 1>(6 * i + 3, j) -= turn;
        }
    }
    return out;
}

}  // namespace

ElementStrain element_strain(const System& system, const Matrix& columns) {
    const Matrix full = system.recovery.T * columns;
    ElementStrain out{Matrix::Zero(full.cols(), full.cols()), Matrix::Zero(full.cols(), full.cols())};
    for_each_element(system, [&](std::span<const int> nodes, const auto&) {
        Displaced u = displaced(system, nodes, full);
        for (Matrix* A : {&u.whole, &u.deviation})
            for (Eigen::Index i = 3; i < A->rows(); i += 6) A->middleRows<3>(i) *= u.length;
        out.deviation.noalias() += u.deviation.transpose() * u.deviation;
        out.motion.noalias() += u.whole.transpose() * u.whole;
    });
    return out;
}

ElementEnergy element_energy(const System& system, const Matrix& columns) {
    const Matrix full = system.recovery.T * columns;
    ElementEnergy out{Matrix::Zero(full.cols(), full.cols()), Vector::Zero(full.cols())};
    for_each_element(system, [&](std::span<const int> nodes, const auto& stiffness) {
        const Displaced u = displaced(system, nodes, full);
        const Matrix K = stiffness();
        out.strain.noalias() += u.deviation.transpose() * (K * u.deviation);
        const Matrix size = u.whole.cwiseAbs();
        out.size += size.cwiseProduct(K.cwiseAbs() * size).colwise().sum().transpose();
    });
    return out;
}

Bodies bodies_of(const System& system) {
    const auto nodes = system.nodes.size();
    linalg::DisjointSets sets(static_cast<int>(nodes));
    std::vector<bool> has_element(nodes);
    for_each_element(system, [&](std::span<const int> of, const auto&) {
        for (const int node : of) {
            sets.unite(of.front(), node);
            has_element[static_cast<std::size_t>(node)] = true;
        }
    });
    Bodies out{std::vector<int>(nodes, -1), 0};
    for (std::size_t i = 0; i < nodes; ++i) {
        if (!has_element[i]) continue;
        const auto first = static_cast<std::size_t>(sets.find(static_cast<int>(i)));
        out.of_node[i] = first == i ? out.count++ : out.of_node[first];
    }
    return out;
}

}  // namespace jounce::modal
