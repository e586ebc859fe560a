// Physics: set-valued friction in clearance joints and slots, under laws that are rigid and laws that yield: slip to rest,
// reversal, a stick that breaks, rolling, impacts that slip, stick and return slip. References: closed forms. Methods: all that
// know joints.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"
#include "time/account/friction_log.hpp"

namespace jounce::test::mechanisms_set_valued_test {
namespace {

using What = time::FrictionEvent::What;
constexpr double g = 9.81, mass = 0.4;

Value rigid(double restitution, double returned = 0) {
    return table({{"family", "law"},
                  {"kind", "rigid"},
                  {"restitution", restitution},
                  {"tangential_restitution", returned},
                  {"minimum_speed", 1e-6}});
}
Value coulomb(double mu, double at_rest = 0) {
    return table(
        {{"family", "friction"}, {"kind", "coulomb"}, {"coefficient", mu}, {"static_coefficient", std::max(mu, at_rest)}});
}

struct Logged : MechanismRun {
    std::vector<time::FrictionEvent> events;
};

Logged march(const System& system, const time::Method& method, double step, double duration) {
    const auto stepper = method.bind(system, time::Events::locate);
    Logged out;
    out.end = time::initial_state(system);
    time::ImpactLog log;
    time::EnergyAccount account;
    time::FrictionLog frictions;
    std::vector<time::Observer*> observers = {&log, &account, &frictions};
    time::MarchOptions options;
    options.step = step;
    options.duration = duration;
    options.order = method.order();
    out.report = time::march(system, *stepper, options, out.end, observers);
    out.impacts = log.impacts();
    out.energy = account.terms(out.end);
    out.events = frictions.events();
    return out;
}

std::vector<time::FrictionEvent> slips(const Logged& run) {
    std::vector<time::FrictionEvent> out;
    for (const time::FrictionEvent& event : run.events) {
        if (event.what == What::slip) out.push_back(event);
    }
    return out;
}

struct SetValuedByMethod : testing::TestWithParam<const char*> {
    [[nodiscard]] std::string name() const { return GetParam(); }
    [[nodiscard]] time::MethodPointer make() const {
        return name() == "event_driven" ? events() : name() == "baumgarte" ? method("baumgarte") : alpha(0.8);
    }
};

constexpr double half_length = 0.05, half_height = 0.02, clearance = 0.01;

/// A block at rest on the lower face of a guide that rises by `slope`, gravity being tilted, with a speed along it.
struct Block : Mechanisms {
    Block(double speed, double slope, const Value& friction) {
        body("block", mass, 3e-4, {});
        add("translational_clearance", {{"name", "guide"},
                                        {"body", "block"},
                                        {"length", 2 * half_length},
                                        {"height", 2 * half_height},
                                        {"clearance", clearance},
                                        {"law", rigid(0.5)},
                                        {"friction", friction}});
        add("gravity", {{"acceleration", vector(-g * std::sin(slope), -g * std::cos(slope), 0)}});
        add("initial", {{"node", "block"}, {"y", -clearance}, {"vx", speed}});
    }
};

// Under its weight it comes to rest after v0/(mu g), v0^2/(2 mu g) farther; the front corner carries
// m g (1/2 + mu h/(2 l)) meanwhile, h its height and l half its length, and the rear one the rest.
TEST_P(SetValuedByMethod, ABlockSlidesToRest) {
    const double mu = 0.3, v0 = 0.2;
    const System system = Block(v0, 0, coulomb(mu)).system();
    const double stop = v0 / (mu * g);
    const Logged sliding = march(system, *make(), 1e-3, 0.5 * stop);
    const double more = 0.5 * mu * half_height / half_length;
    EXPECT_NEAR(probe(system, sliding.end, "guide[2].force"), mass * g * (0.5 + more), 1e-9 * mass * g);
    EXPECT_NEAR(probe(system, sliding.end, "guide[1].force"), mass * g * (0.5 - more), 1e-9 * mass * g);
    EXPECT_NEAR(probe(system, sliding.end, "guide[2].friction_force"), -mu * mass * g * (0.5 + more), 1e-9 * mass * g);
    EXPECT_NEAR(probe(system, sliding.end, "block.ax"), -mu * g, 1e-9 * g);
    const Logged run = march(system, *make(), 1e-3, stop + 0.05);
    ASSERT_EQ(run.events.size(), 2u);
    for (const time::FrictionEvent& event : run.events) {
        EXPECT_EQ(event.what, What::stick);
        EXPECT_NEAR(event.time, stop, 1e-9);
    }
    EXPECT_NEAR(probe(system, run.end, "block.x"), 0.5 * v0 * v0 / (mu * g), 1e-9);
    EXPECT_NEAR(probe(system, run.end, "block.vx"), 0, 1e-12);
    EXPECT_NEAR(probe(system, run.end, "block.ax"), 0, 1e-9);
    EXPECT_EQ(probe(system, run.end, "guide[1].sticking"), 1);
    EXPECT_NEAR(run.energy.friction, 0.5 * mass * v0 * v0, 1e-9 * mass * v0 * v0);
    EXPECT_NEAR(run.energy.remainder, 0, 1e-9 * mass * v0 * v0);
}

// Up a slope steeper than the friction holds it stops after v0/(g (sin + mu cos)) and slides back with g (sin - mu cos).
TEST_P(SetValuedByMethod, ABlockSlidesUpAndBack) {
    const double mu = 0.3, v0 = 0.5, slope = 0.5, after = 0.1;
    const System system = Block(v0, slope, coulomb(mu)).system();
    const double up = g * (std::sin(slope) + mu * std::cos(slope)), down = g * (std::sin(slope) - mu * std::cos(slope));
    const Logged run = march(system, *make(), 1e-3, v0 / up + after);
    const double x = 0.5 * v0 * v0 / up - 0.5 * down * after * after;
    EXPECT_NEAR(probe(system, run.end, "block.x"), x, 1e-8);
    EXPECT_NEAR(probe(system, run.end, "block.vx"), -down * after, 1e-8);
    EXPECT_NEAR(probe(system, run.end, "block.angle"), 0, 1e-10);
    ASSERT_EQ(run.events.size(), 2u);
    for (const time::FrictionEvent& event : run.events) {
        EXPECT_EQ(event.what, What::reversal);
        EXPECT_NEAR(event.time, v0 / up, 1e-9);
    }
    EXPECT_NEAR(run.energy.remainder, 0, 1e-8);
}

// A force that grows by `rise` breaks the stick where it is mu_s m g, both corners together though they carry the same motion;
// from there m x'' = rise t - mu m g.
TEST_P(SetValuedByMethod, AStickBreaksWhereBothCornersCannotHold) {
    const double mu = 0.2, static_mu = 0.35, rise = 40, after = 0.02;
    Block model(0, 0, coulomb(mu, static_mu));
    model.add("load", {{"node", "block"},
                       {"direction", vector(1, 0, 0)},
                       {"force", table({{"family", "signal"}, {"kind", "ramp"}, {"to_time", 1}, {"to_value", rise}})}});
    const System system = model.system();
    const double breaks = static_mu * mass * g / rise;
    const Logged held = march(system, *make(), 1e-3, 0.9 * breaks);
    EXPECT_TRUE(slips(held).empty());
    const double each = probe(system, held.end, "guide[1].friction_force") / probe(system, held.end, "guide[1].force");
    EXPECT_NEAR(each, probe(system, held.end, "guide[2].friction_force") / probe(system, held.end, "guide[2].force"), 1e-9);
    EXPECT_NEAR(std::abs(each), 0.9 * static_mu, 1e-6);
    const Logged run = march(system, *make(), 1e-3, breaks + after);
    ASSERT_EQ(slips(run).size(), 2u);
    for (const time::FrictionEvent& event : slips(run)) EXPECT_NEAR(event.time, breaks, 1e-8);
    const double drop = (static_mu - mu) * g;
    const double v = drop * after + 0.5 * rise / mass * after * after;
    const double x = 0.5 * drop * after * after + rise / mass * after * after * after / 6;
    // Of second order: h^2/after^2 of the third derivative's part.
    const double order = name() == "generalized_alpha" ? 1e-3 * x : 1e-7 * x;
    EXPECT_NEAR(probe(system, run.end, "block.x"), x, order);
    EXPECT_NEAR(probe(system, run.end, "block.vx"), v, name() == "generalized_alpha" ? 1e-5 * v : 1e-7 * v);
}

// Karnopp's block stops where its speed has fallen to D_v, and what is left goes by an impulse.
TEST_P(SetValuedByMethod, ABlockStopsInItsDeadBand) {
    const double mu = 0.3, v0 = 0.2, band = 0.02;
    const Value karnopp = table({{"family", "friction"}, {"kind", "karnopp"}, {"coefficient", mu}, {"dead_band", band}});
    const System system = Block(v0, 0, karnopp).system();
    const Logged run = march(system, *make(), 1e-3, v0 / (mu * g) + 0.01);
    ASSERT_GE(run.events.size(), 1u);
    EXPECT_NEAR(run.events[0].time, (v0 - band) / (mu * g), 1e-9);
    EXPECT_NEAR(probe(system, run.end, "block.x"), 0.5 * (v0 * v0 - band * band) / (mu * g), 1e-9);
    EXPECT_NEAR(run.energy.friction, 0.5 * mass * v0 * v0, 1e-9 * mass);
    EXPECT_NEAR(run.energy.remainder, 0, 1e-9 * mass);
}

constexpr double radius = 0.03, inertia = 2e-4, turn = 1 + mass * radius * radius / inertia;

/// A disc in a straight slot, `height` above its lower face, gravity tilted by `slope`.
struct Disc : Mechanisms {
    Disc(double height, double speed, double spin, double slope, const Value& law, const Value& friction) {
        body("disc", mass, inertia, {});
        add("slot", {{"name", "slot"},
                     {"pin", "disc"},
                     {"from", pair_of(-1, 0)},
                     {"to", pair_of(1, 0)},
                     {"width", 2 * (radius + clearance)},
                     {"pin_radius", radius},
                     {"law", law},
                     {"friction", friction}});
        add("gravity", {{"acceleration", vector(g * std::sin(slope), -g * std::cos(slope), 0)}});
        add("initial", {{"node", "disc"}, {"y", height - clearance}, {"vx", speed}, {"vangle", spin}});
    }
};

// A disc that is set down sliding rolls from v0/(mu g turn) on, turn = 1 + m r^2/I, with v0 (1 - 1/turn); it goes on rolling.
// With a law that yields it begins at the depth of its weight.
TEST_P(SetValuedByMethod, ASlidingDiscBeginsToRoll) {
    const double mu = 0.15, v0 = 0.6, k = 1e5, after = 0.05;
    const Value hooke = table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", k}});
    for (const bool yields : {false, true}) {
        SCOPED_TRACE(yields);
        const double depth = yields ? mass * g / k : 0;
        const System system = Disc(-depth, v0, 0, 0, yields ? hooke : rigid(0.5), coulomb(mu)).system();
        // The lever arm ends at the surface of the ground: it is shorter by half the indentation on neither body.
        const double rolls = v0 / (mu * g * turn);
        const Logged run = march(system, *make(), 1e-3, rolls + after);
        ASSERT_EQ(run.events.size(), 1u);
        EXPECT_EQ(run.events[0].what, What::stick);
        EXPECT_NEAR(run.events[0].time, rolls, 1e-8);
        const double v = v0 * (1 - 1 / turn);
        EXPECT_NEAR(probe(system, run.end, "disc.vx"), v, 1e-8);
        EXPECT_NEAR(probe(system, run.end, "disc.vangle"), -v / radius, 1e-6);
        EXPECT_NEAR(probe(system, run.end, "disc.x"), 0.5 * (v0 + v) * rolls + v * after, 1e-8);
        EXPECT_NEAR(run.energy.friction, 0.5 * mass * v0 * v0 / turn, 1e-8);
        EXPECT_NEAR(run.energy.remainder, 0, 1e-8);
    }
}

// Down a slope it rolls with g sin/(1 + I/(m r^2)) where friction holds, and slides with g (sin - mu cos) where it does not.
TEST_P(SetValuedByMethod, ADiscRollsOrSlidesDownASlope) {
    const double slope = 0.4, mu = 0.3, t = 0.2;
    const double needed = std::tan(slope) * (1 - 1 / (1 + inertia / (mass * radius * radius)));
    ASSERT_LT(needed, mu);
    const System rolling = Disc(0, 0, 0, slope, rigid(0.5), coulomb(mu)).system();
    const Logged run = march(rolling, *make(), 1e-3, t);
    const double a = g * std::sin(slope) / (1 + inertia / (mass * radius * radius));
    EXPECT_NEAR(probe(rolling, run.end, "disc.x"), 0.5 * a * t * t, 1e-8);
    EXPECT_NEAR(run.energy.friction, 0, 1e-15);
    const double slight = 0.5 * needed;
    const System sliding = Disc(0, 0, 0, slope, rigid(0.5), coulomb(slight)).system();
    const Logged slid = march(sliding, *make(), 1e-3, t);
    const double b = g * (std::sin(slope) - slight * std::cos(slope));
    EXPECT_NEAR(probe(sliding, slid.end, "disc.x"), 0.5 * b * t * t, 1e-8);
    EXPECT_NEAR(probe(sliding, slid.end, "disc.vangle"), -slight * mass * g * std::cos(slope) * radius / inertia * t, 1e-6);
}

// An impact with the speed v and the slip s: the impulse m (1 + e) v along the normal holds the slip by at most mu of it, and
// (1 + e_T) m s/turn returns it.
TEST_P(SetValuedByMethod, AnImpactSlipsSticksOrReturnsTheSlip) {
    const double e = 0.6, returned = 0.4, fall = 4e-3, v = std::sqrt(2 * g * fall), after = 2e-3;
    for (const auto& [mu, s] : {std::pair{0.1, 0.5}, {0.5, 0.12}, {0.5, -0.12}}) {
        SCOPED_TRACE(s);
        const System system = Disc(fall, 0, s / radius, 0, rigid(e, returned), coulomb(mu)).system();
        const Logged run = march(system, *make(), 1e-3, v / g + after);
        const double normal = mass * (1 + e) * v, needed = (1 + returned) * mass * s / turn;
        const double given = std::abs(needed) <= mu * normal ? needed : mu * normal * (s > 0 ? 1 : -1);
        EXPECT_EQ(std::abs(needed) <= mu * normal, mu > 0.3);
        EXPECT_NEAR(probe(system, run.end, "disc.vx"), -given / mass, 1e-8);
        EXPECT_NEAR(probe(system, run.end, "disc.vangle"), s / radius - given * radius / inertia, 1e-6);
        const double slip = s - given * turn / mass;
        EXPECT_NEAR(run.energy.friction, 0.5 * given * (s + slip), 1e-9);
        EXPECT_NEAR(run.energy.contact_damping, 0.5 * mass * (1 - e * e) * v * v, 1e-9);
        EXPECT_NEAR(run.energy.remainder, 0, 1e-9);
    }
}

INSTANTIATE_TEST_SUITE_P(Frictions, SetValuedByMethod, testing::Values("event_driven", "generalized_alpha", "baumgarte"),
                         [](const auto& method) { return std::string(method.param); });

}  // namespace
}  // namespace jounce::test::mechanisms_set_valued_test
