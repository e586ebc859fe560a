// Physics: the speed of a driver jumps. Joints transmit the jump by impulses; friction is a finite force and has none: what
// sticks to a driven body slips until it has its speed.
// References: closed forms. Tolerance: rounding of located instants, all motions being parabolas.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>
#include <tuple>

#include "mechanisms.hpp"

namespace jounce::test::jumping_driver_test {
namespace {

constexpr double m = 1, N = 10, mu = 0.5, h = 1e-3;

Value friction(const std::string& kind, double coefficient = mu) {
    Table out = table({{"family", "friction"}, {"kind", kind}, {"coefficient", coefficient}});
    if (kind == "karnopp") out.set("dead_band", 1e-4);
    return out;
}

// A block slips on a belt whose speed steps from V to -V: friction makes no impulse. The block is faster by a t1 then, is braked
// at a = mu N/m, and stands still at 2 t1.
TEST(BrakedByADriver, ASlipTurnsWhereTheSpeedOfTheDriverJumps) {
    for (const std::string kind : {"coulomb", "karnopp"}) {
        for (const bool located : {true, false}) {
            Mechanisms s;
            for (const auto& [body, way] : {std::pair{"block", "guide"}, std::pair{"belt", "way"}}) {
                s.body(body, m, 1, {});
                s.add("translational", {{"name", way}, {"body", body}, {"through", pair_of(0, 0)}});
            }
            s.add("drive", {{"joint", "way"},
                            {"velocity",
                             table({{"family", "signal"}, {"kind", "step"}, {"time", 0.1}, {"before", 1.0}, {"value", -1.0}})}});
            s.add("friction", {{"name", "surface"},
                               {"from", "belt"},
                               {"to", "block"},
                               {"direction", vector(1, 0, 0)},
                               {"normal_force", N},
                               {"friction", friction(kind, 0.1)}});
            const System system = s.system();
            const MechanismRun run = run_mechanism(system, located ? *events(1e-11) : *alpha(0.8), h, 0.2);
            EXPECT_NEAR(probe(system, run.end, "block.ux"), 0.01, 1e-9) << kind << ' ' << located;
            EXPECT_NEAR(probe(system, run.end, "block.ux_velocity"), 0, 1e-9) << kind << ' ' << located;
        }
    }
}

// A block sticks to a plate that a driver pushes along a carriage, which moves freely; the driver's speed jumps from 0 to V. The
// impulse of the driver parts carriage and plate by V at the momentum of both; the block keeps its speed, and friction brings it
// to that of the plate with all of the momentum zero. \param grounded the carriage is the ground
class DriverThatJumps : public testing::TestWithParam<std::tuple<const char*, bool>> {};

TEST_P(DriverThatJumps, LeavesWhatSticksToItBehind) {
    const auto& [by, grounded] = GetParam();
    constexpr double carriage = 3, plate = 2, block = 1, V = 0.5, start = 0.05, limit = mu * N;
    Mechanisms s;
    if (!grounded) {
        s.body("carriage", carriage, 1, {});
        s.add("translational", {{"name", "rails"}, {"body", "carriage"}, {"through", pair_of(0, 0)}});
    }
    s.body("plate", plate, 1, {});
    if (grounded)
        s.add("translational", {{"name", "way"}, {"body", "plate"}, {"through", pair_of(0, 0)}});
    else
        s.add("translational", {{"name", "way"}, {"body", "plate"}, {"base", "carriage"}, {"through", pair_of(0, 0)}});
    s.body("block", block, 1, {});
    s.add("translational", {{"name", "guide"}, {"body", "block"}, {"through", pair_of(0, 0)}});
    s.add("drive",
          {{"joint", "way"}, {"velocity", table({{"family", "signal"}, {"kind", "step"}, {"time", start}, {"value", V}})}});
    s.add("friction", {{"name", "surface"},
                       {"from", "plate"},
                       {"to", "block"},
                       {"direction", vector(1, 0, 0)},
                       {"normal_force", N},
                       {"friction", friction("coulomb")}});
    const System system = s.system();
    const std::string name = by;
    const auto method = name == "event_driven" ? events(1e-11) : alpha(0.8);
    // Of the plate behind the jump, and the rates at which block and plate approach one speed.
    const double pushed = grounded ? V : V * carriage / (carriage + plate);
    const double gain = limit / block, loss = grounded ? 0 : limit / (carriage + plate);
    const double slips = pushed / (gain + loss), early = start + 0.5 * slips;
    {
        const MechanismRun run = run_mechanism(system, *method, 1e-3, early);
        EXPECT_NEAR(probe(system, run.end, "block.ux_velocity"), 0.5 * gain * slips, 1e-9);
        EXPECT_NEAR(probe(system, run.end, "plate.ux_velocity"), pushed - 0.5 * loss * slips, 1e-9);
        EXPECT_EQ(probe(system, run.end, "surface.sticking"), 0);
    }
    const MechanismRun run = run_mechanism(system, *method, 1e-3, start + slips + 0.05);
    EXPECT_NEAR(probe(system, run.end, "block.ux"), 0.5 * gain * slips * slips + gain * slips * 0.05, 1e-9);
    EXPECT_NEAR(probe(system, run.end, "block.ux_velocity"), gain * slips, 1e-9);
    EXPECT_EQ(probe(system, run.end, "surface.sticking"), 1);
}

INSTANTIATE_TEST_SUITE_P(All, DriverThatJumps,
                         testing::Combine(testing::Values("event_driven", "generalized_alpha"), testing::Bool()));

}  // namespace
}  // namespace jounce::test::jumping_driver_test
