// Physics: impacts on rigid stops in structures with friction: along lines and in planes, of masses held or braked by friction
// elsewhere, and of the tip of a beam, where normal and tangents are coupled. References: closed forms; of the beam the
// conditions of Coulomb's cone by their definition and the balance of momentum. Methods: those that have rigid stops with
// friction. Tolerance: round-off for motions under constant forces, which the methods march without error but for the located
// ends of steps.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "mechanisms.hpp"
#include "system/state/gap_rows.hpp"
#include "time/account/friction_log.hpp"

namespace jounce::test::rigid_stop_friction_test {
namespace {

constexpr double g = 9.81, mass = 0.4;

Value rigid(double restitution, double returned = 0) {
    return table({{"family", "law"},
                  {"kind", "rigid"},
                  {"restitution", restitution},
                  {"tangential_restitution", returned},
                  {"minimum_speed", 1e-6}});
}
Value coulomb(double mu) { return table({{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}}); }

struct RigidWithFriction : testing::TestWithParam<const char*> {
    [[nodiscard]] time::MethodPointer make() const {
        const std::string name = GetParam();
        return name == "event_driven" ? events(1e-11) : name == "generalized_alpha" ? alpha(0.8) : method(GetParam());
    }
};

/// A ball over a floor at z = 0 that begins `height` above it, thrown along (vx, vy).
System ball(double height, double vx, double vy, bool plane, const Value& law, const Value& friction) {
    Script m;
    m.add("point", {{"name", "p"}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux", "uy", "uz"})}});
    m.add("gap", {{"name", "floor"},
                  {"node", "p"},
                  {"direction", vector(0, 0, 1)},
                  {"clearance", height},
                  {"sides", "negative"},
                  {"law", law},
                  {"friction", friction},
                  plane ? std::pair<const char*, Value>{"tangents", list({vector(1, 0, 0), vector(0, 1, 0)})}
                        : std::pair<const char*, Value>{"tangent", vector(1, 0, 0)}});
    m.add("gravity", {{"acceleration", vector(0, 0, -g)}});
    m.add("initial", {{"node", "p"}, {"velocity", vector(vx, vy, 0)}});
    return m.system();
}

// Each bounce takes mu (1 + e) v_n from the slip, or what is left of it, and returns e_T of what it ends.
TEST_P(RigidWithFriction, ABallThrownOnARoughFloorLosesSlipWithEachBounce) {
    constexpr double e = 0.6, mu = 0.2, height = 0.02;
    for (const double returned : {0.0, 0.5}) {
        for (const double angle : {0.0, 0.7, 2.9}) {
            const bool plane = angle != 0;
            const double v0 = 0.9;
            const System system =
                ball(height, v0 * std::cos(angle), v0 * std::sin(angle), plane, rigid(e, returned), coulomb(mu));
            const double fall = std::sqrt(2 * height / g), duration = fall * (1 + 2 * e + 2 * e * e) + 0.01;
            const MechanismRun run = run_mechanism(system, *make(), 1e-3, duration);
            ASSERT_EQ(run.impacts.size(), 3u);
            double slip = v0, way = v0 * fall, lost = 0, before = g * fall, flight = fall;
            for (int bounce = 0; bounce < 3; ++bounce) {
                const double most = mu * (1 + e) * before, was = slip;
                slip = std::abs(slip) * (1 + returned) <= most ? -returned * slip : slip - std::copysign(most, slip);
                lost += 0.5 * mass * (was * was - slip * slip);
                before *= e;
                flight = bounce < 2 ? 2 * before / g : duration - fall * (1 + 2 * e + 2 * e * e);
                way += slip * flight;
            }
            EXPECT_NEAR(probe(system, run.end, "p.ux"), way * std::cos(angle), 1e-9);
            EXPECT_NEAR(probe(system, run.end, "p.uy"), way * std::sin(angle), 1e-9);
            EXPECT_NEAR(probe(system, run.end, "p.ux_velocity"), slip * std::cos(angle), 1e-9);
            EXPECT_NEAR(run.energy.friction, lost, 1e-8 * mass);
            EXPECT_NEAR(run.energy.contact_damping, 0.5 * mass * 2 * g * height * (1 - std::pow(e, 6)), 1e-8 * mass);
            EXPECT_NEAR(run.energy.remainder, 0, 1e-9 * mass);
        }
    }
}

// Without a rebound it stays on the floor: mu v_n of its slip is lost at once, and the rest at mu g.
TEST_P(RigidWithFriction, ABallThatStaysSlidesToRest) {
    constexpr double mu = 0.3, height = 0.005, v0 = 0.5;
    for (const double angle : {0.0, 1.1}) {
        const System system = ball(height, v0 * std::cos(angle), v0 * std::sin(angle), angle != 0, rigid(0), coulomb(mu));
        const double fall = std::sqrt(2 * height / g), slip = v0 - mu * g * fall, stop = slip / (mu * g);
        const MechanismRun run = run_mechanism(system, *make(), 1e-3, fall + stop + 0.02);
        const double way = v0 * fall + 0.5 * slip * stop;
        EXPECT_NEAR(std::hypot(probe(system, run.end, "p.ux"), probe(system, run.end, "p.uy")), way, 1e-9);
        EXPECT_NEAR(probe(system, run.end, "p.uy"), way * std::sin(angle), 1e-9);
        EXPECT_EQ(probe(system, run.end, "floor.sticking"), 1);
        EXPECT_NEAR(probe(system, run.end, "floor.force"), mass * g, 1e-9 * mass * g);
        EXPECT_NEAR(run.energy.friction, 0.5 * mass * v0 * v0, 1e-8 * mass);
        EXPECT_NEAR(run.energy.remainder, 0, 1e-9 * mass);
    }
}

// A mass that friction holds on the ground is struck by another one: friction, a finite force, has no impulse, so the masses
// exchange the momentum of the impact, and the struck one slides to rest.
TEST_P(RigidWithFriction, AStruckMassIsTornFromTheFrictionThatHoldsIt) {
    constexpr double e = 0.5, N = 10, mu = 0.2, v0 = 1;
    Script m;
    m.add("point", {{"name", "a"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
    m.add("point", {{"name", "b"}, {"at", vector(-1, 0, 0)}, {"mass", 1}, {"free", list({"ux"})}});
    m.add("friction",
          {{"name", "floor"}, {"node", "a"}, {"direction", vector(1, 0, 0)}, {"normal_force", N}, {"friction", coulomb(mu)}});
    m.add("gap", {{"name", "between"},
                  {"from", "a"},
                  {"to", "b"},
                  {"direction", vector(-1, 0, 0)},
                  {"clearance", 0.5},
                  {"sides", "negative"},
                  {"law", rigid(e)}});
    m.add("initial", {{"node", "b"}, {"velocity", vector(v0, 0, 0)}});
    const System system = m.system();
    // b follows with (1 - e)/2 and would strike again where a has stopped: later.
    const double va = 0.5 * (1 + e) * v0, vb = 0.5 * (1 - e) * v0, way = va * va / (2 * mu * N), stop = va / (mu * N);
    const double duration = 0.5 + stop + 0.1;
    ASSERT_LT(vb * (duration - 0.5), way);
    const MechanismRun run = run_mechanism(system, *make(), 1e-3, duration);
    EXPECT_NEAR(probe(system, run.end, "a.ux"), way, 1e-9);
    EXPECT_NEAR(probe(system, run.end, "a.ux_velocity"), 0, 1e-12);
    EXPECT_NEAR(probe(system, run.end, "b.ux"), 0.5 + vb * (duration - 0.5), 1e-9);
    EXPECT_EQ(probe(system, run.end, "floor.sticking"), 1);
    EXPECT_NEAR(run.energy.friction, 0.5 * va * va, 1e-9);
    EXPECT_NEAR(run.energy.contact_damping, 0.25 * (1 - e * e) * v0 * v0, 1e-9);
    EXPECT_NEAR(run.energy.remainder, 0, 1e-10);
}

// A mass that slides on the ground rebounds from a wall: its friction turns with its motion, at once.
TEST_P(RigidWithFriction, ASlidingMassReboundsAgainstItsFriction) {
    constexpr double e = 0.8, deceleration = 2, v0 = 1, wall = 0.1;
    Script m;
    m.add("point", {{"name", "a"}, {"at", vector(0, 0, 0)}, {"mass", mass}, {"free", list({"ux"})}});
    m.add("friction", {{"name", "floor"},
                       {"node", "a"},
                       {"direction", vector(1, 0, 0)},
                       {"normal_force", 10},
                       {"friction", coulomb(deceleration * mass / 10)}});
    m.add("gap", {{"name", "wall"},
                  {"node", "a"},
                  {"direction", vector(1, 0, 0)},
                  {"clearance", wall},
                  {"sides", "positive"},
                  {"law", rigid(e)}});
    m.add("initial", {{"node", "a"}, {"velocity", vector(v0, 0, 0)}});
    const System system = m.system();
    const double before = std::sqrt(v0 * v0 - 2 * deceleration * wall), after = e * before;
    const double back = after * after / (2 * deceleration);
    const MechanismRun run = run_mechanism(system, *make(), 1e-3, (v0 - before + after) / deceleration + 0.05);
    EXPECT_NEAR(probe(system, run.end, "a.ux"), wall - back, 1e-9);
    EXPECT_EQ(probe(system, run.end, "floor.sticking"), 1);
    EXPECT_NEAR(run.energy.friction, mass * deceleration * (wall + back), 1e-9);
    EXPECT_NEAR(run.energy.remainder, 0, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Methods, RigidWithFriction, testing::Values("event_driven", "newmark", "generalized_alpha"),
                         [](const auto& method) { return std::string(method.param); });

// The tip of a beam whose principal directions lie across the stop's: at the impact W couples the normal with both tangents, and
// turns the slip. P = (1 + e) of Newton's law, |F| = mu P against the slip behind, or less without any; M dv = -B^T (P, F).
TEST(RigidWithFrictionOnBeam, TheImpulseLiesInTheCone) {
    for (const double mu : {0.05, 0.2, 2.0}) {
        SCOPED_TRACE(mu);
        Script m;
        const Value section = table({{"family", "section"}, {"kind", "rectangle"}, {"width", 0.004}, {"height", 0.03}});
        const Value steel = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 2e11}, {"nu", 0.3}, {"density", 7800.0}});
        m.add("beam", {{"name", "rod"},
                       {"from", vector(0, 0, 0)},
                       {"to", vector(0.1, 0.05, 0.3)},
                       {"elements", 2},
                       {"section", section},
                       {"material", steel}});
        m.add("fix", {{"node", "rod[1]"}});
        constexpr double e = 0.4;
        m.add("gap", {{"name", "stop"},
                      {"node", "rod[3]"},
                      {"direction", vector(1, 0, 0)},
                      {"tangents", list({vector(0, 1, 0), vector(0, 0, 1)})},
                      {"clearance", 1e-6},
                      {"sides", "positive"},
                      {"law", rigid(e)},
                      {"friction", coulomb(mu)}});
        m.add("initial", {{"node", "rod[3]"}, {"velocity", vector(0.6, 0.9, -0.5)}});
        const System system = m.system();
        struct Impact final : time::Observer {
            void begin(const System& /*system*/, const State& /*state*/) override {}
            void accepted(const time::AcceptedStep& /*step*/) override {}
            void switched(const time::SwitchedState& event) override {
                if (count++ > 0) return;
                before = event.before;
                after = event.after;
                impulse = event.switches.front().impulse;
            }
            int count = 0;
            State before, after;
            double impulse = 0;
        } impact;
        const auto method = test::method("newmark");
        const auto stepper = method->bind(system, time::Events::locate);
        State state = time::initial_state(system);
        std::vector<time::Observer*> observers = {&impact};
        time::MarchOptions options;
        options.step = 1e-7;
        options.duration = 3e-6;
        options.order = method->order();
        (void)time::march(system, *stepper, options, state, observers);
        ASSERT_GE(impact.count, 1);
        const FrictionState& friction = impact.after.frictions[0];
        const double P = impact.impulse;
        EXPECT_NEAR(impact.after.sides[0].motion.rate, -e * impact.before.sides[0].motion.rate, 1e-12);
        const linalg::Matrix Bt = transposed_rows(system);
        linalg::Vector given = P * Bt.col(system.contacts[0].first_row);
        for (int k = 0; k < 2; ++k)
            given += friction.impulse[static_cast<std::size_t>(k)] * Bt.col(system.frictions[0].first_row + k);
        const linalg::Vector change = system.linear.M * (impact.after.v - impact.before.v);
        EXPECT_NEAR((change + given).norm(), 0, 1e-12 * given.norm());
        const double F = contact::norm(friction.impulse), slip = contact::norm(friction.velocity);
        const double before = contact::norm(friction.speed_before);
        if (slip > 1e-10 * before) {
            EXPECT_NEAR(F, mu * P, 1e-12 * P);
            EXPECT_NEAR(contact::dot(friction.impulse, friction.velocity), F * slip, 1e-10 * F * slip);
            // Control: it is not along the slip before.
            EXPECT_LT(contact::dot(friction.impulse, friction.speed_before), (1 - 1e-4) * F * before);
        } else {
            EXPECT_LT(F, mu * P);
        }
        EXPECT_EQ(slip > 1e-10 * before, mu < 0.5);
    }
}

}  // namespace
}  // namespace jounce::test::rigid_stop_friction_test
