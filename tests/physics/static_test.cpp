// Physics: static equilibria with contact: masses, bars of springs and beams on laws, clearances, preloads and rigid stops.
// Reference: closed forms written out here (powers, levers, unit-load deflections of cantilevers), bisection of one balance, and
// for random systems the balance itself, summed again in extended precision by the test's own law.
// Tolerance: 1e-12 relative unless said otherwise: rounding times the condition of the small systems; beams 1e-9, as the
// stiffness of a mesh of n elements loses 2e-16 n^4 digits.
// Control: the same load away from the stop, and a stop that is not reached, must change the answer; what nothing holds must
// fail.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/static.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "beams.hpp"
#include "contact/families/law.hpp"
#include "support/small_system.hpp"

namespace jounce::test::static_test {
namespace {

using contact::GapGeometry;
using contact::GapShape;
using time::Equilibrium;
using time::equilibrium;

constexpr GapGeometry above(double clearance) { return {GapShape::plane, clearance, true, false}; }
constexpr GapGeometry below(double clearance) { return {GapShape::plane, clearance, false, true}; }
constexpr GapGeometry both(double clearance) { return {GapShape::plane, clearance, true, true}; }

linalg::Vector unit(int n, int i) { return linalg::Vector::Unit(n, i); }

contact::LawPointer power(double stiffness, double exponent) { return std::make_shared<PowerLaw>(stiffness, exponent); }
contact::LawPointer rigid() { return contact::law_family.find("rigid")->make(Table{}); }

System mass(double stiffness, double force) {
    System s = linear_system(scalar(3), scalar(0), scalar(stiffness));
    add_load(s, unit(1, 0), [force](double) { return force; });
    return s;
}

std::string message_of(const System& system) {
    try {
        (void)equilibrium(system, 0);
    } catch (const Error& error) {
        return error.message();
    }
    return "";
}

double bisect(const std::function<double(double)>& rising, double low, double high) {
    for (int i = 0; i < 200; ++i) {
        const double middle = 0.5 * (low + high);
        (rising(middle) < 0 ? low : high) = middle;
    }
    return 0.5 * (low + high);
}

TEST(Static, HertzUnderLoad) {
    for (const double clearance : {0.0, 5e-3, 2.0}) {
        for (const double force : {1e-3, 100.0, 1e7}) {
            System s = mass(0, force);  // nothing holds the mass before it meets the stop
            add_contact(s, "stop", above(clearance), power(1.5e11, 1.5), {unit(1, 0)});
            const Equilibrium rest = equilibrium(s, 0);
            const double depth = std::pow(force / 1.5e11, 2.0 / 3);
            EXPECT_NEAR(rest.state.sides[0].motion.indentation, depth, 1e-12 * depth + 4e-15 * clearance);
            // Rounding of the place, some units of it, is force through the contact's stiffness.
            const double rounding = 4e-15 * clearance * 1.5 * force / depth;
            EXPECT_NEAR(rest.state.sides[0].response.force, force, 1e-12 * force + rounding);
            EXPECT_TRUE(rest.state.sides[0].memory.closed);
            EXPECT_EQ(rest.state.v[0], 0);
        }
    }
}

TEST(Static, AgainstASpringAndAwayFromTheStop) {
    System s = mass(2e4, 500);
    add_contact(s, "stop", above(5e-3), power(1e9, 1.5), {unit(1, 0)});
    const double x = bisect([](double q) { return 2e4 * q + 1e9 * std::pow(std::max(q - 5e-3, 0.0), 1.5) - 500; }, 0, 1);
    EXPECT_NEAR(equilibrium(s, 0).state.q[0], x, 1e-14 * x);
    EXPECT_LT(x, 500 / 2e4 - 1e-3);  // the stop matters
    System away = mass(2e4, -500);
    add_contact(away, "stop", above(5e-3), power(1e9, 1.5), {unit(1, 0)});
    const Equilibrium rest = equilibrium(away, 0);
    EXPECT_NEAR(rest.state.q[0], -500 / 2e4, 1e-16);
    EXPECT_FALSE(rest.state.sides[0].memory.closed);
    EXPECT_EQ(rest.state.sides[0].response.force, 0);
}

TEST(Static, TheLoadOfItsInstant) {
    System s = linear_system(scalar(1), scalar(0), scalar(100));
    add_load(s, unit(1, 0), [](double t) { return 10 * t; });
    EXPECT_NEAR(equilibrium(s, 0.5).state.q[0], 0.05, 1e-16);
    EXPECT_EQ(equilibrium(s, 0.5).state.time, 0.5);
    EXPECT_EQ(equilibrium(s, 0).state.q[0], 0);
}

TEST(Static, TwoStopsShareALoad) {
    System s = mass(0, 90);
    add_contact(s, "first", above(1e-3), power(2e4, 1), {unit(1, 0)});
    add_contact(s, "second", above(3e-3), power(5e4, 1), {unit(1, 0)});
    const double x = (90 + 2e4 * 1e-3 + 5e4 * 3e-3) / 7e4;
    const Equilibrium rest = equilibrium(s, 0);
    EXPECT_NEAR(rest.state.q[0], x, 1e-15);
    EXPECT_NEAR(rest.state.sides[0].response.force, 2e4 * (x - 1e-3), 1e-10);
    EXPECT_NEAR(rest.state.sides[1].response.force, 5e4 * (x - 3e-3), 1e-10);
}

TEST(Static, PreloadedGap) {
    for (const double force : {0.0, 40.0, 3000.0}) {
        System s = mass(0, force);
        add_contact(s, "fit", both(-1e-3), power(1e7, 1.5), {unit(1, 0)});
        const auto push = [](double depth) { return 1e7 * std::pow(std::max(depth, 0.0), 1.5); };
        const double x = bisect([&](double q) { return push(1e-3 + q) - push(1e-3 - q) - force; }, 0, 1);
        const Equilibrium rest = equilibrium(s, 0);
        EXPECT_NEAR(rest.state.q[0], x, 1e-17 + 1e-13 * x);
        EXPECT_EQ(rest.state.sides[1].memory.closed, x < 1e-3);
        EXPECT_NEAR(rest.state.sides[0].response.force, push(1e-3 + x), 1e-12 * push(1e-3 + x));
    }
}

TEST(Static, RigidStopsByTheirReactions) {
    System held = mass(2e4, 500);
    add_contact(held, "stop", above(5e-3), rigid(), {unit(1, 0)});
    Equilibrium rest = equilibrium(held, 0);
    EXPECT_NEAR(rest.state.q[0], 5e-3, 1e-18);
    EXPECT_NEAR(rest.state.sides[0].response.force, 500 - 2e4 * 5e-3, 1e-10);
    EXPECT_TRUE(rest.state.sides[0].memory.closed);

    System free = mass(0, -7);
    add_contact(free, "stop", both(5e-3), rigid(), {unit(1, 0)});
    rest = equilibrium(free, 0);
    EXPECT_NEAR(rest.state.q[0], -5e-3, 1e-16);
    EXPECT_NEAR(rest.state.sides[1].response.force, 7, 4e-12);
    EXPECT_FALSE(rest.state.sides[0].memory.closed);

    System open = mass(2e4, 50);
    add_contact(open, "stop", above(5e-3), rigid(), {unit(1, 0)});
    rest = equilibrium(open, 0);
    EXPECT_NEAR(rest.state.q[0], 50 / 2e4, 1e-17);
    EXPECT_FALSE(rest.state.sides[0].memory.closed);

    // Two stops for one motion: what each takes is open, their sum is not.
    System twice = mass(0, 7);
    add_contact(twice, "one", above(5e-3), rigid(), {unit(1, 0)});
    add_contact(twice, "two", above(5e-3), rigid(), {unit(1, 0)});
    rest = equilibrium(twice, 0);
    EXPECT_NEAR(rest.state.sides[0].response.force + rest.state.sides[1].response.force, 7, 4e-12);
}

// Without a clearance and with clearances far below the way that the stop spares the structure, 2.5e-2 m; also in a beam.
TEST(Static, RigidStopsThatTouchFromTheStart) {
    for (const double clearance : {0.0, 1e-300, 1e-18, -1e-3}) {
        System s = mass(2e4, 500);
        add_contact(s, "stop", above(clearance), rigid(), {unit(1, 0)});
        const Equilibrium rest = equilibrium(s, 0);
        EXPECT_NEAR(rest.state.q[0], clearance, 1e-16) << clearance;
        EXPECT_NEAR(rest.state.sides[0].response.force, 500 - 2e4 * clearance, 1e-10) << clearance;
    }
    // Free and pushed against it; pulled away from it.
    for (const double force : {7.0, -7.0}) {
        System s = mass(force > 0 ? 0 : 2e4, force);
        add_contact(s, "stop", above(0), rigid(), {unit(1, 0)});
        const Equilibrium rest = equilibrium(s, 0);
        EXPECT_NEAR(rest.state.q[0], force > 0 ? 0 : force / 2e4, 1e-17);
        EXPECT_NEAR(rest.state.sides[0].response.force, std::fmax(force, 0), 4e-12);
    }
}

TEST(Static, CircularGapGivesWayAlongTheLoad) {
    System s = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), Matrix::Zero(2, 2));
    add_load(s, 3 * unit(2, 0) - 4 * unit(2, 1), [](double) { return 20; });
    add_contact(s, "bush", {GapShape::circular, 2e-3, true, false}, power(1e9, 1.5), {unit(2, 0), unit(2, 1)});
    s.q0 = 1e-4 * (unit(2, 1) - unit(2, 0));
    const double r = 2e-3 + std::pow(100 / 1e9, 2.0 / 3);
    const Equilibrium rest = equilibrium(s, 0);
    EXPECT_NEAR(rest.state.q[0], 0.6 * r, 1e-14 * r);
    EXPECT_NEAR(rest.state.q[1], -0.8 * r, 1e-14 * r);
}

/// A beam that bends in x-y, clamped or free, under a load across it at `loaded`.
System bending_beam(bool clamped, int elements, std::size_t loaded, double force,
                    const std::vector<std::pair<std::size_t, Value>>& laws, double clearance) {
    const BeamData data = rectangle(0.02, 0.01, 210e9, 0.3, 7850);
    Script script;
    const Handle beam = script.add("beam", {{"name", "b"},
                                            {"from", vector(0, 0, 0)},
                                            {"to", vector(2, 0, 0)},
                                            {"elements", elements},
                                            {"theory", "euler_bernoulli"},
                                            {"section", data.section()},
                                            {"material", data.material()}});
    script.add("fix", {{"nodes", references(beam.nodes)}, {"dofs", words({"ux", "uz", "rx", "ry"})}});
    if (clamped) script.add("fix", {{"nodes", references({beam.nodes.front()})}, {"dofs", words({"uy", "rz"})}});
    script.add("load", {{"nodes", references({beam.nodes[loaded]})}, {"direction", vector(0, 1, 0)}, {"force", force}});
    for (const auto& [node, law] : laws) {
        script.add("gap", {{"name", std::string("g") + std::to_string(node)},
                           {"node", references({beam.nodes[node]}).list()->front()},
                           {"direction", vector(0, 1, 0)},
                           {"clearance", clearance},
                           {"sides", "positive"},
                           {"law", law}});
    }
    return script.system();
}

Value linear_law(double stiffness) { return table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", stiffness}}); }
Value rigid_law() { return table({{"family", "law"}, {"kind", "rigid"}}); }

TEST(Static, CantileverOnAnElasticStop) {
    const double EI = 210e9 * 0.01 * 0.02 * 0.02 * 0.02 / 12;
    const double length = 2, a = 1.25, force = 100, clearance = 2e-3, k = 4e4;
    const double free_tip = force * a * a * (3 * length - a) / (6 * EI);
    const double unit_tip = length * length * length / (3 * EI);
    const double reaction = (free_tip - clearance) / (unit_tip + 1 / k);
    ASSERT_GT(reaction, 1);
    Equilibrium rest = equilibrium(bending_beam(true, 16, 10, force, {{16, linear_law(k)}}, clearance), 0);
    EXPECT_NEAR(rest.state.sides[0].response.force, reaction, 1e-9 * reaction);
    const double hard = (free_tip - clearance) / unit_tip;
    rest = equilibrium(bending_beam(true, 16, 10, force, {{16, rigid_law()}}, clearance), 0);
    EXPECT_NEAR(rest.state.sides[0].response.force, hard, 1e-9 * hard);
    EXPECT_NEAR(rest.state.sides[0].motion.indentation, 0, 1e-15);
    // Control: a stop beyond the free deflection is not met.
    rest = equilibrium(bending_beam(true, 16, 10, force, {{16, linear_law(k)}}, 1.01 * free_tip), 0);
    EXPECT_FALSE(rest.state.sides[0].memory.closed);
}

// Nothing but the gaps holds the beam: it falls onto one stop, turns about it, and lies on both; the lever gives the forces.
TEST(Static, FreeBeamRestsOnItsGaps) {
    for (const bool hard : {false, true}) {
        const Value law = hard ? rigid_law() : linear_law(1e5);
        const System s = bending_beam(false, 16, 10, 100, {{4, law}, {14, law}}, 1e-3);
        const Equilibrium rest = equilibrium(s, 0);
        EXPECT_NEAR(rest.state.sides[0].response.force, 40, 1e-7) << hard;
        EXPECT_NEAR(rest.state.sides[1].response.force, 60, 1e-7) << hard;
    }
    // The load beyond the stops lifts the other end: it turns over.
    const Value law = linear_law(1e5);
    EXPECT_NE(message_of(bending_beam(false, 16, 16, 100, {{4, law}, {14, law}}, 1e-3)).find("nothing holds 'b"),
              std::string::npos);
    EXPECT_NE(message_of(bending_beam(false, 16, 10, 100, {{4, law}}, 1e-3)).find("nothing holds 'b"), std::string::npos);
}

// However small the load and however far the stop.
TEST(Static, AFreeMassRestsOnADistantStop) {
    for (const double sign : {1.0, -1.0}) {
        System s = mass(0, sign * 1e-12);
        add_contact(s, "stop", sign > 0 ? above(1) : below(1), std::make_shared<DashpotLaw>(1e-6, 0), {unit(1, 0)});
        EXPECT_NEAR(equilibrium(s, 0).state.q[0], sign * (1 + 1e-12 / 1e-6), 1e-12);
        System away = mass(0, -sign * 1e-12);
        away.rows = s.rows, away.contacts = s.contacts, away.sides = s.sides;
        EXPECT_FALSE(message_of(away).empty()) << "control";
    }
    // Of a spring that brings the mass to a rigid stop far off, on both sides: rounding of the place is above what the stop
    // spares.
    for (const double sign : {1.0, -1.0}) {
        const double far = 1e6 / 3;
        System s = mass(50, sign * (50 * far + 3));
        add_contact(s, "stop", both(far), rigid(), {unit(1, 0)});
        const Equilibrium rest = equilibrium(s, 0);
        EXPECT_NEAR(rest.state.q[0], sign * far, 1e-9);
        EXPECT_NEAR(rest.state.sides[sign > 0 ? 0 : 1].response.force, 3, 1e-6);
    }
}

TEST(Static, WhatNothingHoldsIsNamed) {
    EXPECT_TRUE(message_of(mass(0, 1)).starts_with("model 'test': nothing holds 'x0': there is no static equilibrium; 1 motion"));
    System away = mass(0, -1);
    add_contact(away, "stop", above(1e-3), power(1e9, 1.5), {unit(1, 0)});
    const char* by_gaps = "model 'test': nothing holds 'x0': there is no static equilibrium; 1 motion that only gaps hold";
    EXPECT_TRUE(message_of(away).starts_with(by_gaps)) << message_of(away);
    away.contacts[0].law = rigid();
    EXPECT_TRUE(message_of(away).starts_with(by_gaps)) << message_of(away);

    // One coordinate is held, the other has no spring, whether it is loaded or not.
    for (const double across : {0.0, 1e-6, 1.0}) {
        Matrix K = Matrix::Zero(2, 2);
        K(0, 0) = 10;
        System s = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), K);
        add_load(s, unit(2, 0), [](double) { return 1; });
        add_load(s, unit(2, 1), [across](double) { return across; });
        EXPECT_TRUE(message_of(s).starts_with(
            "model 'test': nothing holds 'x1': there is no static equilibrium; 1 motion without support"))
            << across;
    }
    // Two masses on a spring between them, pushed apart: they drift together or not, nothing says where they are.
    Matrix K(2, 2);
    K << 5, -5, -5, 5;
    System pair = linear_system(Matrix::Identity(2, 2), Matrix::Zero(2, 2), K);
    add_load(pair, linalg::Vector(Eigen::Vector2d(-1, 1)), [](double) { return 1; });
    EXPECT_NE(message_of(pair).find("nothing holds 'x"), std::string::npos);
}

// The balance of random systems, summed by the test itself.
TEST(Static, RandomSystemsAreInBalance) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> share(-1, 1);
    int closed = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const int n = 1 + trial % 5;
        Matrix A(n, n);
        for (double& a : A.reshaped()) a = share(random);
        // Every third stiffness lacks a direction; a two-sided gap across it holds.
        if (trial % 3 == 0 && n > 1) A.col(0).setZero();
        const Matrix K = 1e4 * A.transpose() * A;
        System s = linear_system(Matrix(Matrix::Identity(n, n)), Matrix(Matrix::Zero(n, n)), K);
        linalg::Vector F(n);
        for (double& f : F) f = 50 * share(random);
        add_load(s, F, [](double) { return 1; });
        std::vector<linalg::Vector> rows;
        std::vector<double> clearance, stiffness, exponent;
        for (int g = 0; g < 1 + trial % 3; ++g) {
            linalg::Vector b = unit(n, 0);
            for (int i = 1; i < n; ++i) b[i] = share(random);
            rows.push_back(b);
            clearance.push_back(1e-3 * share(random));
            stiffness.push_back(std::pow(10, 6 + 2 * share(random)));
            exponent.push_back(trial % 2 == 0 ? 1.5 : 1.0);
            add_contact(s, "g" + std::to_string(g), both(clearance.back()), power(stiffness.back(), exponent.back()), {b});
        }
        const linalg::Vector q = equilibrium(s, 0).state.q;
        std::vector<long double> rest(static_cast<std::size_t>(n)), size(rest);
        for (int i = 0; i < n; ++i) {
            const auto at = static_cast<std::size_t>(i);
            rest[at] = F[i];
            size[at] = std::abs(F[i]);
            for (int j = 0; j < n; ++j) {
                rest[at] -= static_cast<long double>(s.linear.K.coeff(i, j)) * q[j];
                size[at] += std::abs(K(i, j) * q[j]);
            }
        }
        for (std::size_t g = 0; g < rows.size(); ++g) {
            long double x = 0;
            for (int i = 0; i < n; ++i) x += static_cast<long double>(rows[g][i]) * q[i];
            for (const int sign : {1, -1}) {
                const long double depth = sign * x - clearance[g];
                if (depth <= 0) continue;
                ++closed;
                const long double force = stiffness[g] * std::pow(depth, static_cast<long double>(exponent[g]));
                const long double slope = exponent[g] * force / depth;
                for (int i = 0; i < n; ++i) {
                    const auto at = static_cast<std::size_t>(i);
                    rest[at] -= sign * force * rows[g][i];
                    size[at] += std::abs(rows[g][i]) * (force + slope * (std::abs(x) + std::abs(clearance[g])));
                }
            }
        }
        for (std::size_t i = 0; i < rest.size(); ++i) EXPECT_LE(std::abs(rest[i]), 1e-13L * size[i]) << trial;
    }
    EXPECT_GT(closed, 300);
}

}  // namespace
}  // namespace jounce::test::static_test
