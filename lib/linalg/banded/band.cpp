// Construction of a band matrix: its packets of rows, and the kernels for its half bandwidth.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/banded/band.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <utility>

#include "linalg/banded/band_kernels.hpp"

namespace jounce::linalg {

namespace {

constexpr int widest_unrolled_product = 12;  // up to this half bandwidth the loops are unrolled; a 3D beam chain has 11
constexpr int widest_half = 4;               // above it two shuffled loads per coefficient cost more than a second copy

template <int... B>
detail::BandKernels choose_kernels(int size, int half_bandwidth, Symmetry symmetry, std::integer_sequence<int, B...>) {
    if (size == 1 && half_bandwidth == 0) return detail::one_row::kernels;
    if (size < detail::lanes) return detail::few_rows::kernels;
    detail::BandKernels kernels = detail::kernels_of<detail::FullRows<-1>>;
    const auto choose = [&]<int b>(std::integral_constant<int, b>) {
        if (b != half_bandwidth) return;
        kernels = detail::kernels_of<detail::FullRows<b>>;
        if constexpr (b <= widest_half)
            if (symmetry == Symmetry::symmetric) kernels = detail::kernels_of<detail::HalfRows<b>>;
    };
    (choose(std::integral_constant<int, B>{}), ...);
    return kernels;
}

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument("band matrix: " + why); }

}  // namespace

BandMatrix::BandMatrix(const SparseMatrix& matrix, int half_bandwidth, Symmetry symmetry)
    : size_(static_cast<int>(matrix.rows())), half_bandwidth_(half_bandwidth), symmetry_(symmetry) {
    if (matrix.rows() != matrix.cols()) refuse("not square");
    if (half_bandwidth < 0) refuse("negative half bandwidth");
    using detail::lanes;
    const std::ptrdiff_t packets = (size_ + lanes - 1) / lanes;
    const std::ptrdiff_t before = half_layout() ? (half_bandwidth + lanes - 1) / lanes : 0;  // read by HalfRows::below
    first_ = before * diagonals() * lanes;
    storage_ = Vector::Zero((before + packets) * diagonals() * lanes);

    double largest = 0;
    for (int col = 0; col < matrix.outerSize(); ++col)
        for (SparseMatrix::InnerIterator it(matrix, col); it; ++it) {
            const int row = static_cast<int>(it.row());
            const int k = col - row;
            if (it.value() == 0) continue;
            if (std::abs(k) > half_bandwidth)
                refuse("entry (" + std::to_string(row) + ", " + std::to_string(col) + ") outside the half bandwidth " +
                       std::to_string(half_bandwidth));
            largest = std::max(largest, std::abs(it.value()));
            if (k >= 0 || !half_layout()) storage_[place(row, k)] = it.value();
        }
    if (symmetry == Symmetry::symmetric) {
        const SparseMatrix skew = matrix - SparseMatrix(matrix.transpose());
        for (int col = 0; col < skew.outerSize(); ++col)
            for (SparseMatrix::InnerIterator it(skew, col); it; ++it)
                if (std::abs(it.value()) > 1e-12 * largest)
                    refuse("not symmetric at (" + std::to_string(it.row()) + ", " + std::to_string(col) + ")");
    }
    kernels_ = choose_kernels(size_, half_bandwidth, symmetry, std::make_integer_sequence<int, widest_unrolled_product + 1>{});
}

bool BandMatrix::half_layout() const noexcept {
    return symmetry_ == Symmetry::symmetric && half_bandwidth_ <= widest_half && size_ >= detail::lanes;
}

std::ptrdiff_t BandMatrix::place(int row, int k) const noexcept {
    using detail::lanes;
    const std::ptrdiff_t diagonal = half_layout() ? k : k + half_bandwidth_;
    return first_ + ((row / lanes) * diagonals() + diagonal) * lanes + row % lanes;
}

double BandMatrix::operator()(int i, int j) const noexcept {
    const int k = j - i;
    if (std::abs(k) > half_bandwidth_) return 0;
    return k >= 0 || !half_layout() ? storage_[place(i, k)] : storage_[place(j, -k)];
}

Matrix BandMatrix::dense() const {
    Matrix full(size_, size_);
    for (int j = 0; j < size_; ++j)
        for (int i = 0; i < size_; ++i) full(i, j) = (*this)(i, j);
    return full;
}

}  // namespace jounce::linalg
