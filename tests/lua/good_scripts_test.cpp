// Scripts of good/ check the Lua surface by their own assertions; each must end with status 0 and say nothing on stderr.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "command.hpp"
#include "contact/law_samples.hpp"
#include "reference/field_words.hpp"
#include "script/families.hpp"

namespace jounce::test::good_scripts_test {
namespace {

namespace fs = std::filesystem;
const fs::path folder = fs::path(JOUNCE_SOURCE_DIR) / "tests" / "lua";

std::vector<std::string> good_scripts() {
    std::vector<std::string> out;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / "good")) {
        if (entry.path().extension() == ".lua") out.push_back(entry.path().stem().string());
    }
    std::sort(out.begin(), out.end());
    return out;
}

/// Without what a run says of a method that the script leaves to it.
std::string without_choice(const std::string& text) {
    std::string out;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("chosen: ")) out += line + "\n";
    }
    return out;
}

class GoodScript : public testing::TestWithParam<std::string> {};

TEST_P(GoodScript, EndsWithoutComplaint) {
    const Scratch scratch;
    const CommandResult result =
        jounce("run --output '" + scratch.path().string() + "' good/" + GetParam() + ".lua --traceback", folder);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(without_choice(without_progress(result.err)), "");
}

INSTANTIATE_TEST_SUITE_P(Files, GoodScript, testing::ValuesIn(good_scripts()), [](const auto& name) { return name.param; });

// The laws, of which there are many, are called with their samples below.
TEST(GoodScripts, CallEveryConstructor) {
    const std::string script = read_text(folder / "good/constructors.lua");
    for (const lua::AnyFamily& family : lua::families()) {
        if (family.name == "law") continue;
        for (const KindDescription* kind : family.kinds) {
            const std::string call = lua::constructor_words(family, *kind);
            EXPECT_TRUE(script.find(call + "{") != std::string::npos || script.find(call + "(") != std::string::npos)
                << call << " is not called in good/constructors.lua";
        }
    }
}

/// A value as a script writes it, a nested kind as its constructor's call.
std::string written(const Value& value) {
    if (const double* number = value.number()) return fmt::format("{}", *number);
    if (const bool* boolean = value.boolean()) return *boolean ? "true" : "false";
    if (const std::string* text = value.text()) return "\"" + *text + "\"";
    if (value.function()) return "function(x) return 1e6*x end";
    std::string items;
    if (const List* list = value.list()) {
        for (const Value& item : *list) items += written(item) + ", ";
        return "{ " + items + "}";
    }
    const Table& table = *value.table();
    for (const auto& [name, item] : table)
        if (name != "kind" && name != "family") items += name + " = " + written(item) + ", ";
    const Value* kind = table.find("kind");
    return (kind ? "jounce." + *table.find("family")->text() + "." + *kind->text() : "") + "{ " + items + "}";
}

// Each constructor of a law returns a plain table with its kind, its family and the fields given: for every sample of the law.
TEST(GoodScripts, BuildEverySampleOfALaw) {
    const Scratch scratch;
    std::string script = "local jounce = require \"jounce\"\n";
    std::size_t calls = 0;
    for (const auto& [kind, samples] : law_samples()) {
        for (const LawSample& sample : samples) {
            ++calls;
            script += fmt::format("do\n  local made = jounce.law.{}{}\n", kind, written(Table(sample)));
            script += fmt::format("  assert(getmetatable(made) == nil and made.family == 'law' and made.kind == '{}')\n", kind);
            for (const auto& [name, value] : sample) {
                if (value.number() || value.boolean() || value.text())
                    script += fmt::format("  assert(made.{} == {}, '{}.{}')\n", name, written(value), kind, name);
            }
            script += "end\n";
        }
    }
    scratch.write("samples.lua", script);
    const CommandResult result = jounce("run samples.lua", scratch.path());
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(without_progress(result.err), "");
    EXPECT_GT(calls, contact::law_kinds().size());
}

}  // namespace
}  // namespace jounce::test::good_scripts_test
