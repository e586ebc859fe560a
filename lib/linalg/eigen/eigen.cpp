// Computes eigenpairs in batches until the list ends at a gap and the inertia count above the gap agrees with it.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigen/eigen.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/files/memory.hpp"
#include "linalg/basics/products.hpp"
#include "linalg/basics/singular_matrix.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/eigen/krylov_space.hpp"
#include "linalg/eigen/pair_list.hpp"
#include "linalg/eigen/pencil.hpp"
#include "linalg/eigen/shift_invert.hpp"
#include "linalg/eigen/stiffness_round_off.hpp"

namespace jounce::linalg {

namespace {

/// How many values are far below the shift, in size: they have nearly the same inverse, in which rounding mixes their shapes. Of
/// a thin shell, membrane values are 1e10 times those of bending, and more.
Eigen::Index far_below(const Vector& values, double shift) {
    constexpr double far = 1e-4;
    Eigen::Index low = 0;
    while (low < values.size() && values[low] < far * std::abs(shift)) ++low;
    return low;
}

/// Is K - shift M positive definite beyond rounding?
bool is_definite(const Pencil& pencil, double shift) {
    constexpr double trusted = 1e-11;  // closer to zero, rigid motion makes the matrix singular to rounding
    try {
        const PencilFactor factored = pencil.factor(shift);
        return factored.negative_pivots() == 0 && factored.smallest_pivot_ratio() > trusted;
    } catch (const SingularMatrix&) {
        return false;
    }
}

/// The lower part of the spectrum from the inverted problem at a shift; pairs far below it from a shift of their own.
RawPairs lower_pairs(const Pencil& pencil, const Matrix& K, const Matrix& M, double shift) {
    constexpr double below = 0.03, told = 1e-12, nearer = 0.1, growth = 8;
    const RawPairs pairs = sorted(inverted_pairs(K - shift * M, M, shift));
    const Eigen::Index n = pairs.values.size(), low = far_below(pairs.values, shift);
    if (low == 0 || low == n || pencil.by_engine()) return pairs;
    double own = -below * std::max(pairs.values[low - 1], told * std::abs(shift));
    while (std::abs(own) < nearer * std::abs(shift) && !is_definite(pencil, own)) own *= growth;
    if (!(std::abs(own) < nearer * std::abs(shift))) return pairs;
    const RawPairs lowest = lower_pairs(pencil, K, M, own);
    if (lowest.values.size() < low) return pairs;
    return joined(pencil.M(), ending_at(low, lowest), {pairs.values.tail(n - low), pairs.vectors.rightCols(n - low)});
}

/// The whole spectrum; with few wanted pairs, its lower part. The direct problem has rounding errors relative to the
/// highest values, the inverted one relative to the lowest; for a very wide spectrum each supplies its own part.
RawPairs dense_pairs(const Pencil& pencil, double shift, int count) {
    const Matrix K = pencil.K().dense(), M = pencil.M().dense();
    const auto n = static_cast<Eigen::Index>(pencil.size());
    RawPairs low = lower_pairs(pencil, K, M, shift);
    if (2 * count <= n && low.values.size() > count) return low;
    const std::optional<DensePairs> all = symmetric_pairs(K, M);
    if (!all) throw std::invalid_argument("eigenvalues: M is not positive definite");
    constexpr double narrow = 1e6, high = 1e-8;
    const double highest = all->values[n - 1];
    // The two parts meet at the widest gap, or behind what is far below the shift.
    Eigen::Index meet = far_below(low.values, shift);
    const auto in_two_parts = [&]() -> RawPairs {
        if (meet == 0) return {all->values, all->vectors};
        return joined(pencil.M(), {low.values.head(meet), low.vectors.leftCols(meet)},
                      {all->values.tail(n - meet), all->vectors.rightCols(n - meet)});
    };
    if (!(highest > narrow * std::abs(shift))) return in_two_parts();
    double widest = 0;
    for (Eigen::Index k = 1; k < n && k <= low.values.size(); ++k) {
        if (all->values[k] < high * highest) continue;
        const double gap = (all->values[k] - shift) / (low.values[k - 1] - shift);
        if (gap > widest) {
            widest = gap;
            meet = k;
        }
    }
    return in_two_parts();
}

/// r' D^-1 r of each column, over rows with a stiffness of their own.
Vector stray_energy(const Vector& diagonal, const Matrix& residual) {
    const Vector inverse = diagonal.unaryExpr([](double k) { return k > 0 ? 1 / k : 0; });
    return residual.cwiseAbs2().transpose() * inverse;
}

}  // namespace

EigenPairs lowest_eigenpairs(const SharedMatrix& K, const SharedMatrix& M, int count, const StageReport& proceed, MassMatrix mass,
                             SearchFactor factor, const Engine* engine, const KnownZeros& zeros) {
    if (count < 1) throw std::invalid_argument("eigenvalues: the number of pairs must be at least 1");
    return lowest_eigenpairs(std::make_shared<const Pencil>(K, M, mass, engine, proceed), count, proceed, factor, zeros);
}

EigenPairs lowest_eigenpairs(const std::shared_ptr<const Pencil>& shared, int count, const StageReport& proceed,
                             SearchFactor factor, const KnownZeros& zeros) {
    const Pencil& pencil = *shared;
    const int n = pencil.size();
    count = std::min(count, n);
    constexpr int beyond = 2;  // extra pairs, to find the gap
    const bool dense = n <= always_dense || 2 * (count + beyond) + 1 >= n;
    // The dense method holds K, M and two sets of vectors; an iteration at least its basis.
    if (!pencil.by_engine()) require_memory_of_vectors(n, dense ? 4 * n : 2 * (count + beyond));
    EigenPairs result;
    result.pencil = shared;
    Pencil::Shifted shifted = pencil.negative_shift(count, proceed, zeros);
    result.shift = shifted.shift;
    const auto release_factor = [&] {
        if (factor == SearchFactor::kept) return;
        shifted.factored = {};
        pencil.free_spare_memory();  // the count keeps no factor
    };
    RawPairs found;
    bool crowded = false;
    if (dense)
        found = dense_pairs(pencil, result.shift, count);
    else {
        found = further_pairs(pencil, shifted.factored, result.shift, Matrix(n, 0), count, beyond, proceed, nullptr,
                              std::move(shifted.begun));
        crowded = found.crowded;
        if (pencil.is_large()) release_factor();  // the pairs are copied
        found = joined(pencil.M(), {Vector(0), Matrix(n, 0)}, found);
    }

    Eigen::Index kept = 0;
    double uncounted_last = 0;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        Vector apart;
        found.values = told_from_zero(pencil.K(), found, &apart);
        // Of a double value that K resolves in a few digits only, rounding makes two.
        const auto rounding_of = [&](Eigen::Index i) {
            return rounding::of_values * stiffness_round_off(pencil.K(), found.vectors.col(i));
        };
        kept = pairs_below_gap(apart, result.shift, count, n, rounding_of);
        int more = 4;
        if (kept > 0) {
            const double last = found.values[kept - 1];
            const double next = kept < found.values.size() ? found.values[kept] : last + 0.01 * (last - result.shift);
            release_factor();
            if (pencil.is_large()) give_back_memory();  // of the search
            try {
                const Pencil::Count counted = pencil.count_in(last, next, proceed);
                result.bound = counted.s;
                result.counted_below = counted.below;
                result.uncounted.clear();
                more = counted.below - static_cast<int>(kept);
            } catch (const NoCount& problem) {
                // A search in the complement tells whether pairs below are missing.
                const bool no_more = !result.uncounted.empty() && last >= uncounted_last;
                result.uncounted = problem.what();
                result.bound = result.counted_below = 0;
                if (no_more) break;
                uncounted_last = last;
            }
        }
        if (dense || crowded || more <= 0) break;
        if (shifted.factored.empty()) shifted.factored = pencil.factor(result.shift, nullptr, proceed);
        found = ending_at(kept, found);
        found = joined(pencil.M(), found,
                       further_pairs(pencil, shifted.factored, result.shift, found.vectors, more, beyond, proceed));
    }
    if (factor == SearchFactor::kept)
        result.factored = std::move(shifted.factored);
    else
        pencil.free_spare_memory();
    if (kept == 0) kept = found.values.size();  // no gap found: complete() will return false
    result.values = found.values.head(kept);
    Matrix vectors = found.vectors.leftCols(kept);
    const double scale = pencil.stiffness_norm() > 0 ? pencil.stiffness_norm() : 1;
    const Matrix residual = product(pencil.K(), vectors) - product(pencil.M(), vectors) * result.values.asDiagonal();
    result.residuals = residual.colwise().norm().transpose().cwiseQuotient(vectors.colwise().norm().transpose()) / scale;
    result.stray = stray_energy(pencil.K().diagonal(), residual);
    if (crowded) result.stray.setConstant(std::numeric_limits<double>::infinity());  // mixed among each other as well
    result.vectors = std::move(vectors);
    fix_signs(result.vectors);
    return result;
}

}  // namespace jounce::linalg
