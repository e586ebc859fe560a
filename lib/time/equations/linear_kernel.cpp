// The products of the linear block in a time step: banded if the model is a chain, otherwise sparse.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/linear_kernel.hpp"

#include <functional>
#include <vector>

#include "linalg/sparse/ordering.hpp"

namespace jounce::time {

using linalg::BandMatrix;
using linalg::Factorisation;
using linalg::PaddedVector;
using linalg::SparseMatrix;
using linalg::Symmetry;

namespace {
Symmetry symmetry(const LinearBlock& block) { return block.symmetric ? Symmetry::symmetric : Symmetry::unsymmetric; }
}  // namespace

LinearKernel::LinearKernel(const LinearBlock& block) : block_(&block), size_(block.size()) {
    const std::vector<std::reference_wrapper<const SparseMatrix>> matrices = {block.M, block.C, block.K};
    const int width = linalg::half_bandwidth(matrices);
    damped_ = block.C.cwiseAbs().sum() > 0;
    banded_ = width <= linalg::widest_band;
    if (!banded_) return;
    half_bandwidth_ = width;
    M_ = BandMatrix(block.M, width, symmetry(block));
    C_ = BandMatrix(block.C, width, symmetry(block));
    K_ = BandMatrix(block.K, width, symmetry(block));
    // The values of M, C and K on their common pattern: their sums are formed whenever a step ends at an event.
    const auto places = [](const SparseMatrix& matrix) {
        SparseMatrix ones = matrix;
        ones.makeCompressed();
        ones.coeffs().setOnes();
        return ones;
    };
    sum_ = places(block.M) + SparseMatrix(places(block.C)) + SparseMatrix(places(block.K));
    sum_.makeCompressed();
    const auto values = [this](const SparseMatrix& matrix) {
        SparseMatrix spread = sum_;
        spread.coeffs().setZero();
        spread += matrix;
        return linalg::Vector(spread.coeffs());
    };
    mass_values_ = values(block.M);
    damping_values_ = values(block.C);
    stiffness_values_ = values(block.K);
}

void LinearKernel::subtract_sparse_forces(const PaddedVector& v, const PaddedVector& q, double* r) const {
    Eigen::Map<linalg::Vector> out(r, size_);
    if (damped_) out.noalias() -= block_->C * v.vector();
    out.noalias() -= block_->K * q.vector();
}

double LinearKernel::damping_work(const PaddedVector& x, const PaddedVector& y) const {
    if (!damped_) return 0;
    if (banded_) return C_.bilinear(x.data(), y.data());
    // Column by column, to avoid allocation.
    double sum = 0;
    for (int j = 0; j < size_; ++j) {
        double column = 0;
        for (SparseMatrix::InnerIterator it(block_->C, j); it; ++it) column += it.value() * x[static_cast<int>(it.row())];
        sum += column * y[j];
    }
    return sum;
}

namespace {
double sparse_quadratic(const SparseMatrix& A, const PaddedVector& x) {
    double sum = 0;
    for (int j = 0; j < A.outerSize(); ++j) {
        double column = 0;
        for (SparseMatrix::InnerIterator it(A, j); it; ++it) column += it.value() * x[static_cast<int>(it.row())];
        sum += column * x[j];
    }
    return sum;
}
}  // namespace

double LinearKernel::kinetic_energy(const PaddedVector& v) const {
    return 0.5 * (banded_ ? M_.quadratic(v.data()) : sparse_quadratic(block_->M, v));
}

double LinearKernel::strain_energy(const PaddedVector& q) const {
    return 0.5 * (banded_ ? K_.quadratic(q.data()) : sparse_quadratic(block_->K, q));
}

Factorisation LinearKernel::factor(double m, double c, double k) const {
    if (banded_) {
        SparseMatrix A = sum_;
        A.coeffs() = m * mass_values_ + c * damping_values_ + k * stiffness_values_;
        return Factorisation::banded(A, symmetry(*block_), half_bandwidth_);
    }
    SparseMatrix A = m * block_->M;
    if (c != 0 && damped_) A += SparseMatrix(c * block_->C);
    if (k != 0) A += SparseMatrix(k * block_->K);
    return Factorisation::sparse(A, symmetry(*block_));
}

}  // namespace jounce::time
