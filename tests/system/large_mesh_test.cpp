// One faulty element among a million: it is named.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <numeric>

#include "base/messages/error.hpp"
#include "system/shells/shell_assembly.hpp"

namespace jounce::test::large_mesh_test {
namespace {

constexpr elements::Material steel{.E = 210e9, .nu = 0.3, .density = 7800};

/// A square of side^2 cells. Those of property 0 are 5 mm thick; property 1 has no thickness.
Mesh square(int side) {
    Mesh out;
    for (int j = 0; j <= side; ++j)
        for (int i = 0; i <= side; ++i) out.points.push_back({1e-3 * i, 1e-3 * j, 0});
    for (int j = 0; j < side; ++j)
        for (int i = 0; i < side; ++i) {
            const int a = j * (side + 1) + i;
            out.cells.push_back({.points = {a, a + 1, a + side + 2, a + side + 1}, .line = 0, .property = 0});
        }
    out.properties = {{.name = "wall", .thickness = 5e-4, .material = steel},
                      {.name = "none", .thickness = {}, .material = steel}};
    return out;
}

std::string said(const Mesh& mesh, double thickness) {
    std::vector<int> nodes(mesh.points.size());
    std::iota(nodes.begin(), nodes.end(), 0);
    try {
        (void)shell_pieces(mesh, nodes, {.thickness = thickness, .material = {}, .drilling = 0.1, .crease = 0.7}, "model.shell");
        return "";
    } catch (const Error& error) {
        return error.message();
    }
}

TEST(LargeMesh, AnElementWithoutThicknessAmongAMillionIsNamed) {
    Mesh mesh = square(1000);
    mesh.cells[654320].property = 1;
    EXPECT_EQ(said(mesh, 0), "model.shell: 'thickness' is required (number, m), as cell 654321 of the mesh has none");
    mesh.file = "wing.inp";  // of a file the line is named
    mesh.cells[654320].line = 1656330;
    EXPECT_EQ(said(mesh, 0), "model.shell: 'thickness' is required (number, m), as the element in wing.inp:1656330 has none");
}

TEST(LargeMesh, TheThicknessOfTheShellServesElementsWithoutTheirOwn) {
    Mesh mesh = square(10);
    mesh.cells[42].property = 1;
    EXPECT_EQ(said(mesh, 1e-4), "");
}

}  // namespace
}  // namespace jounce::test::large_mesh_test
