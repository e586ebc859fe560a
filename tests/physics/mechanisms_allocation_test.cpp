// Promise: nothing allocates inside a step of a mechanism, in flight, in contact and at located events, by every method.
// Witness: malloc itself is counted between accepted states. Control: the counter sees an allocation (time.Allocation), and
// the run sees contacts and flight.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"
#include "support/malloc_count.hpp"

namespace jounce::test::mechanisms_allocation_test {
namespace {

System rattling() {
    Mechanisms m;
    SliderCrank{}.without_joint(m);
    const Value law = table({{"family", "law"}, {"kind", "lankarani_nikravesh"}, {"stiffness", 5e9}, {"restitution", 0.6}});
    const Value friction =
        table({{"family", "friction"}, {"kind", "coulomb_regularised"}, {"coefficient", 0.1}, {"transition_speed", 1e-3}});
    m.add("revolute_clearance", {{"name", "C"},
                                 {"bearing", "rod.C"},
                                 {"journal", "slider.C"},
                                 {"bearing_radius", 0.0111},
                                 {"journal_radius", 0.0101},
                                 {"law", law},
                                 {"friction", friction}});
    m.guess({{"crank", 0.0}, {"rod", 0.0}});
    return m.system();
}

/// A block that rests with both corners on one face, and a rider on the ground between two brakes: two sticks that hold one
/// motion, in each. Loads below the cones swing.
System resting() {
    Mechanisms m;
    const Value rigid = table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.5}});
    const Value rough = table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.5}});
    const Value swing = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 1}, {"frequency", 5}});
    m.body("block", 0.4, 3e-4, {});
    m.add("translational_clearance", {{"name", "guide"},
                                      {"body", "block"},
                                      {"length", 0.1},
                                      {"height", 0.04},
                                      {"clearance", 0.01},
                                      {"law", rigid},
                                      {"friction", rough}});
    m.add("initial", {{"node", "block"}, {"y", -0.01}});
    m.add("load", {{"node", "block"}, {"direction", vector(1, 0, 0)}, {"force", swing}});
    m.add("point", {{"name", "rider"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
    for (const double N : {3.0, 7.0})
        m.add("friction", {{"node", "rider"}, {"direction", vector(1, 0, 0)}, {"normal_force", N}, {"friction", rough}});
    m.add("load", {{"node", "rider"}, {"direction", vector(1, 0, 0)}, {"force", swing}});
    m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    return m.system();
}

class Mallocs final : public time::Observer {
  public:
    void begin(const System& /*system*/, const State& /*state*/) override {}
    void accepted(const time::AcceptedStep& step) override {
        ++steps;
        touching += step.after.sides[0].memory.closed ? 1 : 0;
        for (const FrictionState& friction : step.after.frictions) sticking += friction.status == FrictionStatus::stick ? 1 : 0;
        if (steps == warm_up) first = tests::mallocs_so_far();
        if (steps >= warm_up) last = tests::mallocs_so_far();
    }
    static constexpr int warm_up = 50;  // the march's own buffers
    int steps = 0, touching = 0, sticking = 0;
    long first = 0, last = 0;
};

void expect_none(const time::MethodPointer& method, double step) {
    const System system = rattling();
    const auto stepper = method->bind(system, time::Events::locate);
    State state = time::initial_state(system);
    Mallocs mallocs;
    std::vector<time::Observer*> observers = {&mallocs};
    time::MarchOptions options;
    options.step = step;
    options.duration = 0.1;
    options.order = method->order();
    (void)time::march(system, *stepper, options, state, observers);
    EXPECT_GT(mallocs.steps, 2 * Mallocs::warm_up);
    EXPECT_GT(mallocs.touching, 20);
    EXPECT_LT(mallocs.touching, mallocs.steps);
    EXPECT_EQ(mallocs.last - mallocs.first, 0);
}

void expect_none_at_rest(const time::MethodPointer& method) {
    const System system = resting();
    const auto stepper = method->bind(system, time::Events::locate);
    State state = time::initial_state(system);
    Mallocs mallocs;
    std::vector<time::Observer*> observers = {&mallocs};
    time::MarchOptions options;
    options.step = 1e-3;
    options.duration = 0.2;
    options.order = method->order();
    (void)time::march(system, *stepper, options, state, observers);
    EXPECT_GE(mallocs.steps, 2 * Mallocs::warm_up);
    EXPECT_GE(mallocs.sticking, 4 * (mallocs.steps - 5)) << "two corners and two brakes, but for the first steps";
    EXPECT_EQ(mallocs.last - mallocs.first, 0);
}

TEST(MechanismAllocation, NoneWhereSticksHoldOneMotion) {
    expect_none_at_rest(events(1e-8));
    expect_none_at_rest(alpha());
    expect_none_at_rest(method("baumgarte"));
}

TEST(MechanismAllocation, NoneInAStepOfEventDriven) { expect_none(events(1e-8), 1e-3); }
TEST(MechanismAllocation, NoneInAStepOfGeneralizedAlpha) { expect_none(alpha(), 1e-5); }
TEST(MechanismAllocation, NoneInAStepOfBaumgarte) { expect_none(method("baumgarte"), 1e-5); }

}  // namespace
}  // namespace jounce::test::mechanisms_allocation_test
