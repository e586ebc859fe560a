// Long runs of mechanisms: a thousand revolutions leave no drift in the joints.
// Reference: the joints' equations, evaluated apart from the integrators. Tolerance: 1e-12 m and rad, as round-off of an angle of
// 6283 rad is 1e-12 in itself where a driver's angle enters.
// SPDX-License-Identifier: BSD-3-Clause
#include "physics/mechanisms.hpp"

namespace jounce::test::mechanisms_test {
namespace {

TEST(Joints, DoNotDriftInAThousandRevolutions) {
    const SliderCrank crank;
    const System system = crank.ideal();
    const double duration = 1000 * 60 / crank.rpm;
    for (const auto& m : {events(1e-9), alpha(0.8)}) {
        Drift drift(system);
        double worst = 0;
        (void)run_mechanism(system, *m, 1e-3, duration, [&](const State& state) {
            drift(state);
            worst = std::max(worst, std::abs(probe(system, state, "slider.ux") - crank.at(state.time).x));
        });
        EXPECT_LT(drift.position, 1e-12) << m->describe();
        EXPECT_LT(drift.rate, 1e-11) << m->describe();
        EXPECT_LT(worst, 1e-12) << m->describe();
    }
    // The control: Baumgarte's drift stays where its step put it.
    Drift drift(system);
    (void)run_mechanism(system, *method("baumgarte"), 1e-3, duration, [&](const State& state) { drift(state); });
    EXPECT_GT(drift.position, 1e-8);
    EXPECT_LT(drift.position, 1e-6);
}

}  // namespace
}  // namespace jounce::test::mechanisms_test
