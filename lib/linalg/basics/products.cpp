// A row of the result is the combination of rows of x that a column of A names: registers hold it until it is complete.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/basics/products.hpp"

#include "linalg/basics/wide_packet.hpp"

namespace jounce::linalg {

namespace {

using detail::Wide;
using detail::wide_lanes;

/// `packets` times `wide_lanes` columns of one row.
template <int packets>
void add_row(const SparseMatrix& A, Eigen::Index row, const double* x, Eigen::Index stride, double* to) {
    Wide sum[packets] = {};
    const int* index = A.innerIndexPtr();
    const double* value = A.valuePtr();
    const int* outer = A.outerIndexPtr();
    const int* filled = A.innerNonZeroPtr();
    const int end = filled != nullptr ? outer[row] + filled[row] : outer[row + 1];
    for (int e = outer[row]; e < end; ++e) {
        const double* from = x + index[e] * stride;
        for (int p = 0; p < packets; ++p) sum[p] += value[e] * detail::load_wide(from + p * wide_lanes);
    }
    for (int p = 0; p < packets; ++p) detail::store_wide(to + p * wide_lanes, sum[p]);
}

void multiply_row(const SparseMatrix& A, Eigen::Index row, const RowMatrix& x, RowMatrix& out) {
    constexpr int most = 8, half = most / 2;
    const Eigen::Index stride = x.cols();
    Eigen::Index column = 0;
    for (; column + most * wide_lanes <= stride; column += most * wide_lanes)
        add_row<most>(A, row, x.data() + column, stride, &out(row, column));
    for (; column + half * wide_lanes <= stride; column += half * wide_lanes)
        add_row<half>(A, row, x.data() + column, stride, &out(row, column));
    for (; column + wide_lanes <= stride; column += wide_lanes) add_row<1>(A, row, x.data() + column, stride, &out(row, column));
    if (column == stride) return;
    for (Eigen::Index j = column; j < stride; ++j) out(row, j) = 0;
    for (SparseMatrix::InnerIterator it(A, row); it; ++it)
        for (Eigen::Index j = column; j < stride; ++j) out(row, j) += it.value() * x(it.index(), j);
}

}  // namespace

void product(const SparseMatrix& A, const RowMatrix& x, RowMatrix& out) {
    resize(out, A.rows(), x.cols());
    constexpr double worth_threads = 3e6;
#pragma omp parallel for schedule(static) if (static_cast <double>(A.nonZeros()) * static_cast <double>(x.cols()) > worth_threads)
    for (Eigen::Index row = 0; row < A.rows(); ++row) multiply_row(A, row, x, out);
}

Matrix product(const SparseMatrix& A, const Matrix& x) {
    constexpr Eigen::Index few = 4;
    if (x.cols() < few) return A * x;
    Matrix out = large_matrix(A.rows(), x.cols());
    RowMatrix part, image;
    for (Eigen::Index first = 0; first < x.cols(); first += together) {
        const Eigen::Index count = std::min(together, x.cols() - first);
        to_rows(x.middleCols(first, count), part);
        product(A, part, image);
        to_columns(image, out.middleCols(first, count));
    }
    return out;
}

Matrix congruence(const SparseMatrix& A, const Matrix& V) {
    Matrix out(V.cols(), V.cols()), image;
    RowMatrix part, product_of_part;
    for (Eigen::Index first = 0; first < V.cols(); first += together) {
        const Eigen::Index count = std::min(together, V.cols() - first), end = first + count;
        to_rows(V.middleCols(first, count), part);
        product(A, part, product_of_part);
        resize(image, V.rows(), count);
        to_columns(product_of_part, image);
        out.block(0, first, end, count).noalias() = V.leftCols(end).transpose() * image;
        out.block(first, 0, count, first) = out.block(0, first, first, count).transpose();
        const Matrix own = out.block(first, first, count, count);
        out.block(first, first, count, count) = 0.5 * (own + own.transpose());
    }
    return out;
}

}  // namespace jounce::linalg
