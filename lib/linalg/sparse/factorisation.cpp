// The handle: a shared, immutable variant of the four factors.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse/factorisation.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include "linalg/banded/banded_ldlt.hpp"
#include "linalg/banded/banded_lu.hpp"
#include "linalg/basics/row_blocks.hpp"
#include "linalg/sparse/sparse_ldlt.hpp"
#include "linalg/sparse/sparse_lu.hpp"

namespace jounce::linalg {

struct Factorisation::Impl {
    template <class Factor>
    explicit Impl(Factor&& f) : factor(std::forward<Factor>(f)) {}

    std::variant<BandedLdlt, SparseLdlt, BandedLu, SparseLu> factor;  // in the order of FactorKind
};

Factorisation Factorisation::banded(const SparseMatrix& matrix, Symmetry symmetry, int half_bandwidth) {
    if (symmetry == Symmetry::symmetric) return Factorisation(std::make_shared<const Impl>(BandedLdlt(matrix, half_bandwidth)));
    return Factorisation(std::make_shared<const Impl>(BandedLu(matrix, half_bandwidth)));
}

Factorisation Factorisation::sparse(const SparseMatrix& matrix, Symmetry symmetry) {
    if (symmetry == Symmetry::symmetric) return Factorisation(std::make_shared<const Impl>(SparseLdlt(matrix)));
    return Factorisation(std::make_shared<const Impl>(SparseLu(matrix)));
}

Factorisation Factorisation::sparse(SparseLdlt factor) { return Factorisation(std::make_shared<const Impl>(std::move(factor))); }

Factorisation Factorisation::make(const SparseMatrix& matrix, Symmetry symmetry, const Ordering& ordering) {
    return ordering.banded ? banded(matrix, symmetry, ordering.half_bandwidth) : sparse(matrix, symmetry);
}

int Factorisation::size() const noexcept {
    return empty() ? 0 : std::visit([](const auto& f) { return f.size(); }, impl_->factor);
}

FactorKind Factorisation::kind() const noexcept { return static_cast<FactorKind>(impl_->factor.index()); }

void Factorisation::solve_in_place(double* x) const noexcept {
    if (const auto* banded = std::get_if<BandedLdlt>(&impl_->factor)) return banded->solve_in_place(x);
    std::visit([x](const auto& f) { f.solve_in_place(x); }, impl_->factor);
}

void Factorisation::solve_in_place(Eigen::Ref<Matrix> columns) const {
    const auto* sparse = std::get_if<SparseLdlt>(&impl_->factor);
    if (sparse == nullptr || columns.cols() < 3) {
        for (Eigen::Index j = 0; j < columns.cols(); ++j) solve_in_place(columns.col(j).data());
        return;
    }
    RowMatrix x;
    for (Eigen::Index first = 0; first < columns.cols(); first += together) {
        const Eigen::Index count = std::min(together, columns.cols() - first);
        to_rows(columns.middleCols(first, count), x);
        sparse->solve_in_place(x);
        to_columns(x, columns.middleCols(first, count));
    }
}

void Factorisation::solve_in_place(RowMatrix& columns) const {
    if (const auto* sparse = std::get_if<SparseLdlt>(&impl_->factor); sparse != nullptr && columns.cols() > 1)
        return sparse->solve_in_place(columns);
    if (columns.cols() == 1) return solve_in_place(columns.data());
    Matrix x = columns;
    for (Eigen::Index j = 0; j < x.cols(); ++j) solve_in_place(x.col(j).data());
    columns = x;
}

void Factorisation::solve_in_place(RowMatrix& columns, std::span<const int> rows) const {
    if (const auto* sparse = std::get_if<SparseLdlt>(&impl_->factor)) return sparse->solve_in_place(columns, rows);
    solve_in_place(columns);
}

Matrix Factorisation::solve(const Matrix& right_hand_sides) const {
    if (right_hand_sides.rows() != size()) throw std::invalid_argument("factorisation: the right-hand side has the wrong size");
    Matrix x = right_hand_sides;
    solve_in_place(x);
    return x;
}

int Factorisation::negative_pivots() const {
    if (const auto* banded = std::get_if<BandedLdlt>(&impl_->factor)) return banded->negative_pivots();
    if (const auto* sparse = std::get_if<SparseLdlt>(&impl_->factor)) return sparse->negative_pivots();
    throw std::logic_error("factorisation: the inertia is not available from an LU factor");
}

int Factorisation::smallest_pivot_row() const noexcept {
    return std::visit([](const auto& f) { return f.smallest_pivot_row(); }, impl_->factor);
}

double Factorisation::smallest_pivot_ratio() const noexcept {
    return std::visit([](const auto& f) { return f.smallest_pivot_ratio(); }, impl_->factor);
}

}  // namespace jounce::linalg
