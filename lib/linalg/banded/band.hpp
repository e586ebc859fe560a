// A square band matrix stored by packets of rows, with the products needed by a time step. Nothing here allocates after
// construction.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/basics/padded_vector.hpp"
#include "linalg/basics/types.hpp"

namespace jounce::linalg {

namespace detail {

/// What a kernel needs to know about a matrix; the layouts are described in band_kernels.hpp.
struct BandView {
    const double* first;  ///< the coefficients of row 0
    int size;
    int half_bandwidth;
};

struct BandKernels {
    void (*multiply)(const BandView&, const double*, double*) noexcept;
    void (*subtract)(const BandView&, const double*, double*) noexcept;
    void (*subtract_two)(const BandView&, const double*, const BandView&, const double*, double*) noexcept;
    double (*bilinear)(const BandView&, const double*, const double*) noexcept;
    double (*quadratic)(const BandView&, const double*) noexcept;
};

}  // namespace detail

/// n x n with A(i, j) = 0 for |i - j| > half_bandwidth.
///
/// Contract of every product: an input vector of n values has half_bandwidth readable zeros before its first value and
/// half_bandwidth + 3 after its last one, as PaddedVector(n, half_bandwidth) has; the output vector y needs no such
/// zeros and must not overlap an input. An empty (default constructed) matrix may only be assigned to.
class BandMatrix {
  public:
    BandMatrix() = default;

    /// Takes the entries of a sparse matrix. Throws std::invalid_argument when the matrix is not square, when a
    /// non-zero entry lies outside the band, or when `symmetric` is given and the two triangles differ by more than
    /// rounding (1e-12 of the largest entry); the upper triangle is kept.
    BandMatrix(const SparseMatrix& matrix, int half_bandwidth, Symmetry symmetry);

    int size() const noexcept { return size_; }
    int half_bandwidth() const noexcept { return half_bandwidth_; }
    Symmetry symmetry() const noexcept { return symmetry_; }
    /// A(i, j), zero outside the band.
    double operator()(int i, int j) const noexcept;
    Matrix dense() const;

    /// y = A x
    void multiply(const double* x, double* y) const noexcept { kernels_.multiply(view(), x, y); }
    /// y -= A x
    void subtract_product(const double* x, double* y) const noexcept { kernels_.subtract(view(), x, y); }
    /// x' A y
    double bilinear(const double* x, const double* y) const noexcept { return kernels_.bilinear(view(), x, y); }
    /// x' A x, at half the cost of bilinear(x, x) when A is symmetric
    double quadratic(const double* x) const noexcept { return kernels_.quadratic(view(), x); }

    /// y -= A x + B z in one pass, for two bands of equal size and half bandwidth (asserted).
    friend void subtract_products(const BandMatrix& a, const double* x, const BandMatrix& b, const double* z,
                                  double* y) noexcept {
        eigen_assert(a.size_ == b.size_ && a.half_bandwidth_ == b.half_bandwidth_);
        a.kernels_.subtract_two(a.view(), x, b.view(), z, y);
    }

  private:
    // Rows are stored in packets, with the diagonals of a packet one after the other (see band_kernels.hpp).
    bool half_layout() const noexcept;
    int diagonals() const noexcept { return half_layout() ? half_bandwidth_ + 1 : 2 * half_bandwidth_ + 1; }
    std::ptrdiff_t place(int row, int k) const noexcept;
    detail::BandView view() const noexcept { return {storage_.data() + first_, size_, half_bandwidth_}; }

    int size_ = 0;
    int half_bandwidth_ = 0;
    Symmetry symmetry_ = Symmetry::symmetric;
    std::ptrdiff_t first_ = 0;  // row 0; the packets before it are zero
    Vector storage_;
    detail::BandKernels kernels_{};
};

}  // namespace jounce::linalg
