// The affine map of the constraints.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/affine_map.hpp"

namespace jounce {

SparseMatrix triple_product(const SparseMatrix& left, const SparseMatrix& middle, const SparseMatrix& right) {
    const SparseMatrix product = middle * right;
    SparseMatrix out = SparseMatrix(left.transpose()) * product;
    out.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0; });
    out.makeCompressed();
    return out;
}

SparseMatrix congruent(const SparseMatrix& middle, const SparseMatrix& map) {
    const SparseMatrix product = triple_product(map, middle, map);
    SparseMatrix out = 0.5 * (product + SparseMatrix(product.transpose()));
    out.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0; });
    out.makeCompressed();
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

    // A free dof exists when it, or a dof that follows from it, is touched.
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

}  // namespace jounce
