// Modes of beams: closed forms in every family of motion, double modes, kinds in any direction, effective masses, counts.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "modal/modes.hpp"
#include "support/exact_beam.hpp"
#include "system/models.hpp"

namespace jounce::beams_test {
namespace {

using jounce::System;
using jounce::Value;
using jounce::modal::Mode;
using jounce::modal::Modes;
using jounce::test::Script;
using std::numbers::pi;

// The hollow shaft of Xu et al. (2022), doi:10.3390/machines10090814, sec. 3.2.
constexpr double outer = 0.19, inner = 0.18, length = 1, E = 207e9, nu = 0.3, density = 34410;
const double area = pi / 4 * (outer * outer - inner * inner);
const double second_moment = pi / 64 * (std::pow(outer, 4) - std::pow(inner, 4));
const double G = E / (2 * (1 + nu));
const double shear_factor = 2 * (1 + nu) / (4 + 3 * nu);

void add_shaft(Script& script, int elements, const char* theory = "timoshenko", const Eigen::Vector3d& along = {0, 0, 1}) {
    using namespace jounce::test;
    const Eigen::Vector3d end = length * along.normalized();
    script.add("beam", {{"name", "shaft"},
                        {"from", vector(0, 0, 0)},
                        {"to", vector(end.x(), end.y(), end.z())},
                        {"elements", elements},
                        {"theory", theory},
                        {"section", table({{"family", "section"},
                                           {"kind", "tube"},
                                           {"outer_diameter", outer},
                                           {"wall", (outer - inner) / 2},
                                           {"shear_factor", shear_factor}})},
                        {"material",
                         table({{"family", "material"}, {"kind", "isotropic"}, {"E", E}, {"nu", nu}, {"density", density}})}});
}

System free_shaft(int elements, const char* theory = "timoshenko", const Eigen::Vector3d& along = {0, 0, 1}) {
    Script script;
    add_shaft(script, elements, theory, along);
    return script.system();
}

std::vector<Mode> of_kind(const Modes& modes, const std::string& kind) {
    std::vector<Mode> out;
    std::copy_if(modes.modes.begin(), modes.modes.end(), std::back_inserter(out), [&](const Mode& m) { return m.kind == kind; });
    return out;
}

/// Mode j of a bar of two-node elements with consistent mass, free at both ends: the difference equation of the elements has
/// the solution cos(j pi i/n), and its frequency is that of the continuum times sqrt(6 (1 - cos k)/(2 + cos k))/k, k = j pi/n.
double bar_frequency(double wave_speed, int j, int elements) {
    const double k = j * pi / elements;
    return wave_speed * elements / length / (2 * pi) * std::sqrt(6 * (1 - std::cos(k)) / (2 + std::cos(k)));
}

TEST(BeamModes, FreeShaftHasItsFamilies) {
    const int elements = 20;
    const Modes modes = jounce::modal::modes(free_shaft(elements), 14);
    ASSERT_EQ(modes.modes.size(), 14u);
    EXPECT_TRUE(modes.complete());
    std::vector<std::string> kinds;
    for (const Mode& mode : modes.modes) kinds.push_back(mode.kind);
    const std::string r = "rigid", b = "bending";
    EXPECT_EQ(kinds, (std::vector<std::string>{r, r, r, r, r, r, b, b, "torsion", b, b, "axial", "torsion", b}));
    EXPECT_EQ(modes.found_rigid, 6);
    EXPECT_EQ(modes.counted_low, 6);
    for (int i = 0; i < 6; ++i) EXPECT_EQ(modes.modes[i].frequency, 0);
    for (const Mode& mode : modes.modes) EXPECT_LT(mode.residual, 1e-12);

    // The discrete closed forms hold to rounding, which is relative to the highest eigenvalue.
    const auto axial = of_kind(modes, "axial"), torsion = of_kind(modes, "torsion"), bending = of_kind(modes, "bending");
    EXPECT_NEAR(axial[0].frequency / bar_frequency(std::sqrt(E / density), 1, elements), 1, 1e-9);
    EXPECT_NEAR(torsion[0].frequency / bar_frequency(std::sqrt(G / density), 1, elements), 1, 1e-9);
    EXPECT_NEAR(torsion[1].frequency / bar_frequency(std::sqrt(G / density), 2, elements), 1, 1e-9);
    // Both planes of a round section bend alike, and both are found.
    EXPECT_NEAR(bending[0].frequency / bending[1].frequency, 1, 1e-10);
    EXPECT_NEAR(bending[2].frequency / bending[3].frequency, 1, 1e-10);
    EXPECT_NEAR(bending[0].shape.dot(bending[1].shape) / bending[0].shape.squaredNorm(), 0, 1e-6) << "two shapes, not one";
}

// Bending against the exact frequency equation: of second order in the element length, extrapolated to 1e-6.
TEST(BeamModes, BendingConvergesToTheExactFrequencies) {
    const jounce::test::UniformBeam beam{.length = length,
                                         .bending_stiffness = E * second_moment,
                                         .shear_stiffness = shear_factor * G * area,
                                         .mass_per_length = density * area,
                                         .rotary_per_length = density * second_moment};
    const auto exact = exact_frequencies(beam, jounce::test::End::free, jounce::test::End::free, 2);
    std::vector<double> found[2];
    for (const int elements : {40, 80}) {
        const auto bending = of_kind(jounce::modal::modes(free_shaft(elements), 12), "bending");
        found[0].push_back(bending[0].frequency);
        found[1].push_back(bending[2].frequency);
    }
    for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR(std::log2((found[i][0] - exact[i]) / (found[i][1] - exact[i])), 2, 0.02);
        EXPECT_NEAR((4 * found[i][1] - found[i][0]) / 3 / exact[i], 1, 2e-6);
    }
}

// The lowest frequency of a fine mesh lies below the rounding of a highest one: it must still not be called rigid.
TEST(BeamModes, FineMeshKeepsItsRigidModes) {
    Script script;
    add_shaft(script, 500, "euler_bernoulli");
    script.add("fix", {{"nodes", jounce::List{"shaft[1]"}}, {"dofs", jounce::test::words({"uy", "uz", "rx", "rz"})}});
    const Modes hinged = jounce::modal::modes(script.system(), 8);
    EXPECT_EQ(hinged.found_rigid, 2) << "sliding along x and turning about y";
    EXPECT_TRUE(hinged.complete());
    const Modes free = jounce::modal::modes(free_shaft(500, "euler_bernoulli"), 8);
    EXPECT_EQ(free.found_rigid, 6);
    EXPECT_TRUE(free.complete());
    EXPECT_NEAR(free.modes[6].frequency, 571.449722, 1e-2);
}

TEST(BeamModes, DirectionOfTheBeamDoesNotMatter) {
    const Modes upright = jounce::modal::modes(free_shaft(10), 14);
    const Modes oblique = jounce::modal::modes(free_shaft(10, "timoshenko", {1, -2, 0.5}), 14);
    for (std::size_t i = 0; i < 14; ++i) {
        EXPECT_EQ(oblique.modes[i].kind, upright.modes[i].kind) << i;
        EXPECT_NEAR(oblique.modes[i].frequency, upright.modes[i].frequency, 1e-7) << i;
    }
}

// All effective masses together are the whole mass and the moments of inertia about the origin.
TEST(BeamModes, EffectiveMassesAddUp) {
    const System system = free_shaft(6);
    const Modes all = jounce::modal::modes(system, system.size());
    ASSERT_EQ(static_cast<int>(all.modes.size()), system.size());
    const double m = density * area * length;
    const double across = m * length * length / 3 + density * second_moment * length;
    const double along = 2 * density * second_moment * length;
    const double expected[] = {m, m, m, across, across, along};
    for (std::size_t k = 0; k < 6; ++k) {
        EXPECT_NEAR(all.total_mass[k] / expected[k], 1, 1e-12) << k;
        double sum = 0, rigid = 0;
        for (const Mode& mode : all.modes) {
            sum += mode.effective_mass[k];
            if (mode.rigid()) rigid += mode.effective_mass[k];
        }
        EXPECT_NEAR(sum / expected[k], 1, 1e-9) << k;
        EXPECT_NEAR(rigid / expected[k], 1, 1e-9) << "a free body moves in its rigid modes only, " << k;
    }
    EXPECT_TRUE(all.complete());
}

// Cantilever: the first mode carries 0.61308 of the mass (Euler and Bernoulli's beam), the second
// 0.18830: squares of the participation 2 s_j/b_j, s_j = (sinh b - sin b)/(cosh b + cos b), cos b cosh b = -1.
TEST(BeamModes, EffectiveMassesOfACantilever) {
    Script script;
    add_shaft(script, 60, "euler_bernoulli");
    script.add("fix", {{"nodes", jounce::List{"shaft[1]"}}});
    const System system = script.system();
    const Modes modes = jounce::modal::modes(system, 12);
    EXPECT_EQ(modes.found_rigid, 0);
    EXPECT_TRUE(modes.complete());
    const auto bending = of_kind(modes, "bending");
    const double m = density * area * length;
    const double roots[] = {1.8751040687119611, 4.6940911329741746};
    for (int j = 0; j < 2; ++j) {
        const double b = roots[j];
        const double s = (std::sinh(b) - std::sin(b)) / (std::cosh(b) + std::cos(b));
        double both = 0;  // planes: the pair may be turned about the axis
        for (int plane = 0; plane < 2; ++plane) both += bending[2 * j + plane].effective_mass[0];
        // The discrete mode is off by less than the fourth power of the element length; the mass at the clamp is the load's too.
        EXPECT_NEAR(both / m, 4 * s * s / (b * b), 1e-5) << j;
    }
    // Clamped-free bar: half the mass of the first axial mode is 8/pi^2 of the whole.
    EXPECT_NEAR(of_kind(modes, "axial")[0].effective_mass[2] / m, 8 / (pi * pi), 1e-3);
    EXPECT_LT(modes.total_mass[2], m);
}

TEST(BeamModes, ShaftWithFixedDofsHasOnlyWhatIsFree) {
    Script script;
    add_shaft(script, 20);
    jounce::List nodes;
    for (int i = 1; i <= 21; ++i) nodes.emplace_back("shaft[" + std::to_string(i) + "]");
    script.add("fix", {{"nodes", nodes}, {"dofs", jounce::test::words({"uy", "uz", "rx", "rz"})}});
    const Modes modes = jounce::modal::modes(script.system(), 5);
    std::vector<std::string> kinds;
    for (const Mode& mode : modes.modes) kinds.push_back(mode.kind);
    EXPECT_EQ(kinds, (std::vector<std::string>{"rigid", "rigid", "bending", "bending", "bending"}));
    EXPECT_EQ(modes.modes[1].frequency, 0);
    EXPECT_EQ(modes.total_mass[1], 0) << "nothing moves along y";
    EXPECT_TRUE(modes.complete());
    // An independent solution of the same elements, to the digits it is known with.
    EXPECT_NEAR(modes.modes[2].frequency, 477.668106, 6e-7);
    EXPECT_NEAR(modes.modes[3].frequency, 1038.364300, 6e-7);
    EXPECT_NEAR(modes.modes[4].frequency, 1646.730966, 6e-7);
}

TEST(BeamModes, BendingAgainstASpringIsAMix) {
    Script script;
    add_shaft(script, 10);
    script.add("fix", {{"nodes", jounce::List{"shaft[1]"}}});
    // Three quarters of the tip stiffness of the cantilever itself.
    script.add("spring", {{"from", "shaft[11]"},
                          {"direction", jounce::test::vector(1, 0, 0)},
                          {"stiffness", 0.75 * 3 * E * second_moment / std::pow(length, 3)}});
    const Modes modes = jounce::modal::modes(script.system(), 2);
    EXPECT_EQ(modes.modes[0].kind, "bending") << "the plane without the spring";
    EXPECT_EQ(modes.modes[1].kind, "bending, spring");
}

}  // namespace

}  // namespace jounce::beams_test
