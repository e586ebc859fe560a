// Physics: the motion of a structure between events as a first-order system: contacts, frictions with and without a state, closed
// rings, a slip in a plane that begins at rest.
// Reference: M a + C v + K q + B^T f = F of full matrices with laws that are written down again, and the account of energy
//     d/dt (v M v/2 + q K q/2) = powers of loads and supports - losses - powers on slips and indentations.
// What a step is corrected by are impulses of the forces that correct it: M times the change lies in their directions.
// Tolerance: round-off, 1e-11 of the largest term. Controls: without the force that would hold a slip another acceleration
// follows.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/flow/structure_flow.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "full_structure.hpp"
#include "support/beginning_slip.hpp"
#include "time/march/march.hpp"
#include "time/methods/event_driven.hpp"

namespace jounce::structure_flow_test {
namespace {

using namespace test::full_structure;

/// f = N (s0 z + s1 v), z' = v - s2 z
class Bristles final : public contact::FrictionLaw {
  public:
    Bristles() {
        kind = "test";
        has_bristle = true;
    }
    static constexpr double s0 = 30, s1 = 0.2, s2 = 4;
    contact::FrictionResponse evaluate(const contact::Slip& v, double N, const contact::BristleStep& b) const noexcept override {
        contact::FrictionResponse out;
        for (std::size_t i = 0; i < 2; ++i) {
            out.by_normal[i] = s0 * b.bristle[i] + s1 * v[i];
            out.force[i] = N * out.by_normal[i];
            out.bristle_rate[i] = v[i] - s2 * b.bristle[i];
            out.bristle[i] = b.bristle[i] + b.duration * out.bristle_rate[i];
        }
        out.damping = {N * s1, 0, 0, N * s1};
        return out;
    }
};

TEST(StructureFlow, FollowsTheEquationsOfMotion) {
    Structure s;
    const auto law = std::make_shared<test::PowerLaw>(stiffness, 1.5, loss);
    s.gap({contact::GapShape::circular, 0.05, true, false}, law);  // rows 0, 1; side 0
    s.gap({contact::GapShape::plane, 0.02, false, true}, law);     // row 2; side 1
    s.gap({contact::GapShape::plane, 0.03, true, false}, law);     // row 3; side 2, open
    s.friction(std::make_shared<Smooth>(), 1);                     // rows 4, 5
    s.friction(std::make_shared<Bristles>(), -1, 7);               // rows 6, 7
    s.move(0, 0.6);
    s.move(5, -0.8);
    const std::vector<char> closed{1, 1, 0};
    const State from = s.begin(closed);
    time::StructureFlow flow(s.system);
    flow.begin(from, start + 1);
    std::vector<double> y(flow.size(), 0.0), dy(flow.size(), 0.0);
    flow.fill(from, y.data());
    EXPECT_EQ(flow.motion_size(), static_cast<std::size_t>(1 + 2 * n + 2));
    flow.rate(y.data(), dy.data());

    const SignalSample stop = s.system.recovery.prescribed[0].signal->sample(start);
    Vector f = Vector::Zero(8), x(8), rate(8);
    for (int r = 0; r < 8; ++r) {
        const SparseRow& of = s.system.rows[static_cast<std::size_t>(r)];
        const double by = of.prescribed.empty() ? 0 : of.prescribed_coefficient[0];
        x[r] = s.row(r).dot(from.q) + by * stop.value;
        rate[r] = s.row(r).dot(from.v) + by * stop.first;
    }
    const auto push = [&](double depth, double speed) { return stiffness * std::pow(depth, 1.5) * (1 + loss * speed / impact); };
    const auto lost = [&](double depth, double speed) { return stiffness * std::pow(depth, 1.5) * loss * speed / impact; };
    const double radius = x.head<2>().norm(), depth = radius - 0.05, below = -x[2] - 0.02;
    ASSERT_GT(depth, 0.01);
    ASSERT_GT(below, 0.01) << "control: both push";
    const double speed = x.head<2>().dot(rate.head<2>()) / radius;
    f.head<2>() = push(depth, speed) * x.head<2>() / radius;
    const double N = push(below, -rate[2]);
    f[2] = -N;
    const Eigen::Vector2d slip = rate.segment<2>(4), stuck = rate.segment<2>(6), z(0.01, -0.02);
    f.segment<2>(4) = test::kernel_step::mu * N * slip / std::hypot(slip.norm(), test::kernel_step::softness);
    f.segment<2>(6) = 7 * (1 + start) * (Bristles::s0 * z + Bristles::s1 * stuck);
    const Matrix B = s.rows(0, 8);
    const Vector a = s.accelerated(s.free(start, from.q, from.v) - B.transpose() * f);
    const double scale = a.cwiseAbs().maxCoeff();
    EXPECT_EQ(dy[0], 1);
    for (int i = 0; i < n; ++i) {
        const auto at = static_cast<std::size_t>(i);
        EXPECT_EQ(dy[1 + at], from.v[i]);
        EXPECT_NEAR(dy[1 + n + at], a[i], 1e-11 * scale);
    }
    for (int k = 0; k < 2; ++k) EXPECT_NEAR(dy[1 + 2 * n + static_cast<std::size_t>(k)], stuck[k] - Bristles::s2 * z[k], 1e-13);

    time::StepWork work;
    work.sides.resize(3);
    work.frictions.resize(2);
    flow.sort(dy.data(), work);
    const double size = std::abs(from.v.dot(s.M * a)) + std::abs(from.q.dot(s.K * from.v)) +
                        from.v.cwiseAbs().dot(B.cwiseAbs().transpose() * f.cwiseAbs());
    EXPECT_NEAR(work.sides[0].impulse, push(depth, speed), 1e-11 * scale);
    EXPECT_NEAR(work.sides[0].work, push(depth, speed) * speed, 1e-11 * size);
    EXPECT_NEAR(work.sides[0].loss, lost(depth, speed) * speed, 1e-11 * size);
    EXPECT_NEAR(work.sides[1].impulse, N, 1e-11 * scale);
    EXPECT_NEAR(work.sides[1].work, -N * rate[2], 1e-11 * size);
    EXPECT_NEAR(work.sides[1].loss, -lost(below, -rate[2]) * rate[2], 1e-11 * size);
    EXPECT_EQ(work.sides[2].impulse, 0);
    EXPECT_EQ(work.sides[2].work, 0);
    EXPECT_NEAR(work.frictions[0], slip.dot(f.segment<2>(4)), 1e-11 * size);
    EXPECT_NEAR(work.frictions[1], stuck.dot(f.segment<2>(6)), 1e-11 * size);
    EXPECT_NEAR(work.sum.friction, work.frictions[0] + work.frictions[1], 1e-12 * size);
    EXPECT_NEAR(work.sum.structural_damping, from.v.dot(s.C * from.v), 1e-11 * size);
    EXPECT_NEAR(work.sum.external + work.sum.base - work.sum.structural_damping - work.sum.friction - work.sides[0].work -
                    work.sides[1].work,
                from.v.dot(s.M * a + s.K * from.q), 1e-11 * size);
    // A step adds to the bristles.
    std::vector<double> increment(flow.size(), 0.0);
    increment[1 + 2 * n] = 0.003;
    increment[2 + 2 * n] = 0.004;
    State to = from;
    flow.take(from, increment.data(), start, to);
    EXPECT_NEAR(to.frictions[1].bristle[0], 0.013, 1e-15);
    EXPECT_NEAR(to.frictions[1].bristle[1], -0.016, 1e-15);
    flow.rate(y.data(), dy.data());
    // What scales of rounding are taken from.
    const Matrix answers = linalg::solve_square(s.M, Matrix(B.transpose()));
    double pushed = 0;
    for (int r = 0; r < 8; ++r) pushed += std::abs(f[r]) * answers.col(r).cwiseAbs().maxCoeff();
    EXPECT_NEAR(flow.push(), pushed, 1e-11 * pushed);
    for (const auto& [side, first, count] : {std::array<int, 3>{0, 0, 2}, {1, 2, 1}, {2, 3, 1}}) {
        double mobility = 0;
        for (int r = first; r < first + count; ++r) mobility = std::max(mobility, s.row(r).dot(answers.col(r)));
        EXPECT_NEAR(flow.mobility(static_cast<std::size_t>(side)), mobility, 1e-12 * mobility);
    }
    const Vector inner = s.accelerated(s.C * from.v + s.K * from.q);
    EXPECT_NEAR(flow.balance(flow.at()),
                std::max(inner.cwiseAbs().maxCoeff(),
                         [&] {
                             double sum = 0;
                             for (std::size_t i = 0; i < s.system.loads.size(); ++i)
                                 sum += std::abs(flow.at().load_values[i]) *
                                        s.accelerated(s.system.loads[i].pattern).cwiseAbs().maxCoeff();
                             return sum;
                         }()),
                1e-11 * scale);
    State pressed = flow.at();
    EXPECT_NEAR(flow.energy(pressed),
                0.5 * from.v.dot(s.M * from.v) + 0.4 * stiffness * (std::pow(depth, 2.5) + std::pow(below, 2.5)), 1e-11 * size);
    pressed.q *= 0.01;
    pressed.v *= 0.01;
    pressed.load_values[0] *= -1;
    double loads = 0;
    for (std::size_t i = 0; i < s.system.loads.size(); ++i)
        loads += std::abs(pressed.load_values[i]) * s.accelerated(s.system.loads[i].pattern).cwiseAbs().maxCoeff();
    EXPECT_NEAR(flow.balance(pressed), loads, 1e-12 * loads);
}

// A law with a memory loses nothing while it loads again below its largest indentation, nor where a stage looks ahead of it.
TEST(StructureFlow, StagesBeyondTheLargestIndentationLoseNothing) {
    class Plastic final : public contact::Law {
      public:
        Plastic() {
            kind = "test";
            turning_point = true;
        }
        contact::Response evaluate(const contact::Motion& m, const contact::ContactMemory&) const noexcept override {
            return {2 * stiffness * m.indentation, 0, 0, stiffness * m.indentation, 0};  // half of it is lost
        }
    };
    for (const double largest : {1e-3, 10.0}) {  // passed, and not
        Structure s;
        s.gap({contact::GapShape::plane, 0.02, false, true}, std::make_shared<Plastic>());
        State from = s.begin({1});
        from.sides[0].memory.max_indentation = largest;
        from.sides[0].memory.permanent_indentation = 1e-5;
        from.sides[0].motion.indentation = 0.5 * largest;
        time::StructureFlow flow(s.system);
        flow.begin(from, start + 1);
        std::vector<double> y(flow.size(), 0.0), dy(flow.size(), 0.0);
        flow.fill(from, y.data());
        flow.rate(y.data(), dy.data());
        time::StepWork work;
        work.sides.resize(1);
        flow.sort(dy.data(), work);
        const double depth = -s.row(0).dot(from.q) - 0.02;
        ASSERT_GT(depth, 2e-3);
        EXPECT_NEAR(work.sides[0].loss, largest < depth ? 0 : -stiffness * depth * s.row(0).dot(from.v), 1e-9);
    }
}

// A slip in a plane that follows the force that would hold it: the friction has the direction that belongs to it, and behind the
// step so has the slip, turned by an impulse of the friction, whose quarter moved the place for the length of the step. As the
// slip turns, it grows by less along its direction where it moves other masses across.
TEST(StructureFlow, ASlipThatBeginsFollowsTheForceThatWouldHoldIt) {
    for (const bool breaking : {false, true}) {
        Structure s;
        auto law = std::make_shared<Coulomb>(0.3);
        law->cone->static_coefficient = 0.45;
        s.friction(law, -1, 5);  // rows 0, 1
        s.friction(std::make_shared<Smooth>(), -1, 2);
        State from = s.begin({});
        from.frictions[0].breaking = breaking;
        time::StructureFlow flow(s.system);
        const Matrix B = s.rows(0, 2), others = s.rows(2, 2), answers = linalg::solve_square(s.M, Matrix(B.transpose()));
        const Matrix W = B * answers;
        EXPECT_NEAR(flow.slip_mobility(0), std::max(W(0, 0), W(1, 1)), 1e-12);
        const double force = (breaking ? 0.45 : 0.3) * 5;
        /// Without the first friction, and the force that would hold its slip.
        const auto free = [&](double t, const Vector& q, const Vector& v) {
            const Eigen::Vector2d slip = others * v;
            const double N = 2 * (1 + t);
            return Vector(s.accelerated(
                s.free(t, q, v) -
                others.transpose() * (test::kernel_step::mu * N * slip / std::hypot(slip.norm(), test::kernel_step::softness))));
        };
        flow.begin(from, start + 1);
        std::vector<double> y(flow.size(), 0.0), dy(flow.size(), 0.0);
        flow.fill(from, y.data());
        flow.follow_hold(0);
        flow.rate(y.data(), dy.data());
        const Vector a = free(start, from.q, from.v);
        const Vector r = linalg::solve_square(W, Vector(B * a));
        const Eigen::Vector2d e0 = test::begins_along(W, r, force * (1 + start));
        const Vector expected = a - force * (1 + start) * answers * e0;
        const Eigen::Vector2d change = B * expected;
        if (r.norm() > force * (1 + start)) {
            EXPECT_NEAR((change - change.norm() * e0).norm(), 0, 1e-10 * change.norm());
        }
        for (int i = 0; i < n; ++i) EXPECT_NEAR(dy[1 + n + static_cast<std::size_t>(i)], expected[i], 1e-11 * a.norm());
        EXPECT_NEAR(flow.holding(), r.norm(), 1e-11 * r.norm());

        const double h = 0.05;
        std::vector<double> increment(flow.size(), 0.0);
        for (std::size_t i = 1; i < flow.motion_size(); ++i) increment[i] = 0.02 * std::sin(1.3 * static_cast<double>(i));
        State to = from;
        flow.take(from, increment.data(), start + h, to);
        Vector q = from.q, v = from.v;
        for (int i = 0; i < n; ++i) {
            q[i] += increment[1 + static_cast<std::size_t>(i)];
            v[i] += increment[1 + n + static_cast<std::size_t>(i)];
        }
        const Vector hold = linalg::solve_square(W, Vector(B * free(start + h, q, v)));
        const Vector slip = B * to.v;
        const Eigen::Vector2d e = test::begins_along(W, hold, force * (1 + start + h));
        const Eigen::Matrix2d A = Eigen::Matrix2d(W).inverse();
        const double grown = (B * v).norm() * (1 - e.dot(A * (e - e0)) / e.dot(A * e) / 3);
        EXPECT_EQ(to.time, start + h);
        EXPECT_NEAR((slip - grown * e).norm(), 0, 1e-10 * slip.norm());
        const Vector turned = to.v - v, moved = to.q - q;
        EXPECT_GT(turned.norm(), 0.01);
        EXPECT_NEAR((moved - 0.25 * h * turned).norm(), 0, 1e-12);
        const Vector impulse = linalg::solve_square(W, Vector(B * turned));
        EXPECT_NEAR((turned - answers * impulse).norm(), 0, 1e-12) << "an impulse of the friction alone";
        EXPECT_NEAR(to.frictions[0].velocity[0], slip[0], 1e-12);
        EXPECT_NEAR(to.frictions[0].velocity[1], slip[1], 1e-12);
        EXPECT_NEAR(to.frictions[0].direction[0], e[0], 1e-10);
        EXPECT_NEAR(to.frictions[0].direction[1], e[1], 1e-10);
        // Control: a slip that follows itself keeps its direction.
        flow.follow_slips();
        flow.take(from, increment.data(), start + h, to);
        EXPECT_EQ((to.v - v).norm(), 0);
    }
}

// A mass on a table breaks loose against the static coefficient, which counts until it leaves its dead band; a force (3 + 20 t) N
// breaks it at 5 N. In closed form v = 10 s^2 up to 0.05 m/s, s the time since then, then v' = 2 + 20 s.
TEST(StructureFlow, ASlipBreaksLooseAgainstTheStaticCoefficient) {
    System system = test::linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Matrix::Zero(2, 2));
    auto law = std::make_shared<Coulomb>(0.3);
    law->cone->static_coefficient = 0.5;
    law->cone->dead_band = 0.05;
    Friction table;
    table.name = "table";
    table.law = law;
    table.normal_force = std::make_shared<test::FunctionSignal>([](double) { return 10.0; });
    table.own_rows = table.directions = 2;
    for (int i = 0; i < 2; ++i) test::add_row(system, Vector::Unit(2, i));
    system.frictions.push_back(table);
    Load load;
    load.pattern = Vector{{0.6, -0.8}};
    load.signal = std::make_shared<test::ClosedSignal>(std::array<double, 4>{3, 20, 0, 0});
    system.loads.push_back(load);
    const auto method = time::event_driven({1e-10});
    const auto stepper = method->bind(system, time::Events::locate);
    State end = time::initial_state(system);
    time::MarchOptions options;
    options.step = options.duration = 0.3;
    options.order = method->order();
    std::vector<time::Observer*> nobody;
    (void)time::march(system, *stepper, options, end, nobody);
    const double left = std::sqrt(0.005), speed = 0.05 + 2 * (0.2 - left) + 10 * (0.04 - 0.005);
    EXPECT_NEAR(end.v[0], 0.6 * speed, 1e-7);
    EXPECT_NEAR(end.v[1], -0.8 * speed, 1e-7);
}

// A friction of a rigid stop on a structure of full matrices: the force of the stop depends on the friction, and the slip begins
// along its friction nevertheless, with the stop held and the friction on its cone. Control: that force is another one than with
// a stick.
TEST(StructureFlow, ASlipBeginsAlongItsFrictionOnAStopWhoseForceDependsOnIt) {
    constexpr double mu = 0.3;
    Structure s;
    s.gap({contact::GapShape::plane, 0.02, true, false}, std::make_shared<test::RigidLaw>(0.0));
    s.friction(std::make_shared<Coulomb>(mu), 0);
    const Vector stop = s.row(0), tangents = s.row(1);
    Load press, pull;
    press.pattern = stop;
    pull.pattern = tangents;
    for (Load* load : {&press, &pull}) {
        load->term = WorkTerm::external;
        load->signal = std::make_shared<test::FunctionSignal>([](double) { return 1.0; });
    }
    const auto with = [&](double p, double f) {
        Structure other;
        other.gap({contact::GapShape::plane, 0.02, true, false}, std::make_shared<test::RigidLaw>(0.0));
        other.friction(std::make_shared<Coulomb>(mu), 0);
        other.system.loads.clear();
        other.system.linear.K.setZero();
        other.system.linear.C.setZero();
        Load a = press, b = pull;
        a.pattern *= p;
        b.pattern *= f;
        other.system.loads = {a, b};
        return other;
    };
    const auto evaluate = [&](const Structure& other, auto use) {
        State state = other.begin({1});
        state.v.setZero();
        state.load_values = {1, 1};
        time::StructureFlow of(other.system);
        of.begin(state, start + 1);
        std::vector<double> now(of.size(), 0.0), rates(of.size(), 0.0);
        of.fill(state, now.data());
        of.follow_hold(0);
        of.rate(now.data(), rates.data());
        use(of, rates);
    };
    double ratio = 0;
    const auto hold = [&](double f) {
        evaluate(with(100, f), [&](const time::StructureFlow& of, const std::vector<double>&) {
            ratio = of.holding() / (mu * of.at().frictions[0].normal_force);
        });
        return ratio;
    };
    double low = 0, high = 100;
    for (int i = 0; i < 60; ++i) (hold((low + high) / 2) > 1.03 ? high : low) = (low + high) / 2;
    ASSERT_NEAR(hold(low), 1.03, 1e-6);
    const Structure other = with(100, low);
    evaluate(other, [&](const time::StructureFlow& of, const std::vector<double>& rates) {
        Vector a(n);
        for (int i = 0; i < n; ++i) a[i] = rates[1 + n + static_cast<std::size_t>(i)];
        const FrictionState& friction = of.at().frictions[0];
        const Eigen::Vector2d rise = other.rows(1, 2) * a, e(friction.direction[0], friction.direction[1]);
        EXPECT_GT(rise.norm(), 0.01);
        EXPECT_NEAR((rise - rise.norm() * e).norm(), 0, 1e-9 * rise.norm());
        EXPECT_NEAR(other.row(0).dot(a), 0, 1e-10);
        EXPECT_NEAR(contact::norm(friction.force), mu * friction.normal_force, 1e-12 * friction.normal_force);
        EXPECT_NEAR(of.rise(), rise.norm(), 1e-9 * rise.norm());
    });
}

// What a closed ring without play holds is on its circle behind a step, and moves along it; an open one takes nothing.
TEST(StructureFlow, AStepEndsOnTheCircleOfAClosedRing) {
    for (const bool closed : {true, false}) {
        Structure s;
        s.gap({contact::GapShape::circular, 0.05, true, false}, std::make_shared<test::RigidLaw>(0.0));
        s.move(1, 0.3);
        State from = s.begin({static_cast<char>(closed)});
        const auto place = [&](double t, const Vector& q) {
            return Vector(s.rows(0, 2) * q + s.system.recovery.prescribed[0].signal->value(t) * Vector{{0, 0.3}});
        };
        const double radius = place(start, from.q).norm();
        s.system.contacts[0].gap.clearance = radius;
        time::StructureFlow flow(s.system);
        flow.begin(from, start + 1);
        const std::vector<double> increment(flow.size(), 0.001);
        State to = from;
        flow.take(from, increment.data(), start + 0.05, to);
        const Vector q = from.q.array() + 0.001, v = from.v.array() + 0.001;
        if (!closed) {
            EXPECT_EQ((to.q - q).norm() + (to.v - v).norm(), 0);
            continue;
        }
        const SignalSample stop = s.system.recovery.prescribed[0].signal->sample(start + 0.05);
        const Matrix B = s.rows(0, 2), answers = linalg::solve_square(s.M, Matrix(B.transpose()));
        const Vector x = B * to.q + stop.value * Vector{{0, 0.3}}, rate = B * to.v + stop.first * Vector{{0, 0.3}};
        EXPECT_GT(std::abs(place(start + 0.05, q).norm() - radius), 1e-3) << "control";
        EXPECT_NEAR(x.norm(), radius, 1e-9);
        EXPECT_NEAR(x.dot(rate) / x.norm(), 0, 1e-12);
        for (const Vector& change : {Vector(to.q - q), Vector(to.v - v)}) {
            EXPECT_GT(change.norm(), 1e-3);
            const Matrix W = B * answers;
            const Vector impulse = linalg::solve_square(W, Vector(B * change));
            EXPECT_NEAR((change - answers * impulse).norm(), 0, 1e-12);
        }
    }
}

}  // namespace
}  // namespace jounce::structure_flow_test
