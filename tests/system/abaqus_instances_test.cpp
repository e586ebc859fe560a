// Parts and instances of .inp files: copies of a part where its instances stand, their sets by the instance's name.
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <algorithm>
#include <numbers>

#include "meshes/files/mesh_files.hpp"
#include "models.hpp"
#include "support/text_file.hpp"

namespace jounce::test::abaqus_instances_test {
namespace {

const std::string file = R"(*HEADING
*Part, name=flap
*Node
1, 0, 0, 0
2, 1, 0, 0
3, 1, 2, 0
4, 0, 2, 0
9, 5, 5, 5
*Element, type=S4
1, 1, 2, 3, 4
*Nset, nset=root
1, 4
*Elset, elset=all, generate
1, 1, 1
*Shell Section, elset=all, material=steel
0.01,
*End Part
*Part, name=spare
*End Part
**
*Assembly, name=Assembly
*Instance, name=left, part=flap
*End Instance
**
*Instance, name=right, part=FLAP
10, 0, 1
10, 0, 0, 10, 1, 0, 90
*End Instance
*Nset, nset=tips, instance=left
2, 3
*Nset, nset=tips, instance=right
2, 3
*Nset, nset=roots
left.root, right.4
*End Assembly
*Material, name=steel
*Elastic
2e11, 0.3
*Density
7800,
)";

Mesh read(const std::string& text) { return read_abaqus(TextFile("a.inp", text).name(), "mesh.abaqus"); }

std::vector<int> set_of(const Mesh& mesh, const std::string& name) {
    for (const MeshSet& set : mesh.sets) {
        if (set.name == name) return set.points;
    }
    ADD_FAILURE() << "no set " << name;
    return {};
}

// Abaqus moves an instance first and turns it then; the quarter turn about the line x = 10, z = 0 along y takes (x, y, z) to
// (10 + z, y, 10 - x).
TEST(AbaqusInstances, AreCopiesWhereTheyStand) {
    const Mesh mesh = read(file);
    ASSERT_EQ(mesh.points.size(), 8u);
    ASSERT_EQ(mesh.cells.size(), 2u);
    for (int i = 0; i < 4; ++i) {
        const std::array<double, 3>& left = mesh.points[static_cast<std::size_t>(i)];
        const std::array<double, 3>& right = mesh.points[static_cast<std::size_t>(i) + 4];
        const std::array<double, 3> moved{left[0] + 10, left[1], left[2] + 1};
        const std::array<double, 3> expected{10 + moved[2], moved[1], 10 - moved[0]};
        for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(right[k], expected[k], 1e-14) << i;
        EXPECT_EQ(mesh.cells[0].points[static_cast<std::size_t>(i)], i);
        EXPECT_EQ(mesh.cells[1].points[static_cast<std::size_t>(i)], i + 4);
    }
    EXPECT_EQ(set_of(mesh, "left.root"), (std::vector<int>{0, 3}));
    EXPECT_EQ(set_of(mesh, "right.root"), (std::vector<int>{4, 7}));
    EXPECT_EQ(set_of(mesh, "tips"), (std::vector<int>{1, 2, 5, 6}));
    EXPECT_EQ(set_of(mesh, "roots"), (std::vector<int>{0, 3, 7}));
    for (const MeshCell& cell : mesh.cells) {
        const MeshProperty& property = mesh.properties.at(static_cast<std::size_t>(cell.property));
        EXPECT_EQ(property.thickness, 0.01);
        EXPECT_EQ(property.material->E, 2e11);
    }
    const auto noted = [&](const std::string& text) { return std::ranges::find(mesh.notes, text) != mesh.notes.end(); };
    EXPECT_TRUE(noted("the part spare has no instance and is left out"));
}

TEST(AbaqusInstances, WrongOnesAreAnsweredWithTheirLine) {
    const auto fault = [](const std::string& from, const std::string& to) -> std::string {
        std::string text = file;
        const std::size_t at = text.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        const std::string message = error_of([&] { (void)read(text.replace(at, from.size(), to)); });
        const std::size_t place = message.find("a.inp:");
        return place == std::string::npos ? message : message.substr(place + 6);
    };
    EXPECT_EQ(fault("part=FLAP", "part=flop"), "25: there is no part flop");
    EXPECT_EQ(fault("name=right", "name=LEFT"), "25: the instance LEFT was given before");
    EXPECT_EQ(fault("name=left, ", ""), "22: *INSTANCE needs NAME=... and PART=...");
    EXPECT_EQ(fault("*End Part\n*Part, name=spare\n", "*Part, name=spare\n*Part, name=spare\n"),
              "17: parts cannot be nested: *PART before *END PART");
    EXPECT_EQ(fault("name=spare", "name=Flap"), "18: the part Flap was given before, in line 2");
    EXPECT_EQ(fault("10, 0, 0, 10, 1, 0, 90", "10, 0, 0, 10, 0, 0, 90"), "27: the points of the axis of rotation must differ");
    EXPECT_EQ(fault("10, 0, 0, 10, 1, 0, 90", "10, 0, 0, 90"),
              "27: a rotation has two points of its axis and an angle in degrees");
    EXPECT_EQ(fault("10, 0, 1\n", "10, 0, one\n"), "26: a number must be a finite number, got 'one'");
    EXPECT_EQ(fault("instance=left", "instance=middle"), "29: there is no instance middle");
    EXPECT_EQ(fault("1, 1, 2, 3, 4\n*Nset", "1, 1, 2, 3, 40\n*Nset"), "10: there is no node 40");
    EXPECT_EQ(fault("*End Assembly", "*Nset, nset=x\nright.root.7\n*End Assembly"),
              "36: a number, or the name of a set given before, must be an integer from 1 upwards, got 'right.root.7'");
}

}  // namespace
}  // namespace jounce::test::abaqus_instances_test
