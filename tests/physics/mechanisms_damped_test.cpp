// Physics: contacts that are damped strongly and last. A pin that falls into its bearing comes to rest there as the overdamped
// exponential says; in the slider-crank of Tan et al. (2023), whose law damps slow contacts strongly, an error that a looser
// tolerance allows does not grow beyond it.
// Reference: closed form; the same machine at tolerance 1e-12.
// Tolerance: errors in the sizes of the motion, with the factor that the machine's impacts multiply them by.
// Control: explicit steps are bounded by six decays of the damper; the test counts the steps.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanisms.hpp"

namespace jounce::test::mechanisms_damped_test {
namespace {

constexpr double gravity = 9.81, clearance = 1e-3, stiffness = 1e6, damping = 2e4;  // of 1 kg

System falling_pin(double friction = 0) {
    Mechanisms m;
    m.body("block", 1, 1e-3, {{"P", pair_of(0, 0)}});
    const Value law = table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", stiffness}, {"damping", damping}});
    m.add("revolute_clearance", {{"name", "B"},
                                 {"bearing", pair_of(0, 0)},
                                 {"journal", "block.P"},
                                 {"bearing_radius", 0.011},
                                 {"journal_radius", 0.011 - clearance},
                                 {"law", law},
                                 {"friction", table({{"family", "friction"},
                                                     {"kind", "coulomb_regularised"},
                                                     {"coefficient", friction},
                                                     {"transition_speed", 1e-3}})}});
    m.add("gravity", {{"acceleration", vector(0, -gravity, 0)}});
    return m.system();
}

TEST(DampedContacts, ComeToRestByStepsFarLongerThanTheDampersDecay) {
    const System system = falling_pin();
    constexpr double tolerance = 1e-8, duration = 0.2;
    const double begin = std::sqrt(2 * clearance / gravity), speed = gravity * begin;
    const double root = std::sqrt(0.25 * damping * damping - stiffness);
    const double slow = -stiffness / (0.5 * damping + root), fast = -0.5 * damping - root;
    const double rest = gravity / stiffness;
    // x = rest + a exp(slow t) + b exp(fast t), x = 0 and x' = speed at first.
    const double b = (speed + rest * slow) / (fast - slow), a = -rest - b;
    int compared = 0;
    const MechanismRun run = run_mechanism(system, *events(tolerance), 0.02, duration, [&](const State& state) {
        const double t = state.time - begin;
        if (t < 1e-9) return;
        const double x = rest + a * std::exp(slow * t) + b * std::exp(fast * t);
        EXPECT_NEAR(state.sides[0].motion.indentation, x, 100 * tolerance * clearance) << "at " << state.time << " s";
        ++compared;
    });
    EXPECT_GT(compared, 20);
    EXPECT_LT(run.report.steps, 150) << "explicit steps: " << damping * (duration - begin) / 6;
    EXPECT_LT(run.largest_remainder, 10 * tolerance * run.work_done);
    ASSERT_EQ(run.impacts.size(), 1u);
    EXPECT_NEAR(run.impacts[0].speed_in, speed, 1e-9);
}

System slider_crank(bool bristles = false) {
    const double r = 0.15, l = 0.541;
    const auto law = [](double hertz) {
        return table({{"family", "law"},
                      {"kind", "tan"},
                      {"restitution", 0.55},
                      {"elastic", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", hertz}})}});
    };
    const Value friction =
        bristles
            ? table({{"family", "friction"},
                     {"kind", "lugre"},
                     {"coefficient", 0.01},
                     {"stribeck_speed", 1e-3},
                     {"bristle_stiffness", 1e3},
                     {"bristle_damping", 1.0}})
            : table({{"family", "friction"}, {"kind", "coulomb_regularised"}, {"coefficient", 0.01}, {"transition_speed", 1e-3}});
    Mechanisms m;
    m.body("crank", 1.5261, 3.596e-3, {{"O", pair_of(-0.5 * r, 0)}, {"B", pair_of(0.5 * r, 0)}});
    m.body("rod", 0.6115, 6.1e-3, {{"B", pair_of(-0.5 * l, 0)}, {"C", pair_of(0.5 * l, 0)}});
    m.body("slider", 1.0205, 7.57e-4, {});
    m.hinge("O", pair_of(0, 0), "crank.O");
    for (const auto& [name, bearing, journal] : {std::array{"B", "rod.B", "crank.B"}, std::array{"C", "rod.C", "slider"}}) {
        m.add("revolute_clearance", {{"name", name},
                                     {"bearing", bearing},
                                     {"journal", journal},
                                     {"bearing_radius", 0.012},
                                     {"journal_radius", 0.0115},
                                     {"law", law(2.75e10)},
                                     {"friction", friction}});
    }
    m.add("translational_clearance", {{"name", "D"},
                                      {"body", "slider"},
                                      {"length", 0.08},
                                      {"height", 0.05},
                                      {"clearance", 5e-4},
                                      {"corner_radius", 1e-6},
                                      {"law", law(5.24e7)},
                                      {"friction", friction}});
    m.add("gravity", {{"acceleration", vector(0, -gravity, 0)}});
    m.add("drive", {{"joint", "O"}, {"speed", 20 * pi / 3}});
    m.guess({{"crank", 0.0}, {"rod", 0.0}});
    return m.system();
}

struct Path {
    std::vector<double> speeds;
    MechanismRun run;
};

/// The slider's speed at every step of the record.
Path path_of(const System& system, double tolerance, double step, double duration) {
    Path out;
    out.run = run_mechanism(system, *events(tolerance), step, duration, [&](const State& state) {
        const double number = state.time / step;
        if (std::abs(number - std::round(number)) < 1e-9) out.speeds.push_back(probe(system, state, "slider.ux_velocity"));
    });
    return out;
}

double largest_difference(const Path& a, const Path& b) {
    double out = 0;
    EXPECT_EQ(a.speeds.size(), b.speeds.size());
    for (std::size_t i = 0; i < std::min(a.speeds.size(), b.speeds.size()); ++i)
        out = std::max(out, std::abs(a.speeds[i] - b.speeds[i]));
    return out;
}

TEST(DampedContacts, ConvergeWithTheTolerance) {
    for (const bool bristles : {false, true}) {
        const System system = slider_crank(bristles);
        constexpr double step = 0.3 / 720, duration = 0.02;
        const Path truth = path_of(system, 1e-12, step, duration);
        for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
            const Path path = path_of(system, tolerance, step, duration);
            EXPECT_LT(largest_difference(path, truth), 1e3 * tolerance) << "tolerance " << tolerance << ", bristles " << bristles;
            EXPECT_EQ(path.run.impacts.size(), truth.run.impacts.size());
            EXPECT_LT(path.run.largest_remainder, 10 * tolerance * path.run.work_done);
        }
    }
}

// A run that goes on from a state of another one, with a method bound anew, ends in the same bits.
TEST(DampedContacts, GoOnInTheSameBits) {
    const System system = slider_crank();
    const auto method = events(1e-7);
    struct Halt {
        State state;
        time::MarchPosition position;
    };
    std::optional<Halt> halt;
    const auto run = [&](bool on) {
        const auto stepper = method->bind(system, time::Events::locate);
        State state = on ? halt->state : time::initial_state(system);
        std::vector<time::Observer*> observers;
        time::MarchOptions options;
        options.step = 0.3 / 720;
        options.duration = 0.04;
        options.order = method->order();
        if (on) options.resume = halt->position;
        options.between_every = 1;
        options.between = [&](const State& now, const time::MarchPosition& position) {
            if (!on && !halt && now.time > 0.02) halt = Halt{now, position};
        };
        (void)time::march(system, *stepper, options, state, observers);
        return state;
    };
    const State whole = run(false);
    ASSERT_TRUE(halt);
    ASSERT_LT(halt->state.time, 0.03);
    const State resumed = run(true);
    EXPECT_EQ(whole.time, resumed.time);
    EXPECT_TRUE(whole.q == resumed.q);
    EXPECT_TRUE(whole.v == resumed.v);
    EXPECT_TRUE(whole.a == resumed.a);
    EXPECT_TRUE(whole.algorithm == resumed.algorithm);
}

}  // namespace
}  // namespace jounce::test::mechanisms_damped_test
