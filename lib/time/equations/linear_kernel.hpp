// The products of the linear block in a time step: banded if the model is a chain, otherwise sparse.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "linalg/banded/band.hpp"
#include "linalg/basics/padded_vector.hpp"
#include "linalg/sparse/factorisation.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// M, C and K of a System in the fastest form. Immutable after construction; no product allocates.
class LinearKernel {
  public:
    explicit LinearKernel(const LinearBlock& block);

    [[nodiscard]] int size() const { return size_; }
    [[nodiscard]] bool banded() const { return banded_; }
    [[nodiscard]] bool damped() const { return damped_; }
    /// A vector with the padding that the products need.
    [[nodiscard]] linalg::PaddedVector vector() const { return {size_, half_bandwidth_}; }

    /// r -= C v + K q
    void subtract_forces(const linalg::PaddedVector& v, const linalg::PaddedVector& q, double* r) const {
        if (!banded_) return subtract_sparse_forces(v, q, r);
        if (damped_) return subtract_products(C_, v.data(), K_, q.data(), r);
        K_.subtract_product(q.data(), r);
    }
    /// x' C y (C not assumed symmetric)
    [[nodiscard]] double damping_work(const linalg::PaddedVector& x, const linalg::PaddedVector& y) const;
    /// v' M v / 2 [J]
    [[nodiscard]] double kinetic_energy(const linalg::PaddedVector& v) const;
    /// q' K q / 2 [J]
    [[nodiscard]] double strain_energy(const linalg::PaddedVector& q) const;
    /// Factor of m M + c C + k K. \throws linalg::SingularMatrix
    [[nodiscard]] linalg::Factorisation factor(double m, double c, double k) const;

  private:
    void subtract_sparse_forces(const linalg::PaddedVector& v, const linalg::PaddedVector& q, double* r) const;

    const LinearBlock* block_;
    int size_ = 0;
    int half_bandwidth_ = 0;
    bool banded_ = false;
    bool damped_ = false;
    linalg::BandMatrix M_, C_, K_;
    linalg::SparseMatrix sum_;  // banded: the pattern of M, C and K; their values on it follow
    linalg::Vector mass_values_, damping_values_, stiffness_values_;
};

}  // namespace jounce::time
