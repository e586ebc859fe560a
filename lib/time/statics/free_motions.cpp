// Motions not constrained by any stiffness or contact.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/free_motions.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <stdexcept>

#include "base/text.hpp"
#include "linalg/eigen.hpp"
#include "modal/rigid_motion.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/statics/parts.hpp"

namespace jounce::time {

namespace {

using linalg::Matrix;
using linalg::SparseMatrix;
using linalg::Vector;

/// The ratio of stiffness to mass of most coordinates: the median of K_ii/M_ii, which one stiff spring does not change; 0: no
/// stiffness [1/s^2]
double typical_ratio(const LinearBlock& linear) {
    std::vector<double> ratios;
    for (Eigen::Index i = 0; i < linear.K.rows(); ++i) {
        const double ratio = linear.K.coeff(i, i) / linear.M.coeff(i, i);
        if (ratio > 0 && std::isfinite(ratio)) ratios.push_back(ratio);
    }
    if (ratios.empty()) return 0;
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    return *middle;
}

/// K with a spring in place of each row of B, of the effective mass there times the ratio.
SparseMatrix with_springs(const System& system, double ratio) {
    if (system.rows.empty()) return system.linear.K;
    const linalg::Factorisation mass = LinearKernel(system.linear).factor(1, 0, 0);
    std::vector<Eigen::Triplet<double>> springs;
    for (const SparseRow& row : system.rows) {
        Vector b = Vector::Zero(system.size());
        for (std::size_t e = 0; e < row.index.size(); ++e) b[row.index[e]] += row.coefficient[e];
        Vector answer = b;
        mass.solve_in_place(answer.data());
        const double inertance = b.dot(answer);
        if (!(inertance > 0)) continue;
        const std::set<int> moved(row.index.begin(), row.index.end());
        for (const int i : moved) {
            for (const int j : moved) springs.emplace_back(i, j, ratio / inertance * b[i] * b[j]);
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

/// Names of the axes within the span of the columns (3 x d), and "a slanted ..." for the dimensions that have none.
void add_names(const Matrix& span, int first_dof, const char* noun, std::vector<std::string>& names) {
    if (span.cols() == 0) return;
    const Matrix basis = Eigen::HouseholderQR<Matrix>(span).householderQ() * Matrix::Identity(span.rows(), span.cols());
    Eigen::Index named = 0;
    for (int k = 0; k < 3; ++k) {
        if (basis.row(k).squaredNorm() < 1 - 1e-6) continue;
        names.emplace_back(dof_names[static_cast<std::size_t>(first_dof + k)]);
        ++named;
    }
    for (; named < span.cols(); ++named) names.push_back(std::string("a slanted ") + noun);
}

/// The rigid motions of one part without strain energy, by name.
/// \param rigid n x 6, the rigid motions of the whole System about the origin
std::vector<std::string> rigid_motions_of(const System& system, const Part& part, const SparseMatrix& stiffness,
                                          const Matrix& rigid) {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    for (const int i : part.nodes) {
        const auto& x = system.nodes[static_cast<std::size_t>(i)].position;
        centre += Eigen::Vector3d(x[0], x[1], x[2]) / static_cast<double>(part.nodes.size());
    }
    Matrix columns = Matrix::Zero(rigid.rows(), 6);
    for (const int j : part.coordinates) columns.row(j) = rigid.row(j);
    for (int k = 0; k < 3; ++k)
        columns.col(3 + k) -= columns.leftCols(3) * Eigen::Vector3d(Eigen::Vector3d::Unit(k).cross(centre));
    const Orthonormal basis = orthonormal(system.linear.M, columns);
    const Eigen::Index size = basis.Q.cols();
    if (size == 0) return {};  // coordinates that are no dofs of nodes
    const auto translations = static_cast<Eigen::Index>(std::ranges::count_if(basis.axes, [](int axis) { return axis < 3; }));

    const Matrix energy = basis.Q.transpose() * (stiffness * basis.Q);
    const Eigen::SelfAdjointEigenSolver<Matrix> solver(0.5 * (energy + energy.transpose()));
    Matrix loose(size, 0);  // by the columns of Q
    for (Eigen::Index j = 0; j < size; ++j) {
        const Vector shape = basis.Q * solver.eigenvectors().col(j);
        if (shape.dot(stiffness * shape) > stiffness_round_off(stiffness, shape)) continue;
        loose.conservativeResize(Eigen::NoChange, loose.cols() + 1);
        loose.col(loose.cols() - 1) = solver.eigenvectors().col(j);
    }
    std::vector<std::string> names;
    if (loose.cols() == 0) return names;

    // Those that turn nothing, then the others by their axes.
    Matrix order = Matrix::Identity(loose.cols(), loose.cols());
    Eigen::Index turns = 0;
    if (size > translations) {
        const Matrix turned = loose.bottomRows(size - translations);
        const Eigen::JacobiSVD<Matrix> turning(turned, Eigen::ComputeFullV);
        while (turns < turning.singularValues().size() && turning.singularValues()[turns] > 1e-6) ++turns;
        order = turning.matrixV();
    }
    const Matrix motions = basis.U.triangularView<Eigen::Upper>().solve(Matrix(loose * order));
    const auto span = [&](int first, Eigen::Index from, Eigen::Index columns_of) {
        Matrix out = Matrix::Zero(3, columns_of);
        for (Eigen::Index r = 0; r < size; ++r) {
            const int axis = basis.axes[static_cast<std::size_t>(r)] - first;
            if (axis >= 0 && axis < 3) out.row(axis) = motions.row(r).segment(from, columns_of);
        }
        return out;
    };
    add_names(span(0, turns, loose.cols() - turns), 0, "translation", names);
    add_names(span(3, 0, turns), 3, "rotation", names);
    return names;
}

/// How many of the `counted` lowest motions are without strain energy; if the lowest 24 all are, `counted`.
int confirmed(const SparseMatrix& stiffness, const SparseMatrix& M, int counted) {
    const int most = std::min(counted, 24);
    const linalg::EigenPairs pairs = linalg::lowest_eigenpairs(stiffness, M, most, {}, linalg::MassMatrix::positive_definite);
    int out = 0;
    for (Eigen::Index j = 0; j < pairs.vectors.cols(); ++j) {
        const Vector shape = pairs.vectors.col(j);
        out += shape.dot(stiffness * shape) <= stiffness_round_off(stiffness, shape) ? 1 : 0;
    }
    return out < most ? out : counted;
}

}  // namespace

std::string FreeMotions::text() const {
    if (count == 0) return {};
    std::vector<std::string> words;
    for (const OfPart& of : rigid) words.push_back(join(of.names) + (of.part.empty() ? "" : " of '" + of.part + "'"));
    int named = deforming;
    for (const OfPart& of : rigid) named += static_cast<int>(of.names.size());
    if (named < count) words.emplace_back("...");
    if (deforming > 0) words.push_back(std::to_string(deforming) + " of hinges or slides");
    return std::to_string(count) + (count == 1 ? " motion" : " motions") + " without support" +
           (words.empty() ? "" : " (" + join(words, "; ") + ")") + ": did you forget model:fix?";
}

FreeMotions free_motions(const System& system) {
    FreeMotions out;
    if (system.mechanism || !system.linear.symmetric || system.size() == 0) return out;
    try {
        const double typical = typical_ratio(system.linear), ratio = typical > 0 ? typical : 1;
        const SparseMatrix stiffness = with_springs(system, ratio);
        const SparseMatrix& M = system.linear.M;
        // Above all round-off; elastic modes of fine meshes below it are found out afterwards.
        const int low = linalg::Pencil(stiffness, M, linalg::MassMatrix::positive_definite).count_below(1e-10 * ratio).below;
        if (low == 0) return out;
        const std::vector<Part> parts = parts_of(system, stiffness);
        const Matrix rigid = modal::rigid_motions(system);
        constexpr std::size_t most = 100;  // parts whose motions are named
        int named = 0;
        for (std::size_t i = 0; i < std::min(parts.size(), most); ++i) {
            std::vector<std::string> names = rigid_motions_of(system, parts[i], stiffness, rigid);
            if (names.empty()) continue;
            named += static_cast<int>(names.size());
            out.rigid.push_back({parts.size() > 1 ? parts[i].name : "", std::move(names)});
        }
        out.count = named;
        if (low > named) out.count = std::max(named, confirmed(stiffness, M, low));
        if (parts.size() <= most) out.deforming = out.count - named;
    } catch (const std::runtime_error&) {  // a part without mass and stiffness, or no eigenvectors: what has been named stands
    }
    return out;
}

}  // namespace jounce::time
