// Physics: a block is pressed onto its guide by 10 N and pulled along it by 3 N sin(4 pi t): both corners stick until the pull is
// mu N, at asin(2/3)/(4 pi); then it slides. Closed form; tolerance: the end of the settling of yielding corners, 1e-3 of the
// speed.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"
#include "motion.hpp"

namespace jounce::test::mechanisms_two_sticks_test {
namespace {

constexpr double mu = 0.2, press = 10, pull = 3, mass = 0.5, height = 0.02;
const double breaks = std::asin(mu * press / pull) / (4 * pi);

System block(bool rigid) {
    Mechanisms m;
    m.body("p", mass, 1e-4, {});
    m.add("initial", {{"node", "p"}, {"y", -5e-4}});
    m.add("translational_clearance",
          {{"name", "guide"},
           {"body", "p"},
           {"length", 0.1},
           {"height", height},
           {"clearance", 5e-4},
           {"law", rigid ? table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0}})
                         : table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", 5e5}, {"damping", 500}})},
           {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}})}});
    m.add("load", {{"node", "p"}, {"direction", vector(0, -1, 0)}, {"force", press}});
    m.add("load", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"force", sine(pull, 2)}});
    return m.system();
}

class TwoSticks : public testing::TestWithParam<std::pair<const char*, double>> {};

// Where corners yield, the block turns while it settles, so that the slips of its corners differ by 1e-14 m/s: below rounding,
// but the forces of two sticks can take it off by a lever of 1e-9 m only, and the iteration had no end.
TEST_P(TwoSticks, HoldTheirBlockUpToTheSumOfTheirCones) {
    const auto [kind, step] = GetParam();
    for (const bool rigid : {true, false}) {
        const System system = block(rigid);
        const auto by = method(kind);
        double slid = 0;
        const MechanismRun before = run_mechanism(system, *by, step, breaks - 2e-4, [&](const State& state) {
            if (state.time < 0.01) return;
            slid = std::max(slid, std::abs(probe(system, state, "p.vx") + 0.5 * height * probe(system, state, "p.vangle")));
        });
        EXPECT_LT(slid, 1e-9) << rigid;
        EXPECT_EQ(before.report.halvings, 0) << rigid;
        // Behind it m v' = pull sin(4 pi t) - mu N, from the speed of the centre of a block that turns about its sole.
        constexpr double later = 2e-3;
        const double w = 4 * pi, end = breaks + later;
        const double speed = (pull / w * (std::cos(w * breaks) - std::cos(w * end)) - mu * press * later) / mass;
        const MechanismRun after = run_mechanism(system, *by, step, end);
        EXPECT_NEAR(probe(system, after.end, "p.vx"), probe(system, before.end, "p.vx") + speed, 2e-3 * speed) << rigid;
    }
}

INSTANTIATE_TEST_SUITE_P(Methods, TwoSticks,
                         testing::Values(std::pair{"generalized_alpha", 1e-4}, std::pair{"generalized_alpha", 2e-5},
                                         std::pair{"baumgarte", 1e-4}, std::pair{"event_driven", 1e-3}));

}  // namespace
}  // namespace jounce::test::mechanisms_two_sticks_test
