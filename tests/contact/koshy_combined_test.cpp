// Koshy's combined law in its four readings: what a free impact delivers, against digits computed independently, and the unit
// that the literal reading needs.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "contact/formulas/restitution.hpp"
#include "contact/impacts/delivered_restitution.hpp"
#include "contact/law_samples.hpp"
#include "support/integrated_impact.hpp"

namespace jounce::koshy_combined_test {
namespace {

using test::cylinders;
using test::make_law;
using test::nested;
using test::table;

/// A pin of 9.5 mm in a hole of 10 mm, 15 mm long, steel; `metre` is the unit of length in which all numbers are given.
Value esdu(const char* variant, double metre = 1) {
    const double E = 207e9 / (metre * metre);
    return nested("esdu_78035", table({{"geometry", cylinders(10e-3 * metre, 9.5e-3 * metre, "internal", 15e-3 * metre, E)},
                                       {"variant", variant}}));
}

// Reduced mass 1 kg, 0.1 m/s.
double delivered(const char* reading, double e, const Value& elastic) {
    const auto law = make_law("koshy_combined", table({{"elastic", elastic}, {"restitution", e}, {"reading", reading}}));
    return test::integrated_impact(*law, 1, 0.1).restitution;
}

TEST(Koshy, DeliveredRestitution) {
    const double asked[] = {0.1, 0.3, 0.5, 0.7, 0.9};
    struct Line {
        const char* reading;
        const char* variant;
        double delivered[5];
    };
    const Line lines[] = {
        {"literal", "printed", {0.99885643, 0.99894872, 0.99913336, 0.99941048, 0.99978027}},
        {"linear", "printed", {0.63977052, 0.65947355, 0.70236991, 0.77723257, 0.90389548}},
        {"slope", "printed", {0.72881439, 0.74537040, 0.78067468, 0.83994716, 0.93383050}},
        {"force", "printed", {0.66526541, 0.68422461, 0.72524111, 0.79597260, 0.91317668}},
        {"linear", "half_plane", {0.64138155, 0.66104351, 0.70383232, 0.77844709, 0.90451026}},
    };
    for (const Line& line : lines) {
        for (int i = 0; i < 5; ++i) {
            EXPECT_NEAR(delivered(line.reading, asked[i], esdu(line.variant)), line.delivered[i], 0.51e-8)
                << line.reading << " " << line.variant << " " << asked[i];
        }
    }
}

// The reading "force" is Lankarani and Nikravesh's law on another elastic force, whatever the mass and speed.
TEST(Koshy, ForceReadingIsAFactorLaw) {
    const Value elastic = nested("johnson", table({{"geometry", cylinders(20e-3, 18e-3, "internal", 30e-3, 110e9)}}));
    for (const double mass : {0.02, 3.0}) {
        const auto law = make_law("koshy_combined", table({{"elastic", elastic}, {"restitution", 0.4}}));
        EXPECT_NEAR(test::integrated_impact(*law, mass, 0.07).restitution, contact::restitution_of_factor(0.75 * 0.84), 1e-12);
        const auto exact = make_law("koshy_combined", table({{"elastic", elastic}, {"restitution", 0.4}, {"calibrated", true}}));
        EXPECT_NEAR(test::integrated_impact(*exact, mass, 0.07).restitution, 0.4, 1e-12);
        EXPECT_NEAR(contact::delivered_restitution(*exact, mass, 0.07), 0.4, 1e-14);
    }
}

// Calibrated for one mass and speed, every reading delivers there what is asked for; the literal one needs hundreds of times the
// factor. At another speed the readings that are no factor laws deliver another restitution.
TEST(Koshy, CalibratedReadings) {
    for (const char* reading : {"linear", "slope", "literal"}) {
        for (const double e : {0.2, 0.6, 0.95, 1.0}) {
            const auto law = make_law("koshy_combined", table({{"elastic", esdu("half_plane")},
                                                               {"restitution", e},
                                                               {"reading", reading},
                                                               {"calibrated", true},
                                                               {"reduced_mass", 1},
                                                               {"speed", 0.1}}));
            EXPECT_NEAR(test::integrated_impact(*law, 1, 0.1).restitution, e, 1e-11) << reading << " " << e;
            EXPECT_NEAR(contact::delivered_restitution(*law, 1, 0.1), e, 1e-11) << reading << " " << e;
            if (e < 0.9) {
                EXPECT_GT(std::abs(test::integrated_impact(*law, 1, 1).restitution - e), 1e-4) << reading;
            }
        }
    }
}

// On a power law delta K_e = n F_e: "linear" has the factor n a, "slope" n a/1.5, at every speed.
TEST(Koshy, OnAPowerLaw) {
    for (const double n : {1.0, 1.5, 2.2}) {
        const Value elastic = nested("hertz", table({{"stiffness", 3e8}, {"exponent", n}}));
        const double a = 0.75 * (1 - 0.6 * 0.6);
        for (const double v0 : {0.01, 2.0}) {
            const auto at = [&](const char* reading) {
                const auto law =
                    make_law("koshy_combined", table({{"elastic", elastic}, {"restitution", 0.6}, {"reading", reading}}));
                return test::integrated_impact(*law, 0.5, v0).restitution;
            };
            EXPECT_NEAR(at("linear"), contact::restitution_of_factor(n * a), 1e-12) << n;
            EXPECT_NEAR(at("slope"), contact::restitution_of_factor(n * a / 1.5), 1e-12) << n;
        }
    }
}

// The same impact told in N, mm and s (so that 1 kg is 1e-3 of the unit of mass): all readings but the literal one agree with SI.
TEST(Koshy, LiteralReadingNeedsAUnit) {
    const auto in_millimetres = [](const char* reading, double e) {
        const auto law =
            make_law("koshy_combined", table({{"elastic", esdu("printed", 1e3)}, {"restitution", e}, {"reading", reading}}));
        return test::integrated_impact(*law, 1e-3, 100).restitution;
    };
    const double asked[] = {0.1, 0.5, 0.9};
    const double literal[] = {0.96533682, 0.97346578, 0.99310926};
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(in_millimetres("literal", asked[i]), literal[i], 0.51e-8);
    for (const char* reading : {"force", "linear", "slope"})
        EXPECT_NEAR(in_millimetres(reading, 0.3), delivered(reading, 0.3, esdu("printed")), 1e-12) << reading;
    EXPECT_GT(delivered("literal", 0.1, esdu("printed")) - in_millimetres("literal", 0.1), 0.03);
}

}  // namespace
}  // namespace jounce::koshy_combined_test
