// Motions that nothing holds.
// Physics: a body has six rigid motions in space and three in the plane; a support takes away the motions of its point (a beam on
// a pin turns about it); a spring holds a mass along its line alone; a hinge lets one part turn against the other; a gap holds
// the distance of what it joins. Reference: these numbers and axes, counted by hand. Control: held models have none; the two
// masses without their gap have one more.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/free_motions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <tuple>
#include <utility>

#include "base/messages/text.hpp"
#include "modal/modes.hpp"
#include "modal/reduction.hpp"
#include "system/models.hpp"

namespace jounce::test::free_motions_test {
namespace {

const Value all = words({"ux", "uy", "uz", "rx", "ry", "rz"});
const Value out_of_plane = words({"uz", "rx", "ry"});

using Place = std::array<double, 3>;

Handle add_beam(Script& s, const char* name, Place from, Place to, int elements = 6) {
    return s.add("beam", {{"name", name},
                          {"from", vector(from[0], from[1], from[2])},
                          {"to", vector(to[0], to[1], to[2])},
                          {"elements", elements},
                          {"section", circle(0.02)},
                          {"material", steel()}});
}

void fix(Script& s, const std::vector<Reference>& nodes, const Value& dofs) {
    s.add("fix", {{"nodes", references(nodes)}, {"dofs", dofs}});
}

void add_mass(Script& s, const char* name, double x, const Value& free) {
    s.add("point", {{"name", name}, {"at", vector(x, 1, 0)}, {"mass", 2}, {"free", free}});
}

/// "3: ux, uy, rz", "3: ux, uy, uz of 'ball'", "1: 1 of hinges: 'rod' and 'crank'"
std::string found(const System& system) {
    const time::FreeMotions free = time::free_motions(system);
    std::string out = std::to_string(free.count) + ":";
    for (const auto& of : free.rigid) out += " " + join(of.names) + (of.things.empty() ? "" : " of " + of.things);
    return out + (free.deforming > 0 ? " " + std::to_string(free.deforming) + " of hinges: " + free.deformed : "");
}

std::string found(const Script& s) { return found(s.system()); }

TEST(FreeMotions, OfABeamInSpaceAreSix) {
    const std::array<std::pair<Place, Place>, 4> places = {{{{0, 0, 0}, {1, 0, 0}},
                                                            {{0, 0, 0}, {1, 2, 2}},
                                                            {{0.3, -0.2, 5}, {0.3, -0.2, 6}},
                                                            {{1e4, -2e3, 5e3}, {1e4, -2e3 + 0.6, 5e3 + 0.8}}}};
    for (const auto& [from, to] : places) {
        Script s;
        add_beam(s, "beam", from, to);
        EXPECT_EQ(found(s), "6: ux, uy, uz, rx, ry, rz");
    }
}

TEST(FreeMotions, OfABeamInThePlaneAreThree) {
    Script s;
    const Handle beam = add_beam(s, "beam", {1, 2, 0}, {1.6, 2.8, 0});
    fix(s, beam.nodes, out_of_plane);
    EXPECT_EQ(found(s), "3: ux, uy, rz");
}

TEST(FreeMotions, OfABeamOnAPinAreItsRotations) {
    Script space;
    fix(space, {add_beam(space, "beam", {1, 2, 0}, {1.6, 2.8, 0}).nodes.front()}, words({"ux", "uy", "uz"}));
    EXPECT_EQ(found(space), "3: rx, ry, rz");
    Script plane;
    const Handle beam = add_beam(plane, "beam", {1, 2, 0}, {1.6, 2.8, 0});
    fix(plane, beam.nodes, out_of_plane);
    fix(plane, {beam.nodes.front()}, words({"ux", "uy"}));
    EXPECT_EQ(found(plane), "1: rz");
    Script slide;
    const Handle guided = add_beam(slide, "beam", {0, 0, 0}, {1, 0, 0});
    fix(slide, {guided.nodes.front()}, words({"uy", "uz", "ry", "rz"}));
    EXPECT_EQ(found(slide), "2: ux, rx");
    Script held;
    fix(held, {add_beam(held, "beam", {1, 2, 0}, {1.6, 2.8, 0}).nodes.front()}, all);
    EXPECT_EQ(found(held), "0:") << "control";
}

TEST(FreeMotions, AreThoseOfTheLoosePart) {
    Script s;
    fix(s, {add_beam(s, "held", {0, 0, 0}, {1, 0, 0}).nodes.front()}, all);
    add_mass(s, "ball", 0.5, words({"ux", "uy", "uz"}));
    EXPECT_EQ(found(s), "3: ux, uy, uz of 'ball'");
    EXPECT_EQ(time::free_motions(s.system()).text(),
              "3 motions without support (ux, uy, uz of 'ball'): did you forget model:fix?");
    Script two;
    fix(two, {add_beam(two, "held", {0, 0, 0}, {1, 0, 0}).nodes.front()}, all);
    add_beam(two, "loose", {0, 1, 0}, {1, 1, 1});
    EXPECT_EQ(found(two), "6: ux, uy, uz, rx, ry, rz of 'loose'");
}

TEST(FreeMotions, OfAMassOnASpringAreAcrossIt) {
    for (const auto& [direction, expected] : {std::pair(vector(1, 0, 0), "2: uy, uz"),
                                              {vector(0, 0, 2), "2: ux, uy"},
                                              {vector(1, 1, 0), "2: uz, a slanted translation"}}) {
        Script s;
        add_mass(s, "mass", 0, words({"ux", "uy", "uz"}));
        s.add("spring", {{"from", "mass"}, {"direction", direction}, {"stiffness", 1e3}});
        EXPECT_EQ(found(s), expected);
    }
}

TEST(FreeMotions, DoNotCloseGaps) {
    for (const bool gap : {true, false}) {
        Script s;
        add_mass(s, "left", 0, words({"ux", "uy"}));
        add_mass(s, "right", 1, words({"ux", "uy"}));
        if (gap)
            s.add("gap",
                  {{"from", "left"}, {"to", "right"}, {"direction", vector(1, 0, 0)}, {"clearance", 1e-3}, {"law", hertz()}});
        EXPECT_EQ(found(s), gap ? "3: ux, uy, rz" : "4: ux, uy of 'left' ux, uy of 'right'") << "control without a gap";
    }
}

/// Beams in the plane, one after the other, tied at their ends; the first one is clamped if `held`.
void add_hinged(Script& s, int count, bool held) {
    Handle before;
    for (int i = 0; i < count; ++i) {
        const Handle beam =
            add_beam(s, ("b" + std::to_string(i)).c_str(), {1.0 * i, 0.3 * i * i, 0}, {1.0 * i + 1, 0.3 * (i + 1) * (i + 1), 0});
        fix(s, beam.nodes, out_of_plane);
        if (i == 0 && held) fix(s, {beam.nodes.front()}, all);
        if (i > 0) s.add("tie", {{"from", before.nodes.back()}, {"to", beam.nodes.front()}, {"dofs", words({"ux", "uy"})}});
        before = beam;
    }
}

TEST(FreeMotions, OfHingesMoveTheThingsBehindThem) {
    for (const auto& [count, held, expected] : {std::tuple(2, true, "1: rz of 'b1'"),
                                                {3, true, "2: rz of 'b2' 1 of hinges: 'b1' and 'b2'"},
                                                {2, false, "4: ux, uy, rz rz of 'b0'"}}) {
        Script s;
        add_hinged(s, count, held);
        EXPECT_EQ(found(s), expected);
    }
}

/// A clamped beam, and a loose one on a gap across its end.
void add_beam_on_gap(Script& s) {
    const Handle held = add_beam(s, "held", {0, 0, 0}, {1, 0, 0}), loose = add_beam(s, "loose", {1, 0, 0.1}, {2, 0, 0.1});
    fix(s, {held.nodes.front()}, all);
    s.add("gap", {{"from", held.nodes.back()},
                  {"to", loose.nodes.front()},
                  {"direction", vector(0, 0, 1)},
                  {"clearance", 1e-3},
                  {"law", hertz()}});
}

// A gap across a beam at its end holds its distance, a spring between two ends of beams their distance along it.
TEST(FreeMotions, OfThingsOnGapsAndSpringsAreNamed) {
    Script gap;
    add_beam_on_gap(gap);
    EXPECT_EQ(found(gap), "5: ux, uy, rx, ry, rz of 'loose'");
    for (const bool clamped : {true, false}) {
        Script spring;
        const Handle a = add_beam(spring, "a", {0, 0, 0}, {1, 0, 0}), b = add_beam(spring, "b", {1.5, 0, 0}, {2, 0, 0});
        if (clamped) fix(spring, {a.nodes.front()}, all);
        spring.add("spring",
                   {{"from", a.nodes.back()}, {"to", b.nodes.front()}, {"direction", vector(1, 0, 0)}, {"stiffness", 1e5}});
        EXPECT_EQ(found(spring),
                  clamped ? "5: uy, uz, rx, ry, rz of 'b'" : "11: ux, uy, uz, rx, ry, rz uy, uz, rx, ry, rz of 'a'");
    }
}

// A reduction keeps what is free and its words: of a piece beside one that is held, of pieces that move as one, and of a hinge.
TEST(FreeMotions, OfAReducedModelHaveTheWordsOfTheFullOne) {
    const auto reduced = [](const Script& s) {
        return found(*modal::reduce(s.system(), {.method = "free_interface", .modes = 3}).system);
    };
    Script gap;
    add_beam_on_gap(gap);
    EXPECT_EQ(reduced(gap), "5: ux, uy, rx, ry, rz of 'loose'");
    Script pinned;
    fix(pinned, {add_beam(pinned, "beam", {0, 0, 0}, {1, 0, 0}).nodes.front()}, words({"ux", "uy", "uz", "rx"}));
    EXPECT_EQ(reduced(pinned), "2: ry, rz");
    Script welded;
    const Handle a = add_beam(welded, "a", {0, 0, 0}, {1, 0, 0}), b = add_beam(welded, "b", {1, 0, 0}, {1, 1, 0});
    welded.add("rigid", {{"from", a.nodes.back()}, {"to", b.nodes.front()}});
    EXPECT_EQ(reduced(welded), "6: ux, uy, uz, rx, ry, rz");
    Script hinged;
    add_hinged(hinged, 2, false);
    EXPECT_EQ(reduced(hinged), found(hinged));
    Script apart;
    add_beam(apart, "one", {0, 0, 0}, {1, 0, 0});
    add_beam(apart, "two", {1, 0, 0.1}, {2, 0, 0.1});
    const std::string six = "ux, uy, uz, rx, ry, rz of ";
    EXPECT_EQ(found(apart), "12: " + six + "'one' " + six + "'two'");
    EXPECT_EQ(found(*modal::reduce(apart.system(), {.method = "free_interface", .modes = 8}).system), found(apart));
}

/// A steel beam of 1 m on three springs at each end, and one about its axis.
Script on_springs(double stiffness, int elements) {
    Script s;
    const Handle beam = add_beam(s, "beam", {0, 0, 0}, {1, 0, 0}, elements);
    for (const Reference& end : {beam.nodes.front(), beam.nodes.back()}) {
        for (const Value& direction : {vector(1, 0, 0), vector(0, 1, 0), vector(0, 0, 1)})
            s.add("spring", {{"from", end}, {"direction", direction}, {"stiffness", stiffness}});
    }
    s.add("spring", {{"from", beam.nodes.front()}, {"axis", vector(1, 0, 0)}, {"stiffness", stiffness}});
    return s;
}

// The stiffness of 200 elements sums terms of about 4 EA/h 200 = 1e13 N/m, of which 16 roundings are 0.04 N/m: springs of 1 mN/m
// are lost in it along x, and those of 1 kN/m are not. Control: with them the beam bounces along x at (2 k/m)^(1/2)/2 pi.
TEST(FreeMotions, OnSpringsTooSoftForTheMeshAreTold) {
    const System soft = on_springs(1e-3, 200).system();
    ASSERT_EQ(soft.notes.size(), 1U);
    EXPECT_NE(soft.notes.front().find("more springs: a stiffness of 0.001 N/m is lost"), std::string::npos) << soft.notes.front();
    const time::FreeMotions free = time::free_motions(soft);
    EXPECT_GT(free.count, 0);
    EXPECT_EQ(free.on_soft_springs, free.count);
    EXPECT_NE(free.text().find("the springs there are too soft to be told from rounding"), std::string::npos) << free.text();
    const System firm = on_springs(1e3, 200).system();
    EXPECT_TRUE(firm.notes.empty());
    EXPECT_EQ(time::free_motions(firm).count, 0);
    const modal::Modes modes = modal::modes(firm, 6);
    const double mass = 7800 * std::numbers::pi / 4 * 0.02 * 0.02, bounce = std::sqrt(2 * 1e3 / mass) / (2 * std::numbers::pi);
    EXPECT_TRUE(std::ranges::any_of(modes.modes, [&](const modal::Mode& m) { return std::abs(m.frequency / bounce - 1) < 1e-4; }))
        << bounce;
    Script free_beam;
    add_beam(free_beam, "beam", {0, 0, 0}, {1, 0, 0}, 200);
    EXPECT_TRUE(free_beam.system().notes.empty()) << "a beam without springs";
}

/// A beam in the xz plane on two springs at its ends.
Script on_two_springs(double first, double second) {
    Script s;
    const Handle beam = add_beam(s, "beam", {0, 0, 0}, {1, 0, 0}, 200);
    fix(s, {beam.nodes.front()}, words({"ux", "uy", "rx", "rz"}));
    s.add("spring", {{"from", beam.nodes.front()}, {"direction", vector(0, 0, 1)}, {"stiffness", first}});
    s.add("spring", {{"from", beam.nodes.back()}, {"direction", vector(0, 0, 1)}, {"stiffness", second}});
    return s;
}

// The beam turns about the firm spring: that one does nothing there, wherever it stands among the springs. Each stiffness that
// the note names is enough, and half of it is not.
TEST(FreeMotions, OnSoftSpringsNameThoseThatActAndTheStiffnessNeeded) {
    const auto note_of = [](double first, double second) {
        const System system = on_two_springs(first, second).system();
        return system.notes.empty() ? std::string() : system.notes.front();
    };
    const auto needed = [](const std::string& note) { return std::stod(note.substr(note.find("at least ") + 9)); };
    for (const auto& [first, second] : {std::pair(1e3, 1e-3), std::pair(30.0, 1e-3), std::pair(1e-3, 1e3)}) {
        const std::string note = note_of(first, second);
        EXPECT_NE(note.find(": a stiffness of 0.001 N/m is lost"), std::string::npos) << note;
        EXPECT_NE(note.find("one motion counts as without support"), std::string::npos) << note;
        EXPECT_EQ(note.find("more spring"), std::string::npos) << note;
        const double least = needed(note);
        const bool left = first < second;
        EXPECT_EQ(note_of(left ? least : first, left ? second : least), "") << least;
        EXPECT_NE(note_of(left ? 0.5 * least : first, left ? second : 0.5 * least), "") << least;
    }
    const double both = needed(note_of(1e-3, 1e-3));
    EXPECT_EQ(note_of(both, both), "") << both;
    EXPECT_NE(note_of(0.5 * both, 0.5 * both), "") << both;
    const modal::Modes modes = modal::modes(on_two_springs(both, both).system(), 2);
    for (const modal::Mode& mode : modes.modes) EXPECT_GT(mode.frequency, 0);
}

// Six motions of a beam that nothing holds beside the one of a beam on a soft spring, full and reduced. Control: a gap that holds
// this one leaves six.
TEST(FreeMotions, OnSoftSpringsStandBesideThoseWithoutAny) {
    const auto beside = [](bool gap) {
        Script s;
        const Handle soft = add_beam(s, "soft", {0, 0, 0}, {1, 0, 0}, 200);
        fix(s, {soft.nodes.front()}, words({"ux", "uy", "rx", "ry", "rz"}));
        s.add("spring", {{"from", soft.nodes.front()}, {"direction", vector(0, 0, 1)}, {"stiffness", 1e-3}});
        add_beam(s, "lost", {0, 1, 0}, {1, 1, 0});
        if (gap)
            s.add("gap", {{"node", soft.nodes.back()}, {"direction", vector(0, 0, 1)}, {"clearance", 1e-3}, {"law", hertz()}});
        return s.system();
    };
    const time::FreeMotions without = time::free_motions(beside(false)), with = time::free_motions(beside(true));
    EXPECT_EQ(without.count, 7);
    EXPECT_EQ(without.on_soft_springs, 1);
    const std::string text = without.text();
    EXPECT_NE(text.find("did you forget model:fix? (the springs at 1 of them are too soft"), std::string::npos) << text;
    EXPECT_EQ(with.count, 6);
    EXPECT_EQ(with.on_soft_springs, 0);
    const System reduced = *modal::reduce(beside(false), {.method = "free_interface", .modes = 8}).system;
    EXPECT_EQ(time::free_motions(reduced).on_soft_springs, 1);
}

TEST(FreeMotions, OfPartsThatMoveTogetherNameAllOfThem) {
    Script s;
    fix(s, {add_beam(s, "held", {0, 0, 0}, {1, 0, 0}).nodes.front()}, all);
    for (int i = 0; i < 6; ++i) add_mass(s, ("p" + std::to_string(i)).c_str(), i, words({"ux"}));
    for (int i = 0; i < 5; ++i)
        s.add("spring", {{"from", "p" + std::to_string(i)},
                         {"to", "p" + std::to_string(i + 1)},
                         {"direction", vector(1, 0, 0)},
                         {"stiffness", 1e5}});
    EXPECT_EQ(found(s), "1: ux of 'p0', 'p1', 'p2' and 3 more");
}

// The lowest frequency of a clamped beam falls with the fourth power of the element, against the stiffest motion of the mesh.
TEST(FreeMotions, AreToldFromTheLowFrequenciesOfAFineMesh) {
    for (const int elements : {300, 2000}) {
        Script clamped;
        fix(clamped, {add_beam(clamped, "beam", {0, 0, 0}, {1, 0, 0}, elements).nodes.front()}, all);
        EXPECT_EQ(found(clamped), "0:") << elements;
        Script pinned;
        fix(pinned, {add_beam(pinned, "beam", {0, 0, 0}, {1, 0, 0}, elements).nodes.front()}, words({"ux", "uy", "uz", "rx"}));
        EXPECT_EQ(found(pinned), "2: ry, rz") << elements;
    }
}

TEST(FreeMotions, AreCountedHoweverMany) {
    Script s;
    for (int i = 0; i < 30; ++i) add_mass(s, ("p" + std::to_string(i)).c_str(), i, words({"ux", "uy", "uz"}));
    EXPECT_EQ(time::free_motions(s.system()).count, 90);
}

}  // namespace
}  // namespace jounce::test::free_motions_test
