// The Debian packages of tools/package: lintian finds no error, jounce needs no development package, and what they hold is used
// from another folder by a user without rights.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "install/links.hpp"
#include "install/shell.hpp"
#include "install/use.hpp"
#include "lua/command.hpp"

namespace jounce::test::package_test {
namespace {

namespace fs = std::filesystem;

const fs::path root = JOUNCE_SOURCE_DIR;

/// The package of this name, in quotes.
std::string package(const std::string& name) {
    for (const fs::directory_entry& entry : fs::directory_iterator(root / "build/package"))
        if (entry.path().extension() == ".deb" && entry.path().filename().string().starts_with(name + "_"))
            return "'" + entry.path().string() + "'";
    return "no " + name;
}

TEST(Package, IsCleanAndServesAUserWithoutRights) {
    if (shell("command -v lintian && command -v dpkg-shlibdeps", "/").status != 0) GTEST_SKIP() << "there is no lintian here";
    const CommandResult made = shell("tools/package --lint", root);
    ASSERT_EQ(made.status, 0) << made.out;
    EXPECT_EQ(made.out.find("\nE: "), std::string::npos) << made.out;
    const std::string needed = shell("dpkg-deb -f " + package("jounce") + " Depends", "/").out;
    for (const char* library : {"libc6", "libfmt9", "liblua5.4-0", "libmetis5", "libvtk9.1"})
        EXPECT_NE(needed.find(library), std::string::npos) << needed;
    EXPECT_EQ(needed.find("-dev"), std::string::npos) << needed;

    const Scratch scratch;
    fs::permissions(scratch.path(), fs::perms(0755));
    for (const char* name : {"jounce", "libjounce-dev"})
        ASSERT_EQ(shell("umask 022; dpkg-deb -x " + package(name) + " tree", scratch.path()).status, 0) << name;
    const fs::path usr = scratch.path() / "tree/usr";
    for (const char* file : {"share/doc/jounce/copyright", "share/doc/jounce/changelog.gz", "share/doc/libjounce-dev/copyright",
                             "share/man/man1/jounce-run.1.gz", "share/zsh/vendor-completions/_jounce", "lib/lua/5.4/jounce.so",
                             "share/bash-completion/completions/jounce", "include/jounce/record/run/run.hpp"})
        EXPECT_TRUE(fs::is_regular_file(usr / file)) << file;
    const Links links = page_links(usr / "share/doc/jounce");
    EXPECT_TRUE(links.broken.empty()) << links.listed();

    const std::string user =
        geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/nonexistent " : "env ";
    const std::string program = user + "'" + (usr / "bin/jounce").string() + "' ";
    if (fs::exists(JOUNCE_LUA)) {
        const std::string lua = user + "LUA_CPATH='" + (usr / "lib/lua/5.4").string() + "/?.so' '" JOUNCE_LUA "' ";
        for (const Shortened& shortened : shortened_cases()) {
            SCOPED_TRACE(shortened.name);
            expect_same_bytes({program, lua}, shortened);
        }
    }
    expect_example_agrees(usr.string(), program);
}

}  // namespace
}  // namespace jounce::test::package_test
