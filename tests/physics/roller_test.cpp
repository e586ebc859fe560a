// Physics: the vibratory roller of A. Jönsson, J. Bathelt, G. Broman (2005), doi:10.1243/146441905X9926, in its steady states.
// Reference: states computed beside this program by matrix exponentials with located events and shooting, ten to twelve digits;
// the mean contact force is the weight, exactly.
// Tolerance: nine digits at tolerance 1e-12; the last forcing periods repeat to 1e-9. Control: a tolerance of 1e-4 shows.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "record/run/run.hpp"
#include "record/series/steady.hpp"
#include "system/models.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/methods/newmark.hpp"
#include "time/methods/precise.hpp"
#include "time/start/start.hpp"

namespace jounce::roller_test {
namespace {

using std::numbers::pi;
using test::list;
using test::Script;
using test::table;
using test::vector;
using test::words;

struct Soil {
    double k, D, omega;
    const char* transition;
};

System roller(const Soil& soil) {
    const double m2 = 2000;
    Script s;
    s.add("point", {{"name", "roller"}, {"at", vector(0, 0, 0)}, {"mass", m2}, {"free", words({"uz"})}});
    s.add("point", {{"name", "frame"}, {"at", vector(0, 0, 1)}, {"mass", 1000}, {"free", words({"uz"})}});
    s.add("spring", {{"from", "roller"}, {"to", "frame"}, {"direction", vector(0, 0, 1)}, {"stiffness", 1e6}, {"damping", 1e4}});
    s.add("gap", {{"name", "soil"},
                  {"node", "roller"},
                  {"direction", vector(0, 0, 1)},
                  {"clearance", 0},
                  {"sides", "negative"},
                  {"law", table({{"family", "law"},
                                 {"kind", "kelvin_voigt"},
                                 {"stiffness", soil.k},
                                 {"damping", 2 * soil.D * std::sqrt(m2 * soil.k)},
                                 {"transition", soil.transition}})}});
    s.add("gravity", {{"acceleration", vector(0, 0, -9.81)}});
    s.add("load",
          {{"nodes", list({"roller"})},
           {"direction", vector(0, 0, 1)},
           {"force",
            table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 58.8e3}, {"frequency", soil.omega / (2 * pi)}})}});
    return s.system();
}

record::Run settled(const Soil& soil, double tolerance, int periods, time::MethodPointer method = {}) {
    const double period = 2 * pi / soil.omega;
    record::RunOptions options;
    options.method = method ? method : time::event_driven({tolerance});
    options.step = period / 4000;
    options.stride = true;
    options.duration = periods * period;
    options.record_from = (periods - 4) * period;
    options.probes = {"roller.uz", "roller.uz_acceleration", "soil.force"};
    options.energy_on = false;
    record::Session session;
    session.quiet = true;
    return record::execute(std::make_shared<const System>(roller(soil)), options, session);
}

struct Row {
    Soil soil;
    double acceleration, force, position;
    int impacts;
};

const Row rows[] = {
    {{5e6, 0.4, 40 * pi, "distance"}, 33.0591432281, 5924.543077, -3.7925052987, 0},
    {{5e6, 0.4, 40 * pi, "force"}, 33.0591432281, 5924.543077, -3.7925052987, 0},
    {{5e6, 0.4, 40 * pi, "distance_force"}, 33.0591432281, 5924.543077, -3.7925052987, 0},
    {{5e6, 0.4, 40 * pi, "relaxation"}, 33.0591432281, 5924.543077, -3.7925052987, 0},
    {{2e8, 0.4, 40 * pi, "distance"}, 149.0950768735, -92415.863729, 5.1161639001, 1},
    {{2e8, 0.4, 40 * pi, "force"}, 107.0474253036, 0, 5.2648825885, 1},
    {{2e8, 0.4, 40 * pi, "distance_force"}, 150.8250874182, 0, 5.7961292901, 1},
    {{2e8, 2.0, 80 * pi, "distance"}, 5.7785357080, -31545.616146, -0.0556674879, 0},
};

TEST(Roller, SteadyStatesToNineDigits) {
    for (const Row& row : rows) {
        const std::string name = std::string(row.soil.transition) + " k " + std::to_string(row.soil.k);
        const double period = 2 * pi / row.soil.omega;
        const record::Steady s = settled(row.soil, 1e-12, 300).steady({.period = period, .tolerance = 1e-9});
        EXPECT_EQ(s.period, 1) << name;
        EXPECT_EQ(s.impacts, row.impacts) << name;
        EXPECT_NEAR(s.probes[1].max, row.acceleration, 1e-9 * row.acceleration) << name;
        EXPECT_NEAR(s.probes[2].min, row.force, row.force == 0 ? 0.0 : 1e-9 * std::abs(row.force)) << name;
        // Ten decimals of a millimetre are printed.
        EXPECT_NEAR(1e3 * s.probes[0].max, row.position, 1e-9 * std::abs(row.position) + 6e-11) << name;
    }
    const record::Steady coarse = settled(rows[4].soil, 1e-3, 300).steady({.period = 0.05, .tolerance = 1e-2});
    EXPECT_GT(std::abs(coarse.probes[1].max / 149.0950768735 - 1), 1e-9) << "the tolerance must show";
}

// The integral of the force over a period is weight times period, whatever the contact does.
// From rest, the roller is pulled for 4 ms of its fifth period while it is still indented. With "latched" it lets go there for
// good, as in the run by precise integration, whose steps are short. Control: a long adaptive step passed the tension unseen.
TEST(Roller, ATensionBeforeItSettlesLetsALatchedRollerFall) {
    const Soil soil{5e6, 0.4, 40 * pi, "latched"};
    const record::Run adaptive = settled(soil, 1e-12, 6), stepped = settled(soil, 1e-12, 6, time::precise({}));
    ASSERT_EQ(adaptive.impacts().size(), 2u);
    ASSERT_EQ(stepped.impacts().size(), 2u);
    const auto end = adaptive.impacts()[1].time_out, reference = stepped.impacts()[1].time_out;
    ASSERT_TRUE(end && reference);
    EXPECT_NEAR(*end, *reference, 1e-8);
}

TEST(Roller, MeanForceIsTheWeight) {
    struct Mean final : time::Observer {
        void accepted(const time::AcceptedStep& step) override {
            if (step.before.time < from) return;
            const double h = step.after.time - step.before.time;
            const double f0 = evaluate(probe, *system, step.before), f1 = evaluate(probe, *system, step.after);
            const double r0 = evaluate_rate(probe, *system, step.before), r1 = evaluate_rate(probe, *system, step.after);
            sum += 0.5 * h * (f0 + f1) + h * h / 12 * (r0 - r1);
            if (step.before.sides[0].memory.closed) closed += h;
        }
        Probe probe;
        const System* system = nullptr;
        double from = 0, sum = 0, closed = 0;
    };
    struct Duty {
        Soil soil;
        double duty;
    };
    for (const auto& [soil, duty] : {Duty{rows[4].soil, 0.211794496}, Duty{rows[5].soil, 0.208808752},
                                     Duty{rows[6].soil, 0.150899553}, Duty{{2e8, 0.4, 40 * pi, "relaxation"}, 0}}) {
        const auto method = time::event_driven({1e-12});
        const auto system = method->prepare(std::make_shared<const System>(roller(soil)));
        const auto stepper = method->bind(*system, time::Events::locate);
        State state = time::initial_state(*system);
        const double period = 2 * pi / soil.omega;
        Mean mean;
        mean.system = system.get();
        mean.probe = resolve_probe(*system, "soil.force");
        mean.from = (300 - 0.5e-6) * period;
        std::vector<time::Observer*> observers = {&mean};
        (void)time::march(*system, *stepper, {.step = period / 2000, .duration = 301 * period, .stride_until = 299.5 * period},
                          state, observers);
        EXPECT_NEAR(mean.sum / period / (3000 * 9.81), 1, 1e-11) << soil.transition;
        if (duty > 0) {
            EXPECT_NEAR(mean.closed / period, duty, 1e-9) << soil.transition;
        }
    }
}

// Relaxation: the soil has come back to 4e-13 of its compression between two onsets of case II, and keeps more in case IV.
TEST(Roller, RelaxationDiffersWhereTheSoilIsSlow) {
    const auto highest = [](const char* transition, double D, double omega) {
        return settled({2e8, D, omega, transition}, 1e-11, 300).steady({.period = 2 * pi / omega}).probes[1].max;
    };
    const double c2 = highest("distance_force", 0.4, 40 * pi), d2 = highest("relaxation", 0.4, 40 * pi);
    EXPECT_LT(std::abs(d2 / c2 - 1), 1e-6);
    const double c4 = highest("distance_force", 2, 80 * pi), d4 = highest("relaxation", 2, 80 * pi);
    EXPECT_GT(d4 / c4 - 1, 0.05);
}

}  // namespace
}  // namespace jounce::roller_test
