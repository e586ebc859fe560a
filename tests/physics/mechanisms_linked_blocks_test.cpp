// Physics: two blocks that a hinge links rest on the rigid face of one guide, with friction; one is pushed along it and lifted.
// Both chatter and turn a little: where three corners are closed, the hinge makes the fourth one's height depend on theirs, and
// corners that slide against each other would drive both if one pulled and the other pushed.
// References: the balance of energy, which closes with the square of the step (measured: 3.6e-4 of the loads' work at a step of
// 2e-4 s), and the same motion with half the step. The slip is 3e-4 m.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"
#include "motion.hpp"

namespace jounce::test::mechanisms_linked_blocks_test {
namespace {

constexpr double duration = 0.05, clearance = 5e-4;

struct Blocks {
    double restitution = 0.5, mu = 0.2, push = 5, lift = 12;

    [[nodiscard]] System system() const {
        Mechanisms m;
        m.body("a", 1, 1e-3, {{"R", pair_of(0.05, 0)}});
        m.body("b", 0.5, 4e-4, {{"L", pair_of(-0.05, 0)}});
        m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
        m.add("initial", {{"node", "a"}, {"y", -clearance}});
        m.add("initial", {{"node", "b"}, {"x", 0.1}, {"y", -clearance}});
        for (const char* body : {"a", "b"}) {
            m.add("translational_clearance",
                  {{"name", std::string("guide of ") + body},
                   {"body", body},
                   {"length", 0.1},
                   {"height", 0.02},
                   {"clearance", clearance},
                   {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", restitution}})},
                   {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}})}});
        }
        m.hinge("h", "a.R", "b.L");
        if (push > 0) m.add("load", {{"node", "b"}, {"direction", vector(1, 0, 0)}, {"force", sine(push, 33)}});
        m.add("load", {{"node", "b"}, {"direction", vector(0, 1, 0)}, {"force", sine(lift, 21)}});
        return m.system();
    }
};

TEST(LinkedBlocks, NoStepMakesEnergy) {
    for (const double mu : {0.1, 0.2, 0.3}) {
        const System system = Blocks{.mu = mu}.system();
        double last = 0;
        for (const double step : {2e-4, 1e-4, 5e-5}) {
            const MechanismRun run = run_mechanism(system, *alpha(), step, duration);
            const double slid = probe(system, run.end, "a.x"), part = step / 2e-4;
            EXPECT_LT(run.largest_remainder, 1e-3 * part * part * run.energy.external) << mu << ", " << step;
            if (last != 0) EXPECT_NEAR(slid, last, 1e-6) << mu << ", " << step;
            last = slid;
        }
    }
}

}  // namespace
}  // namespace jounce::test::mechanisms_linked_blocks_test
