// Scripts of good/ check the Lua surface by their own assertions; each must end with status 0 and say nothing on stderr.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "command.hpp"
#include "families.hpp"
#include "field_words.hpp"

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

class GoodScript : public testing::TestWithParam<std::string> {};

TEST_P(GoodScript, EndsWithoutComplaint) {
    const Scratch scratch;
    const CommandResult result =
        jounce("run --output '" + scratch.path().string() + "' good/" + GetParam() + ".lua --traceback", folder);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.err, "");
}

INSTANTIATE_TEST_SUITE_P(Files, GoodScript, testing::ValuesIn(good_scripts()), [](const auto& name) { return name.param; });

TEST(GoodScripts, CallEveryConstructor) {
    const std::string script = read_text(folder / "good/constructors.lua");
    for (const lua::AnyFamily& family : lua::families()) {
        for (const KindDescription* kind : family.kinds) {
            const std::string call = lua::constructor_words(family, *kind);
            EXPECT_TRUE(script.find(call + "{") != std::string::npos || script.find(call + "(") != std::string::npos)
                << call << " is not called in good/constructors.lua";
        }
    }
}

}  // namespace
}  // namespace jounce::test::good_scripts_test
