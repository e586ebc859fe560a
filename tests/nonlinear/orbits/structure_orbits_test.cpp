// Orbits of structures: two masses of NLvib's example 03 with a located spring, the vibratory roller, a reduced cantilever.
//
// Reference: NLvib's example by exact shooting (matrix exponentials, located events; DOP853 with differences agrees to 1e-8); the
// roller of A. Jonsson, J. Bathelt, G. Broman (2005), doi:10.1243/146441905X9926, case III, by the same at its period doublings;
// the cantilever's first five modes by the same on two grids of time.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "modal/reduction.hpp"
#include "nonlinear/orbits/section_choice.hpp"
#include "nonlinear/orbits/shooting.hpp"
#include "oscillators.hpp"
#include "system/models.hpp"
#include "two_masses.hpp"

namespace jounce::test::structure_orbits_test {
namespace {

using Complex = std::complex<double>;
using nonlinear::MarchMap;
using nonlinear::ModelFamily;
using nonlinear::Orbit;

Value sine(double amplitude, double w, double phase) {
    return table(
        {{"family", "signal"}, {"kind", "sine"}, {"amplitude", amplitude}, {"frequency", w / (2 * pi)}, {"phase", phase}});
}
Value hooke(double stiffness) { return table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", stiffness}}); }

/// From the motion that settles at the first value of the parameter, in steps to the last one.
Orbit followed(const ModelFamily& family, const std::vector<double>& parameters, int settle) {
    const double first = parameters.front();
    const auto system = family.system(first);
    const auto choice = nonlinear::choose_section(system, family.period(first), 1, settle, nullptr, 1e-12, {});
    nonlinear::MapSettings settings;
    settings.phase = choice.phase;
    settings.scales = nonlinear::section_scales(*system, family.period(first), choice);
    const MarchMap map(family, settings);
    linalg::Vector y = choice.y;
    nonlinear::ClosedOrbit closed;
    for (const double parameter : parameters) {
        closed = shoot(map, {y}, parameter, {.most_steps = 40});
        EXPECT_TRUE(closed.converged) << parameter << ": " << closed.failure;
        if (!closed.converged) return {};
        y = closed.nodes[0];
    }
    return orbit_of(map, closed, family.period(parameters.back()), choice.phase);
}

void expect_multipliers(const Orbit& orbit, const std::vector<Complex>& known, double digits) {
    for (const Complex& value : known) {
        const auto distance = [&](const Complex& other) { return std::abs(value - other); };
        const auto nearest = std::ranges::min_element(orbit.multipliers, {}, distance);
        ASSERT_NE(nearest, orbit.multipliers.end());
        EXPECT_LT(std::abs(*nearest - value), digits) << value;
    }
}

TEST(StructureOrbit, OfTwoMassesIsTheReference) {
    const ModelFamily family{
        [](double w) {
            Script s;
            for (const char* name : {"a", "b"})
                s.add("point", {{"name", name}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}});
            s.add("spring", {{"from", "a"}, {"to", "b"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1}, {"damping", 0.03}});
            s.add("spring", {{"from", "b"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1}, {"damping", 0.03}});
            s.add("load", {{"nodes", words({"b"})}, {"direction", vector(1, 0, 0)}, {"force", sine(0.1, w, pi / 2)}});
            s.add("gap", {{"name", "stop"},
                          {"node", "a"},
                          {"direction", vector(1, 0, 0)},
                          {"clearance", 1},
                          {"sides", "positive"},
                          {"law", hooke(100)}});
            return std::make_shared<const System>(s.system());
        },
        [](double w) { return 2 * pi / w; }};
    const Orbit orbit = followed(family, {0.66, 0.68, 0.70, 0.72}, 400);
    EXPECT_EQ(orbit.label(), "(1, 1)");
    // Twelve digits are given; Phi is integrated to 1e-11.
    expect_multipliers(orbit, {{0.761146752209, 0.355527687194}, {-0.793040129429, 0.130866482689}}, 1e-9);
    ASSERT_TRUE(orbit.liouville.has_value());
    EXPECT_LT(*orbit.liouville, 1e-9);
}

// Flights with dashpots that couple the modes are integrated; their smallest opening is the clearance less the amplitude. The
// tolerance is that of the run, 1e-12, and of the closure of the orbit. The orbit is found from rest, without a settled motion.
TEST(StructureOrbit, OpeningOfIntegratedFlightsIsThatOfTheLinearResponse) {
    for (const double w : {0.3, 0.57, 0.62, 0.9}) {
        SCOPED_TRACE(w);
        const TwoMasses model{.clearance = 2};
        const auto [a, b] = model.response(w);
        const Orbit orbit = followed(model.family(), {w}, 0);
        EXPECT_EQ(orbit.label(), "(0, 1)");
        ASSERT_FALSE(orbit.nodes.empty());
        const Complex turn = std::polar(1.0, 2 * pi * orbit.phase);
        EXPECT_NEAR(orbit.nodes[0][0], (a * turn).real(), 1e-11);
        EXPECT_NEAR(orbit.nodes[0][1], (b * turn).real(), 1e-11);
        EXPECT_NEAR(orbit.smallest_opening, 2 - std::abs(b), 2e-12);
    }
}

ModelFamily roller(const char* transition) {
    return {
        [transition](double D) {
            const double m = 2000, k = 2e8;
            Script s;
            s.add("point", {{"name", "roller"}, {"at", vector(0, 0, 0)}, {"mass", m}, {"free", words({"uz"})}});
            s.add("point", {{"name", "frame"}, {"at", vector(0, 0, 1)}, {"mass", 1000}, {"free", words({"uz"})}});
            s.add("spring",
                  {{"from", "roller"}, {"to", "frame"}, {"direction", vector(0, 0, 1)}, {"stiffness", 1e6}, {"damping", 1e4}});
            const Value soil = table({{"family", "law"},
                                      {"kind", "kelvin_voigt"},
                                      {"stiffness", k},
                                      {"damping", 2 * D * std::sqrt(m * k)},
                                      {"transition", transition}});
            s.add("gap", {{"name", "soil"},
                          {"node", "roller"},
                          {"direction", vector(0, 0, 1)},
                          {"clearance", 0},
                          {"sides", "negative"},
                          {"law", soil}});
            s.add("gravity", {{"acceleration", vector(0, 0, -9.81)}});
            s.add("load", {{"nodes", words({"roller"})}, {"direction", vector(0, 0, 1)}, {"force", sine(58.8e3, 80 * pi, 0)}});
            return std::make_shared<const System>(s.system());
        },
        [](double) { return 0.025; }};
}

TEST(StructureOrbit, OfTheRollerDoublesWhereTheReferenceDoes) {
    // A release by force is continuous, one by distance jumps by c v: both onsets and this release are in these numbers.
    const Orbit by_force = followed(roller("distance_force"), {0.40069301429}, 400);
    EXPECT_EQ(by_force.label(), "(1, 1)");
    expect_multipliers(by_force, {-1.0}, 2e-9);
    expect_multipliers(by_force, {{0.62983516, 0.62195115}}, 1e-8);  // eight digits are given
    const Orbit by_distance = followed(roller("distance"), {0.30307411009}, 400);
    EXPECT_EQ(by_distance.label(), "(1, 1)");
    expect_multipliers(by_distance, {-1.0}, 2e-9);
    EXPECT_FALSE(by_distance.stable().has_value()) << "|mu| = 1 to the digits of the parameter";
}

TEST(StructureOrbit, OfAReducedCantileverIsTheReference) {
    const ModelFamily family{
        [](double w) {
            Script s;
            const Value material =
                table({{"family", "material"}, {"kind", "isotropic"}, {"E", 2.1e11}, {"nu", 0.3}, {"density", 7800}});
            const Value bar = table({{"family", "section"}, {"kind", "rectangle"}, {"width", 0.05}, {"height", 0.01}});
            const Handle beam = s.add("beam", {{"name", "bar"},
                                               {"from", vector(0, 0, 0)},
                                               {"to", vector(1, 0, 0)},
                                               {"elements", 20},
                                               {"theory", "euler_bernoulli"},
                                               {"section", bar},
                                               {"material", material}});
            s.add("fix", {{"nodes", references(beam.nodes)}, {"dofs", words({"ux", "uy", "rx", "rz"})}});
            s.add("fix", {{"node", "bar[1]"}});
            s.add("damping", {{"damping", table({{"family", "damping"}, {"kind", "modal"}, {"ratio", 0.01}})}});
            s.add("load", {{"nodes", words({"bar[21]"})}, {"direction", vector(0, 0, 1)}, {"force", sine(1, w, pi / 2)}});
            s.add("gap", {{"name", "stop"},
                          {"node", "bar[21]"},
                          {"direction", vector(0, 0, 1)},
                          {"clearance", 5e-3},
                          {"sides", "positive"},
                          {"law", hooke(5e4)}});
            modal::ReductionSettings settings;
            settings.method = "modal";
            settings.modes = 5;
            settings.correction = false;
            return modal::reduce(assemble(s.model, ModalDamping::left_out), settings).system;
        },
        [](double w) { return 2 * pi / w; }};
    std::vector<double> way;
    for (double w = 54; w < 60.1; w += 0.5) way.push_back(w);
    const Orbit orbit = followed(family, way, 400);
    EXPECT_EQ(orbit.label(), "(1, 1)");
    ASSERT_EQ(orbit.multipliers.size(), 10U);
    EXPECT_LT(std::abs(orbit.multipliers[0] - Complex(0.841171870, 0.378140372)), 2e-9);  // nine digits are given
    ASSERT_TRUE(orbit.liouville.has_value());
    EXPECT_LT(*orbit.liouville, 1e-9);
}

// Two equal masses that reach equal stops at one instant: neither acts on the other, so that the order of the onsets does not
// matter, even where a force jumps (rigid_stops_derivative_test.cpp has masses that do).
TEST(StructureOrbits, HaveNoCornerWhereIndependentContactsBeginAtOneInstant) {
    const auto corner = [](const Value& law) {
        const auto along = vector(1, 0, 0);
        const auto system = [&](double) {
            Script s;
            for (const char* name : {"a", "b"}) {
                s.add("point", {{"name", name}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}});
                s.add("spring", {{"from", name}, {"direction", along}, {"stiffness", 1}});
                s.add("gap", {{"name", std::string("stop of ") + name},
                              {"node", name},
                              {"direction", along},
                              {"clearance", 0.5},
                              {"sides", "positive"},
                              {"law", law}});
            }
            return std::make_shared<const System>(s.system());
        };
        nonlinear::MapSettings settings;
        settings.scales = linalg::Vector::Ones(4);
        const MarchMap map({system, [](double) { return 4.0; }}, settings);
        const linalg::Vector y = (linalg::Vector(4) << -1, -1, 0, 0).finished();
        const nonlinear::MapPoint point = map.at(y, 0, nonlinear::Derivatives::state);
        EXPECT_EQ(std::ranges::count(point.events, nonlinear::MapEvent::Kind::onset, &nonlinear::MapEvent::kind), 2);
        return point.corner;
    };
    EXPECT_FALSE(corner(table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 20}})));
    EXPECT_FALSE(corner(table({{"family", "law"}, {"kind", "kelvin_voigt"}, {"stiffness", 20}, {"damping", 1}})));
}

}  // namespace
}  // namespace jounce::test::structure_orbits_test
