// Modes of shells: the free tube's families, double modes found twice, and plates.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "linalg/dense/dense.hpp"
#include "modal/modes.hpp"
#include "modal/rigid_motion.hpp"
#include "support/table.hpp"
#include "system/model/model.hpp"

namespace jounce::modal::shells_test {

using test::table;
using test::vector;
namespace {

/// The hollow shaft of Xu et al. (2022), Table 4: outer diameter 190 mm, wall 5 mm, 1 m, 207 GPa, 0.3, 34410 kg/m3.
System shaft(int around, int along, const char* mass = "consistent") {
    Model model("shaft");
    model.add("shell",
              table({{"name", "shaft"},
                     {"mesh", table({{"family", "mesh"},
                                     {"kind", "tube"},
                                     {"from", vector(0, 0, 0)},
                                     {"to", vector(0, 0, 1)},
                                     {"radius", 0.0925},
                                     {"around", around},
                                     {"along", along}})},
                     {"thickness", 0.005},
                     {"mass", mass},
                     {"material",
                      table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", 34410}})}}),
              {});
    return assemble(model);
}

double first_of(const Modes& modes, const std::string& kind, int which = 0) {
    for (const Mode& mode : modes.modes) {
        if (mode.kind == kind && which-- == 0) return mode.frequency;
    }
    ADD_FAILURE() << "no mode called " << kind;
    return 0;
}

TEST(ShellModes, FreeTubeHasItsFamilies) {
    const Modes modes = modal::modes(shaft(32, 20), 30);
    EXPECT_TRUE(modes.complete());
    EXPECT_EQ(modes.found_rigid, 6);
    // Sanders' theory by Ritz's method, converged; this mesh is 1 to 4 % above (quadratic in waves per element).
    EXPECT_NEAR(first_of(modes, "ovalling, n = 2") / 184.88, 1, 0.02);
    EXPECT_NEAR(first_of(modes, "ovalling, n = 2", 2) / 187.32, 1, 0.02);
    EXPECT_NEAR(first_of(modes, "ovalling, n = 2", 4) / 263.26, 1, 0.02);
    EXPECT_NEAR(first_of(modes, "bending") / 478.848, 1, 0.01);
    EXPECT_NEAR(first_of(modes, "ovalling, n = 3") / 522.66, 1, 0.045);
    EXPECT_NEAR(first_of(modes, "torsion") / 760.55, 1, 0.005);
    // All but the torsional ones come in pairs of one frequency and one kind.
    for (std::size_t i = 6; i + 1 < modes.modes.size(); ++i) {
        if (modes.modes[i].kind == "torsion") continue;
        EXPECT_EQ(modes.modes[i].kind, modes.modes[i + 1].kind) << i;
        EXPECT_NEAR(modes.modes[i].frequency / modes.modes[i + 1].frequency, 1, 1e-6) << i;
        ++i;
    }
    // The mass of the wall, in each direction.
    EXPECT_NEAR(modes.total_mass[0] / 99.995, 1, 0.01);
}

TEST(ShellModes, RefinementConvergesAtSecondOrder) {
    const double coarse = first_of(modal::modes(shaft(16, 10), 12), "ovalling, n = 2");
    const double fine = first_of(modal::modes(shaft(32, 20), 12), "ovalling, n = 2");
    const double ratio = (coarse - 184.8) / (fine - 184.8);
    EXPECT_GT(ratio, 3.3);
    EXPECT_LT(ratio, 4.7);
}

TEST(ShellModes, PlateBendsOrStretches) {
    Model model("plate");
    model.add("shell",
              table({{"name", "plate"},
                     {"mesh", table({{"family", "mesh"},
                                     {"kind", "plate"},
                                     {"corner", vector(0, 0, 0)},
                                     {"edge_1", vector(1, 0, 0)},
                                     {"edge_2", vector(0, 1, 0)},
                                     {"elements_1", 8},
                                     {"elements_2", 8}})},
                     {"thickness", 0.3},
                     {"material",
                      table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", 7800}})}}),
              {});
    const Modes modes = modal::modes(assemble(model), 20);
    EXPECT_EQ(modes.found_rigid, 6);
    EXPECT_EQ(modes.modes[6].kind, "bending");
    EXPECT_TRUE(std::any_of(modes.modes.begin(), modes.modes.end(), [](const Mode& mode) { return mode.kind == "membrane"; }));
}

/// A free tube with a distributing coupling at its first end, or with that coupling fixed.
System coupled(bool fixed) {
    Model model("tube");
    const Handle tube = model.add(
        "shell",
        table({{"name", "tube"},
               {"mesh", table({{"family", "mesh"},
                               {"kind", "tube"},
                               {"from", vector(0, 0, 0)},
                               {"to", vector(0.1, 0, 1)},
                               {"radius", 0.0925},
                               {"around", 12},
                               {"along", 3}})},
               {"thickness", 0.005},
               {"material",
                table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", 34410}})}}),
        {});
    List ring;
    for (std::size_t i = 0; i < 12; ++i) ring.emplace_back(tube.nodes[i]);
    model.add("coupling", table({{"name", "hub"}, {"nodes", ring}}), {});
    if (fixed) model.add("fix", table({{"nodes", List{"hub"}}}), {});
    return assemble(model);
}

// What a support G u = 0 holds of a motion R is (GR)^T (G M^-1 G^T)^-1 GR, the least inertia force that carries it: what is left
// of R^T M R can move. G are the rows of the coupling's node, M is the mass without the support.
TEST(ShellModes, AFixedDistributingCouplingLeavesTheMassThatItDoesNotCarry) {
    const System free = coupled(false), held = coupled(true);
    const linalg::Matrix M(free.linear.M);
    const int hub = free.nodes[static_cast<std::size_t>(free.find_node("hub"))].first_dof;
    const linalg::Matrix G = linalg::Matrix(free.recovery.T).middleRows(hub, 6);
    const linalg::Matrix motions = rigid_motions(free);
    const linalg::Matrix carried = G * motions;
    const linalg::Matrix compliance = G * linalg::solve_positive_definite(M, G.transpose());
    const linalg::Matrix support = carried.transpose() * linalg::solve_positive_definite(compliance, carried);
    const linalg::Matrix whole = motions.transpose() * M * motions;

    const Modes all = modal::modes(held, held.size());
    ASSERT_EQ(static_cast<int>(all.modes.size()), held.size());
    for (std::size_t k = 0; k < 6; ++k) {
        const auto i = static_cast<Eigen::Index>(k);
        double sum = 0;
        for (const Mode& mode : all.modes) sum += mode.effective_mass[k];
        EXPECT_NEAR(all.total_mass[k] / (whole(i, i) - support(i, i)), 1, 1e-9) << k;
        EXPECT_NEAR(sum / all.total_mass[k], 1, 1e-8) << k;
        EXPECT_LT(all.total_mass[k], whole(i, i)) << k;
    }
    // Control: the entries of the motion in the free coordinates, which one node of the ring would have to make up for, weigh
    // more than the tube.
    const linalg::Matrix entries = rigid_motions(held);
    const linalg::Matrix weighed = entries.transpose() * held.linear.M * entries;
    EXPECT_GT((weighed.diagonal().array() / whole.diagonal().array()).maxCoeff(), 1.1);
}

}  // namespace
}  // namespace jounce::modal::shells_test
