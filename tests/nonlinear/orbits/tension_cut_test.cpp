// A tension that is cut before the bodies part (kelvin_voigt, transition "distance", no adhesion): the force is continuous there,
// and its tangent jumps, so that S = 1 and only the instant matters. Reference: the same motion with the transition
// "distance_force", of which the cut is the end of the contact, an event.
//
// Control: with adhesion the tension acts, and the derivative is another one.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>

#include "nonlinear/orbits/shooting.hpp"
#include "oscillators.hpp"

namespace jounce::test::tension_cut_test {
namespace {

using linalg::Matrix;
using linalg::Vector;
using nonlinear::MapPoint;
using nonlinear::MarchMap;

enum class Release { by_force, by_distance, with_tension };

contact::LawPointer dashpot(double damping, Release release) {
    Table settings = table({{"stiffness", 100}, {"damping", damping}});
    if (release != Release::by_force) settings.set("transition", "distance");
    if (release != Release::by_force) settings.set("adhesion", release == Release::with_tension);
    return law_named("kelvin_voigt", settings);
}

/// Two coordinates under cos 2 t on the first one, which strikes a stop with the second one.
struct Pair {
    const char* name;
    Matrix C, K;
    double damping;  ///< of the stop

    [[nodiscard]] nonlinear::ModelFamily family(Release release) const {
        const auto system = [*this, release](double w) {
            auto out = std::make_shared<System>(linear_system(Matrix::Identity(2, 2), C, K));
            add_contact(*out, "stop", stop(0.2), dashpot(damping, release), {Vector::Ones(2)});
            Load load;
            load.pattern = Vector::Unit(2, 0);
            load.signal = cosine(1, w);
            out->loads.push_back(load);
            return out;
        };
        return {system, [](double w) { return 2 * pi / w; }};
    }
};

void PrintTo(const Pair& pair, std::ostream* out) { *out << pair.name; }

Matrix square(double a, double b, double c) { return (Matrix(2, 2) << a, b, b, c).finished(); }

class TensionCut : public testing::TestWithParam<Pair> {};

TEST_P(TensionCut, HasTheDerivativeOfTheSameMotion) {
    constexpr double w = 2;
    nonlinear::MapSettings settings;
    settings.scales = (Vector(4) << 1, 1, w, w).finished();
    const auto point = [&](Release release, double speed) {
        const MarchMap map(GetParam().family(release), settings);
        return map.at((Vector(4) << -0.4, 0, speed, 0).finished(), w, nonlinear::Derivatives::state);
    };
    int contacts = 0;
    for (const double speed : {0.4, 0.9, 1.5}) {
        const MapPoint known = point(Release::by_force, speed), cut = point(Release::by_distance, speed);
        ASSERT_EQ(known.refused, "");
        ASSERT_EQ(cut.refused, "");
        for (const nonlinear::MapEvent& event : cut.events) contacts += event.kind == nonlinear::MapEvent::Kind::onset ? 1 : 0;
        EXPECT_LT((cut.end - known.end).norm(), 1e-11 * (1 + known.end.norm()));
        EXPECT_LT((cut.derivative - known.derivative).norm(), 1e-9 * known.derivative.norm()) << speed;
        const MapPoint pulled = point(Release::with_tension, speed);
        EXPECT_GT((pulled.derivative - known.derivative).norm(), 1e-3 * known.derivative.norm()) << "control";
    }
    EXPECT_GE(contacts, 3);
}

INSTANTIATE_TEST_SUITE_P(Steps, TensionCut,
                         testing::Values(Pair{"modes", square(0.1, 0, 0.2), square(1, 0, 9), 1},
                                         Pair{"modes_strong_dashpot", square(0.1, 0, 0.2), square(1, 0, 9), 8},
                                         Pair{"a_stiff_mode", square(0.1, 0, 400), square(1, 0, 4e8), 1},
                                         Pair{"coupled_damping", square(0.1, -0.05, 0.2), square(1, 0, 9), 1}),
                         [](const auto& pair) { return std::string(pair.param.name); });

// The mass of soft_orbits_test.cpp on its stable orbit: with the right derivative Newton's method is quadratic up to the rounding
// of runs. Its last residual was 4e-9 to 2.5e-6 where runs passed the cut within a step.
TEST(TensionCut, OrbitsConverge) {
    constexpr double w = 1.5;
    for (const double damping : {1.0, 8.0}) {
        const auto map = [&](Release release) {
            return MarchMap(Oscillator{0.05, 1, -1, dashpot(damping, release)}.family(), section(0, 1, w));
        };
        const MarchMap known_map = map(Release::by_force), cut_map = map(Release::by_distance);
        Vector start = state(-3.2, -1.7);
        for (int k = 0; k < 40; ++k) start = known_map.at(start, w, nonlinear::Derivatives::none).end;
        start += state(1e-3, -1e-3);
        const nonlinear::ClosedOrbit known = shoot(known_map, {start}, w), cut = shoot(cut_map, {start}, w);
        ASSERT_TRUE(known.converged) << known.failure;
        ASSERT_TRUE(cut.converged) << cut.failure;
        EXPECT_LE(cut.steps, 5);
        EXPECT_LT((cut.nodes[0] - known.nodes[0]).norm(), 1e-11 * known.nodes[0].norm());
        const nonlinear::Orbit a = orbit_of(known_map, known, 2 * pi / w, 0), b = orbit_of(cut_map, cut, 2 * pi / w, 0);
        for (std::size_t i = 0; i < 2; ++i) EXPECT_LT(std::abs(b.multipliers[i] - a.multipliers[i]), 1e-10) << damping;
        ASSERT_TRUE(b.liouville.has_value());
        EXPECT_LT(*b.liouville, 1e-9);
    }
}

}  // namespace
}  // namespace jounce::test::tension_cut_test
