// A step that vanishes at a jump of a load is reported with the instant of the jump.
// Physics: the jump is given; beside it the load is constant. Reference: its instant, exact to the digits printed. The load may
// be undefined outside the run, so it must not be called there: at the begin and at the end of a run the search has one side
// only. Control: in the middle of a run it has two, and of a load without a jump the message says nothing of jumps.
// What a halved step says. Switches without end at a stop of a mesh: no method is told to use itself.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/march/march_errors.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "support/small_system.hpp"
#include "system/models.hpp"
#include "time/events/switching_errors.hpp"
#include "time/start/start.hpp"

namespace jounce::test::march_errors_test {
namespace {

using linalg::Vector;

struct Said {
    std::string message;
    double first = std::numeric_limits<double>::infinity(), last = -first;  ///< instants at which the load was called
};

/// Of a step from `time` that vanishes, in a run, with a load that rises from 0 to `height` at `jump`.
Said said(double time, double jump, double height = 1, time::RunInterval run = {0, 1}) {
    Said out;
    System system = linear_system(scalar(1), scalar(0), scalar(1));
    Load load;
    load.pattern = Vector::Ones(1);
    load.signal = std::make_shared<FunctionSignal>([&out, jump, height](double t) {
        out.first = std::min(out.first, t);
        out.last = std::max(out.last, t);
        return t >= jump ? height : 0;
    });
    system.loads.push_back(load);
    time::StepReport report;
    report.vanishing = 1e-17;
    out.message = time::step_failed(system, report, time, 1e-3, false, run).message();
    return out;
}

TEST(MarchErrors, AJumpIsSearchedWithinTheRun) {
    const Said begin = said(0, 4e-10);
    EXPECT_NE(begin.message.find("jumps at t = 4e-10 s"), std::string::npos) << begin.message;
    EXPECT_EQ(begin.first, 0);
    const Said end = said(1, 0.9999995);
    EXPECT_NE(end.message.find("jumps at t = 0.9999995 s"), std::string::npos) << end.message;
    EXPECT_EQ(end.last, 1);
    const Said middle = said(0.5, 0.5000001);
    EXPECT_NE(middle.message.find("jumps at t = 0.5000001 s"), std::string::npos) << middle.message;
    EXPECT_LT(middle.first, 0.5) << "control";
    EXPECT_GT(middle.last, 0.5) << "control";
    const Said none = said(0.5, 0.5000001, 0);
    EXPECT_EQ(none.message.find("jumps at"), std::string::npos) << none.message;
}

// A millionth of the time, at least of a millisecond, on both sides.
TEST(MarchErrors, AJumpIsSearchedNearTheStep) {
    const auto found = [](double time, double jump) {
        return said(time, jump, 1, {-10, 10}).message.find("jumps at") != std::string::npos;
    };
    for (const double time : {4.0, -4.0, 0.5, 1e-6}) {
        const double reach = 1e-6 * std::max(std::abs(time), 1e-3);
        EXPECT_TRUE(found(time, time + 0.8 * reach)) << time;
        EXPECT_TRUE(found(time, time - 0.8 * reach)) << time;
        EXPECT_FALSE(found(time, time + 1.3 * reach)) << time;
        EXPECT_FALSE(found(time, time - 1.3 * reach)) << time;
    }
}

// A function of the script that fails there is not what the message is about; one that is interrupted ends the run.
TEST(MarchErrors, AFunctionThatFailsWhereAJumpIsSearchedIsPassedOver) {
    const auto failing = [](Failure failure) {
        System system = linear_system(scalar(1), scalar(0), scalar(1));
        add_load(system, Vector::Ones(1), [failure](double) -> double { throw Error(failure, "no value"); });
        time::StepReport report;
        report.vanishing = 1e-17;
        return error_of([&] { throw time::step_failed(system, report, 0.5, 1e-3, false, {0, 1}); });
    };
    EXPECT_NE(failing(Failure::bad_case).find("the tolerance requires steps of 1e-17 s at t = 0.5 s"), std::string::npos);
    EXPECT_EQ(failing(Failure::interrupted), "no value");
}

TEST(MarchErrors, AStepThatIsHalvedSaysWhy) {
    System system = linear_system(scalar(1), scalar(0), scalar(1));
    add_contact(system, "stop", stop(1e-3), std::make_shared<PowerLaw>(1e3, 1.0, 0.0), {Vector::Ones(1)});
    const auto words = [&](double growth, double vanishing, bool own_steps, int contact) {
        time::StepReport report;
        report.growth = growth;
        report.vanishing = vanishing;
        report.contact = contact;
        return time::step_halved(system, report, 0.25, 1e-3, own_steps);
    };
    EXPECT_EQ(words(3, 0, false, 0),
              "t = 0.25 s: the damping is too stiff for an explicit force in 'stop', the step of 0.001 s is halved");
    EXPECT_EQ(words(0, 1e-17, true, -1),
              "t = 0.25 s: the tolerance requires vanishing steps in 'test', the step of 0.001 s is halved");
    EXPECT_EQ(words(0, 0, true, 0),
              "t = 0.25 s: the events were not located separately in 'stop', the step of 0.001 s is halved");
    EXPECT_EQ(words(0, 0, false, -1), "t = 0.25 s: Newton's method did not converge in 'test', the step of 0.001 s is halved");
}

TEST(MarchErrors, NoMethodIsToldToUseItself) {
    Script script;
    script.add("beam", {{"name", "beam"},
                        {"from", vector(0, 0, 0)},
                        {"to", vector(1, 0, 0)},
                        {"elements", 2},
                        {"section", table({{"family", "section"}, {"kind", "rectangle"}, {"width", 0.02}, {"height", 0.02}})},
                        {"material",
                         table({{"family", "material"}, {"kind", "isotropic"}, {"E", 2e11}, {"nu", 0.3}, {"density", 7800}})}});
    const System system = script.system();
    const State state = time::initial_state(system);
    for (const bool located : {false, true}) {
        const std::string words = time::remedy(system, state, {true, false, located});
        EXPECT_EQ(words.find("event_driven") == std::string::npos, located) << words;
        EXPECT_NE(words.find("model:damping"), std::string::npos) << words;
    }
}

// Of rigid stops those are named that are touched, to a thousand times the rounding of their place; one alone leaves room.
TEST(MarchErrors, StopsThatAreTouchedAreNamed) {
    System system = linear_system(scalar(1), scalar(0), scalar(0));
    for (const char* name : {"near", "far", "on", "soft"}) {
        contact::LawPointer law = std::make_shared<RigidLaw>(0.5);
        if (std::string(name) == "soft") law = std::make_shared<PowerLaw>(1e3, 1.0, 0.0);
        add_contact(system, name, stop(1e-3), law, {Vector::Ones(1)});
    }
    State state = time::initial_state(system);
    const auto words = [&](double near, double far, double on) {
        const double all[] = {near, far, on, 0};
        for (std::size_t s = 0; s < 4; ++s) state.sides[s].motion.indentation = all[s];
        return time::without_room(system, state);
    };
    EXPECT_EQ(words(-1e-12, -1e-9, 0), "'near' and 'on' touch there: where they leave no room, no motion goes on; otherwise ");
    EXPECT_EQ(words(-1e-9, -1e-9, 0), "");
    EXPECT_EQ(words(1e-6, 1e-6, -1), "'near' and 'far' touch there: where they leave no room, no motion goes on; otherwise ");
}

}  // namespace
}  // namespace jounce::test::march_errors_test
