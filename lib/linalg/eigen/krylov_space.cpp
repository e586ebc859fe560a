// Block Lanczos with full orthogonalisation.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigen/krylov_space.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "base/files/memory.hpp"
#include "linalg/basics/products.hpp"
#include "linalg/basics/row_blocks.hpp"
#include "linalg/dense/dense.hpp"

namespace jounce::linalg {

namespace {

constexpr double dependent = 1e-12;   // of a column's length, what is left of it beside the others
constexpr double well_spread = 1e-4;  // pivots of scaled Gram matrices from which two Cholesky passes are exact to rounding

/// x becomes x R^-1, Mx too, with R' R = x' M x. \returns R, or nothing when the columns are nearly dependent
std::optional<Matrix> by_cholesky(RowMatrix& x, RowMatrix& Mx) {
    if (x.cols() == 0) return Matrix(0, 0);
    Matrix G = inner_products(x, Mx);
    const Vector lengths = G.diagonal().cwiseMax(0).cwiseSqrt();
    if (!(lengths.minCoeff() > 0)) return {};
    const auto inverse = lengths.cwiseInverse().asDiagonal();
    G = (inverse * G * inverse).eval();
    const Eigen::LLT<Matrix> cholesky(G);
    if (cholesky.info() != Eigen::Success || !(Matrix(cholesky.matrixL()).diagonal().minCoeff() > well_spread)) return {};
    const Matrix R = Matrix(cholesky.matrixU()) * lengths.asDiagonal();
    const Matrix R_inverse = R.triangularView<Eigen::Upper>().solve(Matrix::Identity(R.rows(), R.cols()));
    multiply(x, R_inverse);
    multiply(Mx, R_inverse);
    return R;
}

/// The same for any columns, one after the other; dependent ones are dropped and R has as many rows as there are columns left.
Matrix by_columns(RowMatrix& x, RowMatrix& Mx) {
    const Eigen::Index columns = x.cols();
    Matrix R = Matrix::Zero(columns, columns);
    Eigen::Index kept = 0;
    for (Eigen::Index j = 0; j < columns; ++j) {
        const double before = std::sqrt(std::max(0.0, x.col(j).dot(Mx.col(j))));
        for (int pass = 0; pass < 2; ++pass)
            for (Eigen::Index i = 0; i < kept; ++i) {
                const double share = Mx.col(i).dot(x.col(j));
                R(i, j) += share;
                x.col(j) -= share * x.col(i);
                Mx.col(j) -= share * Mx.col(i);
            }
        const double length = std::sqrt(std::max(0.0, x.col(j).dot(Mx.col(j))));
        if (!(length > dependent * before)) continue;
        R(kept, j) = length;
        x.col(kept) = x.col(j) / length;
        Mx.col(kept) = Mx.col(j) / length;
        ++kept;
    }
    x.conservativeResize(Eigen::NoChange, kept);
    Mx.conservativeResize(Eigen::NoChange, kept);
    return R.topRows(kept);
}

}  // namespace

RowMatrix random_block(Eigen::Index n, Eigen::Index p) {
    std::uint64_t state = 20220601;
    RowMatrix x(n, p);
    for (Eigen::Index i = 0; i < x.size(); ++i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        x.data()[i] = static_cast<double>(state >> 11) * 0x1p-53 - 0.5;
    }
    return x;
}

void require_memory_of_vectors(Eigen::Index unknowns, Eigen::Index vectors) {
    require_memory(sizeof(double) * static_cast<double>(unknowns) * static_cast<double>(vectors),
                   "the search for eigenvectors of " + std::to_string(unknowns) + " unknowns");
}

KrylovSpace::KrylovSpace(const SharedMatrix& M, Inverse inverse, RowMatrix start, Eigen::Index capacity)
    : M_(M), inverse_(std::move(inverse)), capacity_(capacity) {
    const Eigen::Index vectors = std::max(capacity - wide, start.cols());  // the last block is not among them
    require_memory_of_vectors(M.rows(), vectors + 4 * start.cols());
    resize(basis_, M.rows(), vectors);
    last_ = std::move(start);
    append_last();
    if (filled_ == 0) throw std::invalid_argument("eigenvalues: the start vectors of the iteration are zero");
}

Matrix KrylovSpace::append_last() {
    RowMatrix& x = last_;
    product(M_, x, weighted_);
    Matrix R;
    for (int pass = 0; pass < 2; ++pass) {
        std::optional<Matrix> factor = by_cholesky(x, weighted_);
        if (!factor) {
            factor = by_columns(x, weighted_);
            product(M_, x, weighted_);  // cancellation has cost digits of what was carried along
        }
        R = pass == 0 ? *factor : Matrix(*factor * R);
    }
    filled_ += x.cols();
    return R;
}

void KrylovSpace::store_last() {
    if (filled_ > basis_.cols()) basis_.conservativeResize(Eigen::NoChange, filled_);
    basis_.middleCols(filled_ - last_.cols(), last_.cols()) = last_;
}

bool KrylovSpace::extend() {
    const Eigen::Index old = size(), columns = filled_ - old;
    if (columns == 0) return false;
    store_last();
    RowMatrix& next = last_;
    next = weighted_;
    inverse_(next);
    const auto basis = basis_.leftCols(filled_);
    Matrix shares = Matrix::Zero(filled_, columns);
    double before = 0;
    for (int pass = 0; pass < 2; ++pass) {
        product(M_, next, weighted_);
        if (pass == 0) before = std::sqrt(std::max(0.0, next.cwiseProduct(weighted_).sum()));
        const Matrix share = inner_products(basis, weighted_);
        subtract_product(next, basis, share);
        shares += share;
    }
    projected_.conservativeResize(filled_, filled_);
    projected_.rightCols(columns) = shares;
    projected_.bottomRows(columns) = shares.transpose();
    projected_.bottomRightCorner(columns, columns) = 0.5 * (shares.bottomRows(columns) + shares.bottomRows(columns).transpose());
    if (next.norm() == 0) next.resize(next.rows(), 0);
    coupling_ = append_last();
    if (coupling_.norm() <= 1e-14 * before) {  // the space is invariant but for rounding
        filled_ = size();
        last_.resize(last_.rows(), 0);
        coupling_.resize(0, columns);
    }
    return filled_ > size();
}

KrylovSpace::Ritz KrylovSpace::ritz() const {
    const Eigen::Index n = size();
    const DensePairs pairs = symmetric_pairs(projected_);
    Ritz out{pairs.values.reverse(), Vector::Zero(n), pairs.vectors.rowwise().reverse()};
    if (coupling_.rows() > 0) out.errors = (coupling_ * out.weights.bottomRows(coupling_.cols())).colwise().norm().transpose();
    return out;
}

void KrylovSpace::restart(const Ritz& ritz, Eigen::Index count) {
    const Eigen::Index last = filled_ - size();
    combine(ritz.weights.leftCols(count));
    projected_ = ritz.values.head(count).asDiagonal();
    filled_ = count + last;
}

void KrylovSpace::combine(const Matrix& weights) {
    const Eigen::Index count = weights.cols();
    for_pieces(basis_.rows(), multiplications(basis_.rows(), size(), count), [&](Eigen::Index first, Eigen::Index rows) {
        auto part = basis_.middleRows(first, rows);
        const Matrix combined = part.leftCols(size()) * weights;
        part.leftCols(count) = combined;
    });
}

Matrix KrylovSpace::vectors(const Ritz& ritz, Eigen::Index count) const {
    return product_of(basis_.leftCols(size()), ritz.weights.leftCols(count));
}

Matrix KrylovSpace::take_vectors(const Ritz& ritz, Eigen::Index count) {
    for (RowMatrix* block : {&weighted_, &last_}) block->resize(0, 0);
    combine(ritz.weights.leftCols(count));
    basis_.conservativeResize(Eigen::NoChange, count);
    Matrix out = std::move(basis_);
    basis_.resize(0, 0);
    capacity_ = 0;
    filled_ = 0;
    projected_.resize(0, 0);
    coupling_.resize(0, 0);
    return out;
}

}  // namespace jounce::linalg
