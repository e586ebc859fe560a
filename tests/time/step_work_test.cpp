// Physics: the energy account and the impact log of methods whose steps are longer than a quadrature over their ends allows.
// Reference: what a free body loses and gets in an impact is known by its speeds before and after, W = m (v^2 - v'^2)/2 and
// I = m (v + v'); the balance of the account, whose terms are integrals of their own; the same run in steps short enough for any
// quadrature.
// Tolerance: event_driven a hundred times its own (errors of twenty and more steps add up); precise by its observed order.
// Control: the same steps with the trapezoidal rule (an AcceptedStep that knows no stepper) leave percents; Newmark hands none
// out.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/stepper/step_work.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "time/account/energy.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/methods/newmark.hpp"
#include "time/methods/precise.hpp"
#include "time/start/start.hpp"

namespace jounce::step_work_test {
namespace {

using test::ClosedSignal;
using test::DashpotLaw;
using test::PowerLaw;

constexpr contact::GapGeometry both(double clearance) { return {contact::GapShape::plane, clearance, true, true}; }

/// Looks at every state, and can hide from the account that the method integrates its work itself.
struct Watch final : time::Observer {
    explicit Watch(bool hides) : hide(hides) {}
    void begin(const System& system, const State& state) override {
        account.begin(system, state);
        log.begin(system, state);
    }
    void accepted(const time::AcceptedStep& step) override {
        time::AcceptedStep seen = step;
        if (hide) seen.stepper = nullptr;
        account.accepted(seen);
        log.accepted(seen);
        (void)account.terms(step.after);
    }
    void switched(const time::SwitchedState& event) override {
        account.switched(event);
        log.switched(event);
    }
    void end(const State& state) override { log.end(state); }
    bool hide;
    time::EnergyAccount account;
    time::ImpactLog log;
};

struct Result {
    State end;
    time::EnergyTerms terms;
    std::vector<time::Impact> impacts;
    double remainder = 0;  // over the work done
};

Result run(const std::shared_ptr<const System>& system, const time::Method& method, double h, double duration,
           bool hide = false) {
    const auto prepared = method.prepare(system);
    const auto stepper = method.bind(*prepared, time::Events::locate);
    State state = time::initial_state(*prepared);
    Watch watch(hide);
    std::vector<time::Observer*> observers = {&watch};
    (void)time::march(*prepared, *stepper,
                      {.step = h, .duration = duration, .events = time::Events::locate, .order = method.order()}, state,
                      observers);
    return {state, watch.account.terms(state), watch.log.impacts(),
            watch.account.largest_remainder() / watch.account.work_done()};
}

void load(System& s, const Vector& pattern, SignalPointer signal, int derivative = 0, WorkTerm term = WorkTerm::external) {
    Load l;
    l.pattern = pattern;
    l.signal = std::move(signal);
    l.derivative = derivative;
    l.term = term;
    s.loads.push_back(l);
}

/// Mass 1: a mass of 100 kg in modal coordinates.
std::shared_ptr<const System> forced_mass(contact::LawPointer law, double c = 2, double k = 1e4, double force = 200) {
    System s = test::linear_system(test::scalar(1), test::scalar(c), test::scalar(k));
    s.v0[0] = 80;
    test::add_contact(s, "walls", both(5e-3), std::move(law), {Vector::Constant(1, 0.1)});
    if (force != 0)
        load(s, Vector::Constant(1, 0.1), std::make_shared<ClosedSignal>(std::array<double, 4>{}, 1e2 * force, 125.7));
    return std::make_shared<System>(std::move(s));
}

contact::LawPointer hertz(double factor) { return std::make_shared<PowerLaw>(1.5e11, 1.5, factor); }

TEST(StepWork, FreeImpactsGiveWhatTheSpeedsSay) {
    for (const auto& law : {hertz(0.1425), contact::LawPointer(std::make_shared<DashpotLaw>(1e8, 3e4))}) {
        const Result r = run(forced_mass(law, 0, 0, 0), *time::event_driven({1e-12}), 1e-3, 0.02);
        ASSERT_GE(r.impacts.size(), 4U);
        for (const time::Impact& i : r.impacts) {
            if (!i.speed_out) continue;
            const double v = i.speed_in, w = *i.speed_out;
            EXPECT_NEAR(i.impulse, 100 * (v + w), 1e-9 * i.impulse);
            EXPECT_NEAR(i.work, 50 * (v * v - w * w), 1e-9 * 50 * v * v);
        }
        EXPECT_LT(r.remainder, 1e-10);
    }
}

// A contact under way at the start or the end of a run has stored energy, which is not lost: the first and the last one of a mass
// on a spring that is let go from within its wall lose what the law takes, as the ones in between do.
TEST(StepWork, WhatAContactStoresIsNotLost) {
    for (const bool elastic : {true, false}) {
        System s = *forced_mass(elastic ? hertz(0) : std::make_shared<DashpotLaw>(1e8, 3e4), 0, 1e4, 0);
        s.v0[0] = 0;
        s.q0[0] = 0.1;  // 5 mm deep
        const auto system = std::make_shared<System>(std::move(s));
        const Result whole = run(system, *time::event_driven({1e-12}), 1e-3, 0.05);
        ASSERT_GE(whole.impacts.size(), 4U) << "of q0 " << system->q0[0];
        const double within = 0.3 * whole.impacts[2].time_out.value() + 0.7 * whole.impacts[2].time_in;
        for (const auto& [method, h] : {std::pair{time::event_driven({1e-12}), 1e-3}, {time::newmark({}), 1e-6}}) {
            const Result r = run(system, *method, h, within);
            ASSERT_EQ(r.impacts.size(), 3U);
            ASSERT_FALSE(r.impacts.back().time_out) << "the last one is under way";
            double lost = 0;
            for (const time::Impact& i : r.impacts) lost += i.work;
            const double all = elastic ? 0.4 * 1.5e11 * std::pow(5e-3, 2.5) : 0.5 * 1e8 * 5e-3 * 5e-3;
            const double tolerance = h < 1e-5 ? 1e-5 * all : 1e-10 * all;
            EXPECT_NEAR(lost, r.terms.contact_damping + r.terms.transition, tolerance) << "of " << all << " J";
            if (elastic)
                EXPECT_NEAR(lost, 0, tolerance);
            else
                EXPECT_GT(lost, 0.1 * all);
        }
    }
}

TEST(StepWork, EventDrivenClosesToItsTolerance) {
    const auto system = forced_mass(hertz(0.1425));
    for (const double h : {1e-1, 1e-3, 1e-4}) {
        const Result fine = run(system, *time::event_driven({1e-12}), h, 0.1);
        ASSERT_GT(fine.impacts.size(), 10U);
        EXPECT_LT(fine.remainder, 1e-10) << h;
        EXPECT_LT(run(system, *time::event_driven({1e-8}), h, 0.1).remainder, 1e-6) << h;
    }
    EXPECT_GT(run(system, *time::event_driven({1e-12}), 1e-3, 0.1, true).remainder, 1e-3) << "the trapezoidal rule";
}

/// Slow, vibrating, fast, critically damped, overdamped and resonant coordinates; a span of one step, or of many short ones.
TEST(StepWork, FlightsOfAnyLengthGiveTheSameWork) {
    const std::vector<std::pair<double, double>> modes = {{0, 0},     {1e-3, 0.1}, {0.3, 40},    {2, 1e4},
                                                          {50, 1e8},  {20, 100},   {300, 400},   {4e3, 4e6},
                                                          {9e3, 4e6}, {0, 2.5e7},  {0.2, 144.5}, {3e5, 9e6}};
    const auto n = static_cast<Eigen::Index>(modes.size());
    Vector c(n), k(n);
    for (Eigen::Index i = 0; i < n; ++i) std::tie(c[i], k[i]) = modes[static_cast<std::size_t>(i)];
    System s = test::linear_system(Matrix::Identity(n, n), c.asDiagonal(), k.asDiagonal());
    for (Eigen::Index i = 0; i < n; ++i) {
        s.v0[i] = 1 - 0.1 * static_cast<double>(i);
        s.q0[i] = 0.3 / (1 + std::sqrt(k[i]));
    }
    Vector pattern = Vector::LinSpaced(n, 1, 2);
    load(s, pattern, std::make_shared<ClosedSignal>(std::array<double, 4>{0.3, -1, 0.5, 2}, 5, 12, 0.7));
    load(s, pattern.reverse(), std::make_shared<ClosedSignal>(std::array<double, 4>{}, 0.2, 31, 0.1), 2, WorkTerm::base);
    PrescribedMotion motion;
    motion.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{0, 0.1, 0, 0}, 0.01, 9);
    motion.mass_row = Vector::Constant(n, 0.1);
    motion.damping_row = -0.01 * c;
    motion.stiffness_row = -0.1 * k;
    motion.mass = {1};
    motion.damping = {3};
    motion.stiffness = {1e3};
    s.recovery.prescribed.push_back(motion);
    for (const auto& [row, derivative] : {std::pair{motion.stiffness_row, 0}, {motion.damping_row, 1}, {motion.mass_row, 2}})
        load(s, -row, motion.signal, derivative, WorkTerm::support);
    const auto system = std::make_shared<System>(std::move(s));
    const Result one = run(system, *time::event_driven({1e-12}), 0.7, 0.7);
    const Result some = run(system, *time::event_driven({1e-12}), 0.7 / 23, 0.7);
    const Result many = run(system, *time::event_driven({1e-12}), 0.7 / 30000, 0.7);
    const auto terms = time::as_array(many.terms);
    double size = 0;
    for (const double term : terms) size = std::max(size, std::abs(term));
    for (std::size_t t = 0; t < terms.size(); ++t) {
        EXPECT_NEAR(time::as_array(one.terms)[t], terms[t], 1e-10 * size) << time::energy_term_names[t];
        EXPECT_NEAR(time::as_array(some.terms)[t], terms[t], 1e-10 * size) << time::energy_term_names[t];
    }
    EXPECT_LT(std::abs(one.terms.remainder), 1e-10 * size);
    EXPECT_GT(std::abs(one.terms.structural_damping), 1e-3 * size);
    EXPECT_GT(std::abs(run(system, *time::event_driven({1e-12}), 0.7 / 23, 0.7, true).terms.remainder), 1e-3 * size)
        << "the trapezoidal rule";
}

/// The wall itself moves: what it does to the mass is the support's work.
TEST(StepWork, WallsThatMoveDoTheWork) {
    System s = *forced_mass(hertz(0.1425));
    PrescribedMotion motion;
    motion.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{}, 2e-3, 200);
    motion.mass_row = motion.damping_row = motion.stiffness_row = Vector::Zero(1);
    motion.mass = motion.damping = motion.stiffness = {0};
    s.recovery.prescribed.push_back(motion);
    s.rows[0].prescribed = {0};
    s.rows[0].prescribed_coefficient = {-1};
    const auto system = std::make_shared<System>(std::move(s));
    const Result r = run(system, *time::event_driven({1e-12}), 1e-3, 0.1);
    ASSERT_GT(r.impacts.size(), 10U);
    EXPECT_GT(std::abs(r.terms.base), 1);
    EXPECT_LT(r.remainder, 1e-9);
}

/// Without contact the motion of precise is exact: what is left is the quadrature, of sixth order.
TEST(StepWork, PreciseLinearRemainderIsOfSixthOrder) {
    System s = test::linear_system(Matrix::Identity(2, 2), Vector{{0.5, 2}}.asDiagonal(), Vector{{9, 250}}.asDiagonal());
    s.v0 = Vector{{1, -2}};
    load(s, Vector{{1, 1}}, std::make_shared<ClosedSignal>(std::array<double, 4>{0.3, 1, 0, 0}, 4, 5));
    const auto system = std::make_shared<System>(std::move(s));
    const time::PreciseSettings settings{};
    const double coarse = run(system, *time::precise(settings), 0.05, 2).remainder;
    const double fine = run(system, *time::precise(settings), 0.025, 2).remainder;
    EXPECT_LT(coarse, 1e-5);
    EXPECT_NEAR(std::log2(coarse / fine), 6, 0.7);
    const double trapezoid = run(system, *time::precise(settings), 0.05, 2, true).remainder;
    EXPECT_GT(trapezoid, 100 * coarse);
}

TEST(StepWork, PreciseModesThatTheStepDoesNotResolve) {
    System s = test::linear_system(Matrix::Identity(2, 2), Vector{{0.5, 40}}.asDiagonal(), Vector{{9, 1e6}}.asDiagonal());
    s.v0 = Vector{{1, -2}};
    load(s, Vector{{1, 1}}, std::make_shared<ClosedSignal>(std::array<double, 4>{}, 4, 5));
    const auto system = std::make_shared<System>(std::move(s));
    // omega h = 30.
    EXPECT_LT(run(system, *time::precise(time::PreciseSettings{}), 0.03, 2).remainder, 2e-3);
    EXPECT_GT(run(system, *time::precise(time::PreciseSettings{}), 0.03, 2, true).remainder, 2e-2);
}

/// Explicit forces where they are smooth: Hertz's, whose slope is not, leaves 2.5 in place of 3 at the onset. Implicit ones are
/// means over the step, whose work on a linear spring is what the spring stores: there nothing is left.
TEST(StepWork, PreciseContactsLeaveTheOrderOfTheMethod) {
    const auto linear = forced_mass(std::make_shared<DashpotLaw>(1e8, 3e4));
    for (const auto& [contact, order, system] :
         {std::tuple{"implicit", 2, forced_mass(hertz(0.1425))}, {"explicit", 3, linear}}) {
        time::PreciseSettings settings;
        settings.contact = contact;
        settings.order = order;
        const double coarse = run(system, *time::precise(settings), 8e-6, 0.01).remainder;
        const double fine = run(system, *time::precise(settings), 2e-6, 0.01).remainder;
        EXPECT_GT(0.5 * std::log2(coarse / fine), order - 0.3) << contact << " " << coarse << " " << fine;
        EXPECT_LT(fine, 1e-4) << contact;
    }
    EXPECT_LT(run(linear, *time::precise({"implicit", 2}), 8e-6, 0.01).remainder, 1e-12);
}

TEST(StepWork, NewmarkKeepsItsOwnBalance) {
    const auto system = forced_mass(hertz(0.1425));
    const Result seen = run(system, *time::newmark({}), 1e-5, 0.02);
    const Result hidden = run(system, *time::newmark({}), 1e-5, 0.02, true);
    EXPECT_EQ(time::as_array(seen.terms), time::as_array(hidden.terms));
}

}  // namespace
}  // namespace jounce::step_work_test
