// Physics: impacts whose times, speeds and depths are known to ten and more digits, by the event-driven method.
// Reference: closed forms written out here; for the nonlinear contacts values computed beside this program with 32 and more
// digits (event-driven integration in 128-bit arithmetic), cited at each table.
// Tolerance: nine digits at tolerance 1e-12; the errors seen are about 1e-11 of each quantity after eight impacts.
// Control: the error follows the tolerance asked for, so what is printed does not agree by accident.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/methods/event_driven.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "closed_signal.hpp"
#include "contact/families/factor_law.hpp"
#include "event_driven_cases.hpp"
#include "support/event_driver.hpp"
#include "support/integrated_impact.hpp"
#include "support/small_system.hpp"

namespace jounce::test::event_driven_test {
namespace {

/// The mass between walls of Y. Xu et al. (2022), doi:10.3390/machines10090814, with K = 1.5e11, k0 = 1e6, c0 = 200.
EventRun between_walls(double factor, double tolerance) {
    const Mass mass{100, 200, 1e6, 0, 8};
    System s = mass.system();
    mass.add(s, both(5e-3), std::make_shared<PowerLaw>(1.5e11, 1.5, factor));
    return run_events(s, *time::event_driven({tolerance}), {0.02});
}

struct Row {
    double onset, in, turn, place, release, out;
};

double worst_of(const EventRun& run, const std::vector<Row>& table) {
    EXPECT_EQ(run.touches.size(), table.size());
    double worst = 0;
    for (std::size_t i = 0; i < std::min(run.touches.size(), table.size()); ++i) {
        const Touch& t = run.touches[i];
        const Row& r = table[i];
        for (const auto& [value, reference] : {std::pair{t.time_in, r.onset},
                                               {t.speed_in, r.in},
                                               {t.turn, r.turn},
                                               {t.max_indentation + 5e-3, r.place},
                                               {t.time_out, r.release},
                                               {t.speed_out, r.out}}) {
            worst = std::max(worst, digits(value, reference));
        }
    }
    return worst;
}

TEST(EventDriven, MassBetweenWallsToNineDigits) {
    // Lankarani-Nikravesh, e = 0.9: factor 3/4 (1 - e^2).
    const std::vector<Row> table = {
        {0.000625799591089085, 7.9743466373789, 0.000847745887343257, 0.0061848040339525, 0.00108383760773227, 7.2801875687542},
        {0.00245715928987348, 7.2601560659149, 0.00268329957233050, 0.0060990217493345, 0.00292385013788675, 6.6282831706128},
        {0.00443195663741531, 6.6082451633738, 0.00466238068587341, 0.0060192313892422, 0.00490748512604218, 6.0332342562032},
        {0.00656393266483441, 6.0131883790912, 0.00679873337389474, 0.0059450107212787, 0.00704848995594071, 5.4900875972204},
        {0.00886825104436854, 5.4700321910797, 0.00910752466251282, 0.0058759670891201, 0.00936203513367990, 4.9943209248563},
        {0.0113616530685992, 4.9742539714867, 0.0116054994672349, 0.0058117353211719, 0.0118648693266655, 4.5418053730053},
        {0.0140626295257280, 4.5217244145658, 0.0143111525031853, 0.0057519757824703, 0.0145754913084830, 4.1287711742649},
        {0.0169916108713767, 4.1086732136773, 0.0172449184979447, 0.0056963725588712, 0.0175143402123417, 3.7517763225015}};
    const double factor = 0.75 * (1 - 0.81);
    const EventRun run = between_walls(factor, 1e-12);
    EXPECT_LT(worst_of(run, table), 1e-10);
    EXPECT_LT(digits(run.end.q[0] / 10, 4.3604154202838e-3), 1e-9);
    EXPECT_LT(digits(run.end.v[0] / 10, 3.7409485333744), 1e-10);
    const double coarse = worst_of(between_walls(factor, 1e-6), table);
    const double middle = worst_of(between_walls(factor, 1e-9), table);
    EXPECT_LT(coarse, 1e-4);
    EXPECT_LT(middle, 1e-7);
    EXPECT_GT(coarse, 1e-10) << "a thousandfold tolerance must show";
}

TEST(EventDriven, MassBetweenWallsOtherLaws) {
    // Hertz: third turn; twelve impacts. Flores at e = 0.5, factor 8 (1 - e)/(5 e): three impacts.
    const EventRun hertz = between_walls(0, 1e-12);
    ASSERT_EQ(hertz.touches.size(), 12U);
    EXPECT_LT(digits(hertz.touches[2].turn, 0.00427321607607061), 1e-9);
    EXPECT_LT(digits(hertz.touches[2].max_indentation + 5e-3, 6.2221242316428e-3), 1e-9);
    const EventRun flores = between_walls(1.6, 1e-12);
    ASSERT_EQ(flores.touches.size(), 3U);
    EXPECT_LT(digits(flores.touches[2].time_in, 0.00993325712254382), 1e-9);
    EXPECT_LT(digits(flores.touches[2].speed_in, 1.7475216592357), 1e-9);
}

TEST(EventDriven, WithoutSpringsEveryImpactIsAFreeImpact) {
    // Between impacts straight flight; in one, duration and restitution of a free impact (tests/support/integrated_impact.hpp).
    const Mass mass{100, 0, 0, 0, 8};
    const double gap = 5e-3;
    const auto law = std::make_shared<PowerLaw>(1.5e11, 1.5, 0.75 * (1 - 0.81));
    System s = mass.system();
    mass.add(s, both(gap), law);
    const EventRun run = run_events(s, *time::event_driven({1e-12}), {0.02});
    ASSERT_GE(run.touches.size(), 7U);
    double time = gap / 8, speed = 8;
    for (const Touch& touch : run.touches) {
        EXPECT_LT(digits(touch.time_in, time), 1e-10);
        EXPECT_LT(digits(touch.speed_in, speed), 1e-10);
        if (touch.time_out < 0) break;
        const IntegratedImpact free = integrated_impact(*law, 100, speed);
        EXPECT_LT(digits(touch.time_out - touch.time_in, free.duration), 1e-9);
        EXPECT_LT(digits(touch.max_indentation, free.max_indentation), 1e-10);
        time += free.duration + 2 * gap / free.separation_speed;
        speed = free.separation_speed;
    }
}

TEST(EventDriven, TwoSpheres) {
    // 207 GPa, 0.3, radii 10 mm and 9.9 mm (ball in a socket), effective mass 0.02 kg, 0.3 m/s, e = 0.5.
    struct Line {
        double factor, out, depth, duration;
    };
    const double e = 0.5;
    for (const Line& line : {Line{0, 0.3, 2.947208701090e-6, 2.891482077648e-5},
                             Line{1.5 * (1 - e), 0.1988886600004638, 2.521310024973e-6, 3.059747547243e-5},
                             Line{0.75 * (1 - e * e), 0.2175723342030592, 2.605113198043e-6, 3.014228949378e-5},
                             Line{(1 - e * e) / e, 0.1463223768046046, 2.266879929588e-6, 3.256240579116e-5},
                             Line{1.6 * (1 - e) / e, 0.1411334337980219, 2.239819320951e-6, 3.283812873472e-5}}) {
        const Mass mass{0.02, 0, 0, -1e-6, 0.3};
        System s = mass.system();
        const auto law =
            std::make_shared<contact::FactorLaw>(contact::ElasticPart(contact::PowerLaw(1.5088820474804e11, 1.5)), line.factor);
        mass.add(s, stop_above(0), law);
        const EventRun run = run_events(s, *time::event_driven({1e-12}), {1e-4});
        ASSERT_EQ(run.touches.size(), 1U);
        EXPECT_LT(digits(run.touches[0].speed_out, line.out), 1e-10);
        EXPECT_LT(digits(run.touches[0].max_indentation, line.depth), 1e-10);
        EXPECT_LT(digits(run.touches[0].time_out - run.touches[0].time_in, line.duration), 1e-9);
    }
}

TEST(EventDriven, LinearStopAndBallOnFloorAgainstTheirClosedForms) {
    {
        // code_aster SDND101: m = 100, k = 1e4, v0 = 1, a stop of stiffness 1e6 at zero gap.
        const Mass mass{100, 0, 1e4, 0, 1};
        System s = mass.system();
        mass.add(s, stop_above(0), std::make_shared<PowerLaw>(1e6, 1.0));
        const EventRun run = run_events(s, *time::event_driven({1e-12}), {0.4});
        const double w = std::sqrt(1.01e6 / 100);
        ASSERT_EQ(run.touches.size(), 2U);
        EXPECT_NEAR(run.touches[0].time_in, 0, 1e-15);
        EXPECT_LT(digits(run.touches[0].turn, std::numbers::pi / 2 / w), 1e-9);
        EXPECT_LT(digits(run.touches[0].max_force, 1e6 / w), 1e-11);
        EXPECT_LT(digits(run.touches[0].time_out, std::numbers::pi / w), 1e-11);
        EXPECT_LT(digits(run.touches[1].time_in, std::numbers::pi / w + std::numbers::pi / 10), 1e-12);
        EXPECT_LT(digits(run.touches[1].turn, 0.3610493), 2e-7);
    }
    {
        // SDND108A: m = 1, g = 10, floor at -2 m, v0 = -1, k = 100.
        const Mass mass{1, 0, 0, 0, -1};
        System s = mass.system();
        mass.load(s, std::make_shared<ClosedSignal>(std::array<double, 4>{-10, 0, 0, 0}));
        mass.add(s, stop_below(2), std::make_shared<PowerLaw>(100, 1.0));
        const auto method = time::event_driven({1e-12});
        const EventRun run = run_events(s, *method, {1.0});
        const double touch = (-1 + std::sqrt(41.0)) / 10;
        const double v = 1 + 10 * touch;
        const double leave = touch + 2 * (std::numbers::pi - std::atan(v)) / 10;
        ASSERT_EQ(run.touches.size(), 1U);
        EXPECT_LT(digits(run.touches[0].time_in, touch), 1e-14);
        EXPECT_LT(digits(run.touches[0].time_out, leave), 1e-11);
        EXPECT_NEAR(run.end.q[0], -2 + v * (1 - leave) - 5 * (1 - leave) * (1 - leave), 1e-10);
        EXPECT_NEAR(run.end.q[0], -1.33216298, 5e-9);
        EXPECT_NEAR(run_events(s, *method, {1.1}).end.q[0], -0.85639441, 5e-9);
    }
}

/// Kelvin-Voigt: released where the force vanishes, still indented, or, where the law may pull, where the indentation does.
TEST(EventDriven, DamperReleasesWhereItsForceOrItsIndentationVanishes) {
    for (const double zeta : {0.05, 0.3}) {
        for (const bool pulls : {false, true}) {
            const double m = 2, k = 8e5, w = std::sqrt(k / m), v0 = 1.7;
            const Mass mass{m, 0, 0, -0.01, v0};
            System s = mass.system();
            auto law = std::make_shared<DashpotLaw>(k, 2 * zeta * std::sqrt(k * m));
            law->adhesion = pulls;
            mass.add(s, stop_above(0), law);
            const EventRun run = run_events(s, *time::event_driven({1e-12}), {0.03});
            ASSERT_EQ(run.touches.size(), 1U);
            const double root = std::sqrt(1 - zeta * zeta);
            const double restitution =
                pulls ? std::exp(-std::numbers::pi * zeta / root) : std::exp(-2 * zeta * std::acos(zeta) / root);
            EXPECT_LT(digits(run.touches[0].speed_out, v0 * restitution), 1e-10) << zeta << pulls;
            const double angle = pulls ? std::numbers::pi : 2 * std::acos(zeta);
            EXPECT_LT(digits(run.touches[0].time_out - run.touches[0].time_in, angle / (w * root)), 1e-10);
        }
    }
}

}  // namespace
}  // namespace jounce::test::event_driven_test
