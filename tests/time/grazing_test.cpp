// Promise: no contact deeper than the position tolerance is missed, however grazing, and none is invented.
// Physics: random sums of up to four damped or undamped vibrations under constant and sine forces; the gap lies between 1e-3 and
// 1e-12 of the amplitude beside a maximum of the motion. All hundred thousand run here.
// Reference: the closed form written again in extended precision; its extrema by bisection on a grid that halves at inflections.
// Tolerance: found if and only if the maximum exceeds 1e-12 of the clearance; at the instant found the indentation is round-off.
// Control: both answers occur, also within 1e-9 of the amplitude.
// SPDX-License-Identifier: BSD-3-Clause
#include "grazing.hpp"

#include <gtest/gtest.h>

namespace jounce::grazing_test {
namespace {

void expect_exact(long cases, unsigned seed, bool circular) {
    int told = 0;
    const test::GrazingCount count = test::grazing_suite(
        cases, seed, circular, [&](const test::Grazing& g, double d, double e, bool found, double t, double from, double to) {
            if (++told > 10) return;
            ADD_FAILURE() << g.modes << " modes, clearance " << d << ", " << e << " beside a maximum: found " << found << " at "
                          << t << ", the rise is from " << from << " to " << to;
        });
    EXPECT_EQ(count.wrong, 0);
    EXPECT_GT(count.contacts, cases / 4);
    EXPECT_GT(count.passes, cases / 8);
    EXPECT_GT(count.finest_contacts, cases / 20);
    EXPECT_GT(count.finest_passes, cases / 40);
    EXPECT_LT(count.undecided, cases / 100);
}

TEST(Grazing, HundredThousandPlaneGaps) { expect_exact(100000, 1, false); }
TEST(Grazing, CircularGaps) { expect_exact(10000, 2, true); }

}  // namespace
}  // namespace jounce::grazing_test
