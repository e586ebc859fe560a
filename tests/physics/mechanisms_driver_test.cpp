// Physics: drivers between free bodies, and corners that land together.
// Reference: the relative angle of two bodies is the driver's signal, with its rate and its acceleration; a block that falls
// flat meets the face below with both corners at sqrt(2 c/g). Tolerance: 1e-10 relative for the driver (round-off times the
// condition of the joints); the corners' instants are equal to the last bit and right to 1e-12.
// Control: the bodies do move, and the driver's acceleration is not small.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::mechanisms_driver_test {
namespace {

constexpr double amplitude = 0.7, frequency = 1.5;

TEST(Driver, BetweenFreeBodiesGivesAngleRateAndAcceleration) {
    Mechanisms m;
    m.body("upper", 2, 0.02, {{"O", pair_of(0, 0.25)}, {"A", pair_of(0, -0.25)}});
    m.body("lower", 1, 0.01, {{"A", pair_of(0, 0.2)}});
    m.hinge("O", pair_of(0, 0), "upper.O");
    m.hinge("A", "upper.A", "lower.A");
    m.add("drive",
          {{"joint", "A"},
           {"angle", table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", amplitude}, {"frequency", frequency}})}});
    m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    m.guess({{"upper", 0.3}, {"lower", 0.3}});
    const System system = m.system();
    const double w = 2 * pi * frequency;
    for (const auto& method : {events(), alpha()}) {
        double value = 0, rate = 0, acceleration = 0, moved = 0;
        (void)run_mechanism(system, *method, 1e-3, 1.0, [&](const State& state) {
            const auto turn = [&](const char* what) {
                return probe(system, state, std::string("lower.rz") + what) -
                       probe(system, state, std::string("upper.rz") + what);
            };
            const double s = std::sin(w * state.time), c = std::cos(w * state.time);
            value = std::max(value, std::abs(turn("") - amplitude * s));
            rate = std::max(rate, std::abs(turn("_velocity") - w * amplitude * c));
            acceleration = std::max(acceleration, std::abs(turn("_acceleration") + w * w * amplitude * s));
            moved = std::max(moved, std::abs(probe(system, state, "upper.rz") - 0.3));
        });
        EXPECT_LT(value, 1e-10 * amplitude) << method->describe();
        EXPECT_LT(rate, 1e-10 * w * amplitude) << method->describe();
        EXPECT_LT(acceleration, 1e-10 * w * w * amplitude) << method->describe();
        EXPECT_GT(moved, 0.1);
    }
}

// Inverse dynamics: a driven link, a link fixed to it and another one driven against that. The force in a joint is that of all
// the inertia and weight beyond it, and its moment theirs about the joint: sum of m (a - g), of (r - r_joint) x m (a - g) + I
// alpha.
TEST(Driver, CarriesTheDrivenBodiesBeyond) {
    struct Link {
        double mass, inertia, to_centre;  // from the last joint along the link
    };
    const Link a{2, 0.03, 0.25}, w{0.7, 0.02, 0.6}, b{1, 0.01, 0.15};
    Mechanisms m;
    // The outermost first: bodies are passed on in the order of the chain, not of the script.
    m.body("b", b.mass, b.inertia, {{"E", pair_of(-0.15, 0)}});
    m.body("w", w.mass, w.inertia, {{"P", pair_of(-0.1, 0)}, {"Q", pair_of(0.2, 0)}});
    m.body("a", a.mass, a.inertia, {{"O", pair_of(-0.25, 0)}, {"P", pair_of(0.25, 0)}});
    m.body("free", 1, 1, {});
    m.add("translational", {{"name", "rail"}, {"body", "free"}, {"through", pair_of(5, 0)}});
    m.hinge("O", pair_of(0, 0), "a.O");
    m.add("fixed", {{"name", "F"}, {"between", between("a.P", "w.P")}});
    m.hinge("E", "w.Q", "b.E");
    m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    const auto swing = [](double size, double hertz) {
        return table({{"family", "signal"}, {"kind", "sine"}, {"amplitude", size}, {"frequency", hertz}});
    };
    m.add("drive", {{"joint", "O"}, {"angle", swing(0.7, 1.5)}});
    m.add("drive", {{"joint", "E"}, {"angle", swing(1.1, 2.5)}});
    const System system = m.system();
    double worst = 0, largest = 0;
    (void)run_mechanism(system, *events(), 1e-2, 0.5, [&](const State& state) {
        const double t = state.time, u = 2 * pi * 1.5, v = 2 * pi * 2.5;
        const double angle = 0.7 * std::sin(u * t), rate = 0.7 * u * std::cos(u * t), spin = -0.7 * u * u * std::sin(u * t);
        const double outer = angle + 1.1 * std::sin(v * t), outer_rate = rate + 1.1 * v * std::cos(v * t),
                     outer_spin = spin - 1.1 * v * v * std::sin(v * t);
        const auto place = [](double l, double at) { return rotated({l, 0}, at); };
        const auto pull = [&](double l, double at, double w1, double a1) {  // second derivative of `place`
            return Vector2d(cross_z(a1, place(l, at)) - w1 * w1 * place(l, at));
        };
        const Vector2d g(0, -9.81);
        struct Inertia {
            Vector2d at, force;
            double turn;
        };
        const Inertia first{place(a.to_centre, angle), a.mass * (pull(a.to_centre, angle, rate, spin) - g), a.inertia * spin};
        const Inertia second{place(w.to_centre, angle), w.mass * (pull(w.to_centre, angle, rate, spin) - g), w.inertia * spin};
        const Inertia third{place(0.8, angle) + place(b.to_centre, outer),
                            b.mass * (pull(0.8, angle, rate, spin) + pull(b.to_centre, outer, outer_rate, outer_spin) - g),
                            b.inertia * outer_spin};
        const auto expect = [&](const std::string& joint, const Vector2d& at, std::initializer_list<Inertia> beyond) {
            Vector2d force = Vector2d::Zero();
            double moment = 0;
            for (const Inertia& i : beyond) {
                force += i.force;
                moment += cross(i.at - at, i.force) + i.turn;
            }
            worst = std::max({worst, std::abs(probe(system, state, joint + ".force_x") - force.x()),
                              std::abs(probe(system, state, joint + ".force_y") - force.y()),
                              std::abs(probe(system, state, joint + ".moment") - moment)});
            largest = std::max(largest, force.norm());
        };
        expect("O", Vector2d::Zero(), {first, second, third});
        expect("F", place(0.5, angle), {second, third});
        expect("E", place(0.8, angle), {third});
    });
    EXPECT_GT(largest, 100);
    EXPECT_LT(worst, 1e-12 * largest);
}

// What rests has no speed against which an error could be measured, and the torque jumps off the steps' ends.
TEST(Driver, SetsWhatRestsInMotion) {
    Mechanisms m;
    m.body("rotor", 1, 0.1, {{"O", pair_of(0, 0)}});
    m.hinge("O", pair_of(0, 0), "rotor.O");
    m.add("drive", {{"joint", "O"},
                    {"torque", table({{"family", "signal"}, {"kind", "step"}, {"time", 0.1037}, {"before", 0}, {"value", 1}})}});
    const System system = m.system();
    for (const auto& method : {events(), alpha()}) {
        const MechanismRun run = run_mechanism(system, *method, 1e-2, 0.2);
        EXPECT_NEAR(probe(system, run.end, "rotor.rz_velocity"), 10 * (0.2 - 0.1037), 1e-12) << method->describe();
        EXPECT_NEAR(probe(system, run.end, "rotor.rz"), 5 * std::pow(0.2 - 0.1037, 2), 1e-12) << method->describe();
    }
}

// A crank of 0.2 that turns a rod of 0.18 on a guide through the pivot locks where sin(angle) = 0.9; a slider pushed outwards
// stretches crank and rod, 0.2 and 0.6, at 0.8. Control: before that the run goes on.
TEST(Driver, DeadPointsInMotionAreNamed) {
    const auto machine = [](bool crank_drives) {
        Mechanisms m;
        const double rod = crank_drives ? 0.18 : 0.6;
        m.body("crank", 1, 0.01, {{"O", pair_of(-0.1, 0)}, {"A", pair_of(0.1, 0)}});
        m.body("rod", 1, 0.01, {{"A", pair_of(-0.5 * rod, 0)}, {"C", pair_of(0.5 * rod, 0)}});
        m.body("slider", 1, 0.01, {});
        m.hinge("O", pair_of(0, 0), "crank.O");
        m.hinge("A", "crank.A", "rod.A");
        m.hinge("C", "rod.C", "slider");
        m.add("translational", {{"name", "guide"}, {"body", "slider"}});
        if (crank_drives) {
            m.add("drive", {{"joint", "O"}, {"speed", 10}});
        } else {
            const auto ramp = table({{"family", "signal"},
                                     {"kind", "ramp"},
                                     {"from_time", 0},
                                     {"to_time", 1},
                                     {"from_value", 0.6},
                                     {"to_value", 1.1}});
            m.add("drive", {{"joint", "guide"}, {"position", ramp}});
            m.add("assemble",
                  {{"angles", table({{"crank", 1.4}, {"rod", -0.3}})}, {"positions", table({{"slider", pair_of(0.6, 0)}})}});
        }
        return m.system();
    };
    for (const bool crank_drives : {true, false}) {
        const System system = machine(crank_drives);
        const double time = crank_drives ? std::asin(0.9) / 10 : 0.4;
        for (const auto& method : {events(1e-8), alpha()}) {
            EXPECT_NO_THROW((void)run_mechanism(system, *method, 1e-3, 0.97 * time)) << method->describe();
            try {
                (void)run_mechanism(system, *method, 1e-3, 2 * time);
                ADD_FAILURE() << "went on";
            } catch (const Error& error) {
                const std::string said = error.what();
                EXPECT_NE(said.find(crank_drives ? "dead point of 'A', 'C' and 'guide'" : "dead point of 'O', 'A' and 'C'"),
                          std::string::npos)
                    << said;
                const std::size_t at = said.find("t = ");
                ASSERT_NE(at, std::string::npos);
                EXPECT_NEAR(std::stod(said.substr(at + 4)) / time, 1, 1e-4) << said;
            }
        }
    }
}

TEST(Corners, LandTogether) {
    constexpr double clearance = 5e-4, g = 9.81;
    Mechanisms m;
    m.body("block", 1, 1e-3, {});
    m.add("translational_clearance", {{"name", "D"},
                                      {"body", "block"},
                                      {"length", 0.08},
                                      {"height", 0.05},
                                      {"clearance", clearance},
                                      {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1e9}})}});
    m.add("gravity", {{"acceleration", vector(0, -g, 0)}});
    const System system = m.system();
    const double fall = std::sqrt(2 * clearance / g);
    const MechanismRun run = run_mechanism(system, *events(), 1e-3, 1.5 * fall);
    std::vector<double> begins;
    for (const time::Impact& impact : run.impacts) {
        if (impact.time_in < 1.1 * fall) begins.push_back(impact.time_in);
    }
    ASSERT_EQ(begins.size(), 2u);
    EXPECT_EQ(begins[0], begins[1]);
    EXPECT_NEAR(begins[0], fall, 1e-12 * fall);
    EXPECT_NEAR(probe(system, run.end, "block.rz"), 0, 1e-9) << "and do not turn the block";
}

}  // namespace
}  // namespace jounce::test::mechanisms_driver_test
