// Lists of eigenpairs: sorting, joining to an orthonormal list, ending at a gap of the spectrum.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigen/pair_list.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "linalg/basics/products.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/eigen/stiffness_round_off.hpp"

namespace jounce::linalg {

namespace {

constexpr double least_gap = 1e-7;  // relative to lambda - shift: closer values count as one cluster

/// Makes the columns from `first` on M-orthonormal, to each other and to those before: Gram-Schmidt, twice.
void orthonormalise(const SharedMatrix& M, Matrix& vectors, Eigen::Index first) {
    Matrix weighted = product(M, Matrix(vectors.leftCols(first)));
    weighted.conservativeResize(Eigen::NoChange, vectors.cols());
    for (Eigen::Index j = first; j < vectors.cols(); ++j) {
        for (int pass = 0; pass < 2; ++pass) {
            const Vector shares = weighted.leftCols(j).transpose() * vectors.col(j);
            vectors.col(j) -= vectors.leftCols(j) * shares;
        }
        weighted.col(j) = M * vectors.col(j);
        const double length = std::sqrt(vectors.col(j).dot(weighted.col(j)));
        vectors.col(j) /= length;
        weighted.col(j) /= length;
    }
}

}  // namespace

RawPairs inverted_pairs(const Matrix& shifted, const Matrix& M, double shift) {
    const std::optional<DensePairs> inverse = symmetric_pairs(M, shifted);
    if (!inverse) throw std::runtime_error("eigenvalues: K - shift M is not positive definite");
    // Ascending; the highest lambda may consist of rounding errors only.
    const Eigen::Index n = inverse->values.size();
    const double rounding = 16 * std::numeric_limits<double>::epsilon() * inverse->values[n - 1];
    Eigen::Index first = 0;
    while (first < n && !(inverse->values[first] > rounding)) ++first;
    const auto mu = inverse->values.tail(n - first);
    RawPairs pairs{shift + mu.array().inverse(), inverse->vectors.rightCols(n - first)};
    pairs.vectors *= mu.cwiseSqrt().cwiseInverse().asDiagonal();  // phi'(K - shift M) phi = 1 so far
    return pairs;
}

RawPairs sorted(const RawPairs& pairs) {
    std::vector<Eigen::Index> order(pairs.values.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return pairs.values[a] < pairs.values[b]; });
    RawPairs out{Vector(pairs.values.size()), large_matrix(pairs.vectors.rows(), pairs.vectors.cols())};
    for (std::size_t i = 0; i < order.size(); ++i) {
        out.values[static_cast<Eigen::Index>(i)] = pairs.values[order[i]];
        out.vectors.col(static_cast<Eigen::Index>(i)) = pairs.vectors.col(order[i]);
    }
    return out;
}

RawPairs joined(const SharedMatrix& M, const RawPairs& a, const RawPairs& b) {
    const Eigen::Index p = a.values.size(), q = b.values.size();
    RawPairs out{Vector(p + q), large_matrix(M.rows(), p + q)};
    out.values << a.values, b.values;
    if (p > 0) out.vectors.leftCols(p) = a.vectors;
    out.vectors.rightCols(q) = b.vectors;
    orthonormalise(M, out.vectors, p);
    return sorted(out);
}

Vector told_from_zero(const SharedMatrix& K, const RawPairs& pairs, Vector* unsure) {
    Vector values = pairs.values;
    if (unsure != nullptr) *unsure = values;
    const double norm = K.row_sums().maxCoeff();  // |K| has no eigenvalue above it
    const Matrix forces = product(K, pairs.vectors);
    for (Eigen::Index j = 0; j < values.size(); ++j) {
        const auto shape = pairs.vectors.col(j);
        const double energy = std::abs(shape.dot(forces.col(j)));
        const double most = 16 * std::numeric_limits<double>::epsilon() * norm * shape.squaredNorm();
        if (energy > (unsure != nullptr ? rounding::sure : rounding::lost) * most) continue;  // well above rounding
        const double bound = stiffness_round_off(K, shape);
        if (energy <= rounding::lost * bound) values[j] = 0;
        if (unsure != nullptr && energy <= rounding::sure * bound) (*unsure)[j] = 0;
    }
    return values;
}

Eigen::Index pairs_below_gap(const Vector& values, double shift, int count, int n,
                             const std::function<double(Eigen::Index)>& rounding) {
    Eigen::Index first = 0;
    for (Eigen::Index m = count; m < values.size(); ++m) {
        const double gap = values[m] - values[m - 1];
        if (!(gap > least_gap * (values[m] - shift))) continue;
        if (!rounding || gap > rounding(m) + rounding(m - 1)) return m;
        if (first == 0) first = m;
    }
    if (values.size() == n) return n;
    return first;
}

RawPairs ending_at(Eigen::Index kept, const RawPairs& pairs) {
    if (kept == 0) return pairs;
    return {pairs.values.head(kept), pairs.vectors.leftCols(kept)};
}

void fix_signs(Matrix& vectors) {
    for (Eigen::Index j = 0; j < vectors.cols(); ++j) {
        // If several components are equal except for rounding (in a symmetric structure), the first one decides.
        const double largest = vectors.col(j).cwiseAbs().maxCoeff();
        for (const double component : vectors.col(j))
            if (std::abs(component) >= (1 - 1e-6) * largest) {
                if (component < 0) vectors.col(j) = -vectors.col(j);
                break;
            }
    }
}

}  // namespace jounce::linalg
