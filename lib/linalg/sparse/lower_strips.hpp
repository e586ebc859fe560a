// The lower triangle of a square matrix in strips of columns: half the memory of the square, and blocks for matrix products.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// A view of `stored(n)` numbers. Strip k has the columns from j = k * width on and the rows from j on; what is above the
/// diagonal in it is not used.
class LowerStrips {
  public:
    static constexpr Eigen::Index width = 192;

    LowerStrips() = default;
    LowerStrips(double* data, Eigen::Index n) : data_(data), n_(n) {}

    /// Numbers of a triangle of n rows.
    [[nodiscard]] static std::size_t stored(Eigen::Index n) {
        std::size_t sum = 0;
        for (Eigen::Index j = 0; j < n; j += width) sum += static_cast<std::size_t>((n - j) * std::min(width, n - j));
        return sum;
    }

    [[nodiscard]] Eigen::Index rows() const { return n_; }
    [[nodiscard]] double* data() const { return data_; }
    /// p with p[i] = element (i, j), i >= j. Column j of the whole matrix.
    [[nodiscard]] double* column(Eigen::Index j) const {
        const Eigen::Index first = j / width * width;
        return data_ + before(first) + (j - first) * (n_ - first) - first;
    }
    /// Rows from `first` on of the strip that begins at column `first`.
    [[nodiscard]] Eigen::Map<Matrix> strip(Eigen::Index first) const {
        return {data_ + before(first), n_ - first, std::min(width, n_ - first)};
    }

  private:
    /// Numbers of the strips before the one that begins at column `first`.
    [[nodiscard]] Eigen::Index before(Eigen::Index first) const {
        const Eigen::Index strips = first / width;
        return width * (strips * n_ - width * (strips * (strips - 1) / 2));
    }

    double* data_ = nullptr;
    Eigen::Index n_ = 0;
};

}  // namespace jounce::linalg
