// The dense decompositions, computed by Eigen.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/dense/dense.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <stdexcept>

namespace jounce::linalg {

namespace {
void require_convergence(const Eigen::SelfAdjointEigenSolver<Matrix>& solver) {
    if (solver.info() != Eigen::Success) throw std::runtime_error("eigenvalues: the dense solver did not converge");
}
Vector values_of(const Eigen::SelfAdjointEigenSolver<Matrix>& solver) {
    require_convergence(solver);
    return solver.eigenvalues();
}
DensePairs pairs_of(const Eigen::SelfAdjointEigenSolver<Matrix>& solver) {
    require_convergence(solver);
    return {solver.eigenvalues(), solver.eigenvectors()};
}
}  // namespace

DensePairs symmetric_pairs(const Matrix& A) { return pairs_of(Eigen::SelfAdjointEigenSolver<Matrix>(A)); }

Vector symmetric_values(const Matrix& A) { return values_of(Eigen::SelfAdjointEigenSolver<Matrix>(A, Eigen::EigenvaluesOnly)); }

Vector tridiagonal_values(const Vector& diagonal, const Vector& beside) {
    // Eigen does not scale its input here, and its test for a negligible entry uses an absolute size.
    const double largest = diagonal.cwiseAbs().maxCoeff();
    const double scale = largest > 0 ? largest : 1;
    Eigen::SelfAdjointEigenSolver<Matrix> solver;
    return scale * values_of(solver.computeFromTridiagonal(diagonal / scale, beside / scale, Eigen::EigenvaluesOnly));
}

std::optional<DensePairs> symmetric_pairs(const Matrix& A, const Matrix& B) {
    if (B.llt().info() != Eigen::Success) return {};  // the solver below does not check this
    return pairs_of(Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(A, B));
}

Vector least_solution(const Matrix& A, const Vector& b, std::optional<double> threshold) {
    if (A.size() == 0) return Vector::Zero(A.cols());  // the decomposition reads a column of it
    Eigen::CompleteOrthogonalDecomposition<Matrix> factor(A.rows(), A.cols());
    if (threshold) factor.setThreshold(*threshold);
    factor.compute(A);
    return factor.solve(b);
}

Matrix solve_positive_definite(const Matrix& A, const Matrix& B) { return A.llt().solve(B); }

Matrix solve_square(const Matrix& A, const Matrix& B) { return A.partialPivLu().solve(B); }

SingularValues singular_values(const Matrix& A) {
    const Eigen::JacobiSVD<Matrix> svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
    return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

Matrix least_squares(const Matrix& A, const Matrix& B) { return A.colPivHouseholderQr().solve(B); }

std::vector<int> pivot_order(const Matrix& A) {
    const Eigen::ColPivHouseholderQR<Matrix> qr(A);
    const auto& order = qr.colsPermutation().indices();
    return {order.data(), order.data() + order.size()};
}

Matrix orthonormal_columns(const Matrix& A) {
    return Eigen::HouseholderQR<Matrix>(A).householderQ() * Matrix::Identity(A.rows(), A.cols());
}

Matrix orthonormal_columns(const Matrix& A, double least) {
    const Eigen::ColPivHouseholderQR<Matrix> qr(A);
    Eigen::Index rank = 0;
    while (rank < std::min(A.rows(), A.cols()) && std::abs(qr.matrixQR()(rank, rank)) > least) ++rank;
    return qr.householderQ() * Matrix::Identity(A.rows(), rank);
}

Matrix complement(const Matrix& A) {
    const Eigen::HouseholderQR<Matrix> qr(A);
    const Matrix all = qr.householderQ() * Matrix::Identity(A.rows(), A.rows());
    return all.rightCols(A.rows() - A.cols());
}

}  // namespace jounce::linalg
