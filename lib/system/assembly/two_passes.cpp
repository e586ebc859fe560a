// Patterns, order and numbers of the matrices of a System.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/assembly/two_passes.hpp"

#include <string>
#include <utility>
#include <vector>

#include "base/files/memory.hpp"
#include "system/state/rigid_motion.hpp"

namespace jounce {

namespace {

void reorder(AffineMap& map, const linalg::Ordering& ordering) {
    SparseMatrix T(map.T.rows(), map.T.cols());
    std::vector<Eigen::Triplet<double>> triplets;
    for (int j = 0; j < map.T.outerSize(); ++j) {
        for (SparseMatrix::InnerIterator it(map.T, j); it; ++it) {
            triplets.emplace_back(static_cast<int>(it.row()), ordering.new_of_old[j], it.value());
        }
    }
    T.setFromTriplets(triplets.begin(), triplets.end());
    map.T = T;
    std::vector<int> dof_of(map.dof_of.size());
    for (int i = 0; i < map.size(); ++i) dof_of[ordering.new_of_old[i]] = map.dof_of[i];
    map.dof_of = std::move(dof_of);
}

}  // namespace

void require_memory_for(double entries, const Builder& builder) {
    require_memory((sizeof(double) + sizeof(int)) * entries, "the assembly of " + std::to_string(builder.dof_count()) + " dofs");
}

void give_back_memory_of(int dofs) {
    if (leaves_much_memory(dofs)) give_back_memory();
}

Patterns ordered_patterns(AffineMap& map, const Builder& builder, linalg::Pattern mass, SparseMatrix& dampers,
                          const StageReport& proceed) {
    using namespace assembly_stage;
    Patterns out{
        std::move(mass), congruent_pattern(builder.full_stiffness(), map.T, {proceed, name, stiffness_pattern, order}), {}};
    StagePart(proceed, name, order, motions).done(0);
    const linalg::Pattern damping = linalg::pattern_of(dampers);
    out.ordering = linalg::reverse_cuthill_mckee(std::vector{std::cref(out.mass), std::cref(out.stiffness), std::cref(damping)});
    SparseMatrix permuted = linalg::permuted(dampers, out.ordering);
    dampers.swap(permuted);
    reorder(map, out.ordering);
    return out;
}

void fill_matrices(Patterns& patterns, const AffineMap& map, const Builder& builder, LinearBlock& linear,
                   const StageReport& proceed) {
    using namespace assembly_stage;
    require_memory_for(static_cast<double>(patterns.mass.row.size() + patterns.stiffness.row.size()), builder);
    linalg::make_permuted(patterns.mass, patterns.ordering, linear.M);
    fill_congruent(builder.full_mass(), map.T, linear.M, {proceed, name, mass, stiffness});
    give_back_memory_of(builder.dof_count());
    linalg::make_permuted(patterns.stiffness, patterns.ordering, linear.K);
    fill_congruent(builder.full_stiffness(), map.T, linear.K, {proceed, name, stiffness, end});
}

Matrix mass_times_motions(const System& system, const Builder& builder) {
    Matrix motions(builder.dof_count(), 6 + std::ssize(builder.mass_loads()));
    motions.leftCols(6) = rigid_motions_of_nodes(system);
    for (std::size_t k = 0; k < builder.mass_loads().size(); ++k) {
        auto motion = motions.col(6 + static_cast<Eigen::Index>(k));
        motion.setZero();
        for (int node = 0; 6 * node < motion.size(); ++node) motion.segment<3>(6 * node) = builder.mass_loads()[k].acceleration;
    }
    return builder.full_mass().times(motions);
}

}  // namespace jounce
