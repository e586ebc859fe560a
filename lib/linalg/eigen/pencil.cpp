// Orders the pencil, factors it at shifts, counts eigenvalues, and chooses the shift of the eigensolver.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/eigen/pencil.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>

#include "base/files/memory.hpp"
#include "linalg/basics/row_blocks.hpp"
#include "linalg/eigen/krylov_space.hpp"
#include "linalg/eigen/stiffness_round_off.hpp"
#include "linalg/sparse/sparse_ldlt.hpp"

namespace jounce::linalg {

namespace {

void require_one_size(const SharedMatrix& K, const SharedMatrix& M) {
    if (K.rows() != K.cols() || M.rows() != M.cols() || K.rows() != M.rows() || K.rows() == 0)
        throw std::invalid_argument("eigenvalues: K and M must be square, of one size and not empty");
}

Ordering order(const SparseMatrix& K, const SparseMatrix& M, const StageReport& proceed) {
    if (proceed) proceed({"ordering"});
    require_one_size(K, M);
    const std::reference_wrapper<const SparseMatrix> both[] = {K, M};
    return choose_ordering(both);
}

/// The factor of `matrix`, or of a sum with the pattern of `nodes`. SingularMatrix names the row in the order given.
template <class Make>
Factorisation named(const Ordering& ordering, const Make& make) {
    try {
        return make();
    } catch (const SingularMatrix& singular) {
        throw SingularMatrix(ordering.old_of_new[singular.row], singular.pivot);
    }
}

/// Columns of M with the same structure are adjacent in a postorder of its own elimination tree; the fill is that of `ordering`.
Ordering postordered(const SparseMatrix& M, const Ordering& ordering) {
    Ordering own;
    for (const int place : postorder(elimination_tree(OrderedSum({{&M, 1}}, ordering))))
        own.old_of_new.push_back(ordering.old_of_new[place]);
    own.new_of_old.resize(own.old_of_new.size());
    for (std::size_t i = 0; i < own.old_of_new.size(); ++i) own.new_of_old[own.old_of_new[i]] = static_cast<int>(i);
    own.banded = false;
    return own;
}

void require_positive_definite(const SparseMatrix& M, const Ordering& ordering) {
    const Ordering own = ordering.banded ? ordering : postordered(M, ordering);
    const Factorisation factored = named(own, [&] {
        return own.banded ? Factorisation::banded(permuted(M, own), Symmetry::symmetric, own.half_bandwidth)
                          : Factorisation::sparse(SparseLdlt(OrderedSum({{&M, 1}}, own)));
    });
    if (factored.negative_pivots() > 0) throw std::invalid_argument("eigenvalues: the mass matrix is not positive definite");
}

/// Whether more values that rounding of K does not tell from zero are seen than are known to be zero. \param near of the shift
bool has_more_zeros(const SharedMatrix& K, const KrylovSpace& space, const KrylovSpace::Ritz& ritz, double shift, double near,
                    int known) {
    if (known < 0) return false;
    const auto value = [&](Eigen::Index i) { return shift + 1 / ritz.values[i]; };
    Eigen::Index seen = 0;
    while (seen < ritz.values.size() && value(seen) <= near * std::abs(shift)) ++seen;
    const Matrix shapes = space.vectors(ritz, seen);
    int lost = 0;
    for (Eigen::Index i = 0; i < seen; ++i)
        if (value(i) <= rounding::sure * stiffness_round_off(K, shapes.col(i))) ++lost;
    return lost > known;
}

}  // namespace

void PencilFactor::solve_in_place(RowMatrix& x) const {
    if (by_engine_) {
        Matrix columns = x;
        by_engine_->solve_in_place(columns);
        x = columns;
        return;
    }
    clear_fixed(x);
    permute_rows(x, ordering_->old_of_new);
    factored_.solve_in_place(x);
    permute_rows(x, ordering_->new_of_old);
}

Matrix PencilFactor::solve(const Matrix& right_hand_sides) const {
    if (by_engine_) {
        Matrix x = right_hand_sides;
        by_engine_->solve_in_place(x);
        return x;
    }
    if (right_hand_sides.cols() < 3) {
        Matrix x = permuted(right_hand_sides, *ordering_);
        factored_.solve_in_place(x);
        Matrix out = restored(x, *ordering_);
        clear_fixed(out);
        return out;
    }
    Matrix out = large_matrix(right_hand_sides.rows(), right_hand_sides.cols());
    RowMatrix x;
    for (Eigen::Index first = 0; first < out.cols(); first += together) {
        const Eigen::Index count = std::min(together, out.cols() - first);
        to_rows(right_hand_sides.middleCols(first, count), x);
        solve_in_place(x);
        to_columns(x, out.middleCols(first, count));
    }
    return out;
}

Matrix PencilFactor::solve(const SparseMatrix& right_hand_sides) const {
    Matrix out = large_matrix(right_hand_sides.rows(), right_hand_sides.cols());
    RowMatrix x;
    for (Eigen::Index first = 0; first < out.cols(); first += together) {
        const Eigen::Index count = std::min(together, out.cols() - first);
        resize(x, out.rows(), count);
        x = right_hand_sides.middleCols(first, count);
        solve_in_place(x);
        to_columns(x, out.middleCols(first, count));
    }
    return out;
}

Matrix PencilFactor::compliance(const SparseMatrix& transposed) const {
    if (by_engine_) {
        const Matrix product = transposed.transpose() * solve(Matrix(transposed));
        return 0.5 * (product + product.transpose());
    }
    Matrix out(transposed.cols(), transposed.cols());
    // Only the rows of B are needed of a solution.
    std::vector<int> rows;
    for (Eigen::Index j = 0; j < transposed.outerSize(); ++j)
        for (SparseMatrix::InnerIterator it(transposed, j); it; ++it) rows.push_back(ordering_->new_of_old[it.row()]);
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    RowMatrix x;
    resize(x, transposed.rows(), std::min(together, out.cols()));
    for (Eigen::Index first = 0; first < out.cols(); first += together) {
        const Eigen::Index count = std::min(together, out.cols() - first);
        resize(x, transposed.rows(), count);
        x.setZero();
        for (Eigen::Index j = 0; j < count; ++j)
            for (SparseMatrix::InnerIterator it(transposed, first + j); it; ++it)
                x(ordering_->new_of_old[it.row()], j) = it.value();
        factored_.solve_in_place(x, rows);
        for (Eigen::Index i = 0; i < out.rows(); ++i) {
            out.row(i).segment(first, count).setZero();
            for (SparseMatrix::InnerIterator it(transposed, i); it; ++it)
                out.row(i).segment(first, count) += it.value() * x.row(ordering_->new_of_old[it.row()]);
        }
    }
    return 0.5 * (out + out.transpose());
}

Pencil::Pencil(const SharedMatrix& K, const SharedMatrix& M, MassMatrix mass, const Engine* engine, const StageReport& proceed)
    : K_(K),
      M_(M),
      engine_(engine),
      ordering_(engine ? nullptr : std::make_shared<const Ordering>(order(K.held(), M.held(), proceed))) {
    if (engine != nullptr) require_one_size(K, M);
    if (K.ranks() != nullptr && (engine == nullptr || mass == MassMatrix::unknown))
        throw std::logic_error("eigenvalues: shared matrices need an engine, and a mass known to be positive definite");
    if (mass == MassMatrix::unknown)
        require_positive_definite(M.held(), ordering_ ? *ordering_ : order(K.held(), M.held(), proceed));
    const Vector row_sums = K.row_sums();
    stiffness_norm_ = row_sums.maxCoeff();
    for (int i = 0; i < size(); ++i)
        if (!std::isfinite(row_sums[i])) throw SingularMatrix(i, row_sums[i]);
    if (ordering_ && !ordering_->banded)
        nodes_ =
            std::make_shared<const std::vector<Supernode>>(supernodes(OrderedSum({{&K.held(), 1}, {&M.held(), 1}}, *ordering_)));
    if (is_large()) give_back_memory();  // of the assembly and the ordering, before the first factor
}

PencilFactor Pencil::factor(double s, const FixedUnknowns& fixed, const StageReport& proceed) const {
    if (proceed) proceed({"factor"});
    if (engine_ != nullptr) {
        if (fixed) throw std::logic_error("eigenvalues: an engine fixes no unknowns");
        return {engine_->factor(K_.held(), M_.held(), s), size()};
    }
    std::vector<char> is_fixed;
    if (fixed) {
        is_fixed.assign(static_cast<std::size_t>(size()), 0);
        for (const int i : *fixed) is_fixed[i] = 1;
    }
    const auto sparse = [&] {
        return SparseLdlt(OrderedSum({{&K_.held(), 1}, {&M_.held(), -s}}, *ordering_, fixed ? &is_fixed : nullptr), nodes_,
                          spare_, StagePart(proceed, "factor"));
    };
    const auto band = [&] {
        SparseMatrix A = K_.held() - s * M_.held();
        if (fixed) {
            A.prune([&](Eigen::Index row, Eigen::Index col, double) { return is_fixed[row] == 0 && is_fixed[col] == 0; });
            for (const int i : *fixed) A.coeffRef(i, i) = 1;
        }
        return Factorisation::banded(permuted(A, *ordering_), Symmetry::symmetric, ordering_->half_bandwidth);
    };
    return {named(*ordering_, [&] { return nodes_ ? Factorisation::sparse(sparse()) : band(); }), ordering_, fixed};
}

/// \throws SingularMatrix
Pencil::Count Pencil::count_at(double s, const StageReport& proceed) const {
    if (nodes_) {
        const PivotRecord pivots = pivots_without_factor(OrderedSum({{&K_.held(), 1}, {&M_.held(), -s}}, *ordering_), *nodes_,
                                                         StagePart(proceed, "inertia count"));
        return {pivots.negative, s, pivots.smallest_ratio};
    }
    const PencilFactor factored = factor(s, nullptr, proceed);
    return {factored.negative_pivots(), s, factored.smallest_pivot_ratio()};
}

/// Counts at s, or at a point within `reach` of it.
Pencil::Count Pencil::count_around(double s, double reach, const StageReport& proceed) const {
    // Elimination without pivoting loses digits only when a leading block is nearly singular, which happens at isolated
    // points: a nearby point does not have the problem. The steps are irregular so that a regular spectrum cannot
    // coincide with them.
    Count best;
    for (int trial = 0; trial < 8 && best.ratio < 1e-9; ++trial) {
        const double at = s + reach * std::sin(1.7 * trial);
        try {
            const Count counted = count_at(at, proceed);
            if (counted.ratio > best.ratio) best = counted;
        } catch (const SingularMatrix&) {
            continue;
        }
    }
    if (best.ratio == 0)
        throw NoCount(
            fmt::format("eigenvalues: K - s M has no factor near s = {:.3g} 1/s2, so that the eigenvalues below it cannot be "
                        "counted: rounding takes all digits of a pivot, as where a part is far softer than what it is "
                        "coupled to (a very thin shell, an extremely stiff spring); a thicker part or a softer spring "
                        "leaves digits",
                        s));
    return best;
}

Pencil::Count Pencil::count_below(double s, const StageReport& proceed) const {
    return count_around(s, 1e-3 * std::abs(s), proceed);
}

Pencil::Count Pencil::count_in(double low, double high, const StageReport& proceed) const {
    return count_around((low + high) / 2, 0.4 * (high - low), proceed);
}

/// An estimate from above (within a small factor unless `from` is far below it) of the value below which `count`
/// eigenvalues lie. Of zeros it is the first value above them, unless fewer zeros are known than are seen: the others may be
/// unresolved, and the first value above them that of membranes. Ritz values of a short Lanczos run on the inverse.
double Pencil::lowest_scale(Shifted& from, int count, const StageReport& proceed, const KnownZeros& zeros) const {
    const Eigen::Index least = std::min<Eigen::Index>(size(), count + 8);
    const Eigen::Index capacity = is_large() ? KrylovSpace::room(count) : least + 2 * KrylovSpace::wide;
    // The space may outlive `from`: it shares the factor.
    const auto begun = std::make_shared<KrylovSpace>(
        M_, [factored = from.factored](RowMatrix& x) { factored.solve_in_place(x); },
        random_block(size(), is_large() ? KrylovSpace::wide : 1), std::min<Eigen::Index>(size(), capacity));
    KrylovSpace& space = *begun;
    do {
        if (proceed) proceed({"Lanczos"});
    } while (space.size() < least && space.extend() && space.novelty() > 1e-10);
    if (is_large() && engine_ == nullptr) from.begun = begun;
    const KrylovSpace::Ritz ritz = space.ritz();
    constexpr double near = 1e-3;  // of the shift: what is closer to zero looks like zero
    double scale = 0;
    for (Eigen::Index i = 0; i < ritz.values.size() && (i < count || scale <= 0); ++i) {
        if (i == count && zeros && has_more_zeros(K_, space, ritz, from.shift, near, zeros())) return near * std::abs(from.shift);
        const double found = from.shift + 1 / ritz.values[i];
        if (found > near * std::abs(from.shift)) scale = found;
    }
    return scale;
}

/// The solver sees 1 / (lambda - shift). With rigid-body modes the shift must stay away from zero: otherwise their huge
/// images mask the elastic ones (on the shaft of Xu et al. (2022) a shift of -1 leaves residuals of 1e-8, -1e6 of
/// 1e-13); and it must not be far beyond the wanted values: otherwise their images cluster. A few per cent of the
/// largest wanted value satisfies both. Its size is found from a first shift far below any mesh frequency, so it does
/// not depend on units or mesh size; a poor first shift is replaced. If K has eigenvalues below the shift (prestress),
/// the shift moves down until there are none: the lowest eigenvalues then have the largest images.
Pencil::Shifted Pencil::negative_shift(int count, const StageReport& proceed, const KnownZeros& zeros) const {
    double soft = std::numeric_limits<double>::infinity(), hard = 0;
    const Vector stiffness = K_.diagonal(), mass = M_.diagonal();
    for (int i = 0; i < size(); ++i) {
        const double quotient = std::abs(stiffness[i]) / mass[i];
        if (quotient > 0) soft = std::min(soft, quotient);
        hard = std::max(hard, quotient);
    }
    if (!std::isfinite(soft)) return {-1, factor(-1, nullptr, proceed), nullptr};  // no stiffness at all: any shift will do
    constexpr double trusted = 1e-11;  // closer to zero, rigid motion makes the matrix singular to rounding
    // Where the smallest pivot no longer grows with the shift, it is that of K itself (a very thin plate), and a shift far beyond
    // the wanted values would cost their digits without need.
    constexpr double grown = 1.5, usable = 1e-14;
    const auto positive = [&](double shift, double growth) {
        double before = 0;
        for (int trial = 0; trial < 200; ++trial, shift *= growth) {
            try {
                Shifted shifted{shift, factor(shift, nullptr, proceed), nullptr};
                const double ratio = shifted.factored.smallest_pivot_ratio();
                if (shifted.factored.negative_pivots() > 0) continue;
                if (ratio > trusted || (ratio > usable && ratio < grown * before)) return shifted;
                before = ratio;
            } catch (const SingularMatrix&) {
                continue;
            }
        }
        throw NoCount("eigenvalues: no shift makes K - s M positive definite");
    };
    // The pivots of an engine are not known: its first shift is far from rounding instead.
    Shifted shifted = positive(-std::max(1e-9 * soft, engine_ != nullptr ? trusted * hard : 0), 64);
    // From a shift closer to zero the elastic values lose as many digits as the ratio has; a large factor is not repeated for
    // two.
    const double nearest = is_large() ? 0.01 : 0.2;
    for (int trial = 0; trial < 6; ++trial) {
        const double scale = lowest_scale(shifted, count, proceed, zeros);
        if (!(scale > 0)) break;
        const double target = -0.03 * scale, far = shifted.shift / target;
        if (far > nearest && far < 4) break;
        shifted = {};  // avoids two large factors at the same time
        shifted = positive(target, 8);
        if (far < 1 || shifted.shift < 2 * target) break;  // the scale seen from below is already correct
    }
    return shifted;
}

}  // namespace jounce::linalg
