// Random linear motions whose gaps are placed a chosen distance beside a maximum of the motion, and the exact first contact.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "time/methods/event_driven.hpp"
#include "time/start/start.hpp"

namespace jounce::test {

/// Uncoupled vibrations under a constant and a sine, seen through one row, or two rows across an axis.
struct Grazing {
    int modes = 1, rows = 1;
    double length = 1, omega = 1;
    std::vector<double> k, c, q, v, constant, amplitude;  // of each mode
    std::vector<double> b;                                // rows x modes
    double phase = 0;

    /// Value, rate and second derivative of the coordinate (two rows: of the distance from the axis).
    template <class T>
    struct Path {
        T x, v, a;
    };
    /// Of one coordinate: x = still + e^(-beta t)(A cos w t + B sin w t) + P sin(Omega t) + Q cos(Omega t).
    struct Closed {
        long double beta, w, still, A, B, P, Q;
    };
    std::vector<Closed> closed;

    void close() {
        for (std::size_t i = 0; i < k.size(); ++i) {
            const long double beta = c[i] / 2.0L, w = std::sqrt(k[i] - beta * beta), O = omega;
            const long double real = k[i] - O * O, imaginary = c[i] * O;
            const long double size = amplitude[i] / (real * real + imaginary * imaginary);
            // Steady: size (real sin(O t + phase) - imaginary cos(O t + phase)).
            const long double s0 = std::sin(static_cast<long double>(phase)), c0 = std::cos(static_cast<long double>(phase));
            const long double P = size * (real * c0 + imaginary * s0), Q = size * (real * s0 - imaginary * c0);
            const long double still = constant[i] / static_cast<long double>(k[i]);
            const long double A = q[i] - still - Q;
            closed.push_back({beta, w, still, A, (v[i] - O * P + beta * A) / w, P, Q});
        }
    }
    template <class T>
    Path<T> path(T t) const {
        T x[2] = {}, r[2] = {}, a[2] = {};
        const T O = static_cast<T>(omega);
        const T so = std::sin(O * t), co = std::cos(O * t);
        for (std::size_t i = 0; i < closed.size(); ++i) {
            const Closed& m = closed[i];
            const T beta = static_cast<T>(m.beta), w = static_cast<T>(m.w), A = static_cast<T>(m.A), B = static_cast<T>(m.B);
            const T P = static_cast<T>(m.P), Q = static_cast<T>(m.Q);
            const T decay = m.beta == 0 ? T{1} : std::exp(-beta * t), sw = decay * std::sin(w * t), cw = decay * std::cos(w * t);
            const T free = A * cw + B * sw, other = B * cw - A * sw, steady = P * so + Q * co;
            const T free_v = w * other - beta * free;
            const T here = static_cast<T>(m.still) + free + steady;
            const T speed = free_v + O * (P * co - Q * so);
            const T push = -w * w * free - beta * w * other - beta * free_v - O * O * steady;
            for (int j = 0; j < rows; ++j) {
                const T weight = static_cast<T>(b[static_cast<std::size_t>(j * modes) + i]);
                x[j] += weight * here;
                r[j] += weight * speed;
                a[j] += weight * push;
            }
        }
        if (rows == 1) return {x[0], r[0], a[0]};
        const T d = std::sqrt(x[0] * x[0] + x[1] * x[1]);
        const T rate = (x[0] * r[0] + x[1] * r[1]) / d;
        return {d, rate, (r[0] * r[0] + r[1] * r[1] - rate * rate + x[0] * a[0] + x[1] * a[1]) / d};
    }
    [[nodiscard]] double size() const {
        double sum = 0;
        for (std::size_t i = 0; i < k.size(); ++i) {
            sum += std::abs(q[i]) + std::abs(v[i]) / std::sqrt(k[i]) + (std::abs(constant[i]) + std::abs(amplitude[i])) / k[i];
        }
        return sum;
    }
};

template <class Random>
Grazing random_grazing(Random& random, bool circular) {
    std::uniform_real_distribution<double> unit(0, 1);
    const auto between = [&](double low, double high) { return low + (high - low) * unit(random); };
    Grazing g;
    g.modes = 1 + static_cast<int>(random() % 4);
    g.rows = circular ? 2 : 1;
    if (circular && g.modes == 1) g.modes = 2;
    double slowest = 1e9;
    for (int i = 0; i < g.modes; ++i) {
        const double w = 10 * std::pow(10.0, unit(random));
        slowest = std::min(slowest, w);
        g.k.push_back(w * w);
        const double zeta = random() % 3 == 0 ? 0 : random() % 2 == 0 ? between(0, 0.02) : between(0, 0.6);
        g.c.push_back(2 * zeta * w);
        g.q.push_back(between(-1, 1));
        g.v.push_back(w * between(-1, 1));
        const bool forced = random() % 4 != 0;
        g.constant.push_back(forced ? w * w * between(-0.5, 0.5) : 0.0);
        g.amplitude.push_back(forced ? w * w * between(-1, 1) : 0.0);
    }
    for (int i = 0; i < g.modes * g.rows; ++i) g.b.push_back(between(-1, 1));
    g.omega = between(3, 150);
    for (const double k : g.k) {
        while (std::abs(g.omega * g.omega / k - 1) < 1e-3) g.omega *= 1.01;
    }
    g.phase = between(-3, 3);
    g.length = between(1, 3) * 6.3 / slowest;
    g.close();
    return g;
}

struct GrazingCount {
    long cases = 0, contacts = 0, passes = 0, wrong = 0, undecided = 0;
    long finest_contacts = 0, finest_passes = 0;  // within 1e-9 of the amplitude
};

/// Extrema of the path in order, found on a grid that halves at inflections: a pair of extrema cannot hide between two points.
inline std::vector<long double> extrema(const Grazing& g) {
    double fastest = g.omega;
    for (const double k : g.k) fastest = std::max(fastest, std::sqrt(k));
    const int points = 8 + static_cast<int>(g.length * fastest * (g.rows == 1 ? 2.5 : 4));
    std::vector<long double> out;
    // Bisection by rate or curvature; rates are then polished by Newton's method inside the bracket.
    const auto root = [&](double low, double high, auto of, int halvings) {
        const bool rising = of(g.path<double>(high)) > 0;
        for (int i = 0; i < halvings; ++i) {
            const double m = 0.5 * (low + high);
            ((of(g.path<double>(m)) > 0) == rising ? high : low) = m;
        }
        return std::pair{low, high};
    };
    const auto extremum = [&](double low, double high) -> long double {
        const auto [a, b] = root(
            low, high, [](const auto& p) { return p.v; }, 5);
        double t = 0.5 * (a + b);
        for (int i = 0; i < 6; ++i) {
            const auto p = g.path<double>(t);
            const double next = t - p.v / p.a;
            if (!(next > a && next < b)) {
                const auto [c, d] = root(
                    a, b, [](const auto& q) { return q.v; }, 45);
                return 0.5L * (static_cast<long double>(c) + d);
            }
            if (std::abs(next - t) < 1e-15 * g.length) return next;
            t = next;
        }
        return t;
    };
    const auto second = [](const auto& p) { return p.a; };
    double t0 = 0;
    auto p0 = g.path<double>(0.0);
    for (int i = 1; i <= points; ++i) {
        const double t1 = g.length * i / points;
        const auto p1 = g.path<double>(t1);
        if ((p0.v > 0) != (p1.v > 0)) {
            out.push_back(extremum(t0, t1));
        } else if ((p0.a > 0) != (p1.a > 0)) {
            const double bend = root(t0, t1, second, 30).first;
            if ((g.path<double>(bend).v > 0) != (p0.v > 0)) {
                out.push_back(extremum(t0, bend));
                out.push_back(extremum(bend, t1));
            }
        }
        t0 = t1;
        p0 = p1;
    }
    return out;
}

/// `cases` random motions; tolerance of the method 1e-12. Every contact deeper than the position tolerance must be found at its
/// first instant, and none where the motion stays outside.
template <class Report>
GrazingCount grazing_suite(long cases, unsigned seed, bool circular, const Report& report) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> unit(0, 1);
    const auto law = std::make_shared<PowerLaw>(1e6, 1.5);
    const auto method = time::event_driven({1e-12});
    GrazingCount count;
    while (count.cases < cases) {
        const Grazing g = random_grazing(random, circular);
        const std::vector<long double> turns = extrema(g);
        const double start = g.path<double>(0.0).x;
        const double size = g.size();
        // The maxima in order; the gap goes beside one that no earlier one exceeds.
        std::vector<std::size_t> records;
        long double best = start;
        for (std::size_t i = 0; i < turns.size(); ++i) {
            const auto p = g.path<long double>(turns[i]);
            if (p.a < 0 && p.x > best) {
                best = p.x;
                records.push_back(i);
            }
        }
        if (records.empty()) continue;
        const long double top = g.path<long double>(turns[records[random() % records.size()]]).x;
        const double distance = std::pow(10.0, -3 - 9 * unit(random)) * (random() % 2 == 0 ? 1 : -1);
        const double clearance = static_cast<double>(top - distance * size);
        if (!(clearance > 0.01 * size) || start >= clearance - 1e-9 * size) continue;
        ++count.cases;

        // The exact answer: the first maximum above the clearance, and the rise before it.
        const double limit = 1e-12 * std::max(clearance, std::abs(start)) + 1e-15 * size;
        long double rise_from = 0, rise_to = -1;
        bool open_question = false;
        for (std::size_t i = 0; i <= turns.size() && rise_to < 0; ++i) {
            const long double t = i < turns.size() ? turns[i] : static_cast<long double>(g.length);
            const long double over = g.path<long double>(t).x - clearance;
            if (over > limit) rise_to = t;
            if (std::abs(over) <= limit) open_question = true;
            if (rise_to < 0 && i < turns.size()) rise_from = t;
        }
        if (open_question) {
            ++count.undecided;
            continue;
        }

        System s =
            linear_system(Matrix::Identity(g.modes, g.modes), Matrix::Zero(g.modes, g.modes), Matrix::Zero(g.modes, g.modes));
        Load constant, sine;
        constant.pattern = sine.pattern = linalg::Vector::Zero(g.modes);
        std::vector<linalg::Vector> rows(static_cast<std::size_t>(g.rows), linalg::Vector::Zero(g.modes));
        for (int i = 0; i < g.modes; ++i) {
            const auto at = static_cast<std::size_t>(i);
            s.linear.C.coeffRef(i, i) = g.c[at];
            s.linear.K.coeffRef(i, i) = g.k[at];
            s.q0[i] = g.q[at];
            s.v0[i] = g.v[at];
            constant.pattern[i] = g.constant[at];
            sine.pattern[i] = g.amplitude[at];
            for (int j = 0; j < g.rows; ++j) {
                rows[static_cast<std::size_t>(j)][i] = g.b[static_cast<std::size_t>(j * g.modes + i)];
            }
        }
        constant.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{1, 0, 0, 0});
        sine.signal = std::make_shared<ClosedSignal>(std::array<double, 4>{}, 1, g.omega, g.phase);
        s.loads = {constant, sine};
        add_contact(s, "stop", {circular ? contact::GapShape::circular : contact::GapShape::plane, clearance, true, false}, law,
                    rows);
        const auto stepper = method->bind(s, time::Events::locate);
        State now = time::initial_state(s);
        stepper->start(now);
        State next = now;
        (void)stepper->step(now, next, g.length, g.length);
        const bool found = !stepper->located().empty();
        const bool fine = std::abs(distance) < 1e-9;
        bool right = found == (rise_to >= 0);
        if (right && found) {
            const auto p = g.path<long double>(static_cast<long double>(next.time));
            const long double slack = 1e-13L * g.length;
            right = next.time >= rise_from - slack && next.time <= rise_to + slack &&
                    std::abs(p.x - clearance) <= 2e-14L * std::max(size, clearance) + std::abs(p.v) * 1e-15L * g.length;
        }
        if (!right) {
            ++count.wrong;
            report(g, clearance, distance, found, next.time, static_cast<double>(rise_from), static_cast<double>(rise_to));
        }
        (found ? count.contacts : count.passes) += 1;
        if (fine) (found ? count.finest_contacts : count.finest_passes) += 1;
    }
    return count;
}

/// Every contact of the cases is found at its first instant, none is invented, and both answers occur, also next to the gap.
inline void expect_exact(long cases, unsigned seed, bool circular) {
    int told = 0;
    const GrazingCount count = grazing_suite(
        cases, seed, circular, [&](const Grazing& g, double d, double e, bool found, double t, double from, double to) {
            if (++told > 10) return;
            ADD_FAILURE() << g.modes << " modes, clearance " << d << ", " << e << " beside a maximum: found " << found << " at "
                          << t << ", the rise is from " << from << " to " << to;
        });
    EXPECT_EQ(count.wrong, 0);
    EXPECT_GT(count.contacts, cases / 4);
    EXPECT_GT(count.passes, cases / 8);
    EXPECT_GT(count.finest_contacts, cases / 20);
    EXPECT_GT(count.finest_passes, cases / 40);
    EXPECT_LT(count.undecided, cases / 100);
}

}  // namespace jounce::test
