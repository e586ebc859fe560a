// Finds eigenpairs in batches until the list ends at a gap and the inertia count above the gap agrees with it.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigen.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "linalg/pencil.hpp"
#include "linalg/shift_invert.hpp"

namespace jounce::linalg {

namespace {

constexpr int always_dense = 64;    // below this a dense solver costs nothing worth saving
constexpr double least_gap = 1e-7;  // relative to lambda - shift: closer values count as one cluster
constexpr int attempts = 12;

RawPairs sorted(const RawPairs& pairs) {
    std::vector<Eigen::Index> order(pairs.values.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return pairs.values[a] < pairs.values[b]; });
    RawPairs out{Vector(pairs.values.size()), Matrix(pairs.vectors.rows(), pairs.vectors.cols())};
    for (std::size_t i = 0; i < order.size(); ++i) {
        out.values[static_cast<Eigen::Index>(i)] = pairs.values[order[i]];
        out.vectors.col(static_cast<Eigen::Index>(i)) = pairs.vectors.col(order[i]);
    }
    return out;
}

/// Makes the columns from `first` on M-orthonormal, to each other and to those before: Gram-Schmidt, twice.
void orthonormalise(const SparseMatrix& M, Matrix& vectors, Eigen::Index first) {
    for (Eigen::Index j = first; j < vectors.cols(); ++j)
        for (int pass = 0; pass < 2; ++pass) {
            const Vector weighted = M * vectors.col(j);
            const Vector shares = vectors.leftCols(j).transpose() * weighted;
            vectors.col(j) -= vectors.leftCols(j) * shares;
            vectors.col(j) /= std::sqrt(vectors.col(j).dot(M * vectors.col(j)));
        }
}

RawPairs joined(const SparseMatrix& M, const RawPairs& a, const RawPairs& b) {
    const Eigen::Index p = a.values.size(), q = b.values.size();
    RawPairs out{Vector(p + q), Matrix(M.rows(), p + q)};
    out.values << a.values, b.values;
    if (p > 0) out.vectors.leftCols(p) = a.vectors;
    out.vectors.rightCols(q) = b.vectors;
    orthonormalise(M, out.vectors, p);
    return sorted(out);
}

/// The whole spectrum. With few pairs wanted, of the inverted problem M phi = mu (K - shift M) phi: as by Lanczos, the rounding
/// is then that of the lowest values, not of the highest.
RawPairs dense_pairs(const Pencil& pencil, double shift, bool inverted) {
    const Matrix K = pencil.K(), M = pencil.M();
    if (!inverted) {
        const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(K, M);
        if (solver.info() != Eigen::Success) throw std::runtime_error("eigenvalues: the dense solver did not converge");
        return {solver.eigenvalues(), solver.eigenvectors()};
    }
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(M, K - shift * M);
    if (solver.info() != Eigen::Success) throw std::runtime_error("eigenvalues: the dense solver did not converge");
    RawPairs pairs{shift + solver.eigenvalues().array().inverse(), solver.eigenvectors()};
    pairs.vectors *= solver.eigenvalues().cwiseSqrt().cwiseInverse().asDiagonal();  // phi'(K - shift M)phi = 1 so far
    return sorted(pairs);
}

/// How many pairs, at least `count`, lie below the first gap; 0 when the list shows none. The highest gap is that above all n.
Eigen::Index pairs_below_gap(const Vector& values, double shift, int count, int n) {
    for (Eigen::Index m = count; m < values.size(); ++m)
        if (values[m] - values[m - 1] > least_gap * (values[m] - shift)) return m;
    return values.size() == n ? n : 0;
}

void fix_signs(Matrix& vectors) {
    for (Eigen::Index j = 0; j < vectors.cols(); ++j) {
        // Of components equal but for rounding (a symmetric structure has them) the first one decides.
        const double largest = vectors.col(j).cwiseAbs().maxCoeff();
        for (const double component : vectors.col(j))
            if (std::abs(component) >= (1 - 1e-6) * largest) {
                if (component < 0) vectors.col(j) = -vectors.col(j);
                break;
            }
    }
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
