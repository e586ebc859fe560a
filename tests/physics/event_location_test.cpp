// Physics: where a step of a method of second order is ended, and by how many trial steps.
// A slip that begins from rest: m v' = F - r t - mu N, v = ((F - mu N) t - r t^2/2)/m ends at 2 (F - mu N)/r, within one step. A
// step of average acceleration has no error in v under a force that is linear in time, and the parabola through the speeds of its
// ends and the acceleration at its beginning is v itself: the first trial step is the end. Two masses in free flight at v meet
// their stops at c/v, half a microsecond apart. Tolerance: round-off.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::event_location_test {
namespace {

TEST(EventLocation, ASlipFromRestEndsAtTheParabolasZero) {
    constexpr double mass = 2, mu = 0.25, N = 40, F = 15, fall = 8e3, end = 2 * (F - mu * N) / fall;
    for (const double share : {1.1, 1.5, 1.9}) {
        const double step = share * end;
        Script m;
        m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux"})}});
        m.add("friction", {{"node", "p"},
                           {"direction", vector(1, 0, 0)},
                           {"normal_force", N},
                           {"friction", table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}})}});
        m.add("load",
              {{"node", "p"},
               {"direction", vector(1, 0, 0)},
               {"force",
                table({{"family", "signal"}, {"kind", "table"}, {"times", list({0.0, 1.0})}, {"values", list({F, F - fall})}})}});
        const System system = m.system();
        const auto newmark = method("average_acceleration");
        const auto stepper = newmark->bind(system, time::Events::locate);
        State state = time::initial_state(system);
        time::MarchOptions options;
        options.step = options.duration = step;
        options.order = newmark->order();
        struct Watcher final : time::Observer {
            double first = -1;
            void accepted(const time::AcceptedStep& accepted) override {
                if (first < 0) first = accepted.after.time;
            }
        } ends;
        std::vector<time::Observer*> observers{&ends};
        const time::MarchReport report = time::march(system, *stepper, options, state, observers);
        EXPECT_NEAR(ends.first, end, 1e-12 * end) << share;
        EXPECT_LE(report.trial_steps, 3) << share;
    }
}

TEST(EventLocation, ContactsThatBeginHalfAMicrosecondApartAreTwo) {
    constexpr double speed = 2;
    constexpr std::array clearance{1.001e-3, 1.002e-3};
    Script m;
    for (std::size_t i = 0; i < 2; ++i) {
        const std::string name = i == 0 ? "first" : "second";
        m.add("point", {{"name", name}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
        m.add("gap", {{"node", name},
                      {"direction", vector(1, 0, 0)},
                      {"clearance", clearance[i]},
                      {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1e6}})}});
        m.add("initial", {{"node", name}, {"velocity", vector(speed, 0, 0)}});
    }
    const MechanismRun run = run_mechanism(m.system(), *method("average_acceleration"), 1e-3, 2e-3);
    ASSERT_EQ(run.impacts.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(run.impacts[i].time_in, clearance[i] / speed, 1e-14) << i;
}

}  // namespace
}  // namespace jounce::test::event_location_test
