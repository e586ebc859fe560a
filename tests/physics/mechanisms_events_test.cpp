// Physics: a contact begins where the parts touch. In the slider-crank of Tan et al. (2023) with
// clearance in two revolute joints and in the guide, contacts begin, press hardest and end all the time, many within one step:
// locating one of them must not step over another.
// Tolerance: closings are located to 1e-3 of the method's tolerance times the clearance, and moved by what the joints are
// corrected after the step; the method's tolerance times half a millimetre is allowed, of the 10 um that the first machine's
// sides were stepped over by before events kept to their brackets.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::mechanisms_events_test {
namespace {

struct Machine {
    double tolerance, turn, turns, clearance, friction, restitution;
};

System three_clearances(const Machine& machine) {
    const double clearance = machine.clearance;
    const double r = 0.15, l = 0.541;
    const Value law =
        table({{"family", "law"}, {"kind", "hunt_crossley"}, {"stiffness", 2.75e10}, {"restitution", machine.restitution}});
    const Value friction = table(
        {{"family", "friction"}, {"kind", "coulomb_regularised"}, {"coefficient", machine.friction}, {"transition_speed", 1e-3}});
    Mechanisms m;
    m.body("crank", 1.5261, 3.596e-3, {{"O", pair_of(-0.5 * r, 0)}, {"B", pair_of(0.5 * r, 0)}});
    m.body("rod", 0.6115, 6.1e-3, {{"B", pair_of(-0.5 * l, 0)}, {"C", pair_of(0.5 * l, 0)}});
    m.body("slider", 1.0205, 7.57e-4, {});
    m.hinge("O", pair_of(0, 0), "crank.O");
    for (const auto& [name, bearing, journal] : {std::array{"B", "rod.B", "crank.B"}, std::array{"C", "rod.C", "slider"}}) {
        m.add("revolute_clearance", {{"name", name},
                                     {"bearing", bearing},
                                     {"journal", journal},
                                     {"bearing_radius", 0.0115 + clearance},
                                     {"journal_radius", 0.0115},
                                     {"law", law},
                                     {"friction", friction}});
    }
    m.add("translational_clearance", {{"name", "D"},
                                      {"body", "slider"},
                                      {"length", 0.08},
                                      {"height", 0.05},
                                      {"clearance", clearance},
                                      {"corner_radius", 1e-6},
                                      {"law", law},
                                      {"friction", friction}});
    m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    m.add("drive", {{"joint", "O"}, {"speed", 2 * pi / machine.turn}});
    m.guess({{"crank", 0.0}, {"rod", 0.0}});
    return m.system();
}

class LocatedEvents : public ::testing::TestWithParam<Machine> {};

TEST_P(LocatedEvents, DoNotStepOverClosings) {
    const auto& [tolerance, turn, turns, clearance, friction, restitution] = GetParam();
    const System system = three_clearances(GetParam());
    const double limit = 5e-4 * tolerance;
    std::vector<char> apart(static_cast<std::size_t>(system.sides), 0);
    double deepest = 0;
    int looked = 0;
    const MechanismRun run = run_mechanism(system, *events(tolerance), turn / 720, turns * turn, [&](const State& state) {
        for (std::size_t s = 0; s < apart.size(); ++s) {
            const SideState& side = state.sides[s];
            // A side that tension opened is still indented, and may stay so for a while.
            if (apart[s] != 0 && !side.memory.closed) deepest = std::max(deepest, side.motion.indentation);
            looked += apart[s];
            apart[s] = !side.memory.closed && side.motion.indentation < -limit ? 1 : 0;
        }
    });
    EXPECT_GT(static_cast<double>(run.impacts.size()), 50 * turns);
    EXPECT_GT(looked, 10000);
    EXPECT_LT(deepest, limit);
    EXPECT_LT(run.largest_remainder, 10 * tolerance * run.work_done);
}
INSTANTIATE_TEST_SUITE_P(Machines, LocatedEvents,
                         ::testing::Values(Machine{1e-6, 0.3, 20, 5e-4, 0.01, 0.55},
                                           Machine{1e-4, 0.388, 4, std::pow(10, -3.63), 0.003, 0.3738},
                                           Machine{1e-4, 0.208, 4, std::pow(10, -4.155), 0.191, 0.911}));

}  // namespace
}  // namespace jounce::test::mechanisms_events_test
