// The step that a run is advised to take, against closed forms: a contact time, modes, a load's period.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/advice/recommended_step.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/small_system.hpp"
#include "time/methods/table.hpp"
#include "time/start/start.hpp"

namespace jounce::test::recommended_step_test {
namespace {

using linalg::Matrix;
using linalg::Vector;
using From = time::StepAdvice::From;
constexpr double pi = std::numbers::pi;
constexpr int masses = 40;
constexpr double m = 0.02;
constexpr double k = 3e5;

/// Masses between springs, both ends held or both free: omega_n = 2 sqrt(k/m) sin(n pi/(2 (N + 1))), or with 2 N and n from 0.
System chain(bool held) {
    Matrix K = Matrix::Zero(masses, masses);
    for (int i = 0; i < masses; ++i) {
        K(i, i) = held || (i > 0 && i < masses - 1) ? 2 * k : k;
        if (i > 0) K(i, i - 1) = K(i - 1, i) = -k;
    }
    return linear_system(m * Matrix::Identity(masses, masses), Matrix::Zero(masses, masses), K);
}
double held_period(int n) { return pi / (std::sqrt(k / m) * std::sin(n * pi / (2.0 * (masses + 1)))); }

Vector held_mode(int n) {
    Vector shape(masses);
    for (int i = 0; i < masses; ++i) shape[i] = std::sin(n * pi * (i + 1) / (masses + 1));
    return shape;
}

State started(const System& system) {
    State state = time::initial_state(system);
    time::method_family.find("newmark")->make({})->bind(system, time::Events::locate)->start(state);
    return state;
}

std::optional<time::StepAdvice> advice(const System& system, bool exact = false) {
    return time::recommended_step(system, started(system), 1, exact);
}

// Thrown or let go in the shape of a mode the structure answers with that mode alone, and Rayleigh's quotient is exact.
TEST(RecommendedStep, IsATwentiethOfTheModeThatTheStartExcites) {
    for (const int n : {1, 3, 17}) {
        System thrown = chain(true);
        thrown.v0 = held_mode(n);
        System let_go = chain(true);
        let_go.q0 = held_mode(n);
        for (const System& system : {thrown, let_go}) {
            const auto found = advice(system);
            ASSERT_TRUE(found);
            EXPECT_EQ(found->from, From::start);
            EXPECT_NEAR(found->time, held_period(n), 1e-6 * held_period(n)) << "the shift";
            EXPECT_EQ(found->step, found->time / 20);
            EXPECT_FALSE(advice(system, true)) << "solved exactly";
        }
    }
}

// A dead load put on suddenly: the static deflection is nearly the first mode, and its quotient lies above that of the mode.
TEST(RecommendedStep, OfALoadPutOnSuddenlyIsThatOfTheDeflection) {
    System system = chain(true);
    add_load(system, Vector::Constant(masses, 2.0), [](double) { return 1.0; });
    const auto found = advice(system);
    ASSERT_TRUE(found);
    EXPECT_LT(found->time, held_period(1));
    EXPECT_NEAR(found->time, held_period(1), 0.01 * held_period(1)) << "a parabola for a half sine: 0.6 %";
}

TEST(RecommendedStep, OfAFreeFlightAsksForNone) {
    System system = chain(false);
    system.v0 = Vector::Constant(masses, 3.0);
    const auto found = advice(system);
    EXPECT_TRUE(!found || found->time > 1e3 * held_period(1)) << found->time;
}

// Two masses at a spring, free to move: whatever pushes one of them, or throws it, they vibrate with k (1/m1 + 1/m2).
TEST(RecommendedStep, OfAFreePairIsThatOfItsVibration) {
    const double m1 = 0.7, m2 = 3, stiffness = 1e4;
    Matrix M = Matrix::Zero(2, 2), K(2, 2);
    M.diagonal() << m1, m2;
    K << stiffness, -stiffness, -stiffness, stiffness;
    const double period = 2 * pi / std::sqrt(stiffness * (1 / m1 + 1 / m2));
    System pushed = linear_system(M, Matrix::Zero(2, 2), K);
    add_load(pushed, Vector::Unit(2, 0), [](double) { return 5.0; });
    const auto found = advice(pushed);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->time, period, 1e-6 * period);
    System together = linear_system(M, Matrix::Zero(2, 2), K);
    const Vector weight = M * Vector::Ones(2);
    add_load(together, weight, [](double) { return 9.81; });
    EXPECT_FALSE(advice(together)) << "falls without a deflection";
}

TEST(RecommendedStep, OfASweepIsThatOfTheRunsPartOfIt) {
    System system = chain(true);
    Table sweep;
    sweep.set("amplitude", 1.0);
    sweep.set("from_frequency", 1000.0);
    sweep.set("to_frequency", 5000.0);
    sweep.set("duration", 8.0);
    Load load;
    load.pattern = Vector::Unit(masses, 3);
    load.signal = signal_family.find("sweep")->make(sweep);
    system.loads.push_back(load);
    for (const bool exact : {false, true}) {  // no method has a closed form of a sweep
        const auto found = advice(system, exact);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->from, From::load);
        EXPECT_NEAR(found->time, 1 / 1500.0, 1e-12) << "after 1 s of the 8";
    }
}

TEST(RecommendedStep, FollowsTheLoadWhereThatIsFaster) {
    for (const double frequency : {5.0, 2000.0}) {
        System system = chain(true);
        Table sine;
        sine.set("amplitude", 1.0);
        sine.set("frequency", frequency);
        Load load;
        load.pattern = Vector::Unit(masses, 3);
        load.signal = signal_family.find("sine")->make(sine);
        system.loads.push_back(load);
        system.v0 = held_mode(1);
        const auto found = advice(system);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->from, frequency * held_period(1) > 1 ? From::load : From::start);
        EXPECT_NEAR(found->time, std::min(1 / frequency, held_period(1)), 1e-6 / frequency);
    }
}

// Two spheres' law, F = K delta^1.5: T = 2.9432 delta_m/v, delta_m = (5 m v^2/(4 K))^(2/5) (Hertz 1882).
TEST(RecommendedStep, IsATwentiethOfTheContactTime) {
    for (const double speed : {0.02, 3.0}) {
        System system = linear_system(Matrix::Constant(1, 1, 0.7), Matrix::Zero(1, 1), Matrix::Zero(1, 1));
        add_contact(system, "stop", stop(0.1), std::make_shared<PowerLaw>(4e8, 1.5), {Vector::Ones(1)});
        system.v0[0] = speed;
        const auto found = advice(system);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->from, From::contact);
        const double exact = 2.9432 * std::pow(5 * 0.7 * speed * speed / (4 * 4e8), 0.4) / speed;
        EXPECT_NEAR(found->time, exact, 2e-3 * exact) << "2.94 for 2.9432";
        EXPECT_EQ(found->step, found->time / 20);
        // Of two gaps the shorter contact counts, whichever comes first: a hundred times as stiff is 100^(2/5) as short.
        for (const double other : {4e6, 4e10}) {
            System two = system;
            add_contact(two, "other", stop(0.1), std::make_shared<PowerLaw>(other, 1.5), {Vector::Ones(1)});
            const auto shorter = advice(two);
            ASSERT_TRUE(shorter);
            EXPECT_EQ(shorter->number, other > 4e8 ? 1 : 0);
            EXPECT_NEAR(shorter->time, other > 4e8 ? found->time / std::pow(100, 0.4) : found->time, 1e-9 * found->time);
        }
    }
}

/// A law of the script that is not defined.
class Undefined final : public contact::Law {
  public:
    explicit Undefined(Failure failure) : failure_(failure) {}
    contact::Response evaluate(const contact::Motion&, const contact::ContactMemory&) const override {
        throw Error(failure_, "no force");
    }

  private:
    Failure failure_;
};

// The run may never reach where a law fails; an interruption ends the advice, too.
TEST(RecommendedStep, OfALawThatFailsIsNone) {
    const auto asked = [](Failure failure) {
        System system = linear_system(Matrix::Constant(1, 1, 0.7), Matrix::Zero(1, 1), Matrix::Zero(1, 1));
        add_contact(system, "stop", stop(0.1), std::make_shared<Undefined>(failure), {Vector::Ones(1)});
        system.v0[0] = 1;
        return advice(system);
    };
    EXPECT_FALSE(asked(Failure::computation));
    EXPECT_THROW((void)asked(Failure::interrupted), Error);
}

}  // namespace
}  // namespace jounce::test::recommended_step_test
