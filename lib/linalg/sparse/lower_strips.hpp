// The lower part of a matrix in strips of columns: of a square half its memory, and blocks for matrix products.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cstddef>

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// A view of `stored(n, m)` numbers: n rows, m <= n columns. Strip k has the columns from j = k * width on and the rows from j
/// on; what is above the diagonal in it is not used.
template <class Number, Eigen::Index strip_width>
class LowerStrips {
  public:
    static constexpr Eigen::Index width = strip_width;

    LowerStrips() = default;
    LowerStrips(Number* data, Eigen::Index n, Eigen::Index m) : data_(data), n_(n), m_(m) {}

    [[nodiscard]] static std::size_t stored(Eigen::Index n, Eigen::Index m) {
        const Eigen::Index whole = m / width * width;
        return static_cast<std::size_t>(before(whole, n) + (n - whole) * (m - whole));
    }

    [[nodiscard]] Eigen::Index rows() const { return n_; }
    [[nodiscard]] Eigen::Index cols() const { return m_; }
    [[nodiscard]] Number* data() const { return data_; }
    /// p with p[i] = element (i, j), i >= j. Column j of the whole matrix.
    [[nodiscard]] Number* column(Eigen::Index j) const {
        const Eigen::Index first = j / width * width;
        return data_ + before(first, n_) + (j - first) * (n_ - first) - first;
    }
    /// From an element to that on its right, in the strip of column j.
    [[nodiscard]] Eigen::Index right(Eigen::Index j) const { return n_ - j / width * width; }
    /// Rows from `first` on of the strip that begins at column `first`.
    [[nodiscard]] Eigen::Map<Matrix> strip(Eigen::Index first) const {
        return {data_ + before(first, n_), n_ - first, std::min(width, m_ - first)};
    }

  private:
    /// Numbers of the strips before the one that begins at column `first`.
    [[nodiscard]] static Eigen::Index before(Eigen::Index first, Eigen::Index n) {
        const Eigen::Index strips = first / width;
        return width * (strips * n - width * (strips * (strips - 1) / 2));
    }

    Number* data_ = nullptr;
    Eigen::Index n_ = 0, m_ = 0;
};

/// What a front passes to its parent: wide strips, for the products that update it.
using UpdateStrips = LowerStrips<double, 192>;
/// A block of a factor: narrow strips, which store little above the diagonal.
using FactorStrips = LowerStrips<double, 32>;
using ConstFactorStrips = LowerStrips<const double, 32>;

}  // namespace jounce::linalg
