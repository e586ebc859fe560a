// Physics: the end of a slip that begins from rest: its speed rises and falls back within one step.
// Reference: m v' = F - r t - mu N, v = ((F - mu N) t - r t^2/2)/m, with its end at 2 (F - mu N)/r; a step of average
// acceleration has no error in v under a force that is linear in time, and the parabola through the speeds of its ends and the
// acceleration at its beginning is v itself: the first trial step is the end. Tolerance: round-off. Control: of the straight line
// through both ends, which does not know that the slip begins, the first trial is the beginning.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::slip_location_test {
namespace {

TEST(SlipLocation, ASlipFromRestEndsAtTheParabolasZero) {
    constexpr double mass = 2, mu = 0.25, N = 40, F = 30, fall = 8e3, end = 2 * (F - mu * N) / fall;
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

}  // namespace
}  // namespace jounce::test::slip_location_test
