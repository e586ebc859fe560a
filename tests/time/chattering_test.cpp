// Onsets of a contact that chatters, told from those of impacts that die out and of vibrations.
//
// A geometric sequence of onsets, as of a ball with a restitution q, has intervals T (1 - q) q^n: the second thousand takes less
// than the first interval if q^1000 < 1 - q. Controls: equal intervals never count, also behind a long one, nor do the first
// thousand. A run whose contact chatters, and what the force does there, are in tests/lua/bad/contact_chatters.lua.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "contact/law_samples.hpp"
#include "time/events/chattering.hpp"

namespace jounce::test::chattering_test {
namespace {

using test::function;
using test::make_law;
using test::table;
using time::Chattering;

/// Onsets at t_n = T (1 - q^n).
std::optional<double> geometric(Chattering& of, int onsets, double T, double q) {
    for (int n = 1; n <= onsets; ++n) {
        if (const auto lasted = of.onset(0, T * (1 - std::pow(q, n)))) return lasted;
    }
    return {};
}

TEST(Chattering, CountsOnsetsThatComeFasterThanTheLongestIntervalBefore) {
    Chattering fast(1, 0, 1e-9);
    const auto lasted = geometric(fast, 2 * Chattering::most, 1, 0.99);
    ASSERT_TRUE(lasted);
    EXPECT_NEAR(*lasted, std::pow(0.99, 1001) - std::pow(0.99, 2000), 1e-12);  // rounding of the instants
    Chattering few(1, 0, 1e-9);
    EXPECT_FALSE(geometric(few, 2 * Chattering::most - 1, 1, 0.99));
    Chattering steady(1, 0, 1e-9);
    for (int n = 1; n <= 20 * Chattering::most; ++n) EXPECT_FALSE(steady.onset(0, 1e-3 * n));
    Chattering delayed(1, 0, 1e-9);  // nothing for ten seconds, then a vibration
    for (int n = 1; n <= 20 * Chattering::most; ++n) EXPECT_FALSE(delayed.onset(0, 10 + 5e-3 * n));
    Chattering late(1, 100, 1e-9);  // the same where the run begins late
    for (int n = 1; n <= 20 * Chattering::most; ++n) EXPECT_FALSE(late.onset(0, 100 + 1e-4 * n));
    // From the start on: a thousand within a thousandth of a nominal step.
    Chattering pressed(2, 0, 1e-3);
    std::optional<double> found;
    for (int n = 1; n <= Chattering::most; ++n) found = pressed.onset(1, 0.9e-9 * n);
    EXPECT_TRUE(found);
}

/// F = J + K d.
double jump_of(double jump, double stiffness) {
    return time::force_jump(*make_law("custom", table({{"force", function([=](auto x) {
                                                            return std::vector{jump + stiffness * x[0], stiffness, 0.0};
                                                        })}})));
}

// At any stiffness in use. Control: without J, and no Hertzian contact has a jump, however stiff.
TEST(Chattering, FindsTheJumpOfStiffAndSoftForces) {
    for (const double stiffness : {1e3, 1e6, 1e10, 1e15}) {
        EXPECT_NEAR(jump_of(5, stiffness), 5, 1e-6) << stiffness;
        EXPECT_EQ(jump_of(0, stiffness), 0) << stiffness;
        EXPECT_EQ(time::force_jump(*make_law("hertz", table({{"stiffness", stiffness}}))), 0) << stiffness;
    }
}

}  // namespace
}  // namespace jounce::test::chattering_test
