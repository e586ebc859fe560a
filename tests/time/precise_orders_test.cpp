// Physics: the precise integration method: contact at the order that was asked for, smooth, after restarts and across impacts.
// Reference: closed forms of the impacts; for smooth nonlinear contact a run of the fourth order with small steps.
// Control: the orders themselves; an impact that is not located leaves the first order only.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>
#include <numbers>

#include "modal/modal_system.hpp"
#include "precise_cases.hpp"
#include "support/small_system.hpp"
#include "time/methods/precise.hpp"
#include "time/start/start.hpp"

namespace jounce::precise_orders_test {
namespace {

using test::add_load;
using test::always_in_contact;
using test::run;
using test::Sine;

/// Errors at steps of 0.04, 0.02 and 0.01 fall with the order, within `doubt` and, of the smaller steps, a tenth less.
template <class Error>
void expect_order(const Error& error, int order, double doubt) {
    const double e1 = error(0.04), e2 = error(0.02), e3 = error(0.01);
    EXPECT_NEAR(std::log2(e1 / e2), order, doubt) << order;
    EXPECT_NEAR(std::log2(e2 / e3), order, doubt - 0.1) << order;
}

double distance(const State& a, const State& b) { return std::hypot(a.q[0] - b.q[0], a.v[0] - b.v[0]); }

/// The observed order between two steps, one a quarter of the other.
double order_of(double coarse, double fine) { return std::log2(coarse / fine) / 2; }

TEST(Precise, OrdersInSmoothNonlinearMotion) {
    const System s = always_in_contact(1, 1.5, 0.4);
    // Reference: the fourth order with a step whose error is far below those looked at.
    const State exact = run(s, {.order = 4}, 1e-3, 10);
    for (const int order : {1, 2, 3, 4}) {
        expect_order([&](double h) { return distance(run(s, {.order = order}, h, 10), exact); }, order, 0.25);
    }
}

// A restart in the middle of smooth contact must not cost the order: the first step after it is of the same order.
TEST(Precise, RestartsKeepTheOrder) {
    const System s = always_in_contact(1, 1.5, 0.4);
    const State exact = run(s, {.order = 4}, 1e-3, 8);
    const auto prepared = modal::modal_system(s);
    for (const int order : {1, 2, 3, 4}) {
        const auto error = [&](double h) {
            const auto stepper = time::precise({.order = order})->bind(*prepared, time::Events::stepwise);
            State now = time::initial_state(*prepared);
            stepper->start(now);
            State next = now;
            const int steps = static_cast<int>(std::lround(8 / h));
            for (int i = 1; i <= steps; ++i) {
                // Uneven steps: the history works with the instants as they are.
                const double end = (i + (i % 2 == 1 && i < steps ? 0.3 : 0.0)) * h;
                EXPECT_TRUE(stepper->step(now, next, end - now.time, end).converged);
                std::swap(now, next);
                if (i == steps / 4 || i == steps / 2 + 1) stepper->restart(now);
            }
            return distance(now, exact);
        };
        expect_order(error, order, 0.3);
    }
}

TEST(Precise, ImplicitOrdersInSmoothNonlinearMotion) {
    const System s = always_in_contact(1, 1.5, 0.4);
    const State exact = run(s, {.order = 4}, 1e-3, 10);
    for (const int order : {2, 3}) {
        const auto error = [&](double h) { return distance(run(s, {.contact = "implicit", .order = order}, h, 10), exact); };
        expect_order(error, order, 0.25);
    }
}

// One impact of a mass on a linear stop with a dashpot, whose force jumps at the onset and ends where it falls to zero.
struct Impact {
    double clearance, w = 10, zeta = 0.1;
    [[nodiscard]] System system() const {
        System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
        s.v0[0] = 1;
        test::add_contact(s, "stop", {contact::GapShape::plane, clearance, true, false},
                          std::make_shared<test::DashpotLaw>(w * w, 2 * zeta * w), {Vector::Ones(1)});
        return s;
    }
    /// Velocity after it and position at t: delta = e^{-zeta w s} sin(wd s)/wd until w^2 delta + 2 zeta w rate = 0.
    [[nodiscard]] std::array<double, 2> exact(double t) const {
        const double wd = w * std::sqrt(1 - zeta * zeta);
        const double end = (std::numbers::pi - std::atan2(2 * zeta * wd, w * (1 - 2 * zeta * zeta))) / wd;
        const double decay = std::exp(-zeta * w * end);
        const double delta = decay * std::sin(wd * end) / wd;
        const double v = decay * (std::cos(wd * end) - zeta * w / wd * std::sin(wd * end));
        return {clearance + delta + v * (t - clearance - end), v};
    }
};

double impact_error(const time::PreciseSettings& settings, double h, time::Events events) {
    double sum = 0;
    for (int i = 0; i < 12; ++i) {
        const Impact impact{0.3 + h * std::fmod(0.6180339887 * (i + 1), 1.0)};  // the onset anywhere within a step
        const State end = run(impact.system(), settings, h, 0.9, events);
        const auto [q, v] = impact.exact(0.9);
        sum += std::pow(end.q[0] - q, 2) + std::pow(end.v[0] - v, 2);
    }
    return std::sqrt(sum / 12);
}

TEST(Precise, OrdersAcrossALocatedImpact) {
    const auto observed = [](const time::PreciseSettings& settings, double h, time::Events events) {
        return order_of(impact_error(settings, h, events), impact_error(settings, h / 4, events));
    };
    for (const int order : {1, 2, 3, 4})
        EXPECT_NEAR(observed({.order = order}, 0.0025, time::Events::locate), order, 0.3) << order;
    for (const int order : {2, 3}) {
        EXPECT_NEAR(observed({.contact = "implicit", .order = order}, 0.0025, time::Events::locate), order, 0.3)
            << order << " implicit";
    }
    // Control: where the jump of the force is not located, it costs all orders but the first.
    EXPECT_NEAR(observed({.order = 3}, 0.01, time::Events::stepwise), 1, 0.4);
}

// A mass driven against a rigid stop without rebound: it rests there until the load turns, and leaves as the load says. Flight,
// rest and the load are exact, and the release is where the force that holds the mass is zero at an instant, not in the mean of
// a step: nothing is left but rounding.
TEST(Precise, RestsOnARigidStopUntilTheLoadTurns) {
    struct Rigid final : contact::Law {
        Rigid() {
            rigid = true;
            restitution_asked = 0;
        }
        contact::Response evaluate(const contact::Motion&, const contact::ContactMemory&) const noexcept override { return {}; }
    };
    // x'' = F cos(w t), from x = -0.1 at rest against a stop at 0: it leaves at pi/2w and x = F/w^2 (sin(w s) - w s) from there.
    const double F = 3, w = 2;
    for (const char* contact : {"explicit", "implicit"})
        for (const double stop : {0.0, 0.1}) {
            const auto error = [&](double h) {
                System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
                s.q0[0] = stop - 0.1;
                add_load(s, Vector::Ones(1), std::make_shared<Sine>(F, w, std::numbers::pi / 2));
                test::add_contact(s, "stop", {contact::GapShape::plane, stop, true, false}, std::make_shared<Rigid>(),
                                  {Vector::Ones(1)});
                const State end = run(s, {.contact = contact}, h, 1.3, time::Events::locate);
                const double since = 1.3 - std::numbers::pi / 2 / w;
                return std::abs(end.q[0] - stop - F / w / w * (std::sin(w * since) - w * since));
            };
            for (const double h : {0.02, 0.005}) EXPECT_LT(error(h), 1e-14) << contact << " " << h;
        }
}

}  // namespace
}  // namespace jounce::precise_orders_test
