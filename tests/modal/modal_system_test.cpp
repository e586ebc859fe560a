// Modal Systems: what the transformation promises about the matrices, and which form of damping it finds.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/modal_system.hpp"

#include <gtest/gtest.h>

#include "modal/projection.hpp"
#include "system/models.hpp"

namespace jounce::modal_system_test {
namespace {

using jounce::Matrix;
using jounce::System;
using jounce::Value;
using jounce::modal::modal_system;
using jounce::test::Script;

/// A free beam (six rigid modes) of 6 elements.
jounce::Handle add_beam(Script& script) {
    using namespace jounce::test;
    return script.add("beam", {{"name", "b"},
                               {"from", vector(0, 0, 0)},
                               {"to", vector(0.9, 0, 0)},
                               {"elements", 6},
                               {"section", circle(0.02)},
                               {"material", steel()}});
}

double off_diagonal(Matrix A) {
    A.diagonal().setZero();
    return A.cwiseAbs().maxCoeff();
}

bool mentions(const System& system, const std::string& text) {
    for (const std::string& note : system.notes) {
        if (note.find(text) != std::string::npos) return true;
    }
    return false;
}

TEST(ModalSystem, RigidModesHaveNoStiffnessAtAll) {
    Script script;
    add_beam(script);
    const System physical = script.system();
    const auto modal = modal_system(physical);
    ASSERT_EQ(modal->size(), physical.size());
    const Matrix K = modal->linear.K;
    for (int i = 0; i < modal->size(); ++i) EXPECT_EQ(K(i, i) == 0, i < 6) << i;
    EXPECT_EQ(off_diagonal(K), 0);
    EXPECT_EQ((Matrix(modal->linear.M) - Matrix::Identity(42, 42)).norm(), 0);
    EXPECT_EQ(modal->linear.half_bandwidth, 0);
    EXPECT_EQ(modal->coordinate_names[41], "mode 42");
    // T is Phi itself here: the shapes are orthonormal, and rigid motion survives the way there and back.
    const Matrix shapes = modal->recovery.T;
    const Matrix T = physical.recovery.T;
    const Matrix phi = T.transpose() * shapes;
    EXPECT_LT((phi.transpose() * physical.linear.M * phi - Matrix::Identity(42, 42)).cwiseAbs().maxCoeff(), 1e-11);
}

/// The recovery of a projection is T times the vectors, here with zeros in some columns, one of them empty, and rows of T without
/// entries (the clamped end).
TEST(ModalSystem, RecoveryIsThatOfTheVectors) {
    Script script;
    const jounce::Handle b = add_beam(script);
    script.add("fix", {{"nodes", jounce::test::references({b.nodes.front()})}});
    const System physical = script.system();
    jounce::modal::ModalBasis basis;
    basis.shapes = Matrix::Random(physical.size(), 5);
    basis.shapes.col(1).setZero();
    basis.shapes.block(3, 2, 7, 2).setZero();
    basis.stiffness = jounce::Vector::Ones(5);
    const std::shared_ptr<System> reduced = jounce::modal::projected(physical, basis, "test", "vector");
    const Matrix expected = Matrix(physical.recovery.T) * basis.shapes;
    ASSERT_GT(expected.cwiseAbs().maxCoeff(), 0.1);
    EXPECT_LT((Matrix(reduced->recovery.T) - expected).cwiseAbs().maxCoeff(), 1e-15);
    EXPECT_EQ(reduced->recovery.T.nonZeros(), (expected.array() != 0).count()) << "zeros are not stored";
}

TEST(ModalSystem, FormsOfDamping) {
    using namespace jounce::test;
    Script rayleigh;
    add_beam(rayleigh);
    rayleigh.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "rayleigh"}, {"alpha", 3}, {"beta", 2e-6}})}});
    const auto proportional = modal_system(rayleigh.system());
    EXPECT_TRUE(mentions(*proportional, "proportional"));
    const Matrix C = proportional->linear.C, K = proportional->linear.K;
    EXPECT_EQ(off_diagonal(C), 0);
    EXPECT_EQ(C(0, 0), 3) << "a rigid mode feels alpha alone";
    EXPECT_DOUBLE_EQ(C(20, 20), 3 + 2e-6 * K(20, 20));

    Script local;
    add_beam(local);
    local.add("damper", {{"from", "b[1]"}, {"to", "b[7]"}, {"direction", vector(0, 1, 0)}, {"damping", 40}});
    const auto coupled = modal_system(local.system());
    EXPECT_TRUE(mentions(*coupled, "couples the modes"));
    EXPECT_GT(off_diagonal(coupled->linear.C), 1);
    EXPECT_EQ(coupled->linear.half_bandwidth, 41);
}

TEST(ModalSystem, ModalDampingComesOutAsIt) {
    using namespace jounce::test;
    Script script;
    add_beam(script);
    script.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "modal"}, {"ratio", 0.02}})}});
    const auto modal = modal_system(script.system());
    EXPECT_TRUE(mentions(*modal, "does not couple the modes"));
    const Matrix C = modal->linear.C, K = modal->linear.K;
    EXPECT_EQ(off_diagonal(C), 0);
    // c = 2 zeta omega; the rounding is that of the largest entry of C.
    for (int i = 6; i < 42; ++i) EXPECT_NEAR(C(i, i), 0.04 * std::sqrt(K(i, i)), 1e-11 * C(41, 41)) << i;
}

TEST(ModalSystem, RefusesWhatItCannotDo) {
    System huge;
    huge.name = "big";
    huge.linear.M.resize(2001, 2001);
    huge.linear.M.setIdentity();
    huge.linear.C = huge.linear.K = huge.linear.M;
    EXPECT_EQ(jounce::test::error_of([&] { (void)modal_system(huge); }),
              "model 'big': modal coordinates are limited to 2000 free coordinates, got 2001");
    System twisted;
    twisted.name = "twisted";
    twisted.linear.M.resize(2, 2);
    twisted.linear.M.setIdentity();
    twisted.linear.C = twisted.linear.M;
    Matrix K(2, 2);
    K << 2, 1, -1, 2;
    twisted.linear.K = K.sparseView();
    EXPECT_EQ(jounce::test::error_of([&] { (void)modal_system(twisted); }),
              "model 'twisted': modal coordinates need symmetric mass and stiffness matrices");
}

}  // namespace

}  // namespace jounce::modal_system_test
