// A row of the result is the combination of rows of x that a column of A names: registers hold it until it is complete.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/basics/products.hpp"

#include <algorithm>
#include <utility>

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

/// Columns of V in strips, and products with what is on or left of a strip.
template <std::size_t count>
std::array<Matrix, count> congruences_of(const std::array<SharedMatrix, count>& A, const Matrix& V,
                                         const std::function<void()>& proceed) {
    constexpr Eigen::Index width = 2 * together;
    std::array<Matrix, count> out;
    out.fill(Matrix(V.cols(), V.cols()));
    RowMatrix part, image;
    for (Eigen::Index first = 0; first < V.cols(); first += width) {
        if (proceed) proceed();
        const Eigen::Index strip = std::min(width, V.cols() - first), end = first + strip;
        to_rows(V.middleCols(first, strip), part);
        for (std::size_t k = 0; k < count; ++k) {
            product(A[k], part, image);
            out[k].block(0, first, end, strip) = inner_products(V.leftCols(end), image);
            out[k].block(first, 0, strip, first) = out[k].block(0, first, first, strip).transpose();
            const Matrix own = out[k].block(first, first, strip, strip);
            out[k].block(first, first, strip, strip) = 0.5 * (own + own.transpose());
        }
    }
    return out;
}

}  // namespace

void product(const SparseMatrix& A, const RowMatrix& x, RowMatrix& out) {
    resize(out, A.rows(), x.cols());
    for_pieces(A.rows(), multiplications(A.nonZeros(), 1, x.cols()), [&](Eigen::Index first, Eigen::Index count) {
        for (Eigen::Index row = first; row < first + count; ++row) multiply_row(A, row, x, out);
    });
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

Matrix congruence(const SharedMatrix& A, const Matrix& V) { return std::move(congruences_of<1>({A}, V, {})[0]); }

std::array<Matrix, 2> congruences(const std::array<SharedMatrix, 2>& A, const Matrix& V, const std::function<void()>& proceed) {
    return congruences_of<2>(A, V, proceed);
}

}  // namespace jounce::linalg
