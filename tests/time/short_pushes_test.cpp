// Physics: a vibrating beam between stops whose laws let go and push again, many times while it is indented: what lets go is the
// rate of the indentation, which the beam's higher modes change within a hundredth of the contact. Each pull and each push is
// found, however short.
// Reference: the same motion in steps of 1 us, in which what is short lies elsewhere in its step.
// Tolerance: 1e-9 of the sum of all modes in the row, ten times the method's own, over as many contacts as do not yet magnify
// what is off by more than that; the numbers of contacts and pushes are equal. Measured: 2e-11 to 2e-10.
// Control: the laws push again several times. With pushes looked for at samples and pulls at nodes one or two of these are
// missed, also in steps of 1 us, and the end is off by 1e-6 to 2e-4.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact/law_samples.hpp"
#include "event_driven_cases.hpp"
#include "support/small_system.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::test::short_pushes_test {
namespace {

constexpr int modes = 14;

/// A pinned beam of steel, 0.3 m long, 20 mm wide and 5 mm thick: its modes that move the middle; thrown at its stops with
/// one speed everywhere.
System beam(double clearance, double speed, const contact::LawPointer& law) {
    constexpr double length = 0.3, mass = 7850 * 0.02 * 0.005 * length, bending = 210e9 * 0.02 * 0.005 * 0.005 * 0.005 / 12;
    Vector w2(modes), middle(modes);
    for (int i = 0; i < modes; ++i) {
        const double k = (2 * i + 1) * std::numbers::pi / length;
        w2[i] = bending * k * k * k * k / (mass / length);
        middle[i] = (i % 2 == 0 ? 1 : -1) * std::sqrt(2 / mass);
    }
    System system = linear_system(Matrix::Identity(modes, modes), Matrix::Zero(modes, modes), w2.asDiagonal());
    system.v0 = speed / middle.squaredNorm() * middle;
    add_contact(system, "stops", both(clearance), law, {middle});
    return system;
}

struct Counts : time::Observer {
    int closings = 0, pushes = 0;
    void accepted(const time::AcceptedStep&) override {}
    void switched(const time::SwitchedState& event) override {
        for (const time::Switch& s : event.switches) {
            if (s.what != time::Switch::What::closed) {
                continue;
            }
            ++closings;
            if (event.after.sides[static_cast<std::size_t>(s.side)].motion.rate < 0) ++pushes;
        }
    }
};

struct Answer {
    double place = 0, largest = 0;
    Counts counts;
};

Answer run(const System& system, double step, double duration) {
    const auto stepper = time::event_driven({1e-10})->bind(system, time::Events::locate);
    State state = time::initial_state(system);
    Answer out;
    std::vector<time::Observer*> observers = {&out.counts};
    time::march(system, *stepper, {.step = step, .duration = duration}, state, observers);
    const SparseRow& row = system.rows[0];
    for (std::size_t e = 0; e < row.index.size(); ++e) {
        out.place += row.coefficient[e] * state.q[row.index[e]];
        out.largest += std::abs(row.coefficient[e] * state.q[row.index[e]]);
    }
    return out;
}

TEST(ShortPushes, AreFoundWhateverTheStep) {
    struct Case {
        const char* law;
        Table settings;
        double clearance, speed, duration;
    };
    const Case cases[] = {
        {"flores", table({{"stiffness", 1e7}, {"restitution", 0.1}}), 1e-5, 5, 0.002},
        {"flores", table({{"stiffness", 1e7}, {"restitution", 0.1}}), 0, 5, 0.004},
        {"flores", table({{"stiffness", 1e8}, {"restitution", 0.05}}), 1e-5, 5, 0.002},
        {"tsuji", table({{"stiffness", 1e8}, {"restitution", 0.1}, {"reduced_mass", 0.05}}), 0, 2, 0.006},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(std::string(c.law) + " " + std::to_string(c.clearance) + " m, " + std::to_string(c.speed) + " m/s");
        const System system = beam(c.clearance, c.speed, make_law(c.law, c.settings));
        const Answer fine = run(system, 1e-6, c.duration);
        EXPECT_GT(fine.counts.pushes, 3) << "control";
        for (const double step : {1.0, 1e-4, 1e-5}) {
            const Answer coarse = run(system, step > c.duration ? c.duration : step, c.duration);
            EXPECT_EQ(coarse.counts.closings, fine.counts.closings) << step;
            EXPECT_EQ(coarse.counts.pushes, fine.counts.pushes) << step;
            EXPECT_NEAR(coarse.place, fine.place, 1e-9 * fine.largest) << step;
        }
    }
}

}  // namespace
}  // namespace jounce::test::short_pushes_test
