// Rigid motions of each part, made M-orthogonal with the translations first, are examined for those without strain energy.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/rigid_parts.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "linalg/dense/dense.hpp"
#include "modal/rigid_motion.hpp"
#include "system/state/rigid_motion.hpp"
#include "time/statics/motion_names.hpp"

namespace jounce::time {

namespace {

using linalg::Matrix;
using linalg::SparseMatrix;
using linalg::Vector;

/// K_ii/M_ii of the coordinates that have stiffness [1/s^2]
std::vector<double> ratios_of(const LinearBlock& linear) {
    std::vector<double> out;
    for (Eigen::Index i = 0; i < linear.K.rows(); ++i) {
        const double ratio = linear.K.coeff(i, i) / linear.M.coeff(i, i);
        if (ratio > 0 && std::isfinite(ratio)) out.push_back(ratio);
    }
    return out;
}

/// The number that a share of all are below: at 1/2 the median, which one stiff spring does not change.
double quantile(std::vector<double>& numbers, double share) {
    const auto at = numbers.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(numbers.size()));
    std::nth_element(numbers.begin(), at, numbers.end());
    return *at;
}

/// K with a spring in place of each row of B, of the mass there, lumped, times the ratio.
SparseMatrix with_springs(const System& system, double ratio) {
    const Vector mass = system.linear.M.diagonal();
    std::vector<Eigen::Triplet<double>> springs;
    for (const SparseRow& row : system.rows) {
        std::map<int, double> b;
        for (std::size_t e = 0; e < row.index.size(); ++e) b[row.index[e]] += row.coefficient[e];
        double inertance = 0;
        for (const auto& [i, coefficient] : b) inertance += coefficient * coefficient / mass[i];
        if (!(inertance > 0)) continue;
        for (const auto& [i, of_i] : b) {
            for (const auto& [j, of_j] : b) springs.emplace_back(i, j, ratio / inertance * of_i * of_j);
        }
    }
    SparseMatrix added(system.size(), system.size());
    added.setFromTriplets(springs.begin(), springs.end());
    return system.linear.K + added;
}

/// The columns that are independent, made M-orthonormal in their order: columns = Q U.
struct Orthonormal {
    Matrix Q, U;            ///< n x k; k x k, upper triangular
    std::vector<int> axes;  ///< k, of the columns kept
};

Orthonormal orthonormal(const SparseMatrix& M, const Matrix& columns) {
    Orthonormal out{Matrix(columns.rows(), 0), Matrix::Zero(0, 0), {}};
    const double largest = [&] {
        double sum = 0;
        for (Eigen::Index k = 0; k < columns.cols(); ++k) sum = std::max(sum, columns.col(k).dot(M * columns.col(k)));
        return sum;
    }();
    for (Eigen::Index k = 0; k < columns.cols(); ++k) {
        Vector x = columns.col(k);
        const double whole = x.dot(M * x);
        Vector shares = Vector::Zero(out.Q.cols());
        for (int pass = 0; pass < 2; ++pass) {
            const Vector more = out.Q.transpose() * (M * x);
            x -= out.Q * more;
            shares += more;
        }
        const double rest = x.dot(M * x);
        if (!(rest > 1e-10 * whole) || !(rest > 1e-24 * largest)) continue;
        const Eigen::Index at = out.Q.cols();
        out.Q.conservativeResize(Eigen::NoChange, at + 1);
        out.Q.col(at) = x / std::sqrt(rest);
        out.U.conservativeResize(at + 1, at + 1);
        out.U.row(at).setZero();
        out.U.col(at).head(at) = shares;
        out.U(at, at) = std::sqrt(rest);
        out.axes.push_back(static_cast<int>(k));
    }
    return out;
}

struct Motions {
    std::vector<std::string> names;
    Matrix shapes;  ///< m x k, over the coordinates of the part
};

/// The rigid motions of one part without strain energy.
/// \param stiffness m x m \param M m x m
/// \param rigid n x 6, the rigid motions of the whole System about the origin
Motions rigid_motions_of(const System& system, const Part& part, const SparseMatrix& stiffness, const SparseMatrix& M,
                         const Matrix& rigid) {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    double length = 0;
    const auto place = [&](int i) {
        const auto& x = system.nodes[static_cast<std::size_t>(i)].position;
        return Eigen::Vector3d(x[0], x[1], x[2]);
    };
    for (const int i : part.nodes) centre += place(i) / static_cast<double>(part.nodes.size());
    for (const int i : part.nodes) length = std::max(length, (place(i) - centre).norm());
    Matrix columns = rigid(part.coordinates, Eigen::all);
    for (int k = 0; k < 3; ++k)
        columns.col(3 + k) -= columns.leftCols(3) * Eigen::Vector3d(Eigen::Vector3d::Unit(k).cross(centre));
    const Orthonormal basis = orthonormal(M, columns);
    const Eigen::Index size = basis.Q.cols();
    Motions out{{}, Matrix(columns.rows(), 0)};
    if (size == 0) return out;  // coordinates that are no dofs of nodes

    const Matrix energy = basis.Q.transpose() * (stiffness * basis.Q);
    const Matrix shapes = linalg::symmetric_pairs(0.5 * (energy + energy.transpose())).vectors;
    Matrix loose(size, 0);  // by the columns of Q
    for (Eigen::Index j = 0; j < size; ++j) {
        const Vector shape = basis.Q * shapes.col(j);
        if (shape.dot(stiffness * shape) > stiffness_round_off(stiffness, shape)) continue;
        loose.conservativeResize(Eigen::NoChange, loose.cols() + 1);
        loose.col(loose.cols() - 1) = shapes.col(j);
    }
    if (loose.cols() == 0) return out;
    out.shapes = basis.Q * loose;
    const Matrix by_column = basis.U.triangularView<Eigen::Upper>().solve(loose);
    Matrix amplitudes = Matrix::Zero(6, loose.cols());
    for (Eigen::Index r = 0; r < size; ++r) amplitudes.row(basis.axes[static_cast<std::size_t>(r)]) = by_column.row(r);
    out.names = names_of_motions(amplitudes, length > 0 ? length : 1);
    return out;
}

/// "'ball'"; of a thing with further pieces "a piece of 'plate' (at 'plate[7]')".
std::string names_of_part(const System& system, const Part& part, const std::map<std::string, int>& pieces) {
    const std::vector<Thing> things = things_of(system, part.nodes);
    if (things.size() != 1 || pieces.at(things.front().name) < 2) return names_of(things);
    return "a piece of '" + things.front().name + "' (at '" +
           system.nodes[static_cast<std::size_t>(things.front().nodes.front())].name + "')";
}

}  // namespace

Resistance::Resistance(const System& system, Gaps gaps) : system_(system) {
    if (std::vector<double> ratios = ratios_of(system.linear); !ratios.empty()) {
        ratio_ = quantile(ratios, 0.5);
        low_ratio_ = quantile(ratios, 0.1);
    }
    if (gaps == Gaps::hold && !system.rows.empty()) with_springs_ = with_springs(system, ratio_);
}

RigidParts rigid_parts(const System& system, const Resistance& resistance) {
    RigidParts out;
    const std::vector<Part> parts = parts_of(system, resistance.matrix());
    out.shapes.resize(system.size(), 0);
    // A part that a reduction holds, and whose modes it does not keep, is at rest in a rigid motion of the whole: the things
    // that move in eigenvectors name them.
    const bool reduced = system.recovery.rigid.size() > 0;
    constexpr std::size_t most = 100;  // parts whose motions are named
    out.too_many = parts.size() > most;
    const std::size_t by_part = reduced ? 0 : std::min(parts.size(), most);
    const Matrix rigid = modal::rigid_motions(system);
    std::map<std::string, int> pieces;  // how many parts have nodes of a thing
    for (const Part& part : parts)
        for (const Thing& thing : things_of(system, part.nodes)) ++pieces[thing.name];
    std::vector<int> place(static_cast<std::size_t>(system.size()), -1);
    for (std::size_t i = 0; i < by_part; ++i) {
        const Part& part = parts[i];
        const Motions of = parts.size() == 1
                               ? rigid_motions_of(system, part, resistance.matrix(), system.linear.M, rigid)
                               : rigid_motions_of(system, part, block_of(resistance.matrix(), part.coordinates, place),
                                                  block_of(system.linear.M, part.coordinates, place), rigid);
        if (of.names.empty()) continue;
        const Eigen::Index before = out.shapes.cols(), count = of.shapes.cols();
        out.shapes.conservativeResize(Eigen::NoChange, before + count);
        out.shapes.rightCols(count).setZero();
        for (std::size_t k = 0; k < part.coordinates.size(); ++k)
            out.shapes.row(part.coordinates[k]).tail(count) = of.shapes.row(static_cast<Eigen::Index>(k));
        out.motions.push_back({parts.size() > 1 ? names_of_part(system, part, pieces) : "", of.names});
    }
    return out;
}

}  // namespace jounce::time
