// Physics: free bodies of very few elements, thick to very thin: six motions without strain, then bending.
// Reference: the number of rigid motions; thin-shell theory, in which bending frequencies are proportional to the thickness,
// while shear and rotary inertia change them by (t/L)^2; of one beam element with consistent mass the symmetric cubic of its own,
// w^2 = 720 E I/(rho A L^4). Tolerance: residuals are rounding of ||K||. Control: the number of modes asked for, down to within
// the rigid ones, which the list must not split by the rounding of their zeros.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "linalg/eigen/stiffness_round_off.hpp"
#include "modal/modes.hpp"
#include "support/table.hpp"
#include "support/text_file.hpp"
#include "system/model/model.hpp"

namespace jounce::modal::free_bodies_test {

using test::table;
using test::vector;
namespace {

/// A strip of n triangles, 0.5 n long and 1 wide, in the plane z = 0.
std::string strip(int n) {
    std::string text = "*NODE\n";
    for (int i = 0; i < n + 2; ++i)
        text += std::to_string(i + 1) + ", " + std::to_string(0.5 * i) + (i % 2 ? ", 1, 0\n" : ", 0, 0\n");
    text += "*ELEMENT, TYPE=S3\n";
    for (int k = 0; k < n; ++k) {
        const int b = k % 2 ? k + 2 : k + 3, c = k % 2 ? k + 3 : k + 2;
        text += std::to_string(k + 1) + ", " + std::to_string(k + 1) + ", " + std::to_string(b) + ", " + std::to_string(c) + "\n";
    }
    return text;
}

const Value steel = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 2.1e11}, {"nu", 0.3}, {"density", 7800}});

System shell(const Value& mesh, double thickness) {
    Model model("shell");
    model.add("shell", table({{"name", "shell"}, {"mesh", mesh}, {"thickness", thickness}, {"material", steel}}), {});
    return assemble(model);
}

System triangles(int n, double thickness) {
    const test::TextFile file("strip.inp", strip(n));
    return shell(table({{"family", "mesh"}, {"kind", "abaqus"}, {"file", file.name()}}), thickness);
}

void expect_free(const Modes& modes, std::size_t count, const std::string& what) {
    EXPECT_TRUE(modes.complete()) << what;
    ASSERT_EQ(modes.modes.size(), count) << what;
    for (std::size_t i = 0; i < count; ++i) {
        EXPECT_EQ(modes.modes[i].rigid(), i < 6) << what << ", mode " << i;
        EXPECT_LT(modes.modes[i].residual, 2e-12) << what << ", mode " << i;
    }
}

TEST(FreeBodies, StripsOfTrianglesHaveSixRigidMotions) {
    for (const double thickness : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5})
        for (const int n : {1, 2, 3, 5, 8, 12, 18}) {
            const System system = triangles(n, thickness);
            for (const int count : {1, 3, 6, 7, 18})
                expect_free(modal::modes(system, count), static_cast<std::size_t>(count),
                            std::to_string(n) + " triangles, " + std::to_string(thickness) + " m, " + std::to_string(count));
        }
}

// The membrane modes of a strip of 1e-6 m are 1e12 times as high as its bending: rounding beside the ones must not mix the shapes
// of the others. The six motions are free of strain to the rounding of the products, whatever number of modes is asked for, and
// the first shape of bending is that of a short list. Control: with one shift for all, rigid shapes of 18 modes strain by 3e3 of
// it.
TEST(FreeBodies, ThinStripsHaveTheSameLowModesInLongLists) {
    for (const double thickness : {1e-4, 1e-5, 1e-6})
        for (const int n : {2, 5, 8}) {
            const System system = triangles(n, thickness);
            const linalg::SharedMatrix& K = system.linear.stiffness();
            const Mode first = modal::modes(system, 7).modes[6];
            for (const int count : {10, 18, 24, 42}) {
                const Modes found = modal::modes(system, count);
                const std::string what = std::to_string(n) + " triangles, " + std::to_string(thickness * 1e6) + " um, " +
                                         std::to_string(count) + " modes";
                ASSERT_GE(found.modes.size(), 7U) << what;
                for (std::size_t i = 0; i < 6; ++i) {
                    const linalg::Vector& shape = found.modes[i].shape;
                    EXPECT_LT(shape.dot(K * shape), 0.25 * linalg::stiffness_round_off(K, shape)) << what << ", mode " << i;
                }
                EXPECT_NEAR(found.modes[6].frequency / first.frequency, 1, 1e-9) << what;
                EXPECT_LT((found.modes[6].shape - first.shape).norm(), 1e-6 * first.shape.norm()) << what;
            }
        }
}

// The shear that ties points d = 1e-4 apart adds (d L/t)^2, a hundredth at t = L/1000, times a small factor.
TEST(FreeBodies, ThinStripsBendInProportionToTheirThickness) {
    for (const int n : {2, 3, 5, 8, 12, 18}) {
        const double thick = modal::modes(triangles(n, 1e-2), 7).modes[6].frequency;
        EXPECT_NEAR(10 * modal::modes(triangles(n, 1e-3), 7).modes[6].frequency / thick, 1, 5e-3) << n;
    }
}

TEST(FreeBodies, PlatesMayBeAskedForFewerThanSixModes) {
    for (const int n : {1, 2, 8})
        for (const double thickness : {1e-2, 1e-4}) {
            const System system = shell(table({{"family", "mesh"},
                                               {"kind", "plate"},
                                               {"corner", vector(0, 0, 0)},
                                               {"edge_1", vector(2, 0, 0)},
                                               {"edge_2", vector(0, 1, 0)},
                                               {"elements_1", n},
                                               {"elements_2", (n + 1) / 2}}),
                                        thickness);
            for (const int count : {1, 2, 3, 4, 5, 6, 7})
                expect_free(modal::modes(system, count), static_cast<std::size_t>(count),
                            std::to_string(n) + " elements, " + std::to_string(thickness) + " m, " + std::to_string(count));
        }
}

TEST(FreeBodies, OneBeamElement) {
    Model model("beam");
    constexpr double d = 1e-3, E = 2.1e11, rho = 7800;
    model.add("beam",
              table({{"name", "beam"},
                     {"from", vector(0, 0, 0)},
                     {"to", vector(1, 0, 0)},
                     {"elements", 1},
                     {"section", table({{"family", "section"}, {"kind", "circle"}, {"diameter", d}})},
                     {"material", steel}}),
              {});
    const System system = assemble(model);
    for (const int count : {1, 5, 6, 8, 12}) expect_free(modal::modes(system, count), static_cast<std::size_t>(count), "beam");
    // The cubic symmetric in the middle: w^2 = 720 E I/(rho A L^4), I/A = d^2/16; shear and rotary inertia take (d/L)^2.
    const double expected = std::sqrt(720 * E / rho * d * d / 16) / (2 * std::numbers::pi);
    EXPECT_NEAR(modal::modes(system, 8).modes[6].frequency / expected, 1, 1e-4);
}

}  // namespace
}  // namespace jounce::modal::free_bodies_test
