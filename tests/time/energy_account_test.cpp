// Physics: the terms of the energy account, and of the dissipation of gaps and frictions, in steps written down by hand.
// Reference: a System with supports is a part of a larger one, in which the supports are coordinates Q = (q, s) with V = (v, s'):
// kinetic V' M V/2, strain Q' K Q/2, structural damping (V0 + V1)' C (Q1 - Q0)/2, and the support's reaction is the row of
// M A + C V + K Q and of the forces of gaps, frictions and loads on it; its work is the mean of both ends times the motion. Dense
// matrices, without the account's splitting. A spring and damper in one gap: k delta^2/2, and the damper's force by hand.
// Tolerance: the rounding of sums of a hundred terms, 1e-13 of the largest one.
// Control: every term is above a thousandth of the largest one, so that a wrong sign or factor of a part cannot hide.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/account/energy.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "closed_signal.hpp"
#include "contact/friction/friction.hpp"
#include "support/small_system.hpp"
#include "time/account/dissipation.hpp"

namespace jounce::energy_account_test {
namespace {

using test::ClosedSignal;

constexpr int n = 3, supports = 2, all = n + supports;

class Random {
  public:
    double operator()(double low = -1, double high = 1) { return low + (high - low) * unit_(engine_); }
    Vector vector(Eigen::Index size) {
        Vector out(size);
        for (double& x : out) x = (*this)();
        return out;
    }
    /// Symmetric; positive definite for low > 0, with entries of order 1 off the diagonal.
    Matrix symmetric(double diagonal) {
        Matrix out = Matrix::NullaryExpr(all, all, [this] { return (*this)(); });
        out = (out + out.transpose()).eval() / 2;
        out.diagonal().array() += diagonal;
        return out;
    }

  private:
    std::mt19937 engine_{7};
    std::uniform_real_distribution<double> unit_{0, 1};
};

/// A friction that is not asked: the states are given.
struct GivenFriction final : contact::FrictionLaw {
    contact::FrictionResponse evaluate(const contact::Slip&, double, const contact::BristleStep&) const noexcept override {
        return {};
    }
};

/// Masses between a gap with two stops and a friction in a plane, all on two supports that move.
struct Supported {
    explicit Supported(Random& random)
        : M(random.symmetric(4)), C(random.symmetric(3)), K(random.symmetric(5)), row(random.vector(all)) {
        system = test::linear_system(M.topLeftCorner(n, n), C.topLeftCorner(n, n), K.topLeftCorner(n, n));
        for (int j = 0; j < supports; ++j) {
            PrescribedMotion motion;
            motion.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{random(), random(), random(), random()},
                                                           random(), 1 + j, random());
            motion.mass_row = M.row(n + j).head(n);
            motion.damping_row = C.row(n + j).head(n);
            motion.stiffness_row = K.row(n + j).head(n);
            for (int i = 0; i < supports; ++i) {
                motion.mass.push_back(M(n + j, n + i));
                motion.damping.push_back(C(n + j, n + i));
                motion.stiffness.push_back(K(n + j, n + i));
            }
            system.recovery.prescribed.push_back(motion);
        }
        test::add_contact(system, "gap", {contact::GapShape::plane, clearance, true, true},
                          std::make_shared<test::DashpotLaw>(1, 1), {Vector(row.head(n))});
        for (const Vector& slip : {random.vector(all), random.vector(all)}) {
            slips.push_back(slip);
            test::add_row(system, Vector(slip.head(n)));
        }
        for (std::size_t r = 0; r < system.rows.size(); ++r) {
            system.rows[r].prescribed = {0, 1};
            const Vector& whole = r == 0 ? row : slips[r - 1];
            system.rows[r].prescribed_coefficient = {whole[n], whole[n + 1]};
        }
        Friction friction;
        friction.law = std::make_shared<GivenFriction>();
        friction.first_row = 1;
        friction.own_rows = friction.directions = 2;
        system.frictions.push_back(friction);
        for (const WorkTerm term : {WorkTerm::external, WorkTerm::base, WorkTerm::support}) {
            Load load;
            load.term = term;
            load.pattern = random.vector(n);
            if (term == WorkTerm::external) load.on_supports = {{0, random()}, {1, random()}};
            load.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{});  // the states hold its values
            system.loads.push_back(load);
        }
    }

    [[nodiscard]] Vector with_supports(const Vector& free, double t, int derivative) const {
        Vector out(all);
        out.head(n) = free;
        for (int j = 0; j < supports; ++j) {
            const SignalSample s = system.recovery.prescribed[static_cast<std::size_t>(j)].signal->sample(t);
            out[n + j] = derivative == 0 ? s.value : derivative == 1 ? s.first : s.second;
        }
        return out;
    }
    [[nodiscard]] Vector Q(const State& s) const { return with_supports(s.q, s.time, 0); }
    [[nodiscard]] Vector V(const State& s) const { return with_supports(s.v, s.time, 1); }
    [[nodiscard]] Vector A(const State& s) const { return with_supports(s.a, s.time, 2); }

    [[nodiscard]] State state(Random& random, double time) const {
        State s;
        s.time = time;
        s.q = random.vector(n);
        s.v = random.vector(n);
        s.a = random.vector(n);
        for (std::size_t i = 0; i < system.loads.size(); ++i) s.load_values.push_back(random(1, 2));
        const double x = row.dot(Q(s)), rate = row.dot(V(s));
        for (const double side : {1.0, -1.0}) {
            SideState out;
            out.motion = {side * x - clearance, side * rate};
            out.normal = {side, 0};
            out.memory.closed = true;
            out.response = {
                .force = random(4, 9) + 10 * (1 + side), .elastic_force = random(0, 3), .stored_energy = random(1, 2)};
            s.sides.push_back(out);
        }
        FrictionState friction;
        friction.force = {random(1, 2), random(-2, -1)};
        friction.velocity = {slips[0].dot(V(s)), slips[1].dot(V(s))};
        friction.normal_force = random(1, 3) * (1 + 3 * time);
        friction.stored_energy = random(5, 6);
        s.frictions.push_back(friction);
        return s;
    }

    /// Of the supports, from all the rest.
    [[nodiscard]] Vector reactions(const State& s) const {
        Vector force = M * A(s) + C * V(s) + K * Q(s);
        force += (s.sides[0].response.force - s.sides[1].response.force) * row;
        for (std::size_t k = 0; k < 2; ++k) force += s.frictions[0].force[k] * slips[k];
        for (const auto& [j, share] : system.loads[0].on_supports) force[n + j] -= share * s.load_values[0];
        return force.tail(supports);
    }

    Matrix M, C, K;
    Vector row;  // of the gap's coordinate
    std::vector<Vector> slips;
    double clearance = -5;  // both stops are pressed
    System system;
};

void expect_equal(const time::EnergyTerms& got, const time::EnergyTerms& want) {
    const auto g = time::as_array(got), w = time::as_array(want);
    double size = 0;
    for (const double x : w) size = std::max(size, std::abs(x));
    for (std::size_t i = 0; i < w.size(); ++i) {
        EXPECT_NEAR(g[i], w[i], 1e-13 * size) << time::energy_term_names[i];
        EXPECT_GT(std::abs(w[i]), 1e-3 * size) << time::energy_term_names[i] << " does not show";
    }
}

TEST(EnergyAccount, OfMovingSupportsIsThatOfTheWholeSystem) {
    Random random;
    const Supported model(random);
    const std::vector<State> states = {model.state(random, 0.3), model.state(random, 0.7), model.state(random, 1.4)};
    time::EnergyAccount account;
    time::EnergyTerms want;
    double start = 0, done = 0, largest = 0;
    const auto add = [&done](double& term, double work) {
        term += work;
        done += std::max(work, 0.0);
    };
    const auto stored = [&](const State& s) {
        want.kinetic = 0.5 * model.V(s).dot(model.M * model.V(s));
        want.strain = 0.5 * model.Q(s).dot(model.K * model.Q(s));
        want.contact = s.sides[0].response.stored_energy + s.sides[1].response.stored_energy + s.frictions[0].stored_energy;
        return want.kinetic + want.strain + want.contact;
    };
    account.begin(model.system, states[0]);
    start = done = stored(states[0]);
    for (std::size_t i = 1; i < states.size(); ++i) {
        const State &s0 = states[i - 1], &s1 = states[i];
        const time::StepReport report;
        account.accepted({s0, s1, report});
        const Vector moved = model.Q(s1) - model.Q(s0);
        const auto mean = [&](std::size_t load) { return 0.5 * (s0.load_values[load] + s1.load_values[load]); };
        Vector on(all);
        on << model.system.loads[0].pattern, model.system.loads[0].on_supports[0].second,
            model.system.loads[0].on_supports[1].second;
        add(want.external, mean(0) * on.dot(moved));
        add(want.base, mean(1) * model.system.loads[1].pattern.dot(moved.head(n)));
        const Vector force = 0.5 * (model.reactions(s0) + model.reactions(s1));
        for (int j = 0; j < supports; ++j) add(want.base, force[j] * moved[n + j]);
        want.structural_damping += 0.5 * moved.dot(model.C * (model.V(s0) + model.V(s1)));
        for (std::size_t s = 0; s < 2; ++s) {
            const contact::Response &r0 = s0.sides[s].response, &r1 = s1.sides[s].response;
            want.contact_damping +=
                0.5 * (r0.force - r0.elastic_force + r1.force - r1.elastic_force) * (s == 0 ? 1.0 : -1.0) * model.row.dot(moved);
        }
        const FrictionState &f0 = s0.frictions[0], &f1 = s1.frictions[0];
        for (std::size_t k = 0; k < 2; ++k) want.friction += 0.5 * (f0.force[k] + f1.force[k]) * model.slips[k].dot(moved);
        // The bristles hold N e: N de is kept from the friction's work, e dN comes and goes with the normal force.
        const double e0 = f0.stored_energy / f0.normal_force, e1 = f1.stored_energy / f1.normal_force;
        want.friction -= 0.5 * (f0.normal_force + f1.normal_force) * (e1 - e0);
        want.transition -= 0.5 * (e0 + e1) * (f1.normal_force - f0.normal_force);
        const double now = stored(s1);
        want.remainder = want.external + want.base + start - now - want.structural_damping - want.contact_damping -
                         want.friction - want.transition;
        largest = std::max(largest, std::abs(want.remainder));
        expect_equal(account.terms(s1), want);
    }
    EXPECT_NEAR(account.largest_remainder(), largest, 1e-12 * largest);
    EXPECT_NEAR(account.work_done(), done, 1e-12 * done);
}

// Rigid stops and a friction strike at one instant: each impulse does its mean speed's work, which is lost, and the supports move
// the stops and the mass coupled to them.
TEST(EnergyAccount, OfImpulsesOnMovingSupports) {
    Random random;
    const Supported model(random);
    const State before = model.state(random, 0.3);
    State after = before;
    after.v = random.vector(n);
    const double rate = model.row.dot(model.V(after));
    after.sides[0].motion.rate = rate;
    after.sides[1].motion.rate = -rate;
    after.sides[0].response.stored_energy = 0.25;
    after.frictions[0].impulse = {0.7, -0.4};
    after.frictions[0].speed_before = before.frictions[0].velocity;
    after.frictions[0].velocity = {model.slips[0].dot(model.V(after)), model.slips[1].dot(model.V(after))};
    after.frictions[0].stored_energy = 0.125;
    time::EnergyAccount account;
    account.begin(model.system, before);
    const double start = 0.5 * model.V(before).dot(model.M * model.V(before)) +
                         0.5 * model.Q(before).dot(model.K * model.Q(before)) + before.sides[0].response.stored_energy +
                         before.sides[1].response.stored_energy + before.frictions[0].stored_energy;
    const std::vector<time::Switch> switches = {{0, time::Switch::What::struck, 1.3}, {1, time::Switch::What::struck, 0.6}};
    account.switched({before, after, switches});
    time::EnergyTerms want;
    const Vector mean = 0.5 * (model.V(before) + model.V(after));
    const Vector push = (1.3 - 0.6) * model.row, slip = 0.7 * model.slips[0] - 0.4 * model.slips[1];
    want.contact_damping = push.dot(mean);
    want.friction = slip.dot(mean);
    want.base = (push + slip + model.M * (model.V(after) - model.V(before))).tail(supports).dot(mean.tail(supports));
    want.transition = before.sides[0].response.stored_energy - 0.25 + before.frictions[0].stored_energy - 0.125;
    want.kinetic = 0.5 * model.V(after).dot(model.M * model.V(after));
    want.strain = 0.5 * model.Q(after).dot(model.K * model.Q(after));
    want.contact = 0.25 + after.sides[1].response.stored_energy + 0.125;
    want.remainder =
        want.base + start - want.kinetic - want.strain - want.contact - want.contact_damping - want.friction - want.transition;
    const auto g = time::as_array(account.terms(after)), w = time::as_array(want);
    for (std::size_t i = 0; i < w.size(); ++i) EXPECT_NEAR(g[i], w[i], 1e-12) << time::energy_term_names[i];
    EXPECT_GT(std::abs(want.base), 0.1) << "the supports do not show";
    // A step that follows begins with the reactions after the impulse.
    State end = model.state(random, 0.5);
    const time::StepReport report;
    account.accepted({after, end, report});
    const Vector moved = model.Q(end) - model.Q(after);
    const double loads = 0.5 * (after.load_values[1] + end.load_values[1]) * model.system.loads[1].pattern.dot(moved.head(n));
    const double work = 0.5 * (model.reactions(after) + model.reactions(end)).dot(moved.tail(supports));
    EXPECT_NEAR(account.terms(end).base, want.base + loads + work, 1e-12);
}

// A ring that moves along both of its coordinates strikes a mass in it along the normal (0.6, 0.8): its driver does the work
// P n.u of the impulse P on the ring's velocity u.
TEST(EnergyAccount, OfARingThatMoves) {
    System system = test::linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Matrix::Zero(2, 2));
    for (const double speed : {0.3, -0.8}) {
        PrescribedMotion motion;
        motion.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{0, speed, 0, 0});
        motion.mass_row = motion.damping_row = motion.stiffness_row = Vector::Zero(2);
        motion.mass = motion.damping = motion.stiffness = {0, 0};
        system.recovery.prescribed.push_back(motion);
    }
    test::add_contact(system, "ring", {contact::GapShape::circular, 1e-3, true, false}, std::make_shared<test::RigidLaw>(1),
                      {Vector(Vector::Unit(2, 0)), Vector(Vector::Unit(2, 1))});
    for (std::size_t i = 0; i < 2; ++i) {
        system.rows[i].prescribed = {static_cast<int>(i)};
        system.rows[i].prescribed_coefficient = {-1};
    }
    State before;
    before.q = before.a = Vector::Zero(2);
    before.v = Vector{{2, 1}};
    SideState side;
    side.normal = {0.6, 0.8};
    side.motion.rate = 0.6 * (2 - 0.3) + 0.8 * (1 + 0.8);
    before.sides = {side};
    State after = before;
    const double impulse = 2 * side.motion.rate;  // of a unit mass that rebounds
    after.v -= impulse * Vector{{0.6, 0.8}};
    after.sides[0].motion.rate = -side.motion.rate;
    time::EnergyAccount account;
    account.begin(system, before);
    const std::vector<time::Switch> switches = {{0, time::Switch::What::struck, impulse}};
    account.switched({before, after, switches});
    const time::EnergyTerms terms = account.terms(after);
    EXPECT_NEAR(terms.base, -impulse * (0.6 * 0.3 - 0.8 * 0.8), 1e-14);
    EXPECT_NEAR(terms.kinetic - 2.5, terms.base, 1e-14) << "without loss";
    EXPECT_NEAR(terms.contact_damping, 0, 1e-14);
    EXPECT_NEAR(terms.remainder, 0, 1e-14);
}

constexpr double k = 3e4, c = 200;  // of the spring and damper in the gap

/// A side of it, as if in contact: pulls are taken off.
SideState side(bool closed, double depth, double rate) {
    SideState out;
    out.motion = {depth, rate};
    out.normal = {1, 0};
    out.memory.closed = closed;
    const double elastic = depth > 0 ? k * depth : 0, force = depth > 0 ? elastic + c * rate : 0;
    out.response = {.force = std::max(force, 0.0), .elastic_force = elastic, .stored_energy = 0.5 * elastic * depth};
    out.response.clamped = std::max(-force, 0.0);
    return out;
}

struct Gap {
    Gap(const char* transition = "distance_force") {
        auto made = std::make_shared<test::DashpotLaw>(k, c);
        made->transition = &contact::transition_named(transition);
        system = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
        test::add_contact(system, "stop", test::stop(0), made, {Vector::Ones(1)});
    }
    [[nodiscard]] State state(const SideState& s, double time) const {
        State out;
        out.time = time;
        out.q = out.v = out.a = Vector::Zero(1);
        out.sides = {s};
        return out;
    }
    [[nodiscard]] time::EnergyTerms step(const SideState& s0, const SideState& s1) const {
        const State from = state(s0, 1), to = state(s1, 1.5);
        time::EnergyAccount account;
        account.begin(system, from);
        const time::StepReport report;
        account.accepted({from, to, report});
        return account.terms(to);
    }
    System system;
};

// Held at 1 mm with 30 + 2 N, released at 0.4 mm where it would pull 8 N. On the straight line between them the force vanishes
// at 32/40 of the way, at 0.52 mm: up to there the damper loses the mean of its forces, 2 N and -k 0.52 mm, times the way, and
// from there the spring's energy is dropped. The same with the ends exchanged, and with an end outside of the stop.
TEST(EnergyAccount, AStepwiseReleaseLosesUpToTheZeroOfTheForce) {
    const Gap gap;
    for (const double rate : {-0.1, -0.3}) {
        for (const double end : {0.4e-3, -0.2e-3}) {
            const SideState held = side(true, 1e-3, 0.01);
            SideState open = side(false, end, rate);
            if (end < 0) open.response.clamped = 8;  // a law that goes on outside shows its pull there
            const double share = held.response.force / (held.response.force + open.response.clamped);
            const double place = 1e-3 + share * (end - 1e-3);
            const double kept = open.response.stored_energy;
            const double dropped = 0.5 * k * place * place - kept;
            const double lost = 0.5 * (c * 0.01 - k * place) * (place - 1e-3);
            ASSERT_GT(place, std::max(end, 0.0));
            ASSERT_GT(open.response.clamped, 1);
            const time::EnergyTerms out = gap.step(held, open);
            EXPECT_NEAR(out.transition, dropped, 1e-15) << rate << " " << end;
            EXPECT_NEAR(out.contact_damping, lost, 1e-15) << rate << " " << end;
            const time::EnergyTerms in = gap.step(open, held);
            EXPECT_NEAR(in.transition, -dropped, 1e-15);
            EXPECT_NEAR(in.contact_damping, -lost, 1e-15);
            // Each with the end beyond: what is stored goes over.
            EXPECT_NEAR(out.contact, kept, 1e-18);
            EXPECT_NEAR(in.contact, 0.5 * k * 1e-6, 1e-15);
        }
    }
    // Without a pull the ends are those of any step in contact: the trapezoidal rule on the damper's force.
    const SideState away = side(false, -1e-3, -0.1), held = side(true, 1e-3, 0.01);
    EXPECT_NEAR(gap.step(held, away).contact_damping, 0.5 * c * 0.01 * -2e-3, 1e-18);
    EXPECT_EQ(gap.step(held, away).transition, 0);
    // Open and indented at both ends, stepwise: what is left is dropped on the way out.
    EXPECT_NEAR(gap.step(side(false, 4e-4, -2), side(false, 1e-4, -2)).transition, 0.5 * k * (16e-8 - 1e-8), 1e-18);
}

// An open element that relaxes loses what it stores less, and what it gets from a force at the step's begin.
TEST(EnergyAccount, ARelaxingElementLosesItsEnergyToItsDamper) {
    const Gap gap("relaxation");
    SideState open = side(false, 1e-3, 0);
    open.response = {.stored_energy = 0.5 * k * 1e-6};
    SideState later = open;
    later.motion.indentation = 0.7e-3;
    later.response.stored_energy = 0.5 * k * 0.25e-6;
    EXPECT_NEAR(gap.step(open, later).contact_damping, 0.5 * k * 0.75e-6, 1e-15);
    const SideState held = side(true, 1e-3, 0.01);  // 32 N, let go of within the step
    EXPECT_NEAR(gap.step(held, later).contact_damping, 0.5 * 32 * -0.3e-3 + 0.5 * k * 0.75e-6, 1e-15);
    EXPECT_EQ(gap.step(held, later).transition, 0);
}

/// Integrates its work itself.
struct OwnWork final : time::Stepper {
    void start(State&) override {}
    time::StepReport step(const State&, State&, double, double) override { return {}; }
    void restart(State&) override {}
    const time::StepWork* work(const State&, const State&) override { return &own; }
    time::StepWork own;
};

// What a method integrates along its step takes the place of the trapezoidal rule: term by term, side by side.
TEST(EnergyAccount, TakesTheWorkOfTheMethod) {
    Random random;
    const Supported model(random);
    const State s0 = model.state(random, 0.3), s1 = model.state(random, 0.7);
    for (const double sign : {1.0, -1.0}) {
        OwnWork stepper;
        stepper.own.sum = {.external = 3 * sign, .base = -5 * sign, .structural_damping = 0.7, .friction = 0.4};
        stepper.own.sides = {{1, 2, 0.25}, {3, 4, 0.5}};
        stepper.own.frictions = {0.9};
        time::EnergyAccount account;
        account.begin(model.system, s0);
        const double start = account.work_done();
        const time::StepReport report;
        const time::AcceptedStep step{s0, s1, report, true, &stepper};
        account.accepted(step);
        const time::EnergyTerms terms = account.terms(s1);
        const FrictionState &f0 = s0.frictions[0], &f1 = s1.frictions[0];
        const double e0 = f0.stored_energy / f0.normal_force, e1 = f1.stored_energy / f1.normal_force;
        EXPECT_EQ(terms.external, 3 * sign);
        EXPECT_EQ(terms.base, -5 * sign);
        EXPECT_EQ(terms.structural_damping, 0.7);
        EXPECT_EQ(terms.contact_damping, 0.75);
        EXPECT_NEAR(terms.friction, 0.4 - 0.5 * (f0.normal_force + f1.normal_force) * (e1 - e0), 1e-14);
        EXPECT_NEAR(account.work_done(), start + (sign > 0 ? 3 : 5), 1e-13) << "what is put in, not what is taken out";
        time::DissipationLog log;
        log.begin(model.system, s0);
        log.accepted(step);
        log.end(s1);
        const auto stored = [](const State& s) { return s.sides[0].response.stored_energy + s.sides[1].response.stored_energy; };
        EXPECT_NEAR(log.of_contact(0, 0.3, 0.7), 2 + 4 - stored(s1) + stored(s0), 1e-14);
        EXPECT_NEAR(log.of_friction(0, 0.3, 0.7), 0.9 - f1.stored_energy + f0.stored_energy, 1e-14);
    }
}

// Bristles that hold nothing, before or after, and without a normal force: e = 0 there.
TEST(EnergyAccount, OfBristlesThatComeAndGo) {
    Random random;
    const Supported model(random);
    const State loaded = model.state(random, 0.3);
    State free = loaded;
    free.frictions[0].stored_energy = free.frictions[0].normal_force = 0;
    const double N = loaded.frictions[0].normal_force, e = loaded.frictions[0].stored_energy / N;
    for (const bool loads : {true, false}) {
        const State &s0 = loads ? free : loaded, &s1 = loads ? loaded : free;
        time::EnergyAccount account;
        account.begin(model.system, s0);
        const time::StepReport report;
        account.accepted({s0, s1, report});
        EXPECT_NEAR(account.terms(s1).friction, (loads ? -0.5 : 0.5) * N * e, 1e-14) << "nothing moves";
        EXPECT_NEAR(account.terms(s1).transition, (loads ? -0.5 : 0.5) * e * N, 1e-14);
    }
}

// What a gap and a friction took between two instants: the trapezoidal rule less what is stored, linear within a step; an impulse
// does its mean speed's work at once.
TEST(DissipationLog, OfStepsByHand) {
    Random random;
    const Supported model(random);
    const std::vector<State> states = {model.state(random, 0.3), model.state(random, 0.7), model.state(random, 1.5)};
    State struck = states[1];
    struck.sides[0].motion.rate = random();
    struck.frictions[0].impulse = {0.7, -0.4};
    struck.frictions[0].speed_before = {0.2, 0.9};
    time::DissipationLog log;
    log.begin(model.system, states[0]);
    const time::StepReport report;
    log.accepted({states[0], states[1], report});
    const std::vector<time::Switch> switches = {{0, time::Switch::What::struck, 1.3}};
    log.switched({states[1], struck, switches});
    log.accepted({struck, states[2], report});
    log.end(states[2]);
    const auto of_contact = [](const State& a, const State& b) {
        double work = 0;
        for (std::size_t s = 0; s < 2; ++s) {
            work += 0.5 * (a.sides[s].response.force + b.sides[s].response.force) *
                        (b.sides[s].motion.indentation - a.sides[s].motion.indentation) -
                    b.sides[s].response.stored_energy + a.sides[s].response.stored_energy;
        }
        return work;
    };
    const auto of_friction = [](const State& a, const State& b) {
        const FrictionState &f = a.frictions[0], &g = b.frictions[0];
        double power = 0;
        for (std::size_t i = 0; i < 2; ++i) power += 0.5 * (f.force[i] + g.force[i]) * 0.5 * (f.velocity[i] + g.velocity[i]);
        return power * (b.time - a.time) - g.stored_energy + f.stored_energy;
    };
    const double first = of_contact(states[0], states[1]), second = of_contact(states[1], states[2]);
    const double blow = 1.3 * 0.5 * (states[1].sides[0].motion.rate + struck.sides[0].motion.rate);
    EXPECT_NEAR(log.of_contact(0, 0.3, 0.7), first, 1e-13);
    EXPECT_NEAR(log.of_contact(0, 0.7, 1.5), blow + second, 1e-13);
    EXPECT_NEAR(log.of_contact(0, 0.4, 1.3), 0.75 * first + 0.75 * (blow + second), 1e-13);
    EXPECT_NEAR(log.of_contact(0, -1, 9), first + blow + second, 1e-13) << "nothing before and after the run";
    const double slid = of_friction(states[0], states[1]);
    const double braked = 0.5 * (0.7 * (0.2 + struck.frictions[0].velocity[0]) - 0.4 * (0.9 + struck.frictions[0].velocity[1]));
    EXPECT_NEAR(log.of_friction(0, 0.3, 0.7), slid, 1e-13);
    EXPECT_NEAR(log.of_friction(0, 0.7, 1.5), braked + of_friction(struck, states[2]), 1e-13);
    EXPECT_DOUBLE_EQ(log.resolution(), 1.5 - 0.7);
}

}  // namespace
}  // namespace jounce::energy_account_test
