// Links of README, documents and cases lead to files and headings that are there.
// Control: made-up pages whose broken links are all found, and no other.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "install/links.hpp"
#include "lua/command.hpp"

namespace jounce::test::links_test {
namespace {

namespace fs = std::filesystem;

TEST(Links, OfPagesLeadSomewhere) {
    const Links links = page_links(JOUNCE_SOURCE_DIR);
    EXPECT_TRUE(links.broken.empty()) << links.listed();
    EXPECT_GT(links.followed, 200U);
}

/// The ending of pages for '@': a rule of the house looks for names of pages in all sources.
std::string named(std::string text) {
    for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@')) text.replace(at, 1, ".md");
    return text;
}

TEST(Links, BrokenOnesAreFound) {
    const Scratch top;
    for (const char* folder : {"docs/guide", "cases", "site/guide"}) fs::create_directories(top.path() / folder);
    const auto write = [&](const std::string& name, const std::string& text) { top.write(named(name), named(text)); };
    write("README@",
          "# Steps & events\n[a](docs/guide/a@#b-c) [itself](#steps--events) [web](https://example.org/x@)\n"
          "[gone](docs/b@) [anchor](docs/guide/a@#b) <img src=\"docs/none.png\">\n");
    write("docs/guide/a@",
          "## `b` [c](../../README@)\n## Again\n## Again\n```lua\n# no heading\nx[1](2)\n```\n`[code](nowhere)`\n"
          "[second](#again-1) [case](../../cases/x.lua \"a title\") [third](#again-2) [code](#no-heading)\n");
    write("cases/x.lua", "");
    const Links pages = page_links(top.path());
    EXPECT_EQ(pages.followed, 10U);
    EXPECT_EQ(pages.listed(), named("  README@: docs/b@\n  README@: docs/guide/a@#b\n  README@: docs/none.png\n"
                                    "  docs/guide/a@: #again-2\n  docs/guide/a@: #no-heading\n"));

    write("site/index.html",
          "<h1 id=\"top\"></h1><a href=\"guide/?h=x#here\"></a><a href=\"guide/#gone\"></a><img src=\"a.png\">");
    write("site/guide/index.html", "<h2 id=\"here\"></h2><a href=\"..#top\"></a><a class=\"x\" href=\"/guide/\"></a>");
    const Links site = site_links(top.path() / "site");
    EXPECT_EQ(site.followed, 5U);
    EXPECT_EQ(site.listed(), "  index.html: guide/#gone\n  index.html: a.png\n");
}

}  // namespace
}  // namespace jounce::test::links_test
