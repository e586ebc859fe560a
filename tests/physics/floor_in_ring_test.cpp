// Physics: a mass that slides on a rigid floor at the bottom of a rigid ring, which the floor touches there: two stops of nearly
// one direction, both with friction, are struck together. Reference: the same motion by event_driven at 1e-10, which does not
// strike both at that instant. Tolerance: 5e-7 m, the error of newmark with this step: measured 1.5e-7 m. Without the mend
// newmark's run ended in "the impulses of rigid stops with friction ... have no solution".
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>

#include "mechanisms.hpp"

namespace jounce::test::floor_in_ring_test {
namespace {

Value rigid(double restitution) { return table({{"family", "law"}, {"kind", "rigid"}, {"restitution", restitution}}); }
Value coulomb(double mu) { return table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}}); }

State end_of(const System& built, const time::MethodPointer& method, double step, double duration) {
    const auto system = method->prepare(std::make_shared<const System>(built));
    const auto stepper = method->bind(*system, time::Events::locate);
    State state = time::initial_state(*system);
    time::MarchOptions options;
    options.step = step;
    options.duration = duration;
    options.order = method->order();
    (void)time::march(*system, *stepper, options, state, {});
    return state;
}

TEST(FloorInRing, StopsOfNearlyOneDirectionAreStruckTogether) {
    Script m;
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux", "uy"})}});
    m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1e4}, {"damping", 1}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(0.136, 0, 0)}});
    m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    m.add("gap", {{"name", "floor"},
                  {"node", "p"},
                  {"direction", vector(0, -1, 0)},
                  {"clearance", 1e-3},
                  {"sides", "positive"},
                  {"law", rigid(0.3)},
                  {"friction", table({{"family", "friction"},
                                      {"kind", "lugre"},
                                      {"coefficient", 0.217},
                                      {"static_coefficient", 0.260},
                                      {"stribeck_speed", 0.01},
                                      {"bristle_stiffness", 1000},
                                      {"bristle_damping", 10}})},
                  {"tangent", vector(1, 0, 0)}});
    m.add("circular_gap", {{"name", "ring"},
                           {"node", "p"},
                           {"axis", vector(0, 0, 1)},
                           {"clearance", 1e-3},
                           {"law", rigid(0.3)},
                           {"friction", coulomb(0.217)}});
    m.add("friction",
          {{"name", "brake"},
           {"node", "p"},
           {"direction", vector(1, 0, 0)},
           {"normal_force", table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 3}, {"frequency", 4}, {"offset", 5}})},
           {"friction", coulomb(0.217)}});
    const System system = m.system();
    const double duration = 0.15;
    const State fine = end_of(system, events(1e-10), 1e-3, duration);
    const State newmark = end_of(system, method("newmark"), 1e-5, duration);
    EXPECT_NEAR(probe(system, newmark, "p.ux"), probe(system, fine, "p.ux"), 5e-7);
    EXPECT_NEAR(probe(system, newmark, "p.uy"), probe(system, fine, "p.uy"), 5e-7);
}

}  // namespace
}  // namespace jounce::test::floor_in_ring_test
