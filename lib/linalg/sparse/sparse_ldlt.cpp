// The sparse L D L': elimination by fronts, a check of the pivots, and substitution block by block.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse/sparse_ldlt.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "base/files/memory.hpp"
#include "linalg/sparse/block_substitution.hpp"
#include "linalg/sparse/multifrontal.hpp"

namespace jounce::linalg {

namespace {

/// \param there bytes that need not be asked for
Pivots eliminated(const OrderedSum& matrix, const std::vector<Supernode>& nodes, std::vector<double>* values, double there,
                  const StagePart& stage) {
    const double needed = elimination_memory(nodes, values != nullptr ? Blocks::kept : Blocks::discarded);
    const std::string what = values != nullptr ? "the factor of " : "the count of eigenvalues of ";
    require_memory(std::max(0.0, needed - there), what + std::to_string(matrix.size()) + " unknowns");
    Pivots pivots = eliminate(matrix, nodes, values, stage);
    constexpr double much = 1e8;            // bytes
    if (needed > much) give_back_memory();  // of the updates: what uses the factor now needs some of its own
    if (pivots.zero >= 0) throw SingularMatrix(pivots.zero, pivots.values[pivots.zero]);
    return pivots;
}

PivotRecord record_of(const Pivots& pivots) {
    PivotRecord record;
    for (std::size_t i = 0; i < pivots.values.size(); ++i)
        record.take(static_cast<int>(i), pivots.values[i], pivots.magnitudes[i]);
    return record;
}

}  // namespace

SparseLdlt::SparseLdlt(const OrderedSum& matrix, std::shared_ptr<const std::vector<Supernode>> nodes,
                       const std::shared_ptr<SpareMemory>& spare, const StagePart& stage)
    : nodes_(nodes ? std::move(nodes) : std::make_shared<const std::vector<Supernode>>(supernodes(matrix))), values_(spare) {
    const double there = sizeof(double) * static_cast<double>(values_.get().capacity());
    Pivots pivots = eliminated(matrix, *nodes_, &values_.get(), there, stage);
    const PivotRecord record = record_of(pivots);
    negative_pivots_ = record.negative;
    smallest_pivot_row_ = record.smallest_row;
    smallest_pivot_ratio_ = record.smallest_ratio;
    reciprocals_ = std::move(pivots.values);
    for (double& pivot : reciprocals_) pivot = 1 / pivot;
}

PivotRecord pivots_without_factor(const OrderedSum& matrix, const std::vector<Supernode>& nodes, const StagePart& stage) {
    return record_of(eliminated(matrix, nodes, nullptr, 0, stage));
}

void SparseLdlt::solve_in_place(double* x) const noexcept {
    // Rows below a block are visited in chunks that are gathered once for all of its columns.
    constexpr int chunk = 64;
    std::array<double, chunk> part;
    for (const Supernode& node : *nodes_) {
        const int height = node.height(), width = node.width, below = height - width;
        const ConstFactorStrips block = node.block(values_.get());
        double* own = x + node.first;
        for (int j = 0; j < width; ++j) {
            const double s = own[j];
            const double* column = block.column(j);
            for (int i = j + 1; i < width; ++i) own[i] -= column[i] * s;
        }
        for (int begin = 0; begin < below; begin += chunk) {
            const int count = std::min(chunk, below - begin);
            const int* row = node.rows.data() + begin;
            std::fill_n(part.begin(), count, 0.0);
            for (int j = 0; j < width; ++j) {
                const double s = own[j];
                const double* column = block.column(j) + width + begin;
                for (int i = 0; i < count; ++i) part[i] += column[i] * s;
            }
            for (int i = 0; i < count; ++i) x[row[i]] -= part[i];
        }
    }
    for (int i = 0; i < size(); ++i) x[i] *= reciprocals_[i];
    for (auto node = nodes_->rbegin(); node != nodes_->rend(); ++node) {
        const int height = node->height(), width = node->width, below = height - width;
        const ConstFactorStrips block = node->block(values_.get());
        double* own = x + node->first;
        for (int begin = 0; begin < below; begin += chunk) {
            const int count = std::min(chunk, below - begin);
            const int* row = node->rows.data() + begin;
            for (int i = 0; i < count; ++i) part[i] = x[row[i]];
            for (int j = 0; j < width; ++j) {
                const double* column = block.column(j) + width + begin;
                double s = 0;
#pragma omp simd reduction(+ : s)
                for (int i = 0; i < count; ++i) s += column[i] * part[i];
                own[j] -= s;
            }
        }
        for (int j = width - 1; j >= 0; --j) {
            const double* column = block.column(j);
            double s = own[j];
            for (int i = j + 1; i < width; ++i) s -= column[i] * own[i];
            own[j] = s;
        }
    }
}

void SparseLdlt::solve_in_place(RowMatrix& x) const { substitute(*nodes_, values_.get(), reciprocals_, x, {}); }

void SparseLdlt::solve_in_place(RowMatrix& x, std::span<const int> rows) const {
    // A row depends on those above it in the tree only.
    std::vector<char> needed(nodes_->size(), 0);
    for (const int row : rows) {
        const auto after = std::upper_bound(nodes_->begin(), nodes_->end(), row,
                                            [](int place, const Supernode& node) { return place < node.first; });
        for (auto s = static_cast<int>(after - nodes_->begin()) - 1; s >= 0 && needed[s] == 0; s = (*nodes_)[s].parent)
            needed[s] = 1;
    }
    substitute(*nodes_, values_.get(), reciprocals_, x, needed);
}

}  // namespace jounce::linalg
