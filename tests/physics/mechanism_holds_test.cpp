// Physics: the equations of motion of a System with joints at one instant, where rigid stops are closed and frictions stick: in a
// bearing on a driven crank, in a ring and at a wall on a support that shakes, on a table.
// References: the balance M a + J^T lambda + N n + f t = r; the change of the energy by the powers; rates that are held do not
// change along the motion, by central differences in time of the motion (q + v h + a h^2/2, v + a h); projections are orthogonal
// in the metric of M. Tolerances: rounding; of the differences 1e-7 of the accelerations without the forces, since their error is
// h^2 times a third derivative. Controls: without the forces the rates change; with the forces halved the balance fails.
// SPDX-License-Identifier: BSD-3-Clause
#include <set>

#include "linalg/dense/dense.hpp"
#include "mechanism_instant.hpp"

namespace jounce::test::mechanism_holds_test {
namespace {

using time::MechanismDynamics;
using namespace test::mechanism_instant;

const std::map<std::string, double> coefficients{{"bearing", 0.3}, {"ring", 0.2}, {"wall", 0.4}, {"table", 0.5}};

System scene() {
    Mechanisms m;
    m.body("crank", 1, 0.02, {{"O", pair_of(-0.1, 0)}, {"A", pair_of(0.15, 0.05)}});
    m.body("disc", 0.8, 0.004, {{"P", pair_of(0.04, -0.02)}});
    m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
    m.hinge("O", pair_of(0, 0), "crank.O");
    m.hinge("H", pair_of(1, 0), "arm.O");
    m.add("drive", {{"joint", "O"}, {"angle", sine(0.7, 5)}});
    m.add("revolute_clearance", {{"name", "bearing"},
                                 {"bearing", "crank.A"},
                                 {"journal", "disc.P"},
                                 {"bearing_radius", 14e-3},
                                 {"journal_radius", 10e-3},
                                 {"law", rigid()},
                                 {"friction", coulomb(coefficients.at("bearing"))}});
    m.add("node", {{"name", "support"}, {"at", vector(0, 0, 0)}});
    m.add("prescribe", {{"node", "support"}, {"dof", "ux"}, {"motion", sine(2e-3, 7)}});
    m.add("prescribe", {{"node", "support"}, {"dof", "uy"}, {"motion", sine(3e-3, 4)}});
    for (const char* name : {"p", "w", "t"})
        m.add("point", {{"name", name}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
    m.add("circular_gap", {{"name", "ring"},
                           {"from", "support"},
                           {"to", "p"},
                           {"axis", vector(0, 0, 1)},
                           {"clearance", 5e-3},
                           {"law", rigid()},
                           {"friction", coulomb(coefficients.at("ring"))}});
    m.add("gap", {{"name", "wall"},
                  {"from", "support"},
                  {"to", "w"},
                  {"direction", vector(0.6, 0.8, 0)},
                  {"tangent", vector(-0.8, 0.6, 0)},
                  {"clearance", 1e-3},
                  {"sides", "positive"},
                  {"law", rigid()},
                  {"friction", coulomb(coefficients.at("wall"))}});
    m.add("friction", {{"name", "table"},
                       {"from", "support"},
                       {"to", "t"},
                       {"directions", list({vector(0.6, 0.8, 0), vector(-0.8, 0.6, 0)})},
                       {"normal_force", 40},
                       {"friction", coulomb(coefficients.at("table"))}});
    m.add("spring", {{"from", "support"}, {"to", "p"}, {"direction", vector(0.6, 0.8, 0)}, {"stiffness", 900}, {"damping", 5}});
    m.add("link_spring", {{"between", between("crank.A", "arm.O")}, {"stiffness", 80.0}, {"free_length", 0.2}, {"damping", 1.5}});
    m.add("torsion_spring", {{"between", between("disc", "arm")}, {"stiffness", 2.0}, {"damping", 0.05}});
    const Handle rod = m.add("beam", {{"name", "rod"},
                                      {"from", vector(0, 0, 0)},
                                      {"to", vector(0.2, 0, 0)},
                                      {"elements", 1},
                                      {"section", circle(0.01)},
                                      {"material", steel()}});
    m.add("fix", {{"nodes", references(rod.nodes)}, {"dofs", words({"ux", "uz", "rx", "ry"})}});
    m.add("fix", {{"node", "rod[1]"}, {"dofs", words({"rz"})}});
    m.add("prescribe", {{"node", "rod[1]"}, {"dof", "uy"}, {"motion", sine(1e-3, 6)}});
    m.add("load", {{"node", "w"}, {"direction", vector(0.6, 0.8, 0)}, {"force", sine(30, 9)}});
    m.add("gravity", {{"acceleration", vector(1, -9.81, 0)}});
    return m.system();
}

/// The generalised forces of the joints, J^T lambda over the free coordinates.
Vector of_joints(MechanismDynamics& dynamics, const Vector& lambda) {
    Vector out = Vector::Zero(dynamics.size());
    const Vector over = dynamics.motion().jacobian().transpose() * lambda.head(dynamics.motion().equations());
    for (Eigen::Index c = 0; c < over.size(); ++c) out[dynamics.motion().coordinate()[static_cast<std::size_t>(c)]] += over[c];
    return out;
}
Vector times_mass(MechanismDynamics& dynamics, const Vector& x) {
    Vector out = Vector::Zero(x.size());
    dynamics.multiply_mass(x.data(), 1, out.data());
    return out;
}

/// Kinetic and elastic energy [J] `after` a state along its motion, with what moves as given.
double energy(MechanismDynamics& dynamics, const State& state, double after) {
    const System& system = dynamics.system();
    const Vector q = state.q + after * state.v + 0.5 * after * after * state.a, v = state.v + after * state.a;
    double out = 0.5 * v.dot(system.linear.M * v) + 0.5 * q.dot(system.linear.K * q);
    const auto& given = system.recovery.prescribed;
    std::vector<SignalSample> s;
    for (const PrescribedMotion& motion : given) s.push_back(motion.signal->sample(state.time + after));
    for (std::size_t j = 0; j < given.size(); ++j) {
        out += given[j].mass_row.dot(v) * s[j].first + given[j].stiffness_row.dot(q) * s[j].value;
        for (std::size_t i = 0; i < given.size(); ++i)
            out += 0.5 * (given[j].mass[i] * s[i].first * s[j].first + given[j].stiffness[i] * s[i].value * s[j].value);
    }
    dynamics.set_time(state.time + after);
    dynamics.move(q.data(), v.data(), true);
    return out + dynamics.motion().spring_energy();
}

struct Holds : testing::TestWithParam<std::set<std::string>> {};

TEST_P(Holds, KeepTheirRatesAndBalance) {
    const System system = scene();
    MechanismDynamics dynamics(system);
    State state = moving(system);
    // The journal some mm off the bearing, whose crank has turned by 0.7 sin(2 pi 5 t).
    const double turn = 0.7 * std::sin(2 * pi * 5 * state.time);
    const Vector2d at = rotated({0.25, 0.05}, turn) - rotated({0.04, -0.02}, 0.4);
    set(system, state.q, "disc.ux", at.x() + 2e-3);
    set(system, state.q, "disc.uy", at.y() + 3e-3);
    set(system, state.q, "disc.rz", 0.4);
    for (SideState& side : state.sides) side.memory.closed = true;
    std::size_t sticks = 0;
    for (std::size_t f = 0; f < 4; ++f) {
        const Friction& friction = system.frictions[f];
        const bool is_stick = GetParam().count(friction.name) > 0;
        state.frictions[f].status = is_stick ? FrictionStatus::stick : FrictionStatus::slip;
        state.frictions[f].direction =
            friction.directions == 2 ? contact::Slip{0.6, -0.8} : contact::Slip{friction.name == "ring" ? -1.0 : 1.0, 0};
        if (is_stick) sticks += static_cast<std::size_t>(friction.directions);
    }
    // Without holds the rates change.
    (void)dynamics.hold_contacts(state);
    ASSERT_EQ(dynamics.held().size(), 3 + sticks);
    const std::vector<MechanismDynamics::HeldRate> held = dynamics.held();
    State free = state;
    Matrix W;
    Vector unheld, noise;
    dynamics.free_accelerations(free, held, W, unheld, noise);
    (void)dynamics.hold_contacts(state);
    const Vector without = changes(dynamics, free);
    const auto k = static_cast<Eigen::Index>(held.size());
    const double scale = without.head(k).cwiseAbs().maxCoeff();
    EXPECT_GT(without.head(k).cwiseAbs().minCoeff(), 0.01) << "control";
    EXPECT_LT((without.head(k) - unheld).cwiseAbs().maxCoeff(), 1e-7 * scale);
    EXPECT_LT(noise.maxCoeff(), 1e-10 * scale) << "rounding";
    // Each term of the rate of a point, whose acceleration no joint changes, comes in before and behind the joints.
    constexpr double roundings = 256 * std::numeric_limits<double>::epsilon();
    dynamics.place_held();
    for (Eigen::Index i = 0; i < k; ++i) {
        const auto& [number, tangential, component] = held[static_cast<std::size_t>(i)];
        const bool of_joints = tangential ? system.frictions[number].name == "bearing" : number == 0;
        double terms = 0;
        for (Eigen::Index c = 0; c < dynamics.motion().coordinates(); ++c)
            terms += std::abs(dynamics.held_row(static_cast<std::size_t>(i))[c] *
                              free.a[dynamics.motion().coordinate()[static_cast<std::size_t>(c)]]);
        EXPECT_GE(noise[i], roundings * (of_joints ? 1 : 2) * terms) << i;
    }

    time::complete(dynamics, state, time::Tension::kept);
    EXPECT_LT(changes(dynamics, state).cwiseAbs().maxCoeff(), 1e-7 * scale);
    // W of unit forces takes these accelerations away.
    Vector acted(k);
    for (Eigen::Index i = 0; i < k; ++i) {
        const auto& [number, tangential, component] = held[static_cast<std::size_t>(i)];
        acted[i] = tangential ? state.frictions[number].force[component] : state.sides[number].response.force;
    }
    EXPECT_LT((unheld - W * acted).cwiseAbs().maxCoeff(), 1e-12 * scale);

    State loaded = state;
    dynamics.place(loaded);
    const Vector& r = loaded.a;
    Vector forces = of_joints(dynamics, state.multipliers);
    for (std::size_t s = 0; s < state.sides.size(); ++s) {
        Vector direction = Vector::Zero(system.size());
        dynamics.add_direction(s, direction.data());
        forces += state.sides[s].response.force * direction;
    }
    for (std::size_t f = 0; f < state.frictions.size(); ++f) {
        const FrictionState& friction = state.frictions[f];
        for (std::size_t i = 0; i < 2; ++i) {
            if (friction.force[i] == 0) continue;
            Vector direction = Vector::Zero(system.size());
            dynamics.add_slip_direction(f, i, direction.data());
            forces += friction.force[i] * direction;
        }
        if (friction.status != FrictionStatus::slip) continue;
        const Friction& of = system.frictions[f];
        const double N = of.contact < 0 ? 40 : std::abs(state.sides[static_cast<std::size_t>(of.contact)].response.force);
        EXPECT_NEAR(contact::norm(friction.force), coefficients.at(of.name) * N, 1e-12 * N) << of.name;
    }
    const Vector inertia = times_mass(dynamics, state.a);
    const double size = std::max(inertia.cwiseAbs().maxCoeff(), forces.cwiseAbs().maxCoeff());
    EXPECT_LT((inertia + forces - r).cwiseAbs().maxCoeff(), 1e-12 * size);
    EXPECT_GT((inertia + 0.5 * forces - r).cwiseAbs().maxCoeff(), 0.01 * size) << "control";

    // The energy changes by the powers.
    const time::WorkSum powers = dynamics.powers(state, state.time);
    double supplied = powers.external + powers.base - powers.structural_damping - powers.friction;
    for (const SideState& side : state.sides) supplied -= side.response.force * side.motion.rate;
    supplied -= state.multipliers.head(dynamics.motion().equations()).dot(dynamics.motion().rate());  // the hinge is not closed
    constexpr double h = 1e-7;
    const double change = (energy(dynamics, state, h) - energy(dynamics, state, -h)) / (2 * h);
    EXPECT_NEAR(supplied, change, 1e-6 * (std::abs(powers.external) + std::abs(powers.base) + std::abs(powers.friction)));
    for (const double power : {powers.external, powers.base, powers.structural_damping, powers.friction})
        EXPECT_GT(std::abs(power), 1e-4 * std::abs(change)) << "control";
}

using Names = std::set<std::string>;
INSTANTIATE_TEST_SUITE_P(All, Holds,
                         testing::Values(Names{"bearing", "ring", "wall", "table"}, Names{}, Names{"bearing", "wall"},
                                         Names{"ring", "table"}),
                         [](const auto& of) {
                             std::string name;
                             for (const std::string& stick : of.param) name += stick;
                             return name.empty() ? "none" : name;
                         });

// A projection takes the rates out by impulses of joints, stops and sticks alone: M (v' - v) does no work on what they allow.
TEST(MechanismProjection, IsOrthogonalInTheMetricOfTheMass) {
    const System system = scene();
    MechanismDynamics dynamics(system);
    State state = moving(system);
    dynamics.set_time(state.time);
    for (SideState& side : state.sides) side.memory.closed = true;
    for (FrictionState& friction : state.frictions) friction.status = FrictionStatus::stick;
    (void)dynamics.hold_contacts(state);
    const Vector before = rates(dynamics, state, 0);
    Vector v = state.v;
    dynamics.project_rates(state.q.data(), v.data());
    State after = state;
    after.v = v;
    EXPECT_LT(rates(dynamics, after, 0).cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_GT(before.cwiseAbs().minCoeff(), 1e-3) << "control";
    const auto held = static_cast<Eigen::Index>(dynamics.held().size());
    Matrix rows(dynamics.motion().equations() + held, system.size());
    rows.topRows(dynamics.motion().equations()) = jacobian(dynamics);
    dynamics.place_held();
    rows.bottomRows(held).setZero();
    for (Eigen::Index k = 0; k < held; ++k) {
        for (Eigen::Index c = 0; c < dynamics.motion().coordinates(); ++c)
            rows(dynamics.motion().equations() + k, dynamics.motion().coordinate()[static_cast<std::size_t>(c)]) =
                dynamics.held_row(static_cast<std::size_t>(k))[c];
    }
    const Matrix allowed = linalg::complement(rows.transpose());
    const Vector impulse = times_mass(dynamics, v - state.v);
    EXPECT_LT((allowed.transpose() * impulse).cwiseAbs().maxCoeff(), 1e-13 * impulse.cwiseAbs().maxCoeff());

    // An impulse on the pendulum alone: the joint's share of it does no work, and the hinge stays together.
    Vector r = Vector::Zero(system.size()), answer = r;
    for (int i = 0; i < system.size(); ++i) r[i] = std::cos(1.0 + i);
    dynamics.answer_impulse(r.data(), answer.data());
    const Matrix J = jacobian(dynamics);
    EXPECT_LT((J * answer).cwiseAbs().maxCoeff(), 1e-13 * answer.cwiseAbs().maxCoeff());
    EXPECT_LT((linalg::complement(J.transpose()).transpose() * (times_mass(dynamics, answer) - r)).cwiseAbs().maxCoeff(), 1e-13);
}

// A spring between two supports, a mass and a load on one of them, beside joints: their powers in closed form.
TEST(MechanismHolds, PowersOnSupportsAlone) {
    for (const double damping : {0.0, 3.0}) {
        for (const double stiffness : {0.0, 50.0}) {
            if (damping == 0 && stiffness == 0) continue;
            Mechanisms m;
            m.body("arm", 1, 0.02, {{"O", pair_of(-0.2, 0)}});
            m.hinge("O", pair_of(0, 0), "arm.O");
            m.add("point", {{"name", "a"}, {"at", vector(0, 0, 0)}, {"mass", 0.5}, {"free", list({"ux", "uy"})}});
            m.add("prescribe", {{"node", "a"}, {"dof", "ux"}, {"motion", sine(0.02, 7)}});
            m.add("node", {{"name", "b"}, {"at", vector(0, 0, 0)}});
            m.add("prescribe", {{"node", "b"}, {"dof", "ux"}, {"motion", sine(0.03, 4)}});
            m.add("spring",
                  {{"from", "a"}, {"to", "b"}, {"direction", vector(1, 0, 0)}, {"stiffness", stiffness}, {"damping", damping}});
            m.add("load", {{"node", "a"}, {"direction", vector(0.6, 0.8, 0)}, {"force", sine(30, 9)}});
            const System system = m.system();
            MechanismDynamics dynamics(system);
            State state = time::initial_state(system);
            state.time = 0.013;
            set(system, state.v, "a.uy", 0.7);
            time::complete(dynamics, state, time::Tension::kept);
            const time::WorkSum powers = dynamics.powers(state, state.time);
            const auto moved = [&](double amplitude, double frequency) {
                const double w = 2 * pi * frequency;
                return std::pair{amplitude * std::sin(w * state.time), amplitude * w * std::cos(w * state.time)};
            };
            const auto [a, da] = moved(0.02, 7);
            const auto [b, db] = moved(0.03, 4);
            const double force = 30 * std::sin(2 * pi * 9 * state.time), w = 2 * pi * 7;
            const double load = 0.6 * force * da, inertia = -0.5 * w * w * a * da;
            EXPECT_NEAR(powers.external, load + 0.8 * force * 0.7, 1e-12 * std::abs(load));
            const double lost = damping * (da - db) * (da - db), stored = stiffness * (a - b) * (da - db);
            EXPECT_NEAR(powers.structural_damping, lost, 1e-12 * (lost + 1e-3));
            EXPECT_NEAR(powers.base, stored + lost + inertia - load, 1e-12 * (std::abs(stored) + lost + std::abs(load)))
                << stiffness;
        }
    }
}

// A projection of places brings closed stops to their surfaces, and the joints together.
TEST(MechanismProjection, BringsClosedStopsToTheirSurfaces) {
    const System system = scene();
    MechanismDynamics dynamics(system);
    State state = time::initial_state(system);
    dynamics.set_time(0);
    set(system, state.q, "w.ux", 0.8e-3);
    set(system, state.q, "p.ux", 5.3e-3);
    for (std::size_t s = 1; s < state.sides.size(); ++s) state.sides[s].memory.closed = true;
    (void)dynamics.hold_contacts(state);
    dynamics.move(state.q.data(), state.v.data(), true);
    for (std::size_t s = 1; s < state.sides.size(); ++s)
        EXPECT_GT(std::abs(dynamics.sides()[s].motion.indentation), 1e-4) << "control";
    dynamics.project_positions(state.q.data());
    dynamics.move(state.q.data(), state.v.data(), true);
    for (std::size_t s = 1; s < state.sides.size(); ++s) EXPECT_NEAR(dynamics.sides()[s].motion.indentation, 0, 1e-15) << s;
}

// A friction that begins with its contact slips as it finds the surfaces, in a direction of length one, or sticks at rest.
TEST(MechanismHolds, ASlipBeginsAlongItsSpeed) {
    const System system = scene();
    const auto table = static_cast<std::size_t>(std::ranges::find(system.frictions, std::string("table"), &Friction::name) -
                                                system.frictions.begin());
    for (const Vector2d& speed : {Vector2d(0.3, -0.8), Vector2d(-2e3, 1e2), Vector2d(1e-6, 2e-6), Vector2d(0, 0)}) {
        MechanismDynamics dynamics(system);
        State state = time::initial_state(system);
        // The support moves at the start, and the directions of the slip are turned by (0.6, 0.8).
        const Vector2d support(2e-3 * 2 * pi * 7, 3e-3 * 2 * pi * 4),
            along(0.6 * speed.x() - 0.8 * speed.y(), 0.8 * speed.x() + 0.6 * speed.y());
        set(system, state.v, "t.ux", support.x() + along.x());
        set(system, state.v, "t.uy", support.y() + along.y());
        time::complete(dynamics, state, time::Tension::kept);
        const FrictionState& friction = state.frictions[table];
        if (speed.norm() == 0) {
            EXPECT_EQ(friction.status, FrictionStatus::stick);
            continue;
        }
        EXPECT_EQ(friction.status, FrictionStatus::slip);
        EXPECT_NEAR(friction.direction[0], speed.normalized().x(), 1e-9);
        EXPECT_NEAR(friction.direction[1], speed.normalized().y(), 1e-9);
        EXPECT_NEAR(contact::norm(friction.force), coefficients.at("table") * 40, 1e-9);
    }
}

}  // namespace
}  // namespace jounce::test::mechanism_holds_test
