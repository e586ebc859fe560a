// Which impacts belong to a stick phase on a rigid stop. Physics: on a level stop with a constant push g, a body that lands with
// v flies for 2 e v/g, lands with e v, and rests after infinitely many impacts (geometric series). Reference: that series, cut
// off as a run cuts it off, in whatever place; the number of impacts outside of it must not depend on the place. Control: the
// same impacts that end without a hold are all of them impacts.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/statistics/sticks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace jounce::test::sticks_test {
namespace {

using nonlinear::Landing;
using nonlinear::LandingKind;

/// Two impacts far apart, then a chatter of speeds 1, e, e^2, ... down to `slowest`, whose last landing holds for `hold`.
std::vector<Landing> chatter(double slowest, double hold) {
    constexpr double e = 0.8, g = 10;
    std::vector<Landing> out = {{0, 0.0, 0.5, true, true}, {1, 1.0, 0.7, true, true}};
    double t = 2, v = 1;
    for (; v > slowest; v *= e) {
        out.push_back({t, t, v, true, true});
        t += 2 * e * v / g;
    }
    out.push_back({t, t + hold, v, true, false});
    return out;
}

std::ptrdiff_t count(const std::vector<LandingKind>& kinds, LandingKind kind) { return std::ranges::count(kinds, kind); }

TEST(Sticks, CountForTheChatterBeforeThem) {
    for (const double slowest : {1e-2, 1e-4, 1e-6}) {
        const std::vector<LandingKind> kinds = nonlinear::landing_kinds(chatter(slowest, 0.1));
        EXPECT_EQ(count(kinds, LandingKind::stick), 1) << slowest;
        EXPECT_EQ(count(kinds, LandingKind::impact), 2) << slowest;
    }
    const std::vector<LandingKind> free = nonlinear::landing_kinds(chatter(1e-4, 0));
    EXPECT_EQ(count(free, LandingKind::impact), static_cast<std::ptrdiff_t>(free.size())) << "nothing was held";
}

TEST(Sticks, TakeInRestThatLetsGoAgain) {
    // Where the force on the stop passes zero, rounding decides whether the first rest lasts.
    const std::vector<LandingKind> kinds =
        nonlinear::landing_kinds({{0, 0.0, 0.4, true, true}, {1, 1.0, 3e-10, true, false}, {1.00002, 1.5, 8e-10, true, false}});
    EXPECT_EQ(kinds, (std::vector{LandingKind::impact, LandingKind::chatter, LandingKind::stick}));
}

TEST(Sticks, AreOfRigidStops) {
    const std::vector<LandingKind> kinds = nonlinear::landing_kinds({{0, 0.1, 1, false, true}, {1, {}, 0.5, false, true}});
    EXPECT_EQ(count(kinds, LandingKind::impact), 2) << "a soft contact lasts";
    EXPECT_EQ(nonlinear::landing_kinds({{1, {}, 0.5, true, true}}).front(), LandingKind::stick) << "held up to the end";
}

}  // namespace
}  // namespace jounce::test::sticks_test
