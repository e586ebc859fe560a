// The law that leaves an indentation behind, branch by branch: continuity, derivatives, stored energy and the work of closed
// loops.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "contact/impacts/free_impact.hpp"
#include "contact/law_samples.hpp"
#include "contact/response/status.hpp"

namespace jounce::plastic_law_test {
namespace {

using namespace contact;
using test::make_law;
using test::nested;
using test::table;

struct Sample {
    const char* kind;
    double e;
    double exponent;
};
const Sample samples[] = {
    {"lankarani_nikravesh_1994", 0.6, 1.5}, {"lankarani_nikravesh_1994", 0.95, 1}, {"gharib_hurmuzlu_second", 0.2, 1.23}};
constexpr double K = 2e8;
constexpr double deepest = 3e-4;

LawPointer law_of(const Sample& s) {
    // As a field of its own, and through another law.
    if (s.exponent == 1) {
        const Value hertz = nested("hertz", table({{"stiffness", K}, {"exponent", s.exponent}}));
        return make_law(s.kind, table({{"elastic", hertz}, {"restitution", s.e}}));
    }
    return make_law(s.kind, table({{"stiffness", K}, {"exponent", s.exponent}, {"restitution", s.e}}));
}

TEST(PlasticLaw, UnloadsAlongThePublishedCurve) {
    for (const Sample& s : samples) {
        const LawPointer law = law_of(s);
        ContactMemory memory{.closed = true, .unloading = true, .impact_speed = 1, .max_indentation = deepest};
        memory.permanent_indentation = law->permanent_indentation(deepest);
        EXPECT_NEAR(memory.permanent_indentation, (1 - s.e * s.e) * deepest, 1e-18);
        const double left = memory.permanent_indentation;
        const double largest = K * std::pow(deepest, s.exponent);
        for (const double share : {1e-3, 0.2, 0.7, 0.999}) {
            const double delta = left + share * (deepest - left);
            for (const double rate : {-0.3, 0.2}) {
                const Response r = contact_response(*law, {delta, rate}, memory);
                EXPECT_NEAR(r.force / (largest * std::pow(share, s.exponent)), 1, 1e-11);
                EXPECT_EQ(r.force, r.elastic_force) << "nothing is lost here";
                EXPECT_EQ(r.damping, 0);
                const double h = 1e-4 * std::min(share, 1 - share) * (deepest - left);
                const Response up = contact_response(*law, {delta + h, rate}, memory);
                const Response down = contact_response(*law, {delta - h, rate}, memory);
                EXPECT_NEAR(r.stiffness / ((up.force - down.force) / (2 * h)), 1, 1e-6);
                EXPECT_NEAR(r.elastic_force / ((up.stored_energy - down.stored_energy) / (2 * h)), 1, 1e-6);
            }
        }
        // Nothing below the surface, and the tangent of it for a side that is held closed.
        for (const double delta : {left, 0.5 * left, 1e-30, -1.0}) {
            EXPECT_EQ(contact_response(*law, {delta, 0.1}, memory).force, 0);
            EXPECT_EQ(contact_response(*law, {delta, 0.1}, memory).stored_energy, 0);
            EXPECT_LE(closed_response(*law, {delta, 0.1}, memory).force, 1e-9 * largest);
        }
    }
}

TEST(PlasticLaw, IsContinuousWhereItsCurvesMeet) {
    for (const Sample& s : samples) {
        const LawPointer law = law_of(s);
        for (const bool unloading : {false, true}) {
            ContactMemory memory{.closed = true, .unloading = unloading, .impact_speed = 1, .max_indentation = deepest};
            memory.permanent_indentation = law->permanent_indentation(deepest);
            const Response before = contact_response(*law, {deepest * (1 - 1e-8), 1}, memory);
            const Response at = contact_response(*law, {deepest, 1}, memory);
            const Response after = contact_response(*law, {deepest * (1 + 1e-8), 1}, memory);
            for (const Response& side : {before, after}) {
                EXPECT_NEAR(side.force / at.force, 1, 1e-6);
                EXPECT_NEAR(side.stored_energy / at.stored_energy, 1, 1e-6);
            }
            // 1/e^2 steeper on the way back.
            EXPECT_NEAR(before.stiffness / after.stiffness, 1 / (s.e * s.e), 1e-5 / (s.e * s.e));
            // What is lost depends, at the very point, on where it comes from.
            EXPECT_NEAR(at.elastic_force / at.force, unloading ? 1 : s.e * s.e, 1e-9);
        }
    }
}

// Load to one depth, unload, load again to another, unload: the work done is (1 - e^2) U_e of the deepest point, whatever came
// between.
TEST(PlasticLaw, LoopsLoseWhatTheDeepestPointSays) {
    for (const Sample& s : samples) {
        const LawPointer law = law_of(s);
        for (const double second : {0.4, 0.97, 1.0, 1.9}) {
            ContactMemory memory{.closed = true, .impact_speed = 1};
            double work = 0, lost = 0;
            const auto go = [&](double from, double to) {
                const int n = 20000;
                const double h = (to - from) / n;
                for (int i = 0; i < n; ++i) {
                    const Response r = contact_response(*law, {from + (i + 0.5) * h, h > 0 ? 1.0 : -1.0}, memory);
                    work += r.force * h;
                    lost += (r.force - r.elastic_force) * h;
                    EXPECT_GE((r.force - r.elastic_force) * h, 0);
                }
                if (h > 0) {
                    memory.unloading = true;
                    memory.permanent_indentation = std::fmax(memory.permanent_indentation, law->permanent_indentation(to));
                }
            };
            go(0, deepest);
            go(deepest, 0.9 * memory.permanent_indentation);
            go(0.9 * memory.permanent_indentation, second * deepest);
            go(second * deepest, 0);
            const double reached = std::max(1.0, second) * deepest;
            const double expected = (1 - s.e * s.e) * K * std::pow(reached, s.exponent + 1) / (s.exponent + 1);
            EXPECT_NEAR(work / expected, 1, 2e-4) << s.kind << " " << second;
            EXPECT_NEAR(lost / expected, 1, 2e-4) << s.kind << " " << second;
        }
    }
}

TEST(PlasticLaw, WithoutLossIsItsElasticForce) {
    const LawPointer law = make_law("lankarani_nikravesh_1994", table({{"stiffness", K}, {"restitution", 1}}));
    EXPECT_FALSE(law->turning_point);
    EXPECT_EQ(law->permanent_indentation(1), 0);
    const Response r = contact_response(*law, {1e-4, -1}, {.closed = true, .unloading = true, .impact_speed = 1});
    EXPECT_NEAR(r.force / (K * 1e-6), 1, 1e-15);
    EXPECT_EQ(r.force, r.elastic_force);
}

// The least restitution that is let in comes back to six digits: its way back has eight.
TEST(PlasticLaw, DeliversTheLeastRestitution) {
    for (const char* kind : {"lankarani_nikravesh_1994", "gharib_hurmuzlu_second"}) {
        for (const double e : {1e-4, 2e-4, 1e-3}) {
            const LawPointer law = make_law(kind, table({{"stiffness", K}, {"restitution", e}}));
            for (const double speed : {1e-3, 1.0, 30.0})
                EXPECT_NEAR(contact::free_impact(*law, 1, speed).restitution / e, 1, 1e-6) << kind << e << speed;
        }
    }
}

}  // namespace
}  // namespace jounce::plastic_law_test
