// Physics: the work of one step from the states at its ends: damping of resolved and of fast modes, a law's work on its
// indentation. Reference: closed forms of the damped oscillator under a force that grows linearly, integrated by 20 000
// midpoints; a spring and damper along a motion of constant acceleration. Tolerance: resolved modes order 6 of the quintic; fast
// modes the damping ratio, since their energy is taken to decay as e^(-ct); quadrature of polynomials to rounding. Control: the
// trapezoidal rule misses the fast mode's loss by more than half.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/interpolated_work.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "time/exact/exact_motion.hpp"
#include "time/start/start.hpp"

namespace jounce::interpolated_work_test {
namespace {

/// q'' + c q' + k q = p0 + p1 t.
struct Oscillator {
    double k, c, p0, p1, q0, v0;
    struct Motion {
        double q, v, a;
    };
    [[nodiscard]] Motion at(double t) const {
        const double drift = p1 / k, rest = p0 / k - c * p1 / (k * k);
        const double decay = c / 2, w = std::sqrt(k - decay * decay), A = q0 - rest, B = (v0 - drift + decay * A) / w;
        const double e = std::exp(-decay * t), cosine = std::cos(w * t), sine = std::sin(w * t);
        const double y = e * (A * cosine + B * sine);
        const double rate = -decay * y + w * e * (B * cosine - A * sine);
        const double q = rest + drift * t + y, v = drift + rate;
        return {q, v, p0 + p1 * t - c * v - k * q};
    }
    [[nodiscard]] double loss(double h) const {
        const int n = 20000;
        double sum = 0;
        for (int i = 0; i < n; ++i) sum += std::pow(at(h * (i + 0.5) / n).v, 2);
        return c * sum * h / n;
    }
};

double structural_damping(const Oscillator& o, double h) {
    const System system = test::linear_system(test::scalar(1), test::scalar(o.c), test::scalar(o.k));
    State from = time::initial_state(system), to = from;
    const auto set = [&](State& s, double t) {
        const Oscillator::Motion m = o.at(t);
        s.time = t;
        s.q[0] = m.q, s.v[0] = m.v;
        s.a = linalg::Vector::Constant(1, m.a);
    };
    set(from, 0);
    set(to, h);
    return time::InterpolatedWork(system, false).of(from, to).sum.structural_damping;
}

TEST(InterpolatedWork, DampingOfAResolvedModeIsOfOrderSix) {
    const Oscillator o{4, 0.3, 2, -1.5, 0.4, 1.2};
    const auto error = [&](double h) { return std::abs(structural_damping(o, h) / o.loss(h) - 1); };
    EXPECT_LT(error(0.2), 1e-7);
    EXPECT_LT(error(0.6), 1e-4);
}

TEST(InterpolatedWork, DampingOfAFastModeFollowsItsDecayAndItsSlowResponse) {
    for (const double c : {0.08, 0.3}) {  // damping ratio 1e-3 and 4e-3
        for (const double h : {0.11, 0.5, 4.0}) {
            for (const Oscillator& o : {Oscillator{1600, c, 0, 0, 0.1, 3}, Oscillator{1600, c, 900, 0, 0.1, 3},
                                        Oscillator{1600, c, 0, 8000, 0, 5}, Oscillator{1600, c, 400, 2400, 0.3, -1}}) {
                SCOPED_TRACE(testing::Message() << c << ' ' << h << ' ' << o.p0 << ' ' << o.p1);
                EXPECT_NEAR(structural_damping(o, h) / o.loss(h), 1, 2 * c / std::sqrt(o.k));
            }
        }
    }
    // A whole number of half periods: the mode is at rest at both ends.
    const Oscillator o{1600, 0.08, 0, 0, 0.1, 0};
    const double h = 12 * std::numbers::pi / 40, trapezoidal = o.c * h / 2 * (std::pow(o.at(0).v, 2) + std::pow(o.at(h).v, 2));
    EXPECT_LT(trapezoidal, 1e-3 * o.loss(h));
    EXPECT_NEAR(structural_damping(o, h) / o.loss(h), 1, 2 * o.c / std::sqrt(o.k));
}

// Coefficients of powers of t, ascending.
using Polynomial = std::vector<double>;

double value(const Polynomial& c, double t) {
    double sum = 0;
    for (std::size_t i = c.size(); i-- > 0;) sum = sum * t + c[i];
    return sum;
}
Polynomial derivative(const Polynomial& c) {
    Polynomial out;
    for (std::size_t i = 1; i < c.size(); ++i) out.push_back(static_cast<double>(i) * c[i]);
    return out;
}
Polynomial operator*(const Polynomial& a, const Polynomial& b) {
    Polynomial out(a.size() + b.size() - 1);
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < b.size(); ++j) out[i + j] += a[i] * b[j];
    return out;
}
double integral(const Polynomial& c, double end) {
    double sum = 0;
    for (std::size_t i = c.size(); i-- > 0;) sum = (sum + c[i] / static_cast<double>(i + 1)) * end;
    return sum;
}

// The force on a support is m q'' + c q' + k q, and on a stop that it moves the components of a side's force. With a speed of the
// support of degree two, a side's force and a normal that are linear in time, and q of degree three, the power has degree five at
// most: its integral is exact but for rounding.
TEST(InterpolatedWork, OfASupportAndOfAMovingStop) {
    const double m = 0.7, c = 1.3, k = 0.9, h = 1.7;
    const Polynomial q{0.2, -0.5, 0.8, 1.1}, v = derivative(q), a = derivative(v), speed{0.4, -0.7, 0.9};
    System system = test::linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Matrix::Zero(2, 2));
    PrescribedMotion support;
    support.pattern = linalg::Vector::Zero(0);
    support.signal = std::make_shared<test::ClosedSignal>(std::array<double, 4>{0, speed[0], speed[1] / 2, speed[2] / 3});
    const linalg::Vector first = linalg::Vector::Unit(2, 0);
    support.mass_row = m * first, support.damping_row = c * first, support.stiffness_row = k * first;
    support.mass = support.damping = support.stiffness = {0};
    system.recovery.prescribed.push_back(support);
    const double share[] = {-0.8, 0.5};
    test::add_contact(system, "ring", {contact::GapShape::circular, 1, true, false}, std::make_shared<test::DashpotLaw>(1, 0),
                      {linalg::Vector::Unit(2, 0), linalg::Vector::Unit(2, 1)});
    for (std::size_t i = 0; i < 2; ++i) {
        system.rows[i].prescribed = {0};
        system.rows[i].prescribed_coefficient = {share[i]};
    }
    const Polynomial force{5, -4}, x{0.6, -0.5}, y{0.8, 0.1};
    State from = time::initial_state(system), to = from;
    const auto set = [&](State& s, double t) {
        s.time = t;
        s.q = value(q, t) * first;
        s.v = value(v, t) * first;
        s.a = value(a, t) * first;
        s.sides[0].response.force = value(force, t);
        s.sides[0].normal = {value(x, t), value(y, t)};
    };
    set(from, 0);
    set(to, h);
    const double expected = m * integral(a * speed, h) + c * integral(v * speed, h) + k * integral(q * speed, h) +
                            share[0] * integral(force * x * speed, h) + share[1] * integral(force * y * speed, h);
    EXPECT_NEAR(time::InterpolatedWork(system, false).of(from, to).sum.base, expected, 1e-13);
}

// d = d0 + v t + a t^2/2: elastic work k (d1^2 - d0^2)/2, loss c h (v0^2 + v0 v1 + v1^2)/3.
TEST(InterpolatedWork, OfASpringAndDamperOnAParabola) {
    const double k = 700, c = 30, h = 0.2, d0 = 0.01, v0 = 0.5, a = -3;
    const double d1 = d0 + v0 * h + a * h * h / 2, v1 = v0 + a * h;
    System system = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    const auto law = std::make_shared<test::DashpotLaw>(k, c);
    test::add_contact(system, "stop", test::stop(1), law, {linalg::Vector::Ones(1)});
    State from = time::initial_state(system), to = from;
    to.time = from.time + h;
    const auto set = [&](State& s, double d, double v) {
        s.q[0] = 1 + d, s.v[0] = v;
        s.a = linalg::Vector::Constant(1, a);
        s.sides[0].motion = {d, v};
        s.sides[0].memory.closed = true;
        s.sides[0].response = law->evaluate({d, v}, {});
        s.sides[0].normal = {1, 0};
    };
    set(from, d0, v0);
    set(to, d1, v1);
    const double elastic = k * (d1 * d1 - d0 * d0) / 2, loss = c * h * (v0 * v0 + v0 * v1 + v1 * v1) / 3;
    const auto own = time::InterpolatedWork(system, false).of(from, to).sides[0];
    EXPECT_NEAR(own.work, elastic + loss, 1e-13);
    EXPECT_NEAR(own.loss, loss, 1e-13);
    EXPECT_NEAR(own.impulse, k * h * (d0 + v0 * h / 2 + a * h * h / 6) + c * (d1 - d0), 1e-13);
    // Under the mean force: that on the displacement, of which the damper's part is the loss.
    const auto mean = time::InterpolatedWork(system, true).of(from, to).sides[0];
    EXPECT_NEAR(mean.work, elastic + c * (v0 + v1) / 2 * (d1 - d0), 1e-13);
    EXPECT_NEAR(mean.loss, c * (v0 + v1) / 2 * (d1 - d0), 1e-13);
    EXPECT_NEAR(mean.impulse, h * (k * (d0 + d1) + c * (v0 + v1)) / 2, 1e-13);
}

// M = 1: a + C v + K q + B^T f = 0 for modes with and without coupled damping.
TEST(ExactMotionForces, AreInBalanceWithTheAcceleration) {
    for (const double coupling : {0.0, 0.7}) {
        Matrix C(2, 2), K(2, 2);
        C << 1.5, coupling, coupling, 2;
        K << 30, 0, 0, 800;
        System system = test::linear_system(Matrix::Identity(2, 2), C, K);
        const linalg::Vector b = (linalg::Vector(2) << 0.6, -1.1).finished();
        test::add_contact(system, "stop", test::stop(1), std::make_shared<test::DashpotLaw>(1, 0), {b});
        const time::ExactMotion motion(system);
        const linalg::Vector q = (linalg::Vector(2) << 0.2, -0.03).finished(), v = (linalg::Vector(2) << -3, 4).finished();
        const double force = 17;
        linalg::Vector a = linalg::Vector::Zero(2);
        motion.subtract_forces(q, v, &force, a);
        EXPECT_LT((a + C * v + K * q + force * b).norm(), 1e-13 * a.norm()) << coupling;
    }
}

}  // namespace
}  // namespace jounce::interpolated_work_test
