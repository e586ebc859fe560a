// Promise: no contact deeper than the position tolerance is missed, however grazing, and none is invented.
// Physics: random sums of up to four damped or undamped vibrations under constant and sine forces; the gap lies between 1e-3 and
// 1e-12 of the amplitude beside a maximum of the motion. tests/long has a hundred thousand of them.
// Reference: the closed form written again in extended precision; its extrema by bisection on a grid that halves at inflections.
// Tolerance: found if and only if the maximum exceeds 1e-12 of the clearance; at the instant found the indentation is round-off.
// Control: both answers occur, also within 1e-9 of the amplitude.
// SPDX-License-Identifier: BSD-3-Clause
#include "grazing.hpp"

namespace jounce::test::grazing_test {
namespace {

TEST(Grazing, PlaneGaps) { expect_exact(20000, 1, false); }
TEST(Grazing, CircularGaps) { expect_exact(3000, 2, true); }

}  // namespace
}  // namespace jounce::test::grazing_test
