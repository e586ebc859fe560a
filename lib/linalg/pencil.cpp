// Orders the pencil, factors it at shifts, counts eigenvalues, and chooses the shift of the eigensolver.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/pencil.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>

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

/// Counts at s, or at a place within `reach` of it.
Pencil::Count Pencil::count_around(double s, double reach) const {
    // Elimination without pivoting loses digits only when a leading block is nearly singular, which happens at isolated
    // places: a neighbour does not have the problem. The steps are irregular so that no regular spectrum can follow them.
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

/// Within a factor of four, the number below which `count` eigenvalues lie, zeros not taken for the answer: bisection in the
/// exponent on inertia counts. The quotients K_ii / M_ii set the range: the smallest bounds the lowest eigenvalue from above, and
/// the rounding of rigid motion is some eps of it; the largest is soon above `count` of them.
double Pencil::lowest_scale(int count) const {
    double high = 0, soft = std::numeric_limits<double>::infinity();
    for (int i = 0; i < size(); ++i) {
        const double quotient = std::abs(K_.coeff(i, i)) / M_.coeff(i, i);
        high = std::max(high, quotient);
        if (quotient > 0) soft = std::min(soft, quotient);
    }
    if (high == 0) return 1;  // no stiffness at all: any shift will do
    // So close to zero a fine mesh with rigid motions is singular to rounding: then nothing can be counted, and one looks higher.
    const auto counted = [this](double s) -> std::optional<int> {
        try {
            return count_below(s).below;
        } catch (const std::runtime_error&) {
            return std::nullopt;
        }
    };
    double bottom = 1e-12 * soft;
    std::optional<int> zeros = counted(bottom);  // or values so low that they come along at no cost
    while (!zeros && bottom < high) zeros = counted(bottom *= 16);
    if (!zeros) zeros = count_below(high).below;
    const int wanted = std::min(size(), std::max(count, *zeros + 1));
    double low = 1e-14 * soft;
    while (count_below(high).below < wanted) {
        low = high;
        high *= 16;
    }
    while (high > 4 * low) {
        const double middle = std::sqrt(low * high);
        (counted(middle).value_or(0) >= wanted ? high : low) = middle;
    }
    return high;
}

/// The solver sees 1 / (lambda - shift). With rigid-body modes the shift must stay away from zero, else their huge images
/// drown the elastic ones (on the shaft of Xu et al. (2022) a shift of -1 leaves residuals of 1e-8, -1e6 of 1e-13); and not be
/// far beyond the wanted values, else their images crowd together. A few per cent of the largest wanted value serves both, and
/// that value's size is found by counting, so no unit and no mesh size enters. Should K have eigenvalues below the shift
/// (prestress), it moves down until it has none: the lowest eigenvalues are then those with the largest images.
double Pencil::negative_shift(int count) const {
    double shift = -0.03 * lowest_scale(count);
    while (count_below(shift).below > 0) shift *= 8;
    return shift;
}

}  // namespace jounce::linalg
