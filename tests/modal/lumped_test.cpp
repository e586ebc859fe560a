// Modes of masses and springs: closed forms of a chain, what counts as rigid, effective masses, counts and errors.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "modal/modes.hpp"
#include "system/models.hpp"

namespace jounce::lumped_test {
namespace {

using jounce::System;
using jounce::linalg::Matrix;
using jounce::linalg::Vector;
using jounce::modal::Mode;
using jounce::modal::Modes;
using jounce::test::Script;
using std::numbers::pi;

System by_hand(const Matrix& M, const Matrix& K) {
    System system;
    system.linear.M = M.sparseView();
    system.linear.K = K.sparseView();
    system.recovery.T.resize(M.rows(), M.cols());
    system.recovery.T.setIdentity();
    return system;
}

/// n masses of 2 kg along x with n - 1 springs of 5e4 N/m between them, and one to the ground when `held`.
System chain(int n, bool held) {
    Script script;
    for (int i = 1; i <= n; ++i) {
        script.add("point", {{"name", std::string("m").append(std::to_string(i))},
                             {"at", jounce::test::vector(0.1 * i, 0, 0)},
                             {"mass", 2},
                             {"free", jounce::test::words({"ux"})}});
    }
    const auto direction = jounce::test::vector(1, 0, 0);
    for (int i = 1; i < n; ++i) {
        script.add("spring", {{"from", std::string("m").append(std::to_string(i))},
                              {"to", std::string("m").append(std::to_string(i + 1))},
                              {"direction", direction},
                              {"stiffness", 5e4}});
    }
    if (held) script.add("spring", {{"from", "m1"}, {"direction", direction}, {"stiffness", 5e4}});
    return script.system();
}

// Free chain: 2 sqrt(k/m) sin(j pi/2n). Held at one end: 2 sqrt(k/m) sin((2j-1) pi/(2(2n+1))).
TEST(LumpedModes, ChainsHaveTheirClosedForms) {
    const int n = 9;
    const double omega = std::sqrt(5e4 / 2);
    const Modes free = jounce::modal::modes(chain(n, false), n);
    const Modes held = jounce::modal::modes(chain(n, true), n);
    ASSERT_EQ(free.modes.size(), 9u);
    for (int j = 0; j < n; ++j) {
        const auto& f = free.modes[static_cast<std::size_t>(j)];
        const auto& h = held.modes[static_cast<std::size_t>(j)];
        EXPECT_NEAR(2 * pi * f.frequency, 2 * omega * std::sin(j * pi / (2 * n)), 1e-9);
        EXPECT_NEAR(2 * pi * h.frequency, 2 * omega * std::sin((2 * j + 1) * pi / (2 * (2 * n + 1))), 1e-9);
        EXPECT_EQ(f.kind, j == 0 ? "rigid" : "spring");
        EXPECT_EQ(h.kind, "spring");
    }
    EXPECT_EQ(free.modes[0].frequency, 0) << "exactly";
    EXPECT_TRUE(free.complete());
    EXPECT_TRUE(held.complete());
    EXPECT_EQ(free.found_rigid, 1);
    EXPECT_EQ(held.counted_low, 0);
}

TEST(LumpedModes, EffectiveMassesOfTheHeldChainAddUp) {
    const Modes modes = jounce::modal::modes(chain(5, true), 5);
    double sum = 0;
    for (const Mode& mode : modes.modes) {
        sum += mode.effective_mass[0];
        EXPECT_NEAR(mode.shape.squaredNorm(), 0.5, 1e-12) << "phi^T M phi = 1 with 2 kg each";
        EXPECT_EQ(mode.effective_mass[1], 0);
    }
    EXPECT_NEAR(sum, 10, 1e-11);
    EXPECT_NEAR(modes.total_mass[0], 10, 1e-12);
    EXPECT_GT(modes.modes[0].effective_mass[0], 8) << "the first mode carries most of it";
}

// The list may end within a double value: the count then speaks of all that lies below the bound.
TEST(LumpedModes, AListThatEndsWithinADoubleValueIsComplete) {
    Matrix K = Matrix::Zero(4, 4);
    K.diagonal() << 1, 4, 4, 9;
    const Modes modes = jounce::modal::modes(by_hand(Matrix::Identity(4, 4), K), 2);
    EXPECT_EQ(modes.modes.size(), 2u);
    EXPECT_EQ(modes.found_below, 3);
    EXPECT_EQ(modes.counted_below, 3);
    EXPECT_GT(modes.bound, 4);
    EXPECT_LT(modes.bound, 9);
    EXPECT_TRUE(modes.complete());
    Modes missing = modes;
    missing.found_below = 2;
    EXPECT_FALSE(missing.complete());
}

// Rigid is what the stiffness cannot hold to double precision, however stiff or soft the rest.
TEST(LumpedModes, SoftIsNotRigid) {
    const auto first = [](double link, double ground) {
        Matrix K(2, 2);
        K << link + ground, -link, -link, link;
        return jounce::modal::modes(by_hand(Matrix::Identity(2, 2), K), 1).modes[0];
    };
    EXPECT_NEAR(2 * pi * first(1e9, 1e-3).frequency, std::sqrt(0.5e-3), 1e-2 * std::sqrt(0.5e-3)) << "12 orders softer";
    EXPECT_EQ(first(1e9, 1e-3).kind, "spring");
    EXPECT_EQ(first(1e9, 0).frequency, 0);
    EXPECT_EQ(first(1e9, 1e-8).frequency, 0) << "1e9 + 1e-8 is 1e9";
    EXPECT_GT(first(1e-9, 1e-12).frequency, 0) << "units do not matter";
    // A heavy unrelated spring elsewhere does not make a soft one rigid.
    Matrix K = Matrix::Zero(2, 2);
    K.diagonal() << 1e-6, 1e12;
    EXPECT_NEAR(2 * pi * jounce::modal::modes(by_hand(Matrix::Identity(2, 2), K), 1).modes[0].frequency, 1e-3, 1e-9);
}

TEST(LumpedModes, NothingButRigidModes) {
    const Modes modes = jounce::modal::modes(by_hand(3 * Matrix::Identity(3, 3), Matrix::Zero(3, 3)), 2);
    EXPECT_EQ(modes.modes.size(), 2u);
    EXPECT_EQ(modes.modes[1].kind, "rigid");
    EXPECT_EQ(modes.found_rigid, 3);
    EXPECT_TRUE(modes.complete());
}

TEST(LumpedModes, TooManyAndTooFewAreAnswered) {
    const System system = chain(3, true);
    const Modes all = jounce::modal::modes(system, 7);
    EXPECT_EQ(all.modes.size(), 3u);
    ASSERT_EQ(all.notes.size(), 1u);
    EXPECT_EQ(all.notes[0], "requested 7 modes, the model has 3 free coordinates and as many modes");
    EXPECT_TRUE(jounce::modal::modes(system, 3).notes.empty());
    EXPECT_EQ(jounce::test::error_of([&] { (void)jounce::modal::modes(system, 0); }), "modes: 'count' must be 1 or more, got 0");
}

}  // namespace

}  // namespace jounce::lumped_test
