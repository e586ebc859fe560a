// Orders the pencil, factors it at shifts, counts eigenvalues, and chooses the shift of the eigensolver.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/pencil.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

#include "linalg/dense.hpp"

namespace jounce::linalg {

namespace {

Ordering order(const SparseMatrix& K, const SparseMatrix& M) {
    if (K.rows() != K.cols() || M.rows() != M.cols() || K.rows() != M.rows() || K.rows() == 0)
        throw std::invalid_argument("eigenvalues: K and M must be square, of one size and not empty");
    const std::reference_wrapper<const SparseMatrix> both[] = {K, M};
    return choose_ordering(both);
}

Factorisation factor_in_order(const SparseMatrix& matrix, const Ordering& ordering) {
    try {
        return Factorisation::make(matrix, Symmetry::symmetric, ordering);
    } catch (const SingularMatrix& singular) {
        throw SingularMatrix(ordering.old_of_new[singular.row], singular.pivot);
    }
}

}  // namespace

Pencil::Pencil(const SparseMatrix& K, const SparseMatrix& M)
    : ordering_(order(K, M)), K_(permuted(K, ordering_)), M_(permuted(M, ordering_)) {
    if (factor_in_order(M_, ordering_).negative_pivots() > 0)
        throw std::invalid_argument("eigenvalues: the mass matrix is not positive definite");
    Vector row_sums = Vector::Zero(size());
    for (int col = 0; col < K_.outerSize(); ++col)
        for (SparseMatrix::InnerIterator it(K_, col); it; ++it) row_sums[it.row()] += std::abs(it.value());
    stiffness_norm_ = row_sums.maxCoeff();
    for (int i = 0; i < size(); ++i)
        if (!std::isfinite(row_sums[i])) throw SingularMatrix(ordering_.old_of_new[i], row_sums[i]);
}

Factorisation Pencil::factor(double s) const { return factor_in_order(K_ - s * M_, ordering_); }

/// Counts at s, or at a point within `reach` of it.
Pencil::Count Pencil::count_around(double s, double reach) const {
    // Elimination without pivoting loses digits only when a leading block is nearly singular, which happens at isolated
    // points: a nearby point does not have the problem. The steps are irregular so that a regular spectrum cannot
    // coincide with them.
    Count best;
    for (int trial = 0; trial < 8 && best.ratio < 1e-9; ++trial) {
        const double at = s + reach * std::sin(1.7 * trial);
        try {
            const Factorisation factored = factor(at);
            if (factored.smallest_pivot_ratio() > best.ratio)
                best = {factored.negative_pivots(), at, factored.smallest_pivot_ratio()};
        } catch (const SingularMatrix&) {
            continue;
        }
    }
    if (best.ratio == 0) throw std::runtime_error("eigenvalues: K - s M cannot be factored near s = " + std::to_string(s));
    return best;
}

Pencil::Count Pencil::count_below(double s) const { return count_around(s, 1e-3 * std::abs(s)); }

Pencil::Count Pencil::count_in(double low, double high) const { return count_around((low + high) / 2, 0.4 * (high - low)); }

/// An estimate from above (within a small factor unless `from` is far below it) of the value below which `count`
/// eigenvalues lie; zeros are counted but never returned. Ritz values of a short Lanczos run on the inverse, in the M
/// inner product, with full orthogonalisation.
double Pencil::lowest_scale(const Shifted& from, int count, const std::function<void()>& proceed) const {
    const Eigen::Index steps = std::min<Eigen::Index>(size(), count + 8);
    Matrix basis(size(), steps), weighted(size(), steps);
    Vector diagonal(steps), beside(std::max<Eigen::Index>(steps - 1, 1));
    Vector next(size());
    for (Eigen::Index i = 0; i < size(); ++i) next[i] = std::sin(1.3 * static_cast<double>(i + 1));  // a shape without symmetry
    Eigen::Index done = 0;
    double length = std::sqrt(next.dot(M_ * next));
    while (done < steps && length > 0) {
        if (proceed) proceed();
        basis.col(done) = next / length;
        weighted.col(done) = M_ * basis.col(done);
        next = weighted.col(done);
        from.factored.solve_in_place(next.data());
        diagonal[done] = next.dot(weighted.col(done));
        ++done;
        for (int pass = 0; pass < 2; ++pass) next -= basis.leftCols(done) * (weighted.leftCols(done).transpose() * next).eval();
        length = std::sqrt(next.dot(M_ * next));
        if (done < steps) beside[done - 1] = length;
        if (length < 1e-10 * diagonal.head(done).maxCoeff()) break;  // the space of the start vector is exhausted
    }
    const Vector ritz = tridiagonal_values(diagonal.head(done), beside.head(done - 1));
    double scale = 0;
    for (Eigen::Index i = 0; i < done && (i < count || scale <= 0); ++i) {
        const double value = from.shift + 1 / ritz[done - 1 - i];
        if (value > 1e-3 * std::abs(from.shift)) scale = value;
    }
    return scale;
}

/// The solver sees 1 / (lambda - shift). With rigid-body modes the shift must stay away from zero: otherwise their huge
/// images mask the elastic ones (on the shaft of Xu et al. (2022) a shift of -1 leaves residuals of 1e-8, -1e6 of
/// 1e-13); and it must not be far beyond the wanted values: otherwise their images cluster. A few per cent of the
/// largest wanted value satisfies both. Its size is found from a first shift far below any mesh frequency, so it does
/// not depend on units or mesh size; a poor first shift is replaced. If K has eigenvalues below the shift (prestress),
/// the shift moves down until there are none: the lowest eigenvalues then have the largest images.
Pencil::Shifted Pencil::negative_shift(int count, const std::function<void()>& proceed) const {
    double soft = std::numeric_limits<double>::infinity();
    for (int i = 0; i < size(); ++i) {
        const double quotient = std::abs(K_.coeff(i, i)) / M_.coeff(i, i);
        if (quotient > 0) soft = std::min(soft, quotient);
    }
    if (!std::isfinite(soft)) return {-1, factor(-1)};  // no stiffness at all: any shift will do
    const auto positive = [&](double shift, double growth) {
        constexpr double trusted = 1e-11;  // closer to zero, rigid motion makes the matrix singular to rounding
        for (int trial = 0; trial < 200; ++trial, shift *= growth) {
            if (proceed) proceed();
            try {
                Shifted shifted{shift, factor(shift)};
                if (shifted.factored.negative_pivots() == 0 && shifted.factored.smallest_pivot_ratio() > trusted) return shifted;
            } catch (const SingularMatrix&) {
                continue;
            }
        }
        throw std::runtime_error("eigenvalues: no shift makes K - s M positive definite");
    };
    Shifted shifted = positive(-1e-9 * soft, 64);
    for (int trial = 0; trial < 6; ++trial) {
        const double scale = lowest_scale(shifted, count, proceed);
        if (!(scale > 0)) break;
        const double target = -0.03 * scale, far = shifted.shift / target;
        if (far > 0.2 && far < 4) break;
        shifted.factored = {};
        shifted = positive(target, 8);
        if (far < 1 || shifted.shift < 2 * target) break;  // the scale seen from below is already correct
    }
    return shifted;
}

}  // namespace jounce::linalg
