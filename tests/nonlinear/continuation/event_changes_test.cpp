// Branches across changes of the orbit's events: grazings of both sides at once, of relaxing laws, beside slow impacts, and
// sticks that begin.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>

#include "nonlinear/continuation/march_branches.hpp"
#include "nonlinear/continuation/symmetric_orbit.hpp"
#include "nonlinear/orbits/oscillators.hpp"
#include "system/models.hpp"

namespace jounce::event_changes_test {
namespace {

using namespace nonlinear;
using namespace test;

class EventChanges : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Steps, EventChanges, testing::Values(0.05, 0.02, 0.01, 0.005));

/// x'' + 0.1 x' + x = cos w t without contact.
Vector linear_response(double w) {
    const std::complex<double> X = 1.0 / std::complex<double>(1 - w * w, 0.1 * w);
    return state(X.real(), -w * X.imag());
}
/// The linear response reaches the stop: |1 - w^2 + 0.1 i w| = 1.
constexpr double touching = 1.410673597966588;

void expect_ends_at_bounds(const Branch& branch) {
    ASSERT_TRUE(branch.done());
    for (const Walk& walk : branch.walks) {
        EXPECT_EQ(walk.end, WalkEnd::bound) << walk.why;
        EXPECT_LT(walk.rows.size(), 2500u);
    }
}

// A compression that is kept has a rate that depends on the last impact speed with these laws: no orbit begins at a positive one.
// In flight nothing is kept, and the branch is that of the same law without `relaxation`.
TEST(EventChangesOfLaws, GrazingsOfRelaxingLaws) {
    for (const char* law : {"hunt_crossley", "flores"}) {
        for (const double most : {0.05, 0.02, 0.01}) {
            SCOPED_TRACE(std::string(law) + " " + std::to_string(most));
            const contact::LawPointer made =
                law_named(law, table({{"stiffness", 60.0}, {"restitution", 0.7}, {"transition", "relaxation"}}));
            Vector y = linear_response(1.5);
            y.conservativeResizeLike(Vector::Zero(3));
            const Asked asked{Oscillator{0.05, 1, 1, made}.family(), 1.5, 1.2, 1.5, y, 0, 1, 1, 1};
            const Branch branch = followed(asked, most);
            SCOPED_TRACE(text(branch, asked));
            const std::vector<Found> found = specials(branch, asked);
            EXPECT_EQ(std::ranges::count(found, SpecialKind::grazing, &Found::kind), 1);
            expect_special(found, SpecialKind::grazing, touching, 1e-11);
            expect_ends_at_bounds(branch);
        }
    }
}

// x -> -x half a period later: both stops are touched at one parameter.
TEST_P(EventChanges, BothSidesGrazeAtOnce) {
    const contact::LawPointer laws[] = {law_named("hooke", table({{"stiffness", 40.0}})),
                                        law_named("kelvin_voigt", table({{"stiffness", 40.0}, {"damping", 1.0}})),
                                        law_named("hunt_crossley", table({{"stiffness", 60.0}, {"restitution", 0.7}}))};
    for (const contact::LawPointer& law : laws) {
        SCOPED_TRACE(law->kind);
        const Asked asked{Oscillator{0.05, 1, 1, law, true}.family(), 1.8, 1.2, 1.9, linear_response(1.8)};
        const Branch branch = followed(asked, GetParam());
        SCOPED_TRACE(text(branch, asked));
        const std::vector<Found> found = specials(branch, asked);
        expect_special(found, SpecialKind::grazing, touching, 1e-11);
        expect_ends_at_bounds(branch);
        // The orbits behind it are symmetric: as many contacts on either side.
        int contacts = 0;
        for (const Walk& walk : branch.walks)
            for (const WalkRow& row : walk.rows) {
                EXPECT_EQ(row.point.at.events.contacts_begun % 2, 0);
                contacts = std::max(contacts, row.point.at.events.contacts_begun);
            }
        EXPECT_GE(contacts, 2);
    }
}

// Towards the grazing of both rigid stops two slow impacts magnify displacements, by 1/v each; tangents with a derivative by the
// parameter of a few digits let the walk creep. Its orbits have the impact speed of the closed form.
TEST_P(EventChanges, SlowImpactsOnBothSidesArePassed) {
    const SymmetricOrbit known{0.05, 1, 0.6};
    const contact::LawPointer rigid = law_named("rigid", table({{"restitution", known.restitution}}));
    const Asked asked{Oscillator{0.05, 1, 1, rigid, true}.family(), 1.6, 1.2, 3.2, known.at(1.6).at_phase_0};
    const Branch branch = followed(asked, GetParam());
    SCOPED_TRACE(text(branch, asked));
    const std::vector<Found> found = specials(branch, asked);
    ASSERT_EQ(found.size(), 2u);
    expect_special(found, SpecialKind::grazing, touching, 1e-11);
    const double fold = zero_of([&](double w) { return known.at(w).discriminant; }, 1.5, 3.2);
    expect_special(found, SpecialKind::fold, fold, 1e-10);
    expect_ends_at_bounds(branch);
    int compared = 0;
    const ScaledFamily family{nullptr, 1, asked.from, asked.to};
    for (const Walk& walk : branch.walks)
        for (const WalkRow& row : walk.rows) {
            const double w = family.parameter(row.point.U), v = row.point.at.smallest_impact_speed * asked.at;
            if (row.special || !(v < 0.1) || row.point.at.events.contacts_begun != 2) continue;
            // A residual of 1e-9 is magnified by two impacts, by 1/v each.
            EXPECT_NEAR(v, known.at(w).slow_speed, 1e-6) << w;
            ++compared;
        }
    EXPECT_GT(compared, 0);
}

/// x'' + 0.1 x' + x = cos w t - mu sign x' that slips throughout, from the flow over half a period: the position x at x' = 0,
/// where the slip backwards begins, the load there, its phase, and the state a fifth of the half period later.
struct Reversal {
    double x = 0, load = 0, phase = 0;
    Vector later;
};
constexpr double later = 0.2;
Reversal reversal(double w, double mu) {
    const double z = 0.05, d = std::sqrt(1 - z * z), half = pi / w;
    const double E = std::exp(-z * half), C = std::cos(d * half), S = std::sin(d * half);
    // x = mu + e^(-z s) (a cos d s + b sin d s) + p cos w s - q sin w s; x(half) = -x(0) and x'(half) = x'(0) = 0
    const double m11 = 1 + E * C, m12 = E * S, m21 = -z - E * (z * C + d * S), m22 = d + E * (d * C - z * S);
    const double b = 2 * mu * m21 / (m11 * m22 - m12 * m21), a = -(2 * mu + m12 * b) / m11;
    const double q = (d * b - z * a) / w;
    const std::complex<double> H = 1.0 / std::complex<double>(1 - w * w, 2 * z * w);
    const double p = std::sqrt(std::norm(H) - q * q);
    const std::complex<double> turn = std::complex<double>(p, q) / H;
    const double s = later * half, e = std::exp(-z * s), c = std::cos(d * s), n = std::sin(d * s);
    const Vector there = state(mu + e * (a * c + b * n) + p * std::cos(w * s) - q * std::sin(w * s),
                               e * ((d * b - z * a) * c - (d * a + z * b) * n) - w * (p * std::sin(w * s) + q * std::cos(w * s)));
    return {mu + a + p, turn.real(), std::arg(turn), there};
}

// Below a frequency the reversed slip sticks first, because the force at rest is below the static limit. The multiplier jumps
// there, and Newton's method runs to and fro between both pieces.
TEST_P(EventChanges, SticksThatBegin) {
    const double mu = 0.3, most = 0.4;
    const ModelFamily family{
        [=](double w) {
            Script s;
            s.add("point", {{"name", "m"}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}});
            s.add("spring", {{"from", "m"}, {"direction", vector(1, 0, 0)}, {"stiffness", 1}, {"damping", 0.1}});
            s.add("friction",
                  {{"name", "f"},
                   {"node", "m"},
                   {"direction", vector(1, 0, 0)},
                   {"normal_force", 1},
                   {"friction", table_of("friction", "coulomb", {{"coefficient", mu}, {"static_coefficient", most}})}});
            s.add("load",
                  {{"nodes", words({"m"})},
                   {"direction", vector(1, 0, 0)},
                   {"force", table_of("signal", "sine", {{"amplitude", 1.0}, {"frequency", w / (2 * pi)}, {"phase", pi / 2}})}});
            return std::make_shared<const System>(s.system());
        },
        [](double w) { return 2 * pi / w; }};
    const auto too_little = [&](double w) { return std::abs(reversal(w, mu).load - reversal(w, mu).x) - most; };
    const double w = zero_of(too_little, 0.5, 0.6);
    ASSERT_NEAR(w, 0.5555608524280, 1e-12);  // the same by another program
    const Reversal at = reversal(0.6, mu);
    const Asked asked{family, 0.6, 0.5, 0.7, at.later, at.phase / (2 * pi) + 0.5 * later};
    const Branch branch = followed(asked, GetParam());
    SCOPED_TRACE(text(branch, asked));
    const std::vector<Found> found = specials(branch, asked);
    ASSERT_EQ(found.size(), 1u);
    // A stick is seen when it lasts longer than the resolution of events.
    expect_special(found, SpecialKind::jump_of_multipliers, w, 1e-9);
    expect_ends_at_bounds(branch);
}

}  // namespace
}  // namespace jounce::event_changes_test
