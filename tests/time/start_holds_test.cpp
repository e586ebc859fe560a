// Promise: at one instant closed rigid stops and sticks hold the derivatives of their rates at zero by the forces that the state
// says, in planes and rings, on moving stops, with friction that slides under the force of a stop; the rounding of forces in
// balance is neither tension nor a load of a stick.
// Reference: M a + B^T f = F - C v - K q and B a + (what turning normals and given motions add) = 0, all forces together in one
// system of full matrices. Tolerance: 1e-10 of the largest number. Controls: larger remainders are tension, and break a stick.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>

#include "full_structure.hpp"
#include "time/start/let_go.hpp"

namespace jounce::start_holds_test {
namespace {

using namespace test::full_structure;

contact::LawPointer rigid() { return std::make_shared<test::RigidLaw>(0.0); }

/// Start with all that it works on.
struct Instant {
    explicit Instant(const System& system)
        : linear(system.linear), contacts(system, time::Events::locate), start(system, linear, contacts) {}
    time::LinearKernel linear;
    time::ContactKernel contacts;
    time::Start start;
};

/// One unknown force: the rows that it acts on, and those whose second derivative, with a rest, it holds at zero.
struct Hold {
    Vector force, motion;
    double rest = 0;
};

/// Accelerations, then forces.
std::pair<Vector, Vector> held(const Structure& s, const Vector& force, const std::vector<Hold>& holds) {
    const auto m = static_cast<Eigen::Index>(holds.size());
    Matrix A = Matrix::Zero(n + m, n + m);
    Vector right(n + m);
    A.topLeftCorner(n, n) = s.M;
    right.head(n) = force;
    for (Eigen::Index i = 0; i < m; ++i) {
        const Hold& hold = holds[static_cast<std::size_t>(i)];
        A.block(0, n + i, n, 1) = hold.force;
        A.block(n + i, 0, 1, n) = hold.motion.transpose();
        right[n + i] = -hold.rest;
    }
    const Vector x = linalg::solve_square(A, right);
    return {x.head(n), x.tail(m)};
}

// A ceiling on which something slides in a plane, a ring that holds, a compliant ring in which a turning surface sticks.
TEST(StartHolds, StopsSlidesAndSticksActTogether) {
    for (const double mass : {1.0, 1e-9, 1e9}) {  // forces are in proportion to it
        for (const bool ceiling : {true, false}) {
            Structure s;
            s.gap({contact::GapShape::plane, 0.02, !ceiling, ceiling}, rigid());  // row 0, side 0
            s.gap({contact::GapShape::circular, 0.05, true, false}, rigid());     // rows 1, 2, side 1
            s.gap({contact::GapShape::circular, 0.03, true, false},               // rows 3, 4, side 2
                  std::make_shared<test::DashpotLaw>(300 * mass, 7 * mass));
            s.friction(std::make_shared<Coulomb>(0.3), 0);  // rows 5, 6
            s.friction(std::make_shared<Coulomb>(50), 2);   // row 7: the turning surface
            Friction& sticks = s.system.frictions[1];
            sticks.around = sticks.spins = true;
            sticks.own_rows = sticks.directions = 1;
            Friction& slides = s.friction(std::make_shared<Coulomb>(0.2), 1);  // around the ring that holds
            slides.around = true;
            slides.own_rows = 0;
            slides.directions = 1;
            s.move(0, 0.6);
            s.move(2, -0.4);
            s.move(4, 0.5);
            s.move(7, 0.9);
            s.scale(mass);
            State state = s.begin({1, 1, 1});
            state.frictions[1].status = FrictionStatus::stick;
            state.frictions[0].direction = {0.6, -0.8};
            state.frictions[2].direction = {-1, 0};
            Instant at(s.system);
            at.start.hold(state);

            const SignalSample stop = s.system.recovery.prescribed[0].signal->sample(start);
            const auto by = [&](int r) {
                const SparseRow& row = s.system.rows[static_cast<std::size_t>(r)];
                return row.prescribed.empty() ? 0.0 : row.prescribed_coefficient[0];
            };
            const auto place = [&](int r) { return s.row(r).dot(state.q) + by(r) * stop.value; };
            const auto rate = [&](int r) { return s.row(r).dot(state.v) + by(r) * stop.first; };
            const double sign = ceiling ? -1 : 1;
            const Eigen::Vector2d e(state.frictions[0].force[0], state.frictions[0].force[1]);
            std::vector<Hold> holds;
            // The force of the stop, and of the friction that follows it in the direction of its slip.
            const Eigen::Vector2d slip = Eigen::Vector2d(rate(5), rate(6)).normalized(),
                                  along = slip.dot(Eigen::Vector2d(0.6, -0.8)) > 0 ? slip : Eigen::Vector2d(0.6, -0.8);
            holds.push_back({sign * s.row(0) + 0.3 * (along[0] * s.row(5) + along[1] * s.row(6)), s.row(0), by(0) * stop.second});
            const Eigen::Vector2d x(place(1), place(2)), v(rate(1), rate(2)), N = x.normalized();
            const Vector out = N[0] * s.row(1) + N[1] * s.row(2);
            const double across = N[0] * v[1] - N[1] * v[0];
            const Vector round = N[0] * s.row(2) - N[1] * s.row(1);
            holds.push_back({out - 0.2 * round, out, N[1] * by(2) * stop.second + across * across / x.norm()});
            const Eigen::Vector2d y(place(3), place(4)), w(rate(3), rate(4)), m = y.normalized();
            const double depth = y.norm() - 0.03, speed = m.dot(w), push = mass * (300 * depth + 7 * speed);
            const Vector turning = s.row(7) - m[1] * s.row(3) + m[0] * s.row(4);
            // The speed along the surface is minus that of the surface itself.
            holds.push_back({turning, turning, m[0] * by(4) * stop.second + by(7) * stop.second + speed * rate(7) / y.norm()});
            const Vector free = s.free(start, state.q, state.v) * 1.0 - push * (m[0] * s.row(3) + m[1] * s.row(4));
            const auto [a, forces] = held(s, free, holds);
            const double scale = forces.cwiseAbs().maxCoeff();
            EXPECT_LT((state.a - a).norm(), 1e-10 * a.norm());
            EXPECT_NEAR(state.sides[0].response.force, forces[0], 1e-10 * scale);
            EXPECT_NEAR(state.sides[1].response.force, forces[1], 1e-10 * scale);
            EXPECT_NEAR(state.sides[2].response.force, push, 1e-10 * scale);
            EXPECT_NEAR(state.frictions[0].normal_force, forces[0], 1e-10 * scale);
            EXPECT_NEAR((e - 0.3 * forces[0] * along).norm(), 0, 1e-10 * scale);
            EXPECT_NEAR(state.frictions[1].force[0], forces[2], 1e-10 * scale);
            EXPECT_NEAR(state.frictions[2].force[0], -0.2 * forces[1], 1e-10 * scale);
        }
    }
}

// Without friction: a ring and a ceiling, of heavy and light bodies; twice the same ceiling has half of the force on each.
TEST(StartHolds, StopsAloneShareWhatTheyHold) {
    for (const double mass : {1.0, 1e-9, 1e9}) {
        for (const bool twice : {false, true}) {
            for (const bool beside_friction : {false, true}) {
                Structure s;
                s.gap({contact::GapShape::circular, 0.05, true, false}, rigid());  // rows 0, 1
                s.gap({contact::GapShape::plane, 0.02, false, true}, rigid());     // row 2
                if (twice) {
                    s.gap({contact::GapShape::plane, 0.02, false, true}, rigid());  // row 3
                    s.system.rows[3] = s.system.rows[2];
                }
                if (beside_friction)  // which slides without a force
                    s.friction(std::make_shared<Coulomb>(0.0), -1, 1);
                s.scale(mass);
                State state = s.begin(twice ? std::vector<char>{1, 1, 1} : std::vector<char>{1, 1});
                // Against the ceiling.
                Load press;
                press.pattern = mass * -300 * s.row(2);
                press.signal = std::make_shared<test::FunctionSignal>([](double) { return 1.0; });
                s.system.loads.push_back(press);
                state.load_values.resize(s.system.loads.size());
                Instant at(s.system);
                at.start.hold(state);
                const Eigen::Vector2d x(s.row(0).dot(state.q), s.row(1).dot(state.q)),
                    v(s.row(0).dot(state.v), s.row(1).dot(state.v)), N = x.normalized();
                const Vector out = N[0] * s.row(0) + N[1] * s.row(1);
                const auto [a, forces] =
                    held(s, s.free(start, state.q, state.v),
                         {{out, out, std::pow(N[0] * v[1] - N[1] * v[0], 2) / x.norm()}, {-s.row(2), s.row(2), 0}});
                const double scale = forces.cwiseAbs().maxCoeff();
                ASSERT_GT(forces[1], 0);
                EXPECT_LT((state.a - a).norm(), 1e-9 * a.norm()) << mass << twice;
                EXPECT_NEAR(state.sides[0].response.force, forces[0], 1e-9 * scale) << mass << twice;
                for (std::size_t side = 1; side < state.sides.size(); ++side)
                    EXPECT_NEAR(state.sides[side].response.force, forces[1] / (twice ? 2 : 1), 1e-9 * scale) << mass << twice;
            }
        }
    }
}

// A stick lets go where its force is outside its cone by more than the rounding of a billionth.
TEST(StartHolds, AStickLetsGoOutsideItsCone) {
    Structure s;
    s.friction(std::make_shared<Coulomb>(0.5), -1, 1);
    for (const double beyond : {-1e-3, 0.5e-9, 2e-9, 1e-3}) {
        State state = s.begin({});
        state.frictions[0].status = FrictionStatus::stick;
        state.frictions[0].normal_force = 8;
        const double size = 4 * (1 + beyond);
        state.frictions[0].force = {0.6 * size, -0.8 * size};
        EXPECT_EQ(time::let_go_outside_cone(s.system, state, 0), beyond > 1e-9) << beyond;
        EXPECT_EQ(state.frictions[0].status, beyond > 1e-9 ? FrictionStatus::slip : FrictionStatus::stick);
    }
}

// Bodies on a stop whose forces are in balance but for a rounding: of loads, springs, dampers, and of another contact.
TEST(StartHolds, RoundingOfForcesInBalanceIsNoTension) {
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    for (const bool circular : {false, true}) {
        for (const int by : {0, 1, 2, 3}) {
            for (const auto& [rounding, mass] : {std::pair{true, 1.0}, {false, 1.0}, {true, 1e3}, {false, 1e3}, {false, 1e-3}}) {
                Structure s;
                s.M *= mass;
                s.C *= mass;
                s.K *= mass;
                s.system.linear.M *= mass;
                s.system.loads.clear();
                s.gap(circular ? contact::GapGeometry{contact::GapShape::circular, 0.05, true, false}
                               : contact::GapGeometry{contact::GapShape::plane, 0.02, false, true},
                      rigid());
                const int other = static_cast<int>(s.system.rows.size());
                const double pushes = by == 3 ? 1e5 * mass : 0;
                s.gap({contact::GapShape::circular, 0.03, true, false}, std::make_shared<test::DashpotLaw>(pushes, 0));
                State state = s.begin({1, 1});
                if (by == 1 || by == 3) state.q *= 100;
                state.v *= by != 2 ? 0 : circular ? 1 : 100;
                if (by != 1) s.K.setZero();
                if (by != 2) s.C.setZero();
                s.system.linear.K = test::sparse(s.K);
                s.system.linear.C = test::sparse(s.C);
                // What the normal of the stop feels, of what size.
                Vector normal = s.row(0) * (circular ? 1.0 : -1.0);
                Eigen::Vector2d N(1, 0);
                double turning = 0;
                if (circular) {
                    const Eigen::Vector2d x(s.row(0).dot(state.q), s.row(1).dot(state.q)),
                        v(s.row(0).dot(state.v), s.row(1).dot(state.v));
                    N = x.normalized();
                    normal = N[0] * s.row(0) + N[1] * s.row(1);
                    turning = std::pow(N[0] * v[1] - N[1] * v[0], 2) / x.norm();
                }
                const Vector answer = s.accelerated(normal);
                const Eigen::Vector2d y(s.row(other).dot(state.q), s.row(other + 1).dot(state.q)), along = y.normalized();
                const double depth = y.norm() - 0.03;
                Vector force = -s.C * state.v - s.K * state.q;
                force -= pushes * depth * (along[0] * s.row(other) + along[1] * s.row(other + 1));
                // A load, in general with another one, leaves this part of the largest terms.
                const auto sizes = [&](const Vector& row) {
                    const Vector column = s.accelerated(row).cwiseAbs();
                    double sum = column.dot(s.C.cwiseAbs() * state.v.cwiseAbs() + s.K.cwiseAbs() * state.q.cwiseAbs());
                    for (int i = 0; i < 2; ++i)
                        sum += std::abs(pushes * depth * along[i] * s.row(other + i).dot(s.accelerated(row)));
                    return sum;
                };
                double size = circular ? std::abs(N[0]) * sizes(s.row(0)) + std::abs(N[1]) * sizes(s.row(1)) : sizes(s.row(0));
                if (by == 0) size = 1e3;
                const double left = (rounding ? 64 : 2048) * epsilon * size;  // less than nothing presses
                // Along the normal the acceleration without a force of the stop is minus this.
                Load load;
                load.pattern = s.M * answer / answer.dot(s.M * answer);
                const double without = answer.dot(force) + turning;
                load.signal = std::make_shared<test::FunctionSignal>([=](double) { return (-left - without) / 1.0; });
                s.system.loads.push_back(load);
                if (by == 0) {  // two loads in balance along the normal
                    Load large;
                    large.pattern = normal / normal.dot(s.accelerated(normal));
                    const double sum = 1e3 / s.accelerated(normal).cwiseAbs().dot(large.pattern.cwiseAbs());
                    large.signal = std::make_shared<test::FunctionSignal>([=](double) { return 0.5 * sum; });
                    s.system.loads.push_back(large);
                    large.signal = std::make_shared<test::FunctionSignal>([=](double) { return -0.5 * sum; });
                    s.system.loads.push_back(large);
                }
                state.load_values.resize(s.system.loads.size());
                Instant now(s.system);
                now.start.hold(state);
                const double expected = -left / normal.dot(answer);
                if (rounding)
                    EXPECT_EQ(state.sides[0].response.force, 0) << circular << by;
                else
                    EXPECT_NEAR(state.sides[0].response.force, expected, 0.2 * std::abs(expected)) << circular << by;
            }
        }
    }
}

// A stick that nothing presses holds the rounding of large forces in balance, whatever they come from and in all directions of
// its slip, but no more.
TEST(StartHolds, AStickHoldsTheRoundingOfItsForces) {
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    for (const int kind : {0, 1, 2}) {  // in a plane, around a ring, of a turning surface in a ring
        for (const bool rounding : {true, false}) {
            Structure s;
            s.system.loads.clear();
            const bool around = kind > 0;
            if (around) s.gap({contact::GapShape::circular, 0.5, true, false}, std::make_shared<test::DashpotLaw>(0, 0));
            Friction& sticks = s.friction(std::make_shared<Coulomb>(0.5), around ? 0 : -1);
            if (!around) sticks.normal_force = std::make_shared<test::FunctionSignal>([](double) { return 0.0; });
            if (around) {
                sticks.around = true;
                sticks.spins = kind == 2;
                sticks.own_rows = kind == 2 ? 1 : 0;
                sticks.directions = 1;
            }
            State state = s.begin(around ? std::vector<char>{1} : std::vector<char>{});
            state.q *= 100;
            state.v.setZero();
            state.frictions[0].status = FrictionStatus::stick;
            std::vector<Vector> tangents{s.row(sticks.first_row), s.row(sticks.first_row + 1)};
            if (around) {
                const Eigen::Vector2d N = Eigen::Vector2d(s.row(0).dot(state.q), s.row(1).dot(state.q)).normalized();
                tangents = {N[0] * s.row(1) - N[1] * s.row(0) + (kind == 2 ? 1.0 : 0.0) * s.row(sticks.first_row)};
            }
            // Loads that hold the springs but for a part of what they hold: this part is left for the stick.
            const Vector spring = s.K * state.q;
            for (const Vector& t : tangents) {
                const double part = (rounding ? 30 : 1e7) * epsilon;
                Load load;
                load.pattern = spring + part * s.M * s.accelerated(t) * spring.norm() / s.accelerated(t).norm();
                load.signal = std::make_shared<test::FunctionSignal>([](double) { return 1.0; });
                load.pattern /= static_cast<double>(tangents.size());
                s.system.loads.push_back(load);
            }
            state.load_values.resize(s.system.loads.size());
            Instant at(s.system);
            at.start.complete(state, false);
            EXPECT_EQ(state.frictions[0].status, rounding ? FrictionStatus::stick : FrictionStatus::slip) << kind;
            EXPECT_EQ(state.frictions[0].normal_force, 0) << kind;
        }
    }
}

}  // namespace
}  // namespace jounce::start_holds_test
