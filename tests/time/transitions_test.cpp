// Physics: a driven mass on a spring-damper stop under every transition condition: what closes and opens, the order of the march,
// the energy account. The conditions: A. Jönsson, J. Bathelt, G. Broman (2005), doi:10.1243/146441905X9926.
// Reference: the event-driven method at tolerance 1e-12; closed forms where the motion is free.
// Tolerance: the observed order over a halving of the step. Control: without location the order is one.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>

#include "contact/families/factor_law.hpp"
#include "support/small_system.hpp"
#include "time/account/energy.hpp"
#include "time/account/impacts.hpp"
#include "time/closed_signal.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/start.hpp"

namespace jounce::transitions_test {
namespace {

using std::numbers::pi;
using test::stop;

contact::LawPointer damper(const char* transition, double k = 4e3, double c = 40, std::optional<bool> adhesion = {}) {
    Table settings;
    settings.set("family", "law");
    settings.set("kind", "kelvin_voigt");
    settings.set("stiffness", k);
    settings.set("damping", c);
    settings.set("transition", transition);
    if (adhesion) settings.set("adhesion", *adhesion);
    return contact::law_family.make(settings, "test", "law");
}

contact::LawPointer factor(const char* transition, double e) {
    Table settings;
    settings.set("family", "law");
    settings.set("kind", "flores");
    settings.set("stiffness", 3e5);
    settings.set("restitution", e);
    settings.set("transition", transition);
    return contact::law_family.make(settings, "test", "law");
}

/// A mass of 1 kg pressed against its stop by a weight of 9.81 N and shaken. In modal form for either method.
System shaken(contact::LawPointer law, double amplitude = 60, double omega = 31, double x0 = -0.004) {
    System s = test::linear_system(test::scalar(1), test::scalar(0.3), test::scalar(0));
    s.q0[0] = x0;
    test::add_contact(s, "stop", stop(0), std::move(law), {Vector::Ones(1)});
    Load load;
    load.pattern = Vector::Ones(1);
    load.signal = std::make_shared<test::ClosedSignal>(std::array<double, 4>{9.81, 0, 0, 0}, amplitude, omega);
    s.loads.push_back(load);
    return s;
}

struct Watch final : time::Observer {
    explicit Watch(const time::EnergyAccount& a) : account(a) {}
    void accepted(const time::AcceptedStep& step) override {
        const SideState& side = step.after.sides[0];
        lowest = std::min(lowest, side.response.force);
        if (side.response.force > 0) shallowest = std::min(shallowest, side.motion.indentation);
        const double lost = account.terms(step.after).contact_damping;
        falls = std::max(falls, most_lost - lost);
        most_lost = std::max(most_lost, lost);
    }
    void switched(const time::SwitchedState& event) override {
        for (const time::Switch& w : event.switches) {
            const SideState& now = event.after.sides[0];
            jump = std::max(jump, std::abs(now.response.force - event.before.sides[0].response.force));
            if (w.what == time::Switch::What::closed && event.before.time > 0) {
                ++closed;
                again += now.motion.indentation > 1e-6 ? 1 : 0;
                first_force = now.response.force;
                depth_in = std::max(depth_in, now.motion.indentation);
            }
            if (w.what == time::Switch::What::opened) {
                last_force = event.before.sides[0].response.force;
                depth_out = now.motion.indentation;
            }
        }
    }
    const time::EnergyAccount& account;
    double lowest = 0, shallowest = 1, most_lost = 0, falls = 0, jump = 0;
    double first_force = 0, last_force = 0, depth_in = -1, depth_out = 0;
    int closed = 0, again = 0;
};

struct Result {
    State end;
    Watch seen;
    time::EnergyTerms energy;
    double work;
    int fell;
    double clamped;
    std::vector<time::Impact> impacts;
};

Result run(const System& system, const time::MethodPointer& method, double h, double duration,
           time::Events events = time::Events::locate) {
    const auto stepper = method->bind(system, events);
    State state = time::initial_state(system);
    time::ImpactLog log;
    time::EnergyAccount account;
    Watch watch(account);
    std::vector<time::Observer*> observers = {&log, &account, &watch};
    (void)time::march(system, *stepper, {.step = h, .duration = duration, .events = events}, state, observers);
    return {state, watch, account.terms(state), account.work_done(), log.fell_through(), log.clamped_impulse(), log.impacts()};
}

constexpr const char* conditions[] = {"distance", "force", "distance_force", "latched", "relaxation"};

TEST(Transitions, CloseAndOpenWhereTheySay) {
    for (const auto& method : {time::newmark({}), time::event_driven({1e-11})}) {
        const auto at = [&](const char* condition) { return run(shaken(damper(condition)), method, 1e-3, 1.7).seen; };
        const Watch a = at("distance"), b = at("force"), c = at("distance_force"), d = at("relaxation");
        for (const Watch* w : {&a, &b, &c, &d}) EXPECT_GE(w->closed, 3) << method->describe();
        EXPECT_GT(a.first_force, 1);
        EXPECT_LT(a.last_force, -1) << "adhesion that is not there";
        EXPECT_NEAR(a.depth_out, 0, 1e-12);
        EXPECT_LT(b.jump, 1e-6) << "the force is continuous";
        EXPECT_LT(b.shallowest, -1e-4) << "it acts before the bodies touch";
        EXPECT_GE(b.lowest, -1e-6);
        EXPECT_GT(c.first_force, 1);
        EXPECT_NEAR(c.last_force, 0, 1e-6);
        EXPECT_GT(c.depth_out, 1e-5);
        EXPECT_GE(c.shallowest, 0);
        EXPECT_GE(d.lowest, -1e-6);
        EXPECT_NEAR(d.last_force, 0, 1e-6);
    }
}

// In a circular gap the indentation is no linear function of the motion; the two methods know nothing of each other.
TEST(Transitions, HoldInCircularGaps) {
    for (const char* condition : conditions) {
        System s = test::linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Matrix::Zero(2, 2));
        test::add_contact(s, "ring", {contact::GapShape::circular, 2e-3, true, false}, damper(condition, 4e4, 300),
                          {Vector::Unit(2, 0), Vector::Unit(2, 1)});
        for (int i = 0; i < 2; ++i) {
            Load load;
            load.pattern = Vector::Unit(2, i);
            load.signal =
                std::make_shared<test::ClosedSignal>(std::array<double, 4>{}, i == 0 ? 60.0 : 40.0, 2 * pi * (i == 0 ? 5 : 7), i);
            s.loads.push_back(load);
        }
        const State exact = run(s, time::event_driven({1e-11}), 1e-3, 0.3).end;
        const auto error = [&](double h) { return (run(s, time::newmark({}), h, 0.3).end.q - exact.q).norm(); };
        const double fine = error(1e-5);
        EXPECT_LT(fine, 1e-8) << condition << ", of 3 mm";
        EXPECT_NEAR(std::log2(error(4e-5) / fine), 4, 0.5) << condition;
    }
}

// A slow soil struck fast: it is met where it still lies, not at zero.
TEST(Transitions, RelaxationIsMetWhereItLies) {
    for (const auto& method : {time::newmark({}), time::event_driven({1e-11})}) {
        const Result r = run(shaken(damper("relaxation", 4e3, 400), 90, 60), method, 2e-4, 1);
        EXPECT_GT(r.seen.closed, 3);
        EXPECT_GT(r.seen.depth_in, 1e-5) << method->describe();
        EXPECT_NEAR(r.energy.transition, 0, 1e-9 * r.work) << "the compression kept is stored";
    }
}

TEST(Transitions, OrderTwoWithLocationAndLessWithout) {
    for (const char* condition : conditions) {
        for (const contact::LawPointer& law : {damper(condition), factor(condition, 0.6)}) {
            const System system = shaken(law);
            const double duration = 0.83;
            const State exact = run(system, time::event_driven({1e-12}), 1e-2, duration).end;
            const auto error = [&](double h, time::Events events) {
                const State end = run(system, time::newmark({}), h, duration, events).end;
                return std::abs(end.q[0] - exact.q[0]) + 0.02 * std::abs(end.v[0] - exact.v[0]);
            };
            const double h = duration / 1637;
            const double coarse = error(h, time::Events::locate), fine = error(h / 4, time::Events::locate);
            EXPECT_NEAR(0.5 * std::log2(coarse / fine), 2, 0.25) << condition << " " << law->kind;
            if (law->kind != "kelvin_voigt") continue;
            const double step = error(h / 4, time::Events::stepwise);
            // Under "force" nothing jumps but the slope of the force, which costs no order.
            if (std::string(condition) != "force") {
                EXPECT_GT(step, 5 * fine) << condition;
            }
            EXPECT_LT(step, 0.02) << condition << ": yet it converges";
        }
    }
}

TEST(Transitions, EnergyAccountClosesAndDissipationIsNeverNegative) {
    for (const char* condition : conditions) {
        for (const contact::LawPointer& law : {damper(condition), damper(condition, 4e3, 300), factor(condition, 0.4)}) {
            for (const time::Events events : {time::Events::locate, time::Events::stepwise}) {
                const System system = shaken(law, 60, 31);
                const auto remainder = [&](double h) {
                    const Result r = run(system, time::newmark({}), h, 0.83, events);
                    EXPECT_LT(r.seen.falls, 1e-9 * r.work + 1e-3 * h * r.work) << condition << law->kind;
                    return std::abs(r.energy.remainder) / r.work;
                };
                const bool located = events == time::Events::locate;
                EXPECT_LT(remainder(1e-4), located ? 1e-4 : 2e-2) << condition << " " << law->kind << located;
                if (located) {
                    EXPECT_LT(remainder(2.5e-5), 0.3 * remainder(1e-4) + 1e-9) << condition << " " << law->kind;
                }
            }
        }
    }
}

// A step ends past the surface by what the location leaves: a law without loss has none there either, not to the last bit.
TEST(Transitions, LawsWithoutLossLoseNothing) {
    for (const char* kind : {"hooke", "hertz"}) {
        Table settings;
        settings.set("family", "law");
        settings.set("kind", kind);
        settings.set("stiffness", 3e5);
        const System system = shaken(contact::law_family.make(settings, "test", "law"));
        for (const auto& method : {time::newmark({}), time::event_driven({1e-11})}) {
            const Result r = run(system, method, 1e-4, 0.83);
            EXPECT_GE(r.seen.closed, 3);
            EXPECT_EQ(r.seen.most_lost, 0) << kind << ", " << method->describe();
            EXPECT_EQ(r.seen.falls, 0) << kind << ", " << method->describe();
            EXPECT_EQ(r.energy.contact_damping, 0) << kind << ", " << method->describe();
        }
    }
}

// The method integrates the losses itself, to its tolerance. Under "force" a damper begins to push before the bodies touch, where
// nothing is stored yet.
TEST(Transitions, EnergyAccountOfEventDrivenClosesToItsTolerance) {
    for (const char* condition : conditions) {
        for (const contact::LawPointer& law :
             {damper(condition), damper(condition, 4e3, 4), damper(condition, 4e3, 100), factor(condition, 0.4)}) {
            const Result r = run(shaken(law, 60, 31), time::event_driven({1e-11}), 0.01, 0.83);
            EXPECT_LT(std::abs(r.energy.remainder), 1e-9 * r.work) << condition << " " << law->kind;
            EXPECT_GT(r.energy.contact_damping, 1e-3 * r.work) << "it dissipates";
            EXPECT_LT(r.seen.falls, 1e-9 * r.work) << condition << " " << law->kind;
        }
    }
}

// What C drops at a release comes back when the force does: booked by its own term, the sum of k d^2/2 over the releases.
TEST(Transitions, ReleaseDropsTheSpringsEnergy) {
    const double k = 4e3;
    const Result r = run(shaken(damper("distance_force", k, 40)), time::newmark({}), 1e-4, 0.83);
    double dropped = 0;
    for (const time::Impact& impact : r.impacts) {
        if (!impact.time_out) continue;
        // F = k d + c d' = 0 there.
        const double depth = 40 * *impact.speed_out / k;
        dropped += 0.5 * k * depth * depth;
    }
    EXPECT_GT(dropped, 0);
    EXPECT_NEAR(r.energy.transition, dropped, 1e-4 * dropped);
}

// The same energy goes where the events are not located: to first order under the same term, and not into the dashpot's.
TEST(Transitions, StepwiseRunsBookTheReleaseToo) {
    for (const char* condition : {"force", "distance_force", "latched"}) {
        for (const contact::LawPointer& law : {damper(condition, 4e3, 40), damper(condition, 4e3, 120), factor(condition, 0.4)}) {
            const bool drops = law->kind == "kelvin_voigt";
            const System system = shaken(law, 60, 31);
            const Result exact = run(system, time::event_driven({1e-11}), 1e-3, 0.83);
            const auto difference = [&](double h) {
                const Result r = run(system, time::newmark({}), h, 0.83, time::Events::stepwise);
                EXPECT_LT(r.seen.falls, 1e-12 * r.work) << condition << " " << law->kind;
                EXPECT_LT(std::abs(r.energy.remainder), 20 * h * r.work) << condition << " " << law->kind;
                return std::abs(r.energy.transition - exact.energy.transition);
            };
            if (drops) {
                EXPECT_GT(exact.energy.transition, 1e-3 * exact.work) << condition;
            }
            const double scale = drops ? exact.energy.transition : exact.work;
            EXPECT_LT(difference(1e-4), 0.05 * scale) << condition << " " << law->kind;
            EXPECT_LT(difference(1e-5), 0.005 * scale) << condition << " " << law->kind;
        }
    }
}

TEST(Transitions, TensionIsClampedAndBooked) {
    const auto law = damper("distance", 4e3, 40, false);
    for (const auto& method : {time::newmark({}), time::event_driven({1e-11})}) {
        const Result r = run(shaken(law), method, 1e-4, 0.83);
        EXPECT_GE(r.seen.lowest, 0);
        EXPECT_NEAR(r.seen.depth_out, 0, 1e-11) << "held until the bodies part";
        EXPECT_GT(r.clamped, 1e-3);
        EXPECT_LT(r.seen.falls, 1e-9 * r.work);
    }
    EXPECT_EQ(run(shaken(damper("distance", 4e3, 40)), time::newmark({}), 1e-4, 0.83).clamped, 0) << "it pulls";
}

// A mass that lets go of a slow stop and is pushed back before it is out.
TEST(Transitions, LatchedLetsABodyThatTurnsBackFallThrough) {
    const auto law = [](const char* condition) { return damper(condition, 4e3, 40); };
    const Result latched = run(shaken(law("latched"), 60, 377), time::newmark({}), 2e-4, 2);
    const Result plain = run(shaken(law("distance_force"), 60, 377), time::newmark({}), 2e-4, 2);
    EXPECT_EQ(latched.fell, 1);
    EXPECT_GT(latched.end.q[0], 1) << "its weight takes it far beyond the stop";
    EXPECT_EQ(plain.fell, 0);
    EXPECT_LT(plain.end.q[0], 0.02);
    EXPECT_NEAR(latched.seen.depth_in, 0, 1e-12) << "it closes only for what comes from outside";
}

// Located onsets end their steps on the surface to round-off, half of them just behind it: nothing has turned back there.
TEST(Transitions, LatchedTakesNoOnsetForABodyThatTurnsBack) {
    for (const auto& method : {time::newmark({}), time::event_driven({1e-11})}) {
        for (const double step : {1e-4, 2.3e-4}) {
            const Result latched = run(shaken(damper("latched", 4e3, 40)), method, step, 3);
            EXPECT_GE(latched.seen.closed, 4) << method->describe();
            EXPECT_EQ(latched.fell, 0) << method->describe();
        }
    }
}

// A law with an impact speed lets go while it is pulled out faster than v0/a, and comes back with the force that it had: nothing
// jumps, and the body is not glued by a floor speed.
TEST(Transitions, ForceThatComesBackGoesOnWithItsImpactSpeed) {
    for (const auto& method : {time::newmark({}), time::event_driven({1e-11})}) {
        // The weight keeps it in, the shaking throws it about there faster than v0/a.
        const System s = shaken(factor("distance_force", 0.2), 60, 600, -1e-4);
        const Result r = run(s, method, 2e-5, 0.3);
        EXPECT_GT(r.seen.again, 0) << method->describe();
        EXPECT_LT(r.seen.jump, 1e-3 * 60) << method->describe();
    }
}

// Newton fails in the first trial step that locates an event: the step is halved, and the run goes on to the same end.
TEST(Transitions, FailureWhileLocatingHalvesTheStep) {
    class Fussy final : public time::Stepper {
      public:
        Fussy(std::unique_ptr<time::Stepper> inner, double nominal) : inner_(std::move(inner)), nominal_(nominal) {}
        void start(State& state) override { inner_->start(state); }
        void restart(State& state) override { inner_->restart(state); }
        time::StepReport step(const State& from, State& to, double h, double end_time) override {
            time::StepReport report = inner_->step(from, to, h, end_time);
            const bool trial = std::abs(h / nominal_ - 1) > 1e-9;
            if (trial && failures++ == 0) report.converged = false;
            return report;
        }
        int failures = 0;

      private:
        std::unique_ptr<time::Stepper> inner_;
        double nominal_;
    };
    const System system = shaken(damper("distance_force"));
    const double h = 1e-3;
    const State plain = run(system, time::newmark({}), h, 0.5).end;
    Fussy stepper(time::newmark({})->bind(system, time::Events::locate), h);
    State state = time::initial_state(system);
    const time::MarchReport report = time::march(system, stepper, {.step = h, .duration = 0.5}, state, {});
    EXPECT_GT(stepper.failures, 1);
    EXPECT_EQ(report.halvings, 1);
    EXPECT_NEAR(state.q[0], plain.q[0], 1e-4 * std::abs(plain.q[0]) + 1e-6) << "one step of h/2 makes no more difference";
}

TEST(Transitions, ARecordAtAJumpOfTheLoadIsAtTheJump) {
    class Jump final : public Signal {
      public:
        double value(double t) const override { return t < 0.3 ? 0 : 5; }
        SignalSample sample(double t) const override { return {value(t), 0, 0}; }
        std::vector<double> breaks(double from, double to) const override {
            return from < 0.3 && 0.3 <= to ? std::vector<double>{0.3} : std::vector<double>{};
        }
        int smoothness() const override { return -1; }
    };
    struct Times final : time::Observer {
        void accepted(const time::AcceptedStep& step) override {
            if (step.grid) at.push_back(step.after.time);
        }
        std::vector<double> at;
    };
    System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(9));
    Load load;
    load.pattern = Vector::Ones(1);
    load.signal = std::make_shared<Jump>();
    s.loads.push_back(load);
    const auto stepper = time::newmark({})->bind(s, time::Events::locate);
    State state = time::initial_state(s);
    Times times;
    std::vector<time::Observer*> observers = {&times};
    (void)time::march(s, *stepper, {.step = 0.1, .duration = 1}, state, observers);
    ASSERT_EQ(times.at.size(), 10U);
    EXPECT_EQ(times.at[2], 0.3);
}

// Pressed from rest by a force that grows from zero: no depth, no speed, no clock that runs. Quasi-static: F = load.
TEST(Transitions, PressedFromRestByAGrowingLoad) {
    for (const double exponent : {1.0, 1.5, 2.2}) {
        System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
        test::add_contact(s, "stop", stop(0), std::make_shared<test::PowerLaw>(1e7, exponent), {Vector::Ones(1)});
        Load load;
        load.pattern = Vector::Ones(1);
        load.signal = std::make_shared<test::ClosedSignal>(std::array<double, 4>{0, 0, 50, 0}, 0, 0);
        s.loads.push_back(load);
        const Result exact = run(s, time::event_driven({1e-11}), 1e-3, 0.5);
        const Result newmark = run(s, time::newmark({}), 1e-5, 0.5);
        EXPECT_NEAR(exact.end.q[0], newmark.end.q[0], 2e-4 * newmark.end.q[0]) << exponent;
    }
}

// A bouncing ball under a load without closed form comes to rest as it does under the same load in closed form.
TEST(Transitions, RigidStopUnderALoadWithoutClosedFormComesToRest) {
    System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    s.q0[0] = -0.01;
    test::add_load(s, Vector::Ones(1), [](double) { return 9.81; });
    test::add_contact(s, "floor", stop(0), std::make_shared<test::RigidLaw>(0.5), {Vector::Ones(1)});
    const Result r = run(s, time::event_driven({1e-10}), 0.01, 1);
    EXPECT_LT(r.impacts.size(), 24U);
    EXPECT_EQ(r.end.v[0], 0);
    const double first = std::sqrt(2 * 0.01 / 9.81);
    EXPECT_NEAR(r.impacts.back().time_in, 3 * first, 1e-5) << "the accumulation point";
}

}  // namespace
}  // namespace jounce::transitions_test
