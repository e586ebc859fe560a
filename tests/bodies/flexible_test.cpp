// Flexible bodies in the floating frame: inertia against a chain of lumps, Lagrange's equations and the motion of points
// against differences, conservation in free motion, frequencies and static answers in closed form.
// Reference: central differences with Richardson's rule, of order h^4; lengths are of order 1, so h = 1e-3 leaves 1e-12 and
// round-off 1e-16/h. Tolerance 1e-9 unless a test says otherwise.
// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/flexible.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <numbers>
#include <numeric>

#include "linalg/dense/dense.hpp"
#include "planar_beam.hpp"

namespace jounce::test::flexible_test {
namespace {

using namespace bodies;
constexpr double pi = std::numbers::pi;

FlexibleBody body_of(const BeamData& data, int modes, std::vector<int> interface = {}) {
    if (interface.empty()) interface = {0, data.elements};
    return flexible_body(planar_beam(data), interface, modes);
}

// A motion in which nothing is zero, of a beam so soft along its axis that a mode with fixed ends is axial: bending has no swirl
// with the linear stretch between the ends, since it is orthogonal to the rotation.
struct Sample {
    BeamData data{.length = 1.3, .EA = 60, .line_density = 0.7};
    FlexibleBody body = body_of(data, 3);
    double rate = 1.7, acceleration = -2.1;
    Vector eta, speed, change;
    Sample() : eta(body.modes()), speed(body.modes()), change(body.modes()) {
        for (int j = 0; j < body.modes(); ++j) {
            eta[j] = 0.05 * std::cos(1.0 + 2.3 * j);
            speed[j] = 0.4 * std::sin(0.7 + 1.9 * j);
            change[j] = 1.3 * std::cos(2.0 + 1.1 * j);
        }
    }
};

FlexibleInertia at(const FlexibleBody& body, const Vector& eta) {
    FlexibleInertia out;
    EXPECT_TRUE(out.update(body, eta.data()));
    return out;
}

// Kinetic energy of turn and modes.
double energy(const FlexibleBody& body, const Vector& eta, double rate, const Vector& speed) {
    const double whole = 0.5 * body.inertia * rate * rate + 0.5 * speed.dot(body.modal_mass.cwiseProduct(speed));
    return whole + at(body, eta).extra_energy(body, rate, speed.data());
}

std::vector<int> in_order(int modes) {
    std::vector<int> out(static_cast<std::size_t>(modes) + 1);
    std::iota(out.begin(), out.end(), 0);
    return out;
}

double derivative(const std::function<double(double)>& f, double h = 1e-3) {
    const auto central = [&](double step) { return (f(step) - f(-step)) / (2 * step); };
    return (4 * central(h) - central(2 * h)) / 3;
}

TEST(FlexibleBody, WeighsWhatTheBeamWeighs) {
    const FlexibleBody body = body_of({.length = 1.3, .line_density = 0.7}, 2);
    EXPECT_NEAR(body.mass, 0.7 * 1.3, 1e-14);
    EXPECT_NEAR(body.inertia, 0.7 * 1.3 * 1.3 * 1.3 / 12, 1e-14);
    EXPECT_EQ(body.modes(), 5);
    EXPECT_NEAR(body.markers.front().at, -1.3 / 2, 1e-15);
    EXPECT_NEAR(body.markers.back().at, 1.3 / 2, 1e-15);
    // Sections with rotary inertia turn with the body; they bend more slowly and stretch as before.
    PlanarBeam thick = planar_beam({.length = 1.3, .line_density = 0.7});
    thick.rotary = 0.02;
    const FlexibleBody heavy = flexible_body(thick, {0, 10}, 2);
    EXPECT_NEAR(heavy.mass, 0.7 * 1.3, 1e-14);
    EXPECT_NEAR(heavy.inertia, body.inertia + 0.02 * 1.3, 1e-14);
    EXPECT_LT(heavy.frequency(0), body.frequency(0) * 0.99);
    EXPECT_NEAR(heavy.frequency(4) / body.frequency(4), 1, 1e-12);
    for (int j = 1; j < body.modes(); ++j) EXPECT_GT(body.frequency(j), body.frequency(j - 1));
}

// Ends of symmetric and antisymmetric modes move equally far: of equal nodes the first counts.
TEST(FlexibleBody, ModesAreOneWhereTheyAreLargest) {
    const Sample s;
    int ends = 0;
    for (int j = 0; j < s.body.modes(); ++j) {
        double largest = 0;
        for (const FlexibleMarker& m : s.body.markers) largest = std::max(largest, std::hypot(m.along[j], m.across[j]));
        EXPECT_NEAR(largest, 1, 1e-12) << j;
        const auto first = std::find_if(s.body.markers.begin(), s.body.markers.end(),
                                        [&](const FlexibleMarker& m) { return std::hypot(m.along[j], m.across[j]) > 1 - 1e-6; });
        EXPECT_NEAR(first->along[j] + first->across[j], 1, 1e-6) << j;
        if (first == s.body.markers.begin() &&
            std::abs(s.body.markers.back().along[j] + s.body.markers.back().across[j] + 1) < 1e-6)
            ++ends;
    }
    EXPECT_GT(ends, 1) << "modes whose ends move against each other";
}

// The same beam as 6 Gauss points an element (lumps), displaced in full: u_x, u_y and what bending takes from the length. The
// model keeps the terms of second order in the deformation: the difference is of the third, an eighth when it is halved.
TEST(FlexibleBody, HasTheKineticEnergyOfItsLumps) {
    const Sample s;
    const BeamData& data = s.data;
    constexpr double xi[] = {-0.9324695142031521, -0.6612093864662645, -0.2386191860831969,
                             0.2386191860831969,  0.6612093864662645,  0.9324695142031521};
    constexpr double w[] = {0.1713244923791704, 0.3607615730481386, 0.4679139345726910,
                            0.4679139345726910, 0.3607615730481386, 0.1713244923791704};
    const int dofs = 3 * (data.elements + 1);
    const auto difference = [&](double size) {
        Vector nodal(dofs), nodal_rate(dofs);
        const Vector eta = size * s.eta, speed = size * s.speed;
        for (int i = 0; i <= data.elements; ++i) {
            const FlexibleMarker& m = s.body.markers[static_cast<std::size_t>(i)];
            nodal.segment<3>(3 * i) << m.along.dot(eta), m.across.dot(eta), m.turn.dot(eta);
            nodal_rate.segment<3>(3 * i) << m.along.dot(speed), m.across.dot(speed), m.turn.dot(speed);
        }
        const double h = data.length / data.elements;
        double lumps = 0, momentum = 0;
        for (int e = 0; e < data.elements; ++e) {
            for (int g = 0; g < 6; ++g) {
                const double x = h * (e + 0.5 * (1 + xi[g])), mass = 0.5 * h * w[g] * data.line_density;
                const BeamRows rows = beam_rows(data, x);
                // The shortening by a fine midpoint rule of its own, from the first end; its mean is taken out below.
                const Vector2 u(rows.along.dot(nodal), rows.across.dot(nodal));
                const Vector2 du(rows.along.dot(nodal_rate), rows.across.dot(nodal_rate));
                const FlexibleMarker& left = s.body.markers[static_cast<std::size_t>(e)];
                double shrink = 0.5 * eta.dot(left.shortening * eta), shrink_rate = eta.dot(left.shortening * speed);
                constexpr int fine = 400;
                const double part = x - h * e;
                for (int f = 0; f < fine; ++f) {
                    const BeamRows inner = beam_rows(data, h * e + part * (f + 0.5) / fine);
                    const double slope = inner.slope.dot(nodal), slope_rate = inner.slope.dot(nodal_rate);
                    shrink += 0.5 * slope * slope * part / fine;
                    shrink_rate += slope * slope_rate * part / fine;
                }
                const Vector2 place(x - 0.5 * data.length + u.x() - shrink, u.y());
                const Vector2 velocity = s.rate * perpendicular(place) + du - Vector2(shrink_rate, 0);
                lumps += 0.5 * mass * velocity.squaredNorm();
                momentum += mass * (place.x() * velocity.y() - place.y() * velocity.x());
            }
        }
        return std::array{lumps - energy(s.body, eta, s.rate, speed),
                          momentum - at(s.body, eta).momentum(s.body, s.rate, speed.data())};
    };
    const auto coarse = difference(0.05), fine = difference(0.025);
    for (const std::size_t k : {0u, 1u}) {
        EXPECT_LT(std::abs(coarse[k]), 1e-5);
        EXPECT_LT(std::abs(fine[k]), std::abs(coarse[k]) / 6.5);
    }
    // Control: without the shortening (its part of the second moments) the difference is one of second order.
    FlexibleBody wrong = s.body;
    wrong.second.setIdentity();
    const Vector eta = 0.025 * s.eta, speed = 0.025 * s.speed;
    EXPECT_GT(std::abs(energy(wrong, eta, s.rate, speed) - energy(s.body, eta, s.rate, speed)), 10 * std::abs(fine[0]));
}

TEST(FlexibleBody, ObeysLagrangesEquations) {
    const Sample s;
    const int k = s.body.modes();
    const FlexibleInertia inertia = at(s.body, s.eta);
    const double turn = inertia.velocity_torque(s.rate, s.speed.data());
    // p = dT/d rate: its change along the motion with the rates held, less dT/d eta.
    const auto turn_momentum = [&](double h) {
        return derivative([&](double r) { return energy(s.body, s.eta + h * s.speed, s.rate + r, s.speed); });
    };
    EXPECT_NEAR(turn, -derivative(turn_momentum), 1e-9);
    for (int j = 0; j < k; ++j) {
        const Vector e = Vector::Unit(k, j);
        const auto momentum = [&](double h) {
            return derivative([&](double r) { return energy(s.body, s.eta + h * s.speed, s.rate, s.speed + r * e); });
        };
        const double gradient = derivative([&](double h) { return energy(s.body, s.eta + h * e, s.rate, s.speed); });
        EXPECT_NEAR(inertia.velocity_force(s.body, s.rate, s.speed.data(), j), gradient - derivative(momentum), 1e-9);
        EXPECT_GT(std::abs(gradient), 1e-3);
    }
    EXPECT_GT(std::abs(turn), 0.01);
}

TEST(FlexibleBody, InvertsItsInertia) {
    const Sample s;
    const int k = s.body.modes();
    const FlexibleInertia inertia = at(s.body, s.eta);
    EXPECT_GT(inertia.coupling.norm(), 1e-3) << "rotation and modes are coupled";
    Matrix M = Matrix::Zero(k + 1, k + 1);
    M(0, 0) = inertia.moment;
    M.block(0, 1, 1, k) = inertia.coupling.transpose();
    M.block(1, 0, k, 1) = inertia.coupling;
    M.bottomRightCorner(k, k) = s.body.modal_mass.asDiagonal();
    double turn = 0.7;
    Vector modal = s.change;
    Vector whole(k + 1);
    whole << turn, modal;
    inertia.solve(s.body, turn, modal.data());
    Vector got(k + 1);
    got << turn, modal;
    EXPECT_LT((M * got - whole).norm(), 1e-12);
}

TEST(FlexibleBody, TangentsOfTheInertiaForces) {
    const Sample s;
    const int k = s.body.modes();
    // (mass matrix) acceleration - velocity forces
    const auto force = [&](double rate, const Vector& eta, const Vector& speed) {
        const FlexibleInertia inertia = at(s.body, eta);
        Vector modal(k), out(k + 1);
        for (int j = 0; j < k; ++j) modal[j] = inertia.velocity_force(s.body, rate, speed.data(), j);
        const double turn = inertia.velocity_torque(rate, speed.data());
        out << inertia.moment * s.acceleration + inertia.coupling.dot(s.change) - turn,
            s.body.modal_mass.cwiseProduct(s.change) + inertia.coupling * s.acceleration - modal;
        return out;
    };
    Matrix by_position = Matrix::Zero(k + 1, k + 1), by_rate = by_position;
    at(s.body, s.eta)
        .add_tangents(s.body, s.rate, s.speed.data(), s.acceleration, s.change.data(), in_order(k).data(), by_position, by_rate);
    for (int i = 0; i <= k; ++i) {
        for (int j = 0; j <= k; ++j) {
            const Vector e = j > 0 ? Vector(Vector::Unit(k, j - 1)) : Vector(Vector::Zero(k));
            const double turns = j == 0 ? 1 : 0;
            EXPECT_NEAR(by_position(i, j), derivative([&](double h) { return force(s.rate, s.eta + h * e, s.speed)[i]; }), 1e-9);
            EXPECT_NEAR(by_rate(i, j), derivative([&](double h) { return force(s.rate + turns * h, s.eta, s.speed + h * e)[i]; }),
                        1e-9);
        }
    }
}

TEST(FlexibleMarker, DerivativesAlongAnyMotion) {
    const Sample s;
    const int k = s.body.modes();
    const FlexibleMarker& marker = s.body.markers[7];
    const auto moved = [&](double t) {
        FrameMotion body;
        body.position = Vector2(0.3, -0.4) + t * Vector2(0.9, 1.4);
        body.velocity = {0.9, 1.4};
        body.set_angle(0.8 + s.rate * t);
        body.rate = s.rate;
        const Vector eta = s.eta + t * s.speed;
        MarkerMotion out;
        out.update(marker, body, eta.data(), s.speed.data());
        return std::pair{out, body};
    };
    const MarkerMotion now = moved(0).first;
    for (int d = 0; d < 2; ++d) {
        EXPECT_NEAR(now.frame.velocity[d], derivative([&](double t) { return moved(t).first.frame.position[d]; }), 1e-10);
        EXPECT_NEAR(now.quadratic[static_cast<std::size_t>(d)],
                    derivative([&](double t) { return moved(t).first.frame.velocity[d]; }), 1e-9);
    }
    EXPECT_NEAR(now.frame.rate, derivative([&](double t) { return moved(t).first.frame.angle; }), 1e-10);
    EXPECT_NEAR(now.quadratic[2], 0, 0);
    // The columns, and the second derivative for a force.
    const Vector2 force(1.3, -0.6);
    Matrix second = Matrix::Zero(k + 1, k + 1);
    now.add_second_derivative(marker, moved(0).second, force, 1, in_order(k).data(), second);
    const auto shifted = [&](int j, double h) {
        FrameMotion body = moved(0).second;
        if (j == 0) body.set_angle(body.angle + h);
        const Vector eta = j == 0 ? s.eta : Vector(s.eta + h * Vector::Unit(k, j - 1));
        MarkerMotion out;
        out.update(marker, body, eta.data(), s.speed.data());
        return out;
    };
    const auto column = [&](const MarkerMotion& m, int i) { return i == 0 ? m.by_angle : Vector2(m.by_modes.col(i - 1)); };
    for (int j = 0; j <= k; ++j) {
        for (int d = 0; d < 2; ++d)
            EXPECT_NEAR(column(now, j)[d], derivative([&](double h) { return shifted(j, h).frame.position[d]; }), 1e-10);
        for (int i = 0; i <= k; ++i)
            EXPECT_NEAR(second(i, j), derivative([&](double h) { return force.dot(column(shifted(j, h), i)); }), 1e-9);
    }
}

// A free body that spins and vibrates: both are constants of the equations, so that what is left is the error of the
// Runge-Kutta method, a sixteenth (energy even less) when the step is halved.
TEST(FlexibleBody, KeepsEnergyAndMomentumInFreeMotion) {
    const FlexibleBody body = body_of({.EA = 20}, 1);  // the mode with fixed ends is axial
    EXPECT_GT(body.swirl.norm(), 0.01);
    const int k = body.modes();
    const auto drift = [&](int steps) {
        const double h = 0.2 / steps;
        Vector y = Vector::Zero(2 + 2 * k);  // angle, eta, rates
        y[1 + k] = 3;
        y[1] = 0.05;
        y.tail(k).setConstant(0.2);
        const auto rate = [&](const Vector& at_y) {
            Vector dy(2 + 2 * k);
            dy.head(1 + k) = at_y.tail(1 + k);
            const Vector eta = at_y.segment(1, k), speed = at_y.tail(k);
            const FlexibleInertia inertia = at(body, eta);
            double turn = inertia.velocity_torque(at_y[1 + k], speed.data());
            Vector modal = -body.modal_stiffness.cwiseProduct(eta);
            for (int j = 0; j < k; ++j) modal[j] += inertia.velocity_force(body, at_y[1 + k], speed.data(), j);
            inertia.solve(body, turn, modal.data());
            dy[1 + k] = turn;
            dy.tail(k) = modal;
            return dy;
        };
        const auto constants = [&](const Vector& at_y) {
            const Vector eta = at_y.segment(1, k), speed = at_y.tail(k);
            return std::array{energy(body, eta, at_y[1 + k], speed) + 0.5 * eta.dot(body.modal_stiffness.cwiseProduct(eta)),
                              at(body, eta).momentum(body, at_y[1 + k], speed.data())};
        };
        const auto before = constants(y);
        for (int i = 0; i < steps; ++i) {
            const Vector k1 = rate(y), k2 = rate(y + 0.5 * h * k1), k3 = rate(y + 0.5 * h * k2), k4 = rate(y + h * k3);
            y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
        }
        const auto after = constants(y);
        EXPECT_GT(std::abs(y[1] - 0.05), 1e-3);
        return std::array{std::abs(after[0] / before[0] - 1), std::abs(after[1] / before[1] - 1)};
    };
    const auto coarse = drift(2000), fine = drift(4000);
    for (const std::size_t i : {0u, 1u}) {
        EXPECT_LT(fine[i], 1e-6);
        EXPECT_LT(fine[i], std::max(coarse[i] / 12, 1e-13));
    }
}

// Bending of the free beam: beta L = 4.730040745, 7.853204624, 10.995607838. Cubics on 40 elements add (beta h)^4/720 < 1e-5.
// Fixed-interface modes converge like the fourth power of their number: at least eight times better for twice as many.
TEST(FlexibleBody, FrequenciesOfTheFreeBeamConvergeWithTheModes) {
    const BeamData data{.EA = 1e7, .elements = 40};
    const double exact[] = {4.730040744862704, 7.853204624095838, 10.995607838001671};
    std::array<double, 3> last{1, 1, 1};
    for (const int modes : {2, 4, 8, 16}) {
        const FlexibleBody body = body_of(data, modes);
        for (std::size_t j = 0; j < 3; ++j) {
            const double error = body.frequency(static_cast<int>(j)) / (exact[j] * exact[j]) - 1;
            EXPECT_GT(error, 0) << "a subspace can only be stiffer";
            EXPECT_LT(error, last[j] / (modes > 4 || j == 0 ? 8 : 1));
            last[j] = error;
        }
    }
    EXPECT_LT(last[0], 2e-6);
    EXPECT_LT(last[1], 1e-5);
    EXPECT_LT(last[2], 5e-5);
}

// With an end held, the interface set answers loads on the other end exactly: F L^3/(3 EI), F L/(EA), and M L/(EI) of the turn.
TEST(FlexibleBody, StaticAnswersOfTheInterfaceAreExact) {
    const BeamData data{.length = 1.2, .EA = 300, .EI = 0.8};
    for (const int modes : {0, 3}) {
        const FlexibleBody body = body_of(data, modes);
        const int k = body.modes();
        const auto rows = [&](const FlexibleMarker& m) {
            Matrix out = Matrix::Zero(3, 3 + k);
            out(0, 0) = out(1, 1) = out(2, 2) = 1;
            out(1, 2) = m.at;
            out.row(0).tail(k) = m.along.transpose();
            out.row(1).tail(k) = m.across.transpose();
            out.row(2).tail(k) = m.turn.transpose();
            return out;
        };
        Matrix A = Matrix::Zero(6 + k, 6 + k);
        A.diagonal().segment(3, k) = body.modal_stiffness;
        A.bottomLeftCorner(3, 3 + k) = rows(body.markers.front());
        A.topRightCorner(3 + k, 3) = rows(body.markers.front()).transpose();
        const Matrix tip = rows(body.markers.back());
        const Matrix answer = linalg::solve_square(A, (Matrix(6 + k, 3) << tip.transpose(), Matrix::Zero(3, 3)).finished());
        const Matrix flexibility = tip * answer.topRows(3 + k);
        const double L = data.length;
        EXPECT_NEAR(flexibility(0, 0), L / data.EA, 1e-10);
        EXPECT_NEAR(flexibility(1, 1), L * L * L / (3 * data.EI), 1e-9);
        EXPECT_NEAR(flexibility(2, 1), L * L / (2 * data.EI), 1e-9);
        EXPECT_NEAR(flexibility(2, 2), L / data.EI, 1e-9);
    }
}

TEST(FlexibleBody, RefusesWhatHasNoModes) {
    const PlanarBeam beam = planar_beam({});
    EXPECT_THROW((void)flexible_body(beam, {}, 2), std::invalid_argument);
    EXPECT_THROW((void)flexible_body(beam, {0}, 0), std::invalid_argument);
    EXPECT_THROW((void)flexible_body(beam, {0, 10}, 100), std::invalid_argument);
}

}  // namespace
}  // namespace jounce::test::flexible_test
