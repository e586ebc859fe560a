// Positions where a mechanism for an instant is freer than elsewhere, and its motion goes through all the same: the rod of two
// driven wheels (a parallelogram) at its dead points. Closed form: the rod moves on a circle without turning.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::mechanisms_singular_test {
namespace {

/// Wheels with pins at a radius r, the rod of length l between them, its centre s behind the first pin; wheel 1 turns at w.
struct SideRod {
    double r = 0.3, l = 1.5, s = 0.5, mass = 8, w = 2 * pi, start = 0.5 * pi;

    [[nodiscard]] System system() const {
        Mechanisms m;
        for (const char* wheel : {"W1", "W2"}) m.body(wheel, 20, 0.5, {{"O", pair_of(0, 0)}, {"P", pair_of(r, 0)}});
        m.body("rod", mass, 1.4, {{"A", pair_of(-s, 0)}, {"B", pair_of(l - s, 0)}});
        m.hinge("O1", pair_of(0, 0), "W1.O");
        m.hinge("O2", pair_of(l, 0), "W2.O");
        m.hinge("A", "W1.P", "rod.A");
        m.hinge("B", "W2.P", "rod.B");
        m.add("drive", {{"joint", "O1"}, {"speed", w}});
        m.guess({{"W1", start}, {"W2", start}, {"rod", 0.0}});
        return m.system();
    }
};

// The dead points fall on ends of steps (start a quarter turn before, 1 or 250 steps) and between them.
TEST(SingularPositions, ASideRodGoesThroughItsDeadPoints) {
    const SideRod cases[] = {{}, {.start = 0.5 * pi + 1e-4}, {.r = 0.05, .l = 0.4, .s = 0.4, .mass = 0.3, .w = -31, .start = 2}};
    for (const SideRod& of : cases) {
        const System system = of.system();
        const double turn = 2 * pi / std::abs(of.w);
        for (const double step : {turn / 1000, turn / 4, turn / 17}) {
            int seen = 0;
            double nearest = 1;
            // Rounding is divided by the square of the distance from the dead point where equations are solved last (0.05), and
            // grows by the sum of the weights of the extrapolation (4e3): 2e-16 / 0.0025 * 4e3 = 3e-10; motion itself is not
            // extrapolated on. A factor of 30 for the accelerations' terms, which cancel.
            const double a = of.r * of.w * of.w, loose = 1e-8;
            (void)run_mechanism(system, *events(1e-10), step, 2.5 * turn, [&](const State& state) {
                const double angle = of.start + of.w * state.time;
                ++seen;
                nearest = std::min(nearest, std::abs(std::sin(angle)));
                EXPECT_NEAR(probe(system, state, "W2.angle"), angle, 1e-9);
                EXPECT_NEAR(probe(system, state, "W2.vangle"), of.w, 1e-8 * std::abs(of.w));
                EXPECT_NEAR(probe(system, state, "rod.angle"), 0, 1e-9);
                EXPECT_NEAR(probe(system, state, "rod.ax"), -a * std::cos(angle), 10 * loose * a) << state.time;
                EXPECT_NEAR(probe(system, state, "rod.ay"), -a * std::sin(angle), 10 * loose * a) << state.time;
                // The third case is a hundred times nearer to dependence everywhere. Without gravity the pins pull the rod
                // towards the wheels' centres, each with its share of the mass.
                EXPECT_NEAR(probe(system, state, "B.force"), of.mass * a * of.s / of.l, 3e-5 * of.mass * a) << state.time;
            });
            EXPECT_GE(seen, std::ceil(2.5 * turn / step));
            if (of.start == 0.5 * pi && step < turn / 100) EXPECT_LT(nearest, 1e-12) << "no step ends at the dead point";
        }
    }
}

// What is on its way through goes on from the state alone.
TEST(SingularPositions, GoOnFromTheStateToTheSameBits) {
    const SideRod of;
    const System system = of.system();
    const auto method = events(1e-10);
    std::vector<State> states;
    (void)run_mechanism(system, *method, 1e-3, 0.3, [&](const State& state) { states.push_back(state); });
    const auto at = std::find_if(states.begin(), states.end(), [](const State& s) { return s.time > 0.2495; });
    ASSERT_LT(at->time, 0.2515) << "within the passage";
    ASSERT_GT(at->algorithm[1], at->time) << "within the passage";
    const auto stepper = method->bind(system, time::Events::locate);
    State now = *at, next = *at;
    for (auto then = at + 1; then != states.end(); ++then) {
        const auto report = stepper->step(now, next, then->time - now.time, then->time);
        ASSERT_TRUE(report.converged);
        EXPECT_EQ(next.time, then->time);
        EXPECT_EQ(next.q, then->q);
        EXPECT_EQ(next.v, then->v);
        EXPECT_EQ(next.a, then->a);
        EXPECT_EQ(next.multipliers, then->multipliers);
        std::swap(now, next);
    }
}

}  // namespace
}  // namespace jounce::test::mechanisms_singular_test
