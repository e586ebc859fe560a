// Ties, rigid links, prescribed dofs and the elimination behind them.
// SPDX-License-Identifier: BSD-3-Clause
#include <random>

#include "linalg/dense/dense.hpp"
#include "models.hpp"
#include "system/builder/constraints.hpp"

namespace jounce::test::constraint_test {
namespace {

Constraints::Expression expression_of(const Constraints& c, int dof) {
    const auto* e = c.expression(dof);
    return e != nullptr ? *e : Constraints::Expression{};
}

std::string plain_name(int dof) { return std::to_string(dof); }

TEST(Constraints, ChainsEndAtTheirFreeDofWhateverTheOrder) {
    // u1 = u0, u2 = u1, u3 = 2 u2
    const Constraint links[] = {{{{1, 1}, {0, -1}}, {}, "tied", "t", {}},
                                {{{2, 1}, {1, -1}}, {}, "tied", "t", {}},
                                {{{3, 1}, {2, -2}}, {}, "tied", "t", {}}};
    for (const auto& order : {std::array{0, 1, 2}, std::array{2, 1, 0}, std::array{1, 2, 0}}) {
        Constraints c(4, plain_name);
        for (const int i : order) c.add(links[i]);
        ASSERT_EQ(c.expression(0), nullptr);
        for (int dof = 1; dof < 4; ++dof) {
            const auto e = expression_of(c, dof);
            ASSERT_EQ(e.terms.size(), 1u);
            EXPECT_EQ(e.terms[0].index, 0);
            EXPECT_DOUBLE_EQ(e.terms[0].coefficient, dof == 3 ? 2 : 1);
        }
        // A support at the end of the chain holds all of it.
        c.add({{{3, 1}}, {}, "fixed", "f", {}});
        for (int dof = 0; dof < 4; ++dof) {
            ASSERT_NE(c.expression(dof), nullptr);
            EXPECT_TRUE(expression_of(c, dof).terms.empty());
        }
    }
}

TEST(Constraints, RandomOnesAreMetForEveryChoiceOfTheFreeDofs) {
    // Witness: the equations themselves, and the rank by a dense decomposition.
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 1);
    std::uniform_int_distribution<int> pick(0, 11);
    for (int round = 0; round < 200; ++round) {
        constexpr int dofs = 12;
        const int equations = 1 + round % 9;
        Matrix A = Matrix::Zero(equations, dofs);
        Vector b(equations);
        Constraints c(dofs, plain_name);
        for (int e = 0; e < equations; ++e) {
            Constraint constraint;
            for (int k = 0; k < 1 + e % 4; ++k) {
                constraint.terms.push_back({pick(random), number(random)});
                A(e, constraint.terms.back().index) += constraint.terms.back().coefficient;
            }
            b[e] = number(random);
            constraint.motions = {{0, b[e]}};
            constraint.verb = "held";
            try {
                c.add(constraint);
            } catch (const Error&) {
                A.row(e).setZero();  // two supports of one dof: refused, and without effect
                b[e] = 0;
            }
        }
        Vector u(dofs);
        int free = 0;
        for (int dof = 0; dof < dofs; ++dof) {
            if (c.expression(dof) != nullptr) continue;
            u[dof] = number(random);
            ++free;
        }
        for (int dof = 0; dof < dofs; ++dof) {
            const auto* e = c.expression(dof);
            if (e == nullptr) continue;
            u[dof] = 0;
            for (const LinearTerm& term : e->terms) u[dof] += term.coefficient * u[term.index];
            for (const LinearTerm& motion : e->motions) u[dof] += motion.coefficient;
        }
        EXPECT_EQ(dofs - free, linalg::orthonormal_columns(A, 1e-9).cols());
        EXPECT_LT((A * u - b).norm(), 1e-11 * (1 + u.norm()));
    }
}

TEST(Constraints, PrescribedMotionPassesThroughTies) {
    Constraints c(2, plain_name);
    c.add({{{0, 1}}, {{7, 1}}, "prescribed", "p", {}});
    c.add({{{1, 1}, {0, -3}}, {}, "tied", "t", {}});
    ASSERT_EQ(expression_of(c, 1).motions.size(), 1u);
    EXPECT_EQ(expression_of(c, 1).motions[0].index, 7);
    EXPECT_DOUBLE_EQ(expression_of(c, 1).motions[0].coefficient, 3);
    EXPECT_NO_THROW(c.add({{{1, 1}}, {{7, 3}}, "prescribed", "p", {}}));  // says the same again
    EXPECT_THROW(c.add({{{1, 1}}, {{7, 2}}, "prescribed", "p", {}}), Error);
    EXPECT_THROW(c.add({{{1, 1}}, {}, "fixed", "f", {}}), Error);
}

Script two_masses() {
    Script s;
    s.add("point", {{"name", "a"}, {"at", vector(0, 0, 0)}, {"mass", 2}, {"free", words({"ux"})}});
    s.add("point", {{"name", "b"}, {"at", vector(1, 0, 0)}, {"mass", 5}, {"free", words({"ux"})}});
    s.add("spring", {{"from", "a"}, {"direction", vector(1, 0, 0)}, {"stiffness", 30}});
    s.add("spring", {{"from", "b"}, {"direction", vector(1, 0, 0)}, {"stiffness", 70}});
    return s;
}

TEST(Tie, EqualsOneNodeWithBothMassesAndSprings) {
    for (const char* first : {"a", "b"}) {
        Script s = two_masses();
        s.add("tie", {{"from", first}, {"to", *first == 'a' ? "b" : "a"}, {"dofs", words({"ux"})}});
        s.add("initial", {{"node", "b"}, {"velocity", vector(3, 0, 0)}});
        const System system = s.system();
        ASSERT_EQ(system.size(), 1);
        EXPECT_EQ(system.linear.M.coeff(0, 0), 7);
        EXPECT_EQ(system.linear.K.coeff(0, 0), 100);
        EXPECT_EQ(system.v0[0], 3);
        const Vector u = recovered(system, Vector::Constant(1, 0.25));
        EXPECT_EQ(u[full_dof(system, "a", 0)], 0.25);
        EXPECT_EQ(u[full_dof(system, "b", 0)], 0.25);
    }
}

TEST(Tie, ThreeNodesInOneList) {
    Script s = two_masses();
    s.add("point", {{"name", "c"}, {"at", vector(2, 0, 0)}, {"mass", 1}});
    s.add("tie", {{"nodes", words({"c", "a", "b"})}});
    const System system = s.system();
    ASSERT_EQ(system.size(), 1);  // uy and uz of c are tied to fixed ones
    EXPECT_EQ(system.linear.M.coeff(0, 0), 8);
}

TEST(Rigid, AMassOnALinkHasTheInertiaOfSteiner) {
    Script s;
    s.add("point", {{"name", "hub"},
                    {"at", vector(0, 0, 0)},
                    {"mass", 1},
                    {"inertia", vector(2, 2, 4)},
                    {"free", words({"ux", "uy", "rz"})}});
    s.add("point", {{"name", "tip"}, {"at", vector(3, 4, 0)}, {"mass", 2}});
    s.add("rigid", {{"from", "hub"}, {"to", words({"tip"})}});
    const System system = s.system();
    ASSERT_EQ(system.size(), 3);
    const int x = coordinate(system, "hub.ux");
    const int y = coordinate(system, "hub.uy");
    const int r = coordinate(system, "hub.rz");
    EXPECT_DOUBLE_EQ(system.linear.M.coeff(x, x), 3);
    EXPECT_DOUBLE_EQ(system.linear.M.coeff(r, r), 4 + 2 * 25);
    EXPECT_DOUBLE_EQ(system.linear.M.coeff(x, r), -2 * 4);
    EXPECT_DOUBLE_EQ(system.linear.M.coeff(y, r), 2 * 3);
    Vector q = Vector::Zero(3);
    q[r] = 0.01;
    const Vector u = recovered(system, q);
    EXPECT_DOUBLE_EQ(u[full_dof(system, "tip", 0)], -0.04);
    EXPECT_DOUBLE_EQ(u[full_dof(system, "tip", 1)], 0.03);
    EXPECT_DOUBLE_EQ(u[full_dof(system, "tip", 5)], 0.01);
}

TEST(Rigid, InitialMotionOfTheFarEndIsMetWithLeastKineticEnergy) {
    Script s;
    s.add("point",
          {{"name", "hub"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"inertia", vector(0, 0, 1)}, {"free", words({"uy", "rz"})}});
    s.add("node", {{"name", "tip"}, {"at", vector(1, 0, 0)}});
    s.add("rigid", {{"from", "hub"}, {"to", "tip"}});
    s.add("initial", {{"node", "tip"}, {"velocity", vector(0, 6, 0)}});
    const System system = s.system();
    // v = uy + rz with unit masses: least energy shares equally.
    EXPECT_NEAR(system.v0[coordinate(system, "hub.uy")], 3, 1e-12);
    EXPECT_NEAR(system.v0[coordinate(system, "hub.rz")], 3, 1e-12);
}

TEST(Prescribed, ASpringToAMovingSupportIsThreeLoads) {
    Script s;
    s.add("node", {{"name", "base"}, {"at", vector(0, 0, 0)}});
    s.add("point", {{"name", "m"}, {"at", vector(1, 0, 0)}, {"mass", 2}, {"free", words({"ux"})}});
    s.add("spring", {{"from", "base"}, {"to", "m"}, {"direction", vector(1, 0, 0)}, {"stiffness", 50}, {"damping", 3}});
    s.add("prescribe", {{"node", "base"}, {"dof", "ux"}, {"motion", 4}});
    s.add("fix", {{"node", "base"}, {"dofs", words({"uy", "uz"})}});
    const System system = s.system();
    ASSERT_EQ(system.size(), 1);
    ASSERT_EQ(system.loads.size(), 2u);  // no mass between them
    EXPECT_EQ(system.loads[0].derivative, 0);
    EXPECT_DOUBLE_EQ(system.loads[0].pattern[0], 50);
    EXPECT_EQ(system.loads[1].derivative, 1);
    EXPECT_DOUBLE_EQ(system.loads[1].pattern[0], 3);
    EXPECT_EQ(system.loads[1].term, WorkTerm::support);
    const PrescribedMotion& motion = system.recovery.prescribed.at(0);
    EXPECT_DOUBLE_EQ(motion.stiffness_row[0], -50);
    EXPECT_DOUBLE_EQ(motion.stiffness[0], 50);
    EXPECT_DOUBLE_EQ(motion.damping[0], 3);
    // The probe of the support answers with the signal.
    State state;
    state.q = state.v = state.a = Vector::Zero(1);
    EXPECT_EQ(evaluate(resolve_probe(system, "base.ux"), system, state), 4);
    EXPECT_EQ(evaluate(resolve_probe(system, "base.uy"), system, state), 0);
}

TEST(Prescribed, DampingThatIsNotProportionalActsOnTheMotionRelativeToTheSupports) {
    // Mass on a spring from a moving base, modal damping: with base and mass moving together no damping force may arise.
    Script s;
    s.add("node", {{"name", "base"}, {"at", vector(0, 0, 0)}});
    s.add("point", {{"name", "m"}, {"at", vector(1, 0, 0)}, {"mass", 2}, {"free", words({"ux"})}});
    s.add("spring", {{"from", "base"}, {"to", "m"}, {"direction", vector(1, 0, 0)}, {"stiffness", 50}});
    s.add("prescribe", {{"node", "base"}, {"dof", "ux"}, {"motion", 4}});
    s.add("damping", {{"family", "damping"}, {"kind", "modal"}, {"ratio", 0.1}});
    const System system = s.system();
    const double c = 2 * 0.1 * std::sqrt(50.0 / 2) * 2;
    EXPECT_NEAR(system.linear.C.coeff(0, 0), c, 1e-12);
    const PrescribedMotion& motion = system.recovery.prescribed.at(0);
    EXPECT_NEAR(motion.damping_row[0], -c, 1e-12);
    EXPECT_NEAR(motion.damping[0], c, 1e-12);
    EXPECT_FALSE(system.linear.proportional);
}

}  // namespace
}  // namespace jounce::test::constraint_test
