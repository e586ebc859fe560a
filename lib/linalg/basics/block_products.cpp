// What is read of the columns from memory is used for all vectors of the block at once: sums stay in registers, rows of the block
// in a first-level cache. Columns of the block that fill no packet are left to plain products.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/basics/block_products.hpp"

#include <algorithm>
#include <vector>

#include "linalg/basics/row_blocks.hpp"
#include "linalg/basics/wide_packet.hpp"

namespace jounce::linalg {

namespace {

using detail::load_wide;
using detail::store_wide;
using detail::Wide;
using detail::wide_lanes;

constexpr Eigen::Index parts = 32;           // of the rows, for threads
constexpr Eigen::Index rows_together = 256;  // 16 kB of a block of eight vectors
constexpr double worth_threads = 3e6;        // multiplications

/// Rows `first` to `end` of a part.
struct Rows {
    Eigen::Index first, end;
};

Rows part_of(Eigen::Index n, Eigen::Index part) { return {n * part / parts, n * (part + 1) / parts}; }

bool worthwhile(Eigen::Index n, Eigen::Index k, Eigen::Index c) {
    return static_cast<double>(n) * static_cast<double>(k) * static_cast<double>(c) > worth_threads;
}

/// sum[q][p] = sum_i columns[q][i] x_i for some packets of the rows x_i.
template <int columns, int packets>
void add_dots(const double* const* column, const double* x, Eigen::Index stride, Eigen::Index rows, double* to,
              Eigen::Index to_stride) {
    Wide sum[columns][packets] = {};
    for (Eigen::Index i = 0; i < rows; ++i, x += stride) {
        Wide row[packets];
        for (int p = 0; p < packets; ++p) row[p] = load_wide(x + p * wide_lanes);
        for (int q = 0; q < columns; ++q)
            for (int p = 0; p < packets; ++p) sum[q][p] += column[q][i] * row[p];
    }
    for (int q = 0; q < columns; ++q)
        for (int p = 0; p < packets; ++p) {
            double* at = to + q * to_stride + p * wide_lanes;
            store_wide(at, load_wide(at) + sum[q][p]);
        }
}

/// x_i -= sum_q columns[q][i] share_q
template <int columns, int packets>
void subtract_some(const double* const* column, const double* share, Eigen::Index share_stride, double* x, Eigen::Index stride,
                   Eigen::Index rows) {
    Wide own[columns][packets];
    for (int q = 0; q < columns; ++q)
        for (int p = 0; p < packets; ++p) own[q][p] = load_wide(share + q * share_stride + p * wide_lanes);
    for (Eigen::Index i = 0; i < rows; ++i, x += stride)
        for (int p = 0; p < packets; ++p) {
            Wide value = load_wide(x + p * wide_lanes);
            for (int q = 0; q < columns; ++q) value -= column[q][i] * own[q][p];
            store_wide(x + p * wide_lanes, value);
        }
}

/// Calls `work.operator()<columns, packets>(first column of the basis, first column of the block)` for tiles of both.
template <class Work>
void for_tiles(Eigen::Index k, Eigen::Index whole, const Work& work) {
    constexpr Eigen::Index four = 4, two = 2;
    Eigen::Index c = 0;
    const auto over_columns = [&]<int packets>() {
        Eigen::Index j = 0;
        for (; j + four <= k; j += four) work.template operator()<4, packets>(j, c);
        for (; j < k; ++j) work.template operator()<1, packets>(j, c);
        c += packets * wide_lanes;
    };
    while (c + two * wide_lanes <= whole) over_columns.template operator()<2>();
    while (c < whole) over_columns.template operator()<1>();
}

Eigen::Index in_packets(Eigen::Index columns) { return columns - columns % wide_lanes; }

template <int count>
void column_starts(const Eigen::Ref<const Matrix>& basis, Eigen::Index j, Eigen::Index row, const double** out) {
    for (int q = 0; q < count; ++q) out[q] = basis.data() + (j + q) * basis.outerStride() + row;
}

}  // namespace

RowMatrix shares_of(const Eigen::Ref<const Matrix>& basis, const RowMatrix& x) {
    const Eigen::Index n = basis.rows(), k = basis.cols(), c = x.cols(), whole = in_packets(c);
    std::vector<RowMatrix> sums(static_cast<std::size_t>(parts));
#pragma omp parallel for schedule(static) if (worthwhile(n, k, c))
    for (Eigen::Index part = 0; part < parts; ++part) {
        RowMatrix& sum = sums[static_cast<std::size_t>(part)];
        sum = RowMatrix::Zero(k, c);
        const Rows own = part_of(n, part);
        for (Eigen::Index row = own.first; row < own.end; row += rows_together) {
            const Eigen::Index rows = std::min(rows_together, own.end - row);
            for_tiles(k, whole, [&]<int columns, int packets>(Eigen::Index j, Eigen::Index first) {
                const double* column[columns];
                column_starts<columns>(basis, j, row, column);
                add_dots<columns, packets>(column, x.data() + row * c + first, c, rows, sum.data() + j * c + first, c);
            });
            if (whole < c)
                sum.rightCols(c - whole).noalias() +=
                    basis.middleRows(row, rows).transpose() * x.block(row, whole, rows, c - whole);
        }
    }
    for (std::size_t part = 1; part < sums.size(); ++part) sums[0] += sums[part];
    return std::move(sums[0]);
}

void subtract(const Eigen::Ref<const Matrix>& basis, const RowMatrix& shares, RowMatrix& x) {
    const Eigen::Index n = basis.rows(), k = basis.cols(), c = x.cols(), whole = in_packets(c);
#pragma omp parallel for schedule(static) if (worthwhile(n, k, c))
    for (Eigen::Index part = 0; part < parts; ++part) {
        const Rows own = part_of(n, part);
        for (Eigen::Index row = own.first; row < own.end; row += rows_together) {
            const Eigen::Index rows = std::min(rows_together, own.end - row);
            for_tiles(k, whole, [&]<int columns, int packets>(Eigen::Index j, Eigen::Index first) {
                const double* column[columns];
                column_starts<columns>(basis, j, row, column);
                subtract_some<columns, packets>(column, shares.data() + j * c + first, c, x.data() + row * c + first, c, rows);
            });
            if (whole < c)
                x.block(row, whole, rows, c - whole).noalias() -= basis.middleRows(row, rows) * shares.rightCols(c - whole);
        }
    }
}

Matrix gram(const RowMatrix& x, const RowMatrix& y) {
    Matrix sum = Matrix::Zero(x.cols(), y.cols());
    if (x.cols() != wide_lanes || y.cols() != wide_lanes) {
        for (Eigen::Index i = 0; i < x.rows(); ++i) sum.noalias() += x.row(i).transpose().lazyProduct(y.row(i));
        return sum;
    }
    Wide row[wide_lanes] = {};
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
        const Wide other = load_wide(y.data() + i * wide_lanes);
        for (int a = 0; a < wide_lanes; ++a) row[a] += x.data()[i * wide_lanes + a] * other;
    }
    for (int a = 0; a < wide_lanes; ++a)
        for (int b = 0; b < wide_lanes; ++b) sum(a, b) = row[a][b];
    return sum;
}

void multiply_block(RowMatrix& x, const Matrix& Z) {
    if (x.cols() != wide_lanes) return multiply(x, Z);
    Wide row[wide_lanes];
    for (int a = 0; a < wide_lanes; ++a)
        for (int b = 0; b < wide_lanes; ++b) row[a][b] = Z(a, b);
    for (Eigen::Index i = 0; i < x.rows(); ++i) {
        double* at = x.data() + i * wide_lanes;
        Wide sum = {};
        for (int a = 0; a < wide_lanes; ++a) sum += at[a] * row[a];
        store_wide(at, sum);
    }
}

}  // namespace jounce::linalg
