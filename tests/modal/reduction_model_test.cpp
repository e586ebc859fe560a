// Reduced Systems: what becomes of the nodes to keep, massless dofs, damping, initial values and constraints of a model; modes up
// to a frequency; the errors of wrong settings. Tolerances: 1e-9 relative where a projection is exact.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "linalg/dense/dense.hpp"
#include "modal/modes.hpp"
#include "modal/reduction.hpp"
#include "reduction_cases.hpp"
#include "system/models.hpp"

namespace jounce::test::reduction_model_test {
namespace {

constexpr double pi = std::numbers::pi;

TEST(Reduction, NodesAreKeptAsGapsAre) {
    const System full = beam(12, true).system();
    ReductionSettings settings = with("guyan", 0);
    const int before = reduce(full, settings).system->size();
    settings.keep = {full.find_node("b[4]")};
    const Reduction kept = reduce(full, settings);
    EXPECT_EQ(kept.system->size(), before + 6);
    // A force at the kept node has its exact static answer there.
    const Matrix T = full.recovery.T;
    const Matrix flexibility = linalg::solve_positive_definite(full.linear.K, Matrix::Identity(full.size(), full.size()));
    for (int d = 0; d < 6; ++d) {
        const Vector force = T.row(full_dof(full, "b[4]", d)).transpose();
        const double exact = force.dot(flexibility * force);
        const Vector f = Matrix(kept.system->recovery.T).row(full_dof(full, "b[4]", d)).transpose();
        EXPECT_NEAR(f.dot(kept.system->linear.K.diagonal().cwiseInverse().cwiseProduct(f)), exact, 1e-9 * exact) << d;
    }
}

/// A chain of n masses m and springs k, held at one end: modes sin(i t_j) with t_j = (2 j - 1) pi / (2 n + 1), of squared norm
/// m (2 n + 1) / 4, and w_j^2 = (4 k / m) sin^2(t_j / 2). A force of one at its end moves it by n / k; the first modes alone by
/// the sum of phi_j^2 / w_j^2, which is what a report without static vectors must say.
TEST(Reduction, ReportsTheComplianceOfTheModesThatItKeeps) {
    const int n = 9, kept = 3;
    const double m = 2, k = 5e4;
    Script script;
    const auto name = [](int i) { return std::string("m").append(std::to_string(i)); };
    for (int i = 1; i <= n; ++i)
        script.add("point", {{"name", name(i)}, {"at", vector(0.1 * i, 0, 0)}, {"mass", m}, {"free", words({"ux"})}});
    for (int i = 1; i < n; ++i)
        script.add("spring", {{"from", name(i)}, {"to", name(i + 1)}, {"direction", vector(1, 0, 0)}, {"stiffness", k}});
    script.add("spring", {{"from", "m1"}, {"direction", vector(1, 0, 0)}, {"stiffness", k}});
    script.add("gap",
               {{"name", "end"}, {"node", name(n)}, {"direction", vector(1, 0, 0)}, {"clearance", 1e-3}, {"law", hertz()}});
    double reduced = 0;
    for (int j = 1; j <= kept; ++j) {
        const double t = (2 * j - 1) * pi / (2 * n + 1), half = std::sin(t / 2);
        reduced += std::pow(std::sin(n * t), 2) / (m * (2 * n + 1) / 4.0) / (4 * k / m * half * half);
    }
    ReductionSettings plain = with("modal", kept);
    plain.correction = false;
    const modal::Compared found = reduce(script.system(), plain).report.compliances.at(0);
    EXPECT_EQ(found.name, "end");
    EXPECT_NEAR(found.full * k / n, 1, 1e-9);
    EXPECT_NEAR(found.reduced / reduced, 1, 1e-9);
    EXPECT_NEAR(found.error(), 1 - reduced * k / n, 1e-9);
    EXPECT_GT(found.error(), 0.01) << "the control: three modes are not enough";
}

// A motion loads a structure by its stiffness and by its mass: the report tells which support and which of the two.
TEST(Reduction, ReportsWhichSupportMoves) {
    Script s;
    const Handle bar = s.add("beam", {{"name", "bar"},
                                      {"from", vector(0, 0, 0)},
                                      {"to", vector(1, 0, 0)},
                                      {"elements", 6},
                                      {"section", table({{"family", "section"}, {"kind", "circle"}, {"diameter", 0.02}})},
                                      {"material", steel()}});
    const Value motion = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 1e-3}, {"frequency", 3}});
    s.add("prescribe", {{"node", "bar[1]"}, {"dof", "uy"}, {"motion", motion}});
    s.add("prescribe", {{"node", "bar[1]"}, {"dof", "uz"}, {"motion", motion}});
    s.add("prescribe", {{"nodes", references({bar.nodes[3], bar.nodes[5]})}, {"dof", "uy"}, {"motion", motion}});
    const Reduction reduced = reduce(s.system(), with("craig_bampton", 4));
    std::vector<std::string> names;
    for (const modal::Compared& load : reduced.report.loads) names.push_back(load.name.substr(0, load.name.find(" at case")));
    const std::string of = "support motion of ";
    EXPECT_EQ(names,
              (std::vector<std::string>{of + "bar[1].uy by stiffness", of + "bar[1].uy by mass", of + "bar[1].uz by stiffness",
                                        of + "bar[1].uz by mass", of + "uy at bar[4] and 1 more node by stiffness",
                                        of + "uy at bar[4] and 1 more node by mass"}));
}

TEST(Reduction, MasslessDofsFollow) {
    Script s;
    const Handle b = add_beam(s, 8);
    s.add("fix", {{"nodes", references({b.nodes.front()})}});
    s.add("node", {{"name", "loose"}, {"at", vector(1.2, 0, 0)}});
    s.add("spring", {{"from", b.nodes.back()}, {"to", "loose"}, {"direction", vector(0, 1, 0)}, {"stiffness", 3e3}});
    s.add("spring", {{"from", "loose"}, {"direction", vector(0, 1, 0)}, {"stiffness", 6e3}});
    s.add("load", {{"node", "loose"}, {"direction", vector(0, 1, 0)}, {"force", 90}});
    add_gap(s, "tip", b.nodes.back(), vector(0, 1, 0));
    const System full = s.system();
    const Reduction reduction = reduce(full, with("craig_bampton", 6));
    const System& reduced = *reduction.system;
    const Vector y = Vector::LinSpaced(reduced.size(), 1, 2);
    const Vector u = reduced.recovery.T * y;
    EXPECT_NEAR(u[full_dof(full, "loose", 1)], u[full_dof(full, "b[9]", 1)] / 3, 1e-9 * u.norm());
    ASSERT_EQ(reduced.recovery.prescribed.size(), 1u);
    EXPECT_EQ(reduced.recovery.prescribed[0].pattern, full.recovery.prescribed[0].pattern);
}

TEST(Reduction, DampingByModesActsOnEachReducedMode) {
    Script s = beam(12, true);
    const auto add = [](Script& script, Value ratio) {
        script.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "modal"}, {"ratio", ratio}})}});
    };
    add(s, 0.03);
    const System full = assemble(s.model, ModalDamping::left_out);
    EXPECT_EQ(full.linear.C.nonZeros(), 0);
    ASSERT_TRUE(full.modal_ratios.has_value());
    const Reduction reduction = reduce(full, with("craig_bampton", 5));
    const Vector lambda = reduction.system->linear.K.diagonal();
    EXPECT_EQ(off_diagonal(reduction.system->linear.C), 0);
    for (int i = 0; i < lambda.size(); ++i)
        EXPECT_NEAR(reduction.system->linear.C.coeff(i, i), 0.06 * std::sqrt(lambda[i]), 1e-14 * std::sqrt(lambda[i]));
    EXPECT_FALSE(reduction.system->modal_ratios.has_value());

    Script lowest = beam(12, false);
    add(lowest, list({0.1, 0.2}));
    const Reduction free = reduce(assemble(lowest.model, ModalDamping::left_out), with("modal", 5));
    for (int i = 0; i < free.system->size(); ++i) {
        const double ratio = i == 6 ? 0.1 : i == 7 ? 0.2 : 0;
        EXPECT_NEAR(free.system->linear.C.coeff(i, i), 2 * ratio * std::sqrt(free.system->linear.K.coeff(i, i)), 1e-10) << i;
    }
    Script many = beam(12, true);
    List twenty;
    for (int i = 0; i < 20; ++i) twenty.emplace_back(0.1);
    add(many, twenty);
    const System too_many = assemble(many.model, ModalDamping::left_out);
    EXPECT_EQ(error_of([&] { (void)reduce(too_many, with("craig_bampton", 3)); }),
              "case.lua:7: damping.modal: 'ratio' must have at most one value for each of the 7 elastic modes of the reduced "
              "model, got 20 values");
}

TEST(Reduction, OtherDampingIsProjected) {
    Script rayleigh = beam(12, true);
    rayleigh.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "rayleigh"}, {"alpha", 3}, {"beta", 2e-6}})}});
    const Reduction a = reduce(rayleigh.system(), with("free_interface", 5));
    EXPECT_TRUE(a.system->linear.proportional);
    for (int i = 0; i < a.system->size(); ++i)
        EXPECT_DOUBLE_EQ(a.system->linear.C.coeff(i, i), 3 + 2e-6 * a.system->linear.K.coeff(i, i));

    Script dashpot = beam(12, true);
    dashpot.add("spring", {{"from", "b[7]"}, {"direction", vector(0, 1, 0)}, {"stiffness", 1}, {"damping", 40}});
    const System full = dashpot.system();
    const Reduction b = reduce(full, with("free_interface", 5));
    const Matrix V = basis_of(full, *b.system);
    const Matrix C = V.transpose() * (full.linear.C * V);
    EXPECT_LT((Matrix(b.system->linear.C) - C).norm(), 1e-9 * C.norm());
    EXPECT_GT(off_diagonal(C), 0.01 * C.norm()) << "control: it couples";
}

TEST(Reduction, InitialValuesAreProjectedAndTheLossIsSaid) {
    Script rigid;
    const Handle b = add_beam(rigid, 10);
    add_gap(rigid, "tip", b.nodes.back(), vector(0, 1, 0));
    rigid.add("initial", {{"nodes", references(b.nodes)}, {"velocity", vector(0.3, -0.1, 0.2)}});
    const System moving = rigid.system();
    const Reduction smooth = reduce(moving, with("craig_bampton", 3));
    EXPECT_LT(smooth.report.velocity_lost, 1e-9);
    const Vector u = smooth.system->recovery.T * smooth.system->v0;
    for (std::size_t i = 0; i < moving.nodes.size(); ++i) EXPECT_NEAR(u[6 * static_cast<Eigen::Index>(i) + 1], -0.1, 1e-9);

    Script rough = beam(12, true);
    rough.add("initial", {{"node", "b[5]"}, {"velocity", vector(0, 1, 0)}});
    const modal::ReductionReport report = reduce(rough.system(), with("craig_bampton", 3)).report;
    EXPECT_GT(report.velocity_lost, 0.1) << "one node alone is no smooth shape";
    EXPECT_NE(modal::report_text(report).find("initial velocities"), std::string::npos);
    EXPECT_EQ(report.displacement_lost, 0);
}

TEST(Reduction, ModesUpToAFrequency) {
    const System full = beam(20, true).system();
    const std::vector<modal::Mode> exact = modal::modes(full, 12).modes;
    ReductionSettings settings;
    settings.method = "modal";
    settings.frequency = 0.5 * (exact[5].frequency + exact[6].frequency);
    const Reduction six = reduce(full, settings);
    EXPECT_EQ(six.report.modes, 6);
    EXPECT_LT(six.report.highest, settings.frequency);
    settings.method = "craig_bampton";
    const Reduction held = reduce(full, settings);
    EXPECT_LE(held.report.highest, settings.frequency);
    EXPECT_GT(held.report.modes, 3);
    settings.frequency = 0.1;
    EXPECT_EQ(error_of([&] { (void)reduce(full, settings); }),
              "reduce: 'frequency' must be above that of the lowest mode that the method keeps, got 0.1 Hz");
}

// Of a ring whose coupling node is fixed across, no translation across is left, though each of its nodes has that dof: what the
// dofs alone would weigh is no mass. Along the free direction the mass is that of the tube.
TEST(Reduction, ADirectionThatAConstraintHoldsHasNoMassThatMoves) {
    Script s;
    const Handle tube = s.add("shell", {{"name", "tube"},
                                        {"mesh", table({{"family", "mesh"},
                                                        {"kind", "tube"},
                                                        {"from", vector(0, 0, 0)},
                                                        {"to", vector(0, 0, 1)},
                                                        {"radius", 0.1},
                                                        {"around", 8},
                                                        {"along", 6}})},
                                        {"thickness", 0.005},
                                        {"material", steel()}});
    for (const int begin : {0, 48}) {
        const std::vector<Reference> ring(tube.nodes.begin() + begin, tube.nodes.begin() + begin + 8);
        const Handle hub = s.add("coupling", {{"nodes", references(ring)}});
        s.add("fix", {{"nodes", references({hub.self})}, {"dofs", words({"uy", "uz"})}});
    }
    s.add("load", {{"nodes", references({tube.nodes[24]})}, {"direction", vector(1, 0, 0)}, {"force", 1.0}});
    const System system = s.system();
    const Reduction reduction = reduce(system, with("craig_bampton", 5));
    std::vector<std::string> listed;
    for (const modal::Compared& mass : reduction.report.mass) listed.push_back(mass.name);
    EXPECT_EQ(std::count(listed.begin(), listed.end(), "ux"), 1);
    EXPECT_EQ(std::count(listed.begin(), listed.end(), "uy") + std::count(listed.begin(), listed.end(), "uz"), 0);
    const double side = 2 * 0.1 * std::sin(pi / 8);
    ASSERT_EQ(reduction.report.mass.front().name, "ux");
    EXPECT_NEAR(reduction.report.mass.front().full, 8 * side * 0.005 * 7800 * std::cos(pi / 8), 0.1);
    EXPECT_NE(modal::report_text(reduction.report).find("mass that moves: ux "), std::string::npos);
    EXPECT_EQ(modal::report_text(reduction.report).find("uy "), std::string::npos);
}

TEST(Reduction, WrongSettingsAreErrors) {
    const System full = beam(4, true).system();  // 24 coordinates, two gaps
    const auto said = [&](const ReductionSettings& settings) { return error_of([&] { (void)reduce(full, settings); }); };
    EXPECT_EQ(said(with("craig_bamton", 4)),
              "reduce: unknown method 'craig_bamton'; did you mean 'craig_bampton'? Known are craig_bampton, free_interface, "
              "modal, guyan");
    EXPECT_EQ(said(with("modal", 0)), "reduce: 'modes' or 'frequency' is required by method 'modal'");
    EXPECT_EQ(said(with("modal", -1)), "reduce: 'modes' must be 1 or more, got -1");
    EXPECT_EQ(said(with("modal", 25)), "reduce: 'modes' must be at most the 24 free coordinates of the model, got 25");
    EXPECT_EQ(said(with("craig_bampton", 23)),
              "reduce: 'modes' must be at most the 22 elastic modes of the model with fixed interface, got 23");
    for (const double frequency : {1e200, -1.0, std::nan("")}) {
        ReductionSettings settings = with("modal", 0);
        settings.frequency = frequency;
        EXPECT_NE(said(settings).find("reduce: 'frequency' must be above 0 and at most 1e+100 Hz, got "), std::string::npos);
    }
    ReductionSettings all = with("modal", 0);
    all.frequency = 1e100;
    EXPECT_EQ(reduce(full, all).report.size, 24);
    ReductionSettings guyan = with("guyan", 0);
    guyan.modes = 3;
    EXPECT_EQ(said(guyan), "reduce: method 'guyan' keeps no modes, 'modes' and 'frequency' do not apply to it");
    ReductionSettings nodes = with("modal", 3);
    nodes.keep = {2};
    EXPECT_EQ(said(nodes), "reduce: method 'modal' keeps no nodes, 'keep' does not apply to it");
}

}  // namespace
}  // namespace jounce::test::reduction_model_test
