// A hundred thousand contacts beside a maximum of the motion: tests/time/grazing_test.cpp has the promise, the physics and the
// reference.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/grazing.hpp"

namespace jounce::test::grazing_test {
namespace {

TEST(GrazingLong, HundredThousandPlaneGaps) { expect_exact(100000, 1, false); }
TEST(GrazingLong, CircularGaps) { expect_exact(10000, 2, true); }

}  // namespace
}  // namespace jounce::test::grazing_test
