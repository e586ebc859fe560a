// Physics: explicit contact forces in a contact whose damping, a F_e/v0, is far stiffer than the step: a mass pressed onto a stop
// that it met slowly. Reference: Newmark (implicit, average acceleration) at a fine step; the limits of the Adams-Bashforth
// methods on y' = -c y. Tolerance: 3 % of the largest force, a peak of a few microseconds. Control: without the bound the force
// is 833 N at a step of 1e-4 s where 164 N are right, and the contact damping gives energy back.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "base/messages/error.hpp"
#include "contact/law_samples.hpp"
#include "support/small_system.hpp"
#include "time/account/energy.hpp"
#include "time/exact/explicit_growth.hpp"
#include "time/march/march.hpp"
#include "time/methods/newmark.hpp"
#include "time/methods/precise.hpp"
#include "time/start/start.hpp"

namespace jounce::explicit_growth_test {
namespace {

constexpr double speed = 1e-4;

System pressed(contact::LawPointer law, double clearance = 0) {
    System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    s.v0[0] = speed;
    test::add_contact(s, "stop", test::stop(clearance), std::move(law), {Vector::Ones(1)});
    test::add_load(s, Vector::Ones(1), [](double) { return 100; });
    return s;
}

contact::LawPointer flores(double e) { return test::make_law("flores", test::table({{"stiffness", 1e9}, {"restitution", e}})); }

/// The same with a pole of the user's own, derivatives by differences.
contact::LawPointer own(double e) {
    return test::make_law("custom", test::table({{"force", test::function([e](auto x) {
                                                      const double a = 8 * (1 - e) / (5 * e);
                                                      return std::vector{1e9 * std::pow(x[0], 1.5) * (1 + a * x[1] / x[2])};
                                                  })}}));
}

struct Seen final : time::Observer {
    explicit Seen(const time::EnergyAccount& a) : account(a) {}
    void accepted(const time::AcceptedStep& step) override {
        largest = std::max(largest, step.after.sides[0].response.force);
        const double now = account.terms(step.after).contact_damping;
        most_returned = std::max(most_returned, lost - now);
        lost = now;
    }
    const time::EnergyAccount& account;
    double largest = 0, lost = 0, most_returned = 0;
};

struct Result {
    State end;
    double largest, lost, most_returned, remainder;
    time::MarchReport report;
    std::vector<std::string> log;
};

Result run(const System& system, const time::MethodPointer& method, double h, double duration,
           time::Events events = time::Events::locate) {
    const auto prepared = method->prepare(std::make_shared<const System>(system));
    const auto stepper = method->bind(*prepared, events);
    State state = time::initial_state(*prepared);
    time::EnergyAccount account;
    Seen seen(account);
    std::vector<time::Observer*> observers = {&account, &seen};
    Result out;
    time::MarchOptions options{.step = h, .duration = duration, .events = events, .order = method->order()};
    options.log = [&](const std::string& line) { out.log.push_back(line); };
    out.report = time::march(*prepared, *stepper, options, state, observers);
    out.end = state;
    out.largest = seen.largest;
    out.lost = seen.lost;
    out.most_returned = seen.most_returned;
    out.remainder = account.terms(state).remainder;
    return out;
}

TEST(ExplicitGrowth, HalvesTheStepWhereASlowOnsetIsPressedOn) {
    const double duration = 2e-3;
    for (const contact::LawPointer& law : {flores(0.2), own(0.2)}) {
        const System system = pressed(law);
        const Result exact = run(system, time::newmark({}), 2e-7, duration);
        for (const time::Events events : {time::Events::locate, time::Events::stepwise}) {
            for (const int order : {2, 3, 4}) {
                const Result r = run(system, time::precise({.contact = "explicit", .order = order}), 1e-4, duration, events);
                EXPECT_GT(r.report.halvings, 0) << order;
                EXPECT_NEAR(r.largest / exact.largest, 1, 0.03) << law->kind << order;
                EXPECT_NEAR(r.lost / exact.lost, 1, 1e-2) << law->kind << order;
                EXPECT_GE(r.most_returned, 0);
                EXPECT_LT(r.most_returned, 1e-12 * r.lost) << "damping takes";
                EXPECT_NEAR(r.end.q[0] / exact.end.q[0], 1, 2e-3) << law->kind << order;
                ASSERT_FALSE(r.log.empty());
                EXPECT_NE(r.log[0].find("'stop'"), std::string::npos) << r.log[0];
                EXPECT_LT(r.log.size(), 10U) << "a run says so, it does not repeat it at every step";
            }
        }
    }
}

TEST(ExplicitGrowth, EndsInAnErrorThatNamesTheImplicitForce) {
    try {
        (void)run(pressed(flores(0.2)), time::precise({.contact = "explicit", .order = 4}), 1e-2, 0.1);
        FAIL() << "a thousandth of the step is still too long";
    } catch (const Error& error) {
        EXPECT_EQ(error.failure(), Failure::computation);
        for (const char* part : {"contact 'stop'", "t = ", "h c/m", "contact = \"implicit\""})
            EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << part << " in: " << error.what();
    }
}

// Just below the limit a damper's motion decays, just above it grows: y' = -c y with forces extrapolated.
TEST(ExplicitGrowth, LimitsAreThoseOfTheAdamsMethods) {
    for (const int order : {1, 2, 3, 4}) {
        const double limit = time::ExplicitGrowth::limits[static_cast<std::size_t>(order)];
        // beta_j of the method, newest first
        const std::array<std::array<double, 4>, 5> weights{
            {{}, {1}, {1.5, -0.5}, {23.0 / 12, -16.0 / 12, 5.0 / 12}, {55.0 / 24, -59.0 / 24, 37.0 / 24, -9.0 / 24}}};
        for (const double share : {0.98, 1.02}) {
            std::array<double, 4> y{1, -0.9, 0.8, -0.7};
            double early = 0, late = 0;
            for (int i = 0; i < 4000; ++i) {
                double next = y[0];
                for (std::size_t j = 0; j < 4; ++j) next -= share * limit * weights[static_cast<std::size_t>(order)][j] * y[j];
                y = {next, y[0], y[1], y[2]};
                (i < 200 ? early : late) = std::abs(next);
            }
            EXPECT_EQ(late < early, share < 1) << order;
        }
    }
}

// A fast impact is resolved by any step that resolves the contact: nothing is halved, to the bits.
TEST(ExplicitGrowth, LeavesOrdinaryImpactsAlone) {
    System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(1e4));
    s.v0[0] = 1;
    test::add_contact(s, "stop", test::stop(1e-3), flores(0.8), {Vector::Ones(1)});
    const Result r = run(s, time::precise({.contact = "explicit", .order = 3}), 1e-6, 5e-3);
    EXPECT_EQ(r.report.halvings, 0);
    EXPECT_EQ(r.log.size(), 0U);
    EXPECT_GT(r.largest, 100);
}

// In a ring the damper acts along the normal: y' = -(h c n' W n) y per step. The side that grows fastest is the one that is
// named.
TEST(ExplicitGrowth, IsThatOfTheDamperAlongItsNormal) {
    System s = test::linear_system(Matrix::Identity(3, 3), Matrix::Zero(3, 3), Matrix::Zero(3, 3));
    const Vector a{{1, 0.5, -0.3}}, b{{0.2, -1, 0.7}}, c{{0.4, 0.1, 0.9}};
    const auto law = std::make_shared<test::DashpotLaw>(1, 1);
    test::add_contact(s, "ring", {contact::GapShape::circular, 1, true, false}, law, {a, b});
    test::add_contact(s, "walls", {contact::GapShape::plane, 1, true, true}, law, {c});
    Matrix transposed(3, 3);
    transposed << a, b, c;
    const time::ExplicitGrowth growth(s, transposed, 2);
    const Vector along = 0.6 * a - 0.8 * b;
    State from;
    from.sides.resize(3);
    from.sides[0].normal = {0.6, -0.8};
    from.sides[1].normal = {1, 0};
    from.sides[2].normal = {-1, 0};
    const double h = 0.01, limit = time::ExplicitGrowth::limits[2];
    const auto check = [&](double ring, double wall, bool at_end) {
        State to = from, begin = from;
        State& damped = at_end ? to : begin;
        damped.sides[0].response.damping = ring / (h * along.squaredNorm());
        damped.sides[2].response.damping = wall / (h * c.squaredNorm());
        time::StepReport report;
        report.converged = true;
        growth.check(begin, to, h, report);
        return report;
    };
    for (const bool at_end : {true, false}) {
        EXPECT_TRUE(check(0.99 * limit, 0, at_end).converged);
        EXPECT_TRUE(check(0, 0.99 * limit, at_end).converged);
        for (const double wall : {0.0, 2.0, 7.0}) {
            const time::StepReport report = check(5 * limit, wall * limit, at_end);
            EXPECT_FALSE(report.converged);
            EXPECT_EQ(report.contact, wall > 5 ? 1 : 0);
            EXPECT_NEAR(report.growth, std::max(5.0, wall) * limit, 1e-12 * limit);
        }
    }
}

}  // namespace
}  // namespace jounce::explicit_growth_test
