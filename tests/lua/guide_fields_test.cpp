// Calls in the guide and in the README name fields that exist: those of run:section{...}, run:plot{...} and their like.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <utility>
#include <vector>

#include "command.hpp"
#include "script/families.hpp"

namespace jounce::test::guide_fields_test {
namespace {

namespace fs = std::filesystem;

/// The names before " = " at the first level of the braces that begin at `open`.
std::vector<std::string> keys(const std::string& text, std::size_t open) {
    std::vector<std::string> out;
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '{' || text[i] == '(') ++depth;
        if ((text[i] == '}' || text[i] == ')') && --depth == 0) break;
        static const std::regex key(R"(^[\s,{]([a-z_]+) = )");
        std::smatch found;
        const std::string rest = text.substr(i, 60);
        if (depth == 1 && std::regex_search(rest, found, key)) out.push_back(found[1]);
    }
    return out;
}

std::vector<std::string> unknown_fields(const std::string& text) {
    std::vector<std::string> out;
    for (const auto& [call, name] : {std::pair("run:section{", "section"), std::pair("run:plot{", "plot"),
                                     std::pair("run:steady{", "steady"), std::pair("run:statistics{", "statistics")}) {
        const auto of_name = [&name = name](const lua::AnyFunction& function) { return function.name == name; };
        const auto function = std::ranges::find_if(lua::functions(), of_name);
        for (std::size_t at = text.find(call); at != std::string::npos; at = text.find(call, at + 1)) {
            for (const std::string& key : keys(text, at + std::string(call).size() - 1)) {
                if (function->fields->find(key) == nullptr) out.push_back(call + key);
            }
        }
    }
    return out;
}

TEST(GuideFields, AreKnown) {
    const fs::path root = JOUNCE_SOURCE_DIR;
    std::vector<fs::path> files = {root / "README.md"};
    for (const auto& entry : fs::directory_iterator(root / "docs/guide")) files.push_back(entry.path());
    for (const fs::path& file : files) {
        if (file.extension() != ".md") continue;
        EXPECT_EQ(unknown_fields(read_text(file)), std::vector<std::string>()) << file;
    }
    EXPECT_EQ(unknown_fields("x = run:section{ impact = { gap } }").size(), 1U) << "control";
}

// A sentence that was copied from another field says nothing of its own.
TEST(GuideFields, OfFrictionAndOfStartsHaveSentencesOfTheirOwn) {
    for (const lua::AnyFamily& family : lua::families()) {
        for (const KindDescription* kind : family.kinds) {
            for (const Field& field : kind->fields.fields) {
                const std::string where = kind->subject() + "." + field.name + ": " + field.sentence;
                const std::string copied = kind->name == "friction" ? "stop" : kind->name == "initial" ? "The same" : "";
                if (!copied.empty()) {
                    EXPECT_EQ(field.sentence.find(copied), std::string::npos) << where;
                }
            }
        }
    }
}

}  // namespace
}  // namespace jounce::test::guide_fields_test
