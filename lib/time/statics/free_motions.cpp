// Motions not constrained by any stiffness or contact.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/free_motions.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include "base/messages/text.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/eigen/eigen.hpp"
#include "modal/rigid_motion.hpp"
#include "time/equations/linear_kernel.hpp"
#include "time/statics/loose_things.hpp"
#include "time/statics/motion_names.hpp"
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

struct Motions {
    std::vector<std::string> names;
    Matrix shapes;  ///< n x k
};

/// The rigid motions of one part without strain energy.
/// \param rigid n x 6, the rigid motions of the whole System about the origin
Motions rigid_motions_of(const System& system, const Part& part, const SparseMatrix& stiffness, const Matrix& rigid) {
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    double length = 0;
    const auto place = [&](int i) {
        const auto& x = system.nodes[static_cast<std::size_t>(i)].position;
        return Eigen::Vector3d(x[0], x[1], x[2]);
    };
    for (const int i : part.nodes) centre += place(i) / static_cast<double>(part.nodes.size());
    for (const int i : part.nodes) length = std::max(length, (place(i) - centre).norm());
    Matrix columns = Matrix::Zero(rigid.rows(), 6);
    for (const int j : part.coordinates) columns.row(j) = rigid.row(j);
    for (int k = 0; k < 3; ++k)
        columns.col(3 + k) -= columns.leftCols(3) * Eigen::Vector3d(Eigen::Vector3d::Unit(k).cross(centre));
    const Orthonormal basis = orthonormal(system.linear.M, columns);
    const Eigen::Index size = basis.Q.cols();
    Motions out{{}, Matrix(rigid.rows(), 0)};
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

struct Confirmed {
    int count = 0;
    Matrix shapes;  ///< n x count; fewer if more than the lowest 24 are without strain energy
};

/// How many of the `counted` lowest motions are without strain energy; if the lowest 24 all are, `counted`.
Confirmed confirmed(const SparseMatrix& stiffness, const SparseMatrix& M, int counted) {
    const int most = std::min(counted, 24);
    const linalg::EigenPairs pairs = linalg::lowest_eigenpairs(stiffness, M, most, {}, linalg::MassMatrix::positive_definite);
    Confirmed out{0, Matrix(M.rows(), 0)};
    for (Eigen::Index j = 0; j < pairs.vectors.cols(); ++j) {
        const Vector shape = pairs.vectors.col(j);
        if (shape.dot(stiffness * shape) > stiffness_round_off(stiffness, shape)) continue;
        out.shapes.conservativeResize(Eigen::NoChange, ++out.count);
        out.shapes.col(out.count - 1) = shape;
    }
    if (out.count == most) out.count = counted;
    return out;
}

/// How many of the motions that springs hold too softly are not resisted by a gap or a friction: k - rank(B X).
int soft_and_free(const System& system) {
    const SparseMatrix& X = system.soft_motions;
    const auto motions = static_cast<int>(X.cols());
    if (motions == 0 || system.rows.empty()) return motions;
    Matrix strokes = Matrix::Zero(static_cast<Eigen::Index>(system.rows.size()), motions);
    double largest = 0;  // of the sums without cancellation
    for (std::size_t r = 0; r < system.rows.size(); ++r) {
        const SparseRow& row = system.rows[r];
        std::map<int, double> b;
        for (std::size_t e = 0; e < row.index.size(); ++e) b[row.index[e]] += row.coefficient[e];
        for (int j = 0; j < motions; ++j) {
            double size = 0;
            for (SparseMatrix::InnerIterator it(X, j); it; ++it) {
                const auto at = b.find(static_cast<int>(it.row()));
                if (at == b.end()) continue;
                strokes(static_cast<Eigen::Index>(r), j) += at->second * it.value();
                size += std::abs(at->second * it.value());
            }
            largest = std::max(largest, size);
        }
    }
    const Vector values = linalg::singular_values(strokes).values;
    return motions - static_cast<int>((values.array() > 1e-6 * largest).count());
}

}  // namespace

std::string FreeMotions::text(const char* how) const {
    if (count == 0) return {};
    std::vector<std::string> words;
    const std::string all = rigid.size() > 1 || deforming > 0 ? " of the whole model" : "";
    for (const Rigid& of : rigid) words.push_back(join(of.names) + (of.things.empty() ? all : " of " + of.things));
    int named = deforming;
    for (const Rigid& of : rigid) named += static_cast<int>(of.names.size());
    if (named < count) words.emplace_back("...");
    if (deforming > 0)
        words.push_back(std::to_string(deforming) + " of hinges or slides" + (deformed.empty() ? "" : " that move " + deformed));
    std::string why = "did you forget model:fix?";
    if (on_soft_springs > 0) {
        const std::string soft = " too soft to be told from rounding";
        why = on_soft_springs < count ? why + " (the springs at " + std::to_string(on_soft_springs) + " of them are" + soft + ")"
                                      : "the springs there are" + soft;
    }
    return std::to_string(count) + (count == 1 ? " motion " : " motions ") + how +
           (words.empty() ? "" : " (" + join(words, "; ") + ")") + ": " + why;
}

FreeMotions free_motions(const System& system) {
    FreeMotions out;
    // A count needs the whole matrices.
    if (system.mechanism || !system.linear.symmetric || system.linear.ranks != nullptr || system.size() == 0) return out;
    try {
        const double typical = typical_ratio(system.linear), ratio = typical > 0 ? typical : 1;
        const SparseMatrix stiffness = with_springs(system, ratio);
        const SparseMatrix& M = system.linear.M;
        // Above all round-off; elastic modes of fine meshes below it are found out afterwards.
        const int low = linalg::Pencil(stiffness, M, linalg::MassMatrix::positive_definite).count_below(1e-10 * ratio).below;
        if (low == 0) return out;
        out.on_soft_springs = soft_and_free(system);
        const std::vector<Part> parts = parts_of(system, stiffness);
        const Matrix rigid = modal::rigid_motions(system);
        constexpr std::size_t most = 100;  // parts whose motions are named
        int named = 0;
        Matrix shapes(system.size(), 0);
        // A part that a reduction holds, and whose modes it does not keep, is at rest in a rigid motion of the whole: the things
        // that move in eigenvectors name them.
        const std::size_t by_part = system.recovery.rigid.size() > 0 ? 0 : std::min(parts.size(), most);
        for (std::size_t i = 0; i < by_part; ++i) {
            Motions of = rigid_motions_of(system, parts[i], stiffness, rigid);
            if (of.names.empty()) continue;
            named += static_cast<int>(of.names.size());
            shapes.conservativeResize(Eigen::NoChange, named);
            shapes.rightCols(of.shapes.cols()) = of.shapes;
            out.rigid.push_back({parts.size() > 1 ? names_of(things_of(system, parts[i].nodes)) : "", std::move(of.names)});
        }
        out.count = named;
        if (low <= named) return out;
        const Confirmed all = confirmed(stiffness, M, low);
        out.count = std::max(named, all.count);
        if (parts.size() > most) return out;
        out.deforming = out.count - named;
        if (out.deforming > 0 && all.shapes.cols() == out.count) add_loose_things(system, all.shapes, shapes, out);
    } catch (const std::runtime_error&) {  // a part without mass and stiffness, or no eigenvectors: what has been named stands
    }
    return out;
}

}  // namespace jounce::time
