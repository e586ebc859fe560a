// Physics: contacts whose beginnings and ends are located: one mass, rigid stops, the impact oscillator, several stops at once.
// Reference: closed forms written out here (S. W. Shaw, P. J. Holmes 1983, doi:10.1016/0022-460X(83)90407-8, for the oscillator).
// Tolerance: where the method is exact between events (free flight, constant force) round-off; elsewhere the order is the
// witness. Control: the same march without location is first order where the force jumps.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/small_system.hpp"
#include "time/account/energy.hpp"
#include "time/account/impacts.hpp"
#include "time/contact/rigid_stops.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/methods/precise.hpp"
#include "time/one_step/one_step.hpp"
#include "time/start/start.hpp"

namespace jounce::events_test {
namespace {

using std::numbers::pi;
using test::RigidLaw;
using test::stop;

struct Result {
    State end;
    std::vector<time::Impact> impacts;
    time::EnergyTerms energy;
    time::MarchReport report;
};

Result run(const System& system, const time::MethodPointer& method, double h, double duration,
           time::Events events = time::Events::locate) {
    const auto stepper = method->bind(system, events);
    State state = time::initial_state(system);
    time::ImpactLog log;
    time::EnergyAccount account;
    std::vector<time::Observer*> observers = {&log, &account};
    const time::MarchReport report =
        time::march(system, *stepper, {.step = h, .duration = duration, .events = events}, state, observers);
    return {state, log.impacts(), account.terms(state), report};
}

time::MethodPointer average() { return time::newmark({}); }
time::MethodPointer alpha(double r) {
    const double m = (2 * r - 1) / (r + 1);
    const double f = r / (r + 1);
    return time::one_step_method(
        "generalized_alpha", {.alpha_m = m, .alpha_f = f, .beta = 0.25 * (1 - m + f) * (1 - m + f), .gamma = 0.5 - m + f}, "");
}

/// A ball above the floor: x up is -q, so that the floor is the stop of +q.
System ball(double e, double height, double g) {
    System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    s.q0[0] = -height;
    test::add_load(s, Vector::Ones(1), [g](double) { return g; });
    test::add_contact(s, "floor", stop(0), std::make_shared<RigidLaw>(e), {Vector::Ones(1)});
    return s;
}

TEST(Events, BallOnARigidFloorPassesTheAccumulationPoint) {
    struct Drop {
        double e, height, g;
    };
    for (const Drop& drop : {Drop{0.9, 1, 9.81}, Drop{0.55, 0.37, 3.7}, Drop{0, 0.2, 9.81}}) {
        const System system = ball(drop.e, drop.height, drop.g);
        const double first = std::sqrt(2 * drop.height / drop.g);
        const double accumulation = first * (1 + drop.e) / (1 - drop.e);
        for (const double h : {0.0137, 0.3}) {
            const Result r = run(system, average(), h, accumulation + 1);
            double expected = first;
            double speed = drop.g * first;
            // Newmark is exact under a constant force: only the sums round.
            for (std::size_t i = 0; i < 40 && i < r.impacts.size() && speed > 1e-4; ++i) {
                ASSERT_NEAR(r.impacts[i].time_in, expected, 1e-11) << i;
                ASSERT_NEAR(r.impacts[i].speed_in, speed, 1e-10) << i;
                speed *= drop.e;
                expected += 2 * speed / drop.g;
            }
            EXPECT_NEAR(r.end.q[0], 0, 1e-12);
            EXPECT_NEAR(r.end.v[0], 0, 1e-15);
            EXPECT_TRUE(r.end.sides[0].memory.closed);
            EXPECT_NEAR(r.end.sides[0].response.force, drop.g, 1e-10);  // it carries the weight
            EXPECT_NEAR(r.energy.contact_damping, drop.g * drop.height, 1e-9);
            EXPECT_LT(std::abs(r.energy.remainder), 1e-9);
        }
    }
}

TEST(Events, SurfaceThatFallsAwayIsLeftWhereTheForceChangesItsSign) {
    // At rest on the floor, load g cos(w t): held until it changes sign at pi/(2 w), then x'' = g cos(w t) away from it.
    const double g = 5, w = 3;
    System s = test::linear_system(test::scalar(2), test::scalar(0), test::scalar(0));
    test::add_load(s, Vector::Ones(1), [=](double t) { return 2 * g * std::cos(w * t); });
    test::add_contact(s, "floor", stop(0), std::make_shared<RigidLaw>(0.5), {Vector::Ones(1)});
    const double leave = pi / (2 * w);
    const double end = leave + 0.4;
    double previous = 0;
    for (const double h : {4e-3, 2e-3, 1e-3}) {
        const Result r = run(s, average(), h, end);
        ASSERT_EQ(r.impacts.size(), 1U);
        ASSERT_TRUE(r.impacts[0].time_out.has_value());
        EXPECT_NEAR(*r.impacts[0].time_out, leave, 1e-10);
        const double exact = -g / (w * w) * (std::cos(w * end)) - g / w * 0.4;
        const double error = std::abs(r.end.q[0] - exact);
        if (previous > 0) {
            EXPECT_NEAR(std::log2(previous / error), 2, 0.2);
        }
        previous = error;
    }
}

/// x'' + x = cos w t with a rigid stop at sigma: the (1, n) orbit of the impact oscillator.
struct Orbit {
    double w, sigma, r;
    int n;
    double V = 0, phase = 0;
    Orbit(double w_, double sigma_, double r_, int n_) : w(w_), sigma(sigma_), r(r_), n(n_) {
        const double gamma = 1 / (1 - w * w);
        const double T = 2 * pi * n / w;
        const double C = std::cos(T), S = std::sin(T);
        // gamma^2 = [sigma + (1+r) V S/(2(1-C))]^2 + [(1-r) V/(2w)]^2
        const double a = (1 + r) * S / (2 * (1 - C));
        const double b = (1 - r) / (2 * w);
        const double A = a * a + b * b, B = 2 * sigma * a, D = sigma * sigma - gamma * gamma;
        V = (-B + std::sqrt(B * B - 4 * A * D)) / (2 * A);
        // just after the impact x = sigma, v = -r V; x = c cos + s sin + gamma cos(w t + phase)
        const double pc = sigma + a * V;
        // the particular part's value and rate: gamma cos(phase) = pc, -gamma w sin(phase) = v_p
        const double vp = (1 - r) * V / 2;
        phase = std::atan2(-vp / (gamma * w), pc / gamma);
    }
};

TEST(Events, ImpactOscillatorHoldsItsPeriodicOrbits) {
    for (const Orbit& orbit : {Orbit(2, 0, 0.8, 1), Orbit(4, 0.02, 0.6, 2), Orbit(2.6, 0, 0.8, 1)}) {
        if (orbit.w == 2) {
            EXPECT_NEAR(orbit.V, 20.0 / 3, 1e-12);
        }
        if (orbit.w == 4) {
            EXPECT_NEAR(orbit.V, 1.2719189352, 1e-10);
        }
        System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(1));
        s.q0[0] = orbit.sigma;
        s.v0[0] = -orbit.r * orbit.V;
        test::add_load(s, Vector::Ones(1), [=](double t) { return std::cos(orbit.w * t + orbit.phase); });
        test::add_contact(s, "stop", stop(orbit.sigma), std::make_shared<RigidLaw>(orbit.r), {Vector::Ones(1)});
        const double T = 2 * pi * orbit.n / orbit.w;
        double previous = 0;
        for (const double cells : {400.3, 800.3, 1600.3}) {
            const Result result = run(s, average(), T / cells, 3.5 * T);
            ASSERT_EQ(result.impacts.size(), 3U) << orbit.w;
            const double error = std::abs(result.impacts[0].time_in - T);
            EXPECT_LT(error, 40 / (cells * cells));
            EXPECT_NEAR(result.impacts[0].speed_in, orbit.V, 200 / (cells * cells));
            if (previous > 0) {
                EXPECT_NEAR(std::log2(previous / error), 2, 0.3);
            }
            previous = error;
        }
    }
}

TEST(Events, SeveralStopsStruckAtOneInstant) {
    // A bar of mass m and inertia J = m l^2/12 falls flat on two stops at +-a from its centre, e at each: by symmetry v -> -e v.
    // Off-centre, 0 <= P perpendicular to w+ + e w- >= 0 is solved by hand for two stops.
    const double m = 3, l = 0.8;
    Matrix M(2, 2);
    M << m, 0, 0, m * l * l / 12;
    const auto build = [&](double left, double right, double e) {
        System s = test::linear_system(M, Matrix::Zero(2, 2), Matrix::Zero(2, 2));
        s.v0 << 1.3, 0;
        test::add_contact(s, "left", stop(0.01), std::make_shared<RigidLaw>(e), {Eigen::Vector2d(1, -left)});
        test::add_contact(s, "right", stop(0.01), std::make_shared<RigidLaw>(e), {Eigen::Vector2d(1, right)});
        return s;
    };
    const Result flat = run(build(0.3, 0.3, 0.6), average(), 1.1e-3, 0.012);
    ASSERT_EQ(flat.impacts.size(), 2U);
    EXPECT_NEAR(flat.end.v[0], -0.6 * 1.3, 1e-13);
    EXPECT_NEAR(flat.end.v[1], 0, 1e-13);
    EXPECT_NEAR(flat.impacts[0].impulse, m * 1.6 * 1.3 / 2, 1e-12);
    // Both stops on one side of the centre: the nearer one stops the translation best; with W = B M^-1 B^T both must push here or
    // one.
    const Result apart = run(build(-0.1, 0.35, 0.6), average(), 1.1e-3, 0.012);
    const double invM = 1 / m, invJ = 12 / (m * l * l);
    const double b[2] = {0.1, 0.35};
    double W[2][2];
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j) W[i][j] = invM + invJ * b[i] * b[j];
    const double q = -1.6 * 1.3;
    const double det = W[0][0] * W[1][1] - W[0][1] * W[1][0];
    double P[2] = {-q * (W[1][1] - W[0][1]) / det, -q * (W[0][0] - W[1][0]) / det};
    if (P[0] < 0) P[0] = 0, P[1] = -q / W[1][1];
    if (P[1] < 0) P[1] = 0, P[0] = -q / W[0][0];
    EXPECT_NEAR(apart.end.v[0], 1.3 - invM * (P[0] + P[1]), 1e-12);
    EXPECT_NEAR(apart.end.v[1], -invJ * (b[0] * P[0] + b[1] * P[1]), 1e-12);
    EXPECT_LT(std::abs(apart.energy.remainder), 1e-12);
}

TEST(Events, BodiesThatTouchAreStruckAtTheSameInstant) {
    // Three equal masses on a line, the last two in touch, e at both gaps: the impacts follow each other, each by Newton's law.
    const double e = 0.5;
    System s = test::linear_system(Matrix::Identity(3, 3), Matrix::Zero(3, 3), Matrix::Zero(3, 3));
    s.v0 << 1, 0, 0;
    test::add_contact(s, "first", stop(0.01), std::make_shared<RigidLaw>(e), {Eigen::Vector3d(1, -1, 0)});
    test::add_contact(s, "second", stop(0), std::make_shared<RigidLaw>(e), {Eigen::Vector3d(0, 1, -1)});
    const Result r = run(s, average(), 1e-3, 0.05);
    // (1, 0, 0) -> (1/4, 3/4, 0) -> (1/4, 3/16, 9/16) -> (13/64, 15/64, 9/16)
    EXPECT_NEAR(r.end.v[0], 13.0 / 64, 1e-14);
    EXPECT_NEAR(r.end.v[1], 15.0 / 64, 1e-14);
    EXPECT_NEAR(r.end.v[2], 9.0 / 16, 1e-14);
    EXPECT_NEAR(r.impacts[1].time_in, r.impacts[0].time_in, 1e-15);
}

TEST(Events, AMotionThatBeginsOnItsStopMeetsIt) {
    // Thrown into the stop at 1 m/s against -100 N: back at -e at once, then free fall away from it; the step sees none of it.
    System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    s.v0[0] = 1;
    test::add_load(s, Vector::Ones(1), [](double) { return -100.0; });
    test::add_contact(s, "stop", stop(0), std::make_shared<RigidLaw>(0.5), {Vector::Ones(1)});
    const Result r = run(s, average(), 0.03, 0.09);
    ASSERT_EQ(r.impacts.size(), 1U);
    EXPECT_NEAR(r.end.q[0], -0.5 * 0.09 - 50 * 0.09 * 0.09, 1e-13);
}

TEST(Events, EqualBodiesLogEqualImpacts) {
    // Three masses that meet their springs at one instant, to round-off: one row each and impact, no phantoms.
    System s = test::linear_system(Matrix::Identity(3, 3), Matrix::Zero(3, 3), Matrix::Zero(3, 3));
    s.v0 << 1, 1, 1;
    for (int i = 0; i < 3; ++i) {
        test::add_contact(s, "stop" + std::to_string(i), {contact::GapShape::plane, 0.1, true, true},
                          std::make_shared<test::PowerLaw>(1e4, 1.0), {Vector::Unit(3, i)});
    }
    const Result r = run(s, average(), 1e-3, 1);
    int count[3] = {};
    for (const time::Impact& impact : r.impacts) ++count[impact.contact];
    EXPECT_EQ(count[0], 4);  // 0.1 s, then every 0.2 s and half a period of 31 ms
    EXPECT_EQ(count[1], count[0]);
    EXPECT_EQ(count[2], count[0]);
    EXPECT_EQ(r.report.events, 24);
}

TEST(Events, ImpulsesAreComplementary) {
    // Random positive definite W: P >= 0, w >= 0, P w = 0 to round-off.
    unsigned seed = 12345;
    const auto random = [&] { return static_cast<double>((seed = seed * 1664525U + 1013904223U) >> 8) / (1 << 24) - 0.5; };
    for (int trial = 0; trial < 2000; ++trial) {
        const int m = 1 + trial % 6;
        Matrix A(m, m);
        Vector q(m);
        for (int i = 0; i < m; ++i) {
            q[i] = random();
            for (int j = 0; j < m; ++j) A(i, j) = random();
        }
        const Matrix W = A * A.transpose() + 0.02 * Matrix::Identity(m, m);
        const auto p = time::complementary_impulses(W, q);
        const Vector P = Eigen::Map<const Vector>(p.data(), m);
        const Vector w = W * P + q;
        const double scale = 1 + P.maxCoeff();
        for (int i = 0; i < m; ++i) {
            EXPECT_GE(P[i], 0);
            EXPECT_GE(w[i], -1e-11 * scale);
            EXPECT_LT(std::abs(P[i] * w[i]), 1e-11 * scale * scale);
        }
    }
}

TEST(Events, ForceThatJumpsIsSecondOrderWhenLocatedAndFirstWhenNot) {
    // Kelvin-Voigt on a free mass, released at zero force: speed out by the closed form of the damped half wave.
    const double m = 2, k = 5e5, c = 300, v0 = 1.1, gap = 1e-3;
    System s = test::linear_system(test::scalar(m), test::scalar(0), test::scalar(0));
    s.v0[0] = v0;
    test::add_contact(s, "stop", stop(gap), std::make_shared<test::DashpotLaw>(k, c), {Vector::Ones(1)});
    const double w0 = std::sqrt(k / m), zeta = c / (2 * std::sqrt(k * m));
    const double e = std::exp(-2 * zeta * std::acos(zeta) / std::sqrt(1 - zeta * zeta));
    const double contact = pi / w0;
    for (const auto& method : {average(), alpha(0.8), alpha(0.0)}) {
        const auto error = [&](double cells, time::Events events) {
            double sum = 0;
            int count = 0;
            for (const double offset : {0.11, 0.37, 0.59, 0.83}) {  // where in a step the onset falls
                const double h = contact / (cells + offset);
                const Result r = run(s, method, h, gap / v0 + 1.6 * contact, events);
                sum += std::pow(r.end.v[0] + e * v0, 2);
                ++count;
            }
            return std::sqrt(sum / count);
        };
        const double located = std::log2(error(40, time::Events::locate) / error(320, time::Events::locate)) / 3;
        EXPECT_NEAR(located, 2, 0.25);
        const double stepwise = std::log2(error(40, time::Events::stepwise) / error(320, time::Events::stepwise)) / 3;
        EXPECT_LT(stepwise, 1.6);
    }
}

TEST(Events, NewmarkIsSecondOrderOverSeveralHertzImpacts) {
    // Against its own refinement far below: the order is the statement; times against Richardson's limit.
    System s = test::linear_system(test::scalar(100), test::scalar(200), test::scalar(1e6));
    s.v0[0] = 8;
    const contact::GapGeometry walls{contact::GapShape::plane, 5e-3, true, true};
    test::add_contact(s, "walls", walls, std::make_shared<test::PowerLaw>(1.5e11, 1.5, 0.1), {Vector::Ones(1)});
    for (const auto& method : {average(), alpha(0.8)}) {
        std::vector<double> last;
        for (const double h : {8.1e-6, 4.05e-6, 2.025e-6}) {
            const Result r = run(s, method, h, 0.01);
            last.push_back(r.end.q[0]);
            EXPECT_EQ(r.report.halvings, 0);
            EXPECT_LT(std::abs(r.energy.remainder), 3200 * 1e-3);
        }
        EXPECT_NEAR(std::log2((last[0] - last[1]) / (last[1] - last[2])), 2, 0.4);
    }
}

TEST(Events, ATouchBetweenTwoStepsIsFound) {
    // q = 1e-3 sin(2 pi t/T) with the stop a hair below the crest, and a step of nearly half the period.
    const double w = 10;
    System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(w * w));
    s.v0[0] = w * 1e-3;
    test::add_contact(s, "stop", stop(0.96e-3), std::make_shared<test::PowerLaw>(1e5, 1.0), {Vector::Ones(1)});
    const double h = 2 * pi / w / 2.2;
    const Result r = run(s, average(), h, h);
    EXPECT_GE(r.impacts.size(), 1U);  // so coarse a step may touch again
    const Result blind = run(s, average(), h, h, time::Events::stepwise);
    EXPECT_TRUE(blind.impacts.empty());
}

TEST(Events, ALoadThatJumpsKeepsTheOrder) {
    class Jump final : public Signal {
      public:
        double value(double t) const override { return t < 0.37 ? 0.0 : 5.0; }
        SignalSample sample(double t) const override { return {value(t), 0, 0}; }
        std::vector<double> breaks(double from, double to) const override {
            return from < 0.37 && to >= 0.37 ? std::vector<double>{0.37} : std::vector<double>{};
        }
        int smoothness() const override { return -1; }
    };
    const double w = 7;
    System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(w * w));
    Load load;
    load.pattern = Vector::Ones(1);
    load.signal = std::make_shared<Jump>();
    s.loads.push_back(load);
    const auto error = [&](double h, time::Events events) {
        const double exact = 5 / (w * w) * (1 - std::cos(w * 0.63));
        return std::abs(run(s, average(), h, 1.0, events).end.q[0] - exact);
    };
    EXPECT_NEAR(std::log2(error(0.01 / 1.03, time::Events::locate) / error(0.005 / 1.03, time::Events::locate)), 2, 0.3);
    EXPECT_GT(error(0.005 / 1.03, time::Events::stepwise), 5 * error(0.005 / 1.03, time::Events::locate));
}

// Over the rest of a step that an event has left almost nothing of, positions change by less than their round-off, and their
// interpolation has any rate: it makes no event. Reference: with c = sqrt(2 k m) the force, clamped at zero, ends after a quarter
// of the damped period, at the speed -v e^(-pi/2).
TEST(Events, AReleaseJustBeforeTheEndOfAStepIsOne) {
    constexpr double k = 1e6, mass = 0.5, v = 2;
    const double lasts = pi / 2 / std::sqrt(k / (2 * mass));
    const auto law = std::make_shared<test::DashpotLaw>(k, std::sqrt(2 * k * mass));
    law->transition = &contact::transitions::distance_force;
    System s = test::linear_system(test::scalar(mass), test::scalar(0), test::scalar(0));
    s.v0[0] = v;
    test::add_contact(s, "stop", stop(0.31 * lasts * v), law, {Vector::Ones(1)});
    const auto method = time::precise({});
    const auto prepared = method->prepare(std::make_shared<const System>(s));
    const double released = run(*prepared, method, lasts / 1200, 1.5 * lasts).impacts.at(0).time_out.value();
    for (const double rest : {0.0, 1e-18, 1e-17, 1e-16, 1e-15, 1e-14, 1e-13, 3e-13, 1e-12, 3e-12, 1e-11, 1e-10}) {
        const Result r = run(*prepared, method, (released + rest) / 1572, 1.5 * lasts);
        EXPECT_EQ(r.impacts.size(), 1u) << rest;
        // Third order: (1/1200)^3. The method marches the mode sqrt(m) x.
        EXPECT_NEAR(r.end.v[0] / std::sqrt(mass), -v * std::exp(-pi / 2), 1e-6 * v) << rest;
    }
}

TEST(Events, TurningPointIsCommittedWhereALawAsksForIt) {
    // A law that unloads along half the force: half of the energy at the turn is lost, so v_out = v_in/sqrt 2, exactly.
    class Bilinear final : public contact::Law {
      public:
        Bilinear() { turning_point = true; }
        contact::Response evaluate(const contact::Motion& m, const contact::ContactMemory& memory) const noexcept override {
            const double k = memory.unloading ? 5e4 : 1e5;
            return {k * m.indentation, k, 0, k * m.indentation, 0.5 * k * m.indentation * m.indentation};
        }
    };
    System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    s.v0[0] = 0.7;
    test::add_contact(s, "stop", stop(1e-3), std::make_shared<Bilinear>(), {Vector::Ones(1)});
    const double time = 1e-3 / 0.7 + pi / 2 * (std::sqrt(1e-5) + std::sqrt(2e-5)) + 1e-3;
    double previous = 0;
    for (const double h : {1.03e-4, 0.515e-4, 0.2575e-4}) {
        const Result r = run(s, average(), h, time);
        const double error = std::abs(r.end.v[0] + 0.7 / std::sqrt(2.0));
        // Newmark keeps the energy of a linear spring, so what is left is the location of the events.
        EXPECT_LT(error, 1e-9);
        EXPECT_NEAR(r.impacts.at(0).max_indentation, 0.7 * std::sqrt(1e-5), 1e-6);
        EXPECT_NEAR(r.energy.transition, 0.5 * 0.5 * 0.49, 1e-6);
        previous = error;
    }
    (void)previous;
}

}  // namespace
}  // namespace jounce::events_test
