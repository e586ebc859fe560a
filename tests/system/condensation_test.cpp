// Dofs without mass: springs in series, loads on them, and what cannot be condensed.
// SPDX-License-Identifier: BSD-3-Clause
#include <random>

#include "linalg/dense/dense.hpp"
#include "models.hpp"

namespace jounce::test::condensation_test {
namespace {

// ground - 300 - middle (no mass) - 600 - m
Script series(bool free_middle = true) {
    Script s;
    s.add("node", {{"name", "middle"}, {"at", vector(1, 0, 0)}});
    s.add("point", {{"name", "m"}, {"at", vector(2, 0, 0)}, {"mass", 4}, {"free", words({"ux"})}});
    s.add("spring", {{"from", "middle"}, {"direction", vector(1, 0, 0)}, {"stiffness", 300}});
    s.add("spring", {{"from", "middle"}, {"to", "m"}, {"direction", vector(1, 0, 0)}, {"stiffness", 600}});
    if (!free_middle) s.add("fix", {{"node", "middle"}});
    return s;
}

TEST(Condensation, SpringsInSeries) {
    const System system = series().system();
    ASSERT_EQ(system.size(), 1);
    EXPECT_NEAR(system.linear.K.coeff(0, 0), 200, 1e-12);
    EXPECT_EQ(system.linear.M.coeff(0, 0), 4);
    const Vector u = recovered(system, Vector::Constant(1, 3));
    EXPECT_NEAR(u[full_dof(system, "middle", 0)], 2, 1e-14);
    ASSERT_EQ(system.notes.size(), 1u);
    EXPECT_NE(system.notes[0].find("'middle.ux'"), std::string::npos);
    // Control: with the middle held only the second spring is left.
    EXPECT_EQ(series(false).system().linear.K.coeff(0, 0), 600);
}

TEST(Condensation, ALoadOnAMasslessDofIsCarriedOverAndBendsItStatically) {
    Script s = series();
    s.add("load", {{"node", "middle"}, {"direction", vector(1, 0, 0)}, {"force", 90}});
    const System system = s.system();
    ASSERT_EQ(system.loads.size(), 1u);
    EXPECT_NEAR(system.loads[0].pattern[0], 600.0 / 900, 1e-14);
    EXPECT_EQ(system.loads[0].term, WorkTerm::external);
    // With m at zero the middle stands at 90 / (300 + 600).
    State state;
    state.q = state.v = state.a = Vector::Zero(1);
    EXPECT_NEAR(evaluate(resolve_probe(system, "middle.ux"), system, state), 0.1, 1e-15);
    EXPECT_EQ(evaluate(resolve_probe(system, "m.ux"), system, state), 0);
    // No support moves: no work of the base.
    EXPECT_TRUE(system.recovery.prescribed.at(0).stiffness_row.isZero(0));
    // Which energy has nothing of that is said; without such a load there is nothing to say.
    const auto said = [](const std::vector<std::string>& notes) {
        return std::ranges::count_if(notes,
                                     [](const std::string& note) { return note.find("energy.external") != std::string::npos; });
    };
    EXPECT_EQ(said(system.notes), 1);
    EXPECT_EQ(said(series().system().notes), 0);
}

TEST(Condensation, AMovingSupportReachesTheMassThroughAMasslessNode) {
    Script s;
    s.add("node", {{"name", "base"}, {"at", vector(0, 0, 0)}});
    s.add("node", {{"name", "middle"}, {"at", vector(1, 0, 0)}});
    s.add("point", {{"name", "m"}, {"at", vector(2, 0, 0)}, {"mass", 4}, {"free", words({"ux"})}});
    s.add("spring", {{"from", "base"}, {"to", "middle"}, {"direction", vector(1, 0, 0)}, {"stiffness", 300}});
    s.add("spring", {{"from", "middle"}, {"to", "m"}, {"direction", vector(1, 0, 0)}, {"stiffness", 600}});
    s.add("prescribe", {{"node", "base"}, {"dof", "ux"}, {"motion", 6}});
    const System system = s.system();
    ASSERT_EQ(system.size(), 1);
    ASSERT_EQ(system.loads.size(), 1u);
    EXPECT_NEAR(system.loads[0].pattern[0], 200, 1e-12);
    State state;
    state.q = state.v = state.a = Vector::Zero(1);
    EXPECT_NEAR(evaluate(resolve_probe(system, "middle.ux"), system, state), 2, 1e-13);  // 300/900 of 6 from below, m at 0
    EXPECT_NEAR(system.recovery.prescribed[0].stiffness[0], 200, 1e-12);
}

TEST(Condensation, ProportionalDampersFollow) {
    Script s;
    s.add("node", {{"name", "middle"}, {"at", vector(1, 0, 0)}});
    s.add("point", {{"name", "m"}, {"at", vector(2, 0, 0)}, {"mass", 4}, {"free", words({"ux"})}});
    s.add("spring", {{"from", "middle"}, {"direction", vector(1, 0, 0)}, {"stiffness", 300}, {"damping", 3}});
    s.add("spring", {{"from", "middle"}, {"to", "m"}, {"direction", vector(1, 0, 0)}, {"stiffness", 600}, {"damping", 6}});
    const System system = s.system();
    EXPECT_NEAR(system.linear.C.coeff(0, 0), 2, 1e-13);
}

TEST(Condensation, RandomSpringNetworksAnswerAsTheUncondensedOnes) {
    // Witness: the static solution with every node kept, from a stiffness matrix written here.
    std::mt19937 random(3);
    std::uniform_real_distribution<double> stiffness(1, 10);
    std::uniform_real_distribution<double> force(-1, 1);
    std::uniform_int_distribution<int> pick(0, 7);
    for (int round = 0; round < 50; ++round) {
        constexpr int nodes = 8;
        Script s;
        Matrix K = Matrix::Zero(nodes, nodes);
        Vector F = Vector::Zero(nodes);
        const auto name = [](int i) { return std::string(1, static_cast<char>('a' + i)); };
        for (int i = 0; i < nodes; ++i) {
            if (i % 3 == 0) {
                s.add("point", {{"name", name(i)}, {"at", vector(i, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}});
            } else {
                s.add("node", {{"name", name(i)}, {"at", vector(i, 0, 0)}});
            }
        }
        const auto spring = [&](int i, int j) {
            const double k = stiffness(random);
            if (i == j) {
                s.add("spring", {{"from", name(i)}, {"direction", vector(1, 0, 0)}, {"stiffness", k}});
                K(i, i) += k;
            } else {
                s.add("spring", {{"from", name(i)}, {"to", name(j)}, {"direction", vector(1, 0, 0)}, {"stiffness", k}});
                K(i, i) += k;
                K(j, j) += k;
                K(i, j) -= k;
                K(j, i) -= k;
            }
        };
        spring(0, 0);
        for (int i = 1; i < nodes; ++i) spring(i - 1, i);
        for (int extra = 0; extra < 6; ++extra) spring(pick(random), pick(random));
        for (int i = 0; i < nodes; ++i) {
            F[i] = force(random);
            s.add("load", {{"node", name(i)}, {"direction", vector(1, 0, 0)}, {"force", F[i]}});
        }
        const System system = s.system();
        ASSERT_EQ(system.size(), 3);
        Vector load = Vector::Zero(3);
        for (const Load& l : system.loads) load += l.pattern * l.signal->value(0);
        Vector u = recovered(system, linalg::solve_square(system.linear.K, load));
        for (const PrescribedMotion& motion : system.recovery.prescribed) u += motion.pattern * motion.signal->value(0);
        const Vector wanted = linalg::solve_square(K, F);
        for (int i = 0; i < nodes; ++i) EXPECT_NEAR(u[full_dof(system, name(i), 0)], wanted[i], 1e-11 * wanted.norm());
    }
}

TEST(Condensation, SaysWhatItCannotDo) {
    const auto with = [](const std::string& kind, std::initializer_list<std::pair<const char*, Value>> entries) {
        Script s = series();
        s.add(kind, entries);
        return error_of([&] { (void)s.system(); });
    };
    EXPECT_EQ(with("gap", {{"node", "middle"}, {"direction", vector(1, 0, 0)}, {"clearance", 1e-3}, {"law", hertz()}}),
              "case.lua:5: model.gap: 'middle.ux' must have mass where a gap acts, got a dof without mass, which is condensed "
              "statically");
    EXPECT_EQ(with("initial", {{"node", "middle"}, {"velocity", vector(1, 0, 0)}}),
              "case.lua:5: model.initial: the velocity of 'middle.ux' cannot be 1, it has no mass and is condensed statically");
    EXPECT_EQ(with("initial", {{"node", "middle"}, {"velocity", vector(0, 0, 0)}}), "");
    EXPECT_EQ(with("damper", {{"from", "middle"}, {"direction", vector(1, 0, 0)}, {"damping", 1}}),
              "case.lua:1: model: node 'middle': 'ux' has a damper but no mass; give it a mass");
}

TEST(Condensation, NeitherMassNorStiffness) {
    Script s;
    s.add("point", {{"name", "m"}, {"at", vector(0, 0, 0)}, {"mass", 4}, {"free", words({"ux"})}});
    s.add("node", {{"name", "a"}, {"at", vector(1, 0, 0)}});
    s.add("damper", {{"from", "a"}, {"direction", vector(0, 1, 0)}, {"damping", 1}});
    EXPECT_EQ(error_of([&] { (void)s.system(); }), "case.lua:2: model: node 'a': 'uy' has neither mass nor stiffness");

    // Two massless nodes that only hold each other.
    Script pair;
    pair.add("point", {{"name", "m"}, {"at", vector(0, 0, 0)}, {"mass", 4}, {"free", words({"ux"})}});
    pair.add("node", {{"name", "a"}, {"at", vector(1, 0, 0)}});
    pair.add("node", {{"name", "b"}, {"at", vector(1, 0, 0)}});
    pair.add("spring", {{"from", "a"}, {"to", "b"}, {"direction", vector(1, 0, 0)}, {"stiffness", 5}});
    const std::string text = error_of([&] { (void)pair.system(); });
    EXPECT_NE(text.find("has no mass and can move without stiffness, together with other dofs without mass"), std::string::npos)
        << text;
}

TEST(Condensation, AMassThatCanSpinWithoutInertiaIsRefused) {
    Script s;
    s.add("point",
          {{"name", "m"}, {"at", vector(0, 0, 0)}, {"mass", 4}, {"offset", vector(1, 0, 0)}, {"free", words({"uy", "rz"})}});
    const std::string text = error_of([&] { (void)s.system(); });
    EXPECT_NE(text.find("case.lua:1: model: node 'm'"), std::string::npos) << text;
    EXPECT_NE(text.find("can move without mass"), std::string::npos) << text;
}

}  // namespace
}  // namespace jounce::test::condensation_test
