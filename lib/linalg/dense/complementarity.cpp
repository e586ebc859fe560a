// Linear complementarity problems by Lemke's pivoting.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/dense/complementarity.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace jounce::linalg {

namespace {

constexpr double smallest_pivot = 1e-11;

/// y - M x - 1 z0 = q in basic form. Columns: y (n), x (n), z0, q. The columns of y are the inverse of the basis, which
/// is used in the lexicographic test.
class Tableau {
  public:
    Tableau(const Matrix& M, const Vector& q) : n_(q.size()), rows_(n_, 2 * n_ + 2), basic_(static_cast<std::size_t>(n_)) {
        rows_.leftCols(n_).setIdentity();
        rows_.middleCols(n_, n_) = -M;
        rows_.col(2 * n_).setConstant(-1);
        rows_.col(2 * n_ + 1) = q;
        for (Eigen::Index i = 0; i < n_; ++i) basic_[static_cast<std::size_t>(i)] = i;
    }
    [[nodiscard]] Eigen::Index artificial() const { return 2 * n_; }
    [[nodiscard]] Eigen::Index partner(Eigen::Index column) const { return column < n_ ? column + n_ : column - n_; }

    /// The row of the lexicographically smallest basic variable: z0 replaces it.
    [[nodiscard]] Eigen::Index most_negative() const {
        Eigen::Index least = 0;
        for (Eigen::Index i = 1; i < n_; ++i) {
            if (less(i, 1, least, 1)) least = i;
        }
        return least;
    }
    /// The row that leaves the basis when `column` grows; z0 if possible. -1: a ray.
    [[nodiscard]] Eigen::Index leaving(Eigen::Index column) const {
        Eigen::Index row = -1;
        for (Eigen::Index i = 0; i < n_; ++i) {
            const double pivot = rows_(i, column);
            if (!(pivot > smallest_pivot)) continue;
            if (row < 0 || less(i, pivot, row, rows_(row, column))) row = i;
        }
        if (row < 0) return row;
        const double ratio = value(row) / rows_(row, column);
        for (Eigen::Index i = 0; i < n_; ++i) {
            const double pivot = rows_(i, column);
            const bool last = basic_[static_cast<std::size_t>(i)] == artificial() && pivot > smallest_pivot;
            if (last && value(i) / pivot <= ratio * (1 + 1e-13)) return i;
        }
        return row;
    }
    /// \returns the column that left the basis
    Eigen::Index pivot(Eigen::Index row, Eigen::Index column) {
        rows_.row(row) /= rows_(row, column);
        for (Eigen::Index i = 0; i < n_; ++i) {
            if (i != row && rows_(i, column) != 0) rows_.row(i) -= rows_(i, column) * rows_.row(row);
        }
        return std::exchange(basic_[static_cast<std::size_t>(row)], column);
    }
    [[nodiscard]] Vector solution() const {
        Vector x = Vector::Zero(n_);
        for (Eigen::Index i = 0; i < n_; ++i) {
            const Eigen::Index column = basic_[static_cast<std::size_t>(i)];
            if (column >= n_ && column < 2 * n_) x[column - n_] = std::fmax(value(i), 0.0);
        }
        return x;
    }

  private:
    [[nodiscard]] double value(Eigen::Index row) const { return rows_(row, 2 * n_ + 1); }
    /// Lexicographic comparison of (value, inverse of the basis) of row i over its pivot with that of row j.
    [[nodiscard]] bool less(Eigen::Index i, double pivot_i, Eigen::Index j, double pivot_j) const {
        const auto compare = [&](Eigen::Index column) {
            const double a = rows_(i, column) / pivot_i, b = rows_(j, column) / pivot_j;
            const double scale = std::fmax(std::abs(a), std::abs(b));
            return std::abs(a - b) <= 1e-13 * scale ? 0 : a < b ? -1 : 1;
        };
        if (const int order = compare(2 * n_ + 1); order != 0) return order < 0;
        for (Eigen::Index column = 0; column < n_; ++column) {
            if (const int order = compare(column); order != 0) return order < 0;
        }
        return i < j;
    }

    Eigen::Index n_;
    Matrix rows_;
    std::vector<Eigen::Index> basic_;
};

}  // namespace

std::optional<Vector> solve_complementarity(const Matrix& M, const Vector& q) {
    if (q.size() == 0 || q.minCoeff() >= 0) return Vector(Vector::Zero(q.size()));
    Tableau tableau(M, q);
    Eigen::Index left = tableau.pivot(tableau.most_negative(), tableau.artificial());
    for (Eigen::Index step = 0; step < 64 * (q.size() + 1); ++step) {
        const Eigen::Index enters = tableau.partner(left);
        const Eigen::Index row = tableau.leaving(enters);
        if (row < 0) return {};
        left = tableau.pivot(row, enters);
        if (left == tableau.artificial()) return tableau.solution();
    }
    return {};
}

}  // namespace jounce::linalg
