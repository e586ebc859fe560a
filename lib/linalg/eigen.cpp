// Finds eigenpairs in batches until the list ends at a gap and the inertia count above the gap agrees with it.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigen.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "linalg/dense.hpp"
#include "linalg/pair_list.hpp"
#include "linalg/pencil.hpp"
#include "linalg/shift_invert.hpp"

namespace jounce::linalg {

namespace {

/// The whole spectrum; with few pairs wanted, those of the inverted problem.
RawPairs dense_pairs(const Pencil& pencil, double shift, bool inverted) {
    const Matrix K = pencil.K(), M = pencil.M();
    if (!inverted) {
        std::optional<DensePairs> all = symmetric_pairs(K, M);
        if (!all) throw std::invalid_argument("eigenvalues: M is not positive definite");
        return {std::move(all->values), std::move(all->vectors)};
    }
    return sorted(inverted_pairs(K - shift * M, M, shift));
}

}  // namespace

EigenPairs lowest_eigenpairs(const SparseMatrix& K, const SparseMatrix& M, int count, const std::function<void()>& proceed) {
    if (proceed) proceed();
    if (count < 1) throw std::invalid_argument("eigenvalues: the number of pairs must be at least 1");
    const auto shared = std::make_shared<const Pencil>(K, M);
    const Pencil& pencil = *shared;
    const int n = pencil.size();
    count = std::min(count, n);
    EigenPairs result;
    result.pencil = shared;
    Pencil::Shifted shifted = pencil.negative_shift(count, proceed);
    result.shift = shifted.shift;
    constexpr int beyond = 2;  // computed beyond the wanted ones, to see the gap
    const bool dense = n <= always_dense || 2 * (count + beyond) + 1 >= n;
    RawPairs found;
    if (dense)
        found = dense_pairs(pencil, result.shift, 2 * count <= n);
    else {
        found = further_pairs(pencil, shifted.factored, result.shift, Matrix(n, 0), count + beyond, proceed);
        found = joined(pencil.M(), {Vector(0), Matrix(n, 0)}, found);
    }

    Eigen::Index kept = 0;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        kept = pairs_below_gap(found.values, result.shift, count, n);
        int more = 4;
        if (kept > 0) {
            const double last = found.values[kept - 1];
            const double next = kept < found.values.size() ? found.values[kept] : last + 0.01 * (last - result.shift);
            if (proceed) proceed();
            shifted.factored = {};  // two large factors at once are one too many
            const Pencil::Count counted = pencil.count_in(last, next);
            result.bound = counted.s;
            result.counted_below = counted.below;
            more = counted.below - static_cast<int>(kept);
        }
        if (dense || more <= 0) break;
        if (shifted.factored.empty()) shifted.factored = pencil.factor(result.shift);
        found = joined(pencil.M(), found, further_pairs(pencil, shifted.factored, result.shift, found.vectors, more, proceed));
    }
    if (kept == 0) kept = found.values.size();  // no gap in sight: complete() will say so
    result.values = found.values.head(kept);
    Matrix vectors = found.vectors.leftCols(kept);
    result.residuals.resize(kept);
    for (Eigen::Index j = 0; j < kept; ++j) {
        const Vector phi = vectors.col(j);
        const double scale = pencil.stiffness_norm() > 0 ? pencil.stiffness_norm() : 1;
        result.residuals[j] = (pencil.K() * phi - result.values[j] * (pencil.M() * phi)).norm() / (scale * phi.norm());
    }
    result.vectors = restored(vectors, pencil.ordering());
    fix_signs(result.vectors);
    return result;
}

}  // namespace jounce::linalg
