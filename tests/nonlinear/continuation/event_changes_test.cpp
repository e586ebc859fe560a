// Branches across changes of the orbit's events: grazings of both sides at once, of relaxing laws, beside slow impacts, and
// sticks that begin.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <string>

#include "nonlinear/continuation/grazing.hpp"
#include "nonlinear/continuation/march_branches.hpp"
#include "nonlinear/continuation/symmetric_orbit.hpp"
#include "nonlinear/continuation/walk_steps.hpp"
#include "nonlinear/orbits/oscillators.hpp"
#include "nonlinear/orbits/section_choice.hpp"
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
        EXPECT_EQ(std::ranges::count(found, SpecialKind::grazing, &Found::kind), 1);
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

// Two masses without a connection under one load: towards lower frequencies the second one leaves its stop just before the first
// one touches its own. Each is a grazing of a linear response.
TEST_P(EventChanges, ContactsThatEndAndBeginNearOneAnother) {
    constexpr double stiffness = 4, damping = 0.1;
    const auto second = [](double w) { return 1.0 / std::complex<double>(stiffness - w * w, damping * w); };
    const contact::LawPointer law = law_named("kelvin_voigt", table({{"stiffness", 1.0}, {"damping", 0.5}}));
    for (const double apart : {1e-4, 1e-5}) {
        SCOPED_TRACE(apart);
        const double leaving = touching + apart;
        const ModelFamily family{
            [&](double w) {
                const Matrix M = Matrix::Identity(2, 2), C = damping * M;
                auto out = std::make_shared<System>(linear_system(M, C, (Vector(2) << 1, stiffness).finished().asDiagonal()));
                add_contact(*out, "first", stop(1), law, {Vector::Unit(2, 0)});
                add_contact(*out, "second", stop(std::abs(second(leaving))), law, {Vector::Unit(2, 1)});
                Load load;
                load.pattern = Vector::Ones(2);
                load.signal = cosine(1, w);
                out->loads.push_back(load);
                return out;
            },
            [](double w) { return 2 * pi / w; }};
        // At a quarter of the period, between both contacts: x = Re(i X), x' = -w Re X.
        const double at = 1.45;
        const std::complex<double> X = 1.0 / std::complex<double>(1 - at * at, damping * at), Y = second(at);
        const Vector y = (Vector(4) << -X.imag(), -Y.imag(), -at * X.real(), -at * Y.real()).finished();
        const Asked asked{family, at, 1.35, 1.45, y, 0.25};
        const Branch branch = followed(asked, GetParam());
        SCOPED_TRACE(text(branch, asked));
        const std::vector<Found> found = specials(branch, asked);
        expect_special(found, SpecialKind::grazing, touching, 1e-10);
        expect_special(found, SpecialKind::grazing, leaving, 1e-10);
        EXPECT_EQ(std::ranges::count(found, SpecialKind::jump_of_multipliers, &Found::kind), 0);
        expect_ends_at_bounds(branch);
    }
}

// Under a second harmonic, x'' + 0.2 x' + x + 100 max(x - 0.2, 0)^1.5 = cos w t + a sin 6 w t at w = 0.8, a contact splits at the
// a at which its force has a minimum of zero. That is smooth: it is no special point, multipliers stay, and steps need not become
// as short as where contacts begin. Reference: 400 000 Runge-Kutta steps a period in long double, shooting for the orbit and for
// the minimum of x at the stop.
TEST_P(EventChanges, ContactsThatSplitArePassed) {
    constexpr double w = 0.8, split = 3.47885247041;
    const contact::LawPointer law = law_named("hertz", table({{"stiffness", 100.0}, {"exponent", 1.5}}));
    const ModelFamily family{
        [&](double a) {
            auto out = std::make_shared<System>(*Oscillator{0.1, 0.2, 1, law}.system(w));
            Load load;
            load.pattern = Vector::Ones(1);
            load.signal = signal_family.find("sine")->make(table({{"amplitude", a}, {"frequency", 6 * w / (2 * pi)}}));
            out->loads.push_back(load);
            return out;
        },
        [](double) { return 2 * pi / w; }};
    const Asked asked{family, 3.5, 3.477, 3.53, state(-2.43885164426064, 0.820678017425157), 0.55954350919634, 0.2};
    BranchProblem problem = problem_of(asked, GetParam());
    problem.family.period = family.period;
    Branch branch = begin_branch(problem, branch_orbit(problem, asked.y, asked.at, asked.section), asked.section);
    while (!branch.done() && branch.walks[branch.under_way].rows.size() < 2500) advance(branch, problem);
    SCOPED_TRACE(text(branch, asked));
    expect_ends_at_bounds(branch);
    EXPECT_TRUE(specials(branch, asked).empty());
    int splits = 0;
    std::size_t rows = 0;
    for (const Walk& walk : branch.walks) {
        rows += walk.rows.size();
        for (std::size_t i = 1; i < walk.rows.size(); ++i) {
            const CurvePoint &before = walk.rows[i - 1].point, &behind = walk.rows[i].point;
            if (before.at.events.contacts_begun == behind.at.events.contacts_begun) continue;
            ++splits;
            for (const CurvePoint* point : {&before, &behind}) EXPECT_NEAR(3.477 + 0.053 * point->U(2), split, 1e-10);
            EXPECT_EQ(std::max(before.at.events.contacts_begun, behind.at.events.contacts_begun), 3);
            EXPECT_LT(std::abs(before.multipliers[0] - behind.multipliers[0]), 1e-4);
        }
    }
    EXPECT_EQ(splits, 1);
    EXPECT_LT(rows, 32 + 0.95 / GetParam());  // 22 more with steps of 1e-6 at the split
}

// A force that relaxes as exp(-t k/c) in flight leaves e^-15 of itself at the section. The scale of the kept compression is its
// largest value; that of what has remained would make a walk creep.
TEST_P(EventChanges, RelaxingGapsHaveOrdinarySteps) {
    const contact::LawPointer law =
        law_named("kelvin_voigt", table({{"stiffness", 30.0}, {"damping", 4.0}, {"transition", "relaxation"}}));
    const Oscillator oscillator{0.05, 1, 1, law, true};
    const double at = 1.2, period = 2 * pi / at;
    const SectionChoice choice = choose_section(oscillator.system(at), period, 1, 100, nullptr, 1e-10, {});
    const Vector scales = section_scales(*oscillator.system(at), period, choice);
    ASSERT_EQ(choice.y.size(), 4);
    EXPECT_GT(scales.tail(2).minCoeff(), 1e-3);
    EXPECT_LT(choice.y.tail(2).minCoeff(), 1e-3 * scales.tail(2).minCoeff());

    Asked asked{oscillator.family(), at, 1.1, 1.3, choice.y, choice.phase, 1, 1, 2};
    BranchProblem problem = problem_of(asked, GetParam());
    MapSettings settings = section(choice.phase, 1, at);
    settings.scales = scales;
    problem.sections = march_sections(asked.models, settings);
    Branch branch = begin_branch(problem, branch_orbit(problem, choice.y, at, choice.phase), choice.phase);
    while (!branch.done() && branch.walks[branch.under_way].rows.size() < 2500) advance(branch, problem);
    SCOPED_TRACE(text(branch, asked));
    expect_ends_at_bounds(branch);
    // The unknowns change by less than ten of their scales in the range, in steps of a fifth of `max` or more.
    for (const Walk& walk : branch.walks) EXPECT_LT(walk.rows.size(), 50 / GetParam());
}

TEST(ChangesOfEvents, AreNamed) {
    const auto counts = [](int onsets, int sticks) {
        EventCounts out;
        out.counts = {{0, 1, MapEvent::Kind::onset, onsets}, {-1, 0, MapEvent::Kind::stick, sticks}};
        out.contacts_begun = onsets;
        return out;
    };
    EXPECT_EQ(change_of(counts(6, 1), counts(8, 0)), "the contacts of the orbit change from 6 to 8");
    EXPECT_EQ(change_of(counts(2, 0), counts(2, 1)), "the sticks of the orbit change from 0 to 1");
    EventCounts other = counts(2, 1);
    other.counts[0].side = -1;
    EXPECT_EQ(change_of(counts(2, 1), other), "the events of the orbit change");
}

// y = 0 with one contact of speed sqrt(lambda - 0.3), which begins at 0.3. Off the branch a stick is added, so that no
// displacement of the section tells which one slows the contact down; another parameter does.
TEST(ChangesOfEvents, FlightIsFoundByTheParameterWhereNoDisplacementIs) {
    const Equations f = [](const Vector& U, Wanted) -> std::optional<Evaluation> {
        Evaluation out;
        out.residual = U.head(1);
        out.jacobian = (Matrix(1, 2) << 1, 0).finished();
        out.factors = {Matrix::Constant(1, 1, 2)};
        if (U(1) > 0.3) {
            out.events.contacts_begun = 1;
            out.events.counts = {{0, 1, MapEvent::Kind::impact, 1}};
            out.smallest_impact_speed = std::sqrt(U(1) - 0.3);
            if (U(0) != 0) out.events.counts.push_back({-1, 0, MapEvent::Kind::stick, 1});
        } else {
            out.smallest_opening = 0.3 - U(1);
        }
        return out;
    };
    const Vector U = (Vector(2) << 0, 0.3001).finished(), down = -Vector::Unit(2, 1);
    const std::optional<Corrected> corrected = correct(f, U, down, down.dot(U), {});
    ASSERT_TRUE(corrected);
    const std::optional<CurvePoint> touches = curve_point(*corrected, down, 0);
    ASSERT_TRUE(touches);
    ASSERT_EQ(touches->at.events.contacts_begun, 1);
    const std::optional<CurvePoint> flight = into_flight(f, {*touches}, {});
    ASSERT_TRUE(flight);
    EXPECT_EQ(flight->at.events.contacts_begun, 0);
    EXPECT_LT(flight->U(1), 0.3);
    EXPECT_NEAR(flight->U(0), 0, 1e-12);
}

// y = 0 with two contacts of speed sqrt(lambda - 0.3), which begin at 0.3, the second one 1e-9 later, as by rounding. The minimum
// of the opening is not seen in flight, as where it lies too near the one before it. Control: contacts that split there are no
// grazing.
TEST(ChangesOfEvents, AreGrazingsWhereNoMinimumWasSeenInFlight) {
    for (const bool split : {false, true}) {
        const Equations f = [split](const Vector& U, Wanted) -> std::optional<Evaluation> {
            Evaluation out;
            out.residual = U.head(1);
            out.jacobian = (Matrix(1, 2) << 1, 0).finished();
            out.factors = {Matrix::Constant(1, 1, 2)};
            out.points.resize(1);
            for (const int side : {1, -1}) {
                const double depth = U(1) - (side > 0 ? 0.3 : 0.3 + 1e-9), speed = std::sqrt(std::max(depth, 0.0));
                const auto contact = [&](double begin, double length, double v) {
                    out.points[0].events.push_back({0, side, MapEvent::Kind::onset, begin, v});
                    out.points[0].events.push_back({0, side, MapEvent::Kind::release, begin + length});
                    ++out.events.contacts_begun;
                };
                contact(1 + side, 0.1, 1);
                if (depth > 0) contact(1.1 + side + (split ? 0.1 * speed : 0.1), split ? 0.1 : 0.1 * speed, speed);
                out.events.counts.push_back({0, side, MapEvent::Kind::onset, depth > 0 ? 2 : 1});
                out.smallest_impact_speed = std::min(out.smallest_impact_speed, depth > 0 ? speed : 1.0);
            }
            std::ranges::stable_sort(out.points[0].events, {}, &MapEvent::time);
            return out;
        };
        for (const double begin : {0.31, 0.29}) {
            const Vector along = (begin > 0.3 ? -1 : 1) * Vector::Unit(2, 1);
            const Vector U = (Vector(2) << 0, begin).finished();
            const std::optional<Corrected> corrected = correct(f, U, along, along.dot(U), {});
            ASSERT_TRUE(corrected);
            const std::optional<CurvePoint> first = curve_point(*corrected, along, 0);
            ASSERT_TRUE(first);
            const WalkSettings settings = everything(0.004);
            Walk walk = begin_walk(*first, 1, settings, 0);
            while (walk.end == WalkEnd::none && walk.rows.size() < 500) advance(walk, {f, {{1, 0.28, 0.32}}}, settings);
            EXPECT_EQ(walk.end, WalkEnd::bound) << walk.why;
            std::vector<WalkRow> found;
            std::ranges::copy_if(walk.rows, std::back_inserter(found),
                                 [](const WalkRow& row) { return row.special.has_value(); });
            ASSERT_EQ(found.size(), split ? 0u : 1u);
            if (split) continue;
            EXPECT_EQ(found[0].special->kind, SpecialKind::grazing);
            EXPECT_NEAR(found[0].point.U(1), 0.3, 2e-9);
            EXPECT_EQ(found[0].point.at.events.contacts_begun, 2);  // of the orbit in flight
        }
    }
}

}  // namespace
}  // namespace jounce::event_changes_test
