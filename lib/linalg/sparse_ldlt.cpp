// The sparse L D L': Eigen eliminates, the pivots are judged here, and the substitutions are plain loops over columns.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse_ldlt.hpp"

#include <Eigen/SparseCholesky>
#include <cmath>
#include <stdexcept>

#include "linalg/pivot.hpp"

namespace jounce::linalg {

SparseLdlt::SparseLdlt(const SparseMatrix& matrix) {
    if (matrix.rows() != matrix.cols()) throw std::invalid_argument("sparse factorisation: the matrix is not square");
    const Eigen::Index n = matrix.rows();
    Eigen::SimplicialLDLT<SparseMatrix, Eigen::Lower, Eigen::NaturalOrdering<int>> ldlt(matrix);
    const Vector pivots = ldlt.vectorD();
    if (ldlt.info() != Eigen::Success) {  // Eigen stops at a pivot that is exactly zero, the first one it leaves so
        int row = 0;
        while (row + 1 < n && pivots[row] != 0) ++row;
        throw SingularMatrix(row, pivots[row]);
    }
    lower_ = ldlt.matrixL().nestedExpression();
    lower_.prune([](int row, int col, double) { return row > col; });

    Vector magnitude = matrix.diagonal().cwiseAbs();
    for (int col = 0; col < lower_.outerSize(); ++col)
        for (SparseMatrix::InnerIterator it(lower_, col); it; ++it)
            magnitude[it.row()] += it.value() * it.value() * std::abs(pivots[col]);
    PivotRecord record;
    reciprocals_.resize(n);
    for (int i = 0; i < n; ++i) {
        record.take(i, pivots[i], magnitude[i]);
        reciprocals_[i] = 1 / pivots[i];
    }
    negative_pivots_ = record.negative;
    smallest_pivot_row_ = record.smallest_row;
    smallest_pivot_ratio_ = record.smallest_ratio;
}

void SparseLdlt::solve_in_place(double* x) const noexcept {
    const int n = size();
    const int* first = lower_.outerIndexPtr();
    const int* row = lower_.innerIndexPtr();
    const double* value = lower_.valuePtr();
    for (int j = 0; j < n; ++j) {
        const double s = x[j];
        for (int p = first[j]; p < first[j + 1]; ++p) x[row[p]] -= value[p] * s;
    }
    for (int j = n - 1; j >= 0; --j) {
        double s = x[j] * reciprocals_[j];
        for (int p = first[j]; p < first[j + 1]; ++p) s -= value[p] * x[row[p]];
        x[j] = s;
    }
}

}  // namespace jounce::linalg
