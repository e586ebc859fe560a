// Physics: pins at the round ends of slots, where one contact serves both halves.
// Reference: the elastic impact of H. Hertz in closed form (W. Goldsmith 1960: deepest (5 m v^2 / (4 K))^(2/5), duration
// 2.943275 times that over v); the same pin in a bearing; mirrored starts; kinematics that touch nothing.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::mechanisms_slot_test {
namespace {

constexpr double half_length = 0.05, pin_radius = 0.01, clearance = 1e-3;

Value law(const char* kind, std::initializer_list<std::pair<const char*, Value>> settings) {
    Table out = table(settings);
    out.set("family", "law");
    out.set("kind", kind);
    return out;
}
Value hunt_crossley(double stiffness = 1e8) { return law("hunt_crossley", {{"stiffness", stiffness}, {"restitution", 0.6}}); }

void slot(Mechanisms& m, const Value& law, const Vector2d& from, const Vector2d& to, const Value& friction = {}) {
    Table entry = table({{"name", "slot"},
                         {"pin", "pin"},
                         {"from", pair_of(from.x(), from.y())},
                         {"to", pair_of(to.x(), to.y())},
                         {"width", 2 * (pin_radius + clearance)},
                         {"pin_radius", pin_radius},
                         {"law", law}});
    if (friction.table() != nullptr) entry.set("friction", friction);
    m.model.add("slot", entry, {"case.lua", 1});
}

// A pin flies along the mid-line, or beside it by round-off, into the end: one contact, elastic, whichever half has it.
TEST(SlotEnd, HeadOnIsOneImpactOfHertz) {
    constexpr double mass = 1.3, speed = 0.7, K = 2e8;
    for (const double beside : {0.0, 1e-18, -1e-18, 1e-10, -1e-10}) {
        struct Marched {
            time::MethodPointer method;
            double step, tolerance;
        };
        // Of the order of the methods' own errors at 2 us in an impact of 1.5 ms: second order 1e-6, fourth order 1e-9.
        const double step = 2e-6;
        for (const Marched& marched :
             {Marched{events(), 1e-3, 1e-9}, Marched{alpha(), step, 2e-5}, Marched{method("baumgarte"), step, 1e-6}}) {
            Mechanisms m;
            m.body("pin", mass, 1e-4, {});
            slot(m, law("hertz", {{"stiffness", K}}), {-half_length, 0}, {half_length, 0});
            m.add("initial", {{"node", "pin"}, {"x", half_length - 0.5 * clearance}, {"y", beside}, {"vx", speed}});
            const MechanismRun run = run_mechanism(m.system(), *marched.method, marched.step, 0.006);
            ASSERT_EQ(run.impacts.size(), 1u) << beside << marched.method->describe();
            const double deepest = std::pow(1.25 * mass * speed * speed / K, 0.4);
            const time::Impact& hit = run.impacts[0];
            EXPECT_NEAR(hit.time_in, 1.5 * clearance / speed, 1e-12);
            EXPECT_NEAR(hit.max_indentation, deepest, marched.tolerance * deepest);
            EXPECT_NEAR(*hit.time_out - hit.time_in, 2.943275 * deepest / speed, (marched.tolerance + 1e-7) * 0.002);
            EXPECT_NEAR(run.end.v[0], -speed, marched.tolerance * speed);
            // It stays beside the mid-line by as much as a round end turns it: by far less than it would from a half only.
            EXPECT_LE(std::abs(run.end.v[1]), 2 * speed * std::abs(beside) / clearance + 1e-15);
        }
    }
}

// Dampers that push before the touch, from farther off than the middle of the slot: a face keeps its contact on either half.
// Reference: the fourth-order method of Runge and Kutta on m a = F(-x) - F(x), F(x) = max(0, k (x - clearance) + c x'), at 0.1
// us; a step across a kink of the force costs it 1e-7 of the speed. Tolerance: second order at 1 us in 2 ms contacts, 1e-5.
TEST(SlotFaces, DampersThatReachOverTheMiddlePushFromTheirOwnFace) {
    constexpr double mass = 0.5, speed = 2, k = 1e6, c = 200, play = 1e-4, duration = 5e-3;
    for (const double begin : {0.0, -0.6 * play, 0.6 * play}) {
        const auto acceleration = [](double x, double v) {
            const auto push = [](double depth, double rate) { return std::max(0.0, k * (depth - play) + c * rate); };
            return (push(-x, -v) - push(x, v)) / mass;
        };
        double x = begin, v = speed;
        constexpr double h = 1e-7;
        for (int i = 0; i < static_cast<int>(std::lround(duration / h)); ++i) {
            const double a1 = acceleration(x, v), v2 = v + 0.5 * h * a1, a2 = acceleration(x + 0.5 * h * v, v2);
            const double v3 = v + 0.5 * h * a2, a3 = acceleration(x + 0.5 * h * v2, v3);
            const double v4 = v + h * a3, a4 = acceleration(x + h * v3, v4);
            x += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
            v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        }
        ASSERT_LT(std::abs(v), 0.9 * speed);
        for (const time::MethodPointer& marched : {events(), alpha(), method("baumgarte")}) {
            Mechanisms m;
            m.body("pin", mass, 1e-4, {});
            m.add("slot", {{"name", "slot"},
                           {"pin", "pin"},
                           {"from", pair_of(0, -half_length)},
                           {"to", pair_of(0, half_length)},
                           {"width", 2 * (pin_radius + play)},
                           {"pin_radius", pin_radius},
                           {"law", law("kelvin_voigt", {{"stiffness", k}, {"damping", c}, {"transition", "force"}})}});
            m.add("initial", {{"node", "pin"}, {"x", begin}, {"vx", speed}});
            const MechanismRun run = run_mechanism(m.system(), *marched, 1e-6, duration);
            EXPECT_NEAR(run.end.q[0], x, 1e-5 * play) << begin << marched->describe();
            EXPECT_NEAR(run.end.v[0], v, 1e-5 * speed) << begin << marched->describe();
        }
    }
}

// A pendulum of a pin that rolls and slides in the end of a slot that stands upright swings through the mid-line, in contact all
// the while: as in a bearing of the end's radius. The bearing shares the law, not the geometry nor who has the contact.
TEST(SlotEnd, SwingsThroughTheMiddleAsInABearing) {
    const Value friction =
        table({{"family", "friction"}, {"kind", "coulomb_regularised"}, {"coefficient", 0.2}, {"transition_speed", 1e-2}});
    for (const double start : {0.7, -0.7}) {
        const auto pin = [&](bool in_slot) {
            Mechanisms m;
            m.body("pin", 0.4, 2e-5, {});
            const Vector2d lower(0.02, -half_length);
            if (in_slot) {
                slot(m, hunt_crossley(1e9), lower, {0.02, half_length}, friction);
            } else {
                m.add("revolute_clearance", {{"name", "bowl"},
                                             {"bearing", pair_of(lower.x(), lower.y())},
                                             {"journal", "pin"},
                                             {"bearing_radius", pin_radius + clearance},
                                             {"journal_radius", pin_radius},
                                             {"law", hunt_crossley(1e9)},
                                             {"friction", friction}});
            }
            m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
            const double deep = 1.0000001 * clearance;  // begins in contact
            m.add("initial", {{"node", "pin"},
                              {"x", lower.x() + deep * std::sin(start)},
                              {"y", lower.y() - deep * std::cos(start)},
                              {"vangle", 3.0}});
            return m.system();
        };
        const System slotted = pin(true), borne = pin(false);
        int through = 0;
        double side = 0;
        const MechanismRun a = run_mechanism(slotted, *events(), 1e-3, 0.12, [&](const State& state) {
            const double now = state.q[0] - 0.02;
            through += now * side < 0;
            side = now;
        });
        const MechanismRun b = run_mechanism(borne, *events(), 1e-3, 0.12);
        EXPECT_GE(through, 2);
        EXPECT_EQ(a.impacts.size(), b.impacts.size());
        // 1e-12 a step over the thousands of steps of a contact at 1e9 N/m^1.5.
        EXPECT_LT((a.end.q - b.end.q).cwiseAbs().maxCoeff(), 1e-11);
        EXPECT_LT((a.end.v - b.end.v).cwiseAbs().maxCoeff(), 1e-8);
        EXPECT_LT(a.largest_remainder, 1e-9 * a.work_done);
        // Resting in the end it weighs on one side only, the one that it began on.
        const SideState& inner = a.end.sides[0];
        const SideState& outer = a.end.sides[1];
        EXPECT_NE(inner.memory.closed, outer.memory.closed);
        EXPECT_EQ(inner.memory.closed, start > 0) << "to the right of the way upwards";
    }
}

// Contacts that slide from one half of an end over to the other and on along the other face, mirrored: so is the motion.
TEST(SlotEnd, MirroredStartsMoveMirrored) {
    const auto run = [&](double sign) {
        Mechanisms m;
        m.body("pin", 0.5, 3e-5, {});
        slot(m, hunt_crossley(3e7), {-half_length, 0}, {half_length, 0});
        m.add("initial", {{"node", "pin"}, {"x", half_length - 2e-3}, {"y", sign * 8e-4}, {"vx", 0.8}, {"vy", sign * 0.5}});
        return run_mechanism(m.system(), *events(), 1e-3, 0.2);
    };
    const MechanismRun up = run(1), down = run(-1);
    ASSERT_GE(up.impacts.size(), 8u);
    ASSERT_EQ(up.impacts.size(), down.impacts.size());
    for (std::size_t i = 0; i < up.impacts.size(); ++i) {
        EXPECT_NE(up.impacts[i].contact, down.impacts[i].contact);
        EXPECT_NEAR(up.impacts[i].time_in, down.impacts[i].time_in, 1e-12);
        EXPECT_NEAR(up.impacts[i].peak_force, down.impacts[i].peak_force, 1e-9 * up.impacts[i].peak_force);
    }
    EXPECT_NEAR(up.end.q[0], down.end.q[0], 1e-12);
    EXPECT_NEAR(up.end.q[1], -down.end.q[1], 1e-12);
}

// Two laws: what begins on the outer half of an end has the outer one, whatever the step goes over: its start on the other half,
// the mid-line, the border between face and end. Times of the straight flight in closed form.
TEST(SlotEnd, HalfAndTimeDoNotDependOnTheStep) {
    struct Flight {
        double x, y, vx, vy;
        bool outer;
    };
    // Across the middle before the end and in it; into the face just before the end; the end from below.
    const Flight flights[] = {{half_length - 1e-3, -0.5e-3, 0.8, 0.6, true},
                              {half_length - 0.29e-3, -0.56e-3, 1.0, 6.0, true},
                              {half_length + 0.1e-3, -0.3e-3, 0.5, 0.4, true},
                              {half_length - 1e-3, 0.5e-3, 0.8, -0.6, false},
                              {-half_length + 1e-3, -0.3e-3, -0.9, 0.4, true}};
    for (const Flight& f : flights) {
        // First touch: of the face, at y = c, or of the circle round the end.
        const double end = std::copysign(half_length, f.vx);
        const double at_face = ((f.vy > 0 ? clearance : -clearance) - f.y) / f.vy;
        const double dx = f.x - end, v2 = f.vx * f.vx + f.vy * f.vy, b = dx * f.vx + f.y * f.vy;
        const double round = (-b + std::sqrt(b * b + v2 * (clearance * clearance - dx * dx - f.y * f.y))) / v2;
        const double touch = std::abs(f.x + f.vx * at_face) <= half_length ? at_face : round;
        for (const double step : {1e-1, 1e-2, 1e-3, 1e-4}) {
            Mechanisms m;
            m.body("pin", 1, 1e-4, {});
            Table entry = table({{"name", "slot"},
                                 {"pin", "pin"},
                                 {"from", pair_of(-half_length, 0)},
                                 {"to", pair_of(half_length, 0)},
                                 {"width", 2 * (pin_radius + clearance)},
                                 {"pin_radius", pin_radius},
                                 {"inner_law", hunt_crossley(1e8)},
                                 {"outer_law", hunt_crossley(3e8)}});
            m.model.add("slot", entry, {"case.lua", 1});
            m.add("initial", {{"node", "pin"}, {"x", f.x}, {"y", f.y}, {"vx", f.vx}, {"vy", f.vy}});
            const System system = m.system();
            const MechanismRun run = run_mechanism(system, *events(1e-10), step, 0.1);
            ASSERT_GE(run.impacts.size(), 1u);
            const time::Impact& hit = run.impacts[0];
            EXPECT_NEAR(hit.time_in, touch, 1e-12) << step;
            EXPECT_EQ(system.contacts[static_cast<std::size_t>(hit.contact)].name, f.outer ? "slot.outer" : "slot.inner") << step;
            EXPECT_GT(hit.speed_in, 0);
            for (const time::Impact& each : run.impacts) {
                if (each.speed_out) EXPECT_GT(*each.speed_out, 0) << "it leaves, whichever face it slid to";
            }
        }
    }
}

// Noticed at the step's end only: pin, rate at the start and restitution are those of the end all the same, though the pin begins
// the step between the faces, along which it moves. The error of the onset is that of a step, of 1e-6 s in a contact of 2e-3 s.
TEST(SlotEnd, StepwiseHeadOnIsOneImpact) {
    for (const auto& marched : {alpha(), method("baumgarte")}) {
        Mechanisms m;
        m.body("pin", 1, 1e-4, {});
        slot(m, hunt_crossley(), {-half_length, 0}, {half_length, 0});
        m.add("initial", {{"node", "pin"}, {"x", half_length - 0.5e-6}, {"y", 0.2e-3}, {"vx", 1.0}, {"vy", 0.0}});
        const System system = m.system();
        const auto marching = [&](const time::Method& by, time::Events events, double step) {
            const auto stepper = by.bind(system, events);
            State state = time::initial_state(system);
            time::ImpactLog log;
            std::vector<time::Observer*> observers = {&log};
            (void)time::march(system, *stepper, {.step = step, .duration = 0.01, .events = events, .order = by.order()}, state,
                              observers);
            return std::pair(state, log.impacts());
        };
        const auto [exact, hits] = marching(*events(), time::Events::locate, 1e-3);
        const auto [rough, felt] = marching(*marched, time::Events::stepwise, 1e-6);
        ASSERT_EQ(hits.size(), felt.size()) << marched->describe();
        EXPECT_NEAR(felt[0].peak_force, hits[0].peak_force, 2e-3 * hits[0].peak_force) << marched->describe();
        EXPECT_NEAR(rough.v[0], exact.v[0], 5e-3);
        EXPECT_NEAR(rough.v[1], exact.v[1], 5e-3);
    }
}

// The slot is shaken along itself about a pin that rests: between its ends the pin faces neither, and no accuracy limits a step.
// The first touch is where A sin(w t) = half_length + clearance, near the crest at 12.5 ms. The second step goes from 8 to 16 ms:
// at both its ends the pin stands between the faces and moves along them.
TEST(SlotEnd, IsFoundThoughAStepBeginsAndEndsBetweenTheEnds) {
    constexpr double hertz = 20;
    struct Shaken {
        double clearance, above;
    };
    // With little clearance and little more way the stay beyond the faces is 0.44 ms, between looks 1 ms apart.
    for (const auto& [clearance, above] : {Shaken{1e-3, 1e-5}, Shaken{1e-3, 1e-4}, Shaken{1e-3, 1e-3}, Shaken{1e-5, 1e-5}}) {
        const double amplitude = half_length + clearance + above;
        Mechanisms m;
        m.body("pin", 1, 1e-4, {});
        m.body("base", 1, 1, {});
        for (const char* dof : {"ux", "uy", "rz"}) {
            const bool moves = std::string(dof) == "ux";
            m.add(
                "prescribe",
                {{"node", "base"},
                 {"dof", dof},
                 {"motion",
                  table(
                      {{"family", "signal"}, {"kind", "sine"}, {"amplitude", moves ? amplitude : 0.0}, {"frequency", hertz}})}});
        }
        m.add("slot", {{"name", "slot"},
                       {"pin", "pin"},
                       {"base", "base"},
                       {"from", pair_of(-half_length, 0)},
                       {"to", pair_of(half_length, 0)},
                       {"width", 2 * (pin_radius + clearance)},
                       {"pin_radius", pin_radius},
                       {"law", hunt_crossley()}});
        const MechanismRun run = run_mechanism(m.system(), *events(1e-6), 0.008, 0.1);
        ASSERT_GE(run.impacts.size(), 1u) << above;
        const double touch = std::asin((half_length + clearance) / amplitude) / (2 * pi * hertz);
        EXPECT_NEAR(run.impacts[0].time_in, touch, 1e-9) << above;
    }
}

}  // namespace
}  // namespace jounce::test::mechanisms_slot_test
