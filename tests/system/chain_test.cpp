// Small chains of masses and springs against matrices written by hand, and the order of what the user writes.
// SPDX-License-Identifier: BSD-3-Clause
#include "models.hpp"

namespace jounce::test::chain_test {
namespace {

constexpr double k1 = 300, k2 = 700, c2 = 11, m1 = 2, m2 = 5;

// ground - k1 - a - (k2, c2) - b along x.
Script chain() {
    Script s;
    s.add("point", {{"name", "a"}, {"at", vector(0, 0, 0)}, {"mass", m1}, {"free", words({"ux"})}});
    s.add("point", {{"name", "b"}, {"at", vector(1, 0, 0)}, {"mass", m2}, {"free", words({"ux"})}});
    s.add("spring", {{"from", "a"}, {"direction", vector(3, 0, 0)}, {"stiffness", k1}});
    s.add("spring", {{"from", "a"}, {"to", "b"}, {"direction", vector(1, 0, 0)}, {"stiffness", k2}, {"damping", c2}});
    return s;
}

TEST(Chain, HasTheMatricesWrittenByHand) {
    const System system = chain().system();
    ASSERT_EQ(system.size(), 2);
    const int a = coordinate(system, "a.ux");
    const int b = coordinate(system, "b.ux");
    Matrix M(2, 2), C(2, 2), K(2, 2);
    M << m1, 0, 0, m2;
    C << c2, -c2, -c2, c2;
    K << k1 + k2, -k2, -k2, k2;
    const auto expect = [&](const SparseMatrix& got, const Matrix& wanted) {
        EXPECT_DOUBLE_EQ(got.coeff(a, a), wanted(0, 0));
        EXPECT_DOUBLE_EQ(got.coeff(a, b), wanted(0, 1));
        EXPECT_DOUBLE_EQ(got.coeff(b, a), wanted(1, 0));
        EXPECT_DOUBLE_EQ(got.coeff(b, b), wanted(1, 1));
    };
    expect(system.linear.M, M);
    expect(system.linear.C, C);
    expect(system.linear.K, K);
    EXPECT_TRUE(system.linear.symmetric);
    EXPECT_FALSE(system.linear.proportional);
    EXPECT_EQ(system.linear.half_bandwidth, 1);
    EXPECT_TRUE(system.notes.empty());
}

TEST(Chain, AnObliqueSpringCouplesItsDirections) {
    Script s;
    s.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux", "uy"})}});
    s.add("spring", {{"from", "p"}, {"direction", vector(3, 4, 0)}, {"stiffness", 25}});
    const System system = s.system();
    const int x = coordinate(system, "p.ux");
    const int y = coordinate(system, "p.uy");
    EXPECT_NEAR(system.linear.K.coeff(x, x), 9, 1e-13);
    EXPECT_NEAR(system.linear.K.coeff(x, y), 12, 1e-13);
    EXPECT_NEAR(system.linear.K.coeff(y, y), 16, 1e-13);
}

TEST(Chain, ARotationalSpringActsOnRotations) {
    Script s;
    s.add("point",
          {{"name", "disc"}, {"at", vector(0, 0, 0)}, {"mass", 0}, {"inertia", vector(0, 0, 3)}, {"free", words({"rz"})}});
    s.add("spring", {{"from", "disc"}, {"axis", vector(0, 0, 2)}, {"stiffness", 12}, {"damping", 5}});
    const System system = s.system();
    ASSERT_EQ(system.size(), 1);
    EXPECT_DOUBLE_EQ(system.linear.M.coeff(0, 0), 3);
    EXPECT_DOUBLE_EQ(system.linear.K.coeff(0, 0), 12);
    EXPECT_DOUBLE_EQ(system.linear.C.coeff(0, 0), 5);
}

TEST(Chain, ASpringAtAnArmPullsAtTheRotation) {
    Script s;
    s.add("point",
          {{"name", "body"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"inertia", vector(1, 1, 1)}, {"free", words({"ux", "rz"})}});
    s.add("spring", {{"from", "body"}, {"direction", vector(1, 0, 0)}, {"stiffness", 100}, {"from_offset", vector(0, 0.5, 0)}});
    const System system = s.system();
    // The attachment moves by ux - 0.5 rz along x.
    const int x = coordinate(system, "body.ux");
    const int r = coordinate(system, "body.rz");
    EXPECT_DOUBLE_EQ(system.linear.K.coeff(x, x), 100);
    EXPECT_DOUBLE_EQ(system.linear.K.coeff(x, r), -50);
    EXPECT_DOUBLE_EQ(system.linear.K.coeff(r, r), 25);
}

TEST(Chain, RayleighDampingIsDeclaredProportional) {
    Script s = chain();
    EXPECT_FALSE(s.system().linear.proportional);
    Script undamped;
    undamped.add("point", {{"name", "a"}, {"at", vector(0, 0, 0)}, {"mass", 2}, {"free", words({"ux"})}});
    undamped.add("spring", {{"from", "a"}, {"direction", vector(1, 0, 0)}, {"stiffness", 50}});
    EXPECT_TRUE(undamped.system().linear.proportional);
    undamped.add("damping", {{"family", "damping"}, {"kind", "rayleigh"}, {"alpha", 0.5}, {"beta", 0.01}});
    const LinearBlock linear = undamped.system().linear;
    EXPECT_TRUE(linear.proportional);
    EXPECT_DOUBLE_EQ(linear.alpha, 0.5);
    EXPECT_DOUBLE_EQ(linear.beta, 0.01);
    EXPECT_DOUBLE_EQ(linear.C.coeff(0, 0), 0.5 * 2 + 0.01 * 50);
}

TEST(Chain, InitialVelocityAndLoadReachTheirCoordinates) {
    Script s = chain();
    s.add("initial", {{"node", "b"}, {"velocity", vector(8, 0, 0)}, {"displacement", vector(1e-3, 0, 0)}});
    s.add("load", {{"nodes", words({"a", "b"})}, {"direction", vector(2, 0, 0)}, {"force", 4}});
    const System system = s.system();
    const int a = coordinate(system, "a.ux");
    const int b = coordinate(system, "b.ux");
    EXPECT_EQ(system.v0[b], 8);
    EXPECT_EQ(system.v0[a], 0);
    EXPECT_EQ(system.q0[b], 1e-3);
    ASSERT_EQ(system.loads.size(), 1u);
    EXPECT_EQ(system.loads[0].pattern[a], 1);
    EXPECT_EQ(system.loads[0].pattern[b], 1);
    EXPECT_EQ(system.loads[0].signal->value(0.3), 4);
    EXPECT_EQ(system.loads[0].origin.line, 6);
}

TEST(Chain, GravityAndBaseMotionPullAtEveryMass) {
    Script s = chain();
    s.add("gravity", {{"acceleration", vector(-9, 0, -9.81)}});
    s.add("base_motion", {{"direction", vector(5, 0, 0)}, {"acceleration", 3}});
    s.add("base_motion", {{"direction", vector(1, 0, 0)}, {"displacement", 3}});
    const System system = s.system();
    ASSERT_EQ(system.loads.size(), 3u);
    const int b = coordinate(system, "b.ux");
    EXPECT_DOUBLE_EQ(system.loads[0].pattern[b], -9 * m2);
    EXPECT_EQ(system.loads[0].term, WorkTerm::external);
    EXPECT_DOUBLE_EQ(system.loads[1].pattern[b], -m2);
    EXPECT_EQ(system.loads[1].term, WorkTerm::base);
    EXPECT_EQ(system.loads[1].derivative, 0);
    EXPECT_EQ(system.loads[2].derivative, 2);
}

TEST(Chain, FixingTwiceAndInAnyOrderIsTheSame) {
    const auto build = [](bool fix_first) {
        Script s;
        s.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 2}, {"inertia", vector(1, 1, 1)}});
        if (fix_first) s.add("fix", {{"nodes", words({"p"})}, {"dofs", words({"uy", "uz", "rx", "ry", "rz"})}});
        s.add("spring", {{"from", "p"}, {"direction", vector(1, 1, 0)}, {"stiffness", 8}});
        if (!fix_first) s.add("fix", {{"nodes", words({"p", "p"})}, {"dofs", words({"uy", "uz", "uy"})}});
        s.add("fix", {{"node", "p"}, {"dofs", words({"uz", "uy", "rx", "ry", "rz"})}});
        return s.system();
    };
    const System one = build(true);
    const System two = build(false);
    ASSERT_EQ(one.size(), 1);
    ASSERT_EQ(two.size(), 1);
    EXPECT_EQ(one.linear.K.coeff(0, 0), two.linear.K.coeff(0, 0));
}

TEST(Digest, TellsCasesApartAndNothingElse) {
    const std::string digest = chain().system().digest;
    EXPECT_EQ(digest.size(), 32u);
    EXPECT_EQ(digest, chain().system().digest);
    Script other = chain();
    other.add("initial", {{"node", "b"}, {"velocity", vector(1e-9, 0, 0)}});
    EXPECT_NE(digest, other.system().digest);
    // Two laws with other numbers, the same matrices.
    const auto with_stop = [](double stiffness) {
        Script s = chain();
        s.add("gap", {{"node", "b"},
                      {"direction", vector(1, 0, 0)},
                      {"clearance", 1e-3},
                      {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", stiffness}})}});
        return s.system().digest;
    };
    EXPECT_NE(with_stop(1e9), with_stop(1.0000000001e9));
    EXPECT_EQ(with_stop(1e9), with_stop(1e9));
}

}  // namespace
}  // namespace jounce::test::chain_test
