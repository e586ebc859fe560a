// Physics: one coordinate under forces that are polynomials through the nodes of a step, for every kind of damping, from steps of
// 1e-3 to 1e4 radians.
// Reference: the closed form of the flight under the same polynomials, which has other formulas (particular solutions or Taylor's
// series in place of repeated integrals); of a free mass, the matrices of the Radau IIA method, whose rows have known sums.
// Tolerance: 1e-9 of the largest motion, which two roots that are close leave near critical damping.
// Control: another force is seen.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/node_compliance.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/small_system.hpp"
#include "time/start/start.hpp"

namespace jounce::test::node_compliance_test {
namespace {

constexpr std::size_t nodes = time::force_nodes.size();

using Force = double (*)(double share);
double constant(double) { return 1; }
double growing(double t) { return t * t; }
double vibrating(double t) { return std::cos(2 * t + 0.3); }

/// The largest difference between what the matrices make of one force and the flight under the polynomial of another one, as a
/// share of the largest motion.
double difference(double c, double k, double h, Force force, Force flown) {
    System system = linear_system(scalar(1), scalar(c), scalar(k));
    add_row(system, Vector::Constant(1, -0.7));
    time::NodeCompliance compliance(system);
    const std::size_t rows[] = {0};
    const auto& matrices = compliance.at(h, rows);
    time::NodeValues values{};
    for (std::size_t j = 0; j < nodes; ++j) values[j] = flown(time::force_nodes.place[j]);
    const time::RowForce polynomial = time::polynomial_through_nodes(0, values, h);
    time::ModalFlight flight(system);
    time::ClosedSignals signals(system);
    double end = 0;
    (void)signals.refresh(0, h, end);
    const State from = time::initial_state(system);
    flight.begin(from, signals, h, true, {&polynomial, 1});
    double off_x = 0, off_v = 0, largest_x = 0, largest_v = 0;
    for (std::size_t i = 0; i < nodes; ++i) {
        double x = 0, v = 0;
        for (std::size_t j = 0; j < nodes; ++j) {
            x -= matrices.x[i * nodes + j] * force(time::force_nodes.place[j]);
            v -= matrices.v[i * nodes + j] * force(time::force_nodes.place[j]);
        }
        flight.at(time::force_nodes.place[i] * h);
        const time::RowMotion row = flight.row(0);
        off_x = std::max(off_x, std::abs(row.value - x));
        off_v = std::max(off_v, std::abs(row.first - v));
        largest_x = std::max(largest_x, std::abs(row.value));
        largest_v = std::max(largest_v, std::abs(row.first));
    }
    return std::max(off_x / largest_x, off_v / std::max(largest_v, largest_x * std::max(std::sqrt(k), 1 / h)));
}

TEST(NodeCompliance, IsTheClosedFormOfTheFlight) {
    for (const double radians : {0.0, 1e-3, 0.5, 2.9, 3.1, 4.47, 5.9, 6.1, 30.0, 1e4}) {
        for (const double damping : {0.0, 0.01, 0.5, 0.999, 1.0, 1 + 4e-9, 1.0001, 2.24, 3.0, 1e3}) {
            const double h = 2e-3, w = radians / h;
            for (const Force force : {constant, growing, vibrating}) {
                EXPECT_LT(difference(2 * damping * w, w * w, h, force, force), 1e-9) << radians << " rad, damping " << damping;
            }
        }
    }
    EXPECT_GT(difference(0, 1e4, 2e-3, constant, vibrating), 0.1) << "control";
}

// A rigid motion that a damper holds has one root at zero.
TEST(NodeCompliance, OfARigidMotionWithDamping) {
    for (const double c : {1.0, 4e3, 1e6}) {
        EXPECT_LT(difference(c, 0, 2e-3, vibrating, vibrating), 1e-9) << c;
    }
}

TEST(NodeCompliance, OfAFreeMassIsRadauIIA) {
    System system = linear_system(scalar(1), scalar(0), scalar(0));
    add_row(system, Vector::Ones(1));
    time::NodeCompliance compliance(system);
    const std::size_t rows[] = {0};
    const double h = 0.25;
    const auto& matrices = compliance.at(h, rows);
    for (std::size_t i = 0; i < nodes; ++i) {
        // A constant force and one that grows with time: v = t, t^2/2; x = t^2/2, t^3/6.
        const double t = h * time::force_nodes.place[i];
        double x0 = 0, v0 = 0, x1 = 0, v1 = 0;
        for (std::size_t j = 0; j < nodes; ++j) {
            x0 += matrices.x[i * nodes + j];
            v0 += matrices.v[i * nodes + j];
            x1 += matrices.x[i * nodes + j] * h * time::force_nodes.place[j];
            v1 += matrices.v[i * nodes + j] * h * time::force_nodes.place[j];
        }
        EXPECT_NEAR(v0, t, 1e-12 * h);
        EXPECT_NEAR(x0, t * t / 2, 1e-12 * h * h);
        EXPECT_NEAR(v1, t * t / 2, 1e-12 * h * h);
        EXPECT_NEAR(x1, t * t * t / 6, 1e-12 * h * h * h);
    }
    // The end is the quadrature: v(h) has its weights.
    for (std::size_t j = 0; j < nodes; ++j)
        EXPECT_NEAR(matrices.v[(nodes - 1) * nodes + j], h * time::force_nodes.weight[j], 1e-12 * h);
}

}  // namespace
}  // namespace jounce::test::node_compliance_test
