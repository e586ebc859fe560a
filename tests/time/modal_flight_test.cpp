// Physics: one uncoupled coordinate q'' + c q' + k q = p(t), p a cubic and a sine, for every kind of damping, near and at
// resonance, critically damped, rigid, slow.
// Reference: the same equation integrated in extended precision by extrapolation of order 16 (tests/support/extrapolation.hpp).
// Tolerance: 1e-12 of the largest displacement or force reached: thirteen digits are round-off of the closed form.
// Control: the coefficient that is a per mille off is seen; bounds hold at every instant and are not idle.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/modal_flight.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "closed_signal.hpp"
#include "support/extrapolation.hpp"
#include "support/small_system.hpp"
#include "time/start/start.hpp"

namespace jounce::modal_flight_test {
namespace {

using test::ClosedSignal;
using test::Real;

struct Oscillator {
    double c, k, q, v;
    std::array<double, 4> polynomial{};
    double amplitude = 0, omega = 0, phase = 0;
    double length = 1;
};

struct Point {
    double q, v, a;
};

System system_of(const Oscillator& o) {
    System s = test::linear_system(test::scalar(1), test::scalar(o.c), test::scalar(o.k));
    s.q0[0] = o.q;
    s.v0[0] = o.v;
    Load load;
    load.pattern = Vector::Ones(1);
    load.signal = std::make_shared<ClosedSignal>(o.polynomial, o.amplitude, o.omega, o.phase);
    s.loads.push_back(load);
    test::add_row(s, Vector::Constant(1, -2.0));
    return s;
}

std::vector<Point> reference(const Oscillator& o, const std::vector<double>& at, double& scale) {
    const auto force = [&](Real t) {
        const auto& p = o.polynomial;
        return p[0] + t * (p[1] + t * (p[2] + t * static_cast<Real>(p[3]))) +
               o.amplitude * std::sin(static_cast<Real>(o.omega) * t + o.phase);
    };
    const auto f = [&](Real t, const test::Reals<2>& y) { return test::Reals<2>{y[1], force(t) - o.c * y[1] - o.k * y[0]}; };
    test::Reals<2> y{o.q, o.v};
    Real t = 0;
    const double rate = std::max({std::sqrt(std::abs(o.k)), std::abs(o.c), o.omega, 1 / o.length});
    scale = 0;
    std::vector<Point> out;
    for (const double end : at) {
        const Real size = std::max({std::abs(y[0]), std::abs(y[1]) / rate, static_cast<Real>(1e-6)});
        if (end > t) {
            test::integrate(f, t, y, static_cast<Real>(end), static_cast<Real>(0.5 / rate), 1e-18L,
                            test::Reals<2>{size, size * rate}, [](Real, auto&, Real, auto&) { return true; });
        }
        out.push_back(
            {static_cast<double>(y[0]), static_cast<double>(y[1]), static_cast<double>(force(t) - o.c * y[1] - o.k * y[0])});
        scale = std::max({scale, std::abs(out.back().q), std::abs(out.back().v) / rate});
    }
    return out;
}

void expect_closed_form(const Oscillator& o, double tolerance) {
    const System system = system_of(o);
    const State from = time::initial_state(system);
    time::ClosedSignals signals(system);
    double end = 0;
    ASSERT_TRUE(signals.refresh(0, o.length, end));
    time::ModalFlight flight(system);
    flight.begin(from, signals, o.length);
    std::vector<double> at;
    for (int i = 0; i <= 13; ++i) at.push_back(o.length * i / 13.0);
    double scale = 0;
    const std::vector<Point> exact = reference(o, at, scale);
    const double rate = std::max({std::sqrt(std::abs(o.k)), std::abs(o.c), o.omega, 1 / o.length});
    for (std::size_t i = 0; i < at.size(); ++i) {
        flight.at(at[i]);
        double q = 0, v = 0, a = 0;
        flight.motion(&q, &v, &a);
        const time::RowMotion row = flight.row(0);
        EXPECT_NEAR(q, exact[i].q, tolerance * scale) << "c " << o.c << " k " << o.k << " omega " << o.omega << " t " << at[i];
        EXPECT_NEAR(v, exact[i].v, tolerance * scale * rate) << "c " << o.c << " k " << o.k << " omega " << o.omega;
        EXPECT_NEAR(a, exact[i].a, tolerance * scale * rate * rate) << "c " << o.c << " k " << o.k;
        EXPECT_NEAR(row.value, -2 * exact[i].q, 2 * tolerance * scale);
        EXPECT_NEAR(row.first, -2 * exact[i].v, 2 * tolerance * scale * rate);
        EXPECT_NEAR(row.second, -2 * exact[i].a, 2 * tolerance * scale * rate * rate) << "c " << o.c << " k " << o.k;
    }
}

TEST(ModalFlight, EveryDampingAgainstExtendedPrecision) {
    const std::array<double, 4> cubic = {3, -20, 70, -400};
    for (const double zeta : {0.0, 0.003, 0.3, 0.99, 0.99999999, 1.0, 1.00000001, 1.003, 1.2, 8.0, 300.0}) {
        for (const double length : {1e-4, 0.01, 0.3, 2.0}) {
            const double w = 17;
            expect_closed_form({2 * zeta * w, w * w, 0.02, -0.7, cubic, 0, 0, 0, length}, 2e-12);
            expect_closed_form({2 * zeta * w, w * w, 0.02, -0.7, {}, 30, 23, 0.4, length}, 2e-12);
            expect_closed_form({2 * zeta * w, w * w, -0.01, 0.2, cubic, -50, 3, 1.4, length}, 2e-12);
        }
    }
}

TEST(ModalFlight, RigidAndNearlyRigidCoordinates) {
    for (const double k : {0.0, 1e-9, 1e-3}) {
        for (const double c : {0.0, 1e-7, 41.11, 900.0}) {
            for (const double w : {0.0, 0.01, 6.0, 300.0}) {
                expect_closed_form({c, k, 1e-3, 0.4, {-9.81, 3, -7, 11}, 200, w, 0.3, 0.5}, 4e-12);
                expect_closed_form({c, k, 1e-3, 0.4, {-9.81, 0, 0, 0}, 200, w, 0.3, 5}, 4e-12);
            }
        }
    }
}

TEST(ModalFlight, ResonanceAtItAndBesideIt) {
    const double w = 40;
    for (const double zeta : {0.0, 1e-9, 1e-4, 0.01}) {
        for (const double off : {0.0, 1e-15, 1e-9, -1e-5, 1e-3, -0.02, 0.08}) {
            expect_closed_form({2 * zeta * w, w * w, 0.01, 0.3, {}, 7, w * (1 + off), 0.9, 1.5}, 3e-12);
        }
    }
}

TEST(ModalFlight, AWrongCoefficientIsSeen) {
    Oscillator o{1, 400, 0.02, -0.7, {3, -20, 70, -400}, 30, 23, 0.4, 1};
    double scale = 0;
    const double right = reference(o, {0, 1}, scale)[1].q;
    o.k *= 1.001;
    EXPECT_GT(std::abs(reference(o, {0, 1}, scale)[1].q - right), 1e-6 * scale);
}

/// Several coordinates, one row: |x(s) - Taylor polynomial of degree 2| <= bound s^3/6, and what the fast vibrations move.
TEST(ModalFlight, BoundsHold) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> unit(0, 1);
    double sharpest = 0;
    for (int trial = 0; trial < 400; ++trial) {
        const int n = 1 + trial % 4;
        Vector k(n), c(n), b(n);
        for (int i = 0; i < n; ++i) {
            const double w = std::pow(10, 1 + 2 * unit(random)) * (trial % 7 == 0 && i == 0 ? 0 : 1);
            k[i] = w * w;
            const double zeta = trial % 3 == 0 ? 0 : trial % 5 == 0 ? 1 : trial % 11 == 0 ? 1.7 : 0.2 * unit(random);
            c[i] = 2 * zeta * w;
            b[i] = 2 * unit(random) - 1;
        }
        System s = test::linear_system(Matrix::Identity(n, n), c.asDiagonal(), k.asDiagonal());
        for (int i = 0; i < n; ++i) {
            s.q0[i] = unit(random) - 0.5;
            s.v0[i] = 20 * (unit(random) - 0.5);
        }
        Load load;
        load.pattern = b;
        const double w = trial % 4 == 0 ? std::sqrt(k[n - 1]) : 30 * unit(random);
        load.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{1, 2, -30, 40}, 100, w, unit(random));
        s.loads.push_back(load);
        test::add_row(s, b);
        const State from = time::initial_state(s);
        time::ClosedSignals signals(s);
        double end = 0;
        ASSERT_TRUE(signals.refresh(0, 2, end));
        time::ModalFlight flight(s);
        flight.begin(from, signals, 2);
        std::vector<double> tail(static_cast<std::size_t>(n) + 1);
        for (int sample = 0; sample < 5; ++sample) {
            const double at = unit(random);
            const double reach = unit(random) * (sample % 2 == 0 ? 1 : 0.01);
            flight.at(at, reach);
            const time::RowMotion x = flight.row(0);
            const auto first = static_cast<std::size_t>(sample % (n + 1));
            flight.tails(0, tail.data());
            const time::RowMotion slow = flight.row_without(0, first);
            const double moved = tail[first];
            for (int i = 1; i <= 40; ++i) {
                const double s1 = reach * i / 40;
                flight.at(at + s1);
                const double now = flight.row(0).value;
                const double remainder = std::abs(now - (x.value + s1 * (x.first + s1 * x.second / 2)));
                const double bound = x.third_bound * s1 * s1 * s1 / 6;
                EXPECT_LE(remainder, bound * (1 + 1e-9) + 1e-11) << trial;
                sharpest = std::max(sharpest, remainder / bound);
                const double slow_taylor = slow.value + s1 * (slow.first + s1 * slow.second / 2);
                if (std::isfinite(moved)) {
                    EXPECT_LE(std::abs(now - slow_taylor), moved + slow.third_bound * s1 * s1 * s1 / 6 * (1 + 1e-9) + 1e-11);
                }
            }
        }
    }
    EXPECT_GT(sharpest, 0.5) << "bounds that are never nearly reached would prove nothing";
}

// Of free vibrations A e^(-s t) cos(w t + phase) in a row b: what those from j on move is at most the sum of |b| A e^(-s t), in
// the order of their frequencies, and grows to the end of the reach where s is negative. The third derivative is at most the sum
// with |mu|^3.
TEST(ModalFlight, BoundsAreSumsOfAmplitudes) {
    const double w[] = {40, 7, 300}, decay[] = {2, -0.3, 15}, b[] = {0.7, -1.3, 0.4}, q[] = {0.02, -0.1, 0.003},
                 v[] = {-0.5, 0.4, 0.9};
    const int order[] = {1, 0, 2};
    Matrix C = Matrix::Zero(3, 3), K = Matrix::Zero(3, 3);
    Vector row(3);
    for (int i = 0; i < 3; ++i) {
        C(i, i) = 2 * decay[i];
        K(i, i) = w[i] * w[i] + decay[i] * decay[i];
        row[i] = b[i];
    }
    System s = test::linear_system(Matrix::Identity(3, 3), C, K);
    for (int i = 0; i < 3; ++i) {
        s.q0[i] = q[i];
        s.v0[i] = v[i];
    }
    test::add_row(s, row);
    const State from = time::initial_state(s);
    time::ClosedSignals signals(s);
    double end = 0;
    ASSERT_TRUE(signals.refresh(0, 2, end));
    time::ModalFlight flight(s);
    flight.begin(from, signals, 2);
    for (const double at : {0.0, 0.6}) {
        for (const double reach : {0.0, 0.9}) {
            flight.at(at, reach);
            double tail[4], sum = 0, third = 0;
            flight.tails(0, tail);
            EXPECT_EQ(tail[3], 0);
            for (int j = 2; j >= 0; --j) {
                const int i = order[j];
                const double amplitude = std::abs(b[i]) * std::hypot(q[i], (v[i] + decay[i] * q[i]) / w[i]);
                const double now = amplitude * std::exp(-decay[i] * (decay[i] < 0 ? at + reach : at));
                sum += now;
                third += now * std::pow(std::hypot(w[i], decay[i]), 3);
                EXPECT_NEAR(tail[j], sum, 1e-13 * sum) << at << ' ' << reach << ' ' << j;
            }
            EXPECT_NEAR(flight.row(0).third_bound, third, 1e-13 * third) << at << ' ' << reach;
        }
    }
}

}  // namespace
}  // namespace jounce::modal_flight_test
