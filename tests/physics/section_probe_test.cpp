// Section forces of beams as probes.
//
// Physics: statics of beams. Along a cantilever of length L with a force F at its tip, in the convention of elements/beam.hpp
// (V_z = F, M_y = -F (L - x)); under its weight p per length, V_z = -p (L - x), M_y = p (L - x)^2 / 2; a beam on two supports
// with a force F in its middle has |M_y| = F L / 4 there, and V_z jumps by F; under its weight V_z = p (x - L/2),
// M_y = -p x (L - x) / 2; a bar pulled by F and twisted by T has N = F and the torque T everywhere. Tolerance: round-off of an
// equilibrium whose stiffness spans six decades, 1e-9 of F L; exact for Hermite elements with consistent loads (the section
// forces come from the element's equilibrium).
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "support/table.hpp"
#include "system/model/model.hpp"
#include "system/probes/probe.hpp"
#include "time/statics/static.hpp"

namespace jounce::test::section_probe_test {
namespace {

constexpr double length = 2, force = 100, width = 0.02, height = 0.03, density = 7800, g = 9.81;
constexpr double weight = width * height * density * g;  // N/m

Model beam() {
    Model model("beam");
    const Value bar = table({{"family", "section"}, {"kind", "rectangle"}, {"width", width}, {"height", height}});
    const Value steel = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", density}});
    model.add("beam",
              table({{"name", "bar"},
                     {"from", vector(0, 0, 0)},
                     {"to", vector(length, 0, 0)},
                     {"elements", 4},
                     {"section", bar},
                     {"material", steel}}),
              {});
    return model;
}

double at_rest(const System& system, const std::string& probe) {
    const time::Equilibrium found = time::equilibrium(system, 0);
    return evaluate(resolve_probe(system, probe), system, found.state);
}

TEST(SectionProbe, OfACantileverWithAForceAtItsTip) {
    Model model = beam();
    model.add("fix", table({{"nodes", "bar[1]"}}), {});
    model.add("load", table({{"nodes", "bar[5]"}, {"direction", vector(0, 0, 1)}, {"force", force}}), {});
    const System system = assemble(model);
    const double tolerance = 1e-9 * force * length;
    for (int node = 1; node <= 5; ++node) {
        const std::string name = "bar[" + std::to_string(node) + "].";
        const double x = 0.25 * length * (node - 1);
        EXPECT_NEAR(at_rest(system, name + "shear_force_z"), force, tolerance) << node;
        EXPECT_NEAR(at_rest(system, name + "bending_moment_y"), -force * (length - x), tolerance) << node;
        EXPECT_NEAR(at_rest(system, name + "normal_force"), 0, tolerance);
        EXPECT_NEAR(at_rest(system, name + "torque"), 0, tolerance);
    }
    EXPECT_EQ(resolve_probe(system, "bar[2].torque").unit, "N m");
    EXPECT_THROW((void)resolve_probe(system, "bar[5].torque_after"), Error);
}

TEST(SectionProbe, UnderTheBeamsOwnWeight) {
    Model model = beam();
    model.add("fix", table({{"nodes", "bar[1]"}}), {});
    model.add("gravity", table({{"acceleration", vector(0, 0, -g)}}), {});
    const System system = assemble(model);
    const double tolerance = 1e-9 * weight * length * length;
    for (int node = 1; node <= 4; ++node) {
        const std::string name = "bar[" + std::to_string(node) + "].";
        const double left = length - 0.25 * length * (node - 1);
        EXPECT_NEAR(at_rest(system, name + "shear_force_z_after"), -weight * left, tolerance) << node;
        EXPECT_NEAR(at_rest(system, name + "bending_moment_y_after"), 0.5 * weight * left * left, tolerance) << node;
    }
}

TEST(SectionProbe, OfABeamOnTwoSupports) {
    Model model = beam();
    model.add("fix", table({{"nodes", "bar[1]"}, {"dofs", words({"ux", "uy", "uz", "rx"})}}), {});
    model.add("fix", table({{"nodes", "bar[5]"}, {"dofs", words({"uy", "uz"})}}), {});
    model.add("load", table({{"nodes", "bar[3]"}, {"direction", vector(0, 0, 1)}, {"force", force}}), {});
    const System system = assemble(model);
    const double tolerance = 1e-9 * force * length;
    EXPECT_NEAR(at_rest(system, "bar[3].bending_moment_y"), force * length / 4, tolerance);
    EXPECT_NEAR(at_rest(system, "bar[3].bending_moment_y_after"), force * length / 4, tolerance);
    // Half of the force goes to either support: the part behind a section gives V = F - F/2 before the load and -F/2 behind it.
    EXPECT_NEAR(at_rest(system, "bar[3].shear_force_z"), force / 2, tolerance);
    EXPECT_NEAR(at_rest(system, "bar[3].shear_force_z_after"), -force / 2, tolerance);
    EXPECT_NEAR(at_rest(system, "bar[1].bending_moment_y"), 0, tolerance);
}

TEST(SectionProbe, OfABeamOnTwoSupportsUnderItsOwnWeight) {
    Model model = beam();
    model.add("fix", table({{"nodes", "bar[1]"}, {"dofs", words({"ux", "uy", "uz", "rx"})}}), {});
    model.add("fix", table({{"nodes", "bar[5]"}, {"dofs", words({"uy", "uz"})}}), {});
    model.add("gravity", table({{"acceleration", vector(0, 0, -g)}}), {});
    const System system = assemble(model);
    const double tolerance = 1e-9 * weight * length * length;
    for (int node = 1; node <= 5; ++node) {
        const std::string name = "bar[" + std::to_string(node) + "].";
        const double x = 0.25 * length * (node - 1);
        EXPECT_NEAR(at_rest(system, name + "shear_force_z"), weight * (x - 0.5 * length), tolerance) << node;
        EXPECT_NEAR(at_rest(system, name + "bending_moment_y"), -0.5 * weight * x * (length - x), tolerance) << node;
    }
    EXPECT_NEAR(at_rest(system, "bar[1].reaction_uz"), 0.5 * weight * length, tolerance);
    EXPECT_NEAR(at_rest(system, "bar[5].reaction_uz"), 0.5 * weight * length, tolerance);
}

TEST(SectionProbe, OfABarThatIsPulledAndTwisted) {
    Model model = beam();
    model.add("fix", table({{"nodes", "bar[1]"}}), {});
    model.add("load", table({{"nodes", "bar[5]"}, {"direction", vector(1, 0, 0)}, {"force", force}}), {});
    model.add("load", table({{"nodes", "bar[5]"}, {"axis", vector(1, 0, 0)}, {"moment", 3.0}}), {});
    const System system = assemble(model);
    for (int node = 1; node <= 5; ++node) {
        const std::string name = "bar[" + std::to_string(node) + "].";
        EXPECT_NEAR(at_rest(system, name + "normal_force"), force, 1e-9 * force) << "tension is positive";
        EXPECT_NEAR(at_rest(system, name + "torque"), 3, 1e-9 * force);
        EXPECT_NEAR(at_rest(system, name + "shear_force_z"), 0, 1e-9 * force);
    }
    EXPECT_NEAR(at_rest(system, "bar[1].reaction_ux"), -force, 1e-9 * force);
    EXPECT_NEAR(at_rest(system, "bar[1].reaction_rx"), -3, 1e-9 * force);
}

}  // namespace
}  // namespace jounce::test::section_probe_test
