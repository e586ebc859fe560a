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

constexpr double dead_band = 1e-4;

/// A plate, driven at the speed V along a carriage that moves freely, and blocks on the plate.
struct Belt {
    double carriage = 3, plate = 2, block = 0.5, V = 0.4;
    std::vector<std::pair<std::string, Value>> blocks;

    [[nodiscard]] System system() const {
        Mechanisms s;
        const auto guided = [&](const std::string& name, double mass) {
            s.body(name.c_str(), mass, 1, {});
            s.add("translational", {{"name", "rails_of_" + name}, {"body", name}, {"through", pair_of(0, 0)}});
        };
        guided("carriage", carriage);
        s.body("plate", plate, 1, {});
        s.add("translational", {{"name", "way"}, {"body", "plate"}, {"base", "carriage"}, {"through", pair_of(0, 0)}});
        s.add("drive", {{"joint", "way"}, {"velocity", V}});
        for (const auto& [name, law] : blocks) {
            guided(name, block);
            s.add("friction", {{"name", "under_" + name},
                               {"from", "plate"},
                               {"to", name},
                               {"direction", vector(1, 0, 0)},
                               {"normal_force", 5},
                               {"friction", law}});
        }
        return s.system();
    }
};

Eigen::Index place(const System& system, const std::string& name) {
    const auto& names = system.coordinate_names;
    const auto at = std::find(names.begin(), names.end(), name);
    EXPECT_NE(at, names.end()) << name;
    return at - names.begin();
}

// Before the jump plate and carriage move together at 1 m/s, all blocks with them.
TEST(JumpBesideJoints, AJumpTakesOnlyWhatJointsHold) {
    for (const double fastest : {0.0, 1e3}) {  // of a body that has no part in it
        Belt belt;
        belt.blocks = {{"stuck", friction("coulomb")},
                       {"slow", friction("karnopp")},
                       {"fast", friction("karnopp")},
                       {"even", friction("coulomb")},
                       {"apart", friction("coulomb")}};
        const System system = belt.system();
        const auto stepper = alpha()->bind(system, time::Events::locate);
        State state = time::initial_state(system);
        stepper->start(state);
        const auto speed = [&](const std::string& name) -> double& { return state.v[place(system, name + ".ux")]; };
        // Behind the jump the plate is faster than the carriage by V at the momentum of both.
        const double slower = 1 - belt.V * belt.plate / (belt.carriage + belt.plate), faster = slower + belt.V;
        state.v.setZero();
        for (const char* name : {"carriage", "plate", "stuck"}) speed(name) = 1;
        speed("slow") = faster - 0.6 * dead_band;
        speed("fast") = faster + 1.5 * dead_band;
        speed("even") = faster + 0.1e-9 * fastest;  // rounding
        speed("apart") = fastest;
        for (FrictionState& friction : state.frictions) friction.status = FrictionStatus::stick;
        state.frictions[4].status = FrictionStatus::slip;
        state.frictions[4].direction = {-1, 0};
        stepper->restart(state);
        // The sticks that are left bring blocks and plate to one speed.
        const double kept =
            belt.block * (speed("slow") + speed("even")) + belt.plate * speed("plate") + belt.carriage * speed("carriage");
        EXPECT_NEAR(kept,
                    belt.block * (2 * faster - 0.6 * dead_band + 0.1e-9 * fastest) + belt.plate * faster + belt.carriage * slower,
                    1e-12);
        EXPECT_NEAR(speed("plate") - speed("carriage"), belt.V, 1e-12);
        EXPECT_NEAR(speed("slow"), speed("plate"), 1e-12);
        EXPECT_NEAR(speed("even"), speed("plate"), 1e-12);
        EXPECT_NEAR(speed("stuck"), 1, 1e-12);
        EXPECT_NEAR(speed("fast"), faster + 1.5 * dead_band, 1e-12);
        EXPECT_EQ(speed("apart"), fastest);
        const auto expect_slip = [&](std::size_t f, double direction) {
            EXPECT_EQ(state.frictions[f].status, FrictionStatus::slip) << f;
            EXPECT_EQ(state.frictions[f].direction[0], direction) << f;
        };
        expect_slip(0, faster > 1 ? -1 : 1);
        EXPECT_EQ(state.frictions[1].status, FrictionStatus::stick);
        expect_slip(2, 1);
        EXPECT_EQ(state.frictions[3].status, FrictionStatus::stick);
        expect_slip(4, fastest > faster ? 1 : -1);
    }
}

// A billionth of the largest speed is rounding: no joint transmits it.
TEST(JumpBesideJoints, RoundingIsNoJump) {
    Belt belt;
    belt.blocks = {{"apart", friction("coulomb")}};
    const System system = belt.system();
    const auto stepper = alpha()->bind(system, time::Events::locate);
    for (const double part : {0.5e-9, 2e-9}) {
        constexpr double fastest = 1e3;
        State state = time::initial_state(system);
        stepper->start(state);
        state.v[place(system, "apart.ux")] = fastest;
        state.frictions[0].status = FrictionStatus::slip;
        state.frictions[0].direction = {1, 0};
        state.v[place(system, "plate.ux")] += part * fastest;
        const Vector before = state.v;
        stepper->restart(state);
        EXPECT_EQ((state.v - before).norm() == 0, part < 1e-9) << part;
    }
}

}  // namespace
}  // namespace jounce::test::jumping_driver_test
