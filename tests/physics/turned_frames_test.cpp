// Physics: bodies of a mechanism that turn or are driven, at one instant: what their rates take from given motions, what slots
// and guides on them see, what rounding of their directions leaves in a slip. References: a rate is linear in the rates of
// coordinates and given motions; a turned scene is the same scene; central differences in time, whose error is h^2; the square of
// speeds and the product of two. Tolerances: rounding but for the differences and for given speeds beside large ones. Controls
// stand beside each case.
// SPDX-License-Identifier: BSD-3-Clause
#include "mechanism_instant.hpp"
#include "time/equations/given_motions.hpp"
#include "time/equations/mechanism_noise.hpp"

namespace jounce::test::turned_frames_test {
namespace {

using namespace test::mechanism_instant;

/// All kinds of given motions: supports with a hinge on them and a stop, a driven crank in whose bearing a journal is, a journal
/// on it in a bearing that moves, a driver between two bodies that move.
System driven_scene() {
    Mechanisms m;
    m.add("node", {{"name", "support"}, {"at", vector(0, 0, 0)}});
    m.add("prescribe", {{"node", "support"}, {"dof", "ux"}, {"motion", sine(2e-2, 7)}});
    m.add("prescribe", {{"node", "support"}, {"dof", "uy"}, {"motion", sine(3e-2, 4)}});
    m.body("crank", 1, 0.02, {{"O", pair_of(-0.1, 0)}, {"A", pair_of(0.15, 0.05)}, {"P", pair_of(0.02, -0.1)}});
    m.hinge("O", pair_of(2, 0), "crank.O");
    m.add("drive", {{"joint", "O"}, {"angle", sine(0.7, 5)}});
    m.body("disc", 0.8, 0.004, {{"P", pair_of(0.04, -0.02)}});
    m.body("ring_on_crank", 0.9, 0.005, {{"B", pair_of(-0.03, 0.01)}});
    m.body("ring_on_support", 0.7, 0.003, {{"B", pair_of(0.02, 0.05)}});
    m.body("fork", 1, 0.02, {{"S", pair_of(-0.2, 0)}});
    m.hinge("S", pair_of(0, 0), "fork.S");
    m.body("carriage", 3, 1, {});
    m.add("translational", {{"name", "rails"}, {"body", "carriage"}, {"through", pair_of(0, 0)}});
    m.body("plate", 2, 1, {});
    m.add("translational", {{"name", "way"}, {"body", "plate"}, {"base", "carriage"}, {"through", pair_of(0, 0)}});
    m.add("drive", {{"joint", "way"}, {"position", sine(0.3, 3)}});
    const auto bearing = [&](const char* name, const char* ring, const char* journal) {
        m.add("revolute_clearance", {{"name", name},
                                     {"bearing", ring},
                                     {"journal", journal},
                                     {"bearing_radius", 14e-3},
                                     {"journal_radius", 10e-3},
                                     {"law", rigid()},
                                     {"friction", coulomb(0.3)}});
    };
    bearing("in_crank", "crank.A", "disc.P");
    bearing("on_crank", "ring_on_crank.B", "crank.P");
    bearing("on_support", "ring_on_support.B", "support");
    m.add("point", {{"name", "w"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
    m.add("circular_gap", {{"name", "ring"},
                           {"from", "support"},
                           {"to", "w"},
                           {"axis", vector(0, 0, 1)},
                           {"clearance", 5e-3},
                           {"law", rigid()},
                           {"friction", coulomb(0.2)}});
    return m.system();
}

/// The rates of all given motions, in the order of GivenMotions.
Vector given_rates(MechanismDynamics& dynamics, double time) {
    const System& system = dynamics.system();
    std::vector<double> out;
    for (const PrescribedMotion& motion : system.recovery.prescribed) out.push_back(motion.signal->sample(time).first);
    for (const PlanarJoint& joint : system.mechanism->joints) out.push_back(joint.drive ? joint.drive->sample(time).first : 0);
    for (std::size_t f = 0; f < system.mechanism->frames.size(); ++f) {
        const auto& frame = dynamics.motion().frame(static_cast<int>(f));
        const bool driven = system.mechanism->frames[f].driven != nullptr;
        for (const double rate : {frame.velocity[0], frame.velocity[1], frame.rate}) out.push_back(driven ? rate : 0);
    }
    return Eigen::Map<const Vector>(out.data(), static_cast<Eigen::Index>(out.size()));
}

// A rate is linear in the rates of all coordinates and of all given motions; the rates of the joints, in their combinations, too.
TEST(TurnedFrames, GivenMotionsCompleteTheRates) {
    const System system = driven_scene();
    MechanismDynamics dynamics(system);
    const State state = moving(system);
    dynamics.set_time(state.time);
    dynamics.move(state.q.data(), state.v.data(), true);
    const time::GivenMotions given(system);
    const Vector rates = given_rates(dynamics, state.time);
    ASSERT_EQ(given.size(), rates.size());
    const auto expect = [&](double rate, const Vector& column, const Vector& of_given, const std::string& what) {
        const double from_coordinates = column.dot(state.v), from_given = of_given.dot(rates);
        const double size = column.cwiseAbs().dot(state.v.cwiseAbs()) + of_given.cwiseAbs().dot(rates.cwiseAbs());
        EXPECT_NEAR(from_coordinates + from_given, rate, 1e-14 * size) << what;
        EXPECT_GT(std::abs(from_given), 1e-3 * size) << what << ": control";
    };
    for (std::size_t s = 0; s < dynamics.sides().size(); ++s) {
        Vector column = Vector::Zero(system.size());
        dynamics.add_direction(s, column.data());
        expect(dynamics.sides()[s].motion.rate, column, given.of_side(dynamics.sides()[s]), "side");
    }
    for (std::size_t f = 0; f < dynamics.rubs().size(); ++f) {
        Vector column = Vector::Zero(system.size());
        dynamics.add_slip_direction(f, 0, column.data());
        expect(dynamics.rubs()[f].slip[0], column, given.of_slip(dynamics, f, 0), system.frictions[f].name);
    }
    const Matrix J = jacobian(dynamics);
    ASSERT_GE(J.rows(), 5);
    for (Eigen::Index i = 0; i < J.rows(); ++i) {
        const Vector mu = Vector::Unit(J.rows(), i) + 0.3 * Vector::Ones(J.rows());
        const Vector column = J.transpose() * mu;
        const time::GivenMotions::Part part = given.of_joints(dynamics, column);
        expect(mu.dot(dynamics.motion().rate()), column, part.value, "joints");
        EXPECT_TRUE((part.terms.array() >= part.value.array().abs() * (1 - 1e-14)).all());
    }
}

// The rates of what is held do not change along the motion, also where the second body of a pair is the driven one.
TEST(TurnedFrames, KeepTheirRatesOnDrivenBodies) {
    const System system = driven_scene();
    for (const std::size_t held : {0U, 1U, 2U, 3U}) {
        for (const bool stick : {true, false}) {
            MechanismDynamics dynamics(system);
            State state = moving(system);
            state.sides[held].memory.closed = true;
            for (FrictionState& friction : state.frictions) friction.status = FrictionStatus::open;
            state.frictions[held].status = stick ? FrictionStatus::stick : FrictionStatus::slip;
            state.frictions[held].direction = {1, 0};
            time::complete(dynamics, state, time::Tension::kept);
            const Vector with = changes(dynamics, state).head(stick ? 2 : 1);
            State free = state;
            Matrix W;
            Vector unheld, noise;
            (void)dynamics.hold_contacts(state);
            const std::vector<MechanismDynamics::HeldRate> rates = dynamics.held();
            dynamics.free_accelerations(free, rates, W, unheld, noise);
            const double scale = unheld.cwiseAbs().maxCoeff() + state.a.cwiseAbs().maxCoeff();
            EXPECT_LT(with.cwiseAbs().maxCoeff(), 1e-6 * scale) << held << stick;
            EXPECT_GT(unheld.cwiseAbs().minCoeff(), 1e-3) << "control";
        }
    }
}

// What turns the direction of a slip adds to its rounding: every speed and every acceleration, whatever their signs.
TEST(TurnedFrames, RoundingOfASlipGrowsWithWhatTurnsIt) {
    const System system = driven_scene();
    MechanismDynamics dynamics(system);
    State at = moving(system);
    const auto noise = [&](std::size_t f, double time, const Vector& q, const Vector& v, const Vector& a) {
        State state = at;
        state.time = time;
        state.q = q;
        state.v = v;
        state.a = a;
        dynamics.set_time(time);
        dynamics.move(q.data(), v.data(), true);
        return time::tilt_noise(dynamics, f, state);
    };
    Vector a = at.v;
    for (Eigen::Index i = 0; i < a.size(); ++i) a[i] = 3 * std::cos(1.7 * static_cast<double>(i) + 0.4);
    const Vector rest = Vector::Zero(a.size());
    for (std::size_t f = 0; f < system.frictions.size(); ++f) {
        const std::string& name = system.frictions[f].name;
        const double still = noise(f, at.time, at.q, rest, rest);
        EXPECT_GE(still, 0) << name;
        EXPECT_GT(noise(f, at.time, at.q, rest, a), still) << name;
        EXPECT_NEAR(noise(f, at.time, at.q, rest, -a), noise(f, at.time, at.q, rest, a), 1e-12 * still) << name;
        // Of high speeds it is their square.
        const double once = noise(f, at.time, at.q, 1e6 * at.v, rest), twice = noise(f, at.time, at.q, 2e6 * at.v, rest);
        EXPECT_NEAR(twice / once, 4, 1e-4) << name;
        // Every speed counts: without any one of those that the slip depends on it is smaller.
        Vector column = Vector::Zero(a.size());
        dynamics.add_slip_direction(f, 0, column.data());
        for (Eigen::Index i = 0; i < a.size(); ++i) {
            for (const double way : {1.0, -1.0}) {
                const Vector one = way * 1e3 * Vector::Unit(a.size(), i);
                const double moves = noise(f, at.time, at.q, one, rest);
                EXPECT_GE(moves, still) << name << i;
                const double fast = noise(f, at.time, at.q, 1e4 * one, rest), back = noise(f, at.time, at.q, -1e4 * one, rest);
                EXPECT_NEAR(fast, back, 1e-4 * fast + 1e-9) << name << i << ": neither way is the other";
                if (std::abs(column[i]) > 1e-3) {
                    EXPECT_GT(moves, still + 1) << name << ' ' << i << ' ' << way;
                }
            }
        }
    }
    // A turned scene has the same: of the ring, whose support is at its middle at the start.
    Vector q = Vector::Zero(a.size());
    const auto ring = static_cast<std::size_t>(std::ranges::find(system.frictions, std::string("ring"), &Friction::name) -
                                               system.frictions.begin());
    std::vector<double> turned;
    for (const double angle : {0.3, 1.9, 3.6, 5.2}) {
        Vector b = rest;
        const Vector2d x = rotated({6e-3, 0}, angle), along = rotated({2, 1}, angle);
        set(system, q, "w.ux", x.x());
        set(system, q, "w.uy", x.y());
        // |cos| + |sin| of a place, |.| of the parts along the normal: those of the quadrants, each at its own angle.
        set(system, b, "w.ux", along.x());
        set(system, b, "w.uy", along.y());
        const double parts = std::abs(std::cos(angle) * along.x()) + std::abs(std::sin(angle) * along.y());
        const double places = 6e-3 * (std::abs(std::cos(angle)) + std::abs(std::sin(angle)));
        const double still = noise(ring, 0, q, rest, rest);
        turned.push_back((noise(ring, 0, q, rest, b) - still) / (parts * (1 + places / 6e-3)));
    }
    for (const double value : turned) EXPECT_NEAR(value, turned[0], 1e-12 * turned[0]);
}

// A slot and a guide along any line of a body turn with the body: where all are turned and moved, a pin and a block in them have
// the same distances and rates.
TEST(TurnedFrames, SlotsAndGuidesTurnWithTheirBody) {
    Mechanisms m;
    m.body("plate", 1, 0.02, {});
    m.body("pin", 0.3, 0.001, {});
    m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
    m.hinge("O", pair_of(3, 0), "arm.O");
    m.add("slot", {{"name", "slot"},
                   {"base", "plate"},
                   {"pin", "pin"},
                   {"from", pair_of(0.1, 0.05)},
                   {"to", pair_of(0.2, 0.15)},
                   {"width", 0.0202},
                   {"pin_radius", 0.01},
                   {"law", rigid()},
                   {"friction", coulomb(0.3)}});
    m.body("block", 0.4, 0.001, {});
    m.add("translational_clearance", {{"name", "guide"},
                                      {"base", "plate"},
                                      {"body", "block"},
                                      {"through", pair_of(-0.1, 0.02)},
                                      {"axis", pair_of(1, 2)},
                                      {"length", 0.06},
                                      {"height", 0.04},
                                      {"clearance", 1e-3},
                                      {"corner_radius", 1e-4},
                                      {"law", rigid()},
                                      {"friction", coulomb(0.3)}});
    const System system = m.system();
    MechanismDynamics dynamics(system);
    const Vector2d pin(0.1503, 0.0998), speed(0.4, -0.7), carried(0.3, 0.2);
    std::vector<std::array<double, 3>> straight;
    for (const double angle : {0.0, 0.5, -1.2, 2.9}) {
        State state = time::initial_state(system);
        const auto place = [&](const char* body, const Vector2d& at, double turn) {
            const std::string name = body;
            const Vector2d x = rotated(at, angle) + 0.1 * angle * Vector2d(1, -2);
            set(system, state.q, name + ".ux", x.x());
            set(system, state.q, name + ".uy", x.y());
            set(system, state.q, name + ".rz", turn + angle);
        };
        const auto move = [&](const char* body, const Vector2d& at, double turn) {
            const std::string name = body;
            const Vector2d x = rotated(at, angle);
            set(system, state.v, name + ".ux", x.x());
            set(system, state.v, name + ".uy", x.y());
            set(system, state.v, name + ".rz", turn);
        };
        place("plate", {0, 0}, 0);
        place("pin", pin, 0.2);
        move("plate", carried, 3);
        move("pin", speed, -2);
        place("block", {-0.13, -0.04}, std::atan2(2, 1) + 0.01);
        move("block", {-0.5, 0.6}, 1.5);
        dynamics.set_time(0);
        dynamics.move(state.q.data(), state.v.data(), true);
        ASSERT_EQ(dynamics.sides().size(), 6U);
        for (std::size_t s = 0; s < 6; ++s) {
            const MechanismDynamics::Side& side = dynamics.sides()[s];
            const std::array<double, 3> now{side.motion.indentation, side.motion.rate, side.slip};
            if (angle == 0) straight.push_back(now);
            for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(now[i], straight[s][i], 1e-14) << angle << ' ' << s << ' ' << i;
        }
    }
    // Of the pin across the mid-line, with the plate's turn about its own centre.
    const Vector2d across = Vector2d(-1, 1).normalized(), passing = speed - carried - cross_z(3, pin);
    EXPECT_NEAR(std::abs(straight[0][1]), std::abs(across.dot(passing)), 1e-14);
    EXPECT_NEAR(straight[0][0],
                -1e-4 + (straight[0][1] * across.dot(passing) > 0 ? 1 : -1) * across.dot(pin - Vector2d(0.1, 0.05)), 1e-14);
}

// Along the axis of a guide that turns with its base a force does the work of the displacement along it.
TEST(TurnedFrames, AForceAlongATurningAxis) {
    Mechanisms m;
    m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
    m.hinge("O", pair_of(0, 0), "arm.O");
    m.body("slide", 0.5, 0.01, {{"C", pair_of(0.02, 0.03)}});
    m.add("translational",
          {{"name", "way"}, {"base", "arm"}, {"body", "slide"}, {"through", pair_of(0.1, 0.05)}, {"axis", pair_of(1, 2)}});
    m.add("drive", {{"joint", "way"}, {"force", 7}});
    const System system = m.system();
    MechanismDynamics dynamics(system);
    const State state = moving(system);
    const Vector2d axis = Vector2d(1, 2).normalized();
    const auto displacement = [&](double after) {
        const Vector q = state.q + after * state.v;
        dynamics.set_time(0);
        dynamics.move(q.data(), state.v.data(), true);
        const auto* names = &system.mechanism->frames;
        std::size_t arm = 0, slide = 0;
        for (std::size_t f = 0; f < names->size(); ++f) {
            if ((*names)[f].name == "arm") arm = f;
            if ((*names)[f].name == "slide") slide = f;
        }
        const auto &a = dynamics.motion().frame(static_cast<int>(arm)), &b = dynamics.motion().frame(static_cast<int>(slide));
        return axis.dot(rotated(b.position - a.position, -a.angle));
    };
    constexpr double h = 1e-6;
    const double speed = (displacement(h) - displacement(-h)) / (2 * h);
    dynamics.move(state.q.data(), state.v.data(), true);
    Vector r = Vector::Zero(system.size());
    dynamics.applied_forces(state.q.data(), state.v.data(), r.data());
    EXPECT_NEAR(r.dot(state.v), 7 * speed, 1e-8 * std::abs(7 * speed));
    EXPECT_GT(std::abs(speed), 0.01) << "control";
}

// Bodies that turn about the pin without passing it, that pass it while they turn, and that have turned a thousand times.
TEST(TurnedFrames, RoundingOfASlipByEachOfItsCauses) {
    const System system = driven_scene();
    MechanismDynamics dynamics(system);
    State state = moving(system);
    const auto f = static_cast<std::size_t>(std::ranges::find(system.frictions, std::string("on_support"), &Friction::name) -
                                            system.frictions.begin());
    const auto side = static_cast<std::size_t>(dynamics.rubs()[f].side);
    state.a.setZero();
    // The supports stand still at the crests of no common instant: their speeds are far below these.
    const auto noise = [&](double rate, double passing, double turns) {
        State now = state;
        dynamics.set_time(now.time);
        now.v.setZero();
        dynamics.move(now.q.data(), now.v.data(), true);
        const Vector2d arm = dynamics.sides()[side].from_first, normal = dynamics.sides()[side].normal;
        // The place of the ring at the pin stands still but for `passing` across the normal.
        const Vector2d v = passing * Vector2d(-normal.y(), normal.x()) - cross_z(rate, arm);
        set(system, now.v, "ring_on_support.ux", v.x());
        set(system, now.v, "ring_on_support.uy", v.y());
        set(system, now.v, "ring_on_support.rz", rate);
        const double angle = probe(system, now, "ring_on_support.angle") + 2 * pi * turns;
        set(system, now.q, "ring_on_support.rz", angle);
        dynamics.move(now.q.data(), now.v.data(), true);
        return time::tilt_noise(dynamics, f, now);
    };
    constexpr double fast = 1e7;
    EXPECT_NEAR(noise(2 * fast, 0, 0) / noise(fast, 0, 0), 4, 0.01);
    const auto by_passing = [&](double rate) { return noise(rate, 1e3, 0) - noise(rate, 0, 0); };
    EXPECT_NEAR(by_passing(2 * fast) / by_passing(fast), 2, 0.02);
    EXPECT_GT(noise(fast, 0, 1000) / noise(fast, 0, 0), 100);
}

}  // namespace
}  // namespace jounce::test::turned_frames_test
