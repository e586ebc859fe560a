// The generated reference and editor types are those of the field lists as they are now.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>

#include "command.hpp"
#include "reference/field_words.hpp"
#include "reference/generated_docs.hpp"
#include "script/families.hpp"

namespace jounce::test::docs_test {
namespace {

namespace fs = std::filesystem;
const fs::path root = JOUNCE_SOURCE_DIR;

TEST(GeneratedDocs, AreFresh) {
    for (const auto& [path, text] : lua::generated_docs()) {
        EXPECT_TRUE(read_text(root / path) == text) << path << " is stale: run tools/generate-docs";
    }
}

TEST(GeneratedDocs, HoldNoPageOfTheirOwn) {
    const auto files = lua::generated_docs();
    for (const fs::directory_entry& entry : fs::directory_iterator(root / "docs/reference")) {
        const std::string path = "docs/reference/" + entry.path().filename().string();
        EXPECT_TRUE(files.contains(path)) << path << " is no longer generated";
    }
}

TEST(GeneratedDocs, NameEveryKindAndField) {
    const auto files = lua::generated_docs();
    for (const lua::AnyFamily& family : lua::families()) {
        const std::string& page = files.at("docs/reference/" + family.name + ".md");
        for (const KindDescription* kind : family.kinds) {
            EXPECT_NE(page.find("## " + lua::constructor_words(family, *kind) + "\n"), std::string::npos) << kind->subject();
            EXPECT_FALSE(kind->summary.empty()) << kind->subject();
            for (const Field& field : kind->fields.fields) {
                EXPECT_NE(page.find("| `" + field.name + "` |"), std::string::npos) << kind->subject() << "." << field.name;
                EXPECT_FALSE(field.sentence.empty()) << kind->subject() << "." << field.name;
            }
        }
    }
}

// The types are a Lua file that loads: its syntax is right.
TEST(GeneratedDocs, TypesAreLua) {
    const Scratch scratch;
    scratch.write("case.lua", lua::editor_types());
    EXPECT_EQ(jounce("run case.lua", scratch.path()).err, "");
}

}  // namespace
}  // namespace jounce::test::docs_test
