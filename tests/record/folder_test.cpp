// The output folder: whose results it holds, what may be removed, where it may lie.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/files/folder.hpp"

#include "record/files/lua_text.hpp"
#include "small_cases.hpp"

namespace jounce::test::folder_test {
namespace {

using record::FolderOwner;
using record::Session;

const FolderOwner mine{"cases/a.lua", "shaft"};

void put(const fs::path& file) {
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "x";
}

TEST(OutputFolder, RemovesOnlyFilesOfARun) {
    const Folder folder;
    const fs::path out = folder.path / "out";
    record::take_folder(out, mine, Session{});
    for (const char* ours :
         {"series.csv", "impacts.csv", "energy.csv", "frames.pvd", "frames/frame_000000.vtu", "frames/gaps_000000.vtu"}) {
        put(out / ours);
    }
    for (const char* theirs : {"notes.txt", "old.csv", "frames/picture.png", "frame_000000.vtu"}) put(out / theirs);
    record::take_folder(out, mine, Session{});
    EXPECT_TRUE(fs::exists(out / "notes.txt"));
    EXPECT_TRUE(fs::exists(out / "old.csv"));
    EXPECT_TRUE(fs::exists(out / "frames/picture.png"));
    EXPECT_TRUE(fs::exists(out / "frame_000000.vtu"));
    EXPECT_FALSE(fs::exists(out / "series.csv"));
    EXPECT_FALSE(fs::exists(out / "frames.pvd"));
    EXPECT_FALSE(fs::exists(out / "frames/frame_000000.vtu"));
    EXPECT_FALSE(fs::exists(out / "frames/gaps_000000.vtu"));
}

TEST(OutputFolder, RefusesResultsOfAnotherCaseOrModelUnlessForced) {
    const Folder folder;
    const fs::path out = folder.path / "out";
    record::take_folder(out, mine, Session{});
    put(out / "series.csv");
    for (const FolderOwner& other : {FolderOwner{"cases/b.lua", "shaft"}, FolderOwner{"cases/a.lua", "rotor"}}) {
        Session session;
        const std::string message = error_of([&] { record::take_folder(out, other, session); });
        EXPECT_NE(message.find("run: 'output' must be a folder without another case's results (or use --force)"),
                  std::string::npos)
            << message;
        EXPECT_NE(message.find("model 'shaft' of cases/a.lua"), std::string::npos) << message;
        EXPECT_TRUE(fs::exists(out / "series.csv")) << "a refused folder stays as it is";
    }
    Session force;
    force.force = true;
    record::take_folder(out, {"cases/b.lua", "shaft"}, force);
    EXPECT_FALSE(fs::exists(out / "series.csv"));
    EXPECT_NE(error_of([&] { record::take_folder(out, mine, Session{}); }), "") << "it is the other case's now";
}

TEST(OutputFolder, RefusesFilesOfARunWithoutASummary) {
    const Folder folder;
    put(folder.path / "series.csv");
    EXPECT_NE(error_of([&] { record::take_folder(folder.path, mine, Session{}); }).find("without a readable summary.lua"),
              std::string::npos);
}

TEST(OutputFolder, KnowsOwnersWithOddNames) {
    const Folder folder;
    const FolderOwner odd{"cases/\"a\".lua", "a\\b\n\"c\""};
    record::take_folder(folder.path / "out", odd, Session{});
    EXPECT_EQ(error_of([&] { record::take_folder(folder.path / "out", odd, Session{}); }), "");
}

TEST(OutputFolder, IsForOneRunOfAScriptOnly) {
    const Folder folder;
    const Session session;
    const Session copy = session;
    record::take_folder(folder.path / "out", mine, session);
    EXPECT_NE(
        error_of([&] { record::take_folder(folder.path / "." / "out", mine, copy); }).find("a different folder for each run"),
        std::string::npos);
}

// A file in the way stands for every reason why a folder cannot be made: the administrator may write everywhere else.
TEST(OutputFolder, SaysWhyItCannotBeWritten) {
    const Folder folder;
    put(folder.path / "file");
    const std::string inside = error_of([&] { record::take_folder(folder.path / "file" / "out", mine, Session{}); });
    EXPECT_NE(inside.find("run: 'output' must be a folder that can be written"), std::string::npos) << inside;
    EXPECT_NE(inside.find("file is a file"), std::string::npos) << inside;
    const std::string itself = error_of([&] { record::check_folder(folder.path / "file", mine, Session{}); });
    EXPECT_NE(itself.find("it is a file"), std::string::npos) << itself;
    const std::string system = error_of([&] { record::take_folder("/proc/jounce/out", mine, Session{}); });
    EXPECT_NE(system.find("run: 'output' must be a folder that can be written, got '/proc/jounce/out'"), std::string::npos)
        << system;
}

TEST(OutputFolder, StaysBelowTheRootOfTheCommandLine) {
    EXPECT_EQ(record::output_path("out/a/", "", "run: 'output'"), fs::path("out/a"));
    EXPECT_EQ(record::output_path("./out/../b", "/r", "run: 'output'"), fs::path("/r/b"));
    // What a script makes from run.folder is below the root already.
    EXPECT_EQ(record::output_path("/r/b/a.svg", "/r", "run:plot: 'file'"), fs::path("/r/b/a.svg"));
    EXPECT_EQ(record::output_path("/r/b/a.svg", "/r/", "run:plot: 'file'"), fs::path("/r/b/a.svg"));
    EXPECT_EQ(record::output_path("r/b/a.svg", "./r", "run:plot: 'file'"), fs::path("r/b/a.svg"));
    EXPECT_EQ(record::output_path("rb/a.svg", "r", "run:plot: 'file'"), fs::path("r/rb/a.svg"))
        << "control: only the name begins alike";
    for (const char* outside : {"/tmp/a", "../a", "a/../../b"}) {
        EXPECT_NE(error_of([&] {
                      (void)record::output_path(outside, "/r", "run: 'output'");
                  }).find("run: 'output' must be a path that stays below"),
                  std::string::npos);
    }
    EXPECT_EQ(record::output_path("/tmp/a", "", "run: 'output'"), fs::path("/tmp/a"));
}

TEST(OutputFolder, IdentifiesACaseFromWhereverItIsNamed) {
    const fs::path here = fs::current_path();
    EXPECT_EQ(record::case_identity("./cases/../cases/a.lua"), "cases/a.lua");
    EXPECT_EQ(record::case_identity((here / "cases/a.lua").string()), "cases/a.lua");
    EXPECT_EQ(record::case_identity("/elsewhere/a.lua"), "/elsewhere/a.lua");
    EXPECT_EQ(record::case_identity(""), "");
}

TEST(LuaText, WritesPlainDataOnly) {
    Table inner;
    inner.set("gap", "top");
    inner.set("impacts", 3);
    Table outer;
    outer.set("list", List{Value(inner), Value(true)});
    outer.set("not finite", std::numeric_limits<double>::infinity());
    outer.set("end", 0.1);
    outer.set("large", 1e22);
    outer.set("steps", 100000);
    outer.set("text", "a \"b\" \\ \n");
    const std::string text = record::lua_file("test.", outer);
    EXPECT_EQ(text.substr(text.find("return")),
              "return {\n"
              "  [\"end\"] = 0.1,\n"
              "  large = 1e+22,\n"
              "  list = {\n    { gap = \"top\", impacts = 3 },\n    true,\n  },\n"
              "  steps = 100000,\n"
              "  text = \"a \\\"b\\\" \\\\ \\010\",\n"
              "}\n");
}

}  // namespace
}  // namespace jounce::test::folder_test
