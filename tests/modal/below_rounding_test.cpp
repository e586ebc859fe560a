// Physics: modes whose stiffness is lost in the rounding of K: rigid plates on soft springs, thin plates in bending.
// Reference: of a rigid plate on springs at its corners sqrt(k/m) in closed form; of thin plates in bending frequencies
// proportional to the thickness, the shear changes them by (t/h)^2. Tolerance: springs deform the plate by k/K < 1e-12 of the
// motion; the upper bound of an unresolved frequency is that of 16 roundings of K. Control: the same models stiffer or thicker.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "modal/below_rounding.hpp"
#include "modal/modes.hpp"
#include "system/models.hpp"

namespace jounce::modal::below_rounding_test {

using test::references;
using test::Script;
using test::table;
using test::vector;

namespace {

constexpr double side = 1, density = 7850, pi = std::numbers::pi;
constexpr int elements = 10;
enum class Edge { free, clamped };

Handle add_plate(Script& s, double thickness, Edge edge, const std::string& name = "plate", double x = 0, int n = elements) {
    const Value mesh = table({{"family", "mesh"},
                              {"kind", "plate"},
                              {"corner", vector(x, 0, 0)},
                              {"edge_1", vector(side, 0, 0)},
                              {"edge_2", vector(0, side, 0)},
                              {"elements_1", n},
                              {"elements_2", n}});
    const Value steel = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 2.1e11}, {"nu", 0.3}, {"density", density}});
    const Handle plate = s.add("shell", {{"name", name}, {"mesh", mesh}, {"thickness", thickness}, {"material", steel}});
    if (edge == Edge::free) return plate;
    std::vector<Reference> held;
    for (std::size_t i = 0; i < plate.nodes.size(); i += static_cast<std::size_t>(n) + 1) held.push_back(plate.nodes[i]);
    s.add("fix", {{"nodes", references(held)}});
    return plate;
}

void add_springs(Script& s, const Handle& plate, const std::vector<int>& axes, double stiffness) {
    constexpr std::size_t row = elements + 1;
    for (const std::size_t corner : {std::size_t{0}, row - 1, row * (row - 1), row * row - 1})
        for (const int axis : axes)
            s.add("spring", {{"from", plate.nodes[corner].name},
                             {"direction", vector(axis == 0, axis == 1, axis == 2)},
                             {"stiffness", stiffness}});
}

long count(const Modes& modes, const std::string& kind) {
    return std::ranges::count_if(modes.modes, [&](const Mode& mode) { return mode.kind == kind; });
}

// Beside a plate on soft springs along its normal, which keep it from three of its motions, a mass on a spring vibrates more
// slowly than they do: K resolves it, but not them. It stands before them, however few modes are asked for.
TEST(BelowRounding, MotionsOnSoftSpringsStandByTheirFrequency) {
    constexpr double t = 0.01, k = 1e-4, stiffness = 1, mass = 1e8;
    Script s;
    add_springs(s, add_plate(s, t, Edge::free), {2}, k);
    s.add("point", {{"name", "g"}, {"at", vector(5, 0, 0)}, {"mass", mass}, {"free", test::list({"uz"})}});
    s.add("spring", {{"from", "g"}, {"direction", vector(0, 0, 1)}, {"stiffness", stiffness}});
    const System system = s.system();
    for (const int asked : {4, 5, 7}) {
        const Modes modes = modal::modes(system, asked);
        ASSERT_EQ(modes.modes.size(), static_cast<std::size_t>(asked));
        EXPECT_EQ(count(modes, "rigid"), 3);
        EXPECT_NEAR(modes.modes[3].eigenvalue, stiffness / mass, 1e-6 * stiffness / mass) << asked;
        for (std::size_t i = 4; i < modes.modes.size(); ++i)
            EXPECT_GT(modes.modes[i].eigenvalue, modes.modes[i - 1].eigenvalue * (1 - 1e-9)) << asked;
    }
}

// Translations sqrt(4 k/m); about the axes in the plane 4 k (a/2)^2/(m (a^2 + t^2)/12), about the normal 2 k a^2 over m a^2/6 and
// the inertia of drilling, a thousandth of m t^2/12.
TEST(BelowRounding, APlateOnSoftSpringsHasTheirFrequencies) {
    constexpr double t = 0.01, mass = density * side * side * t;
    for (const double k : {1e-3, 1e-5, 1e-9}) {  // of the first one K resolves some
        Script s;
        add_springs(s, add_plate(s, t, Edge::free), {0, 1, 2}, k);
        const System system = s.system();
        const Modes modes = modal::modes(system, 8);
        EXPECT_TRUE(modes.complete());
        EXPECT_EQ(modes.found_rigid, 0);
        const double across = 12 / (1 + t * t), about = 12 / (1 + 0.5e-3 * t * t);
        const std::array<double, 6> of_k_over_m = {4, 4, 4, across, across, about};
        for (std::size_t i = 0; i < 6; ++i) {
            EXPECT_EQ(modes.modes[i].kind, "spring") << i;
            EXPECT_NEAR(modes.modes[i].frequency / (std::sqrt(of_k_over_m[i] * k / mass) / (2 * pi)), 1, k > 1e-4 ? 5e-3 : 1e-9)
                << k << ", " << i;
        }
        EXPECT_EQ(modes.modes[6].kind, "bending");
        EXPECT_TRUE(modes.notes.empty());
    }
}

TEST(BelowRounding, SpringsAcrossLeaveThreeRigidMotions) {
    constexpr double t = 0.01, mass = density * side * side * t;
    Script s;
    add_springs(s, add_plate(s, t, Edge::free), {2}, 1e-5);
    const Modes modes = modal::modes(s.system(), 7);
    EXPECT_TRUE(modes.complete());
    EXPECT_EQ(modes.found_rigid, 3);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(modes.modes[i].kind, "rigid");
    EXPECT_NEAR(modes.modes[3].frequency, std::sqrt(4 * 1e-5 / mass) / (2 * pi), 1e-9);
    EXPECT_NEAR(modes.modes[3].effective_mass[2], mass, 1e-9 * mass);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(modes.modes[i].effective_mass[2], 0, 1e-9 * mass);
}

// At a corner a force moves a plate by 1/m + 2 (a/2)^2/(m a^2/12) = 7/m, less by the square of the thickness. Of both plates one
// relative motion has a spring, 11 have none. Stiffnesses beside the rounding of K as well as far below it.
TEST(BelowRounding, ASpringBetweenTwoFreePlatesLeavesElevenRigidMotions) {
    constexpr double t = 1e-3, mass = density * side * side * t;
    for (const double k : {1e-9, 1e-6, 1e-4, 1e-2}) {
        Script s;
        const Handle a = add_plate(s, t, Edge::free, "a"), b = add_plate(s, t, Edge::free, "b", 3);
        s.add("spring", {{"from", a.nodes[0].name}, {"to", b.nodes[0].name}, {"direction", vector(0, 0, 1)}, {"stiffness", k}});
        const Modes modes = modal::modes(s.system(), 13);
        EXPECT_EQ(count(modes, "rigid"), 11) << k;
        EXPECT_EQ(count(modes, "spring"), 1) << k;
        EXPECT_EQ(modes.modes[11].kind, "spring") << k;
        if (k < 1e-5) EXPECT_NEAR(modes.modes[11].frequency / (std::sqrt(14 * k / mass) / (2 * pi)), 1, 2e-6) << k;
    }
}

// In its plane nothing holds the plate, however well K resolves the springs across.
TEST(BelowRounding, NoSpringIsFoundWhereNoneActs) {
    for (const double k : {1e-5, 1e-4, 1e-3, 1e-2, 1.0, 100.0}) {
        Script s;
        add_springs(s, add_plate(s, 1e-3, Edge::free), {2}, k);
        const Modes modes = modal::modes(s.system(), 7);
        EXPECT_EQ(count(modes, "rigid"), 3) << k;
    }
}

// Bending, springs and what is rigid all lie below the rounding: the modes on springs are not among those that were found.
TEST(BelowRounding, SpringsStifferThanAThinPlateBendsEndWell) {
    Script s;
    add_springs(s, add_plate(s, 1e-7, Edge::free), {2}, 1e-3);
    const Modes modes = modal::modes(s.system(), 12);
    EXPECT_EQ(modes.modes.size(), 12U);
}

// Control: of the resolved thickness all modes are elastic.
TEST(BelowRounding, AThinClampedPlateBendsAtAnUnknownFrequency) {
    Script thick, thin;
    add_plate(thick, 1e-5, Edge::clamped, "plate", 0, 14);
    add_plate(thin, 3e-7, Edge::clamped, "plate", 0, 14);
    const Modes reference = modal::modes(thick.system(), 6), modes = modal::modes(thin.system(), 6);
    EXPECT_EQ(count(reference, "bending"), 6);
    EXPECT_TRUE(modes.complete());
    EXPECT_EQ(count(modes, "rigid"), 0);
    EXPECT_EQ(modes.found_rigid, 0);
    ASSERT_GE(count(modes, "unresolved"), 1);
    for (std::size_t i = 0; i < 6; ++i) {
        if (!modes.modes[i].unresolved()) continue;
        EXPECT_GT(modes.modes[i].frequency, 3e-2 * reference.modes[i].frequency) << i;
        EXPECT_LE(modes.modes[i].eigenvalue, modes.resolution) << i;
    }
    ASSERT_EQ(modes.notes.size(), 1U);
    EXPECT_NE(modes.notes[0].find("unresolved: the stiffness there is below the rounding"), std::string::npos);
    // Rounding orders them: a list that ends among them counts them all, and does not claim to have the lowest.
    const Modes first = modal::modes(thin.system(), 1);
    EXPECT_EQ(first.counted_below, first.found_below);
    EXPECT_FALSE(first.complete());
    EXPECT_EQ(first.found_below, count(modes, "unresolved"));
    Modes within = modes;
    within.bound = 0.5 * modes.resolution;
    EXPECT_FALSE(within.complete()) << "a bound within the rounding proves nothing";
}

TEST(BelowRounding, ThinFreePlatesHaveSixRigidMotionsEach) {
    for (const double thickness : {1e-2, 1e-5, 1e-6})
        for (const int plates : {1, 2}) {
            Script s;
            for (int i = 0; i < plates; ++i) add_plate(s, thickness, Edge::free, "plate " + std::to_string(i), 2.0 * i);
            const Modes modes = modal::modes(s.system(), 6 * plates + 4);
            EXPECT_EQ(modes.found_rigid, 6 * plates) << thickness;
            EXPECT_EQ(count(modes, "rigid"), 6 * plates) << thickness;
            EXPECT_TRUE(modes.complete() || thickness < 1e-5) << thickness;
        }
}

}  // namespace
}  // namespace jounce::modal::below_rounding_test
