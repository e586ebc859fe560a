// Structures whose interface holds them: static responses, free modes and held modes by the stiffness without the unknowns of the
// interface. References: the factor of the free structure, which does not use the interface; closed forms.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/SparseCholesky>
#include <vector>

#include "linalg/basics/products.hpp"
#include "modal/held_answers.hpp"
#include "modal/structure.hpp"
#include "plate_case.hpp"
#include "reduction_cases.hpp"

namespace jounce::test::held_interface_test {
namespace {

/// Rows of one entry: all dofs of three nodes, a combination of two other nodes, one of fixed dofs only, and the first row again.
SparseMatrix holding_rows(const System& system) {
    const Matrix some = forces(system, 30);
    Matrix rows = Matrix::Zero(system.size(), 21);
    rows.leftCols(18) = some.leftCols(18);
    rows.col(18) = some.col(20) - 0.5 * some.col(26);
    rows.col(19) = 0.6 * some.col(1) + 0.8 * some.col(7);
    rows.col(20) = some.col(0);
    return rows.sparseView();
}

// An interface that holds the structure: all comes from the factor without its unknowns. Reference: responses, free modes and
// held modes by the factor of the free structure, which does not use these rows. Gravity strains no free structure.
TEST(HeldInterface, AnswersAreThoseOfTheFreeStructure) {
    const System system = plate(false);
    modal::Structure free(system, 6, {});
    Matrix given(system.size(), 2);
    given << forces(system, 70).rightCols(1), linalg::product(system.linear.M, Matrix(free.rigid() * Vector::LinSpaced(6, 1, 2)));
    const SparseMatrix rows = holding_rows(system), loads = given.sparseView();
    modal::Structure held(system, 6, {}, nullptr, rows, loads);
    ASSERT_TRUE(held.is_held_by_interface());
    ASSERT_FALSE(free.is_held_by_interface());
    ASSERT_EQ(held.rigid().cols(), 6);
    const Matrix both = held.rigid().transpose() * linalg::product(system.linear.M, free.rigid());
    EXPECT_LT((both * both.transpose() - Matrix::Identity(6, 6)).norm(), 1e-9);
    EXPECT_TRUE(held.complete());
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(held.eigenvalues()[k] / free.eigenvalues()[k], 1, 1e-9) << k;

    const auto [answered, of_loads] = held.answered(rows, loads);
    const Matrix x = free.static_answers(rows), y = free.static_answers(loads.leftCols(1));
    // 1e-8: the condition of K (about 1e9) times rounding, with a digit to spare.
    for (Eigen::Index j = 0; j < rows.cols(); ++j)
        EXPECT_LT((answered.answers.col(j) - x.col(j)).norm(), 1e-8 * x.col(j).norm()) << j;
    EXPECT_LT((of_loads.answers.col(0) - y).norm(), 1e-8 * y.norm());
    EXPECT_TRUE(of_loads.answers.col(1).isZero(0));

    const modal::Forces independent = held.independent({rows, answered.answers});
    EXPECT_EQ(independent.vectors.cols(), 19);
    const auto modes = held.held_modes(independent.vectors, 5, 0), reference = free.held_modes(independent.vectors, 5, 0);
    EXPECT_TRUE(modes.complete);
    ASSERT_EQ(modes.eigenvalues.size(), 5);
    for (int k = 0; k < 5; ++k) EXPECT_NEAR(modes.eigenvalues[k] / reference.eigenvalues[k], 1, 1e-9) << k;
    EXPECT_LT((rows.transpose() * modes.shapes).cwiseAbs().maxCoeff(), 1e-10 * modes.shapes.cwiseAbs().maxCoeff());
}

// Unknowns hold a structure if single rows name them and no rigid motion is left without one.
TEST(HeldInterface, NeedsRowsOfOneUnknownForEveryRigidMotion) {
    Matrix rigid(4, 2);  // four unknowns on a line: translation and rotation
    rigid << 1, 0, 1, 1, 1, 2, 1, 3;
    Matrix rows = Matrix::Zero(4, 2);
    rows(1, 0) = 2;
    rows(3, 1) = -1;
    EXPECT_EQ(*modal::holding_unknowns(rows.sparseView(), rigid), (std::vector<int>{1, 3}));
    EXPECT_EQ(modal::holding_unknowns(rows.leftCols(1).sparseView(), rigid), nullptr) << "a rotation is left";
    rows(0, 1) = 1e-3;
    EXPECT_EQ(modal::holding_unknowns(rows.sparseView(), rigid), nullptr) << "a row across two unknowns names neither";
    EXPECT_EQ(modal::holding_unknowns(Matrix::Identity(4, 4).sparseView(), rigid), nullptr) << "nothing is left to move";
}

// One kept node: it holds the plate and nothing more. The plate's stiffness at its dofs is zero, and a motion about the node is
// so soft that the rounding of the stiffness shows: the responses come from the factor of the free structure.
TEST(HeldInterface, ThatOnlyJustHoldsTheStructureIsNotUsed) {
    const System system = plate(false);
    const SparseMatrix rows = forces(system, 6).sparseView(), none(system.size(), 0);
    const modal::Structure free(system, 6, {});
    modal::Structure held(system, 6, {}, nullptr, rows, none);
    EXPECT_FALSE(held.is_held_by_interface());
    EXPECT_EQ(held.eigenvalues(), free.eigenvalues());
    EXPECT_EQ(held.answered(rows, none).first.answers, free.static_answers(rows));
}

// A plate on six springs that hold it without redundancy, at three kept nodes. A force in line with a spring goes into that
// spring alone: its node moves by F/k, and those of the other springs do not move along them, whatever the elastic plate does.
// Tolerance: the plate's stiffness in a rigid motion is rounding, of 1e-12 of that of an element, not zero. With springs of a
// millionth of that of an element the rounding of the stiffness at the kept nodes shows: the factor of the free structure is
// used.
TEST(HeldInterface, OnSoftSprings) {
    struct Spring {
        int node, dof;
    };
    constexpr Spring springs[] = {{0, 0}, {0, 1}, {0, 2}, {70, 1}, {70, 2}, {50 * 71 + 35, 2}};
    for (const double softness : {1e-2, 1e-6}) {
        Script s;
        const Handle shell = add_plate(s);
        const double k = softness * 207e9 * 5e-3;  // E t: of an element in its plane
        for (const Spring& spring : springs)
            s.add("spring", {{"from", shell.nodes[static_cast<std::size_t>(spring.node)]},
                             {"direction", vector(spring.dof == 0, spring.dof == 1, spring.dof == 2)},
                             {"stiffness", k}});
        const System system = s.system();
        const SparseMatrix kept = forces_at(system, {0, 70, 50 * 71 + 35}).sparseView(), none(system.size(), 0);
        modal::Structure structure(system, 8, {}, nullptr, kept, none);
        EXPECT_EQ(structure.is_held_by_interface(), softness > 1e-4);
        EXPECT_EQ(structure.rigid().cols(), 0);
        const modal::Forces rows = structure.answered(kept, none).first;
        constexpr int columns[] = {0, 1, 2, 7, 8, 14};
        for (const int i : columns)
            for (const int j : columns)
                EXPECT_NEAR(k * kept.col(i).dot(rows.answers.col(j)), i == j ? 1 : 0, 2e-12 / softness)
                    << softness << ' ' << i << ' ' << j;
    }
}

// The whole reduction: static responses to forces at the interface exact, the frequencies of the full model from above.
TEST(HeldInterface, ReducesAPlate) {
    const System full = plate(true);
    ReductionSettings settings = with("craig_bampton", 12);
    settings.keep = {71 * 10 + 10, 71 * 40 + 20, 71 * 25 + 60};
    const Reduction reduction = reduce(full, settings);
    EXPECT_TRUE(reduction.report.complete);
    EXPECT_EQ(reduction.report.interface, 18);
    for (const modal::Compared& f : reduction.report.frequencies) {
        EXPECT_GT(f.reduced, f.full * (1 - 1e-10)) << f.name;
        EXPECT_LT(f.error(), 0.1) << f.name;
    }
    const Matrix forces = forces_at(full, settings.keep);
    const Eigen::SimplicialLDLT<SparseMatrix> direct(full.linear.K);
    const Matrix exact = forces.transpose() * direct.solve(forces);
    const System& reduced = *reduction.system;  // its stiffness is diagonal
    const SparseMatrix by_dof = reduced.recovery.T.transpose();
    for (std::size_t k = 0; k < settings.keep.size(); ++k)
        for (int d = 0; d < 6; ++d) {
            const Vector on_modes = by_dof.col(full.nodes[static_cast<std::size_t>(settings.keep[k])].first_dof + d);
            const double compliance = on_modes.cwiseAbs2().cwiseQuotient(Vector(reduced.linear.K.diagonal())).sum();
            const auto j = static_cast<Eigen::Index>(6 * k) + d;
            EXPECT_NEAR(compliance / exact(j, j), 1, 1e-8) << j;
        }
}

}  // namespace
}  // namespace jounce::test::held_interface_test
