// The affine map from the constraints.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/reduction/affine_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace jounce {

SparseMatrix chosen_columns(const SparseMatrix& matrix, const std::vector<int>& chosen) {
    SparseMatrix out(matrix.rows(), static_cast<Eigen::Index>(chosen.size()));
    std::vector<Eigen::Triplet<double>> triplets;
    for (std::size_t j = 0; j < chosen.size(); ++j) {
        for (SparseMatrix::InnerIterator it(matrix, chosen[j]); it; ++it)
            triplets.emplace_back(static_cast<int>(it.row()), static_cast<int>(j), it.value());
    }
    out.setFromTriplets(triplets.begin(), triplets.end());
    return out;
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
