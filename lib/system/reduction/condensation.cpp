// Static condensation of dofs without mass (Guyan; exact here because the eliminated dofs have no inertia).
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "base/messages/text.hpp"
#include "linalg/sparse/factorisation.hpp"
#include "system/reduction/affine_map.hpp"
#include "system/reduction/congruent.hpp"
#include "system/reduction/reduced_row.hpp"

namespace jounce {

namespace {

// The stiffness matrix of the massless dofs, factored in its own ordering.
class HeldStiffness {
  public:
    explicit HeldStiffness(const SparseMatrix& K) : ordering_(linalg::choose_ordering(std::vector{std::cref(K)})) {
        try {
            factor_ = linalg::Factorisation::make(linalg::permuted(K, ordering_), linalg::Symmetry::symmetric, ordering_);
        } catch (const linalg::SingularMatrix& singular) {
            throw linalg::SingularMatrix(ordering_.old_of_new[singular.row], singular.pivot);
        }
    }
    [[nodiscard]] Vector solve(const Vector& right) const {
        Matrix moved = linalg::permuted(Matrix(right), ordering_);
        factor_.solve_in_place(moved);
        return linalg::restored(moved, ordering_);
    }
    // -K^-1 B, columns of zeros skipped.
    [[nodiscard]] SparseMatrix answer(const SparseMatrix& B) const {
        std::vector<Eigen::Triplet<double>> triplets;
        for (int j = 0; j < B.cols(); ++j) {
            if (B.col(j).nonZeros() == 0) continue;
            const Vector x = solve(Vector(B.col(j)));
            for (int i = 0; i < x.size(); ++i) {
                if (x[i] != 0) triplets.emplace_back(i, j, -x[i]);
            }
        }
        SparseMatrix out(B.rows(), B.cols());
        out.setFromTriplets(triplets.begin(), triplets.end());
        return out;
    }

  private:
    linalg::Ordering ordering_;
    linalg::Factorisation factor_;
};

Vector row_sizes(const SparseMatrix& matrix) {
    Vector sizes = Vector::Zero(matrix.rows());
    for (int j = 0; j < matrix.outerSize(); ++j) {
        for (SparseMatrix::InnerIterator it(matrix, j); it; ++it) {
            sizes[it.row()] = std::max(sizes[it.row()], std::abs(it.value()));
        }
    }
    return sizes;
}

Error cannot_follow(const Builder& builder, int dof, const std::string& why, const Origin& origin) {
    const NodeDeclaration& node = builder.model().nodes()[dof / 6];
    return bad_case("model: node '" + node.name + "': '" + dof_names[dof % 6] + "' " + why,
                    origin.known() ? origin : node.origin);
}

// No gap or friction may act on an eliminated dof: its force would be lost, and its onset has no impact speed.
void refuse_contacts(const AffineMap& map, const Builder& builder, const std::vector<bool>& massless) {
    const RowMajor rows = map.T;
    const auto refuse = [&](const auto& given_rows, const std::string& subject, const std::string& what, const Origin& origin) {
        for (const auto& row : given_rows) {
            for (const LinearTerm& term : row) {
                for (RowMajor::InnerIterator it(rows, term.index); it; ++it) {
                    if (!massless[it.col()]) continue;
                    throw bad_case(subject + ": '" + builder.dof_name(term.index) + "' must have mass where " + what +
                                       " acts, got a dof without mass, which is condensed statically",
                                   origin);
                }
            }
        }
    };
    for (const FullGap& gap : builder.gaps()) refuse(gap.rows, gap.subject, "a gap", gap.origin);
    for (const FullFriction& full : builder.frictions()) refuse(full.rows, full.subject, "friction", full.friction.origin);
}

}  // namespace

bool condense_massless(AffineMap& map, const Builder& builder, const linalg::Pattern& mass, std::vector<std::string>& notes) {
    std::vector<int> held, kept;  // massless coordinates, the other coordinates
    std::vector<bool> massless(map.size(), false);
    for (int i = 0; i < map.size(); ++i) {
        massless[i] = !mass.contains(i, i);
        (massless[i] ? held : kept).push_back(i);
    }
    if (held.empty()) return false;

    const SparseMatrix Tm = chosen_columns(map.T, held);
    const SparseMatrix Tr = chosen_columns(map.T, kept);
    const FullMatrix& full_K = builder.full_stiffness();
    const SparseMatrix Kmm = congruent(full_K, Tm), K_of_held = full_K.rows(rows_in_use(Tm));
    for (std::size_t i = 0; i < held.size(); ++i) {
        if (Kmm.coeff(static_cast<int>(i), static_cast<int>(i)) != 0) continue;
        throw cannot_follow(builder, map.dof_of[held[i]], "has neither mass nor stiffness", {});
    }
    refuse_contacts(map, builder, massless);

    const auto factor = [&] {
        try {
            return HeldStiffness(Kmm);
        } catch (const linalg::SingularMatrix& singular) {
            throw cannot_follow(builder, map.dof_of[held[singular.row]],
                                "has no mass and can move without stiffness, together with other dofs without mass", {});
        }
    }();

    // q_m = R q_r + (response to supports) + (response to loads)
    const SparseMatrix T = Tr + SparseMatrix(Tm * factor.answer(triple_product(Tm, K_of_held, Tr)));
    SparseMatrix P = map.P;
    if (map.supports > 0) P = SparseMatrix(P + SparseMatrix(Tm * factor.answer(triple_product(Tm, K_of_held, map.P))));

    const SparseMatrix& C = builder.full_damping().stored();
    if (C.nonZeros() > 0) {
        // A damper on a massless dof leads to a first-order equation, unless its force vanishes in every static motion.
        const Vector before = row_sizes(triple_product(Tm, C, map.T)) + row_sizes(triple_product(Tm, C, map.P));
        const Vector after = row_sizes(triple_product(Tm, C, T)) + row_sizes(triple_product(Tm, C, P));
        for (int i = 0; i < after.size(); ++i) {
            if (after[i] <= 1e-9 * before[i]) continue;
            throw cannot_follow(builder, map.dof_of[held[i]], "has a damper but no mass; give it a mass", {});
        }
    }

    std::vector<Eigen::Triplet<double>> extra;
    for (const FullLoad& load : builder.loads()) {
        const Vector pattern = Tm.transpose() * full_vector(load.pattern, builder.dof_count());
        if (pattern.isZero(0)) continue;
        const Vector full = Tm * factor.solve(pattern);
        const int column = static_cast<int>(map.motions.size());
        for (int i = 0; i < full.size(); ++i) {
            if (full[i] != 0) extra.emplace_back(i, column, full[i]);
        }
        map.motions.push_back({load.signal, load.origin});
        notes.push_back(load.subject + (load.origin.known() ? " at " + load.origin.text() : "") +
                        " acts on dofs without mass: its static deflection is included in the motion, but not in energy.strain "
                        "and energy.external");
    }
    for (int j = 0; j < P.outerSize(); ++j) {
        for (SparseMatrix::InnerIterator it(P, j); it; ++it) extra.emplace_back(static_cast<int>(it.row()), j, it.value());
    }

    std::vector<std::string> names;
    for (const int i : held) names.push_back(fmt::format("'{}'", builder.dof_name(map.dof_of[i])));
    const std::size_t shown = std::min<std::size_t>(names.size(), 6);
    notes.push_back(std::to_string(names.size()) + (names.size() == 1 ? " dof" : " dofs") +
                    " without mass condensed statically: " + join(std::span(names).first(shown)) +
                    (shown < names.size() ? ", ..." : ""));

    std::vector<int> dof_of;
    for (const int i : kept) dof_of.push_back(map.dof_of[i]);
    map.dof_of = std::move(dof_of);
    map.T = T;
    map.P.resize(builder.dof_count(), static_cast<int>(map.motions.size()));
    map.P.setFromTriplets(extra.begin(), extra.end());
    return true;
}

}  // namespace jounce
