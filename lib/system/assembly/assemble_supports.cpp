// Forces on the held dofs of a structure.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/assemble_supports.hpp"

#include "system/reduction/affine_map.hpp"
#include "system/reduction/congruent.hpp"
#include "system/reduction/reduced_row.hpp"

namespace jounce {

namespace {

/// One column for each held dof: the motion of all dofs for a unit motion of it, with the free coordinates at zero.
SparseMatrix patterns(const Builder& builder) {
    const Constraints& constraints = builder.held_constraints();
    std::vector<Eigen::Triplet<double>> triplets;
    for (int dof = 0; dof < constraints.size(); ++dof) {
        const Constraints::Expression* expression = constraints.expression(dof);
        if (expression == nullptr) continue;
        for (const LinearTerm& motion : expression->motions) triplets.emplace_back(dof, motion.index, motion.coefficient);
    }
    SparseMatrix out(constraints.size(), static_cast<Eigen::Index>(builder.held().size()));
    out.setFromTriplets(triplets.begin(), triplets.end());
    return out;
}

std::vector<FullTerm> terms_of(const RowMajor& matrix, std::size_t row) {
    std::vector<FullTerm> out;
    for (RowMajor::InnerIterator it(matrix, static_cast<Eigen::Index>(row)); it; ++it) {
        if (it.value() != 0) out.push_back({static_cast<int>(it.col()), it.value()});
    }
    return out;
}

}  // namespace

std::shared_ptr<const Supports> supports_of(const Builder& builder, const FullMatrices& full) {
    if (builder.held().empty()) return nullptr;
    auto out = std::make_shared<Supports>();
    const SparseMatrix p = patterns(builder);
    const SparseMatrix pt = p.transpose();
    const std::vector<bool> held_rows = rows_in_use(p);
    const RowMajor mass = linalg::summed(full.ranks, SparseMatrix(pt * full.mass.rows(held_rows)));
    const RowMajor stiffness = linalg::summed(full.ranks, SparseMatrix(pt * full.stiffness.rows(held_rows)));
    RowMajor damping = pt * full.dampers.stored();
    if (full.damping != nullptr && full.damping->proportional)
        damping = RowMajor(damping + full.damping->alpha * mass + full.damping->beta * stiffness);
    out->dampers = full.dampers.stored();
    out->couples = full.damping != nullptr && !full.damping->proportional;
    for (const HeldDof& held : builder.held()) {
        const std::size_t s = out->held.size();
        out->held.push_back({held.dof, held.shared, terms_of(mass, s), terms_of(damping, s), terms_of(stiffness, s), {}, {}});
    }

    const auto each = [&](const Vector& on_dofs, const auto& take) {
        const Vector on_supports = pt * on_dofs;
        for (Eigen::Index s = 0; s < on_supports.size(); ++s) {
            if (on_supports[s] != 0) take(out->held[static_cast<std::size_t>(s)], on_supports[s]);
        }
    };
    int row = 0;  // numbered as in add_gaps and add_frictions
    const auto add_rows = [&](const auto& list) {
        for (const auto& entry : list) {
            for (const std::vector<LinearTerm>& terms : entry.rows) {
                each(full_vector(terms, builder.dof_count()), [&](Support& s, double c) { s.rows.emplace_back(row, c); });
                ++row;
            }
        }
    };
    add_rows(builder.gaps());
    add_rows(builder.frictions());
    for (const FullLoad& load : builder.loads()) {
        each(full_vector(load.pattern, builder.dof_count()), [&](Support& s, double c) {
            s.loads.push_back({c, load.signal, load.derivative});
        });
    }
    Eigen::Index column = 0;
    for (const MassLoad& load : builder.mass_loads()) {
        each(Vector(full.of_mass_loads.col(column++)), [&](Support& s, double c) {
            s.loads.push_back({c, load.signal, load.derivative});
        });
    }
    return out;
}

}  // namespace jounce
