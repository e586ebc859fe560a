// The affine map from the constraints.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/reduction/affine_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace jounce {

namespace {

/// The column of `map` with the only entry of a row, which is 1, or -1 for an empty row; nothing when `map` does more than
/// select: every column must have exactly one entry, no row more than one.
std::optional<std::vector<int>> selection(const SparseMatrix& map) {
    std::vector<int> column_of(map.rows(), -1);
    for (int j = 0; j < map.outerSize(); ++j) {
        SparseMatrix::InnerIterator it(map, j);
        if (!it || it.value() != 1 || column_of[it.row()] >= 0) return {};
        column_of[it.row()] = j;
        if (++it) return {};
    }
    return column_of;
}

/// Calls `visit` with the places of (i, j) and (j, i) in a compressed matrix, for every stored entry below the diagonal.
/// \returns false as soon as one of them is not stored
template <class Visit>
bool for_each_pair(const SparseMatrix& matrix, const Visit& visit) {
    const int *outer = matrix.outerIndexPtr(), *inner = matrix.innerIndexPtr();
    // Column after column, the mirrored entries of each column follow one another.
    std::vector<int> next(outer, outer + matrix.cols());
    for (int j = 0; j < matrix.cols(); ++j) {
        int below = next[j];  // all entries above the diagonal of column j have been visited
        if (below < outer[j + 1] && inner[below] < j) return false;
        if (below < outer[j + 1] && inner[below] == j) ++below;
        for (; below < outer[j + 1]; ++below) {
            const int i = inner[below], mirrored = next[i]++;
            if (mirrored >= outer[i + 1] || inner[mirrored] != j) return false;
            visit(below, mirrored);
        }
    }
    return true;
}

/// map' middle map for a map that selects: entries are copied, nothing is multiplied.
SparseMatrix selected(const SparseMatrix& middle, const SparseMatrix& map, const std::vector<int>& column_of) {
    SparseMatrix out(map.cols(), map.cols());
    const auto row_of = [&](int j) { return static_cast<int>(SparseMatrix::InnerIterator(map, j).row()); };
    const auto for_each = [&](int j, const auto& visit) {
        for (SparseMatrix::InnerIterator it(middle, row_of(j)); it; ++it)
            if (column_of[it.row()] >= 0 && it.value() != 0) visit(column_of[it.row()], it.value());
    };
    int* outer = out.outerIndexPtr();
    for (int j = 0; j < map.cols(); ++j) {
        outer[j + 1] = outer[j];
        for_each(j, [&](int, double) { ++outer[j + 1]; });
    }
    out.resizeNonZeros(outer[map.cols()]);
    std::vector<std::pair<int, double>> entries;  // of a column
    for (int j = 0; j < map.cols(); ++j) {
        entries.clear();
        for_each(j, [&](int i, double value) { entries.emplace_back(i, value); });
        if (!std::ranges::is_sorted(entries, {}, &std::pair<int, double>::first))
            std::ranges::sort(entries, {}, &std::pair<int, double>::first);
        for (std::size_t k = 0; k < entries.size(); ++k) {
            out.innerIndexPtr()[outer[j] + static_cast<int>(k)] = entries[k].first;
            out.valuePtr()[outer[j] + static_cast<int>(k)] = entries[k].second;
        }
    }
    return out;
}

}  // namespace

SparseMatrix triple_product(const SparseMatrix& left, const SparseMatrix& middle, const SparseMatrix& right) {
    const SparseMatrix product = middle * right;
    SparseMatrix out = SparseMatrix(left.transpose()) * product;
    out.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0; });
    out.makeCompressed();
    return out;
}

SparseMatrix congruent(const SparseMatrix& middle, const SparseMatrix& map) {
    const std::optional<std::vector<int>> only = selection(map);
    SparseMatrix product = only ? selected(middle, map, *only) : triple_product(map, middle, map);
    if (map.cols() == 0) return product;  // Eigen's makeCompressed reads behind the end of a matrix without columns
    // Halves first: their sum is no larger than the largest number.
    if (for_each_pair(product, [](int, int) {})) {
        double* value = product.valuePtr();
        for_each_pair(product, [value](int a, int b) { value[a] = value[b] = 0.5 * value[a] + 0.5 * value[b]; });
    } else {
        product *= 0.5;
        SparseMatrix sum = product + SparseMatrix(product.transpose());
        product.swap(sum);
    }
    product.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0; });
    product.makeCompressed();
    return product;
}

Vector full_vector(const std::vector<LinearTerm>& terms, int dofs) {
    Vector out = Vector::Zero(dofs);
    for (const LinearTerm& term : terms) out[term.index] += term.coefficient;
    return out;
}

AffineMap affine_map(const Builder& builder) {
    const Constraints& constraints = builder.constraints();
    const int dofs = builder.dof_count();

    // A free dof exists when it, or a dof that depends on it, has an entry in a matrix.
    std::vector<bool> exists(dofs, false);
    for (int dof = 0; dof < dofs; ++dof) {
        if (!builder.touched(dof)) continue;
        if (const auto* expression = constraints.expression(dof)) {
            for (const LinearTerm& term : expression->terms) exists[term.index] = true;
        } else {
            exists[dof] = true;
        }
    }
    for (const NeededDof& needed : builder.needed()) {
        if (constraints.expression(needed.dof) == nullptr && !exists[needed.dof]) {
            const std::string name = builder.dof_name(needed.dof);
            throw bad_case(needed.subject + ": '" + name + "' has neither mass nor stiffness", needed.origin);
        }
    }

    AffineMap map;
    std::vector<int> coordinate(dofs, -1);
    for (int dof = 0; dof < dofs; ++dof) {
        if (!exists[dof]) continue;
        coordinate[dof] = map.size();
        map.dof_of.push_back(dof);
    }
    std::vector<Eigen::Triplet<double>> t, p;
    for (int dof = 0; dof < dofs; ++dof) {
        if (coordinate[dof] >= 0) t.emplace_back(dof, coordinate[dof], 1);
        const auto* expression = constraints.expression(dof);
        if (expression == nullptr) continue;
        for (const LinearTerm& term : expression->terms) {
            if (coordinate[term.index] >= 0) t.emplace_back(dof, coordinate[term.index], term.coefficient);
        }
        for (const LinearTerm& motion : expression->motions) p.emplace_back(dof, motion.index, motion.coefficient);
    }
    map.motions = builder.motions();
    map.supports = static_cast<int>(map.motions.size());
    map.T.resize(dofs, map.size());
    map.T.setFromTriplets(t.begin(), t.end());
    map.P.resize(dofs, map.supports);
    map.P.setFromTriplets(p.begin(), p.end());
    return map;
}

void check_fill(const AffineMap& map, const Builder& builder, std::vector<std::string>& notes) {
    constexpr std::int64_t noted = 1000, refused = 20'000;  // 400 million entries per matrix
    std::vector<std::int64_t> leaders(static_cast<std::size_t>(builder.dof_count()), 0);
    for (int j = 0; j < map.T.outerSize(); ++j) {
        for (SparseMatrix::InnerIterator it(map.T, j); it; ++it) ++leaders[static_cast<std::size_t>(it.row())];
    }
    std::int64_t most = 0;
    int worst = -1;
    for (int dof = 0; dof < builder.dof_count(); ++dof) {
        if (!builder.touched(dof) || leaders[static_cast<std::size_t>(dof)] <= most) continue;
        most = leaders[static_cast<std::size_t>(dof)];
        worst = dof;
    }
    if (most < noted) return;
    // Three matrices (mass, stiffness, their factor) of 12 bytes per entry: an index and a value.
    const double gigabytes = 3 * 12e-9 * static_cast<double>(most) * static_cast<double>(most);
    const std::string what = fmt::format(
        "'{}' follows from {} coordinates and couples all of them: {} million entries in each matrix, {:.2g} GB in total; couple "
        "fewer nodes (every second or third of the set), or leave the coupling's node free of constraints, springs, beams and "
        "mass",
        builder.dof_name(worst), most, most * most / 1'000'000, gigabytes);
    if (most < refused) return notes.push_back(what);
    const Constraints::Expression* expression = builder.constraints().expression(worst);
    throw bad_case("model: " + what, expression != nullptr ? expression->origin : builder.model().origin());
}

}  // namespace jounce
