// Physics: flexible links. At rest the linear beam's frequencies, free and in joints; the rigid mechanism as the stiffness grows;
// conservation in free motion; energy of a driven slider-crank by every method that knows joints; a rotating cantilever, whose
// centrifugal stiffening is known; blows in a clearance joint; pictures.
// SPDX-License-Identifier: BSD-3-Clause

#include "linalg/dense/dense.hpp"
#include "mechanisms.hpp"
#include "record/frames/body_surface.hpp"

namespace jounce::test::flexible_test {
namespace {

struct FlexibleRod {
    double length = 0.3, diameter = 0.01, E = 207e9, density = 7800, damping_ratio = 0;
    int modes = 2, elements = 12;
    const char* theory = "euler_bernoulli";

    [[nodiscard]] double area() const { return pi * diameter * diameter / 4; }
    [[nodiscard]] double bending() const { return E * pi * std::pow(diameter, 4) / 64; }
    [[nodiscard]] double mass() const { return density * area() * length; }
    [[nodiscard]] double inertia() const { return mass() * length * length / 12; }
    /// (beta L)^2 sqrt(EI/(rho A L^4)) [rad/s]
    [[nodiscard]] double frequency(double beta) const {
        return beta * beta * std::sqrt(bending() / (density * area() * std::pow(length, 4)));
    }
    void add(Mechanisms& m, std::initializer_list<std::pair<const char*, Value>> points) const {
        m.add("flexible_body",
              {{"name", "rod"},
               {"length", length},
               {"section", circle(diameter)},
               {"material", table({{"family", "material"}, {"kind", "isotropic"}, {"E", E}, {"nu", 0.3}, {"density", density}})},
               {"points", table(points)},
               {"modes", modes},
               {"elements", elements},
               {"theory", theory},
               {"damping_ratio", damping_ratio}});
    }
};

/// Small vibrations about the start: K u = omega^2 M u in the null space of the joints.
struct Vibrations {
    Vector frequency;  // [rad/s]
    Matrix shapes;     // over the free coordinates
};
Vibrations vibrations(const System& system) {
    MechanismMotion motion(system, *system.mechanism, system.mechanism->joints);
    motion.set_time(0);
    motion.move(system.q0.data(), nullptr);
    motion.constrain();
    const int n = system.size();
    Matrix J = Matrix::Zero(motion.equations(), n);
    for (int c = 0; c < motion.coordinates(); ++c)
        J.col(motion.coordinate()[static_cast<std::size_t>(c)]) = motion.jacobian().col(c);
    Matrix basis = Matrix::Identity(n, n);
    if (J.rows() > 0) {
        basis = linalg::complement(J.transpose());
    }
    const Matrix K = basis.transpose() * system.linear.K * basis, M = basis.transpose() * system.linear.M * basis;
    const linalg::DensePairs pairs = linalg::symmetric_pairs(K, M).value();
    return {pairs.values.cwiseMax(0).cwiseSqrt(), basis * pairs.vectors};
}

// beta L of the free, the hinged, the held and the clamped beam. Fixed-interface modes converge like the fourth power of their
// number: 8 of them leave less than 5e-4 in the lowest three; with both ends clamped they are the modes themselves, and cubics on
// 24 elements leave (beta h)^4/720 < 1e-4.
TEST(FlexibleLink, HasTheBeamsFrequenciesAtRest) {
    FlexibleRod rod;
    rod.modes = 8;
    rod.elements = 24;
    const auto hinged = [&](const char* first, const char* second) {
        Mechanisms m;
        rod.add(m, {{"A", 0.0}, {"C", rod.length}});
        if (first[0] != '-') m.add(first, {{"name", "A"}, {"between", between(pair_of(0, 0), "rod.A")}});
        if (second[0] != '-') m.add(second, {{"name", "C"}, {"between", between(pair_of(rod.length, 0), "rod.C")}});
        m.add("assemble", {{"positions", table({{"rod", pair_of(0.5 * rod.length, 0)}})}});
        return vibrations(m.system());
    };
    struct Case {
        const char *first, *second;
        int rigid;
        std::array<double, 3> beta;
    };
    for (const Case& c : {Case{"-", "-", 3, {4.730040744862704, 7.853204624095838, 10.995607838001671}},
                          Case{"revolute", "revolute", 0, {pi, 2 * pi, 3 * pi}},
                          Case{"fixed", "-", 0, {1.8751040687119611, 4.694091132974174, 7.854757438237613}},
                          Case{"revolute", "-", 1, {3.9266023120479190, 7.0685827456287319, 10.2101761228130305}},
                          Case{"fixed", "fixed", 0, {4.730040744862704, 7.853204624095838, 10.995607838001671}}}) {
        const Vibrations found = hinged(c.first, c.second);
        for (std::size_t j = 0; j < 3; ++j) {
            const double exact = rod.frequency(c.beta[j]);
            EXPECT_NEAR(found.frequency[c.rigid + static_cast<int>(j)] / exact, 1, 6e-4)
                << c.first << " " << c.second << " " << j;
        }
        for (int j = 0; j < c.rigid; ++j) EXPECT_LT(found.frequency[j], 1e-3 * rod.frequency(pi));
    }
}

// Hinged at both ends and let go in its lowest shape: after a period of the linear beam it is where it was. Amplitude 1e-6 of the
// length: what is not linear is 1e-12 of it.
TEST(FlexibleLink, SwingsAtThatFrequency) {
    FlexibleRod rod;
    Mechanisms m;
    rod.add(m, {{"A", 0.0}, {"C", rod.length}, {"M", 0.5 * rod.length}});
    m.hinge("A", pair_of(0, 0), "rod.A");
    m.add("point_on_curve", {{"name", "C"}, {"point", "rod.C"}, {"through", pair_of(0, 0)}, {"axis", pair_of(1, 0)}});
    m.add("assemble", {{"positions", table({{"rod", pair_of(0.5 * rod.length, 0)}})}});
    System system = m.system();
    const Vibrations at_rest = vibrations(system);
    EXPECT_NEAR(at_rest.frequency[0] / rod.frequency(pi), 1, 2e-4);
    const double size = 1e-6 * rod.length;
    const double swing = size / probe(
                                    system,
                                    [&] {
                                        State state = time::initial_state(system);
                                        state.q += at_rest.shapes.col(0);
                                        return state;
                                    }(),
                                    "rod.M.y");
    system.q0 += swing * at_rest.shapes.col(0);
    const double period = 2 * pi / at_rest.frequency[0];
    for (const double share : {0.5, 1.0}) {
        const MechanismRun run = run_mechanism(system, *events(), period, share * period);
        EXPECT_NEAR(probe(system, run.end, "rod.M.y") / size, share == 1 ? 1 : -1, 1e-5);
    }
}

/// The slider-crank of docs/guide/mechanisms.md with a flexible rod.
System slider_crank(const FlexibleRod& rod, double speed, bool flexible = true) {
    const double r = 0.05, l = rod.length;
    Mechanisms m;
    m.body("crank", 1, 1e-3, {{"O", pair_of(-0.5 * r, 0)}, {"A", pair_of(0.5 * r, 0)}});
    if (flexible)
        rod.add(m, {{"A", 0.0}, {"C", l}, {"M", 0.5 * l}});
    else
        m.body("rod", rod.mass(), rod.inertia(), {{"A", pair_of(-0.5 * l, 0)}, {"C", pair_of(0.5 * l, 0)}, {"M", pair_of(0, 0)}});
    m.body("slider", 0.5, 1e-3, {{"C", pair_of(0, 0)}});
    m.hinge("O", pair_of(0, 0), "crank.O");
    m.hinge("A", "crank.A", "rod.A");
    m.hinge("C", "rod.C", "slider.C");
    m.add("translational", {{"name", "guide"}, {"body", "slider"}});
    m.add("drive", {{"joint", "O"}, {"speed", speed}});
    m.guess({{"crank", 0.0}, {"rod", 0.0}});
    return m.system();
}

// Static deflections fall like 1/E, and so do the vibrations that the undeformed start sets off.
TEST(FlexibleLink, IsTheRigidLinkAsStiffnessGrows) {
    const double speed = 30, duration = 0.1;
    FlexibleRod rod;
    rod.modes = 1;
    rod.elements = 6;
    const auto difference = [&](double E) {
        rod.E = E;
        const System system = slider_crank(rod, speed);
        double largest = 0;
        (void)run_mechanism(system, *events(1e-9), 1e-3, duration, [&](const State& state) {
            // Half-way along a rigid rod.
            const double height = 0.5 * 0.05 * std::sin(speed * state.time);
            largest = std::max(largest, std::abs(probe(system, state, "rod.M.y") - height));
        });
        return largest;
    };
    const double soft = difference(2e9), middle = difference(2e10), stiff = difference(2e11);
    EXPECT_NEAR(soft / middle, 10, 2.5);
    EXPECT_NEAR(middle / stiff, 10, 2.5);
    RecordProperty("E 2e9, 2e10, 2e11",
                   std::to_string(1e6 * soft) + " " + std::to_string(1e6 * middle) + " " + std::to_string(1e6 * stiff) + " um");
    EXPECT_LT(stiff, 1e-4);
    EXPECT_GT(soft, 1e-3);
}

// Every method that knows joints comes to the same motion: event_driven to its tolerance, the others with their orders.
TEST(FlexibleLink, MethodsAgreeAndTheEnergyBalances) {
    FlexibleRod rod;
    rod.E = 2e9;
    rod.damping_ratio = 0.02;
    const System system = slider_crank(rod, 30);
    const double duration = 0.06;
    const auto place = [&](const MechanismRun& run) { return probe(system, run.end, "slider.x"); };
    const MechanismRun exact = run_mechanism(system, *events(1e-11), 1e-3, duration);
    EXPECT_LT(std::abs(exact.energy.remainder), 1e-8 * exact.work_done);
    EXPECT_GT(exact.energy.structural_damping, 1e-4 * exact.work_done);
    EXPECT_GT(exact.energy.strain, 0);
    const auto error = [&](const char* kind, double step) {
        const auto by = std::string(kind) == "generalized_alpha" ? alpha(0.8) : method(kind);
        Drift drift(system);
        const MechanismRun run = run_mechanism(system, *by, step, duration, std::ref(drift));
        EXPECT_LT(drift.position, std::string(kind) == "baumgarte" ? 1e-7 : 1e-12);
        EXPECT_LT(std::abs(run.energy.remainder), 1e-2 * run.work_done);
        return std::abs(place(run) - place(exact));
    };
    const double coarse = error("generalized_alpha", 4e-5), fine = error("generalized_alpha", 2e-5);
    RecordProperty("alpha", std::to_string(1e9 * coarse) + " " + std::to_string(1e9 * fine) + " nm");
    RecordProperty("remainder", std::to_string(1e12 * exact.energy.remainder / exact.work_done) + " e-12");
    EXPECT_GT(coarse / fine, 3.4) << "second order";
    EXPECT_LT(fine, 1e-6);
    EXPECT_LT(error("baumgarte", 2e-5), 1e-6);
    // Control: the rigid mechanism is far from it.
    EXPECT_GT(std::abs(place(exact) - (0.05 * std::cos(1.8) + std::sqrt(0.09 - std::pow(0.05 * std::sin(1.8), 2)))), 1e-5);
}

// A free rod that spins, flies and vibrates: its momentum, its angular momentum about the origin and its energy stay.
TEST(FlexibleLink, FreeFlightConserves) {
    FlexibleRod rod;
    rod.E = 2e9;
    Mechanisms m;
    rod.add(m, {{"A", 0.0}, {"C", rod.length}});
    m.add("initial", {{"node", "rod"}, {"x", 0.2}, {"y", -0.1}, {"angle", 0.4}, {"vx", 3.0}, {"vy", -2.0}, {"vangle", 200.0}});
    m.add("initial", {{"node", "rod modes 1"}, {"rotation", vector(0.01, 0.005, 1e-4)}, {"angular_velocity", vector(1, 2, 0.1)}});
    const System system = m.system();
    const FlexibleLink& link = system.mechanism->links.front();
    MechanismMotion motion(system, *system.mechanism, system.mechanism->joints);
    const auto angular = [&](const State& state) {
        motion.set_time(state.time);
        motion.move(state.q.data(), state.v.data());
        const bodies::FrameMotion& frame = motion.frame(link.frame);
        return motion.inertia(0).momentum(*link.body, frame.rate, motion.mode_rates(0).data()) +
               link.body->mass * cross(frame.position, frame.velocity);
    };
    double first = 0, largest = 0;
    std::array<double, 2> rate{200, 200};
    const MechanismRun run = run_mechanism(system, *events(1e-12), 1e-3, 0.05, [&](const State& state) {
        const double now = angular(state);
        if (state.time == 0) first = now;
        largest = std::max(largest, std::abs(now - first));
        const double turning = state.v[link.axes[2]];
        rate = {std::min(rate[0], turning), std::max(rate[1], turning)};
    });
    EXPECT_LT(largest, 1e-9 * std::abs(first));
    EXPECT_LT(run.largest_remainder, 1e-9 * run.energy.kinetic);
    EXPECT_GT(rate[1] - rate[0], 0.1) << "the body's inertia changes as it bends";
    EXPECT_NEAR(run.end.v[link.axes[0]], 3, 1e-9);
}

// A cantilever on a hub without radius that turns at gamma = Omega sqrt(rho A L^4/EI) vibrates in its plane of rotation with
// (lowest) lambda^2 = flapwise lambda^2 - gamma^2; flapwise 4.1373 at gamma = 2, 6.4495 at gamma = 5 (A. D. Wright, C. E. Smith,
// R. W. Thresher, J. L. C. Wang, J. Appl. Mech. 49 (1982) 197, doi:10.1115/1.3161966). Without the shortening lambda^2 would
// be 3.516^2 - gamma^2: no vibration at gamma = 5. Ten periods from the rest shape; the second mode in it shifts them by less
// than 1e-3.
TEST(FlexibleLink, TurningCantileverIsStiffened) {
    FlexibleRod rod;
    rod.length = 1;
    rod.E = 70e9;
    rod.density = 2700;
    rod.modes = 3;
    const double unit = rod.frequency(1);
    for (const auto& [gamma, flapwise] : {std::pair{2.0, 4.1373}, std::pair{5.0, 6.4495}}) {
        const double speed = gamma * unit;
        const auto build = [&](double turning) {
            Mechanisms m;
            m.body("hub", 1, 1, {{"O", pair_of(0, 0)}});
            rod.add(m, {{"A", 0.0}, {"C", rod.length}});
            m.hinge("O", pair_of(0, 0), "hub.O");
            m.add("fixed", {{"name", "root"}, {"between", between("hub.O", "rod.A")}});
            m.add("drive", {{"joint", "O"}, {"speed", turning}});
            m.add("assemble", {{"positions", table({{"rod", pair_of(0.5 * rod.length, 0)}})}});
            return m.system();
        };
        const Vibrations at_rest = vibrations(build(0));
        EXPECT_NEAR(at_rest.frequency[0] / unit, 3.5160, 1e-3);
        System system = build(speed);
        system.v0 += 1e-3 * at_rest.shapes.col(0) / at_rest.shapes.col(0).cwiseAbs().maxCoeff();
        std::vector<double> crossings;
        double last = 0, last_time = 0;
        const double lambda = std::sqrt(flapwise * flapwise - gamma * gamma);
        const double period = 2 * pi / (lambda * unit);
        (void)run_mechanism(system, *events(1e-9), period / 40, 10.5 * period, [&](const State& state) {
            const double turn = speed * state.time;
            const Vector2d tip(probe(system, state, "rod.C.x"), probe(system, state, "rod.C.y"));
            const double now = rotated(tip, -turn).y();
            if (last * now < 0) crossings.push_back(last_time + (state.time - last_time) * last / (last - now));
            last = now;
            last_time = state.time;
        });
        ASSERT_GT(crossings.size(), 18u);
        const double found = 2 * pi * 0.5 * static_cast<double>(crossings.size() - 1) / (crossings.back() - crossings.front());
        EXPECT_NEAR(found / unit / lambda, 1, 2e-3) << gamma;
        RecordProperty("gamma " + std::to_string(gamma), std::to_string(found / unit / lambda - 1));
    }
}

/// When the end of an undeformed beam, hinged at its other one and let go under gravity, has fallen by `way`: the rigid fall and
/// the modes phi = sin(bx)/sin(bL) + sinh(bx)/sinh(bL), tan bL = tanh bL, each driven by the integral of phi.
double fall_of_hinged_beam(const FlexibleRod& rod, double way) {
    constexpr double g = 9.81;
    struct Mode {
        double frequency, share;
    };
    std::vector<Mode> modes;
    for (int n = 1; n <= 8; ++n) {
        double x = (n + 0.25) * pi;  // tan x = 1 but for 2 exp(-2 x)
        for (int i = 0; i < 20; ++i) x = n * pi + std::atan(std::tanh(x));
        const double b = x / rod.length;
        const double integral = (1 - std::cos(x)) / (b * std::sin(x)) + (std::cosh(x) - 1) / (b * std::sinh(x));
        const double sine = std::sin(x), hyperbolic = std::sinh(x);
        const double squares = 0.5 * rod.length * (1 / (sine * sine) - 1 / (hyperbolic * hyperbolic));
        modes.push_back({rod.frequency(x), 2 * g * integral / squares});
    }
    const auto fallen = [&](double t) {
        double sum = 0.75 * g * t * t;
        for (const Mode& m : modes) sum += m.share / (m.frequency * m.frequency) * (1 - std::cos(m.frequency * t));
        return sum;
    };
    double low = 0, high = 1;
    for (int i = 0; i < 60; ++i) (fallen(0.5 * (low + high)) < way ? low : high) = 0.5 * (low + high);
    return low;
}

// A clearance joint at the end of a flexible rod: contacts act on its bent points, events are located, energy balances, and a
// blow on the end makes the rod vibrate.
TEST(FlexibleLink, TakesBlowsInAClearanceJoint) {
    FlexibleRod rod;
    rod.modes = 6;
    rod.elements = 24;
    Mechanisms m;
    rod.add(m, {{"A", 0.0}, {"C", rod.length}});
    m.hinge("A", pair_of(0, 0), "rod.A");
    m.add("revolute_clearance", {{"name", "C"},
                                 {"bearing", pair_of(rod.length, 0)},
                                 {"journal", "rod.C"},
                                 {"bearing_radius", 0.0101},
                                 {"journal_radius", 0.01},
                                 {"law", table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1e9}})}});
    m.add("gravity", {{"acceleration", vector(0, -9.81, 0)}});
    m.add("assemble", {{"positions", table({{"rod", pair_of(0.5 * rod.length, 0)}})}});
    const System system = m.system();
    double bend = 0;
    Drift drift(system);
    const MechanismRun run = run_mechanism(system, *events(1e-10), 1e-3, 0.03, [&](const State& state) {
        drift(state);
        bend = std::max(bend, std::abs(probe(system, state, "rod.mode[1]")));
    });
    ASSERT_GE(run.impacts.size(), 2u);
    // The rigid rod would be there 1 % earlier. 1e-5: what the reference leaves out (shortening, the journal's way across the
    // bearing) is of the order of the fall over the length, 3e-4, squared.
    const double reference = fall_of_hinged_beam(rod, 1e-4);
    EXPECT_NEAR(run.impacts.front().time_in, reference, 1e-5 * reference);
    EXPECT_GT(reference, 1.009 * std::sqrt(2 * 1e-4 / (1.5 * 9.81)));
    EXPECT_GT(bend, 1e-6);
    EXPECT_LT(run.largest_remainder, 1e-7 * rod.mass() * 9.81 * rod.length);
    EXPECT_LT(drift.position, 1e-13);
}

// The picture's bar ends where the probe of its end says, bent as the link is: the mean of both corners of the end.
TEST(FlexibleLink, PicturesAndProbesFollowTheBend) {
    FlexibleRod rod;
    Mechanisms m;
    rod.add(m, {{"A", 0.0}, {"C", rod.length}});
    m.add("initial", {{"node", "rod"}, {"x", 0.4}, {"y", 0.1}, {"angle", 0.7}, {"vangle", 20.0}, {"vx", 1.0}});
    m.add("initial", {{"node", "rod modes 1"}, {"rotation", vector(0.02, -0.01, 0.0)}, {"angular_velocity", vector(1, 0, 0)}});
    const System system = m.system();
    State state = run_mechanism(system, *events(), 1e-5, 1e-3).end;
    const record::BodySurface surface(system);
    record::Picture picture = surface.rest();
    surface.show(state, record::full_motion(system, state), picture);
    const std::size_t last = 2 * static_cast<std::size_t>(rod.elements);
    const char* names[3][2] = {{"rod.C.x", "rod.C.y"}, {"rod.C.vx", "rod.C.vy"}, {"rod.C.ax", "rod.C.ay"}};
    for (std::size_t k = 0; k < 2; ++k) {
        const std::size_t one = 3 * last + k, other = 3 * last + 3 + k;
        const auto mean = [&](const std::vector<double>& values) { return 0.5 * (values[one] + values[other]); };
        EXPECT_NEAR(mean(picture.points) + mean(picture.arrays[0].values), probe(system, state, names[0][k]), 1e-12);
        EXPECT_NEAR(mean(picture.arrays[1].values), probe(system, state, names[1][k]), 1e-9);
        EXPECT_NEAR(mean(picture.arrays[2].values), probe(system, state, names[2][k]), 1e-6);
    }
    // Bent: the end is not where a rigid rod would have it.
    const Vector2d rigid = Vector2d(probe(system, state, "rod.x"), probe(system, state, "rod.y")) +
                           rotated({0.5 * rod.length, 0}, probe(system, state, "rod.angle"));
    EXPECT_GT((rigid - Vector2d(probe(system, state, "rod.C.x"), probe(system, state, "rod.C.y"))).norm(), 1e-3);
}

}  // namespace
}  // namespace jounce::test::flexible_test
