// The site of the documentation: tools/site builds it, its links and anchors lead somewhere, and its search finds pages in
// headless Chromium. Control: a word that no page has finds nothing.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "install/links.hpp"
#include "install/shell.hpp"
#include "lua/command.hpp"

namespace jounce::test::site_test {
namespace {

const std::filesystem::path root = JOUNCE_SOURCE_DIR;

bool has(const std::string& command) { return shell("command -v " + command, "/").status == 0; }

TEST(Site, LinksLeadSomewhereAndWordsAreFound) {
    if (!has("mkdocs")) GTEST_SKIP() << "there is no mkdocs here";
    const CommandResult built = shell("tools/site", root);
    ASSERT_EQ(built.status, 0) << built.out;
    const Links links = site_links(root / "build/site/html");
    EXPECT_TRUE(links.broken.empty()) << links.listed();
    EXPECT_GT(links.followed, 5000U) << "each page has a menu of all pages";

    if (!has("chromium")) GTEST_SKIP() << "there is no chromium here: the search is not tried";
    const CommandResult found =
        shell("/usr/bin/python3 tests/long/search_site.py build/site/html restitution resume mesh qwertzuiop", root);
    ASSERT_EQ(found.status, 0) << found.out;
    const auto line = [&](const std::string& word) {
        const std::size_t at = found.out.find("{\"word\": \"" + word);
        return found.out.substr(at, found.out.find('\n', at) - at);
    };
    for (const auto& [word, page] : {std::pair{"restitution", "/docs/theory/contact/"},
                                     {"resume", "/docs/guide/checkpoints/"},
                                     {"mesh", "/docs/guide/shells-and-meshes/"}})
        EXPECT_NE(line(word).find(page), std::string::npos) << line(word);
    EXPECT_NE(line("qwertzuiop").find("\"pages\": []"), std::string::npos) << line("qwertzuiop");
}

}  // namespace
}  // namespace jounce::test::site_test
