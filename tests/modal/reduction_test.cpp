// Reduced Systems: what each method promises of its basis, measured on beams and chains against dense algebra.
// Tolerances: 1e-9 relative where a promise is exact, which is rounding times the condition of beams of 10 to 40 elements.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/reduction.hpp"
#include "linalg/dense/dense.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "modal/modes.hpp"
#include "modal/reductions/table.hpp"
#include "modal/rigid_motion.hpp"
#include "reduction_cases.hpp"
#include "support/small_system.hpp"
#include "system/models.hpp"

namespace jounce::test::reduction_test {
namespace {

constexpr double pi = std::numbers::pi;

Vector dense_row(const System& system, std::size_t i) {
    Vector out = Vector::Zero(system.size());
    const SparseRow& row = system.rows[i];
    for (std::size_t e = 0; e < row.index.size(); ++e) out[row.index[e]] = row.coefficient[e];
    return out;
}

std::vector<double> frequencies(const System& system) {
    const Vector lambda = system.linear.K.diagonal();
    std::vector<double> out;
    for (const double value : lambda) out.push_back(std::sqrt(value) / (2 * pi));
    return out;
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
    const Matrix R = jounce::rigid_motions_of_nodes(full);
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
    const Matrix flexibility = linalg::solve_positive_definite(full.linear.K, Matrix::Identity(full.size(), full.size()));
    for (const std::string method : {"craig_bampton", "free_interface", "modal", "guyan"}) {
        const Reduction reduction = reduce(full, with(method, 4));
        const System& reduced = *reduction.system;
        const Vector stiffness = reduced.linear.K.diagonal();
        ASSERT_EQ(reduction.report.compliances.size(), 2u);
        for (std::size_t i = 0; i < 2; ++i) {
            const Vector b = dense_row(full, i);
            const double exact = b.dot(flexibility * b);
            EXPECT_NEAR(reduction.report.compliances[i].full, exact, 1e-9 * exact) << method;
            const Vector y = dense_row(reduced, i);
            EXPECT_NEAR(y.dot(stiffness.cwiseInverse().cwiseProduct(y)), exact, 1e-9 * exact) << method;
            EXPECT_LT(reduction.report.compliances[i].error(), 1e-9) << method;
        }
        for (const Load& load : full.loads) {
            const std::size_t i = static_cast<std::size_t>(&load - full.loads.data());
            const double exact = load.pattern.dot(flexibility * load.pattern);
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
    const linalg::DensePairs dense = linalg::symmetric_pairs(full.linear.K, full.linear.M).value();
    for (const std::string method : {"craig_bampton", "free_interface", "modal"}) {
        const Reduction reduction = reduce(full, with(method, 4));
        for (std::size_t i = 0; i < 2; ++i) {
            const Vector share = dense.vectors.transpose() * dense_row(full, i);
            double exact = 0;
            for (int k = 6; k < full.size(); ++k) exact += share[k] * share[k] / dense.values[k];
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
    const Matrix shapes = linalg::solve_square(bordered, right).topRows(n);
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
    const Matrix Z = linalg::complement(rows.transpose());
    const linalg::DensePairs dense = linalg::symmetric_pairs(Z.transpose() * K * Z, Z.transpose() * M * Z).value();
    EXPECT_NEAR(held.report.highest, std::sqrt(dense.values[5]) / (2 * pi), 1e-9 * held.report.highest);
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
}  // namespace jounce::test::reduction_test
