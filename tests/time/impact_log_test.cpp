// Promise: the log of impacts says of single steps what happened within them: contacts between two steps, the depth and the force
// where a contact is deepest, the instant of a release, tension that was cut.
// Reference: motions that are polynomials, which a step interpolates exactly (the third degree by places and rates, the fifth
// with accelerations), and linear forces: zeros and maxima in closed form. Tolerance: 1e-12 of the numbers, 1e-9 for the instant
// of a largest force squared. Controls: the same motion a little farther away.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/account/impacts.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <memory>

#include "contact/families/transition.hpp"
#include "support/small_system.hpp"

namespace jounce::test::impact_log_test {
namespace {

constexpr double h = 4e-3, start = 0.3, clearance = 0.02;

/// sum_k p_k t^k
struct Path {
    std::array<double, 6> p{};
    [[nodiscard]] double place(double t) const { return p[0] + t * (p[1] + t * (p[2] + t * (p[3] + t * (p[4] + t * p[5])))); }
    [[nodiscard]] double rate(double t) const { return p[1] + t * (2 * p[2] + t * (3 * p[3] + t * (4 * p[4] + t * 5 * p[5]))); }
    [[nodiscard]] double second(double t) const { return 2 * p[2] + t * (6 * p[3] + t * (12 * p[4] + t * 20 * p[5])); }
};

/// One side of a mass, its log, and steps along paths of its indentation.
struct Side {
    explicit Side(std::shared_ptr<DashpotLaw> of) : law(std::move(of)) {}
    struct Given {
        bool closed = false;
        double clamped = 0, surface = 0;
    };
    State at(const Path& path, double t, const Given& given) const {
        State out;
        out.time = begin + t;
        out.q = Vector::Constant(1, path.place(t) + clearance);
        out.v = Vector::Constant(1, path.rate(t));
        out.a = Vector::Constant(1, path.second(t));
        out.sides.resize(1);
        SideState& side = out.sides[0];
        side.motion = {path.place(t), path.rate(t)};
        side.normal = {1, 0};
        side.memory.closed = given.closed;
        side.memory.permanent_indentation = given.surface;
        side.memory.impact_speed = 0.8;
        side.memory.onset_time = begin - 0.001;
        if (given.closed) side.response = law->evaluate(side.motion, side.memory);
        side.response.clamped = given.clamped;
        return out;
    }
    /// The log of one step.
    time::ImpactLog log(const Path& path, const Given& before, const Given& after, double length = h) {
        system = linear_system(scalar(1), scalar(0), scalar(0));
        add_contact(system, "stop", stop(clearance), law, {Vector::Ones(1)});
        from = at(path, 0, before);
        to = at(path, length, after);
        time::ImpactLog out;
        out.begin(system, from);
        const time::StepReport report;
        out.accepted({from, to, report});
        return out;
    }
    std::shared_ptr<DashpotLaw> law;
    double begin = start;
    System system;
    State from, to;
};

time::Impact only(const time::ImpactLog& log) {
    EXPECT_EQ(log.impacts().size(), 1U);
    time::ImpactLog settled = log;
    settled.settle();
    time::Impact out;
    settled.impacts().visit([&](const time::Impact& impact) { out = impact; });
    return out;
}

// Up to a height and back: d0 + v t - a t^2/2.
Path throw_from(double d0, double v, double a) { return {{d0, v, -0.5 * a}}; }

TEST(ImpactLog, ContactsBetweenTwoStepsAreCounted) {
    Side side(std::make_shared<DashpotLaw>(1e3, 2));
    const double v = 0.5, a = 2 * v / h, height = v * v / (2 * a);
    for (const double surface : {0.0, 0.003}) {
        const Side::Given open{false, 0, surface};
        EXPECT_EQ(side.log(throw_from(surface - 0.99 * height, v, a), open, open).missed(), 1);
        EXPECT_EQ(side.log(throw_from(surface - 1.01 * height, v, a), open, open).missed(), 0) << "control";
        // On the way out and back within a contact.
        const Side::Given closed{true, 0, surface};
        EXPECT_EQ(side.log(throw_from(surface + 0.99 * height, -v, -a), closed, closed).missed(), 1);
        EXPECT_EQ(side.log(throw_from(surface + 1.01 * height, -v, -a), closed, closed).missed(), 0) << "control";
        EXPECT_EQ(side.log(throw_from(surface + 0.5 * height, v, a), closed, closed).missed(), 0)
            << "control: farther in and back";
    }
}

// A body that left its stop, turned back inside it, and is inside still. What ends its step at the surface, to rounding of the
// way of the step, has come back to the surface.
TEST(ImpactLog, ABodyThatTurnsBackInsideItsStopFallsThrough) {
    constexpr double length = 1e-4;
    const Side::Given open;
    for (const double time : {0.0, 1e3}) {
        const auto fell = [&](const std::shared_ptr<DashpotLaw>& law, double end) {
            Side side(law);
            side.begin = time;
            // From a micrometre inside out, and in again at one metre per second.
            const Path path{{1e-6, 2 * (end - 1e-6) / length - 1, (1 - (end - 1e-6) / length) / length}};
            return side.log(path, open, open, length).fell_through();
        };
        const auto latched = std::make_shared<DashpotLaw>(1e3, 2);
        latched->transition = &contact::transition_named("latched");
        EXPECT_EQ(fell(latched, 1.5e-6), 1) << time;
        EXPECT_EQ(fell(latched, 5e-14), 0) << time << ": at the surface";
        EXPECT_EQ(fell(std::make_shared<DashpotLaw>(1e3, 2), 1.5e-6), 0) << time << ": control";
    }
}

TEST(ImpactLog, TensionThatIsCutAddsUp) {
    const auto law = std::make_shared<DashpotLaw>(1e3, 0);
    Side side(law);
    const Path out = throw_from(0.01, -0.1, 0);
    for (const auto& [before, after] : {std::pair{3.0, 0.0}, {0.0, 5.0}, {3.0, 5.0}, {0.0, 0.0}})
        EXPECT_NEAR(side.log(out, {true, before}, {true, after}).clamped_impulse(), 0.5 * (before + after) * h, 1e-15);
}

TEST(ImpactLog, AStepThatTurnsBackIsDeepestWhereItTurns) {
    Side side(std::make_shared<DashpotLaw>(1e3, 0));
    const double v = 0.5, a = 2.6 * v / h;  // not in the middle of the step
    const time::Impact impact = only(side.log(throw_from(0.001, v, a), {true}, {true}));
    EXPECT_NEAR(impact.max_indentation, 0.001 + v * v / (2 * a), 1e-15);
    EXPECT_NEAR(impact.peak_force, 1e3 * (0.001 + v * v / (2 * a)), 1e-12);
    const time::Impact deeper = only(side.log(throw_from(0.001, v, 0), {true}, {true}));
    EXPECT_NEAR(deeper.max_indentation, 0.001 + v * h, 1e-15);
    EXPECT_NEAR(deeper.peak_force, 1e3 * (0.001 + v * h), 1e-12);
    const time::Impact out = only(side.log(throw_from(0.01, -v, 0), {true}, {true}));
    EXPECT_NEAR(out.max_indentation, 0.01, 1e-15);
    EXPECT_NEAR(out.peak_force, 10, 1e-12);
    EXPECT_NEAR(out.impulse, 1e3 * (0.01 - 0.5 * v * h) * h, 1e-12);
    EXPECT_NEAR(out.work, 0.5 * 1e3 * 1e-4 - 1e3 * (0.01 - 0.5 * v * h) * v * h, 1e-12)
        << "what was stored, less what was given back";
}

// With a damper the largest force comes before the largest depth: of d + v t - a t^2/2 - b t^3/6 ..., where k d' + c d'' = 0.
TEST(ImpactLog, TheLargestForceOfADamperIsWithinTheStep) {
    const double k = 1e3, c = 4;
    Side side(std::make_shared<DashpotLaw>(k, c));
    for (const bool third : {true, false}) {  // a path of the third degree, or of the fifth
        Path path{{0.002, 0.5, -40, -2e3}};
        if (!third) path.p = {0.002, 0.5, -40, -2e3, 3e5, -2e7};
        const auto force = [&](double t) { return k * path.place(t) + c * path.rate(t); };
        double largest = 0;
        for (int i = 0; i <= 40000; ++i) largest = std::max(largest, force(h * i / 40000));
        ASSERT_GT(largest, 1.001 * std::max(force(0), force(h))) << "control: within the step";
        EXPECT_NEAR(only(side.log(path, {true}, {true})).peak_force, largest, 1e-8 * largest) << third;
        // Where an acceleration is infinite, as at the onset of a law with a vertical tangent, the cubic has to do.
        if (!third) continue;
        (void)side.log(path, {true}, {true});
        for (const bool at_begin : {true, false}) {
            (at_begin ? side.from : side.to).a[0] = std::numeric_limits<double>::infinity();
            time::ImpactLog log;
            log.begin(side.system, side.from);
            const time::StepReport report;
            log.accepted({side.from, side.to, report});
            EXPECT_NEAR(only(log).peak_force, largest, 1e-8 * largest) << at_begin;
            (at_begin ? side.from : side.to).a[0] = path.second(at_begin ? 0 : h);
        }
    }
}

TEST(ImpactLog, AContactEndsWhereItsForceDoes) {
    const double k = 1e3, c = 2;
    for (const bool by_force : {true, false}) {
        const auto law = std::make_shared<DashpotLaw>(k, c);
        if (!by_force) law->transition = &contact::transitions::distance;
        Side side(law);
        const double v = 0.5;
        const Path out = throw_from(0.0015, -v, 0);
        // k (d - v t) - c v = 0, or d - v t = 0.
        const double t = by_force ? (0.0015 - c * v / k) / v : 0.0015 / v;
        const time::Impact impact = only(side.log(out, {true}, {false}));
        ASSERT_TRUE(impact.time_out && impact.speed_out);
        EXPECT_NEAR(*impact.time_out, start + t, 1e-12 * h + 1e-15);
        EXPECT_NEAR(*impact.speed_out, v, 1e-12);
    }
}

// A force that returns while the bodies still overlap and move out: the contact began where it would end in the motion backwards.
TEST(ImpactLog, AForceThatReturnsHasTheBeginOfItsForce) {
    const double k = 1e3, c = 2, v = 0.5;
    Side side(std::make_shared<DashpotLaw>(k, c));
    // In, from 0.2 mm: k d + c v > 0 throughout; out, faster, then slower: k d - c |v| rises through zero.
    Path path{{0.0012, -v, 60}};
    const auto force = [&](double t) { return k * path.place(t) + c * path.rate(t); };
    double low = 0, high = h;
    ASSERT_GT(force(high), 0);
    Path earlier = path;
    earlier.p[0] = 0.0008;
    const auto force_earlier = [&](double t) { return k * earlier.place(t) + c * earlier.rate(t); };
    ASSERT_LT(force_earlier(0), 0) << "control";
    for (int i = 0; i < 60; ++i) (force_earlier(0.5 * (low + high)) > 0 ? high : low) = 0.5 * (low + high);
    const time::Impact impact = only(side.log(earlier, {false}, {true}));
    EXPECT_NEAR(impact.time_in, start + low, 1e-12);
    EXPECT_EQ(impact.speed_in, std::max(earlier.rate(h), 0.0));
}

/// A contact that begins, is deepest and ends, each at one instant, as a march tells the log.
struct Instants {
    using What = time::Switch::What;
    Instants() {
        side.system = linear_system(scalar(1), scalar(0), scalar(0));
        add_contact(side.system, "stop", stop(clearance), side.law, {Vector::Ones(1)});
        log.begin(side.system, state(0, 0, 0, false));
    }
    /// \param t since the start
    State state(double t, double depth, double rate, bool closed) const {
        return side.at({{depth - rate * t, rate}}, t, {closed});
    }
    void tell(const State& before, const State& after, What what, double impulse = 0) {
        const time::Switch of{0, what, impulse};
        log.switched({before, after, {&of, 1}});
    }
    Side side{std::make_shared<DashpotLaw>(1e4, 0)};
    time::ImpactLog log;
};

TEST(ImpactLog, TakesSpeedsAndDepthsAtTheInstantsOfEvents) {
    using What = time::Switch::What;
    for (const double impulse : {0.0, 2.0}) {
        Instants of;
        // Another impact at the same instant has changed the speed.
        of.tell(of.state(0, 0, 0.3, false), of.state(0, 0, 0.8, true), What::closed, impulse);
        const State deep = of.state(1e-3, 3e-3, 0, true);
        of.tell(deep, deep, What::turned);
        of.tell(of.state(2e-3, 0, -0.7, true), of.state(2e-3, 0, -0.7, false), What::opened);
        const time::Impact impact = only(of.log);
        EXPECT_EQ(impact.speed_in, impulse > 0 ? 0.3 : 0.8) << "with an impulse of its own, that before it";
        EXPECT_EQ(impact.max_indentation, 3e-3);
        EXPECT_EQ(impact.speed_out.value_or(0), 0.7);
        EXPECT_EQ(impact.impulse, impulse);
    }
    Instants none;
    none.tell(none.state(0, 0, -0.1, true), none.state(0, 0, -0.1, false), What::opened);
    EXPECT_TRUE(none.log.impacts().empty()) << "a side that was not in contact";
}

// The faces of a slot are opposite to each other: a contact that has slid around leaves by the rate of the other one.
TEST(ImpactLog, AContactThatHasTurnedLeavesTheOtherWay) {
    using What = time::Switch::What;
    const auto leaves = [](const std::array<double, 2>& was, const std::array<double, 2>& is) {
        Instants of;
        of.tell(of.state(0, 0, 0.8, false), of.state(0, 0, 0.8, true), What::closed);
        State before = of.state(2e-3, 0, -0.7, true), after = of.state(2e-3, 0, -0.7, false);
        before.sides[0].normal = was;
        after.sides[0].normal = is;
        of.tell(before, after, What::opened);
        return only(of.log).speed_out.value_or(0);
    };
    EXPECT_EQ(leaves({0.6, 0.8}, {0.6, 0.8}), 0.7);
    EXPECT_EQ(leaves({0.6, 0.8}, {-0.6, -0.8}), -0.7);
    EXPECT_EQ(leaves({0.6, 0.8}, {-0.1, 0.995}), 0.7) << "less than a right angle";
    EXPECT_EQ(leaves({0.8, 0.6}, {0.995, -0.1}), 0.7) << "less than a right angle";
}

}  // namespace
}  // namespace jounce::test::impact_log_test
