// contact::free_impact: closed forms, published digits, and the order-16 long-double integration of tests/support as a witness.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "contact/families/elastic_part.hpp"
#include "contact/formulas/restitution.hpp"
#include "contact/impacts/delivered_restitution.hpp"
#include "contact/impacts/free_impact.hpp"
#include "contact/law_samples.hpp"
#include "support/integrated_impact.hpp"

namespace jounce::collision_test {
namespace {

using contact::free_impact;
using contact::FreeImpact;
using contact::LawPointer;
using contact::Release;
using test::make_law;
using test::table;

// F = K delta^n: delta_m^(n+1) = (n+1) m v0^2/(2K), F_m = K delta_m^n, T = 2 delta_m/v0 sqrt(pi) Gamma(1 + p)/Gamma(1/2 + p) with
// p = 1/(n+1); 2.9432750 delta_m/v0 for n = 3/2.
TEST(Collision, ElasticPowerLaws) {
    for (const double n : {1.0, 1.0935, 1.5, 2.0, 3.0}) {
        for (const double mass : {2e-3, 40.0}) {
            for (const double v0 : {1e-3, 5.0}) {
                const double K = 3e8;
                const FreeImpact hit = free_impact(*make_law("hertz", table({{"stiffness", K}, {"exponent", n}})), mass, v0);
                const double depth = std::pow((n + 1) * mass * v0 * v0 / (2 * K), 1 / (n + 1));
                const double p = 1 / (n + 1);
                const double time =
                    2 * depth / v0 * std::sqrt(std::numbers::pi) * std::exp(std::lgamma(1 + p) - std::lgamma(0.5 + p));
                EXPECT_NEAR(hit.restitution, 1, 1e-13);
                EXPECT_NEAR(hit.max_indentation / depth, 1, 4e-14);
                EXPECT_NEAR(hit.max_force / (K * std::pow(depth, n)), 1, 1e-13);
                EXPECT_NEAR(hit.duration / time, 1, 1e-13);
                EXPECT_NEAR(hit.turning_time / hit.duration, 0.5, 1e-13);
            }
        }
    }
}

// Spring and damper: with w = sqrt(1 - zeta^2), the release without a pull lies at w T = arccos(2 zeta^2 - 1) = 2 arccos(zeta),
// the one with it at w T = pi (times in 1/omega); the restitution is exp(-zeta T) both times.
TEST(Collision, SpringAndDamper) {
    const double mass = 0.8;
    const double k = 3e6;
    const double omega = std::sqrt(k / mass);
    for (const double zeta : {1e-6, 0.02, 0.3, 0.9, 1.0, 1.7, 12.0}) {
        for (const bool adhesion : {false, true}) {
            const double c = 2 * zeta * std::sqrt(k * mass);
            const auto law = make_law("kelvin_voigt", table({{"stiffness", k}, {"damping", c}, {"adhesion", adhesion}}));
            const FreeImpact hit = free_impact(*law, mass, 0.9);
            const double e = contact::kelvin_voigt_restitution(zeta, adhesion ? Release::zero_indentation : Release::zero_force);
            EXPECT_EQ(hit.released, e > 0);
            EXPECT_NEAR(hit.restitution, e, 1e-13) << zeta << " " << adhesion;
            if (zeta >= 1) continue;
            const double w = omega * std::sqrt(1 - zeta * zeta);
            EXPECT_NEAR(hit.duration * w, adhesion ? std::numbers::pi : 2 * std::acos(zeta), 1e-12) << zeta << " " << adhesion;
            // rate = 0 where tan(w t) = w/(zeta omega)
            EXPECT_NEAR(hit.turning_time * w, std::acos(zeta), 1e-13);
        }
    }
}

// The whole path against the closed form x = v0/w exp(-zeta omega t) sin(w t), and both ends of it.
TEST(Collision, SamplesLieOnTheMotion) {
    const double mass = 0.8, k = 3e6, c = 700, v0 = 0.9;
    const double rate = c / (2 * mass);
    const double w = std::sqrt(k / mass - rate * rate);
    for (const bool adhesion : {false, true}) {
        const auto law = make_law("kelvin_voigt", table({{"stiffness", k}, {"damping", c}, {"adhesion", adhesion}}));
        const FreeImpact hit = free_impact(*law, mass, v0, {.samples = 37});
        ASSERT_EQ(hit.samples.size(), 37u);
        EXPECT_EQ(hit.samples.front().time, 0);
        EXPECT_EQ(hit.samples.back().time, hit.duration);
        EXPECT_NEAR(hit.samples.front().force, c * v0, 1e-12 * c * v0);
        for (const auto& s : hit.samples) {
            const double x = v0 / w * std::exp(-rate * s.time) * std::sin(w * s.time);
            const double v = v0 * std::exp(-rate * s.time) * (std::cos(w * s.time) - rate / w * std::sin(w * s.time));
            EXPECT_NEAR(s.indentation, x, 1e-13 * v0 / w);
            EXPECT_NEAR(s.rate, v, 4e-12 * v0);
            EXPECT_NEAR(s.force, k * x + c * v, 4e-12 * c * v0);
        }
    }
}

// Glued bodies behind an overdamped spring never part: delta = v0/(2 w) exp(-s t)(exp(w t) - exp(-w t)), w^2 = s^2 - k/m, has no
// second zero, and its deepest point is at tanh(w t) = w/s. Stiffer and stiffer, up to a ratio of 5000.
TEST(Collision, OverdampedAdhesionHoldsForEver) {
    const double mass = 1, k = 1e6, v0 = 0.3;
    for (const double c : {2.1e3, 1e4, 1e6, 1e7}) {
        const auto law = make_law("kelvin_voigt", table({{"stiffness", k}, {"damping", c}, {"adhesion", true}}));
        const FreeImpact hit = free_impact(*law, mass, v0);
        EXPECT_EQ(hit.restitution, 0) << c;
        EXPECT_FALSE(hit.released) << c;
        const double s = c / (2 * mass);
        const double w = std::sqrt(s * s - k / mass);
        const double turn = std::atanh(w / s) / w;
        EXPECT_NEAR(hit.max_indentation * w / (v0 * std::exp(-s * turn) * std::sinh(w * turn)), 1, 1e-8) << c;
    }
}

// F = K delta^n (1 + a rate/v0): the relation a (1 + e) = ln[(1 + a)/(1 - a e)] and the depth of docs/theory/contact.md, eq.
// (11).
TEST(Collision, FactorLaws) {
    for (const double e : {0.03, 0.45, 0.85}) {
        for (const double n : {1.0, 1.5, 2.3}) {
            const double K = 2e9, mass = 3.1, v0 = 0.05;
            const double a = 1.6 * (1 - e) / e;
            const auto law = make_law("flores", table({{"stiffness", K}, {"exponent", n}, {"restitution", e}}));
            const FreeImpact hit = free_impact(*law, mass, v0);
            EXPECT_NEAR(hit.restitution, contact::restitution_of_factor(a), 1e-13) << e << " " << n;
            const double depth = std::pow((n + 1) * mass * v0 * v0 * (a - std::log1p(a)) / (K * a * a), 1 / (n + 1));
            EXPECT_NEAR(hit.max_indentation / depth, 1, 1e-13);
            EXPECT_NEAR(hit.energy_loss / (0.5 * mass * v0 * v0), 1 - hit.restitution * hit.restitution, 1e-15);
        }
    }
}

/// The speed, or less where the law would turn back: half of the energy that it can store.
double speed_within(const contact::Law& law, double mass, double speed) {
    if (std::isinf(law.end.indentation)) return speed;
    const contact::ContactMemory memory{.closed = true, .impact_speed = speed};
    return std::min(speed, std::sqrt(law.evaluate({law.end.indentation, 0}, memory).stored_energy / mass));
}

// Another integrator, in long double and with work carried along.
TEST(Collision, AgreesWithTheWitness) {
    for (const auto& [kind, settings] : test::law_samples()) {
        for (const Table& one : settings) {
            const auto law = make_law(kind, one);
            if (law->rigid) {
                EXPECT_EQ(free_impact(*law, 1, 1).restitution, *law->restitution_asked);
                continue;
            }
            if (law->turning_point) continue;  // the witness keeps no memory
            // The witness stops for nothing before delta = 0: the kink of a clamp costs it digits.
            const bool kink = kind == "kelvin_voigt";
            const double speed = speed_within(*law, 1.3, 0.6);
            const auto witness = test::integrated_impact(*law, 1.3, speed);
            const FreeImpact hit = free_impact(*law, 1.3, speed);
            // Rounding of some hundred steps, of either way.
            EXPECT_NEAR(hit.restitution, witness.restitution, kink ? 1e-9 : 1e-12) << kind;
            EXPECT_NEAR(hit.max_indentation / witness.max_indentation, 1, kink ? 1e-11 : 1e-12) << kind;
            EXPECT_NEAR(hit.max_force / witness.max_force, 1, 1e-12) << kind;
            EXPECT_NEAR(hit.energy_loss, witness.work, (kink ? 1e-9 : 1e-12)) << kind;
        }
    }
}

/// The largest |e - 1| of a law without loss at many speeds.
double worst_restitution(const contact::Law& law) {
    double worst = 0;
    const double fastest = speed_within(law, 1.3, 0.6);
    for (int i = 1; i <= 60; ++i) worst = std::max(worst, std::abs(free_impact(law, 1.3, fastest * i / 60).restitution - 1));
    return worst;
}

// A jump in the second derivative (a tangent, points) costs no digits wherever the bodies meet it. Control: the same laws that do
// not tell where they jump.
TEST(Collision, EndsItsStepsAtKinks) {
    double unaware = 0;
    for (const auto& [kind, settings] : test::law_samples()) {
        for (const Table& one : settings) {
            const auto law = make_law(kind, one);
            if (law->kinks.empty() || law->elastic() == nullptr) continue;
            EXPECT_LE(worst_restitution(*law), 1e-13) << kind;
            contact::ElasticLaw blind{contact::ElasticPart(law->elastic())};
            blind.end = law->end;
            unaware = std::max(unaware, worst_restitution(blind));
        }
    }
    EXPECT_GT(unaware, 1e-12);
}

// Points on a straight line are told as kinks and are none: with a dashpot the closed form of a spring and a damper, wherever the
// law lets go among them.
TEST(Collision, LetsGoBetweenKinks) {
    const double k = 3e6, mass = 0.8, v0 = 0.9;
    List points;
    for (int i = 0; i <= 40; ++i) points.emplace_back(List{i * 2e-5, i * 2e-5 * k});
    for (int i = 1; i <= 60; ++i) {
        const double zeta = 0.016 * i;
        const auto law = make_law("dubowsky_freudenstein_dashpot",
                                  table({{"elastic", table({{"family", "law"}, {"kind", "custom"}, {"points", points}})},
                                         {"damping", 2 * zeta * std::sqrt(k * mass)}}));
        ASSERT_EQ(law->kinks.size(), 40u);
        const double e = contact::kelvin_voigt_restitution(zeta, Release::zero_force);
        EXPECT_NEAR(free_impact(*law, mass, v0).restitution, e, 1e-13) << zeta;
    }
}

// From F = 0 before the bodies touch to F = 0 again: half a period of the damped oscillator, e = exp(-pi zeta/sqrt(1 - zeta^2)).
TEST(Collision, OfADamperThatClosesByForce) {
    const double k = 1e4, mass = 1.7, v0 = 0.5, w = std::sqrt(k / mass);
    for (const double zeta : {0.01, 0.1, 0.3, 0.75, 0.95}) {
        const auto law = make_law(
            "kelvin_voigt", table({{"stiffness", k}, {"damping", 2 * zeta * std::sqrt(k * mass)}, {"transition", "force"}}));
        const double damped = std::sqrt(1 - zeta * zeta);
        const FreeImpact hit = free_impact(*law, mass, v0);
        const double e = std::exp(-std::numbers::pi * zeta / damped);
        EXPECT_NEAR(hit.restitution, e, 1e-12) << zeta;
        EXPECT_NEAR(hit.duration, std::numbers::pi / (w * damped), 1e-12 / w) << zeta;
        EXPECT_EQ(delivered_restitution(*law, mass, v0), *law->closed_restitution(mass, v0));
    }
}

// Spring and damper all but cancel on the way back of a contact that delivers next to nothing: no digit of their difference may
// end it. Reference: T = integral of m du/(K delta^n (1 + a u/v0)) over the rates u, by adaptive quadrature in another program,
// six digits.
TEST(Collision, LastsWhereSpringAndDamperBalance) {
    for (const auto& [e, duration] :
         {std::pair{0.05, 0.0367638}, std::pair{0.02, 0.0614999}, std::pair{0.01, 0.0921185}, std::pair{0.001, 0.362823}}) {
        const auto law = make_law("gonthier", table({{"stiffness", 1e6}, {"exponent", 1.5}, {"restitution", e}}));
        const FreeImpact hit = free_impact(*law, 1, 1);
        EXPECT_NEAR(hit.duration, duration, 2e-6 * duration) << e;
        EXPECT_EQ(hit.pushes, 1) << e;
        EXPECT_NEAR(hit.restitution, e, 1e-10);
    }
}

// An approach slower than its floor ends in rest, as in a run.
TEST(Collision, OfARigidStopBelowItsFloor) {
    const auto law = make_law("rigid", test::table({{"restitution", 0.4}, {"minimum_speed", 0.1}}));
    EXPECT_EQ(free_impact(*law, 2, 0.05).restitution, 0);
    EXPECT_EQ(delivered_restitution(*law, 2, 0.05), 0);
    EXPECT_EQ(free_impact(*law, 2, 0.05).energy_loss, 0.5 * 2 * 0.05 * 0.05);
    EXPECT_EQ(free_impact(*law, 2, 0.2).restitution, 0.4);
    EXPECT_NEAR(free_impact(*law, 2, 0.2).energy_loss, 0.5 * 2 * 0.2 * 0.2 * (1 - 0.4 * 0.4), 1e-16);
}

// A law that ends says so, with its reason, when the bodies would go beyond.
TEST(Collision, EndsWhereTheLawEnds) {
    const LawPointer law = make_law("hertz", table({{"stiffness", 1e9}}));
    auto ends = std::make_shared<contact::ElasticLaw>(contact::ElasticPart(contact::PowerLaw(1e9, 1.5)));
    ends->kind = "test";
    ends->end = {1e-4, "where it breaks"};
    EXPECT_NEAR(free_impact(*ends, 1, 0.01).max_indentation, free_impact(*law, 1, 0.01).max_indentation, 1e-18);
    try {
        (void)free_impact(*ends, 1, 1);
        ADD_FAILURE() << "went beyond the end";
    } catch (const Error& error) {
        EXPECT_EQ(error.message(),
                  "free impact of law.test: the indentation would reach 0.0002746 m, beyond 0.0001 m, where it breaks (reduced "
                  "mass 1 kg, "
                  "speed 1 m/s)");
    }
}

TEST(Collision, DeliversTheClosedFormWhereThereIsOne) {
    for (const auto& [kind, settings] : test::law_samples()) {
        for (const Table& one : settings) {
            const auto law = make_law(kind, one);
            for (const double fastest : {3e-7, 1e-4, 0.3, 8.0}) {  // the first below the floor of impact speeds
                for (const double mass : {0.02, 2.0}) {
                    const double speed = speed_within(*law, mass, fastest);
                    const auto closed = law->closed_restitution(mass, speed);
                    if (kind == "kelvin_voigt" || kind == "tsuji") {
                        EXPECT_TRUE(closed) << kind << ' ' << mass;
                    }
                    if (!closed || law->rigid) continue;
                    EXPECT_NEAR(*closed, free_impact(*law, mass, speed).restitution, 1e-11)
                        << kind << " " << mass << " " << speed;
                    EXPECT_EQ(*closed, delivered_restitution(*law, mass, speed));
                }
            }
        }
    }
}

}  // namespace
}  // namespace jounce::collision_test
