// Gaps: their rows, their sign, the nodes they answer for, and the probes on them.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "models.hpp"

namespace jounce::test::gap_test {
namespace {

Script two_points() {
    Script s;
    s.add("point", {{"name", "a"}, {"at", vector(0, 0, 0)}, {"mass", 2}});
    s.add("point", {{"name", "b"}, {"at", vector(1, 0, 0)}, {"mass", 5}});
    return s;
}

double coefficient(const System& system, const SparseRow& row, const std::string& name) {
    const int i = coordinate(system, name);
    for (std::size_t k = 0; k < row.index.size(); ++k) {
        if (row.index[k] == i) return row.coefficient[k];
    }
    return 0;
}

TEST(Gap, TheRowIsTheUnitDirection) {
    Script s = two_points();
    s.add("gap", {{"name", "stop"}, {"node", "b"}, {"direction", vector(3, 0, -4)}, {"clearance", 1e-3}, {"law", hertz()}});
    const System system = s.system();
    ASSERT_EQ(system.rows.size(), 1u);
    EXPECT_EQ(system.rows[0].index.size(), 2u);
    EXPECT_DOUBLE_EQ(coefficient(system, system.rows[0], "b.ux"), 0.6);
    EXPECT_DOUBLE_EQ(coefficient(system, system.rows[0], "b.uz"), -0.8);
    EXPECT_EQ(system.contacts[0].gap.sides(), 2);
    EXPECT_EQ(system.sides, 2);
    EXPECT_DOUBLE_EQ(system.contacts[0].directions[0][2], -0.8);
}

TEST(Gap, OfAPairMeasuresTheSecondNodeRelativeToTheFirstAndAnswersForTheSecond) {
    for (const char* first : {"node", "from"}) {
        Script s = two_points();
        s.add("gap", {{"name", "pair"},
                      {first, "a"},
                      {"to", "b"},
                      {"direction", vector(1, 0, 0)},
                      {"clearance", 1e-3},
                      {"sides", "negative"},
                      {"law", hertz()}});
        const System system = s.system();
        EXPECT_EQ(coefficient(system, system.rows[0], "b.ux"), 1);
        EXPECT_EQ(coefficient(system, system.rows[0], "a.ux"), -1);
        EXPECT_EQ(system.contacts[0].node, "b");
        EXPECT_EQ(resolve_probe(system, "pair.ux").row.index, resolve_probe(system, "b.ux").row.index);
        EXPECT_FALSE(system.contacts[0].gap.positive);
        EXPECT_EQ(system.contacts[0].gap.sign(0), -1);
    }
}

TEST(Gap, OnATiedNodeActsOnTheFreeOne) {
    Script s = two_points();
    s.add("tie", {{"nodes", words({"a", "b"})}});
    s.add("gap", {{"node", "b"}, {"direction", vector(0, 1, 0)}, {"clearance", 0}, {"sides", "positive"}, {"law", hertz()}});
    const System system = s.system();
    EXPECT_EQ(system.size(), 3);
    EXPECT_EQ(coefficient(system, system.rows[0], "a.uy"), 1);
    EXPECT_EQ(system.contacts[0].name, "gap 1");
}

TEST(Gap, OnARigidArmHasTheLeverInItsRow) {
    Script s;
    s.add("point", {{"name", "hub"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"inertia", vector(1, 1, 1)}});
    s.add("node", {{"name", "tip"}, {"at", vector(2, 0, 0)}});
    s.add("rigid", {{"from", "hub"}, {"to", "tip"}});
    s.add("gap", {{"node", "tip"}, {"direction", vector(0, 1, 0)}, {"clearance", 0}, {"law", hertz()}});
    const System system = s.system();
    EXPECT_EQ(coefficient(system, system.rows[0], "hub.uy"), 1);
    EXPECT_EQ(coefficient(system, system.rows[0], "hub.rz"), 2);
}

TEST(Gap, ToAMovingStopHasItsMotionInTheRow) {
    Script s = two_points();
    s.add("node", {{"name", "stop"}, {"at", vector(0, 0, 0)}});
    s.add("prescribe", {{"node", "stop"}, {"dof", "ux"}, {"motion", 0.5}});
    s.add("gap",
          {{"name", "g"}, {"from", "stop"}, {"to", "a"}, {"direction", vector(1, 0, 0)}, {"clearance", 0}, {"law", hertz()}});
    const System system = s.system();
    ASSERT_EQ(system.rows[0].prescribed.size(), 1u);
    EXPECT_EQ(system.rows[0].prescribed_coefficient[0], -1);
    EXPECT_EQ(coefficient(system, system.rows[0], "a.ux"), 1);
}

TEST(Gap, InterferenceIsANegativeClearance) {
    Script s = two_points();
    s.add("gap", {{"node", "a"}, {"direction", vector(1, 0, 0)}, {"interference", 2e-3}, {"law", hertz()}});
    EXPECT_EQ(s.system().contacts[0].gap.clearance, -2e-3);
}

TEST(Gap, ADirectionWithRoundingInItMeansTheAxis) {
    Script s;
    s.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux", "uy"})}});
    s.add("gap", {{"node", "p"}, {"direction", vector(std::cos(std::acos(-1) / 2), 1, 0)}, {"clearance", 0}, {"law", hertz()}});
    EXPECT_EQ(s.system().rows[0].index.size(), 1u);
}

TEST(Gap, TheCircularOneHasTwoRowsAcrossItsAxis) {
    for (const Value& axis : {vector(0, 0, 2), vector(1, 2, -3), vector(-1, 0, 0)}) {
        Script s = two_points();
        s.add("circular_gap", {{"name", "hole"}, {"node", "a"}, {"axis", axis}, {"clearance", 1e-3}, {"law", hertz()}});
        const System system = s.system();
        ASSERT_EQ(system.rows.size(), 2u);
        EXPECT_EQ(system.sides, 1);
        Eigen::Vector3d e1(system.contacts[0].directions[0].data());
        Eigen::Vector3d e2(system.contacts[0].directions[1].data());
        Eigen::Vector3d along;
        for (int i = 0; i < 3; ++i) along[i] = *(*axis.list())[i].number();
        EXPECT_NEAR(e1.norm(), 1, 1e-15);
        EXPECT_NEAR(e2.norm(), 1, 1e-15);
        EXPECT_NEAR(e1.dot(e2), 0, 1e-15);
        EXPECT_NEAR(e1.dot(along), 0, 1e-14);
        EXPECT_NEAR(e2.dot(along), 0, 1e-14);
        EXPECT_DOUBLE_EQ(coefficient(system, system.rows[0], "a.ux"), e1.x());
    }
}

TEST(Gap, TouchingOnlyFixedDofsIsAnErrorThatNamesTheDof) {
    Script s = two_points();
    s.add("fix", {{"node", "a"}, {"dofs", words({"uy"})}});
    s.add("gap", {{"node", "a"}, {"direction", vector(0, 2, 0)}, {"clearance", 1e-3}, {"law", hertz()}});
    EXPECT_EQ(error_of([&] { (void)s.system(); }),
              "case.lua:4: model.gap: 'direction' must have a component along a free dof, got only 'a.uy' (fixed at case.lua:3)");
    // Control: a part along a free dof is enough.
    Script oblique = two_points();
    oblique.add("fix", {{"node", "a"}, {"dofs", words({"uy"})}});
    oblique.add("gap", {{"node", "a"}, {"direction", vector(1, 1, 0)}, {"clearance", 1e-3}, {"law", hertz()}});
    EXPECT_EQ(oblique.system().rows[0].index.size(), 1u);
}

TEST(Probe, GapQuantitiesReadTheSides) {
    Script s = two_points();
    s.add("gap", {{"name", "walls"}, {"node", "a"}, {"direction", vector(1, 0, 0)}, {"clearance", 3e-3}, {"law", hertz()}});
    const System system = s.system();
    State state;
    state.q = state.v = state.a = Vector::Zero(system.size());
    state.sides.resize(2);
    state.sides[0].motion = {1e-4, 2};
    state.sides[0].response.force = 50;
    state.sides[1].motion = {-6.1e-3, -2};
    const auto value = [&](const char* name) { return evaluate(resolve_probe(system, name), system, state); };
    EXPECT_EQ(value("walls.force"), 50);
    EXPECT_EQ(value("walls.indentation"), 1e-4);
    EXPECT_EQ(value("walls.opening"), -1e-4);
    EXPECT_EQ(evaluate_rate(resolve_probe(system, "walls.opening"), system, state), -2);
    state.sides[0].motion = {-2e-3, 1};
    EXPECT_EQ(value("walls.indentation"), 0);
    EXPECT_EQ(value("walls.opening"), 2e-3);
    EXPECT_EQ(resolve_probe(system, "walls.opening").unit, "m");
    EXPECT_EQ(resolve_probe(system, "energy.remainder").unit, "J");
}

TEST(Probe, DofsVelocitiesAndAccelerations) {
    Script s = two_points();
    const System system = s.system();
    State state;
    state.q = Vector::Constant(system.size(), 1);
    state.v = Vector::Constant(system.size(), 2);
    state.a = Vector::Constant(system.size(), 3);
    const auto at = [&](const char* name) { return resolve_probe(system, name); };
    EXPECT_EQ(evaluate(at("b.uz"), system, state), 1);
    EXPECT_EQ(evaluate(at("b.uz_velocity"), system, state), 2);
    EXPECT_EQ(evaluate(at("b.uz_acceleration"), system, state), 3);
    EXPECT_EQ(evaluate_rate(at("b.uz"), system, state), 2);
    EXPECT_EQ(evaluate(at("b.rz"), system, state), 0);  // a point without inertia has no rotation
    EXPECT_EQ(at("b.uz_velocity").unit, "m/s");
    EXPECT_EQ(at("b.rx_acceleration").unit, "rad/s2");
}

TEST(Probe, UnknownOnesAreAnsweredWithTheNearest) {
    Script s = two_points();
    s.add("gap", {{"name", "walls"}, {"node", "a"}, {"direction", vector(1, 0, 0)}, {"clearance", 3e-3}, {"law", hertz()}});
    const System system = s.system();
    const auto text = [&](const char* name) { return error_of([&] { (void)resolve_probe(system, name); }); };
    EXPECT_EQ(text("wals.ux"), "probe 'wals.ux': unknown node or gap 'wals'; did you mean 'walls'?");
    EXPECT_EQ(text("walls.indention"),
              "probe 'walls.indention': unknown quantity of a gap 'indention'; did you mean 'indentation'?");
    EXPECT_EQ(text("b.ux_acc"), "probe 'b.ux_acc': unknown quantity of a node 'ux_acc'; did you mean 'ux_acceleration'?");
    EXPECT_EQ(text("energy.kinetik"), "probe 'energy.kinetik': unknown energy term 'kinetik'; did you mean 'kinetic'?");
    EXPECT_EQ(text("b.force").substr(0, 53), "probe 'b.force': unknown quantity of a node 'force'; ");
    EXPECT_EQ(text("ux"), "probe 'ux': must be '<node>.<dof>', '<gap>.<quantity>' or 'energy.<term>'");
}

}  // namespace
}  // namespace jounce::test::gap_test
