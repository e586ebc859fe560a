// Physics: mechanisms with clearance: first impacts, an orbit that closes, the limit of no clearance, the energy account.
// Reference: ballistic motion of the parts that touch nothing, in closed form where it is written here; published numbers of
// independent programs (nine digits and more for first contacts, eight for first peaks, six to ten for the periodic orbit) on the
// mechanisms of Koshy, Flores and Lankarani (2013), doi:10.1007/s11071-013-0787-x, Tan et al. (2023) and Autiero et al. (2022).
// Tolerances: one in the last digit of the published number, unless said.
// SPDX-License-Identifier: BSD-3-Clause
#include <optional>

#include "mechanisms.hpp"

namespace jounce::test::mechanisms_clearance_test {
namespace {

constexpr double mm = 1e-3;
constexpr double steel_pair = 5.077616194e10;  // internal spheres of 11.1 and 10.1 mm [N/m^1.5]

Value law_of(const char* kind, double stiffness) { return table({{"family", "law"}, {"kind", kind}, {"stiffness", stiffness}}); }
Value lankarani_nikravesh(double restitution = 0.46) {
    return table({{"family", "law"}, {"kind", "lankarani_nikravesh"}, {"stiffness", steel_pair}, {"restitution", restitution}});
}
Value creeping(double coefficient) {
    return table(
        {{"family", "friction"}, {"kind", "coulomb_regularised"}, {"coefficient", coefficient}, {"transition_speed", 1e-3}});
}
Value bristles() {
    return table({{"family", "friction"},
                  {"kind", "lugre"},
                  {"coefficient", 0.08},
                  {"static_coefficient", 0.12},
                  {"stribeck_speed", 0.05},
                  {"bristle_stiffness", 1e4},
                  {"bristle_damping", 5.0}});
}

struct Koshy {
    Value law;
    Value friction = {};
    double clearance = 1 * mm, damping = 0;

    void build(Mechanisms& m) const {
        SliderCrank{}.without_joint(m);
        Table joint = table({{"name", "C"},
                             {"bearing", "rod.C"},
                             {"journal", "slider.C"},
                             {"bearing_radius", 10.1 * mm + clearance},
                             {"journal_radius", 10.1 * mm},
                             {"law", law}});
        if (friction.table() != nullptr) joint.set("friction", friction);
        m.model.add("revolute_clearance", joint, {"case.lua", 90});
        if (damping > 0) m.add("damper", {{"from", "slider"}, {"direction", vector(1, 0, 0)}, {"damping", damping}});
    }
    [[nodiscard]] System system() const {
        Mechanisms m;
        build(m);
        m.guess({{"crank", 0.0}, {"rod", 0.0}});
        return m.system();
    }
};

struct FirstImpact {
    Value law;
    double force, indentation, duration;
};

TEST(KoshySliderCrank, FirstImpactIsThatOfThreeLaws) {
    const FirstImpact samples[] = {{law_of("hertz", steel_pair), 3207.8525, 15.862429e-6, 0.2340185e-3},
                                   {lankarani_nikravesh(), 2899.0279, 13.933323e-6, 0.2449063e-3},
                                   {law_of("hooke", 1e8), 2021.8778, 20.218778e-6, 0.3182961e-3}};
    for (const FirstImpact& sample : samples) {
        const System system = Koshy{sample.law}.system();
        std::optional<Vector2d> normal;
        const MechanismRun run = run_mechanism(system, *events(), 1e-4, 0.0104, [&](const State& state) {
            if (!normal && state.sides[0].memory.closed) normal = {state.sides[0].normal[0], state.sides[0].normal[1]};
        });
        ASSERT_GE(run.impacts.size(), 1u);
        const time::Impact& first = run.impacts[0];
        EXPECT_NEAR(first.time_in, 0.0100123727831051, 1e-14);
        EXPECT_NEAR(first.speed_in, 0.198850627967237, 1e-12);
        ASSERT_TRUE(normal);
        EXPECT_NEAR(normal->x(), 0.999670927, 2e-5);
        EXPECT_NEAR(first.peak_force, sample.force, 1e-4);
        EXPECT_NEAR(first.max_indentation, sample.indentation, 1e-12);
        ASSERT_TRUE(first.time_out);
        EXPECT_NEAR(*first.time_out - first.time_in, sample.duration, 1e-10);
    }
}

// The same by small steps of generalized_alpha: second order in the step, a step of a thousandth of the contact.
TEST(KoshySliderCrank, FirstImpactIsTheSameByGeneralizedAlpha) {
    const System system = Koshy{lankarani_nikravesh()}.system();
    const MechanismRun run = run_mechanism(system, *alpha(), 1e-6, 0.0104);
    ASSERT_GE(run.impacts.size(), 1u);
    EXPECT_NEAR(run.impacts[0].time_in, 0.0100123727831051, 1e-9);
    EXPECT_NEAR(run.impacts[0].speed_in, 0.198850627967237, 1e-7);
    EXPECT_NEAR(run.impacts[0].peak_force, 2899.0279, 1e-3 * 2899);
    EXPECT_NEAR(run.impacts[0].max_indentation, 13.933323e-6, 1e-3 * 14e-6);
}

// Elastic laws give the energy back: what is left over is the integration's own, 1e-10 of the work over 30 contacts and more.
TEST(KoshySliderCrank, EnergyBalancesThroughImpactsAndFriction) {
    struct Sample {
        const char* name;
        Koshy joint;
    };
    const Sample samples[] = {{"hertz", {law_of("hertz", steel_pair)}},
                              {"lankarani_nikravesh", {lankarani_nikravesh()}},
                              {"with friction", {lankarani_nikravesh(), creeping(0.1)}},
                              {"with friction and a damper", {lankarani_nikravesh(), creeping(0.1), 1 * mm, 20}},
                              {"with bristles", {lankarani_nikravesh(), bristles()}}};
    for (const Sample& sample : samples) {
        const System system = sample.joint.system();
        const MechanismRun run = run_mechanism(system, *events(1e-10), 1e-3, 0.25);
        EXPECT_LT(run.largest_remainder, 1e-8 * run.work_done) << sample.name;
        EXPECT_GT(run.impacts.size(), 5u) << sample.name;
        if (sample.joint.friction.table() != nullptr) {
            EXPECT_GT(run.energy.friction, 1e-4);
        }
    }
}

// An orbit of period one; at its start the joint is in contact since 189.59 degrees, with an impact speed that a start does not
// have. The orbit attracts: after two revolutions eight digits of the published start are there.
TEST(KoshySliderCrank, PeriodicOrbitCloses) {
    Mechanisms m;
    Koshy{lankarani_nikravesh(), creeping(0.1), 1 * mm, 20}.build(m);
    constexpr double turn = 0.00240746388802, x = 0.3506912525825, rate = -3.18287050997, speed = 0.0316780473896;
    m.add("initial", {{"node", "rod"}, {"angle", turn}, {"vangle", rate}});
    m.add("initial", {{"node", "slider"}, {"x", x}, {"vx", speed}});
    const System system = m.system();
    const double period = 60.0 / 177;
    constexpr int revolutions = 3;
    double least = 0, most = 0;
    const MechanismRun run = run_mechanism(system, *events(1e-11), period / 4000, revolutions * period, [&](const State& state) {
        if (state.time < (revolutions - 1) * period) return;
        const double a = probe(system, state, "slider.ux_acceleration");
        least = std::min(least, a);
        most = std::max(most, a);
    });
    const double error =
        std::max({std::abs(probe(system, run.end, "rod.rz") - turn), std::abs(probe(system, run.end, "slider.ux") - x)});
    EXPECT_LT(error, 3e-10) << "m, rad: the bearing's clearance is 1e-3";
    EXPECT_NEAR(probe(system, run.end, "rod.rz_velocity"), rate, 1e-7);
    EXPECT_NEAR(probe(system, run.end, "slider.ux_velocity"), speed, 1e-7);
    // Smooth at 347.15 degrees; samples 0.09 degrees apart miss it by 5e-3 (32 000 a revolution: by 1.5e-5).
    EXPECT_NEAR(least, -63.818307, 5e-3);
    EXPECT_NEAR(most, 1066.1211, 1e-2);
    std::vector<double> angles;
    for (const time::Impact& impact : run.impacts) {
        if (impact.time_in > 2 * period) angles.push_back((impact.time_in - 2 * period) / period * 360);
    }
    const double published[] = {166.52497, 171.34953, 174.72652, 179.15958, 184.18351, 187.02595, 188.62551, 189.59326};
    ASSERT_EQ(angles.size(), std::size(published));
    for (std::size_t i = 0; i < angles.size(); ++i) EXPECT_NEAR(angles[i], published[i], 1e-4) << i;
}

// Clearance goes: the slider's motion goes to the ideal one, in proportion to it.
TEST(KoshySliderCrank, WithoutClearanceIsTheIdealOne) {
    const SliderCrank crank;
    double last = 0;
    for (const double clearance : {0.4 * mm, 0.2 * mm, 0.1 * mm}) {
        const System system = Koshy{lankarani_nikravesh(0.1), {}, clearance, 0}.system();
        double worst = 0;
        (void)run_mechanism(system, *events(1e-9), 1e-3, 0.3, [&](const State& state) {
            worst = std::max(worst, std::abs(probe(system, state, "slider.ux") - crank.at(state.time).x));
        });
        // The journal is in its bearing, a few micrometres of indentation beyond; the line of the rod leans by asin(1/6).
        EXPECT_LT(worst, 1.05 * clearance + 20e-6);
        EXPECT_GT(worst, 0.9 * clearance);
        if (last > 0) {
            EXPECT_NEAR(last / worst, 2, 0.1);
        }
        last = worst;
    }
}

// Crank 0.05 m at 177 rpm, rod 0.3 m and 0.21 kg, slider 1 kg, 1 mm, K = 6.61e10, e = 0.9, no friction: 32 impacts in 0.2 s, some
// of which end a hair's breadth before the next begins. The slider then has 0.472367 m/s (six digits, by minimal coordinates).
TEST(LightSliderCrank, RattlesToItsPublishedVelocity) {
    Mechanisms m;
    SliderCrank crank;
    crank.rod_mass = 0.21;
    crank.rod_inertia = 0.21 * 0.3 * 0.3 / 12;
    crank.slider_mass = 1;
    crank.without_joint(m);
    m.add("revolute_clearance",
          {{"name", "C"},
           {"bearing", "rod.C"},
           {"journal", "slider.C"},
           {"bearing_radius", 11 * mm},
           {"journal_radius", 10 * mm},
           {"law", table({{"family", "law"}, {"kind", "lankarani_nikravesh"}, {"stiffness", 6.61e10}, {"restitution", 0.9}})}});
    m.guess({{"crank", 0.0}, {"rod", 0.0}});
    const System system = m.system();
    // The motion multiplies an error of the first impacts by about a hundred.
    for (const auto& [tolerance, allowed] : {std::pair{1e-7, 1e-5}, {1e-9, 1e-6}, {1e-12, 6e-7}}) {
        const MechanismRun run = run_mechanism(system, *events(tolerance), 0.05, 0.2);
        EXPECT_NEAR(probe(system, run.end, "slider.ux_velocity"), 0.472367, allowed) << tolerance;
    }
    const MechanismRun coarse = run_mechanism(system, *alpha(), 1e-5, 0.2);
    EXPECT_GT(std::abs(probe(system, coarse.end, "slider.ux_velocity") - 0.472367), 1e-3) << "fixed steps of 1e-5 s";
}

// Tan et al.: two clearances; the rod flies freely from an ideal start until it meets the crank's journal at B. Here: its centre
// of mass on a parabola, its angle uniform, against a point on a circle.
TEST(TanSliderCrank, FirstContactAtTheCrankIsBallistic) {
    struct Sample {
        double r, l, time, speed;
    };
    for (const Sample& s : {Sample{0.05, 0.3, 0.0062833014439602, 0.157925401201592},
                            Sample{0.15, 0.541, 0.00364336869312026, 0.274035591814998}}) {
        constexpr double clearance = 0.5 * mm, g = 9.81;
        const double w = 200 * 2 * pi / 60;
        Mechanisms m;
        m.body("crank", 1, 1e-3, {{"B", pair_of(s.r, 0)}});
        m.body("rod", 0.4, 3e-3, {{"B", pair_of(-0.5 * s.l, 0)}, {"C", pair_of(0.5 * s.l, 0)}});
        m.body("slider", 0.7, 7.57e-4, {});
        m.hinge("A", pair_of(0, 0), "crank");
        m.add("translational", {{"name", "guide"}, {"body", "slider"}});
        const Value hertz = law_of("hertz", 2.7512805523e10);
        m.add("revolute_clearance", {{"name", "B"},
                                     {"bearing", "rod.B"},
                                     {"journal", "crank.B"},
                                     {"bearing_radius", 12 * mm},
                                     {"journal_radius", 11.5 * mm},
                                     {"law", hertz}});
        m.add("revolute_clearance", {{"name", "C"},
                                     {"bearing", "rod.C"},
                                     {"journal", "slider"},
                                     {"bearing_radius", 12 * mm},
                                     {"journal_radius", 11.5 * mm},
                                     {"law", hertz}});
        m.add("gravity", {{"acceleration", vector(0, -g, 0)}});
        m.add("drive", {{"joint", "A"}, {"speed", w}});
        m.guess({{"crank", 0.0}, {"rod", 0.0}});
        const System system = m.system();
        const MechanismRun run = run_mechanism(system, *events(), 1e-4, 0.01);
        const time::Impact* first = nullptr;
        for (const time::Impact& impact : run.impacts) {
            if (first == nullptr && impact.contact == 0) first = &impact;
        }
        ASSERT_NE(first, nullptr);
        EXPECT_NEAR(first->time_in, s.time, 1e-14);
        EXPECT_NEAR(first->speed_in, s.speed, 1e-12);
        // Apart: distance of the journal from the rod's end in free flight.
        const double spin = -w * s.r / s.l, t = first->time_in;
        const Vector2d start(s.r + 0.5 * s.l, 0), velocity(0, 0.5 * w * s.r);
        const Vector2d end = start + velocity * t + Vector2d(0, -0.5 * g * t * t) - rotated({0.5 * s.l, 0}, spin * t);
        EXPECT_NEAR((rotated({s.r, 0}, w * t) - end).norm(), clearance, 1e-15);
    }
}

// Autiero et al.: a pin in a circular slot of the yoke, an ideal start, the yoke then flies at constant speed.
TEST(AutieroYoke, FirstContactIsOnTheOuterTrack) {
    constexpr double r = 45 * mm, middle = 60 * mm, w = 24 * pi, begin = -31 * pi / 180;
    Mechanisms m;
    m.body("crank", 0.09, 3.04e-5, {{"P", pair_of(r, 0)}});
    m.body("yoke", 2.353, 3.4956e-3, {});
    m.hinge("O", pair_of(0, 0), "crank");
    m.add("translational", {{"name", "guide"}, {"body", "yoke"}});
    m.add("slot", {{"name", "slot"},
                   {"base", "yoke"},
                   {"pin", "crank.P"},
                   {"centre", pair_of(0, 0)},
                   {"radius", middle},
                   {"direction", pi},
                   {"span", 2 * pi / 3},
                   {"width", 16 * mm},
                   {"pin_radius", 7.9 * mm},
                   {"law", law_of("hertz", 1e10)}});
    m.add("drive", {{"joint", "O"}, {"speed", w}});
    m.add("assemble", {{"angles", table({{"crank", begin}})}, {"positions", table({{"yoke", pair_of(0.1, 0)}})}});
    const System system = m.system();
    const MechanismRun run = run_mechanism(system, *events(), 1e-4, 0.0009);
    ASSERT_GE(run.impacts.size(), 1u);
    const time::Impact& first = run.impacts[0];
    EXPECT_EQ(system.contacts[static_cast<std::size_t>(first.contact)].name, "slot.outer");
    EXPECT_NEAR(first.time_in, 0.00077936341252, 1e-14);
    EXPECT_NEAR(first.speed_in, 0.26126055740, 1e-10);
    // The yoke keeps the speed of the ideal joint: s = r cos + sqrt(R^2 - r^2 sin^2).
    const double c = std::cos(begin), s = std::sin(begin), root = std::sqrt(middle * middle - r * r * s * s);
    const double place = r * c + root + (-r * w * s - r * r * w * s * c / root) * first.time_in;
    EXPECT_NEAR((rotated({r, 0}, begin + w * first.time_in) - Vector2d(place, 0)).norm(), middle + 0.1 * mm, 1e-15);
}

// A journal dropped in a wide bearing bounces on its lowest point. Between two contacts it flies for 2 v/g, exactly, and leaves
// and comes back within one step, which the parabola does not limit. Tolerance: that of the times, of the order of 1e-12 s over
// the speed's own, against flights of 1e-2 s and more.
TEST(FreeFlight, LeavesAndReturnsWithinOneStep) {
    Mechanisms m;
    m.body("ball", 1, 1e-3, {});
    m.add("revolute_clearance",
          {{"name", "bowl"},
           {"bearing", pair_of(0, 0)},
           {"journal", "ball"},
           {"bearing_radius", 0.2},
           {"journal_radius", 0.1},
           {"law", table({{"family", "law"}, {"kind", "hunt_crossley"}, {"stiffness", 1e8}, {"restitution", 0.8}})}});
    m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    const MechanismRun run = run_mechanism(m.system(), *events(1e-12), 2, 2);
    ASSERT_GT(run.impacts.size(), 6u);
    for (std::size_t i = 1; i < run.impacts.size(); ++i) {
        const time::Impact& before = run.impacts[i - 1];
        const time::Impact& after = run.impacts[i];
        if (*before.speed_out < 0.05) break;
        const double flight = after.time_in - *before.time_out;
        EXPECT_NEAR(flight, 2 * *before.speed_out / 9.81, 1e-9 * flight) << i;
        EXPECT_NEAR(after.speed_in, *before.speed_out, 1e-9) << i;
    }
}

// A bowl that keeps what its deepest impact left: a bouncing ball that is kicked deeper, by a load that swings, begins to lose
// where it was never loaded before. The account closes to the tolerance, and what was lost is what the deepest place tells: (1 -
// e^2) K d^2.5/2.5, whatever came before.
TEST(PlasticBowl, LosesWhatItsDeepestPlaceTells) {
    constexpr double K = 1e9, e = 0.7;
    Mechanisms m;
    m.body("ball", 1, 1e-3, {});
    m.add("revolute_clearance",
          {{"name", "bowl"},
           {"bearing", pair_of(0, 0)},
           {"journal", "ball"},
           {"bearing_radius", 0.011},
           {"journal_radius", 0.010},
           {"law", table({{"family", "law"}, {"kind", "lankarani_nikravesh_1994"}, {"stiffness", K}, {"restitution", e}})}});
    m.add("gravity", {{"acceleration", vector(3, -9.81, 0)}});
    m.add("load", {{"node", "ball"},
                   {"direction", vector(1, 0, 0)},
                   {"force", table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", 60.0}, {"frequency", 9.0}})}});
    m.add("initial", {{"node", "ball"}, {"vx", 0.05}, {"vy", 0.02}});
    const System system = m.system();
    for (const double tolerance : {1e-7, 1e-10}) {
        const MechanismRun run = run_mechanism(system, *events(tolerance), 1e-2, 0.5);
        double deepest = 0;
        int deeper = 0;
        for (const time::Impact& hit : run.impacts) {
            deeper += hit.max_indentation > deepest * (1 + 1e-6);
            deepest = std::max(deepest, hit.max_indentation);
        }
        EXPECT_GE(deeper, 3);
        EXPECT_GT(run.impacts.size(), static_cast<std::size_t>(2 * deeper));
        EXPECT_LT(run.largest_remainder, 10 * tolerance * run.work_done) << tolerance;
        const double lost = (1 - e * e) * K * std::pow(deepest, 2.5) / 2.5;
        EXPECT_NEAR(run.energy.contact_damping / lost, 1, 1e3 * tolerance) << tolerance;
    }
}

}  // namespace
}  // namespace jounce::test::mechanisms_clearance_test
