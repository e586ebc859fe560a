// Lanczos with the factor of the free structure, in the null space of the constraints.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigen/constrained_eigen.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "linalg/basics/products.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/eigen/pair_list.hpp"
#include "linalg/eigen/shift_invert.hpp"

namespace jounce::linalg {

namespace {

constexpr int beyond = 2;  // extra pairs, to find the gap

struct Count {
    int below = 0;
    double s = 0;
    double quality = 0;  // of the signs: smallest pivot ratio, and smallest relative eigenvalue of B (K - s M)^-1 B^T
};

/// In(K - s M bordered by B) = In(constrained) + (p, p, 0) = In(K - s M) + In(-B (K - s M)^-1 B^T).
Count count_at(const Pencil& pencil, const SparseMatrix& Bt, double s, const FixedUnknowns& fixed, const StageReport& proceed) {
    const PencilFactor factored = pencil.factor(s, fixed, proceed);
    const int p = static_cast<int>(Bt.cols());
    Count out{factored.negative_pivots(), s, factored.smallest_pivot_ratio()};
    if (p == 0) return out;
    const Matrix answer = factored.compliance(Bt);
    if (!answer.allFinite()) return {};  // quality 0: try another s
    const Vector values = symmetric_values(answer);
    const double largest = values.cwiseAbs().maxCoeff();
    out.below += static_cast<int>((values.array() > 0).count()) - p;
    out.quality = std::min(out.quality, largest > 0 ? values.cwiseAbs().minCoeff() / largest : 0);
    return out;
}

/// At s, or at a more reliable point within `reach` of it (see Pencil::count_around).
Count count_around(const Pencil& pencil, const SparseMatrix& Bt, double s, double reach, const FixedUnknowns& fixed,
                   const StageReport& proceed) {
    Count best;
    for (int trial = 0; trial < 8 && best.quality < 1e-9; ++trial) {
        try {
            const Count now = count_at(pencil, Bt, s + reach * std::sin(1.7 * trial), fixed, proceed);
            if (now.quality > best.quality) best = now;
        } catch (const SingularMatrix&) {
            continue;
        }
    }
    if (best.quality == 0)
        throw std::runtime_error("eigenvalues: the constrained pencil cannot be factored near " + std::to_string(s));
    return best;
}

/// By the null space of B. The inverted problem is solved, so rounding errors are those of the lowest values.
RawPairs dense_pairs(const Pencil& pencil, const SparseMatrix& Bt, double shift, const FixedUnknowns& fixed) {
    const Eigen::Index p = Bt.cols();
    Matrix rows = Matrix::Zero(Bt.rows(), p + (fixed ? static_cast<Eigen::Index>(fixed->size()) : 0));
    rows.leftCols(p) = Bt;
    for (Eigen::Index j = p; j < rows.cols(); ++j) {
        const int unknown = (*fixed)[static_cast<std::size_t>(j - p)];
        rows.row(unknown).setZero();
        rows(unknown, j) = 1;
    }
    const Matrix Z = complement(rows);
    const Matrix M = Z.transpose() * (pencil.M() * Z);
    const Matrix A = Z.transpose() * (pencil.K() * Z) - shift * M;
    RawPairs pairs = inverted_pairs(A, M, shift);
    pairs.vectors = Z * pairs.vectors;
    return sorted(pairs);
}

}  // namespace

EigenPairs lowest_constrained_pairs(const Pencil& pencil, PencilFactor factored, double shift, const SparseMatrix& transposed,
                                    int count, const StageReport& proceed) {
    const int n = pencil.size();
    const FixedUnknowns fixed = factored.fixed();
    const int p = static_cast<int>(transposed.cols()), free = n - p - factored.fixed_count();
    if (count < 1) throw std::invalid_argument("eigenvalues: the number of pairs must be at least 1");
    if (transposed.rows() != n || free < 1)
        throw std::invalid_argument("eigenvalues: the constraints must leave at least one free unknown");
    count = std::min(count, free);
    Held held{transposed, {}, factored.solve(transposed)};
    const Eigen::LLT<Matrix> cholesky(Matrix(transposed.transpose() * held.answers));
    held.lower = cholesky.matrixL();
    const Vector pivots = held.lower.diagonal();
    if (cholesky.info() != Eigen::Success || (p > 0 && !(pivots.minCoeff() > 1e-7 * pivots.maxCoeff())))
        throw std::invalid_argument("eigenvalues: the constraints are linearly dependent");
    const auto scaled = [&] { cholesky.matrixU().solveInPlace<Eigen::OnTheRight>(held.answers); };
    scaled();
    const auto hold = [&] {
        if (held.answers.cols() == p) return;
        held.answers = factored.solve(transposed);
        scaled();
    };

    const bool dense = free <= always_dense || 2 * (count + beyond) + 1 >= free;
    const auto search = [&](const Matrix& known, int more) {  // `beyond` more than that
        hold();
        RawPairs pairs = further_pairs(pencil, factored, shift, known, more, beyond, proceed, &held);
        held.project(pairs.vectors);  // rounding leaves a small B phi
        return pairs;
    };
    RawPairs found = dense ? dense_pairs(pencil, transposed, shift, fixed) : search(Matrix(n, 0), count);
    if (!dense) found = joined(pencil.M(), {Vector(0), Matrix(n, 0)}, found);

    EigenPairs result;
    result.shift = shift;
    const double scale = pencil.stiffness_norm() > 0 ? pencil.stiffness_norm() : 1;
    const auto residuals = [&] {
        // They contain a combination of the rows, and forces at the fixed unknowns; only the remainder counts.
        Matrix residual = product(pencil.K(), found.vectors) - product(pencil.M(), found.vectors) * found.values.asDiagonal();
        if (p > 0) {
            residual = factored.solve(residual);
            held.project(residual);
            residual = product(pencil.K(), residual) - shift * product(pencil.M(), residual);
        }
        for (int i = 0; i < factored.fixed_count(); ++i) residual.row((*fixed)[static_cast<std::size_t>(i)]).setZero();
        result.residuals =
            residual.colwise().norm().transpose().cwiseQuotient(found.vectors.colwise().norm().transpose()) / scale;
    };
    Eigen::Index kept = 0;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        found.values = told_from_zero(pencil.K(), found);
        kept = pairs_below_gap(found.values, shift, count, free);
        int more = 4;
        if (kept > 0) {
            const double last = found.values[kept - 1];
            const double next = kept < found.values.size() ? found.values[kept] : last + 0.01 * (last - shift);
            residuals();
            held.answers.resize(n, 0);
            factored = {};  // another one of its size is made now
            const Count counted = count_around(pencil, transposed, (last + next) / 2, 0.4 * (next - last), fixed, proceed);
            result.bound = counted.s;
            result.counted_below = counted.below;
            more = counted.below - static_cast<int>(kept);
        }
        if (dense || more <= 0 || attempt + 1 == attempts) break;  // the residuals are those of the last list
        if (factored.empty()) factored = pencil.factor(shift, fixed, proceed);
        found = ending_at(kept, found);
        found = joined(pencil.M(), found, search(found.vectors, more));
    }
    if (kept == 0) {
        kept = found.values.size();
        hold();
        residuals();
    }
    result.values = found.values.head(kept);
    result.residuals.conservativeResize(kept);
    result.vectors = found.vectors.leftCols(kept);
    fix_signs(result.vectors);
    return result;
}

int constrained_below(const Pencil& pencil, const SparseMatrix& transposed, double bound, const FixedUnknowns& fixed,
                      const StageReport& proceed) {
    return count_around(pencil, transposed, bound, 1e-3 * std::abs(bound), fixed, proceed).below;
}

}  // namespace jounce::linalg
