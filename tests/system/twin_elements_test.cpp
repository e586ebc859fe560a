// Elements that a model has twice are doubted, wherever they come from. Control: neighbours, and models that accept it.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <string>

#include "support/text_file.hpp"
#include "system/models.hpp"

namespace jounce::test::twin_elements_test {
namespace {

const std::string nodes = "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 1, 1, 0\n4, 0, 1, 0\n5, 2, 0, 0\n6, 2, 1, 0\n*ELEMENT, TYPE=S4\n";

/// The doubt about the elements of shells made of these elements, the second one on the nodes of the first.
std::string doubted(const std::string& first, const std::string& second = "", bool accepted = false) {
    Script s;
    if (accepted) s.model.accept({"mesh"});
    std::vector<Reference> join;
    for (const std::string& elements : {first, second}) {
        if (elements.empty()) continue;
        const TextFile file(join.empty() ? "first.inp" : "second.inp", nodes + elements);
        const Value mesh = table({{"family", "mesh"}, {"kind", "abaqus"}, {"file", file.name()}});
        const char* name = join.empty() ? "first" : "second";
        const Handle shell =
            join.empty()
                ? s.add("shell", {{"name", name}, {"mesh", mesh}, {"thickness", 5e-3}, {"material", steel()}})
                : s.add("shell",
                        {{"name", name}, {"mesh", mesh}, {"thickness", 5e-3}, {"material", steel()}, {"join", references(join)}});
        join = shell.nodes;
    }
    for (const std::string& note : s.system().notes)
        if (note.find("count twice") != std::string::npos) return note;
    return "";
}

TEST(TwinElements, AreDoubted) {
    const std::string silence = " [accept = { \"mesh\" } in jounce.model silences this]";
    EXPECT_EQ(doubted("1, 1, 2, 3, 4\n2, 2, 5, 6, 3\n3, 3, 4, 1, 2\n"),
              "cell 1 of shell 'first' and cell 3 of shell 'first' have the same nodes: their mass and stiffness count twice" +
                  silence);
    EXPECT_EQ(
        doubted("1, 1, 2, 3, 4\n2, 2, 5, 6, 3\n", "1, 2, 5, 6, 3\n2, 1, 2, 3, 4\n"),
        "cell 1 of shell 'first' and cell 2 of shell 'second' have the same nodes, and 1 more pair of cells: their mass and "
        "stiffness count twice" +
            silence);
    EXPECT_EQ(doubted("1, 1, 2, 3, 4\n2, 2, 5, 6, 3\n"), "");
    EXPECT_EQ(doubted("1, 1, 2, 3, 4\n2, 1, 2, 3, 3\n"), "") << "a triangle beside a quadrilateral";
    EXPECT_EQ(doubted("1, 1, 2, 3, 4\n2, 3, 4, 1, 2\n", "", true), "");
}

}  // namespace
}  // namespace jounce::test::twin_elements_test
