// Motions not constrained by any stiffness or contact.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/free_motions.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

#include "base/text.hpp"
#include "linalg/singular_matrix.hpp"
#include "system/state/rigid_motion.hpp"
#include "time/equations/linear_kernel.hpp"

namespace jounce::time {

namespace {

using linalg::Matrix;
using linalg::Vector;

/// An M-orthonormal basis of the null space of K, n x (0 to 12).
Matrix null_space(const System& system) {
    const Eigen::Index n = system.size();
    const double scale = system.linear.K.diagonal().sum() / system.linear.M.diagonal().sum();
    if (!(scale >= 0) || !std::isfinite(scale)) return Matrix(n, 0);
    const double shift = scale > 0 ? 1e-10 * scale : 1;
    Matrix X(n, std::min<Eigen::Index>(n, 12));
    double seed = 0.5;
    for (Eigen::Index j = 0; j < X.cols(); ++j) {
        for (Eigen::Index i = 0; i < n; ++i) {
            seed = 3.99 * seed * (1 - seed);
            X(i, j) = seed - 0.5;
        }
    }
    const linalg::Factorisation factor = LinearKernel(system.linear).factor(shift, 0, 1);
    for (int iteration = 0; iteration < 4; ++iteration) {
        X = system.linear.M * X;
        for (Eigen::Index j = 0; j < X.cols(); ++j) {
            Vector column = X.col(j);
            factor.solve_in_place(column.data());
            X.col(j) = column;
        }
        // Ritz vectors of K in span X.
        const Matrix mass = X.transpose() * (system.linear.M * X);
        const Matrix stiffness = X.transpose() * (system.linear.K * X);
        const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> ritz(stiffness + shift * mass, mass);
        if (ritz.info() != Eigen::Success) return Matrix(n, 0);
        X *= ritz.eigenvectors();
    }
    Eigen::Index kept = 0;
    for (Eigen::Index j = 0; j < X.cols(); ++j) {
        const Vector z = X.col(j);
        if (z.dot(system.linear.K * z) <= stiffness_round_off(system.linear.K, z)) X.col(kept++) = z;
    }
    return X.leftCols(kept);
}

/// The columns of Z that are not moved by any row of B. Each row is measured relative to the largest |b z| of a motion
/// with z^T M z = 1, which is the root of b M^-1 b^T.
Matrix untouched(const System& system, const linalg::Factorisation& mass, const Matrix& Z) {
    if (system.rows.empty() || Z.cols() == 0) return Z;
    Matrix reach = Matrix::Zero(static_cast<Eigen::Index>(system.rows.size()), Z.cols());
    for (std::size_t r = 0; r < system.rows.size(); ++r) {
        Vector b = Vector::Zero(system.size());
        for (std::size_t e = 0; e < system.rows[r].index.size(); ++e) b[system.rows[r].index[e]] += system.rows[r].coefficient[e];
        Vector answer = b;
        mass.solve_in_place(answer.data());
        const double most = std::sqrt(b.dot(answer));
        if (most > 0) reach.row(static_cast<Eigen::Index>(r)) = b.transpose() * Z / most;
    }
    const Eigen::JacobiSVD<Matrix> svd(reach, Eigen::ComputeFullV);
    const auto& values = svd.singularValues();
    Eigen::Index rank = 0;
    while (rank < values.size() && values[rank] > 1e-6) ++rank;
    return Z * svd.matrixV().rightCols(Z.cols() - rank);
}

}  // namespace

std::string FreeMotions::text() const {
    if (count == 0) return {};
    return std::to_string(count) + (count == 1 ? " motion" : " motions") + " without support" +
           (names.empty() ? "" : " (" + join(names) + ")") + ": did you forget model:fix?";
}

FreeMotions free_motions(const System& system) {
    FreeMotions out;
    if (system.mechanism || !system.linear.symmetric || system.size() == 0) return out;
    try {
        const Matrix loose = null_space(system);
        if (loose.cols() == 0) return out;
        const linalg::Factorisation mass = LinearKernel(system.linear).factor(1, 0, 0);
        const Matrix free = untouched(system, mass, loose);
        out.count = static_cast<int>(free.cols());
        if (out.count == 0 || system.recovery.inertia.rows() != free.rows()) return out;
        // Fraction of the mass of a rigid motion that is moved by these motions.
        for (Eigen::Index k = 0; k < 6; ++k) {
            const Vector momentum = system.recovery.inertia.col(k);
            Vector answer = momentum;
            mass.solve_in_place(answer.data());
            const double moved = momentum.dot(answer);
            if (moved > 0 && (free.transpose() * momentum).squaredNorm() > 0.99 * moved)
                out.names.emplace_back(dof_names[static_cast<std::size_t>(k)]);
        }
    } catch (const linalg::SingularMatrix&) {  // a part without mass and stiffness
    }
    return out;
}

}  // namespace jounce::time
