// Promise: the words for motions that nothing holds depend on neither the place of a model nor its size nor the mass of its
// material, and a heavy end changes no motion of a rigid body. Physics: motions without strain are properties of the geometry of
// what holds. Reference: the same words at the origin, counted by hand in free_motions_test.cpp. Control: a hinge more has
// others.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "system/models.hpp"
#include "time/statics/free_motions.hpp"

namespace jounce::test::free_words_test {
namespace {

struct Site {
    double x = 0, y = 0, z = 0, size = 1, density = 7800, heavy = 0;
};

Handle beam(Script& s, const std::string& name, const Site& at, const std::array<double, 3>& from,
            const std::array<double, 3>& to) {
    const auto place = [&](const std::array<double, 3>& p) {
        return vector(at.x + at.size * p[0], at.y + at.size * p[1], at.z + at.size * p[2]);
    };
    const Value material =
        table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", at.density}});
    const Handle out = s.add("beam", {{"name", name},
                                      {"from", place(from)},
                                      {"to", place(to)},
                                      {"elements", 4},
                                      {"section", circle(0.02 * at.size)},
                                      {"material", material}});
    if (at.heavy > 0) s.add("point", {{"node", out.nodes.back()}, {"mass", at.heavy}});
    return out;
}

std::string words_of(const Script& s) { return time::free_motions(s.system()).text(); }

std::string alone(const Site& at) {
    Script s;
    beam(s, "rod", at, {0, 0, 0}, {1, 0, 0});
    return words_of(s);
}

/// Beams in a row, the first clamped, tied to each other in all translations.
std::string hinged(const Site& at, int count) {
    Script s;
    Handle before;
    for (int i = 0; i < count; ++i) {
        const auto corner = [](int k) { return std::array<double, 3>{1.0 * k, 0.3 * k * k, 0.2 * k}; };
        const Handle next = beam(s, "b" + std::to_string(i), at, corner(i), corner(i + 1));
        if (i == 0) s.add("fix", {{"node", next.nodes.front()}});
        if (i > 0) s.add("tie", {{"from", before.nodes.back()}, {"to", next.nodes.front()}, {"dofs", words({"ux", "uy", "uz"})}});
        before = next;
    }
    return words_of(s);
}

/// A clamped beam, and a loose one on a gap across its end.
std::string on_gap(const Site& at) {
    Script s;
    const Handle held = beam(s, "held", at, {0, 0, 0}, {1, 0, 0}), loose = beam(s, "loose", at, {1, 0, 0.1}, {2, 0, 0.1});
    s.add("fix", {{"node", held.nodes.front()}});
    s.add("gap", {{"from", held.nodes.back()},
                  {"to", loose.nodes.front()},
                  {"direction", vector(0, 0, 1)},
                  {"clearance", 1e-3},
                  {"law", hertz()}});
    return words_of(s);
}

const std::vector<Site> sites = {{100, -200, 300},      {-100, 200, -300},      {0, 0, 0, 1e-2},        {3, 2, 1, 1e2},
                                 {0, 0, 0, 1e-3, 1000}, {0, 0, 0, 1, 7800, 20}, {5, -4, 3, 1, 7800, 20}};

TEST(FreeWords, OfABodyAreTheSameEverywhere) {
    const std::string here = alone({});
    EXPECT_NE(here.find("6 motions"), std::string::npos) << here;
    for (const Site& at : sites) EXPECT_EQ(alone(at), here) << at.x << " " << at.size << " " << at.heavy;
}

// An oblique beam has products of inertia: its motions are about the axis that its support leaves free all the same.
TEST(FreeWords, OfAnObliqueBeamAreAboutTheAxisLeftFree) {
    for (const double heavy : {0.0, 20.0}) {
        for (const char* free : {"rx", "ry", "rz"}) {
            Script s;
            Site at;
            at.heavy = heavy;
            const Handle rod = beam(s, "rod", at, {0, 0, 0}, {1, 0.7, 0.4});
            List held{"ux", "uy", "uz"};
            for (const char* turn : {"rx", "ry", "rz"})
                if (std::string(turn) != free) held.emplace_back(turn);
            s.add("fix", {{"node", rod.nodes.front()}, {"dofs", held}});
            const std::string words = words_of(s);
            EXPECT_NE(words.find("1 motion"), std::string::npos) << words;
            EXPECT_NE(words.find("(" + std::string(free) + ")"), std::string::npos) << free << " " << words;
        }
    }
}

TEST(FreeWords, OfThingsOnHingesAreTheSameEverywhere) {
    const std::string two = hinged({}, 2), three = hinged({}, 3);
    EXPECT_NE(two.find("'b1'"), std::string::npos) << two;
    EXPECT_NE(two, three) << "control";
    for (const Site& at : sites) {
        EXPECT_EQ(hinged(at, 2), two) << at.x << " " << at.size << " " << at.heavy;
        EXPECT_EQ(hinged(at, 3), three) << at.x << " " << at.size << " " << at.heavy;
    }
}

TEST(FreeWords, OfThingsOnGapsAreTheSameEverywhere) {
    const std::string here = on_gap({});
    EXPECT_NE(here.find("of 'loose'"), std::string::npos) << here;
    for (const Site& at : sites) EXPECT_EQ(on_gap(at), here) << at.x << " " << at.size << " " << at.heavy;
}

}  // namespace
}  // namespace jounce::test::free_words_test
