// Physics: a block that falls flat into a guide with clearance far from the origin, onto two compliant corners at once, by
// generalized_alpha: both open at one instant, and one is still inside by the rounding of its place when the other one opens.
// Reference: the same fall at the origin, the same motion but for rounding: of the place, 1e-15 m, which the contact hardly
// magnifies; measured 4e-13 m. Control: without the mend the corner closed and opened again until the run ended in an error.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "mechanisms.hpp"

namespace jounce::test::flat_fall_in_guide_test {
namespace {

double height(double below, double step) {
    Script m;
    m.add("body", {{"name", "block"}, {"mass", 1}, {"inertia", 1e-3}});
    m.add("translational_clearance", {{"name", "guide"},
                                      {"body", "block"},
                                      {"through", pair_of(0, -below)},
                                      {"length", 0.1},
                                      {"height", 0.05},
                                      {"clearance", 1e-3},
                                      {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1e8}})}});
    m.add("assemble", {{"positions", table({{"block", pair_of(0, -below)}})}});
    m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    const System system = m.system();
    const State state = run_mechanism(system, *alpha(0.8), step, 0.03).end;
    return probe(system, state, "block.y") + below;
}

TEST(FlatFallInGuide, FarFromTheOriginItOpensOnce) {
    for (const double step : {2e-5, 3e-5, 1e-5}) EXPECT_NEAR(height(5, step), height(0, step), 1e-11) << "step " << step;
}

}  // namespace
}  // namespace jounce::test::flat_fall_in_guide_test
