// Every file of lib/system/entries/kinds is a kind in the table, and every kind says what it is.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <filesystem>

#include "models.hpp"

namespace jounce::test::entry_kinds_test {
namespace {

TEST(EntryKinds, TheTableHoldsEveryFileOfTheFolder) {
    std::vector<std::string> files;
    for (const auto& file : std::filesystem::directory_iterator(JOUNCE_SOURCE_DIR "/lib/system/entries/kinds")) {
        EXPECT_EQ(file.path().extension(), ".cpp") << file.path();
        files.push_back(file.path().stem().string());
    }
    std::vector<std::string> names = entry_family.names();
    std::ranges::sort(files);
    std::ranges::sort(names);
    EXPECT_EQ(names, files);
}

TEST(EntryKinds, DescribeThemselvesAndTheirFields) {
    for (const EntryKind* kind : entry_family.kinds()) {
        EXPECT_EQ(kind->family, "model");
        EXPECT_TRUE(kind->summary.ends_with(".")) << kind->name;
        for (const Field& field : kind->fields.fields)
            EXPECT_TRUE(field.sentence.ends_with(".")) << kind->name << "." << field.name;
    }
}

}  // namespace
}  // namespace jounce::test::entry_kinds_test
