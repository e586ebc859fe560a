// Physics: what must not depend on how a contact is written down, for every law: two bodies that meet move against each other as
// one of their reduced mass against a wall; a mirrored gap gives the mirrored motion; a circular gap met along x is the plane
// one. Reference: the run of one mass against a wall at positive x, in the same steps. Tolerance: round-off times the condition
// of the event location (1e-8 of the largest force and of the speeds); the steps themselves need not be fine. Control: half of
// the reduced mass gives another motion.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "contact/impacts/free_impact.hpp"
#include "contact/law_samples.hpp"
#include "support/small_system.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/one_step/one_step.hpp"
#include "time/start/start.hpp"

namespace jounce::contact_invariance_test {
namespace {

constexpr double m1 = 0.7, m2 = 1.9, speed = 0.6;
const double reduced = m1 * m2 / (m1 + m2);

struct Motion {
    std::vector<double> indentation, rate, force;
    std::optional<double> speed_out;
};

struct Recorder final : time::Observer {
    explicit Recorder(double h) : nominal(h) {}
    void accepted(const time::AcceptedStep& step) override {
        // At the grid only: an event more or less is round-off.
        if (std::abs(std::remainder(step.after.time, nominal)) > 1e-6 * nominal) return;
        const SideState& side = step.after.sides[0];
        motion.indentation.push_back(side.motion.indentation);
        motion.rate.push_back(side.motion.rate);
        motion.force.push_back(side.response.force);
    }
    double nominal;
    Motion motion;
};

/// \param row the gap's coordinate, or two of them
Motion run(const Matrix& masses, const Vector& v0, const contact::GapGeometry& gap, const std::vector<Vector>& rows,
           const contact::LawPointer& law, double duration) {
    const auto n = masses.rows();
    System system = test::linear_system(masses, Matrix::Zero(n, n), Matrix::Zero(n, n));
    system.v0 = v0;
    test::add_contact(system, "gap", gap, law, rows);
    Recorder recorder(duration / 150);
    time::ImpactLog log;
    std::vector<time::Observer*> observers = {&recorder, &log};
    const auto stepper = time::one_step_stepper(system, {}, time::Events::locate);
    State state = time::initial_state(system);
    time::march(system, *stepper, {.step = duration / 150, .duration = 1.9 * duration}, state, observers);
    if (!log.impacts().empty()) recorder.motion.speed_out = log.impacts()[0].speed_out;
    return recorder.motion;
}

/// \param until the comparison ends where `a` has come back to this indentation
double difference(const Motion& a, const Motion& b, double until = -1e9) {
    if (a.force.size() != b.force.size()) return 1;
    double largest = 0, worst = 0;
    for (const double f : a.force) largest = std::max(largest, std::abs(f));
    for (std::size_t i = 0; i < a.force.size(); ++i) {
        if (a.rate[i] < 0 && a.indentation[i] < until) break;
        worst = std::max({worst, std::abs(a.force[i] - b.force[i]) / largest, std::abs(a.rate[i] - b.rate[i]) / speed});
    }
    if (a.speed_out.has_value() != b.speed_out.has_value()) return 2;
    return a.speed_out ? std::max(worst, std::abs(*a.speed_out - *b.speed_out) / speed) : worst;
}

/// A pull that ends as -delta^(1/4) has an infinite slope there: an implicit step that ends close to it has several solutions,
/// which Newton's method does not tell apart. event_driven can (below).
bool beyond_newton(const std::string& kind, const contact::Law& law) { return kind == "tsuji" && law.adhesion; }

TEST(ContactInvariance, EveryLaw) {
    const Vector one = Vector::Ones(1);
    for (const auto& [kind, samples] : test::law_samples()) {
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const Table& settings = samples[i];
            const contact::LawPointer law = test::make_law(kind, settings);
            if (law->rigid || std::isfinite(law->end.indentation)) continue;
            const auto hit = free_impact(*law, reduced, speed);
            if (!hit.released || beyond_newton(kind, *law)) continue;
            constexpr double tolerance = 1e-8;
            const double clearance = 0.37 * hit.max_indentation;
            const contact::GapGeometry wall{contact::GapShape::plane, clearance, true, false};
            const Motion reference = run(test::scalar(reduced), one * speed, wall, {one}, law, hit.duration);
            ASSERT_GT(reference.force.size(), 200u);

            const Motion mirrored = run(test::scalar(reduced), -one * speed, {contact::GapShape::plane, clearance, false, true},
                                        {one}, law, hit.duration);
            EXPECT_LT(difference(reference, mirrored), 1e-12) << kind << " " << i;

            Matrix both = Matrix::Zero(2, 2);
            both(0, 0) = m1;
            both(1, 1) = m2;
            // The centre of mass moves on; only the difference counts.
            const Vector meeting = (Vector(2) << 0.4 * speed + 0.1, -0.6 * speed + 0.1).finished();
            const Motion two = run(both, meeting, wall, {(Vector(2) << 1, -1).finished()}, law, hit.duration);
            EXPECT_LT(difference(reference, two), tolerance) << kind << " " << i;

            const Motion circular = run(Matrix::Identity(2, 2) * reduced, (Vector(2) << speed, 0).finished(),
                                        {contact::GapShape::circular, clearance, true, false},
                                        {Vector::Unit(2, 0), Vector::Unit(2, 1)}, law, hit.duration);
            EXPECT_LT(difference(reference, circular, -0.5 * clearance), tolerance) << kind << " " << i;

            const Motion lighter = run(test::scalar(0.5 * reduced), one * speed, wall, {one}, law, hit.duration);
            EXPECT_GT(difference(reference, lighter), 1e-3) << kind << " " << i;
        }
    }
}

// The log of a run says what was asked and what was delivered: the free impact's value, to the order of the method.
TEST(ContactInvariance, TheLogDeliversWhatAFreeImpactDoes) {
    const Vector one = Vector::Ones(1);
    for (const auto& [kind, samples] : test::law_samples()) {
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const Table& settings = samples[i];
            const contact::LawPointer law = test::make_law(kind, settings);
            if (law->rigid || std::isfinite(law->end.indentation)) continue;
            const auto hit = free_impact(*law, reduced, speed);
            if (!hit.released || hit.pushes > 1 || beyond_newton(kind, *law))
                continue;  // a law that lets go twice is two rows of the log
            System system = test::linear_system(test::scalar(reduced), test::scalar(0), test::scalar(0));
            system.v0 = one * speed;
            test::add_contact(system, "gap", test::stop(0.37 * hit.max_indentation), law, {one});
            time::ImpactLog log;
            std::vector<time::Observer*> observers = {&log};
            const auto stepper = time::one_step_stepper(system, {}, time::Events::locate);
            State state = time::initial_state(system);
            time::march(system, *stepper, {.step = hit.duration / 2000, .duration = 2.2 * hit.duration}, state, observers);
            ASSERT_EQ(log.impacts().size(), 1u) << kind << " " << i;
            EXPECT_EQ(log.impacts()[0].restitution_asked, law->restitution_asked) << kind << " " << i;
            EXPECT_NEAR(*log.impacts()[0].restitution_delivered(), hit.restitution, 1e-4) << kind << " " << i;
            EXPECT_NEAR(log.impacts()[0].max_indentation / hit.max_indentation, 1, 1e-4) << kind << " " << i;
        }
    }
}

// event_driven through every law, the pulling one of Tsuji included.
TEST(ContactInvariance, EventDrivenDeliversWhatAFreeImpactDoes) {
    const Vector one = Vector::Ones(1);
    for (const auto& [kind, samples] : test::law_samples()) {
        for (const Table& settings : samples) {
            const contact::LawPointer law = test::make_law(kind, settings);
            if (law->rigid || std::isfinite(law->end.indentation)) continue;
            const auto hit = free_impact(*law, reduced, speed);
            if (!hit.released || hit.pushes > 1) continue;
            System system = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
            system.v0 = one * speed * std::sqrt(reduced);
            test::add_contact(system, "gap", test::stop(0.37 * hit.max_indentation), law, {one / std::sqrt(reduced)});
            time::ImpactLog log;
            std::vector<time::Observer*> observers = {&log};
            const auto stepper = time::event_driven({.tolerance = 1e-11})->bind(system, time::Events::locate);
            State state = time::initial_state(system);
            time::march(system, *stepper, {.step = hit.duration / 3, .duration = 2.2 * hit.duration}, state, observers);
            ASSERT_EQ(log.impacts().size(), 1u) << kind;
            constexpr double tolerance = 1e-8;
            EXPECT_NEAR(*log.impacts()[0].restitution_delivered(), hit.restitution, tolerance) << kind;
            EXPECT_NEAR((*log.impacts()[0].time_out - log.impacts()[0].time_in) / hit.duration, 1, 10 * tolerance) << kind;
        }
    }
}

}  // namespace
}  // namespace jounce::contact_invariance_test
