// Names in mesh files: names that a format takes for one stay two, whatever is written or read; what is left out is said.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/messages/error.hpp"
#include "meshes/files/mesh_files.hpp"
#include "models.hpp"
#include "support/text_file.hpp"
#include "system/shells/mesh_of.hpp"

namespace jounce::test::mesh_names_test {
namespace {

using Points = std::vector<int>;
using Texts = std::vector<std::string>;

Mesh gmsh_mesh(const std::string& text) { return read_gmsh(TextFile("n.msh", text).name(), "mesh.gmsh"); }
Mesh abaqus_mesh(const std::string& text) { return read_abaqus(TextFile("n.inp", text).name(), "mesh.abaqus"); }

Texts names(const Mesh& mesh) {
    Texts out;
    for (const MeshSet& set : mesh.sets) out.push_back(set.name);
    return out;
}
Points points(const Mesh& mesh, const std::string& name) {
    const auto found = std::find_if(mesh.sets.begin(), mesh.sets.end(), [&](const MeshSet& s) { return s.name == name; });
    return found == mesh.sets.end() ? Points{-1} : found->points;
}
bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A row of squares, x from 0 to `cells`.
Mesh row(int cells) {
    Mesh mesh;
    for (int i = 0; i <= cells; ++i) {
        mesh.points.push_back({static_cast<double>(i), 0, 0});
        mesh.points.push_back({static_cast<double>(i), 1, 0});
    }
    for (int i = 0; i < cells; ++i) mesh.cells.push_back({{2 * i, 2 * i + 2, 2 * i + 3, 2 * i + 1}, -1});
    return mesh;
}

Mesh quarrelling() {
    Mesh mesh = row(4);
    mesh.sets = {{"Edge 1", {0, 1}}, {"edge_1", {2, 3}}, {"EDGE,1", {4, 5}},
                 {"All nodes", {0}}, {"shell", {7}},     {"skin", {0, 1, 2, 3}}};
    const elements::Material steel{207e9, 0.3, 7850};
    mesh.properties = {{"Skin", 0.001, steel}, {"edge 1", 0.002, steel}, {"EDGE 1", 0.003, steel}};
    for (int i = 0; i < 3; ++i) mesh.cells[static_cast<std::size_t>(i)].property = i;
    return mesh;
}

TEST(MeshNames, InAnInpFileNoTwoBecomeOne) {
    const Mesh mesh = quarrelling();
    const std::string text = abaqus_text(mesh);
    const Mesh back = abaqus_mesh(text);
    // The property Skin and the node set skin are the same nodes and share a label; nothing else does.
    EXPECT_EQ(names(back), (Texts{"all_nodes", "Edge_1", "edge_1_2", "EDGE_1_3", "All_nodes_2", "shell", "skin", "edge_1_4",
                                  "EDGE_1_5", "shell_2"}));
    EXPECT_EQ(points(back, "Edge_1"), (Points{0, 1}));
    EXPECT_EQ(points(back, "edge_1_2"), (Points{2, 3}));
    EXPECT_EQ(points(back, "EDGE_1_3"), (Points{4, 5}));
    EXPECT_EQ(points(back, "All_nodes_2"), (Points{0}));
    EXPECT_EQ(points(back, "shell"), (Points{7}));
    EXPECT_EQ(points(back, "edge_1_4"), (Points{2, 3, 4, 5}));
    EXPECT_EQ(points(back, "shell_2"), (Points{6, 7, 8, 9}));
    ASSERT_EQ(back.properties.size(), 3U);
    for (int i = 0; i < 3; ++i) {
        const auto place = static_cast<std::size_t>(i);
        const auto cell =
            std::find_if(back.cells.begin(), back.cells.end(), [&](const MeshCell& c) { return c.points[0] == 2 * i; });
        ASSERT_NE(cell, back.cells.end());
        EXPECT_EQ(back.properties[static_cast<std::size_t>(cell->property)].thickness, mesh.properties[place].thickness) << i;
    }
    EXPECT_TRUE(back.notes.empty());
    // Written and read once more nothing new appears.
    EXPECT_EQ(names(abaqus_mesh(abaqus_text(back))), names(back));
}

TEST(MeshNames, InAMshFileNoTwoBecomeOne) {
    Mesh mesh = quarrelling();
    mesh.properties[2].name = "edge 1";
    const Mesh back = gmsh_mesh(gmsh_text(mesh));
    for (const MeshSet& set : mesh.sets) EXPECT_EQ(points(back, set.name), set.points) << set.name;  // capitals tell
    EXPECT_EQ(points(back, "edge 1"), (Points{2, 3, 4, 5}));
    EXPECT_EQ(points(back, "edge 1 2"), (Points{4, 5, 6, 7}));
    EXPECT_TRUE(back.notes.empty());
}

TEST(MeshNames, AQuoteHasNoPlaceInAMshFile) {
    Mesh mesh = row(1);
    mesh.sets = {{"the \"left\" edge", {0}}};
    EXPECT_EQ(error_of([&] { (void)gmsh_text(mesh); }),
              "write_mesh: a name in a .msh file cannot contain a quote, got [the \"left\" edge]");
    EXPECT_EQ(names(abaqus_mesh(abaqus_text(mesh))), (Texts{"all_nodes", "the__left__edge", "shell"}));
    mesh.sets[0].name = "two\nlines";
    EXPECT_TRUE(holds(error_of([&] { (void)gmsh_text(mesh); }), "cannot contain a line break"));
}

const std::string two_squares = R"(*NODE
1, 0, 0
2, 1, 0
3, 2, 0
4, 0, 1
5, 1, 1
6, 2, 1
7, 9, 9
8, 8, 8
)";

TEST(Abaqus, AnElementSetWithTheNameOfANodeSetIsKept) {
    const std::string cells = "*ELEMENT, TYPE=S4, ELSET=A\n1, 1, 2, 5, 4\n*ELEMENT, TYPE=S4, ELSET=B\n2, 2, 3, 6, 5\n";
    const Mesh mesh = abaqus_mesh(two_squares + "*NSET, NSET=a\n1, 4\n*NSET, NSET=b\n6, 5, 3, 2\n" + cells);
    EXPECT_EQ(names(mesh), (Texts{"a", "b", "A (elements)"}));
    EXPECT_EQ(points(mesh, "a"), (Points{0, 3}));
    EXPECT_EQ(points(mesh, "A (elements)"), (Points{0, 1, 3, 4}));
    EXPECT_EQ(mesh.notes, (Texts{"the element set 'A' has the name of a node set with other nodes: it is called 'A (elements)'",
                                 "2 nodes without an element are left out"}));
}

TEST(Abaqus, QuotedNamesMayHoldCommas) {
    const Mesh mesh = abaqus_mesh(two_squares + "*NSET, NSET=\"left, low\"\n1\n*NSET, NSET=both\n\"Left, low\", 3\n" +
                                  "*ELEMENT, TYPE=S4\n1, 1, 2, 5, 4\n2, 2, 3, 6, 5\n");
    EXPECT_EQ(points(mesh, "left, low"), (Points{0}));
    EXPECT_EQ(points(mesh, "both"), (Points{0, 2}));
}

TEST(Abaqus, NodesOfNoElementLeaveTheirSets) {
    const Mesh mesh = abaqus_mesh(two_squares + "*NSET, NSET=centre\n7\n*NSET, NSET=mixed\n8, 2, 7\n" +
                                  "*ELEMENT, TYPE=S4\n1, 1, 2, 5, 4\n2, 2, 3, 6, 5\n");
    EXPECT_EQ(mesh.points.size(), 6U);
    EXPECT_EQ(names(mesh), (Texts{"mixed"}));
    EXPECT_EQ(points(mesh, "mixed"), (Points{1}));
    EXPECT_EQ(mesh.notes,
              (Texts{"2 nodes without an element are left out", "the set 'centre' has no node of an element and is left out",
                     "the set 'mixed' had nodes without an element, which are left out of it"}));
}

/// Two curves and two surfaces, whose physical groups are given by the caller: "<dimension> <tag> <name>" lines, and a tag each.
std::string gmsh_file(const std::string& names, int curve_1, int curve_2, int surface_1, int surface_2) {
    const auto tag = [](int group) { return group == 0 ? "0" : "1 " + std::to_string(group); };
    return "$MeshFormat\n4.1 0 8\n$EndMeshFormat\n" + names + "$Entities\n0 2 2 0\n1 0 0 0 0 1 0 " + tag(curve_1) +
           " 0\n2 2 0 0 2 1 0 " + tag(curve_2) + " 0\n1 0 0 0 1 1 0 " + tag(surface_1) + " 0\n2 1 0 0 2 1 0 " + tag(surface_2) +
           " 0\n$EndEntities\n$Nodes\n1 6 1 6\n2 1 0 6\n1\n2\n3\n4\n5\n6\n0 0 0\n1 0 0\n2 0 0\n0 1 0\n1 1 0\n2 1 0\n$EndNodes\n"
           "$Elements\n4 4 1 4\n1 1 1 1\n1 1 4\n1 2 1 1\n2 3 6\n2 1 3 1\n3 1 2 5 4\n2 2 3 1\n4 2 3 6 5\n$EndElements\n";
}

TEST(Gmsh, GroupsOfOneTagInTwoDimensionsAreTwoSets) {
    const Mesh mesh = gmsh_mesh(gmsh_file("", 1, 2, 1, 3));
    EXPECT_EQ(names(mesh), (Texts{"physical 1 (curves)", "physical 1 (surfaces)", "physical 2", "physical 3"}));
    EXPECT_EQ(points(mesh, "physical 1 (curves)"), (Points{0, 3}));
    EXPECT_EQ(points(mesh, "physical 1 (surfaces)"), (Points{0, 1, 3, 4}));
    EXPECT_EQ(mesh.notes, (Texts{"physical groups of several dimensions have the name 'physical 1': the sets are "
                                 "'physical 1 (curves)', 'physical 1 (surfaces)'"}));
}

TEST(Gmsh, GroupsOfOneNameInOneDimensionAreOneSet) {
    const std::string said = "$PhysicalNames\n4\n1 1 \"end\"\n1 2 \"end\"\n2 5 \"left\"\n2 6 \"end\"\n$EndPhysicalNames\n";
    const Mesh mesh = gmsh_mesh(gmsh_file(said, 1, 2, 5, 6));
    EXPECT_EQ(names(mesh), (Texts{"end (curves)", "end (surfaces)", "left"}));
    EXPECT_EQ(points(mesh, "end (curves)"), (Points{0, 2, 3, 5}));
    EXPECT_EQ(points(mesh, "end (surfaces)"), (Points{1, 2, 4, 5}));
}

TEST(MeshNotes, StandAmongTheNotesOfTheSystem) {
    const TextFile file("notes.inp", two_squares + "*ELEMENT, TYPE=S4\n1, 1, 2, 5, 4\n2, 2, 3, 6, 5\n*BOUNDARY\n1, 1, 6\n");
    Script script;
    script.add("shell", {{"name", "plate"},
                         {"mesh", table({{"family", "mesh"}, {"kind", "abaqus"}, {"file", file.name()}})},
                         {"thickness", 0.01},
                         {"material", steel()}});
    const System system = script.system();
    const std::string who = "shell 'plate': " + file.name() + ": ";
    EXPECT_EQ(system.notes, (Texts{who + "*BOUNDARY (line 13) is left out", who + "2 nodes without an element are left out"}));
    EXPECT_EQ(error_of([] { (void)mesh_of(System{}, "write_mesh"); }), "write_mesh: model '' has no shell");
}

}  // namespace
}  // namespace jounce::test::mesh_names_test
