// Physics: friction in rings by event_driven: a bead that runs round inside a ring, a wheel that bounces in one and takes spin
// from it; a step that allocates nothing and depends on its state alone. Reference: the equations of motion written out here,
// integrated by an adaptive rule of order 16. Tolerance: 1e-9 of the way at a tolerance of 1e-11, ten times that after impacts,
// each of which magnifies what came before; control: the motion without friction is another one.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "mechanisms.hpp"
#include "support/extrapolation.hpp"
#include "support/malloc_count.hpp"
#include "support/small_system.hpp"

namespace jounce::test::event_driven_friction_test {
namespace {

constexpr double mass = 0.4, play = 0.05, mu = 0.2;

/// A wheel of radius `radius` (0: a bead) inside a ring: F = k (r - play)^n, friction mu N s/sqrt(s^2 + v^2).
struct Ring {
    double stiffness, exponent, radius, inertia, transition;
    double x, y, vx, vy, spin;

    [[nodiscard]] Reals<6> rates(const Reals<6>& at) const {
        const Real r = std::hypot(at[0], at[1]);
        Reals<6> out{at[3], at[4], at[5], 0, 0, 0};
        if (!(r > play)) return out;
        const Real nx = at[0] / r, ny = at[1] / r;
        const Real N = stiffness * std::pow(r - play, static_cast<Real>(exponent));
        const Real slip = -ny * at[3] + nx * at[4] + radius * at[5];
        const Real T = mu * N * (transition > 0 ? slip / std::sqrt(slip * slip + transition * transition) : 1);
        out[3] = (-N * nx + T * ny) / mass;
        out[4] = (-N * ny - T * nx) / mass;
        out[5] = radius > 0 ? -radius * T / inertia : 0;
        return out;
    }
    [[nodiscard]] Reals<6> after(double duration) const {
        Reals<6> state{x, y, 0, vx, vy, spin}, scale{play, play, 1, 1, 1, 20};
        Real t = 0;
        integrate([this](Real, const Reals<6>& at) { return rates(at); }, t, state, duration, 1e-6L, 1e-15L, scale,
                  [](Real, const Reals<6>&, Real, const Reals<6>&) { return true; });
        return state;
    }
    [[nodiscard]] std::shared_ptr<const System> system(double coefficient = mu) const {
        Script m;
        m.add("point", {{"name", "p"},
                        {"at", vector(0, 0, 0)},
                        {"mass", mass},
                        {"inertia", vector(1, 1, inertia)},
                        {"free", list({"ux", "uy", "rz"})}});
        const Value law = table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", stiffness}, {"exponent", exponent}});
        const Value linear = table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", stiffness}});
        const Value smooth = table({{"family", "friction"},
                                    {"kind", "coulomb_regularised"},
                                    {"coefficient", coefficient},
                                    {"transition_speed", transition}});
        const Value coulomb = table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", coefficient}});
        Table fields = table({{"name", "ring"},
                              {"node", "p"},
                              {"axis", vector(0, 0, 1)},
                              {"clearance", play},
                              {"law", exponent == 1 ? linear : law},
                              {"friction", transition > 0 ? smooth : coulomb}});
        if (radius > 0) fields.set("surface_radius", radius);
        m.model.add("circular_gap", fields, {"test", 1});
        m.add("initial", {{"node", "p"}, {"displacement", vector(x, y, 0)}, {"velocity", vector(vx, vy, 0)}});
        if (spin != 0) m.add("initial", {{"node", "p"}, {"angular_velocity", vector(0, 0, spin)}});
        return std::make_shared<System>(m.system());
    }
};

/// Place and angle at the end.
std::array<double, 3> march_by(const time::MethodPointer& method, double step, const std::shared_ptr<const System>& system,
                               double duration) {
    const auto prepared = method->prepare(system);
    const auto stepper = method->bind(*prepared, time::Events::locate);
    State state = time::initial_state(*prepared);
    time::MarchOptions options;
    options.step = step;
    options.duration = duration;
    options.order = method->order();
    (void)time::march(*prepared, *stepper, options, state, {});
    return {probe(*prepared, state, "p.ux"), probe(*prepared, state, "p.uy"), probe(*prepared, state, "p.rz")};
}

std::array<double, 3> march_of(const std::shared_ptr<const System>& system, double duration, double tolerance) {
    return march_by(events(tolerance), duration / 7, system, duration);
}

double off(const std::array<double, 3>& got, const Reals<6>& want) {
    double worst = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const double size = i < 2 ? play : 1;
        worst = std::max(worst, std::abs(got[i] - static_cast<double>(want[i])) / size);
    }
    return worst;
}

TEST(EventDrivenFriction, ABeadRunsRoundInARing) {
    constexpr double k = 4e5, v = 1.5;
    const Ring ring{k, 1, 0, 1, 0, play + mass * v * v / play / k, 0, 0, v, 0};
    const auto system = ring.system();
    const Reals<6> want = ring.after(0.3);
    EXPECT_LT(off(march_of(system, 0.3, 1e-11), want), 1e-9);
    EXPECT_GT(off(march_of(ring.system(0), 0.3, 1e-11), want), 0.1);
}

TEST(EventDrivenFriction, AWheelBouncesInARingAndTakesSpinFromIt) {
    const Ring ring{3e7, 1.5, 0.01, 2e-5, 1e-2, 0.01, 0, 1.1, 0.4, -15};
    const auto system = ring.system();
    const Reals<6> want = ring.after(0.25);
    EXPECT_GT(std::abs(static_cast<double>(want[5]) + 15), 4);  // the spin has changed
    EXPECT_LT(off(march_of(system, 0.25, 1e-11), want), 1e-8);
}

// Two frictions on one motion, with static coefficients above the sliding ones, are one under the sum of their normal forces.
TEST(EventDrivenFriction, TwoBrakesOfDifferentForceAreOne) {
    const auto built = [](std::vector<double> normal_forces) {
        Script m;
        m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1.3}, {"free", list({"ux"})}});
        m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 100}, {"damping", 0.2}});
        const Value sine = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 9}, {"frequency", 0.9}});
        m.add("load", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"force", sine}});
        const Value coulomb =
            table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.3}, {"static_coefficient", 0.45}});
        for (const double N : normal_forces)
            m.add("friction", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"normal_force", N}, {"friction", coulomb}});
        m.add("initial", {{"node", "p"}, {"displacement", vector(0.5, 0, 0)}, {"velocity", vector(0.3, 0, 0)}});
        return std::make_shared<const System>(m.system());
    };
    const double one = march_of(built({10}), 3, 1e-10)[0];
    EXPECT_NEAR(march_of(built({3, 7}), 3, 1e-10)[0], one, 1e-11);
    EXPECT_NEAR(march_of(built({6, 1, 3}), 3, 1e-10)[0], one, 1e-11);
    // By a method with fixed steps, too: to the compliance that keeps its equations regular.
    for (const auto& way : {method("newmark"), alpha()})
        EXPECT_NEAR(march_by(way, 1e-3, built({3, 7}), 3)[0], march_by(way, 1e-3, built({10}), 3)[0], 1e-8);
    EXPECT_GT(std::abs(march_of(built({9}), 3, 1e-10)[0] - one), 1e-3);
}

// A body rests on a rigid stop without play until a load that has no closed form lifts it: z = 25 (t - t0)^3/6m, t0 = m g/25; and
// beside it one at rest that a load sets in motion with a jump: x = F/k (1 - cos w (t - t1)).
TEST(EventDrivenFriction, RestEndsByALoadThatRisesAndByOneThatJumps) {
    Script m;
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 2}, {"free", list({"ux", "uz"})}});
    m.add("gap", {{"name", "floor"},
                  {"node", "p"},
                  {"direction", vector(0, 0, 1)},
                  {"clearance", 0},
                  {"sides", "negative"},
                  {"law", table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.5}})}});
    m.add("load", {{"node", "p"}, {"direction", vector(0, 0, -1)}, {"force", 19.62}});
    m.add("point", {{"name", "b"}, {"at", vector(1, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
    m.add("spring", {{"from", "b"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1e4}});
    const Value jump = table({{"family", "signal"}, {"kind", "step"}, {"time", 0.53}, {"value", 100}});
    m.add("load", {{"node", "b"}, {"direction", vector(1, 0, 0)}, {"force", jump}});
    m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1}});
    System system = m.system();
    const auto& names = system.coordinate_names;
    linalg::Vector up = linalg::Vector::Zero(system.size());
    up[std::ranges::find(names, "p.uz") - names.begin()] = 1;
    add_load(system, up, [](double t) { return 25 * t; });
    const auto shared = std::make_shared<const System>(system);
    const auto method = events(1e-10);
    const auto stepper = method->bind(*shared, time::Events::locate);
    State state = time::initial_state(*shared);
    time::MarchOptions options;
    options.step = 0.25;
    options.duration = 1;
    options.order = method->order();
    (void)time::march(*shared, *stepper, options, state, {});
    const double t0 = 19.62 / 25;
    EXPECT_NEAR(probe(*shared, state, "p.uz"), 25 / 12.0 * std::pow(1 - t0, 3), 1e-10);
    EXPECT_NEAR(probe(*shared, state, "b.ux"), 0.01 * (1 - std::cos(100 * 0.47)), 1e-9);
}

TEST(EventDrivenFriction, NothingAllocatesAndAStepIsAFunctionOfItsState) {
    Script m;
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
    m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1e4}});
    m.add("friction", {{"name", "brake"},
                       {"node", "p"},
                       {"direction", vector(1, 0, 0)},
                       {"normal_force", 3},
                       {"friction", table({{"family", "friction"},
                                           {"kind", "lugre"},
                                           {"coefficient", 0.1},
                                           {"static_coefficient", 0.15},
                                           {"bristle_stiffness", 1e4},
                                           {"stribeck_speed", 0.01}})}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(0.5, 0, 0)}});
    const System system = m.system();
    const auto method = events(1e-8);
    const auto stepper = method->bind(system, time::Events::locate), other = method->bind(system, time::Events::locate);
    State now = time::initial_state(system);
    stepper->start(now);
    State next = now, again = now;
    (void)stepper->step(now, next, 1e-3, now.time + 1e-3);
    long allocations = 0;
    for (int i = 0; i < 500; ++i) {
        allocations += tests::mallocs_in([&] { (void)stepper->step(now, next, 1e-3, now.time + 1e-3); });
        (void)other->step(now, again, 1e-3, now.time + 1e-3);
        ASSERT_EQ(next.time, again.time);
        ASSERT_EQ(next.q, again.q);
        ASSERT_EQ(next.frictions[0].bristle, again.frictions[0].bristle);
        std::swap(now, next);
    }
    EXPECT_EQ(allocations, 0);
}

// Two brakes that hold one motion share its force, in each evaluation of a step.
TEST(EventDrivenFriction, NothingAllocatesWhereSticksHoldOneMotion) {
    Script m;
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
    m.add("spring", {{"from", "p"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1e4}});
    const Value rough = table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", 0.5}});
    for (const double N : {3.0, 7.0})
        m.add("friction", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"normal_force", N}, {"friction", rough}});
    const Value swing = table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 4}, {"frequency", 5}});
    m.add("load", {{"node", "p"}, {"direction", vector(1, 0, 0)}, {"force", swing}});
    const System system = m.system();
    for (const auto& way : {events(1e-8), method("newmark"), alpha()}) {
        SCOPED_TRACE(way->describe());
        const auto stepper = way->bind(system, time::Events::locate);
        State now = time::initial_state(system);
        stepper->start(now);
        State next = now;
        (void)stepper->step(now, next, 1e-3, now.time + 1e-3);
        long allocations = 0;
        for (int i = 0; i < 200; ++i) {
            std::swap(now, next);
            allocations += tests::mallocs_in([&] { (void)stepper->step(now, next, 1e-3, now.time + 1e-3); });
            for (const FrictionState& friction : next.frictions) ASSERT_EQ(friction.status, FrictionStatus::stick);
        }
        EXPECT_EQ(allocations, 0);
        // In proportion to the normal forces.
        EXPECT_NEAR(next.frictions[0].force[0], 3.0 / 7 * next.frictions[1].force[0],
                    1e-6 * std::abs(next.frictions[1].force[0]));
    }
}

}  // namespace
}  // namespace jounce::test::event_driven_friction_test
