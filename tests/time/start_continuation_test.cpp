// Promise: a run goes on exactly from the end of another one if model, method, step and events are the same; otherwise it begins
// anew at the place, the speed and the contact memories of that end.
// Reference: the states themselves; exact. Control: each of the four differs once.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "support/small_system.hpp"
#include "time/methods/newmark.hpp"
#include "time/start/continuation.hpp"
#include "time/start/start.hpp"

namespace jounce::test::start_continuation_test {
namespace {

using time::Events;
using time::InitialState;

struct Asked {
    std::uint64_t model = 1;
    std::string digest = "d", method;
    double step = 1e-3;
    Events events = Events::locate;
    bool exact = true;
};

TEST(Continuation, IsExactForTheSameRunOnly) {
    auto system = std::make_shared<System>(test::linear_system(test::scalar(2), test::scalar(3), test::scalar(50)));
    system->model = 1;
    system->digest = "d";
    add_contact(*system, "gap", stop(0.1), std::make_shared<DashpotLaw>(1e3, 5), {linalg::Vector::Ones(1)});
    const auto method = time::newmark({});
    InitialState initial;
    initial.system = system;
    initial.state = time::initial_state(*system);
    initial.state.time = 4;
    initial.state.step = 77;
    initial.state.q[0] = 0.2;
    initial.state.v[0] = 0.6;
    initial.state.sides[0].memory = {.closed = true, .impact_speed = 0.7, .onset_time = 3.9};
    initial.state.sides[0].motion = {0.1, 0.6};
    initial.own = InitialState::Own{initial.state, method->describe(), 1e-3, Events::locate};
    initial.own->state.a[0] = 12.5;  // as no start would find it
    const std::string same = method->describe();
    for (const Asked& asked : {Asked{.method = same}, Asked{.model = 2, .method = same, .exact = false},
                               Asked{.digest = "other", .method = same, .exact = false}, Asked{.method = "other", .exact = false},
                               Asked{.method = same, .step = 2e-3, .exact = false},
                               Asked{.method = same, .events = Events::stepwise, .exact = false}}) {
        InitialState from = initial;
        System other = *system;
        other.model = asked.model;
        other.digest = asked.digest;
        from.own->method = asked.method;
        const auto moved = time::system_from(other, from);
        const auto stepper = method->bind(*moved, asked.events);
        State state = time::initial_state(*moved);
        EXPECT_EQ(time::begin_from(from, other, *method, asked.step, asked.events, *stepper, state), !asked.exact);
        EXPECT_EQ(state.time, 4);
        EXPECT_EQ(state.step, 77);
        EXPECT_EQ(state.sides[0].memory.impact_speed, 0.7);
        EXPECT_EQ(state.sides[0].memory.onset_time, 3.9);
        EXPECT_TRUE(state.sides[0].memory.closed);
        // M a = -C v - K q - f
        if (asked.exact)
            EXPECT_EQ(state.a[0], 12.5);
        else
            EXPECT_NEAR(state.a[0], -(3 * 0.6 + 50 * 0.2 + 1e3 * 0.1 + 5 * 0.6) / 2, 1e-12);
    }
    const auto moved = time::system_from(*system, initial);
    EXPECT_EQ(moved->q0[0], 0.2);
    EXPECT_EQ(moved->v0[0], 0.6);
}

}  // namespace
}  // namespace jounce::test::start_continuation_test
