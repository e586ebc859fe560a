// Products with tall matrices (many rows, few columns), which threads share by pieces of rows.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "base/threads/pieces.hpp"
#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// Work below which threads would take longer to start than to compute [multiplications].
inline constexpr double shared_work = 3e6;

/// Calls `work(first, count)` for pieces of `rows` rows, on several threads if the multiplications of all are many. The pieces do
/// not depend on the number of threads: as long as a piece writes to its own rows only, neither does the result.
template <class Work>
void for_pieces(Eigen::Index rows, double multiplications, const Work& work) {
    constexpr Eigen::Index piece = 1024;
    const Eigen::Index pieces = (rows + piece - 1) / piece;
    for_each_piece(pieces, multiplications > shared_work,
                   [&](Eigen::Index p) { work(p * piece, std::min(piece, rows - p * piece)); });
}

[[nodiscard]] inline double multiplications(Eigen::Index rows, Eigen::Index inner, Eigen::Index columns) {
    return static_cast<double>(rows) * static_cast<double>(inner) * static_cast<double>(columns);
}

/// V becomes V Z (Z square): no second V is needed.
template <class Dense>
void multiply(Dense& V, const Matrix& Z) {
    for_pieces(V.rows(), multiplications(V.rows(), V.cols(), Z.cols()), [&](Eigen::Index first, Eigen::Index count) {
        auto part = V.middleRows(first, count);
        part = (part * Z).eval();
    });
}

/// V Z.
template <class V>
[[nodiscard]] Matrix product_of(const V& vectors, const Matrix& Z) {
    Matrix out(vectors.rows(), Z.cols());
    for_pieces(out.rows(), multiplications(out.rows(), Z.rows(), Z.cols()), [&](Eigen::Index first, Eigen::Index count) {
        out.middleRows(first, count).noalias() = vectors.middleRows(first, count) * Z;
    });
    return out;
}

/// x - V Z in place of x.
template <class X, class V>
void subtract_product(X& x, const V& vectors, const Matrix& Z) {
    if (vectors.cols() == 0) return;
    for_pieces(x.rows(), multiplications(x.rows(), vectors.cols(), x.cols()), [&](Eigen::Index first, Eigen::Index count) {
        // A product stored by columns: Eigen would otherwise take V for the factor that it copies number by number.
        const Matrix part = vectors.middleRows(first, count) * Z;
        x.middleRows(first, count) -= part;
    });
}

/// V^T x, as the sum of a few parts, one for each range of rows.
template <class V, class X>
[[nodiscard]] Matrix inner_products(const V& vectors, const X& x) {
    constexpr Eigen::Index most_parts = 16, least_rows = 4096;
    const Eigen::Index n = x.rows(), parts = std::clamp<Eigen::Index>(n / least_rows, 1, most_parts);
    if (parts == 1 || vectors.cols() == 0) return vectors.transpose() * x;
    std::vector<Matrix> sums(static_cast<std::size_t>(parts), Matrix(vectors.cols(), x.cols()));
    for_each_piece(parts, multiplications(n, vectors.cols(), x.cols()) > shared_work, [&](Eigen::Index p) {
        const Eigen::Index first = p * n / parts, count = (p + 1) * n / parts - first;
        sums[static_cast<std::size_t>(p)].noalias() = vectors.middleRows(first, count).transpose() * x.middleRows(first, count);
    });
    for (Eigen::Index p = 1; p < parts; ++p) sums.front() += sums[static_cast<std::size_t>(p)];
    return std::move(sums.front());
}

}  // namespace jounce::linalg
