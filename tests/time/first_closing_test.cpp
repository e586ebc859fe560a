// Physics: the first instant at which one of several linear motions reaches a stop, of a plane gap with two sides or of a ring.
// Reference: parabolas in closed form; vibrations A cos(w t + phase), sampled 4000 times: the gap is closed at no sample before
// the instant found, and there it is zero and closing. Tolerance: 1e-12 of the amplitudes over the speed of the crossing; a
// contact shallower than 1e-9 of the clearance may be missed (its own tolerance). Control: some of the motions reach no stop,
// and some cross after ten turns of the fastest vibration.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/first_closing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "time/start/start.hpp"

namespace jounce::first_closing_test {
namespace {

constexpr double tolerance = 1e-9;

struct Found {
    double at = 0;
    std::vector<int> sides;
};

Found first_closing(const System& system, double length) {
    State from = time::initial_state(system);
    from.step = 1;  // a start at which nothing but rounding moves would rest
    time::ClosedSignals signals(system);
    double end = 0;
    EXPECT_TRUE(signals.refresh(0, length, end));
    time::ModalFlight flight(system);
    flight.begin(from, signals, length);
    time::HeldMotions motions(system);
    time::FirstClosing search(system, tolerance, motions);
    Found out;
    out.at = search.find(flight, from, length, out.sides);
    return out;
}

/// A mass thrown off a stop, which it touches but for `inside`, and drawn back by a (1 + jerk t).
System thrown(double clearance, double inside, double v, double a, double jerk = 0,
              const contact::LawPointer& law = std::make_shared<test::DashpotLaw>(1e4, 0)) {
    System s = test::linear_system(test::scalar(1), test::scalar(0), test::scalar(0));
    s.q0[0] = clearance + inside;
    s.v0[0] = -v;
    Load load;
    load.pattern = Vector::Constant(1, a);
    load.signal = std::make_shared<test::ClosedSignal>(std::array<double, 4>{1, jerk, 0, 0});
    s.loads.push_back(load);
    test::add_contact(s, "gap", test::stop(clearance), law, {Vector::Ones(1)});
    return s;
}

// It is back at the stop at the second zero of inside - v t + a t^2/2 + a jerk t^3/6, at whatever scale of the hop and of what is
// searched; it begins on the surface, to rounding, or within the tolerance of it.
TEST(FirstClosing, OfAMassThrownOffAStopIsItsReturn) {
    const double clearance = 0.3, rounding = std::nextafter(clearance, 0) - clearance;
    for (const double height : {1.0, 1e-2, 1e-4, 1e-6}) {
        for (const double a : {10.0, 0.1}) {
            for (const double inside : {0.0, rounding, 0.3 * tolerance * clearance, -0.3 * tolerance * clearance}) {
                for (const double turn : {0.0, -0.2, 0.4}) {
                    const double v = std::sqrt(2 * a * height), jerk = turn * a / v;
                    double back = 2 * v / a;
                    for (int i = 0; i < 30; ++i) {
                        const double d = inside + back * (-v + back * a * (1 + back * jerk / 3) / 2);
                        back -= d / (-v + back * a * (1 + back * jerk / 2));
                    }
                    for (const double many : {1.2, 40.0}) {
                        if (1 + jerk * many * back < 0.1) continue;  // it is let go of again
                        SCOPED_TRACE(testing::Message() << height << ' ' << a << ' ' << inside << ' ' << turn << ' ' << many);
                        const Found found = first_closing(thrown(clearance, inside, v, a, jerk), many * back);
                        ASSERT_EQ(found.sides, std::vector<int>{0});
                        EXPECT_NEAR(found.at, back, 1e-14 * clearance / v + 1e-12 * back);
                        EXPECT_TRUE(first_closing(thrown(clearance, inside, v, a, jerk), 0.999 * back).sides.empty());
                    }
                }
            }
        }
    }
}

// Without a hop before it, a contact begins where its indentation exceeds the position tolerance.
TEST(FirstClosing, OfAMassThatMovesOffTheSurfaceInwardsIsWithinTheTolerance) {
    for (const double clearance : {2.0, 1e-4}) {
        for (const double v : {3.0, 1e-3}) {
            const Found found = first_closing(thrown(clearance, 0, -v, 0.1), 1e-3 * clearance / v);
            ASSERT_EQ(found.sides, std::vector<int>{0});
            EXPECT_NEAR(found.at * v, tolerance * clearance, 1e-3 * tolerance * clearance);
        }
    }
}

// A hop below the rounding of the place is known by its speed alone: from a rigid stop it ends after 2 v/a. What fell in to the
// tolerance would strike with more than v. Control: where a force pushes back, it falls in to sqrt(2 tolerance clearance/a).
TEST(FirstClosing, OfAHopBelowRoundingFromARigidStopIsAfterItsParabola) {
    const double clearance = 0.3, a = 1e4, length = 1e-3;
    for (const double v : {1e-6, 1e-7, 1e-8}) {
        ASSERT_LT(v * v / (2 * a), epsilon * clearance);
        const Found found = first_closing(thrown(clearance, 0, v, a, 0, std::make_shared<test::RigidLaw>(0.5)), length);
        ASSERT_EQ(found.sides, std::vector<int>{0});
        EXPECT_NEAR(found.at, 2 * v / a, 1e-12 * v / a);
        const Found yields = first_closing(thrown(clearance, 0, v, a), length);
        const double fall = std::sqrt(2 * tolerance * clearance / a);
        EXPECT_NEAR(yields.at, fall, 0.01 * fall);
    }
}

struct Vibration {
    double amplitude, omega, phase;
};

/// Of a row: the sum of shares of the vibrations, with its derivatives.
struct Row {
    Vector share;
    [[nodiscard]] std::array<double, 2> at(const std::vector<Vibration>& motions, double t) const {
        std::array<double, 2> out{};
        for (std::size_t i = 0; i < motions.size(); ++i) {
            const auto& [amplitude, omega, phase] = motions[i];
            const double b = share[static_cast<Eigen::Index>(i)] * amplitude;
            out[0] += b * std::cos(omega * t + phase);
            out[1] -= b * omega * std::sin(omega * t + phase);
        }
        return out;
    }
};

/// Indentations and rates of the sides of a plane gap (x, -x), or of a ring.
std::vector<std::array<double, 2>> sides(const std::vector<Row>& rows, const std::vector<Vibration>& motions, double clearance,
                                         double t) {
    const auto [x, v] = rows[0].at(motions, t);
    if (rows.size() == 1) return {{x - clearance, v}, {-x - clearance, -v}};
    const auto [y, w] = rows[1].at(motions, t);
    const double r = std::hypot(x, y);
    return {{r - clearance, (x * v + y * w) / r}};
}

TEST(FirstClosing, OfVibrationsIsTheirFirstCrossing) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> unit(0, 1);
    constexpr int trials = 300, samples = 4000;
    int none = 0, late = 0;
    for (int trial = 0; trial < trials; ++trial) {
        SCOPED_TRACE(trial);
        const int n = 1 + trial % 4;
        const bool ring = trial % 3 == 2;
        std::vector<Vibration> motions;
        Matrix K = Matrix::Zero(n, n);
        for (int i = 0; i < n; ++i) {
            motions.push_back({std::pow(10, -2 * unit(random)), std::pow(10, 2 * unit(random)), 6.28 * unit(random)});
            K(i, i) = motions.back().omega * motions.back().omega;
        }
        System system = test::linear_system(Matrix::Identity(n, n), Matrix::Zero(n, n), K);
        for (int i = 0; i < n; ++i) {
            const auto& [amplitude, omega, phase] = motions[static_cast<std::size_t>(i)];
            system.q0[i] = amplitude * std::cos(phase);
            system.v0[i] = -amplitude * omega * std::sin(phase);
        }
        std::vector<Row> rows;
        std::vector<Vector> shares;
        double reach = 0;
        for (int k = 0; k < (ring ? 2 : 1); ++k) {
            Vector b(n);
            for (int i = 0; i < n; ++i) {
                b[i] = 2 * unit(random) - 1;
                reach += std::abs(b[i]) * motions[static_cast<std::size_t>(i)].amplitude;
            }
            rows.push_back({b});
            shares.push_back(b);
        }
        // Open at the start, and within reach or just beyond it.
        const auto start = sides(rows, motions, 0, 0);
        double outermost = 0;
        for (const auto& [d, r] : start) outermost = std::max(outermost, d);
        const double clearance = outermost + (0.02 + 1.1 * unit(random) * unit(random)) * (1.05 * reach - outermost);
        test::add_contact(system, "gap", {ring ? contact::GapShape::circular : contact::GapShape::plane, clearance, true, !ring},
                          std::make_shared<test::DashpotLaw>(1e4, 0), shares);
        const double length = 30;
        const Found found = first_closing(system, length);
        const double end = found.sides.empty() ? length : found.at;
        for (int i = 0; i < samples; ++i) {
            for (const auto& [d, r] : sides(rows, motions, clearance, end * i / samples))
                ASSERT_LE(d, 2 * tolerance * std::max(clearance, reach)) << end * i / samples << " before " << end;
        }
        if (found.sides.empty()) {
            ++none;
            continue;
        }
        double turns = 0;
        for (const Vibration& m : motions) turns = std::max(turns, m.omega * found.at / 6.28);
        late += turns > 10;
        ASSERT_EQ(found.sides.size(), 1u);
        const auto [d, r] = sides(rows, motions, clearance, found.at)[static_cast<std::size_t>(found.sides[0])];
        EXPECT_GE(r, 0);
        EXPECT_LE(std::abs(d), 1e-12 * (1 + turns) * reach);
    }
    EXPECT_GT(none, trials / 20);
    EXPECT_LT(none, trials / 2);
    EXPECT_GT(late, 2);
}

}  // namespace
}  // namespace jounce::first_closing_test
