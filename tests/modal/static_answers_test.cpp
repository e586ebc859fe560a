// Many static responses of a large structure, and vectors that depend on others, 64 at a time.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/SparseCholesky>
#include <cmath>

#include "linalg/basics/products.hpp"
#include "modal/orthonormal.hpp"
#include "modal/structure.hpp"
#include "plate_case.hpp"
#include "reduction_cases.hpp"

namespace jounce::test::static_answers_test {
namespace {

TEST(StaticAnswers, OfAClampedPlateAreThoseOfItsStiffness) {
    const System system = plate(true);
    ASSERT_GT(system.size(), 20000);
    const modal::Structure structure(system, 6, {});
    const Matrix f = forces(system, 36), x = structure.static_answers(f.sparseView());
    const Eigen::SimplicialLDLT<SparseMatrix> direct(system.linear.K);
    ASSERT_EQ(direct.info(), Eigen::Success);
    const Matrix exact = direct.solve(f);
    // 1e-8: the condition of K (about 1e9) times the rounding of the direct solution, with a digit to spare.
    for (Eigen::Index j = 0; j < f.cols(); ++j) EXPECT_NEAR(f.col(j).dot(x.col(j)) / f.col(j).dot(exact.col(j)), 1, 1e-8) << j;
    EXPECT_LT((x - exact).norm(), 1e-7 * exact.norm());
}

TEST(StaticAnswers, OfAFreePlateAreInBalance) {
    const System system = plate(false);
    modal::Structure structure(system, 6, {});
    ASSERT_EQ(structure.rigid().cols(), 6);
    const Matrix f = forces(system, 70), x = structure.static_answers(f.sparseView());
    EXPECT_LT((structure.static_answers(f.middleCols(66, 2).sparseView()) - x.middleCols(66, 2)).norm(), 1e-12 * x.norm())
        << "alone and as columns of two blocks";
    // K x = f - M R R^T f, R^T M x = 0: the strain energy is half the work of the force, and nothing moves as a whole.
    const Matrix Kx = linalg::product(system.linear.K, x);
    for (Eigen::Index j = 0; j < f.cols(); ++j) EXPECT_NEAR(x.col(j).dot(Kx.col(j)) / x.col(j).dot(f.col(j)), 1, 1e-9) << j;
    EXPECT_LT((structure.rigid().transpose() * linalg::product(system.linear.M, x)).norm(), 1e-9 * x.norm());
    const Matrix balance = f - linalg::product(system.linear.M, structure.rigid() * (structure.rigid().transpose() * f));
    const Eigen::VectorXd wrong = (structure.solve(Kx - balance)).colwise().norm(),
                          right = structure.solve(balance).colwise().norm();
    EXPECT_LT((wrong.array() / right.array()).maxCoeff(), 1e-8) << "the residual, as the displacement that it causes";
}

TEST(Orthonormal, DropsDependentVectorsWithinAndBetweenBlocks) {
    const System system = beam(40, true).system();
    const modal::Structure structure(system, 4, {});
    srand(1);
    Matrix first = Matrix::Random(system.size(), 100), second = Matrix::Random(system.size(), 30);
    first.col(7) = 3 * first.col(2);                                                                    // in one block
    first.col(90) = first.col(1) - 2 * first.col(20);                                                   // of an earlier one
    second.col(3) = first.col(50) + first.col(99);                                                      // of the other group
    second.col(4) = first.col(5) + 1e-10 * second.col(9) / second.col(9).norm() * first.col(5).norm();  // only rounding is left
    second.col(5).setZero();                                                                            // nothing to drop
    const modal::Spanned spanned = modal::orthonormal(structure, first, {second});
    EXPECT_EQ(spanned.modes, 98);
    EXPECT_EQ(spanned.dropped, 4);
    ASSERT_EQ(spanned.vectors.cols(), 98 + 27);
    const Matrix V = spanned.vectors * spanned.weights, gram = V.transpose() * structure.shifted(V);
    EXPECT_LT((gram - Matrix::Identity(gram.rows(), gram.cols())).cwiseAbs().maxCoeff(), 1e-11);
    // The span contains what was given.
    for (const Eigen::Index j : {Eigen::Index{2}, Eigen::Index{64}, Eigen::Index{99}}) {
        const Vector x = first.col(j);
        const Vector rest = x - V * (V.transpose() * structure.shifted(x)).eval();
        EXPECT_LT(rest.norm(), 1e-8 * x.norm()) << j;
    }
}

// Columns that differ by a few millionths: half of the digits of the Gram matrix of the block are lost to them, none of the
// basis.
TEST(Orthonormal, KeepsVectorsThatDifferLittle) {
    const System system = beam(40, true).system();
    const modal::Structure structure(system, 4, {});
    srand(2);
    Matrix x = Matrix::Random(system.size(), 40);
    const Vector base = x.col(0);
    const double size = std::sqrt(base.dot(Vector(structure.shifted(base))));
    for (Eigen::Index j = 1; j < 20; ++j) {
        const Vector other = x.col(j);
        x.col(j) = base + 3e-6 * size / std::sqrt(other.dot(Vector(structure.shifted(other)))) * other;
    }
    const modal::Spanned spanned = modal::orthonormal(structure, x, {});
    EXPECT_EQ(spanned.dropped, 0);
    ASSERT_EQ(spanned.vectors.cols(), 40);
    const Matrix V = spanned.vectors * spanned.weights, gram = V.transpose() * structure.shifted(V);
    EXPECT_LT((gram - Matrix::Identity(40, 40)).cwiseAbs().maxCoeff(), 1e-11);
}

// Shapes of nearly equal energy, each with a share of one of them: what is left of one beside the others is 1/sqrt(1 + share^2)
// of it, so that the Gram matrix of all is factored at once (0.1), after one repetition (100), or not at all (3e5: the difference
// is three millionths). Rigid motions are taken out, a vector of zeros too; the mass is that of the orthonormal vectors.
TEST(Orthonormal, SpansVectorsThatAreMoreOrLessAlike) {
    const System system = beam(40, false).system();
    const modal::Structure structure(system, 30, {});
    const Matrix& R = structure.rigid();
    const Matrix shapes =
        structure.elastic().leftCols(30) * structure.eigenvalues().head(30).cwiseSqrt().cwiseInverse().asDiagonal();
    for (const double share : {0.1, 100.0, 3e5}) {
        Matrix first = shapes.leftCols(20), second = Matrix::Zero(system.size(), 11);
        for (Eigen::Index j = 1; j < 20; ++j) first.col(j) += share * shapes.col(0);
        second.leftCols(10) = shapes.rightCols(10);
        second.col(4) += 1e-3 * R.col(2);
        const modal::Spanned spanned = modal::orthonormal(structure, first, {second});
        EXPECT_EQ(spanned.dropped, 0) << share;
        EXPECT_EQ(spanned.modes, 20) << share;
        ASSERT_EQ(spanned.vectors.cols(), 30) << share;
        const Matrix V = spanned.vectors * spanned.weights, gram = V.transpose() * structure.shifted(V);
        EXPECT_LT((gram - Matrix::Identity(30, 30)).cwiseAbs().maxCoeff(), 1e-11) << share;
        const Matrix MV = linalg::product(system.linear.M, V);
        EXPECT_LT((V.transpose() * MV - spanned.mass).cwiseAbs().maxCoeff(), 1e-11 * spanned.mass.cwiseAbs().maxCoeff()) << share;
        EXPECT_LT((R.transpose() * MV).cwiseAbs().maxCoeff(), 1e-10 * MV.norm() * R.norm()) << share;
        const double round_off = 1e-15 * share * shapes.col(0).norm();  // of the vectors given
        for (Eigen::Index j = 0; j < 30; ++j) {
            const Vector x = shapes.col(j), rest = x - V * (V.transpose() * structure.shifted(x)).eval();
            EXPECT_LT(rest.norm(), 1e-10 * x.norm() + round_off) << share << ' ' << j;
        }
    }
}

// A rigid motion is no elastic vector. What is left of a vector that is one but for a part of 0.1, 1e-3, or 1e-6, is elastic: its
// rigid momentum is rounding of its own length, not of the vector given.
TEST(Orthonormal, TakesRigidMotionsOutOfVectorsThatHardlyDeform) {
    const System system = beam(40, false).system();
    const modal::Structure structure(system, 8, {});
    const Matrix& R = structure.rigid();
    const modal::Spanned none = modal::orthonormal(structure, R.col(2), {});
    EXPECT_EQ(none.vectors.cols(), 0);
    EXPECT_EQ(none.dropped, 1);
    for (const double part : {0.1, 1e-3, 1e-6}) {
        const Vector shape = structure.elastic().col(3);
        const modal::Spanned spanned = modal::orthonormal(structure, R.col(2) + part * shape, {});
        ASSERT_EQ(spanned.vectors.cols(), 1) << part;
        const Vector v = spanned.vectors * spanned.weights, Mv = system.linear.M * v;
        EXPECT_LT((R.transpose() * Mv).cwiseAbs().maxCoeff(), 1e-11 * std::sqrt(v.dot(Mv))) << part;
        const double along = v.dot(system.linear.M * shape) / std::sqrt(v.dot(Mv));
        EXPECT_NEAR(std::abs(along), 1, 1e-12 / (part * part)) << part;
    }
}

TEST(Products, AreThoseOfTheMatrixForAnyNumberOfColumns) {
    const System system = beam(20, false).system();
    for (const int columns : {0, 1, 3, 4, 63, 64, 65, 130}) {
        const Matrix x = Matrix::Random(system.size(), columns);
        const Matrix exact = Matrix(system.linear.K) * x, got = linalg::product(system.linear.K, x);
        ASSERT_EQ(got.cols(), columns);
        EXPECT_LE((got - exact).norm(), 1e-13 * exact.norm()) << columns;
    }
}

}  // namespace
}  // namespace jounce::test::static_answers_test
