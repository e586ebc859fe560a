// Promise: pushes and rubs of contacts with friction obey the laws of Signorini and Coulomb together, and the decision which
// sides open and which sticks slip is the one that these laws allow. Reference: the laws themselves, at what the solution says;
// the accelerations that follow from a decision, of full matrices. Tolerance: 1e-10 of the largest number. Controls: every kind
// of answer occurs: sides that open and stay, slips both ways, sticks.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/frictional_contacts.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "linalg/dense/dense.hpp"
#include "time/contact/held_accelerations.hpp"

namespace jounce::frictional_contacts_test {
namespace {

using linalg::Matrix;
using linalg::Vector;

struct Draw {
    std::mt19937 random{11};
    std::normal_distribution<double> normal;
    double operator()() { return normal(random); }
    /// Answers of independent rows, of light and heavy bodies.
    Matrix answers(Eigen::Index k) {
        Matrix B(k, k + 2);
        for (Eigen::Index i = 0; i < k; ++i)
            for (Eigen::Index j = 0; j < k + 2; ++j) B(i, j) = (*this)() * std::pow(10, static_cast<double>(i % 3) - 1);
        return B * B.transpose();
    }
    Vector rates(Eigen::Index k) {
        Vector out(k);
        for (Eigen::Index i = 0; i < k; ++i) out[i] = (*this)() * std::pow(10, static_cast<double>(i % 3) - 1);
        return out;
    }
};

TEST(FrictionalContacts, ObeyTheLawsOfSignoriniAndCoulomb) {
    Draw draw;
    std::array<int, 5> seen{};
    for (int trial = 0; trial < 100; ++trial) {
        time::FrictionalContacts problem{draw.answers(5), draw.rates(5), {0, 1, -1}, {0.4, 0.7, 0.3}, {0, 0, 0.8}};
        const auto answer = problem.solve();
        ASSERT_TRUE(answer) << trial;
        const Vector& f = answer->forces;
        const Vector rates = problem.c + problem.W * f;
        const double force = f.cwiseAbs().maxCoeff();
        for (Eigen::Index i = 0; i < 5; ++i) {
            const double size = std::abs(problem.c[i]) + problem.W.row(i).cwiseAbs().dot(f.cwiseAbs());
            EXPECT_NEAR(answer->rates[i], rates[i], 1e-12 * size) << trial;
            EXPECT_GE(answer->sizes[i], 0.999 * size) << trial;
            EXPECT_LE(answer->sizes[i], size + problem.W.row(i).tail(3).cwiseAbs().sum() * (force + 1)) << trial;
            const double none = 1e-10 * size;
            if (i < 2) {
                EXPECT_GE(f[i], -1e-10 * force);
                EXPECT_GE(rates[i], -none);
                EXPECT_TRUE(f[i] <= 1e-10 * force || rates[i] <= none) << trial;
                ++seen[rates[i] > none ? 0 : 1];
                continue;
            }
            const auto t = static_cast<std::size_t>(i - 2);
            const double bound = problem.coefficient[t] * (t < 2 ? f[static_cast<Eigen::Index>(t)] : 0.8);
            EXPECT_LE(std::abs(f[i]), bound + 1e-10 * force) << trial;
            if (std::abs(rates[i]) <= none) {
                ++seen[2];
                continue;
            }
            // `rates` are minus the slips: the rub is the largest one, and has the sense of the slip.
            EXPECT_NEAR(f[i], rates[i] > 0 ? -bound : bound, 1e-10 * force) << trial;
            ++seen[rates[i] > 0 ? 3 : 4];
        }
    }
    for (const int kind : seen) EXPECT_GT(kind, 10);
}

/// Forces and accelerations of what a decision leaves held, with full rubs along the slips that begin.
struct Outcome {
    Vector forces, rates;  // opening ones of normals, slips of the others
};
Outcome outcome(const time::HeldAccelerations& at, const time::HeldAccelerations::Decision& decision) {
    const Eigen::Index k = at.free.size();
    // Each force is given, held or a part of a push.
    Matrix A = Matrix::Zero(k, k);
    Vector right = Vector::Zero(k);
    Eigen::Index row = at.normals;
    for (Eigen::Index i = 0; i < at.normals; ++i) {
        if (decision.opens[static_cast<std::size_t>(i)] != 0) {
            A(i, i) = 1;
        } else {
            A.row(i) = at.W.row(i);
            right[i] = at.free[i];
        }
    }
    for (std::size_t t = 0; t < decision.slips.size(); ++t) {
        const int directions = static_cast<Eigen::Index>(t) < at.tangents ? 1 : 2;
        const contact::Slip& slip = decision.slips[t];
        for (int j = 0; j < directions; ++j, ++row) {
            if (slip[0] == 0 && slip[1] == 0) {
                A.row(row) = at.W.row(row);
                right[row] = at.free[row];
                continue;
            }
            const double part = at.coefficient[t] * slip[static_cast<std::size_t>(j)] / std::hypot(slip[0], slip[1]);
            A(row, row) = 1;
            if (at.pressed_by[t] >= 0)
                A(row, at.pressed_by[t]) = -part;
            else
                right[row] = part * at.normal_force[t];
        }
    }
    Outcome out;
    out.forces = linalg::solve_square(A, right);
    out.rates = at.free - at.W * out.forces;
    return out;
}

// Two sides, a line of friction on one of them, a plane of friction under a given force that holds; then a second line.
TEST(HeldAccelerations, DecideByTheLawsOfSignoriniAndCoulomb) {
    Draw draw;
    std::array<int, 4> seen{};
    for (int trial = 0; trial < 60; ++trial) {
        time::HeldAccelerations at;
        at.normals = 2;
        at.tangents = 2;
        at.W = draw.answers(6);
        at.free = draw.rates(6);
        at.noise = Vector::Zero(6);
        at.pressed_by = {1, -1, -1};
        at.coefficient = {0.5, 1, 1};
        at.normal_force = {0, 0.3, 1e9};
        EXPECT_FALSE(at.contradict());
        const auto decision = at.decide();
        ASSERT_TRUE(decision) << trial;
        ASSERT_EQ(decision->opens.size(), 2U);
        ASSERT_EQ(decision->slips.size(), 3U);
        const auto [f, rates] = outcome(at, *decision);
        const double force = f.cwiseAbs().maxCoeff();
        for (Eigen::Index i = 0; i < 2; ++i) {
            const bool opens = decision->opens[static_cast<std::size_t>(i)] != 0;
            EXPECT_GE(f[i], -1e-10 * force) << trial;
            // `free` are accelerations of indentations: an open side has a negative one.
            EXPECT_TRUE(!opens || rates[i] < 0) << trial;
            ++seen[opens ? 0 : 1];
        }
        for (std::size_t t = 0; t < 2; ++t) {
            const auto row = static_cast<Eigen::Index>(2 + t);
            const double bound = at.coefficient[t] * (t == 0 ? f[1] : 0.3), slip = decision->slips[t][0];
            EXPECT_EQ(decision->slips[t][1], 0);
            EXPECT_LE(std::abs(f[row]), bound + 1e-9 * force) << trial;
            EXPECT_TRUE(slip == 0 || slip * rates[row] > 0) << trial << " the slip begins along its acceleration";
            ++seen[slip != 0 ? 2 : 3];
        }
        EXPECT_EQ(decision->slips[2][0], 0);
        EXPECT_EQ(decision->slips[2][1], 0);
    }
    for (const int kind : seen) EXPECT_GT(kind, 10);
}

// Two sticks in one plane of one body, whose surfaces part: the weaker one slips along the motion that is left, and the stronger
// one holds. Without the parting both hold.
TEST(HeldAccelerations, OfTwoSticksOnPartingSurfacesTheWeakerOneSlips) {
    Draw draw;
    for (const double parting : {0.0, 0.7}) {
        for (const bool first_weaker : {true, false}) {
            for (const bool beside_stop : {false, true}) {
                const Eigen::Index first = beside_stop ? 1 : 0;
                const Matrix own = draw.answers(first + 2);
                time::HeldAccelerations at;
                at.normals = first;
                // Rows of the second stick are those of the first one.
                Matrix same(first + 4, first + 2);
                same.setZero();
                same.topRows(first + 2).setIdentity();
                same.bottomRows(2).rightCols(2).setIdentity();
                at.W = same * own * same.transpose();
                Vector body = draw.rates(first + 2);
                if (beside_stop) body[0] = std::abs(body[0]) + own.row(0).cwiseAbs().sum() * 20;  // it stays closed
                at.free = same * body;
                const Vector apart{{0.6 * parting, -0.8 * parting}};
                at.free.tail(2) -= apart;
                at.noise = Vector::Constant(at.free.size(), 1e-15);
                at.pressed_by = {-1, -1};
                at.coefficient = {1, 1};
                at.normal_force = {first_weaker ? 1e-3 : 1e6, first_weaker ? 1e6 : 1e-3};
                EXPECT_EQ(at.contradict(), parting > 0);
                const auto decision = at.decide();
                ASSERT_TRUE(decision);
                for (const char opens : decision->opens) EXPECT_EQ(opens, 0);
                const std::size_t weaker = first_weaker ? 0 : 1;
                EXPECT_EQ(std::hypot(decision->slips[1 - weaker][0], decision->slips[1 - weaker][1]), 0);
                const contact::Slip& slip = decision->slips[weaker];
                const double sign = first_weaker ? 1 : -1;  // of its body against its own surface, with the other one held
                EXPECT_NEAR(slip[0], sign * apart[0], 1e-9);
                EXPECT_NEAR(slip[1], sign * apart[1], 1e-9);
            }
        }
    }
}

// What rounding alone moves neither opens nor slips.
TEST(HeldAccelerations, RoundingDecidesNothing) {
    time::HeldAccelerations at;
    at.normals = 1;
    at.tangents = 1;
    at.W = Matrix{{2, 0.3}, {0.3, 1}};
    at.pressed_by = {0};
    at.coefficient = {0.5};
    at.normal_force = {0};
    at.noise = Vector{{1e-9, 1e-9}};
    at.free = Vector{{-0.9e-9, 0.9e-9}};
    const auto within = at.decide();
    ASSERT_TRUE(within);
    EXPECT_EQ(within->opens[0], 0);
    EXPECT_EQ(within->slips[0][0], 0);
    at.free = Vector{{-1e-6, 1e-6}};
    const auto beyond = at.decide();
    ASSERT_TRUE(beyond);
    EXPECT_EQ(beyond->opens[0], 1);
    EXPECT_GT(beyond->slips[0][0], 0);
}

}  // namespace
}  // namespace jounce::frictional_contacts_test
