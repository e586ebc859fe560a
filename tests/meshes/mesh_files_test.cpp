// Mesh files: what a small file says, point by point; both formats there and back; every fault answered with its line.
// SPDX-License-Identifier: BSD-3-Clause
#include "meshes/files/mesh_files.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/messages/error.hpp"
#include "support/text_file.hpp"

namespace jounce::mesh_files_test {
namespace {

using File = test::TextFile;

// Two quadrilaterals and a triangle; a construction point (9) that nothing uses; a curve group without a name.
const std::string gmsh = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
2
1 4 "left edge"
2 1 "skin"
$EndPhysicalNames
$Entities
1 2 1 0
1 0 0 0 0
1 0 0 0 0 1 0 1 4 2 1 -1
2 0 0 0 2 0 0 1 -6 2 1 -1
3 0 0 0 2 1 0 1 1 2 1 -2
$EndEntities
$Nodes
2 8 1 9
0 1 0 1
9
5 5 5
2 3 0 7
1
2
3
4
5
6
7
0 0 0
1 0 0
2 0 0.5
2 1 0.5
1 1 0
0 1 0
2.5 0.5 0.5
$EndNodes
$Elements
4 5 1 5
1 1 1 1
1 1 6
1 2 1 1
2 1 2
2 3 3 2
3 1 2 5 6
4 2 3 4 5
2 3 2 1
5 3 7 4
$EndElements
)";

const std::string abaqus = R"(*HEADING
A plate of two thicknesses
** a comment
*NODE, NSET=everything
1, 0, 0, 0
2, 1, 0, 0
3, 2., 0., 5e-1
4, 2, 1, 0.5
5, 1, 1
6, 0, 1, 0
7, 2.5, 0.5, 0.5
*ELEMENT, TYPE=S4R, ELSET=thick
10, 1, 2, 5, 6
*Element, type=S4, elset=thin
11, 2, 3, 4, 5
*ELEMENT, TYPE=S3, ELSET=thin
12, 3, 7, 4
*NSET, NSET=edge
1, 6,
*NSET, NSET=odd, GENERATE
1, 7, 2
*NSET, NSET=both
edge, 3
*MATERIAL, NAME=Steel
*ELASTIC
2.1e11, 0.3
*DENSITY
7850
*SHELL SECTION, ELSET=THICK, MATERIAL=steel
0.01
*SHELL SECTION, ELSET=thin, MATERIAL=STEEL
0.002, 5
*BOUNDARY
1, 1, 6
*STEP
*CLOAD
3, 3, 1
*END STEP
)";

Mesh gmsh_mesh(const std::string& text) { return read_gmsh(File("a.msh", text).name(), "mesh.gmsh"); }
Mesh abaqus_mesh(const std::string& text) { return read_abaqus(File("a.inp", text).name(), "mesh.abaqus"); }

using Points = std::vector<int>;

void expect_shape(const Mesh& mesh) {
    ASSERT_EQ(mesh.points.size(), 7U);
    ASSERT_EQ(mesh.cells.size(), 3U);
    EXPECT_EQ(mesh.points[2], (std::array{2.0, 0.0, 0.5}));
    EXPECT_EQ(mesh.cells[0].points, (std::array{0, 1, 4, 5}));
    EXPECT_EQ(mesh.cells[1].points, (std::array{1, 2, 3, 4}));
    EXPECT_EQ(mesh.cells[2].points, (std::array{2, 6, 3, -1}));
}

TEST(Gmsh, GivesPointsCellsAndPhysicalGroups) {
    const Mesh mesh = gmsh_mesh(gmsh);
    expect_shape(mesh);
    ASSERT_EQ(mesh.sets.size(), 3U);
    EXPECT_EQ(mesh.sets[0].name, "left edge");
    EXPECT_EQ(mesh.sets[0].points, (Points{0, 5}));
    EXPECT_EQ(mesh.sets[1].name, "physical 6");  // written as -6: a reversed curve
    EXPECT_EQ(mesh.sets[1].points, (Points{0, 1}));
    EXPECT_EQ(mesh.sets[2].name, "skin");
    EXPECT_EQ(mesh.sets[2].points, (Points{0, 1, 2, 3, 4, 5, 6}));
    ASSERT_EQ(mesh.notes.size(), 1U);
    EXPECT_EQ(mesh.notes[0], "1 node without an element is left out");
}

TEST(Abaqus, GivesPointsCellsSetsAndSections) {
    const Mesh mesh = abaqus_mesh(abaqus);
    expect_shape(mesh);
    ASSERT_EQ(mesh.sets.size(), 6U);
    EXPECT_EQ(mesh.sets[1].name, "edge");
    EXPECT_EQ(mesh.sets[1].points, (Points{0, 5}));
    EXPECT_EQ(mesh.sets[2].points, (Points{0, 2, 4, 6}));
    EXPECT_EQ(mesh.sets[3].points, (Points{0, 2, 5}));
    EXPECT_EQ(mesh.sets[5].name, "thin");
    EXPECT_EQ(mesh.sets[5].points, (Points{1, 2, 3, 4, 6}));
    ASSERT_EQ(mesh.properties.size(), 2U);
    EXPECT_EQ(mesh.cells[0].property, 0);
    EXPECT_EQ(mesh.cells[2].property, 1);
    EXPECT_EQ(mesh.properties[1].thickness, 0.002);
    EXPECT_EQ(mesh.properties[0].material->E, 2.1e11);
    EXPECT_EQ(mesh.properties[0].material->density, 7850);
    EXPECT_EQ(mesh.notes, (std::vector<std::string>{"*BOUNDARY (line 33) is left out", "*STEP (line 35) is left out"}));
}

TEST(MeshFiles, WhatWasWrittenIsReadBack) {
    Mesh mesh = abaqus_mesh(abaqus);
    mesh.points[3][1] = 1.0 / 3;  // every digit survives
    const Mesh a = abaqus_mesh(abaqus_text(mesh)), g = gmsh_mesh(gmsh_text(mesh));
    EXPECT_EQ(a.points, mesh.points);
    for (const Mesh* back : {&a, &g}) {
        EXPECT_EQ(back->points, mesh.points);
        ASSERT_EQ(back->cells.size(), mesh.cells.size());
        // Gmsh keeps cells by kind: quadrilaterals of one property, of the next, triangles; here that is the order they have.
        for (std::size_t i = 0; i < mesh.cells.size(); ++i) EXPECT_EQ(back->cells[i].points, mesh.cells[i].points);
        for (const MeshSet& set : mesh.sets) {
            const auto found =
                std::find_if(back->sets.begin(), back->sets.end(), [&](const auto& s) { return s.name == set.name; });
            ASSERT_NE(found, back->sets.end()) << set.name;
            EXPECT_EQ(found->points, set.points) << set.name;
        }
    }
    ASSERT_EQ(a.properties.size(), 2U);
    EXPECT_EQ(a.properties[1].thickness, 0.002);
    EXPECT_EQ(a.properties[1].material->nu, 0.3);
}

// CalculiX 2.20 takes the first 20 characters of a number for all of it, and reads 1.234567890123451e-05 as 1.234567890123451e-0.
TEST(MeshFiles, NumbersForCalculixHaveTwentyCharacters) {
    Mesh mesh = abaqus_mesh(abaqus);
    const std::vector<double> numbers = {1.234567890123451e-05, -1.3877787807814457e-17, -2.2250738585072014e-308, 1.0 / 3,
                                         -1e5 / 3};
    for (std::size_t i = 0; i < numbers.size(); ++i) mesh.points[i][2] = numbers[i];
    const std::string text = abaqus_text(mesh);
    std::size_t longest = 0, begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && text[i] != ',' && text[i] != '\n') continue;
        const std::string field = text.substr(begin, i - begin);
        if (field.find_first_not_of(" 0123456789.eE+-") == std::string::npos) longest = std::max(longest, field.size());
        begin = i + 1;
    }
    EXPECT_LE(longest, 21u) << "with the space before it";
    EXPECT_GE(longest, 20u) << "the test is about nothing";
    const Mesh back = abaqus_mesh(text);
    for (std::size_t i = 0; i < numbers.size(); ++i)
        EXPECT_NEAR(back.points[i][2], numbers[i], 1e-12 * std::abs(numbers[i])) << "thirteen digits";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

/// The message behind the name of the file.
template <class Read>
std::string message(Read read, const std::string& text) {
    try {
        (void)read(text);
    } catch (const Error& error) {
        const std::string whole = error.what();
        const std::size_t at = whole.find("a.msh:") != std::string::npos ? whole.find("a.msh:") : whole.find("a.inp:");
        return at == std::string::npos ? whole : whole.substr(at + 6);
    }
    return "no error";
}

// The same answer of both formats, wherever the two equal corners are; the order of the others is kept.
TEST(MeshFiles, AQuadrilateralWithNeighbouringCornersAtOneNodeIsATriangle) {
    const std::string points = "0 0 0\n1 0 0\n0 1 0\n";
    const auto inp = [](const std::string& nodes) {
        return abaqus_mesh("*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 0, 1, 0\n*ELEMENT, TYPE=S4\n1, " + nodes + "\n");
    };
    const auto msh = [&](std::string nodes) {
        std::ranges::replace(nodes, ',', ' ');
        return gmsh_mesh("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 3 1 3\n2 1 0 3\n1\n2\n3\n" + points +
                         "$EndNodes\n$Elements\n1 1 1 1\n2 1 3 1\n1 " + nodes + "\n$EndElements\n");
    };
    const std::array<int, 4> turned = {1, 2, 0, -1};
    for (const std::string nodes : {"1, 1, 2, 3", "1, 2, 2, 3", "1, 2, 3, 3", "1, 2, 3, 1", "2, 3, 1, 1"}) {
        const Mesh a = inp(nodes), b = msh(nodes);
        EXPECT_EQ(a.cells.at(0).corners(), 3) << nodes;
        EXPECT_EQ(a.cells.at(0).points, b.cells.at(0).points) << nodes;
        const std::array<int, 4> whole = {0, 1, 2, -1};
        EXPECT_EQ(a.cells.at(0).points, nodes[0] == '2' ? turned : whole) << nodes;
    }
    const std::string refused =
        "an element has two corners at one node: only neighbouring corners of a quadrilateral, which is a triangle then, may "
        "coincide";
    for (const std::string nodes : {"1, 2, 1, 3", "2, 1, 3, 1"}) {
        EXPECT_EQ(message(inp, nodes), "6: " + refused);
        EXPECT_EQ(message(msh, nodes), "17: " + refused);
    }
    for (const std::string nodes : {"1, 1, 2, 2", "1, 1, 1, 2"}) {
        EXPECT_EQ(message(inp, nodes), message(msh, nodes).replace(0, 2, "6")) << nodes;
        EXPECT_NE(message(inp, nodes).find("two corners at one node"), std::string::npos);
    }
}

TEST(Gmsh, AnswersAFaultWithItsLine) {
    const auto fault = [](const std::string& from, const std::string& to) {
        return message(gmsh_mesh, replaced(gmsh, from, to));
    };
    EXPECT_EQ(fault("4.1 0 8", "2.2 0 8"), "2: the version must be 4.1 (in Gmsh: Mesh.MshFileVersion = 4.1), got '2.2'");
    EXPECT_EQ(fault("4.1 0 8", "4.1 1 8"), "2: the file must be ASCII (in Gmsh: Mesh.Binary = 0), got the type '1'");
    EXPECT_EQ(fault("5 3 7 4", "5 3 8 4"), "47: there is no node 8");
    EXPECT_EQ(fault("5 3 7 4", "5 3 7 3"), "47: an element has two corners at one node");
    EXPECT_EQ(fault("2 1 0.5", "2 nan 0.5"), "32: a coordinate must be a finite number, got 'nan'");
    EXPECT_EQ(fault("2 1 0.5", "2 x1 0.5"), "32: a coordinate must be a finite number, got 'x1'");
    EXPECT_EQ(fault("2 3 2 1\n", "2 3 9 1\n"),
              "46: elements must be points (15), lines (1), triangles (2) or quadrilaterals (3) of first order, got type 9");
    EXPECT_EQ(fault("\n7\n0 0 0", "\n6\n0 0 0"), "28: node 6 was given before, in line 27");
    EXPECT_EQ(fault("$EndElements", ""), "48: the file ends where $EndElements is expected");
    EXPECT_EQ(fault("$EndNodes", "1 2 3"), "36: $EndNodes is expected after line 35, got '1'");
    EXPECT_EQ(fault("5 3 7 4", "4 3 7 4"), "47: element 4 was given before");
    EXPECT_EQ(fault("2 8 1 9", "2 9 1 9"), "35: the blocks contain 8 nodes, but the file announces 9");
    EXPECT_EQ(fault("$EndElements", "$EndElements\n$Entities\n0 0 0 0\n$EndEntities"),
              "49: $Entities must come before $Elements");
    EXPECT_EQ(message(gmsh_mesh, "hello"), "1: a section such as $Nodes is expected, got 'hello'");
    EXPECT_EQ(message(gmsh_mesh, ""), "1: the file is empty");
    EXPECT_EQ(message(abaqus_mesh, ""), "1: the file is empty");
    EXPECT_NE(message([](const std::string& f) { return read_gmsh(f, "mesh.gmsh"); }, "/none.msh")
                  .find("mesh.gmsh: 'file' must be a file that can be read, got '/none.msh' (No such file or directory"),
              std::string::npos);
}

TEST(Abaqus, AnswersAFaultWithItsLine) {
    const auto fault = [](const std::string& from, const std::string& to) {
        return message(abaqus_mesh, replaced(abaqus, from, to));
    };
    EXPECT_EQ(fault("TYPE=S4R", "TYPE=S8R"), "12: elements must be of the types S3, S3R, S4 or S4R, got S8R");
    EXPECT_EQ(fault("10, 1, 2, 5, 6", "10, 1, 2, 5"), "13: an element S4R has a number and 4 nodes, got 3 nodes");
    EXPECT_EQ(fault("10, 1, 2, 5, 6", "10, 1, 2, 5, 60"), "13: there is no node 60");
    EXPECT_EQ(fault("11, 2, 3", "10, 2, 3"), "15: element 10 was given before");
    EXPECT_EQ(fault("4, 2, 1, 0.5", "3, 2, 1, 0.5"), "8: node 3 was given before, in line 7");
    EXPECT_EQ(fault("4, 2, 1, 0.5", "4, 2, 1, inf"), "8: a coordinate must be a finite number, got 'inf'");
    EXPECT_EQ(fault("MATERIAL=steel", "MATERIAL=brass"), "29: there is no material brass");
    EXPECT_EQ(fault("ELSET=THICK, MAT", "ELSET=thicker, MAT"), "29: there is no element set thicker");
    EXPECT_EQ(fault("\n0.01\n", "\n-0.01\n"), "30: the thickness must be above 0, got -0.01");
    EXPECT_EQ(fault("\n0.01\n", "\n1e-310\n"), "30: the thickness must be 1e-100 or above, got 1e-310");
    EXPECT_EQ(fault("2.1e11, 0.3", "1e-310, 0.3"), "26: Young's modulus must be 1e-100 or above, got 1e-310");
    EXPECT_EQ(fault("2.1e11, 0.3", "2.1e11, 0.7"), "26: Poisson's ratio must be in (-1, 0.5], got 0.7");
    EXPECT_EQ(fault("edge, 3", "egde, 3"),
              "23: a number, or the name of a set given before, must be an integer from 1 upwards, got 'egde'");
    EXPECT_EQ(fault("*MATERIAL, NAME=Steel\n", ""), "24: *ELASTIC comes before any *MATERIAL");
    EXPECT_EQ(message(abaqus_mesh, "1, 2, 3\n"), "1: a keyword such as *NODE is expected, got '1, 2, 3'");
    EXPECT_EQ(message(abaqus_mesh, "*NODE\n1, 0, 0, 0\n"), "2: the file contains no *ELEMENT of a shell");
}

// A material without *DENSITY has none after writing and reading either: a density of 0 in the file would be refused.
TEST(MeshFiles, MaterialWithoutDensityIsReadBack) {
    const Mesh mesh = abaqus_mesh(replaced(abaqus, "*DENSITY\n7850\n", ""));
    ASSERT_EQ(mesh.properties[0].material->density, 0);
    const std::string text = abaqus_text(mesh);
    EXPECT_EQ(text.find("*DENSITY"), std::string::npos) << text;
    const Mesh copy = abaqus_mesh(text);
    EXPECT_EQ(copy.properties[0].material->density, 0);
    EXPECT_EQ(copy.properties[0].material->E, 2.1e11);
}

// Sets, sections and densities are judged when the file is at its end; the line is that of the data all the same.
TEST(Abaqus, AnswersWithTheLineOfTheData) {
    const auto fault = [](const std::string& from, const std::string& to) {
        return message(abaqus_mesh, replaced(abaqus, from, to));
    };
    EXPECT_EQ(fault("edge, 3", "edge, 77"), "23: the node set both names node 77, which does not exist");
    EXPECT_EQ(fault("*MATERIAL", "*ELSET, ELSET=two\n11, 12\n13\n*MATERIAL"),
              "26: the element set two names element 13, which does not exist");
    EXPECT_EQ(fault("1, 7, 2", "20, 30, 2"), "21: no node of the ranges of the set odd exists");
    EXPECT_EQ(fault("\n7850\n", "\n"), "27: *DENSITY has no value");
    EXPECT_EQ(fault("\n7850\n", "\n-1\n"), "28: the density must be 0 or above, got -1");
    EXPECT_EQ(fault("ELSET=thin, MATERIAL=STEEL", "ELSET=Thick, MATERIAL=steel"),
              "31: the elements THICK were given a section before, in line 29");
    EXPECT_EQ(fault("*MATERIAL", "*ELSET, ELSET=all\nthick, thin\n*SHELL SECTION, ELSET=all, MATERIAL=steel\n1\n*MATERIAL"),
              "33: element 10 has the section of all already");
    EXPECT_EQ(fault("10, 1, 2, 5, 6", "10, 1, 2, 5,"), "13: the data of an element end with a comma");
}

// Legal, and read as CalculiX does (which ran these forms).
TEST(Abaqus, ReadsDataAsTheyAreWritten) {
    const Mesh plain = abaqus_mesh(abaqus);
    const auto same = [&](const std::string& text) {
        const Mesh mesh = abaqus_mesh(text);
        EXPECT_EQ(mesh.points, plain.points);
        EXPECT_EQ(mesh.cells.size(), plain.cells.size());
        for (std::size_t c = 0; c < std::min(mesh.cells.size(), plain.cells.size()); ++c) {
            EXPECT_EQ(mesh.cells[c].points, plain.cells[c].points);
            EXPECT_EQ(mesh.cells[c].property, plain.cells[c].property);
        }
        for (const MeshSet& set : plain.sets) {
            const auto other =
                std::find_if(mesh.sets.begin(), mesh.sets.end(), [&](const MeshSet& s) { return s.name == set.name; });
            EXPECT_NE(other, mesh.sets.end()) << set.name;
            if (other == mesh.sets.end()) continue;
            EXPECT_EQ(other->points, set.points) << set.name;
        }
        return mesh;
    };
    (void)same(replaced(abaqus, "10, 1, 2, 5, 6", "10, 1, 2,\n5, 6"));
    (void)same(replaced(abaqus, "11, 2, 3, 4, 5", "11, 2,\n3,\n4, 5,"));
    (void)same(replaced(replaced(abaqus, "5e-1", "5D-1"), "2.1e11", "2.1d+11"));
    (void)same(replaced(abaqus, "1, 7, 2", "1, 17, 2"));  // a range with holes
    // Nodes behind elements.
    const std::size_t nodes = abaqus.find("*NODE"), elements = abaqus.find("*ELEMENT"), sets = abaqus.find("*NSET");
    (void)same(abaqus.substr(0, nodes) + abaqus.substr(elements, sets - elements) + abaqus.substr(nodes, elements - nodes) +
               abaqus.substr(sets));
    const Mesh of_elements = same(replaced(abaqus, "*MATERIAL", "*NSET, NSET=of thin, ELSET=THIN\n*MATERIAL"));
    const auto points = [&](const char* name) {
        return std::find_if(of_elements.sets.begin(), of_elements.sets.end(), [&](const MeshSet& s) { return s.name == name; })
            ->points;
    };
    EXPECT_EQ(points("of thin"), points("thin"));
}

// What would change geometry, stiffness or mass is no silent omission.
TEST(Abaqus, RefusesWhatItCannotTakeOver) {
    const auto fault = [](const std::string& from, const std::string& to) {
        return message(abaqus_mesh, replaced(abaqus, from, to));
    };
    const auto section = [&](const std::string& parameter) {
        return fault("*SHELL SECTION, ELSET=THICK", "*SHELL SECTION, " + parameter + ", ELSET=THICK");
    };
    EXPECT_EQ(section("COMPOSITE"), "29: *SHELL SECTION with COMPOSITE is not supported");
    EXPECT_EQ(section("Nodal Thickness"), "29: *SHELL SECTION with NODAL THICKNESS is not supported");
    EXPECT_EQ(section("NODALTHICKNESS"), "29: *SHELL SECTION with NODAL THICKNESS is not supported");
    EXPECT_EQ(section("OFFSET=0.5"), "29: *SHELL SECTION with OFFSET=0.5 is not supported");
    EXPECT_EQ(section("OFFSET=SPOS"), "29: *SHELL SECTION with OFFSET=SPOS is not supported");
    EXPECT_EQ(section("OFFSET=0.0"), "no error");
    EXPECT_EQ(section("OFFSET=MIDDLE SURFACE"), "no error");
    EXPECT_EQ(section("DENSITY=7"), "29: *SHELL SECTION with DENSITY=7 is not supported");
    EXPECT_EQ(section("SECTION INTEGRATION=GAUSS"), "no error");
    EXPECT_EQ(fault("\n0.01\n", "\n0.01\n0.02\n"), "31: a second line of *SHELL SECTION is not supported");
    EXPECT_EQ(fault("\n7850\n", "\n7850\n7800, 500\n"),
              "29: a second line of *DENSITY: properties that depend on temperature are not supported");
    EXPECT_EQ(fault("*NODE, NSET=everything", "*NODE, SYSTEM=C"),
              "4: *NODE with SYSTEM=C is not supported: give the nodes in rectangular axes");
    EXPECT_EQ(fault("*NODE, NSET=everything", "*NODE, SYSTEM=R"), "no error");
    EXPECT_EQ(fault("*NODE, NSET=everything", "*NODE, INPUT=nodes.txt"),
              "4: *NODE with INPUT=nodes.txt is not supported: write the mesh into one flat file");
    EXPECT_EQ(fault("TYPE=S4R,", "TYPE=S4R, OFFSET=0.1,"), "12: *ELEMENT with OFFSET=0.1 is not supported");
    EXPECT_EQ(fault("*NSET, NSET=both", "*NSET, NSET=both, ELSET=thin"), "23: a node set with ELSET=... must have no data lines");
    EXPECT_EQ(fault("*NODE, NSET", "*SYSTEM\n0, 0, 1\n*NODE, NSET"),
              "4: *SYSTEM is not supported: give the nodes in global axes");
    EXPECT_EQ(fault("*NSET, NSET=odd", "*NGEN\n1, 9\n*NSET, NSET=odd"),
              "20: *NGEN is not supported: write out the nodes and elements that it generates");
    EXPECT_EQ(fault("*BOUNDARY", "*NODAL THICKNESS\n1, 0.1\n*BOUNDARY"),
              "33: *NODAL THICKNESS is not supported: an element has one thickness");
    EXPECT_EQ(fault("*BOUNDARY", "*MATERIAL, NAME=STEEL\n*BOUNDARY"), "33: the material STEEL was given before, in line 24");
    EXPECT_EQ(message(abaqus_mesh, "*INCLUDE, INPUT=other.inp\n"),
              "1: *INCLUDE is not supported: write the mesh into one flat file");
    // Local axes of dofs turn supports and loads, which are left out anyway.
    const Mesh turned = abaqus_mesh(replaced(abaqus, "*BOUNDARY", "*TRANSFORM, NSET=edge, TYPE=C\n0, 0, 0, 0, 0, 1\n*BOUNDARY"));
    EXPECT_EQ(turned.notes.front(), "*TRANSFORM (line 33) is left out");
}

}  // namespace
}  // namespace jounce::mesh_files_test
