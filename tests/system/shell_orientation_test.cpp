// Neighbouring cells with normals on opposite sides: a pressure across them is refused, with their numbers; branching surfaces
// and pressures on one side of the change are not.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/shells/shell_orientation.hpp"

#include <algorithm>

#include "models.hpp"
#include "support/text_file.hpp"

namespace jounce::test::shell_orientation_test {
namespace {

/// Three squares in a row in the plane z = 0 and one upright on the line x = 1; each cell as the caller winds it.
struct Squares {
    TextFile file;
    Script script;
    Handle shell;
    explicit Squares(const std::string& cells)
        : file("squares.inp",
               "*NODE\n1, 0, 0\n2, 1, 0\n3, 2, 0\n4, 3, 0\n5, 0, 1\n6, 1, 1\n7, 2, 1\n8, 3, 1\n9, 1, 0, 1\n10, 1, 1, 1\n"
               "*ELEMENT, TYPE=S4\n" +
                   cells) {
        shell = script.add("shell", {{"name", "hull"},
                                     {"mesh", table({{"family", "mesh"}, {"kind", "abaqus"}, {"file", file.name()}})},
                                     {"thickness", 0.01},
                                     {"material", steel()}});
    }
    void press(const std::vector<int>& nodes) {
        std::vector<Reference> chosen;
        for (const int n : nodes) chosen.push_back(shell.nodes[static_cast<std::size_t>(n - 1)]);
        if (nodes.empty()) {
            script.add("pressure", {{"shell", shell.self}, {"pressure", 1.0}});
        } else {
            script.add("pressure", {{"shell", shell.self}, {"pressure", 1.0}, {"nodes", references(chosen)}});
        }
    }
    /// Resultant of the pressure.
    [[nodiscard]] Eigen::Vector3d force() const {
        const System system = script.system();
        const Vector full = system.recovery.T * system.loads.at(0).pattern;
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (const SystemNode& node : system.nodes) sum += full.segment<3>(node.first_dof);
        return sum;
    }
    [[nodiscard]] bool noted() const {
        const System system = script.system();
        return std::ranges::any_of(system.notes, [](const std::string& n) { return n.find("opposite normals") != n.npos; });
    }
};

const std::string first = "1, 1, 2, 6, 5\n", second = "2, 2, 3, 7, 6\n", turned = "2, 2, 6, 7, 3\n", third = "3, 3, 4, 8, 7\n",
                  upright = "4, 2, 6, 10, 9\n", upright_turned = "4, 2, 9, 10, 6\n";

TEST(ShellOrientation, APressureAcrossOppositeNormalsIsRefused) {
    Squares good(first + second + third);
    good.press({});
    EXPECT_LT((good.force() - Eigen::Vector3d(0, 0, 3)).norm(), 1e-14);
    EXPECT_FALSE(good.noted());

    Squares bad(first + turned + third);
    EXPECT_TRUE(bad.noted());  // the faces change places, whether or not there is a pressure
    EXPECT_EQ(bad.script.system().notes.back(),
              "shell 'hull': 2 pairs of neighbouring cells, first 1 and 2 of the mesh, have opposite normals: the top of one is "
              "the bottom of the other, and a pressure on both is an error");
    bad.press({});
    EXPECT_EQ(
        error_of([&] { (void)bad.script.system(); }),
        "case.lua:2: model.pressure: 'shell' must have all normals on one side where the pressure acts, but cells 1 and 2 of "
        "the mesh of 'hull', which meet at hull[2] and hull[6], have opposite normals (2 pairs in all)");
}

TEST(ShellOrientation, APressureOnOneSideOfTheChangeIsNot) {
    Squares squares(first + turned + third);
    squares.press({2, 6, 7, 3});
    EXPECT_LT((squares.force() - Eigen::Vector3d(0, 0, -1)).norm(), 1e-14);
}

// A rib on a plate: whichever way the rib is wound, it shares the direction of one of the two cells that it stands on.
TEST(ShellOrientation, ABranchIsNoChangeOfSide) {
    for (const std::string& rib : {upright, upright_turned}) {
        Squares tee(first + second + rib);
        EXPECT_FALSE(tee.noted());
        tee.press({});
        EXPECT_NEAR(tee.force().z(), 2, 1e-14);
        EXPECT_NEAR(std::abs(tee.force().x()), 1, 1e-14);
    }
    // On two of the three cells only it is a fold, which has two sides again.
    const std::vector<int> folded{1, 2, 6, 5, 9, 10};
    Squares fold(first + second + third + upright), good(first + second + third + upright_turned);
    fold.press(folded);
    good.press(folded);
    EXPECT_NE(error_of([&] { (void)fold.script.system(); }).find("cells 1 and 4 of the mesh of 'hull'"), std::string::npos);
    EXPECT_LT((good.force() - Eigen::Vector3d(-1, 0, 1)).norm(), 1e-14);
}

// Control: every builder's mesh is of one side.
TEST(ShellOrientation, BuiltMeshesHaveOne) {
    const Value up = vector(0, 0, 1), zero = vector(0, 0, 0);
    for (const Table& mesh :
         {table({{"family", "mesh"}, {"kind", "tube"}, {"from", zero}, {"to", up}, {"radius", 0.2}, {"around", 7}, {"along", 3}}),
          table({{"family", "mesh"},
                 {"kind", "ring"},
                 {"at", zero},
                 {"axis", up},
                 {"inner_radius", 0.2},
                 {"outer_radius", 0.4},
                 {"around", 9},
                 {"across", 3}})}) {
        Script script;
        script.add("shell", {{"mesh", mesh}, {"thickness", 0.01}, {"material", steel()}});
        EXPECT_TRUE(script.system().notes.empty());
    }
}

// A band with half a twist has one side only: however its cells are wound, somewhere two neighbours disagree.
TEST(ShellOrientation, AMoebiusBandHasNone) {
    constexpr int n = 9;
    for (const unsigned winding : {0U, 0b101U, 0b111111111U}) {
        std::vector<ShellPiece> pieces(n);
        for (int i = 0; i < n; ++i) {
            const bool seam = i == n - 1;  // the last cell goes over to the first two nodes crosswise
            const int a = 2 * i, b = 2 * i + 1, c = seam ? 1 : 2 * i + 2, d = seam ? 0 : 2 * i + 3;
            ShellPiece& piece = pieces[static_cast<std::size_t>(i)];
            piece.nodes = {a, c, d, b};
            if ((winding >> i & 1U) != 0) std::reverse(piece.nodes.begin(), piece.nodes.end());
            elements::ShellCorners corners(3, 4);
            corners << 0, 1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0;
            piece.properties = elements::shell(corners, 0.1, {1, 0, 1}, 1e-3);
        }
        const OppositeNormals opposite = opposite_normals(pieces);
        EXPECT_EQ(opposite.pairs % 2, 1) << winding;
    }
}

}  // namespace
}  // namespace jounce::test::shell_orientation_test
