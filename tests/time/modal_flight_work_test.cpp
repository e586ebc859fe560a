// Physics: the work of loads, supports and dampers in a motion of closed form, with vibrations and decays that are fast and slow
// on the span: undamped, lightly, critically and strongly damped, rigid. Reference: quadrature of the powers along the same
// motion, in panels that resolve the fastest term (8 Gauss points in each, an error below round-off). Tolerance: 3e-10 of the sum
// of the absolute powers. Control: at half of the span the works are others.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "base/numbers/gauss.hpp"
#include "closed_signal.hpp"
#include "support/small_system.hpp"
#include "time/exact/modal_flight.hpp"
#include "time/start/start.hpp"

namespace jounce::modal_flight_work_test {
namespace {

using test::ClosedSignal;

struct Damped {
    double w, zeta;
};

/// Coordinates, loads on all of them that act by value, rate and acceleration, supports that are coupled with them.
System system_of(const std::vector<Damped>& all) {
    const auto n = static_cast<Eigen::Index>(all.size());
    Vector c(n), k(n), at(n);
    for (Eigen::Index i = 0; i < n; ++i) {
        const auto [w, zeta] = all[static_cast<std::size_t>(i)];
        k[i] = w * w;
        c[i] = w > 0 ? 2 * zeta * w : zeta;
        at[i] = 0.6 + 0.3 * std::sin(2.0 * static_cast<double>(i));
    }
    System s = test::linear_system(Matrix::Identity(n, n), c.asDiagonal(), k.asDiagonal());
    for (Eigen::Index i = 0; i < n; ++i) {
        const double w = std::max(all[static_cast<std::size_t>(i)].w, 1.0);
        s.q0[i] = std::cos(1.0 + static_cast<double>(i)) / w;
        s.v0[i] = 1 + std::sin(3.0 * static_cast<double>(i));
    }
    const auto wave = std::make_shared<ClosedSignal>(std::array<double, 4>{3, -2, 4, -1}, 2, 11, 0.4);
    const auto plain = std::make_shared<ClosedSignal>(std::array<double, 4>{1, 2, -3, 5});
    const auto load = [&](const SignalPointer& signal, int derivative, WorkTerm term, double size) {
        Load out;
        out.pattern = size * at;
        out.signal = signal;
        out.derivative = derivative;
        out.term = term;
        s.loads.push_back(out);
    };
    load(wave, 0, WorkTerm::external, 1);
    load(plain, 0, WorkTerm::external, -2);
    load(wave, 1, WorkTerm::base, 0.2);
    load(wave, 2, WorkTerm::external, 0.05);
    load(plain, 2, WorkTerm::base, 0.3);
    for (int j = 0; j < 2; ++j) {
        PrescribedMotion p;
        p.signal = j == 0 ? SignalPointer(wave) : SignalPointer(plain);
        p.mass_row = 0.1 * at.reverse();
        p.damping_row = (j == 0 ? 0.3 : -0.2) * at;
        p.stiffness_row = 4 * at.reverse();
        p.mass = {0.5, 0.2};
        p.damping = {0.7, 0.1};
        p.stiffness = {3, 2};
        s.recovery.prescribed.push_back(p);
    }
    test::add_row(s, at);
    s.rows[0].prescribed = {1};
    s.rows[0].prescribed_coefficient = {0.8};
    return s;
}

void expect_work_of_powers(const std::vector<Damped>& all, double length, bool pushed) {
    const System system = system_of(all);
    const State from = time::initial_state(system);
    time::ClosedSignals signals(system);
    double end = 0;
    ASSERT_TRUE(signals.refresh(0, length, end));
    time::RowForce force;
    force.coefficient = {2, -3, 5, 1};
    time::ModalFlight flight(system);
    flight.begin(from, signals, length, false,
                 pushed ? std::span<const time::RowForce>(&force, 1) : std::span<const time::RowForce>());
    time::WorkRates rates(system);
    const auto n = static_cast<Eigen::Index>(all.size());
    Vector q(n), v(n), a(n);
    double fastest = 11, slowest = 11;
    for (const auto& [w, zeta] : all) {
        const double root = zeta > 1 && w > 0 ? w * (zeta + std::sqrt(zeta * zeta - 1)) : std::max(w, w > 0 ? 0 : zeta);
        fastest = std::max(fastest, root);
        if (w == 0 || zeta < 0.3) slowest = std::max(slowest, w);
    }
    for (const double share : {1.0, 0.5}) {
        const double last = share * length;
        time::WorkSum found, expected;
        flight.at(last);
        flight.add_work(last, signals, rates, found);
        double size = 0;
        for (double begin = 0, panel = 1 / fastest; begin < last; begin += panel, panel = std::min(1.3 * panel, 1 / slowest)) {
            panel = std::min(panel, last - begin);
            for (std::size_t g = 0; g < gauss_8.size(); ++g) {
                const double s = begin + panel * gauss_8.place[g];
                flight.at(s);
                flight.motion(q.data(), v.data(), a.data());
                const double pushes = force.at(s);
                const time::WorkSum power =
                    rates.at(rates.sample(signals, s), q.data(), v.data(), a.data(), pushed ? &pushes : nullptr);
                expected.add(power, gauss_8.weight[g] * panel);
                size += gauss_8.weight[g] * panel *
                        (std::abs(power.external) + std::abs(power.base) + std::abs(power.structural_damping));
            }
        }
        EXPECT_NEAR(found.external, expected.external, 3e-10 * size) << length << share << pushed;
        EXPECT_NEAR(found.base, expected.base, 3e-10 * size) << length << share << pushed;
        EXPECT_NEAR(found.structural_damping, expected.structural_damping, 3e-10 * size) << length << share << pushed;
        // From another instant it is the same.
        time::WorkSum again;
        flight.add_work(last, signals, rates, again);
        EXPECT_NEAR(again.external, found.external, 1e-12 * size);
        EXPECT_NEAR(again.structural_damping, found.structural_damping, 1e-12 * size);
    }
}

TEST(ModalFlightWork, IsTheIntegralOfThePowers) {
    const std::vector<std::vector<Damped>> cases{
        {{13, 0}, {40, 0.05}, {300, 0.02}},  // fast vibrations beside slow ones
        {{200, 0.8}, {25, 0.3}, {9, 0}},
        {{150, 1}, {20, 0.1}},  // critical: fast and slow
        {{300, 1}, {30, 1}, {4, 1}},
        {{60, 4}, {8, 1.5}, {15, 0}},  // two decays, of which one may be slow
        {{0, 0}, {0, 50}, {0, 0.3}, {70, 0.2}},
        {{2, 0.1}, {1, 0}},  // all slow
    };
    for (const auto& all : cases) {
        for (const double length : {0.7, 0.02}) {
            for (const bool pushed : {false, true}) expect_work_of_powers(all, length, pushed);
        }
    }
}

}  // namespace
}  // namespace jounce::modal_flight_work_test
