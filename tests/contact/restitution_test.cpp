// Closed forms of the restitution delivered, against published digits, against long-double roots and against integration.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact/formulas/restitution.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact/law_samples.hpp"
#include "support/integrated_impact.hpp"

namespace jounce::restitution_test {
namespace {

using namespace contact;
using test::integrated_impact;
using test::make_law;
using test::table;

TEST(Restitution, FactorThatDeliversE) {
    // Computed with 40 digits, printed to ten decimals.
    const double digits[][2] = {{0.05, 19.9999996815}, {0.1, 9.9981593975}, {0.15, 6.6421316728}, {0.2, 4.9191667158},
                                {0.25, 3.8408060398},  {0.3, 3.0870819811}, {0.35, 2.5233777060}, {0.4, 2.0824981641},
                                {0.45, 1.7266701942},  {0.5, 1.4327505333}, {0.55, 1.1856141261}, {0.6, 0.9748717108},
                                {0.65, 0.7931009089},  {0.7, 0.6348282813}, {0.75, 0.4959113182}, {0.8, 0.3731462034},
                                {0.85, 0.2640094061},  {0.9, 0.1664819507}, {0.95, 0.0789266053}, {0.99, 0.0151513621}};
    for (const auto& [e, a] : digits) EXPECT_NEAR(factor_of_restitution(e), a, 0.51e-10) << e;
    EXPECT_EQ(factor_of_restitution(1), 0);
}

TEST(Restitution, FactorSolvesTheImplicitRelationInLongDouble) {
    // Bisection on a(1 + e) = ln[(1 + a)/(1 - a e)] as printed; in this form it loses eps/(1 - e)^2, 1e-19/1e-4 at most here.
    for (double e = 0.013; e < 0.991; e += 0.0173) {
        long double low = 0.5L * (1 - e);
        long double high = 1.0L / e;
        for (int i = 0; i < 100; ++i) {
            const long double a = 0.5L * (low + high);
            (std::log1p(a) - std::log1p(-a * e) - a * (1.0L + e) < 0 ? low : high) = a;
        }
        EXPECT_NEAR(factor_of_restitution(e) / static_cast<double>(low), 1, 4e-15) << e;
    }
}

TEST(Restitution, FactorAtBothEnds) {
    // e -> 1: a = 3(1 - e^2)/(2(1 + e^3)) up to a relative error of about (1 - e)^2.
    for (const double loss : {0x1p-27, 0x1p-40, 0x1p-53}) {
        const double e = 1 - loss;
        EXPECT_NEAR(factor_of_restitution(e) / (1.5 * loss * (1 + e) / (1 + e * e * e)), 1, 2e-15) << loss;
    }
    // e -> 0: 1 - a e falls below round-off.
    for (const double e : {0.02, 1e-3, 1e-10, 1e-100, 1e-300}) EXPECT_NEAR(factor_of_restitution(e) * e, 1, 4e-16) << e;
}

TEST(Restitution, DeliveredByAFactorIsTheInverse) {
    for (double e = 0.03; e < 1; e += 0.0097) {
        EXPECT_NEAR(restitution_of_factor(factor_of_restitution(e)) / e, 1, 2e-15) << e;
    }
    EXPECT_EQ(restitution_of_factor(0), 1);
    EXPECT_EQ(restitution_of_factor(1e-300), 1);
    EXPECT_NEAR(restitution_of_factor(1e-9), 1 - 2e-9 / 3, 2e-16);
    EXPECT_NEAR(restitution_of_factor(1e-3), 1 - 2e-3 / 3 + 4e-6 / 9, 1e-9);
    EXPECT_NEAR(restitution_of_factor(1e9) * 1e9, 1, 4e-16);
    EXPECT_NEAR(restitution_of_factor(1e300) * 1e300, 1, 4e-16);
}

TEST(Restitution, DeliveredByAFactorIsLambertW) {
    // w = a e - 1 is the upper branch of w exp(w) = -(1 + a) exp(-(1 + a)).
    for (const double a : {0.05, 0.3, 1.0, 1.4327505333, 4.0, 20.0}) {
        const double w = a * restitution_of_factor(a) - 1;
        EXPECT_GT(w, -1);
        EXPECT_NEAR(w * std::exp(w) / (-(1 + a) * std::exp(-(1 + a))), 1, 1e-14 * std::exp(a)) << a;
    }
}

TEST(Restitution, DeliveredByTheLaws) {
    // Restitution asked and delivered, computed with 40 digits and printed to eight decimals.
    const double asked[] = {0.1, 0.3, 0.5, 0.7, 0.9};
    const std::map<std::string, std::array<double, 5>> delivered{
        {"hunt_crossley", {0.51583262, 0.58128804, 0.66296220, 0.76799979, 0.90901574}},
        {"lankarani_nikravesh", {0.66526541, 0.68422461, 0.72524111, 0.79597260, 0.91317668}},
        {"gonthier", {0.1, 0.3, 0.5, 0.7, 0.9}},
        {"gonthier_approximate", {0.10098977, 0.30422486, 0.48774126, 0.66958132, 0.87643542}},
        {"flores", {0.06944423, 0.25620791, 0.47044478, 0.68318420, 0.89392069}},
    };
    for (const auto& [kind, values] : delivered) {
        for (int i = 0; i < 5; ++i) {
            // Mass, speed, stiffness and exponent must not matter: other ones each time.
            const double mass = 0.3 * (1 + i);
            const double speed = 0.02 * std::pow(10, i / 2.0);
            Table settings = table({{"stiffness", 1e9 / (1 + i)}, {"restitution", asked[i]}, {"exponent", 1 + 0.31 * i}});
            const LawPointer law = make_law(kind, settings);
            EXPECT_EQ(law->restitution_asked, asked[i]);
            EXPECT_NEAR(integrated_impact(*law, mass, speed).restitution, values[i], 0.51e-8) << kind << " " << asked[i];
            settings.set("calibrated", true);
            EXPECT_NEAR(integrated_impact(*make_law(kind, settings), mass, speed).restitution, asked[i], 1e-12) << kind;
        }
    }
}

TEST(Restitution, OfAFactorIsWhatIntegrationGives) {
    // Values that no table lists. The integration carries 13 digits.
    for (const double e : {0.02, 0.137, 0.463, 0.812, 0.9987}) {
        for (const double exponent : {1.0, 1.5, 2.0, 2.7}) {
            const LawPointer flores = make_law("flores", table({{"stiffness", 7e9}, {"exponent", exponent}, {"restitution", e}}));
            const double a = 8 * (1 - e) / (5 * e);
            EXPECT_NEAR(restitution_of_factor(a), integrated_impact(*flores, 1.7, 0.23).restitution, 3e-13)
                << e << " " << exponent;
        }
    }
}

TEST(Restitution, OfAFactorDoesNotDependOnTheElasticLaw) {
    const Value elastic = test::nested("hertz", table({{"stiffness", 4e7}, {"exponent", 1.19}}));
    const LawPointer law = make_law("gonthier", table({{"elastic", elastic}, {"restitution", 0.37}}));
    EXPECT_NEAR(integrated_impact(*law, 0.4, 1.3).restitution, 0.37, 1e-12);
}

TEST(Restitution, OfASpringAndDamper) {
    // Printed digits: what the damping ratio of the pulling release delivers when the force never pulls ...
    const double asked[] = {0.1, 0.3, 0.5, 0.7, 0.9};
    const double never_pulls[] = {0.25272938, 0.39714050, 0.55028317, 0.71820136, 0.90202607};
    const double exact_ratio[] = {1.2431878510, 0.4972393947, 0.2552756376, 0.1222147478, 0.0342652041};
    for (int i = 0; i < 5; ++i) {
        const double zeta = kelvin_voigt_damping_ratio(asked[i], Release::zero_indentation);
        EXPECT_NEAR(zeta, -std::log(asked[i]) / std::hypot(std::numbers::pi, std::log(asked[i])), 1e-15);
        EXPECT_NEAR(kelvin_voigt_restitution(zeta, Release::zero_indentation), asked[i], 4e-16);
        EXPECT_NEAR(kelvin_voigt_restitution(zeta, Release::zero_force), never_pulls[i], 0.51e-8);
        // ... and the ratio that delivers it then.
        EXPECT_NEAR(kelvin_voigt_damping_ratio(asked[i], Release::zero_force), exact_ratio[i], 0.51e-10);
    }
    for (const Release release : {Release::zero_indentation, Release::zero_force}) {
        for (double e = 0.011; e < 1; e += 0.0123) {
            EXPECT_NEAR(kelvin_voigt_restitution(kelvin_voigt_damping_ratio(e, release), release) / e, 1, 1e-14) << e;
        }
        EXPECT_EQ(kelvin_voigt_damping_ratio(1, release), 0);
        EXPECT_EQ(kelvin_voigt_restitution(0, release), 1);
    }
    EXPECT_NEAR(kelvin_voigt_restitution(1, Release::zero_force), std::exp(-2), 1e-16);
    EXPECT_NEAR(kelvin_voigt_damping_ratio(std::exp(-2), Release::zero_force), 1, 1e-14);
    EXPECT_NEAR(kelvin_voigt_restitution(kelvin_voigt_damping_ratio(1e-30, Release::zero_force), Release::zero_force), 1e-30,
                1e-42);
    EXPECT_EQ(kelvin_voigt_restitution(1.2, Release::zero_indentation), 0);
}

TEST(Restitution, OfASpringAndDamperIsWhatIntegrationGives) {
    const double mass = 0.8;
    for (const double e : {0.06, 0.21, 0.62, 0.93}) {
        for (const bool adhesion : {false, true}) {
            Table settings = table({{"stiffness", 3e6}, {"restitution", e}, {"reduced_mass", mass}, {"adhesion", adhesion}});
            const LawPointer law = make_law("kelvin_voigt", settings);
            // The kink where the force lets go costs the integration some digits.
            EXPECT_NEAR(integrated_impact(*law, mass, 0.9).restitution, e, 1e-10) << e << " " << adhesion;
        }
    }
    // Another mass than the one stated delivers another ratio.
    const LawPointer law = make_law("kelvin_voigt", table({{"stiffness", 3e6}, {"restitution", 0.62}, {"reduced_mass", mass}}));
    EXPECT_GT(integrated_impact(*law, 2 * mass, 0.9).restitution, 0.66);
}

}  // namespace
}  // namespace jounce::restitution_test
