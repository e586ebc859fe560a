// Physics: one mass against elastic stops, where the motion is known in closed form or by quadrature.
// Reference: half-sine contact of a linear stop; Hertz impact by energy; code_aster cases SDND101 and SDND108A from their closed
// forms, written out here. Tolerance: second order in the step; the constants are the errors of the coarse run.
// Control: the order itself. A contact force of the wrong sign or size fails at once; no events are located.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/small_system.hpp"
#include "time/account/energy.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"

namespace jounce::newmark_impact_test {
namespace {

constexpr contact::GapGeometry stop_above(double clearance) { return {contact::GapShape::plane, clearance, true, false}; }

struct Result {
    State end;
    std::vector<time::Impact> impacts;
    int missed;
    time::EnergyTerms energy;
    time::MarchReport report;
};

Result run(const System& system, double h, double duration, time::Events events = time::Events::stepwise) {
    const auto stepper = time::newmark({})->bind(system, events);
    State state = time::initial_state(system);
    time::ImpactLog log;
    time::EnergyAccount account;
    std::vector<time::Observer*> observers = {&log, &account};
    const time::MarchReport report =
        time::march(system, *stepper, {.step = h, .duration = duration, .events = events}, state, observers);
    return {state, log.impacts(), log.missed(), account.terms(state), report};
}

/// m x'' + k x = 0 from x = 0, v = v0, with a linear stop of stiffness K at zero gap (SDND101 for its own data).
struct LinearStop {
    double m, k, K, v0;
    [[nodiscard]] System system() const {
        System s = test::linear_system(test::scalar(m), test::scalar(0), test::scalar(k));
        s.v0[0] = v0;
        test::add_contact(s, "stop", stop_above(0), std::make_shared<test::PowerLaw>(K, 1.0), {Vector::Ones(1)});
        return s;
    }
    [[nodiscard]] double contact_frequency() const { return std::sqrt((k + K) / m); }
    [[nodiscard]] double contact_time() const { return std::numbers::pi / contact_frequency(); }
    [[nodiscard]] double peak_force() const { return K * v0 / contact_frequency(); }
    [[nodiscard]] double impulse() const { return 2 * peak_force() / contact_frequency(); }
    /// Back at the stop after half a period of the free oscillator.
    [[nodiscard]] double second_onset() const { return contact_time() + std::numbers::pi / std::sqrt(k / m); }
};

TEST(NewmarkImpact, LinearStopAgainstItsClosedForm) {
    const LinearStop published{100, 1e4, 1e6, 1};
    EXPECT_NEAR(published.peak_force(), 9950.372, 5e-4);  // the published digits follow from the closed form
    EXPECT_NEAR(published.contact_time(), 0.03126002, 5e-9);
    EXPECT_NEAR(published.second_onset() + published.contact_time() / 2, 0.3610493, 5e-8);
    EXPECT_NEAR(published.impulse(), 198.0198, 5e-5);
    for (const LinearStop& stop : {published, LinearStop{3.7, 250, 9e4, 0.45}}) {
        const System system = stop.system();
        const double duration = stop.second_onset() + 2 * stop.contact_time();
        double previous = 0;
        for (const double cells : {100.0, 200.0, 400.0, 800.0}) {
            // A step that divides the contact time would flatter the order: an irrational share of it.
            const double h = stop.contact_time() / (cells + 0.3819660);
            const Result r = run(system, h, duration);
            ASSERT_EQ(r.impacts.size(), 2U);
            const time::Impact& first = r.impacts[0];
            const double error = std::abs(*first.time_out - stop.contact_time()) / stop.contact_time();
            const double second = std::abs(r.impacts[1].time_in - stop.second_onset()) / stop.second_onset();
            const double scale = 1 / (cells * cells);
            EXPECT_LT(error, 3 * scale);
            EXPECT_LT(second, 3 * scale);
            EXPECT_NEAR(first.peak_force, stop.peak_force(), 6 * scale * stop.peak_force());
            EXPECT_NEAR(first.impulse, stop.impulse(), 6 * scale * stop.impulse());
            EXPECT_NEAR(*r.impacts[0].restitution_delivered(), 1, 6 * scale);
            if (previous > 0) {
                EXPECT_LT(error, previous / 2.5) << "not converging at second order";
            }
            previous = error;
        }
    }
}

TEST(NewmarkImpact, BallOnElasticFloor) {
    // SDND108A: m = 1, g = 10, floor at -2 m, v0 = -1, k = 100.
    System system = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    system.v0[0] = -1;
    test::add_load(system, Vector::Ones(1), [](double) { return -10.0; });
    test::add_contact(system, "floor", {contact::GapShape::plane, 2, false, true}, std::make_shared<test::PowerLaw>(100, 1.0),
                      {Vector::Ones(1)});
    const double touch = (-1 + std::sqrt(1 + 2 * 10 * 2)) / 10;
    const double v = 1 + 10 * touch, w = 10;
    const auto contact = [&](double s) { return -2 - (v / w * std::sin(w * s) + 10 / (w * w) * (1 - std::cos(w * s))); };
    const double leave = touch + 2 * (std::numbers::pi - std::atan(w * v / 10)) / w;
    EXPECT_NEAR(touch, 0.54031242, 5e-9);
    EXPECT_NEAR(leave, 0.88545615, 5e-9);
    double last = 0;
    for (const double h : {1.037e-3, 1.037e-3 / 4, 1.037e-3 / 16}) {
        const Result r = run(system, h, 1.0);
        ASSERT_EQ(r.impacts.size(), 1U);
        EXPECT_NEAR(r.impacts[0].time_in, touch, 1e-12);  // flight under gravity is exact, and so is its cubic
        EXPECT_NEAR(r.impacts[0].speed_in, v, 1e-11);
        const double error = std::abs(*r.impacts[0].time_out - leave);
        EXPECT_LT(error, 60 * h * h);
        const double end = std::abs(r.end.q[0] - (-1.33216298));
        EXPECT_LT(end, 600 * h * h + 5e-9);
        if (last > 0) {
            EXPECT_LT(error, last / 8);
        }
        last = error;
        (void)contact;
    }
    EXPECT_NEAR(run(system, 1e-5, 1.1).end.q[0], -0.85639441, 2e-7);
}

TEST(NewmarkImpact, ElasticHertzAgainstEnergy) {
    struct Data {
        double m, K, v;
    };
    for (const Data& d : {Data{1, 1e9, 1}, Data{0.35, 4e10, 0.07}}) {
        System system = test::linear_system(test::scalar(d.m), test::scalar(0), test::scalar(0));
        system.v0[0] = d.v;
        const double deepest = std::pow(5 * d.m * d.v * d.v / (4 * d.K), 0.4);
        const double duration = 2.9432750 * deepest / d.v;
        if (d.m == 1) {
            EXPECT_NEAR(deepest, 2.746401e-4, 5e-11);
        }
        system.q0[0] = -0.3 * deepest;
        test::add_contact(system, "stop", stop_above(0), std::make_shared<test::PowerLaw>(d.K, 1.5), {Vector::Ones(1)});
        for (const double cells : {100.0, 400.0}) {
            const double scale = 1 / (cells * cells);
            const Result r = run(system, duration / (cells + 0.381966), 2 * duration);
            ASSERT_EQ(r.impacts.size(), 1U);
            const time::Impact& hit = r.impacts[0];
            EXPECT_NEAR(hit.max_indentation, deepest, 10 * scale * deepest);
            EXPECT_NEAR(hit.peak_force, d.K * std::pow(deepest, 1.5), 15 * scale * d.K * std::pow(deepest, 1.5));
            EXPECT_NEAR(*hit.time_out - hit.time_in, duration, 15 * scale * duration);
            EXPECT_NEAR(hit.impulse, 2 * d.m * d.v, 15 * scale * 2 * d.m * d.v);
            EXPECT_NEAR(*hit.restitution_delivered(), 1, 15 * scale);
            EXPECT_NEAR(r.energy.remainder, 0, 15 * scale * 0.5 * d.m * d.v * d.v);
            EXPECT_DOUBLE_EQ(r.energy.contact_damping, 0);
        }
    }
}

TEST(NewmarkImpact, DissipativeFactorDeliversItsRestitution) {
    // F = K d^1.5 (1 + a rate/v0): a (1 + e) = ln((1 + a)/(1 - a e)) whatever K, m and v0 (Gonthier et al. 2004).
    const double a = 0.7;
    double e = 0.5;
    for (int i = 0; i < 200; ++i) e = (1 - (1 + a) * std::exp(-a * (1 + e))) / a;
    System system = test::linear_system(test::scalar(2.3), test::scalar(0), test::scalar(0));
    system.v0[0] = 0.8;
    system.q0[0] = -1.234e-5;
    test::add_contact(system, "stop", stop_above(0), std::make_shared<test::PowerLaw>(3e8, 1.5, a), {Vector::Ones(1)});
    const double time = 2.9433 * std::pow(5 * 2.3 * 0.64 / (4 * 3e8), 0.4) / 0.8;
    double last = 0;
    for (const double cells : {100.0, 200.0, 400.0}) {
        const Result r = run(system, time / (cells + 0.381966), 3 * time);
        ASSERT_EQ(r.impacts.size(), 1U);
        EXPECT_NEAR(r.impacts[0].speed_in, 0.8, 1e-12);
        const double error = std::abs(*r.impacts[0].restitution_delivered() - e);
        EXPECT_LT(error, 20 / (cells * cells));
        if (last > 0) {
            EXPECT_LT(error, last / 2.5);
        }
        last = error;
        const double lost = 0.5 * 2.3 * 0.64 * (1 - e * e);
        EXPECT_NEAR(r.energy.contact_damping, lost, 40 / (cells * cells) * lost);
        EXPECT_NEAR(r.impacts[0].work, lost, 40 / (cells * cells) * lost);
    }
}

TEST(NewmarkImpact, TensionOfADashpotIsClampedAndReleased) {
    // SDND108B with release at zero force: leaves at 0.86570175 s, z(1) = -1.85110843.
    System system = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    system.v0[0] = -1;
    test::add_load(system, Vector::Ones(1), [](double) { return -10.0; });
    test::add_contact(system, "floor", {contact::GapShape::plane, 2, false, true}, std::make_shared<test::DashpotLaw>(100, 5),
                      {Vector::Ones(1)});
    const Result r = run(system, 1.037e-5, 1.0);
    ASSERT_EQ(r.impacts.size(), 1U);
    // A force that jumps at the onset is first order without located events: errors of the size of the step.
    EXPECT_NEAR(*r.impacts[0].time_out, 0.86570175, 2e-5);
    EXPECT_NEAR(r.end.q[0], -1.85110843, 2e-4);
}

TEST(NewmarkImpact, MirroredGapGivesMirroredMotion) {
    for (const bool positive : {true, false}) {
        const double s = positive ? 1 : -1;
        System system = test::linear_system(test::scalar(1), test::scalar(0.3), test::scalar(40));
        system.v0[0] = s * 2;
        test::add_contact(system, "stop", {contact::GapShape::plane, 0.1, positive, !positive},
                          std::make_shared<test::PowerLaw>(1e5, 1.5, 0.4), {Vector::Ones(1)});
        const Result r = run(system, 1e-4, 1.0);
        static double first = 0;
        if (positive) first = r.end.q[0];
        EXPECT_EQ(r.end.q[0], s * first);  // to the bit: the same arithmetic with signs turned
        EXPECT_GE(r.impacts.size(), 1U);
        EXPECT_EQ(r.impacts[0].side, positive ? 1 : -1);
    }
}

TEST(NewmarkImpact, AContactInsideOneStepIsCounted) {
    System system = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(1));
    system.v0[0] = 1;
    // The swing's top, 1, passes the stop at 0.999 for about 0.09 s: a step of 0.2 s starting before can leave it out.
    test::add_contact(system, "stop", stop_above(0.9999), std::make_shared<test::PowerLaw>(10, 1.0), {Vector::Ones(1)});
    const Result r = run(system, 0.2, 3);
    EXPECT_EQ(static_cast<int>(r.impacts.size()) + r.missed, 1);
    EXPECT_EQ(r.missed, 1);
    system.contacts[0].gap.clearance = 1.5;  // control: a stop out of reach is not counted
    EXPECT_EQ(run(system, 0.2, 3).missed, 0);
}

// A dashpot's force jumps at the onset. A step that ends just behind it has no solution that is plainly open or plainly
// closed; the status is therefore held while Newton runs. Round numbers put the step's end on the onset to round-off.
TEST(NewmarkImpact, ADashpotMetAtTheVeryEndOfAStep) {
    const double k = 1e6, zeta = 0.2, c = 2 * zeta * std::sqrt(k);
    const double e = std::exp(-2 * zeta * std::acos(zeta) / std::sqrt(1 - zeta * zeta));  // released at zero force
    for (const double clearance : {1e-3, 2e-3, 1e-3 * (1 - 1e-12), 1e-3 * (1 - 1e-9), 0.7123e-3}) {
        for (const double h : {1e-5, 2e-5, 1e-6}) {
            System system = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
            system.v0[0] = 1;
            test::add_contact(system, "stop", stop_above(clearance), std::make_shared<test::DashpotLaw>(k, c), {Vector::Ones(1)});
            const Result r = run(system, h, clearance + 5e-3);
            ASSERT_EQ(r.impacts.size(), 1U) << "clearance " << clearance << " step " << h;
            EXPECT_EQ(r.report.halvings, 0);
            // First order across a jump: the relative error is a few steps per contact time (3 ms).
            EXPECT_NEAR(*r.impacts[0].restitution_delivered(), e, 600 * h) << "clearance " << clearance << " step " << h;
        }
    }
}

TEST(NewmarkImpact, ACircularGapIsMetAtFullSpeedFromItsCentre) {
    for (const double clearance : {0.0, 1e-5, 3e-4}) {
        for (const double h : {1e-4, 1e-5, 1e-6}) {
            System system = test::linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Matrix::Zero(2, 2));
            system.v0 << 0.6, 0.8;  // a speed of 1
            test::add_contact(system, "ring", {contact::GapShape::circular, clearance, true, false},
                              std::make_shared<test::PowerLaw>(1e6, 1.5, 0.5), {Vector::Unit(2, 0), Vector::Unit(2, 1)});
            const Result r = run(system, h, 2e-3);
            ASSERT_GE(r.impacts.size(), 1U);
            EXPECT_NEAR(r.impacts[0].speed_in, 1, 1e-9) << "clearance " << clearance << " step " << h;
            EXPECT_NEAR(r.impacts[0].time_in, clearance, 1e-12);
        }
    }
}

TEST(NewmarkImpact, APreloadedStartCountsFromItsOwnState) {
    System system = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    system.q0[0] = 5e-4;
    test::add_contact(system, "stop", stop_above(0), std::make_shared<test::PowerLaw>(1e6, 1.0), {Vector::Ones(1)});
    const Result r = run(system, 1e-5, 0.01);
    ASSERT_EQ(r.impacts.size(), 1U);
    EXPECT_DOUBLE_EQ(r.impacts[0].peak_force, 500);
    EXPECT_DOUBLE_EQ(r.impacts[0].max_indentation, 5e-4);
}

}  // namespace
}  // namespace jounce::newmark_impact_test
