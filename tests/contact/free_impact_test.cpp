// One collision of two bodies with the laws themselves: published digits and closed forms, by an integrator of order 16.
// SPDX-License-Identifier: BSD-3-Clause
#include "support/integrated_impact.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "contact/formulas/restitution.hpp"
#include "contact/impacts/free_impact.hpp"
#include "contact/law_samples.hpp"
#include "contact/stiffness/stiffness.hpp"

namespace jounce::free_impact_test {
namespace {

using test::integrated_impact;
using test::IntegratedImpact;
using test::make_law;
using test::table;

double two_spheres(const char* contact) {
    const Table settings =
        table({{"R1", 10e-3}, {"R2", 9.9e-3}, {"contact", contact}, {"E1", 207e9}, {"nu1", 0.3}, {"E2", 207e9}, {"nu2", 0.3}});
    return contact::stiffness_family.find("hertz_spheres")->make(settings);
}

// Xu et al. (2022), doi:10.3390/machines10090814, section 2.2: a ball of 9.9 mm in a socket of 10 mm, 0.02 kg, 0.3 m/s, e = 0.5.
// The digits were computed with more than 32; they are met to all that are printed, or 2e-13 where more are.
TEST(FreeImpact, TwoSpheresOfXu) {
    struct Row {
        const char* kind;
        double separation, indentation, force, time;
    };
    const Row rows[] = {
        {"hertz", 0.3, 2.947208701090e-6, 763.4342281793, 2.891482077648e-5},
        {"hunt_crossley", 0.1988886600004638, 2.521310024973e-6, 689.6417679198, 3.059747547243e-5},
        {"lankarani_nikravesh", 0.2175723342030592, 2.605113198043e-6, 691.3243769042, 3.014228949378e-5},
        {"gonthier_approximate", 0.1463223768046046, 2.266879929588e-6, 712.7731981034, 3.256240579116e-5},
        {"flores", 0.1411334337980219, 2.239819320951e-6, 717.4333533633, 3.283812873472e-5},
    };
    for (const Row& row : rows) {
        Table settings = table({{"stiffness", two_spheres("internal")}});
        if (row.kind != std::string("hertz")) settings.set("restitution", 0.5);
        const IntegratedImpact hit = integrated_impact(*make_law(row.kind, settings), 0.02, 0.3);
        EXPECT_NEAR(hit.separation_speed / row.separation, 1, 2e-13) << row.kind;
        EXPECT_NEAR(hit.max_indentation, row.indentation, 0.51e-18) << row.kind;
        EXPECT_NEAR(hit.max_force, row.force, 0.51e-10) << row.kind;
        EXPECT_NEAR(hit.duration, row.time, 0.51e-17) << row.kind;
    }
    // Negative control: balls that meet from outside are fourteen times softer.
    const IntegratedImpact outside =
        integrated_impact(*make_law("hertz", table({{"stiffness", two_spheres("external")}})), 0.02, 0.3);
    EXPECT_GT(outside.max_indentation, 2 * rows[0].indentation);
}

// F = K delta^n: delta_m^(n+1) = (n+1) m v0^2/(2K), and a contact time of 2 delta_m/v0 times the integral of
// (1 - u^(n+1))^(-1/2) over [0, 1], which is sqrt(pi) Gamma(1 + p)/Gamma(1/2 + p), p = 1/(n+1).
TEST(FreeImpact, ElasticPowerLaws) {
    for (const double n : {1.0, 1.21, 1.5, 2.0, 3.0}) {
        for (const double mass : {2e-3, 40.0}) {
            for (const double v0 : {1e-3, 5.0}) {
                const double K = 3e8;
                const IntegratedImpact hit =
                    integrated_impact(*make_law("hertz", table({{"stiffness", K}, {"exponent", n}})), mass, v0);
                const double depth = std::pow((n + 1) * mass * v0 * v0 / (2 * K), 1 / (n + 1));
                const double p = 1 / (n + 1);
                const double time =
                    2 * depth / v0 * std::sqrt(std::acos(-1.0)) * std::exp(std::lgamma(1 + p) - std::lgamma(0.5 + p));
                EXPECT_NEAR(hit.restitution, 1, 1e-13);
                EXPECT_NEAR(hit.max_indentation / depth, 1, 1e-13) << n << " " << mass << " " << v0;
                EXPECT_NEAR(hit.max_force / (K * std::pow(depth, n)), 1, 3e-13);
                EXPECT_NEAR(hit.duration / time, 1, 3e-13);
                EXPECT_NEAR(hit.work / (0.5 * mass * v0 * v0), 0, 1e-13);
            }
        }
    }
}

// F = K delta^n (1 + a rate/v0): delta_m^(n+1) = (n+1) m v0^2 [a - ln(1+a)]/(K a^2), the same relation as for the restitution
// but ended at the turn; the work done on the contact is the kinetic energy lost.
TEST(FreeImpact, DepthAndLossOfTheFactorLaws) {
    const double mass = 3.1;
    for (const double e : {0.08, 0.45, 0.85}) {
        for (const double n : {1.0, 1.5, 2.3}) {
            for (const double v0 : {0.05, 2.0}) {
                const double K = 2e9;
                const double a = 1.6 * (1 - e) / e;
                const IntegratedImpact hit = integrated_impact(
                    *make_law("flores", table({{"stiffness", K}, {"exponent", n}, {"restitution", e}})), mass, v0);
                const double depth = std::pow((n + 1) * mass * v0 * v0 * (a - std::log1p(a)) / (K * a * a), 1 / (n + 1));
                EXPECT_NEAR(hit.max_indentation / depth, 1, 1e-13) << e << " " << n << " " << v0;
                EXPECT_NEAR(hit.restitution / contact::restitution_of_factor(a), 1, 1e-12);
                EXPECT_NEAR(hit.work / (0.5 * mass * v0 * v0), 1 - hit.restitution * hit.restitution, 1e-12);
            }
        }
    }
}

// The impact speed is taken at the onset: a stale one, ten times too slow, loses far more.
TEST(FreeImpact, NeedsTheRightImpactSpeed) {
    const auto law = make_law("hunt_crossley", table({{"stiffness", 1e9}, {"restitution", 0.8}}));
    const auto stale = make_law("hunt_crossley", table({{"stiffness", 1e9}, {"restitution", 0.8}, {"minimum_speed", 5.0}}));
    const double right = integrated_impact(*law, 1, 0.5).restitution;
    EXPECT_NEAR(right, contact::restitution_of_factor(0.3), 1e-12);
    EXPECT_NEAR(integrated_impact(*stale, 1, 0.5).restitution, contact::restitution_of_factor(0.03), 1e-12);
    EXPECT_GT(contact::restitution_of_factor(0.03) - right, 0.1);
}

// A force may vanish and return before the bodies part: in between they move uniformly. While it pushes, the rate falls, and the
// way within an interval differs from that of the mean rate by at most half of the change of the rate times the interval.
TEST(FreeImpact, SamplesMoveByTheirRates) {
    const double mass = 0.5, speed = 0.6;
    int flights = 0;
    for (const auto& [kind, settings_of] : test::law_samples()) {
        for (const Table& settings : settings_of) {
            const contact::LawPointer law = make_law(kind, settings);
            if (law->rigid || std::isfinite(law->end.indentation) || free_impact(*law, mass, speed).pushes < 2) continue;
            const contact::FreeImpact hit = free_impact(*law, mass, speed, {.samples = 500});
            for (std::size_t i = 1; i < hit.samples.size(); ++i) {
                const contact::FreeImpactSample &a = hit.samples[i - 1], &b = hit.samples[i];
                const double h = b.time - a.time, way = b.indentation - a.indentation;
                EXPECT_LE(std::abs(way - h * (a.rate + b.rate) / 2),
                          h * std::abs(b.rate - a.rate) / 2 + 1e-12 * hit.max_indentation)
                    << kind << ' ' << i;
                flights += a.force == 0 && b.force == 0 && a.rate == b.rate;
            }
        }
    }
    EXPECT_GT(flights, 10);
}

}  // namespace
}  // namespace jounce::free_impact_test
