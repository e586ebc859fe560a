// A square band matrix stored by diagonals, with the products that a time step needs. Nothing here allocates after construction.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/padded_vector.hpp"
#include "linalg/types.hpp"

namespace jounce::linalg {

namespace detail {

/// Where the diagonals of a band stand: A(i, i+k) = upper[k * upper_stride + i], A(i, i-k) = lower[k * lower_stride + i].
struct BandView {
    const double* upper;
    const double* lower;
    std::ptrdiff_t upper_stride;
    std::ptrdiff_t lower_stride;
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
/// Contract of every product: an input vector of n values has at least half_bandwidth readable zeros before its first and
/// after its last value (PaddedVector has them); the vector y that is written needs none, and must not overlap an input.
class BandMatrix {
  public:
    BandMatrix() = default;

    /// Takes the entries of a sparse matrix. Throws std::invalid_argument when the matrix is not square, when a non-zero
    /// entry lies outside the band, or when `symmetric` is claimed and the two triangles differ by more than rounding
    /// (1e-12 of the largest entry); the upper triangle is the one kept.
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
    detail::BandView view() const noexcept;

    int size_ = 0;
    int half_bandwidth_ = 0;
    Symmetry symmetry_ = Symmetry::symmetric;
    std::ptrdiff_t stride_ = 0; // from one stored diagonal to the next
    std::ptrdiff_t first_ = 0;  // row 0 of the main diagonal
    Vector storage_;            // upper diagonals 0..b, then lower ones 1..b when unsymmetric; zeros around each
    detail::BandKernels kernels_{};
};

}  // namespace jounce::linalg
