// Physics: the precise integration method: linear motion exactly, whatever loads or moves it, and a shaft with three clearances.
// Reference: closed forms, and Newmark with small steps, extrapolated; for the shaft an event-driven integration in 128-bit
// arithmetic. Control: the witness before it is extrapolated, which is not as close.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <Eigen/LU>

#include <cmath>
#include <memory>

#include "modal/modal_system.hpp"
#include "precise_cases.hpp"
#include "support/small_system.hpp"
#include "system/models.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/methods/precise.hpp"
#include "time/start/start.hpp"

namespace jounce::precise_test {
namespace {

using test::add_load;
using test::run;
using test::Sine;
using test::TwoCubics;

/// x'' + 2 zeta x' + x = F sin(w t) from x = 1, v = 0.3.
struct Oscillator {
    double zeta, force, w;
    [[nodiscard]] double exact(double t) const {
        const double c = 2 * zeta, d = (1 - w * w) * (1 - w * w) + c * c * w * w;
        const double ps = force * (1 - w * w) / d, pc = -force * c * w / d;
        const double wd = std::sqrt(1 - zeta * zeta);
        const double A = 1 - pc, B = (0.3 - ps * w + zeta * A) / wd;
        return std::exp(-zeta * t) * (A * std::cos(wd * t) + B * std::sin(wd * t)) + ps * std::sin(w * t) + pc * std::cos(w * t);
    }
};

TEST(Precise, LinearMotionUnderASineIsExactAtAnyStep) {
    for (const Oscillator& o :
         {Oscillator{0, 0, 2}, Oscillator{0.05, 0.7, 2}, Oscillator{0.3, 0.7, 0.6}, Oscillator{0, 1, 1.01}}) {
        System s = test::linear_system(test::scalar(1), test::scalar(2 * o.zeta), test::scalar(1));
        s.q0[0] = 1;
        s.v0[0] = 0.3;
        add_load(s, Vector::Ones(1), std::make_shared<Sine>(o.force, o.w, 0));
        for (const double h : {0.013, 0.7, 5.0}) {
            // Closed forms and steps round at about 1e-16 of the motion per radian.
            EXPECT_NEAR(run(s, {.order = 3}, h, 37).q[0], o.exact(37), 2e-14 * (1 + 1 / std::abs(1 - o.w * o.w)))
                << o.w << " " << h;
        }
    }
}

// The modes of a chain with coupled, non-proportional damping; the same under several steps and in one.
System damped_chain() {
    Matrix M(3, 3), K(3, 3), C = Matrix::Zero(3, 3);
    M << 2, 0.3, 0, 0.3, 1, 0, 0, 0, 1.5;
    K << 300, -100, 0, -100, 150, -50, 0, -50, 50;
    C(0, 0) = 7;
    C(2, 2) = 0.4;
    System s = test::linear_system(M, C, K);
    s.q0 << 0.1, -0.2, 0.3;
    s.v0 << 1, 2, -1;
    return s;
}

TEST(Precise, CoupledDampingAndPolynomialLoadsAreExactAcrossPieces) {
    for (const bool coupled : {true, false}) {
        System s = damped_chain();
        if (!coupled) s.linear.C = 0.2 * s.linear.M + 1e-3 * s.linear.K;
        add_load(s, Vector::Ones(3), std::make_shared<TwoCubics>());
        add_load(s, Vector::Unit(3, 1), std::make_shared<TwoCubics>(), 1);
        add_load(s, Vector::Unit(3, 0), std::make_shared<Sine>(20, 9, 0.3), 2);
        add_load(s, Vector::Unit(3, 0), std::make_shared<Sine>(3, 5, 0.1));
        // Steps that end at the break of the load, one that strides over it, and all of it in one step.
        const State fine = run(s, {.order = 3}, 0.01, 2);
        for (const double h : {0.25, 0.3, 2.0}) {
            const State end = run(s, {.order = 3}, h, 2);
            EXPECT_LT((end.q - fine.q).norm(), 1e-12 * fine.q.norm()) << h;
            EXPECT_LT((end.v - fine.v).norm(), 1e-12 * fine.v.norm()) << h;
            EXPECT_LT((end.a - fine.a).norm(), 1e-12 * fine.a.norm()) << h;
        }
        // Witness: Newmark with small steps, extrapolated once in the square of the step.
        const auto newmark = [&](double h) {
            const auto stepper = time::newmark({})->bind(s, time::Events::stepwise);
            State state = time::initial_state(s);
            time::march(s, *stepper, {.step = h, .duration = 2}, state, {});
            return state.q;
        };
        const Vector a = newmark(2e-4), b = newmark(1e-4);
        // q = Phi y, with Phi^-1 found from what unit coordinates become.
        Matrix inverse(3, 3);
        System units = s;
        for (int i = 0; i < 3; ++i) {
            units.q0 = Vector::Unit(3, i);
            inverse.col(i) = modal::modal_system(units)->q0;
        }
        const Vector q = inverse.inverse() * fine.q;
        EXPECT_LT((q - (4 * b - a) / 3).norm(), 1e-9 * q.norm()) << coupled;
        EXPECT_GT((q - b).norm(), 1e-9 * q.norm()) << "control";
    }
}

// A shaken cantilever: mass, damping and stiffness couple the support to the beam, so that it loads by its value and both
// derivatives. Witness: Newmark with small steps, extrapolated in the square of the step.
TEST(Precise, MovingSupportsAreExact) {
    using namespace test;
    Script script;
    const Handle beam = script.add("beam", {{"name", "b"},
                                            {"from", vector(0, 0, 0)},
                                            {"to", vector(0.9, 0, 0)},
                                            {"elements", 3},
                                            {"section", circle(0.02)},
                                            {"material", steel()}});
    script.add("fix", {{"nodes", references({beam.nodes.front()})}, {"dofs", words({"ux", "uz", "rx", "ry", "rz"})}});
    const Value motion = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 2e-3}, {"frequency", 25}, {"phase", 0.5}});
    script.add("prescribe", {{"nodes", references({beam.nodes.front()})}, {"dof", "uy"}, {"motion", motion}});
    script.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "rayleigh"}, {"alpha", 3}, {"beta", 2e-5}})}});
    const System system = script.system();
    const auto tip = [](const System& s, const State& state) { return recovered(s, state.q)[full_dof(s, "b[4]", 1)]; };
    const auto prepared = modal::modal_system(system);
    const double once = tip(*prepared, run(system, {}, 0.1, 0.1)), often = tip(*prepared, run(system, {}, 1e-3, 0.1));
    EXPECT_NEAR(once, often, 1e-12 * std::abs(often));
    const auto newmark = [&](double h) {
        const auto stepper = time::newmark({})->bind(system, time::Events::stepwise);
        State state = time::initial_state(system);
        time::march(system, *stepper, {.step = h, .duration = 0.1, .events = time::Events::stepwise}, state, {});
        return tip(system, state);
    };
    const double a = newmark(1e-5), b = newmark(5e-6);
    EXPECT_NEAR(often, (4 * b - a) / 3, 1e-7 * std::abs(often)) << "the next term is of fourth order";
    EXPECT_GT(std::abs(often - b), 1e-6 * std::abs(often)) << "control";
}

// The hollow shaft of Xu et al. (2022), doi:10.3390/machines10090814, sec. 3.2, with three two-sided Hertz stops: 20 elements in
// one plane, 100 sin(20 pi t) N on each node, 1 % Rayleigh damping. Reference: the first impacts of an event-driven integration
// in 128-bit arithmetic, displacement of the middle. Newmark errs by 7.8e-8 and 4.8e-8 m at this step.
TEST(Precise, ShaftWithThreeClearances) {
    using namespace test;
    Script script;
    const Handle beam = add_guided_shaft(script, 20);
    for (const int place : {0, 10, 20}) {
        script.add("gap", {{"node", beam.nodes[static_cast<std::size_t>(place)]},
                           {"direction", vector(1, 0, 0)},
                           {"clearance", 3e-3},
                           {"law", hertz()}});
    }
    script.add("load", {{"nodes", references(beam.nodes)},
                        {"direction", vector(1, 0, 0)},
                        {"force", table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 100}, {"frequency", 10}})}});
    const auto prepared = modal::modal_system(script.system());
    const int row = prepared->nodes[static_cast<std::size_t>(prepared->find_node("shaft[11]"))].first_dof;
    const auto stepper = time::precise({})->bind(*prepared, time::Events::stepwise);
    State now = time::initial_state(*prepared);
    stepper->start(now);
    State next = now;
    const double h = 2e-6;
    for (int i = 1; i <= 50000; ++i) {
        (void)stepper->step(now, next, h, i * h);
        std::swap(now, next);
        const double w = i == 12500 || i == 25000 || i == 50000 ? recovered(*prepared, now.q)[row] : 0;
        if (i == 12500) {
            // Before the first impact all is linear, and exact.
            EXPECT_NEAR(w, 0.002368089815125202, 2e-15);
        }
        if (i == 25000) {
            EXPECT_NEAR(w, 0.002259939500108940, 3e-9);
        }
        if (i == 50000) {
            EXPECT_NEAR(w, -0.0009481845873708385, 3e-9);
        }
    }
}

TEST(Precise, WrongSettingsAreAnswered) {
    const auto message = [](Value order, const char* contact) {
        return test::error_of([&] {
            (void)time::method_family.make(
                Value(test::table({{"family", "method"}, {"kind", "precise"}, {"order", order}, {"contact", contact}})), "run",
                "method");
        });
    };
    EXPECT_EQ(message(3, "explicit"), "");
    const auto made = [](const char* contact) {
        const Value method = test::table({{"family", "method"}, {"kind", "precise"}, {"contact", contact}});
        return time::method_family.make(method, "run", "method")->describe();
    };
    EXPECT_EQ(made("explicit"), "precise (explicit contact, order 3)");
    EXPECT_EQ(made("implicit"), "precise (implicit contact, order 2)");
    EXPECT_EQ(message(5, "explicit"), "method.precise: 'order' must be in [0, 4], got 5");
    EXPECT_EQ(message(4, "implicit"), "method.precise: 'order' must be 2 or 3 with contact = 'implicit', got 4");
    const System physical = damped_chain();
    EXPECT_THROW((void)time::precise({})->bind(physical, time::Events::stepwise), std::invalid_argument);
}

}  // namespace
}  // namespace jounce::precise_test
