// Reduced Systems: what each method promises of its basis, measured on beams and chains against dense algebra.
// Tolerances: 1e-9 relative where a promise is exact, which is rounding times the condition of beams of 10 to 40 elements.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/reduction.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "modal/modes.hpp"
#include "modal/reductions/table.hpp"
#include "modal/rigid_motion.hpp"
#include "support/small_system.hpp"
#include "system/models.hpp"

namespace jounce::test {
namespace {

using modal::reduce;
using modal::Reduction;
using modal::ReductionSettings;

constexpr double pi = std::numbers::pi;

ReductionSettings with(const std::string& method, int modes) {
    ReductionSettings out;
    out.method = method;
    if (method != "guyan") out.modes = modes;
    return out;
}

Handle add_beam(Script& s, int elements) {
    return s.add("beam", {{"name", "b"},
                          {"from", vector(0, 0, 0)},
                          {"to", vector(1, 0, 0)},
                          {"elements", elements},
                          {"section", circle(0.02)},
                          {"material", steel()}});
}

void add_gap(Script& s, const char* name, const Reference& node, const Value& direction) {
    s.add("gap", {{"name", name}, {"node", node}, {"direction", direction}, {"clearance", 1e-3}, {"law", hertz()}});
}

/// Clamped (or free, in space) beam with gaps across at its end and its middle, a push at an element's end and gravity.
Script beam(int elements, bool clamped) {
    Script s;
    const Handle b = add_beam(s, elements);
    if (clamped) s.add("fix", {{"nodes", references({b.nodes.front()})}});
    add_gap(s, "tip", b.nodes.back(), vector(0, 1, 0));
    add_gap(s, "middle", b.nodes[static_cast<std::size_t>(elements / 2)], vector(0, 0.6, 0.8));
    s.add(
        "load",
        {{"nodes", references({b.nodes[static_cast<std::size_t>(elements / 3)]})}, {"direction", vector(0, 0, 1)}, {"force", 7}});
    s.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    return s;
}

Vector dense_row(const System& system, std::size_t i) {
    Vector out = Vector::Zero(system.size());
    const SparseRow& row = system.rows[i];
    for (std::size_t e = 0; e < row.index.size(); ++e) out[row.index[e]] = row.coefficient[e];
    return out;
}

/// q = V y: V follows from the recovery, as T has a column of its own for every coordinate of these models.
Matrix basis_of(const System& full, const System& reduced) {
    const Matrix T = full.recovery.T;
    return T.colPivHouseholderQr().solve(Matrix(reduced.recovery.T));
}

std::vector<double> frequencies(const System& system) {
    const Vector lambda = system.linear.K.diagonal();
    std::vector<double> out;
    for (const double value : lambda) out.push_back(std::sqrt(value) / (2 * pi));
    return out;
}

double off_diagonal(Matrix A) {
    A.diagonal().setZero();
    return A.cwiseAbs().maxCoeff();
}

TEST(Reduction, OneFileForEachMethod) {
    namespace fs = std::filesystem;
    int files = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(JOUNCE_SOURCE_DIR) / "lib/modal/reductions")) {
        const std::string name = entry.path().stem().string();
        if (name == "table") continue;
        ++files;
        const modal::ReductionMethod* method = modal::find_reduction_method(name);
        ASSERT_NE(method, nullptr) << name << " is not in the table";
        EXPECT_FALSE(method->summary.empty() || method->sources.empty()) << name;
    }
    EXPECT_EQ(files, static_cast<int>(modal::reduction_methods().size()));
}

class Methods : public testing::TestWithParam<std::tuple<std::string, bool>> {};

// The promises of all methods: a congruent System with M = 1, K diagonal, rigid-body motion exact, gaps and loads complete.
TEST_P(Methods, SystemIsThatOfTheBasis) {
    const auto [method, clamped] = GetParam();
    const Script script = beam(12, clamped);
    const System full = script.system();
    const Reduction reduction = reduce(full, with(method, 8));
    const System& reduced = *reduction.system;
    ASSERT_LT(reduced.size(), full.size());
    const Matrix V = basis_of(full, reduced);
    EXPECT_LT((Matrix(full.recovery.T) * V - Matrix(reduced.recovery.T)).cwiseAbs().maxCoeff(), 1e-11);
    EXPECT_EQ(Matrix(reduced.linear.M), Matrix::Identity(reduced.size(), reduced.size()));
    EXPECT_EQ(off_diagonal(reduced.linear.K), 0);
    EXPECT_EQ(reduced.linear.half_bandwidth, 0);
    EXPECT_LT((V.transpose() * (full.linear.M * V) - Matrix::Identity(V.cols(), V.cols())).cwiseAbs().maxCoeff(), 1e-9);
    const Vector omega = reduced.linear.K.diagonal().cwiseSqrt();
    const Matrix K = V.transpose() * (full.linear.K * V);
    const double rounding = 1e-13 * Matrix(full.linear.K).norm() * V.squaredNorm() / static_cast<double>(V.cols());
    for (Eigen::Index i = 0; i < K.rows(); ++i) {
        for (Eigen::Index j = 0; j < K.cols(); ++j) {
            const double expected = i == j ? omega[i] * omega[i] : 0;
            EXPECT_NEAR(K(i, j), expected, rounding + 1e-9 * omega[omega.size() - 1] * std::min(omega[i], omega[j]))
                << i << ' ' << j;
        }
    }
    const int rigid = clamped ? 0 : 6;
    EXPECT_EQ(reduction.report.rigid, rigid);
    for (int i = 0; i < reduced.size(); ++i) EXPECT_EQ(omega[i] == 0, i < rigid) << i;
    ASSERT_EQ(reduced.rows.size(), full.rows.size());
    for (std::size_t i = 0; i < full.rows.size(); ++i)
        EXPECT_LT((dense_row(reduced, i) - V.transpose() * dense_row(full, i)).norm(), 1e-9 * dense_row(reduced, i).norm());
    for (std::size_t i = 0; i < full.loads.size(); ++i)
        EXPECT_LT((reduced.loads[i].pattern - V.transpose() * full.loads[i].pattern).norm(), 1e-9 * full.loads[i].pattern.norm());
    EXPECT_EQ(reduced.contacts.size(), full.contacts.size());
    EXPECT_EQ(reduced.nodes.size(), full.nodes.size());
    EXPECT_EQ(reduced.model, full.model);
    EXPECT_NE(reduced.digest, full.digest);
    EXPECT_EQ(reduced.coordinate_names.front(), "reduced mode 1");
    if (clamped) return;
    // A free beam moves rigidly in every direction as it did.
    const Matrix R = modal::rigid_motions_of_nodes(full);
    const Matrix moved = reduced.recovery.T * modal::rigid_motions(reduced);
    EXPECT_LT((moved - R).cwiseAbs().maxCoeff(), 1e-9);
    for (const modal::Compared& mass : reduction.report.mass) EXPECT_LT(mass.error(), 1e-10) << mass.name;
}

INSTANTIATE_TEST_SUITE_P(AllMethods, Methods,
                         testing::Combine(testing::Values("craig_bampton", "free_interface", "modal", "guyan"), testing::Bool()),
                         [](const auto& p) { return std::get<0>(p.param) + (std::get<1>(p.param) ? "_clamped" : "_free"); });

// b^T K^-1 b of a clamped beam by dense algebra, for gaps and loads. Every method with static vectors has it exactly; plain
// truncation is the control.
TEST(Reduction, StaticAnswersAreExact) {
    const System full = beam(16, true).system();
    const Eigen::LDLT<Matrix> dense{Matrix(full.linear.K)};
    for (const std::string method : {"craig_bampton", "free_interface", "modal", "guyan"}) {
        const Reduction reduction = reduce(full, with(method, 4));
        const System& reduced = *reduction.system;
        const Vector stiffness = reduced.linear.K.diagonal();
        ASSERT_EQ(reduction.report.compliances.size(), 2u);
        for (std::size_t i = 0; i < 2; ++i) {
            const Vector b = dense_row(full, i);
            const double exact = b.dot(dense.solve(b));
            EXPECT_NEAR(reduction.report.compliances[i].full, exact, 1e-9 * exact) << method;
            const Vector y = dense_row(reduced, i);
            EXPECT_NEAR(y.dot(stiffness.cwiseInverse().cwiseProduct(y)), exact, 1e-9 * exact) << method;
            EXPECT_LT(reduction.report.compliances[i].error(), 1e-9) << method;
        }
        for (const Load& load : full.loads) {
            const std::size_t i = static_cast<std::size_t>(&load - full.loads.data());
            const double exact = load.pattern.dot(dense.solve(load.pattern));
            const Vector f = reduced.loads[i].pattern;
            EXPECT_NEAR(f.dot(stiffness.cwiseInverse().cwiseProduct(f)), exact, 1e-9 * exact) << method;
        }
        EXPECT_EQ(reduction.report.loads.size(), 2u);
    }
    ReductionSettings plain = with("modal", 4);
    plain.correction = false;
    EXPECT_GT(reduce(full, plain).report.largest_compliance_error(), 1e-4);
}

// The beam that floats: forces at the gaps in balance with the inertia of the rigid motion that they cause. Reference: dense
// eigenvectors of the six lowest modes taken out, the rest inverted.
TEST(Reduction, InertiaReliefIsExact) {
    const System full = beam(10, false).system();
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> dense(Matrix(full.linear.K), Matrix(full.linear.M));
    for (const std::string method : {"craig_bampton", "free_interface", "modal"}) {
        const Reduction reduction = reduce(full, with(method, 4));
        for (std::size_t i = 0; i < 2; ++i) {
            const Vector share = dense.eigenvectors().transpose() * dense_row(full, i);
            double exact = 0;
            for (int k = 6; k < full.size(); ++k) exact += share[k] * share[k] / dense.eigenvalues()[k];
            EXPECT_NEAR(reduction.report.compliances[i].full, exact, 1e-8 * exact) << method;
            EXPECT_LT(reduction.report.compliances[i].error(), 1e-9) << method;
        }
    }
    // Gravity on a free body bends nothing: no vector for it, and no error.
    const modal::ReductionReport report = reduce(full, with("craig_bampton", 4)).report;
    EXPECT_EQ(report.loads[1].full, 0);
    EXPECT_EQ(report.loads[1].error(), 0);
    EXPECT_EQ(report.static_vectors, 3);  // two gaps and the push
}

// Courant and Fischer: a subspace's values are upper bounds, and fall as it grows (the bases of growing `modes` are nested).
TEST(Reduction, FrequenciesConvergeFromAbove) {
    for (const bool clamped : {true, false}) {
        const System full = beam(30, clamped).system();
        const std::vector<modal::Mode> exact = modal::modes(full, 26).modes;
        const std::size_t rigid = clamped ? 0 : 6;
        for (const std::string method : {"craig_bampton", "free_interface", "modal"}) {
            std::vector<double> before;
            double first = 0, last = 0;
            for (const int modes : {4, 6, 8, 12, 16}) {
                const std::vector<double> now = frequencies(*reduce(full, with(method, modes)).system);
                for (std::size_t i = rigid; i < std::min<std::size_t>(now.size(), 26); ++i) {
                    EXPECT_GE(now[i], exact[i].frequency * (1 - 1e-9)) << method << ' ' << modes << ' ' << i;
                    if (i < before.size()) {
                        EXPECT_LE(now[i], before[i] * (1 + 1e-9)) << method << ' ' << modes << ' ' << i;
                    }
                }
                last = now[rigid + 4] / exact[rigid + 4].frequency - 1;
                if (before.empty()) first = last;
                before = now;
            }
            EXPECT_LT(last, 1e-4) << method;
            if (method == "craig_bampton") {
                EXPECT_GT(first, 10 * last) << "control: few modes are worse";
            }
        }
    }
}

// All modes of the structure held at its gaps, and its constraint modes: nothing is left out.
TEST(Reduction, AllModesAreTheModelItself) {
    for (const bool clamped : {true, false}) {
        const System full = beam(6, clamped).system();
        const int rigid = clamped ? 0 : 6;
        // Two gap rows hold two rigid motions of the free beam; the other four are no elastic modes.
        const int held = full.size() - 2 - (clamped ? 0 : 4);
        for (const auto& [method, modes] : {std::pair<std::string, int>{"craig_bampton", held}, {"modal", full.size() - rigid}}) {
            const Reduction reduction = reduce(full, with(method, modes));
            ASSERT_EQ(reduction.system->size(), full.size()) << method;
            EXPECT_LT(reduction.report.largest_frequency_error(), 1e-8) << method;
            EXPECT_GT(reduction.report.dropped, 0) << method;
            EXPECT_THROW((void)reduce(full, with(method, modes + 1)), Error);
        }
    }
}

// A free chain whose gap sees the mean of five masses, another one a difference. Guyan's shapes are those of least energy with
// these coordinates given: reference, the bordered system, dense. The chain's masses stay free under what the rows hold.
TEST(Reduction, GapsThatAreLinearCombinations) {
    const int n = 40;
    Matrix K = Matrix::Zero(n, n);
    for (int i = 0; i + 1 < n; ++i) {
        const double k = 1e4 * (1 + 0.5 * std::cos(i));
        K(i, i) += k;
        K(i + 1, i + 1) += k;
        K(i, i + 1) -= k;
        K(i + 1, i) -= k;
    }
    Matrix M = Matrix::Zero(n, n);
    for (int i = 0; i < n; ++i) M(i, i) = 2 + std::sin(i);
    System full = linear_system(M, Matrix::Zero(n, n), K);
    Vector mean = Vector::Zero(n), difference = Vector::Zero(n);
    mean.segment(3, 5).setConstant(0.2);
    difference[30] = 1;
    difference[34] = -1;
    const auto law = std::make_shared<PowerLaw>(1e6, 1.5);
    add_contact(full, "mean", stop(1e-3), law, {mean});
    add_contact(full, "difference", stop(1e-3), law, {difference});
    add_contact(full, "mean again", stop(2e-3), law, {mean});  // depends on the first

    full.recovery.T = sparse(Matrix::Identity(n, n));
    const Reduction guyan = reduce(full, with("guyan", 0));
    EXPECT_EQ(guyan.report.interface, 2);
    EXPECT_EQ(guyan.report.rigid, 1);
    ASSERT_EQ(guyan.system->size(), 2);  // the mean carries the rigid motion
    Matrix bordered = Matrix::Zero(n + 2, n + 2), right = Matrix::Zero(n + 2, 2);
    bordered.topLeftCorner(n, n) = K;
    bordered.block(0, n, n, 1) = mean;
    bordered.block(0, n + 1, n, 1) = difference;
    bordered.bottomLeftCorner(2, n) = bordered.topRightCorner(n, 2).transpose();
    right(n, 0) = right(n + 1, 1) = 1;
    const Matrix shapes = bordered.fullPivLu().solve(right).topRows(n);
    const Matrix V = guyan.system->recovery.T;
    for (int i = 0; i < 2; ++i) {
        const Vector left = shapes.col(i) - V * (V.transpose() * (M * shapes.col(i)));
        EXPECT_LT(left.norm(), 1e-9 * shapes.col(i).norm()) << i;
    }

    const Reduction held = reduce(full, with("craig_bampton", 6));
    EXPECT_EQ(held.system->size(), 1 + 6 + 2);
    EXPECT_LT(held.report.largest_compliance_error(), 1e-9);
    // The modes held are those of the chain projected on what the rows leave.
    Matrix rows(2, n);
    rows << mean.transpose(), difference.transpose();
    const Matrix Z = rows.fullPivLu().kernel();
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> dense(Z.transpose() * K * Z, Z.transpose() * M * Z);
    EXPECT_NEAR(held.report.highest, std::sqrt(dense.eigenvalues()[5]) / (2 * pi), 1e-9 * held.report.highest);
}

// Held transversely in three places a beam still turns about its axis, slides along it and bends the other way.
TEST(Reduction, WhatTheGapsDoNotHoldStaysARigidMotion) {
    Script s;
    const Handle b = add_beam(s, 8);
    for (const std::size_t i : {0u, 4u, 8u})
        add_gap(s, std::string("g").append(std::to_string(i)).c_str(), b.nodes[i], vector(0, 1, 0));
    const System full = s.system();
    const Reduction reduction = reduce(full, with("craig_bampton", 10));
    EXPECT_EQ(reduction.report.rigid, 6);
    EXPECT_EQ(reduction.report.modes, 10);
    EXPECT_EQ(reduction.system->size(), 6 + 10 + 3);
    EXPECT_EQ(reduce(full, with("guyan", 0)).system->size(), 6 + 1);  // three gaps, two of them carried by rigid motions
}

TEST(Reduction, NodesAreKeptAsGapsAre) {
    const System full = beam(12, true).system();
    ReductionSettings settings = with("guyan", 0);
    const int before = reduce(full, settings).system->size();
    settings.keep = {full.find_node("b[4]")};
    const Reduction kept = reduce(full, settings);
    EXPECT_EQ(kept.system->size(), before + 6);
    // A force at the kept node has its exact static answer there.
    const Matrix T = full.recovery.T;
    const Eigen::LDLT<Matrix> dense{Matrix(full.linear.K)};
    for (int d = 0; d < 6; ++d) {
        const Vector force = T.row(full_dof(full, "b[4]", d)).transpose();
        const double exact = force.dot(dense.solve(force));
        const Vector f = Matrix(kept.system->recovery.T).row(full_dof(full, "b[4]", d)).transpose();
        EXPECT_NEAR(f.dot(kept.system->linear.K.diagonal().cwiseInverse().cwiseProduct(f)), exact, 1e-9 * exact) << d;
    }
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
              "reduce: unknown method 'craig_bamton'; did you mean 'craig_bampton'?; known are craig_bampton, free_interface, "
              "modal, guyan");
    EXPECT_EQ(said(with("modal", 0)), "reduce: 'modes' or 'frequency' is required by method 'modal'");
    EXPECT_EQ(said(with("modal", -1)), "reduce: 'modes' must be 1 or more, got -1");
    EXPECT_EQ(said(with("modal", 25)), "reduce: 'modes' must be at most the 24 free coordinates of the model, got 25");
    EXPECT_EQ(said(with("craig_bampton", 23)),
              "reduce: 'modes' must be at most the 22 elastic modes of the model with its interface held, got 23");
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
    EXPECT_EQ(said(guyan), "reduce: method 'guyan' keeps no modes, 'modes' and 'frequency' are not for it");
    ReductionSettings nodes = with("modal", 3);
    nodes.keep = {2};
    EXPECT_EQ(said(nodes), "reduce: method 'modal' keeps no nodes, 'keep' is not for it");
}

// Small models: a mass with a gap is what it is; one on a spring keeps its one motion.
TEST(Reduction, OneCoordinate) {
    for (const double stiffness : {0.0, 50.0}) {
        System one = linear_system(scalar(3), scalar(0), scalar(stiffness));
        one.recovery.T = sparse(scalar(1));
        add_contact(one, "stop", stop(1e-3), std::make_shared<PowerLaw>(1e6, 1.5), {Vector::Ones(1)});
        const Reduction reduction = reduce(one, with("guyan", 0));
        ASSERT_EQ(reduction.system->size(), 1);
        EXPECT_NEAR(reduction.system->linear.K.coeff(0, 0), stiffness / 3, 1e-12);
        EXPECT_LT(reduction.report.largest_compliance_error(), 1e-12);
    }
}

}  // namespace
}  // namespace jounce::test
