// Extreme values of probes along a run, against closed forms: the harmonic response of two masses, and a mass that rebounds from
// a spring.
//
// A cubic between 128 instants of a period errs by (2 pi/128)^4/384 = 1.5e-8 of an amplitude; the tolerances are far below it.
// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/orbits/probe_watch.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "system/models.hpp"
#include "two_masses.hpp"

namespace jounce::test::probe_watch_test {
namespace {

using nonlinear::MarchMap;
using nonlinear::ProbeRange;

/// In flight, with modes that the dashpots couple (integrated) and with uncoupled ones (closed form).
TEST(ProbeWatch, AmplitudesOfTheHarmonicResponse) {
    for (const double ground : {0.06, 0.0625}) {
        const TwoMasses masses{.ground = ground, .clearance = 10};
        const double w = 1.3, phase = 0.2, T = 2 * pi / w;
        const auto [first, second] = masses.response(w);
        const std::complex<double> turn = std::polar(1.0, 2 * pi * phase), i(0, 1);
        nonlinear::MapSettings settings;
        settings.phase = phase;
        settings.scales = linalg::Vector::Ones(4);
        const MarchMap map(masses.family(), settings);
        const linalg::Vector y = (linalg::Vector(4) << (first * turn).real(), (second * turn).real(),
                                  (i * w * first * turn).real(), (i * w * second * turn).real())
                                     .finished();
        const std::vector<ProbeRange> found =
            map.ranges(y, w, T, {"a.ux", "b.ux", "a.ux_velocity", "b.ux_velocity", "b.ux_acceleration", "stop.opening"});
        const double a = std::abs(first), b = std::abs(second);
        const double amplitudes[] = {a, b, w * a, w * b, w * w * b};
        const double tolerance = 1e-10;  // of the run 1e-12
        for (std::size_t k = 0; k < std::size(amplitudes); ++k) {
            EXPECT_NEAR(found[k].largest, amplitudes[k], tolerance * amplitudes[k]) << ground << ", " << k;
            EXPECT_NEAR(found[k].smallest, -amplitudes[k], tolerance * amplitudes[k]) << ground << ", " << k;
        }
        EXPECT_NEAR(found[0].first, y[0], 1e-15);
        EXPECT_NEAR(found[5].smallest, 10 - b, tolerance * 10);
        EXPECT_NEAR(found[5].largest, 10 + b, tolerance * 10);
    }
}

/// x'' + x + F = 0 with a stop at x = 0, from x = -1 at rest.
std::vector<ProbeRange> thrown(const Value& law, double duration, const std::vector<std::string>& probes) {
    const auto system = [&law](double) {
        Script s;
        s.add("point", {{"name", "m"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}});
        s.add("spring", {{"from", "m"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1}});
        s.add("gap", {{"name", "stop"},
                      {"node", "m"},
                      {"direction", vector(1, 0, 0)},
                      {"clearance", 0},
                      {"sides", "positive"},
                      {"law", law}});
        return std::make_shared<const System>(s.system());
    };
    nonlinear::MapSettings settings;
    settings.scales = linalg::Vector::Ones(2);
    return MarchMap({system, [](double) { return 4.0; }}, settings).ranges(state(-1, 0), 0, duration, probes);
}

/// F = 8 max(x, 0): it reaches x = 1/3 with the frequency 3, twice.
TEST(ProbeWatch, ExtremaWithinAContactAndOnBothSidesOfItsEnds) {
    const auto found = thrown(table({{"family", "law"}, {"kind", "hooke"}, {"stiffness", 8}}), 2 * (pi + pi / 3),
                              {"m.ux", "m.ux_velocity", "m.ux_acceleration", "stop.force", "stop.indentation"});
    const double smallest[] = {-1, -1, -3, 0, 0}, largest[] = {1 / 3.0, 1, 1, 8 / 3.0, 1 / 3.0};
    for (std::size_t k = 0; k < std::size(smallest); ++k) {
        EXPECT_NEAR(found[k].smallest, smallest[k], 1e-10) << k;
        EXPECT_NEAR(found[k].largest, largest[k], 1e-10) << k;
    }
}

/// A rigid stop with restitution 0.5: the velocity is 1 before the impact at pi/2 and -0.5 after it.
TEST(ProbeWatch, BothSidesOfAnImpact) {
    const auto found = thrown(table({{"family", "law"}, {"kind", "rigid"}, {"restitution", 0.5}}), 0.75 * pi, {"m.ux_velocity"});
    EXPECT_NEAR(found[0].largest, 1, 1e-12);
    EXPECT_NEAR(found[0].smallest, -0.5, 1e-12);
}

}  // namespace
}  // namespace jounce::test::probe_watch_test
