// Physics: lengths, speeds and first steps of a System with joints. Reference: the farthest point of a body; a thousandth of the
// speed after a fall by that; the time in which a contact of a given rate covers a thousandth of its clearance. To the last bits.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/mechanism_scales.hpp"

#include "mechanisms.hpp"

namespace jounce::test::mechanism_scales_test {
namespace {

TEST(MechanismScales, AreThoseOfTheBodiesAndOfTheirContacts) {
    constexpr double clearance = 2e-4, rate = 0.3;
    Mechanisms m;
    m.body("arm", 2, 0.1, {{"O", pair_of(-0.3, 0)}, {"P", pair_of(0.3, 0.4)}});
    m.body("block", 1, 0.2, {});
    m.hinge("O", pair_of(0, 0), "arm.O");
    m.add("revolute_clearance", {{"name", "C"},
                                 {"bearing", "arm.P"},
                                 {"journal", "block"},
                                 {"bearing_radius", 0.01 + clearance},
                                 {"journal_radius", 0.01},
                                 {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1.0}})}});
    const System system = m.system();
    time::MechanismDynamics dynamics(system);
    const time::MechanismScales scales(system);
    EXPECT_DOUBLE_EQ(scales.reach(), 0.5);
    EXPECT_DOUBLE_EQ(scales.slow(), 1e-3 * std::sqrt(2 * 9.80665 * 0.5));
    State state = time::initial_state(system);
    state.v = linalg::Vector::Zero(state.v.size());
    for (Eigen::Index i = 0; i < state.v.size(); ++i) {
        state.v[i] = -0.7;
        const double length = scales.length(static_cast<std::size_t>(i));
        EXPECT_TRUE(length == 1 || length == 0.5) << "of an angle the reach";
        EXPECT_DOUBLE_EQ(scales.largest(state.v), length * 0.7);
        state.v[i] = 0;
    }
    state.v[0] = 1;
    SideState& side = state.sides[0];
    side.memory.closed = true;
    side.memory.onset_time = 0;
    for (const double sign : {1.0, -1.0}) {
        side.motion = {1e-9, sign * rate};
        // A tolerance that limits nothing: the law does not shorten the step.
        EXPECT_NEAR(scales.onset_step(dynamics, state, 1e6, 0, 1), 1e-3 * clearance / rate, 1e-18);  // a difference of radii
        EXPECT_DOUBLE_EQ(scales.onset_step(dynamics, state, 1e6, 0, 1e-8), 1e-8) << "shorter already";
        EXPECT_DOUBLE_EQ(scales.onset_step(dynamics, state, 1e6, 1, 1), 1) << "an older contact";
    }
}

}  // namespace
}  // namespace jounce::test::mechanism_scales_test
