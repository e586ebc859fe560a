// A disk that is full before the first step, and a folder without locks: both are said, and no summary says "running" for ever.
// SPDX-License-Identifier: BSD-3-Clause
#include "full_disk.hpp"
#include "record/files/folder.hpp"
#include "small_cases.hpp"

namespace jounce::test::no_room_test {
namespace {

/// Eight masses whose probes make a header of 2.6 kB, longer than the summary of a run without steps.
Model long_names() {
    Model model("long names");
    for (const char letter : std::string("abcdefgh"))
        model.add("point",
                  table({{"name", std::string(100, letter)}, {"at", vector(0, 0, 0)}, {"mass", 1}, {"free", words({"ux"})}}), {});
    return model;
}

// The reserved space takes the summary: it says how the run ended. Control: with room the same run is done.
TEST(NoRoom, ForTheFirstRowEndsWithASummaryThatSaysFailed) {
    List probes;
    for (const char letter : std::string("abcdefgh")) {
        for (const char* quantity : {".ux", ".ux_velocity", ".ux_acceleration"})
            probes.emplace_back(std::string(100, letter) + quantity);
    }
    const record::RunOptions options =
        record::read_run_options(Value(table({{"method", table({{"family", "method"}, {"kind", "newmark"}})},
                                              {"step", 1e-3},
                                              {"duration", 0.01},
                                              {"record", table({{"probes", probes}})},
                                              {"output", "out"}})));
    const Folder root;
    std::string message;
    {
        const FullDisk disk(2'200);
        try {
            (void)record::execute(system_of(long_names()), options, session_in(root.path));
        } catch (const Error& error) {
            message = error.message();
        }
    }
    EXPECT_NE(message.find("series.csv: cannot be written: File too large"), std::string::npos) << message;
    const std::string summary = text_of(root.path / "out" / "summary.lua");
    EXPECT_NE(summary.find("status = \"failed\""), std::string::npos) << summary;
    EXPECT_NE(summary.find("series.csv: cannot be written"), std::string::npos) << summary;
    for (const auto& entry : fs::directory_iterator(root.path / "out"))
        EXPECT_FALSE(entry.path().filename().string().starts_with("reserved_")) << entry.path();
    (void)record::execute(system_of(long_names()), options, session_in(root.path));
    EXPECT_NE(text_of(root.path / "out" / "summary.lua").find("status = \"done\""), std::string::npos);
}

record::RunOptions of_an_oscillator() {
    return options_of({{"method", table({{"family", "method"}, {"kind", "newmark"}})},
                       {"step", 1e-3},
                       {"duration", 0.2},
                       {"record", table({{"probes", words({"mass.ux"})}})},
                       {"output", "out"}});
}

// Files may have 700 bytes: too few for rows and for the summary, enough for the mark of a run in progress. Its place takes the
// status. Control: with room the summary has the cost of the run, which the mark has not.
TEST(NoRoom, ForASummaryLeavesTheStatus) {
    const Folder root;
    const auto system = system_of(oscillator(100));
    std::string message;
    {
        const FullDisk disk(700);
        message = error_of([&] { (void)record::execute(system, of_an_oscillator(), session_in(root.path)); });
    }
    EXPECT_NE(message.find("cannot be written: File too large"), std::string::npos) << message;
    const fs::path file = root.path / "out" / "summary.lua";
    const std::string summary = text_of(file);
    EXPECT_NE(summary.find("  status = \"failed\",\n"), std::string::npos) << summary;
    EXPECT_NE(summary.find("cannot be written: File too large"), std::string::npos) << summary;
    EXPECT_EQ(summary.find("running"), std::string::npos) << summary;
    EXPECT_EQ(summary.find("wall_seconds"), std::string::npos) << summary;
    EXPECT_TRUE(summary.ends_with("}\n")) << summary;
    for (const auto& entry : fs::directory_iterator(root.path / "out")) EXPECT_NE(entry.path().extension(), ".part");
    (void)record::execute(system, of_an_oscillator(), session_in(root.path));
    EXPECT_NE(text_of(file).find("status = \"done\""), std::string::npos);
    EXPECT_NE(text_of(file).find("wall_seconds"), std::string::npos);
}

// The status fits into the mark's place, a message of many pages does not; a summary that is complete stays.
TEST(NoRoom, MarksTheEndOfRunsInProgressAlone) {
    const Folder root;
    const record::Session session = session_in(root.path);
    const record::FolderOwner owner{"a.lua", "m"};
    const fs::path folder = root.path / "out", file = folder / "summary.lua";
    record::take_folder(folder, owner, session);
    const std::string before = text_of(file);
    record::mark_end(folder, owner, "failed", std::string(100'000, 'x'));
    std::string expected = before;
    const std::string running = "running";
    expected.replace(expected.find(running), running.size(), "failed");
    EXPECT_EQ(text_of(file), expected);
    record::mark_end(folder, owner, "interrupted", "again");
    EXPECT_EQ(text_of(file), expected);
}

// A folder that is not there stands for a file system without locks: what the system answers is said. Control: a folder.
TEST(NoRoom, ForALockIsSaid) {
    const Folder root;
    record::Session session = session_in(root.path);
    std::string log;
    session.log = [&log](const std::string& line) { log += line; };
    record::lock_folder(root.path, session);
    EXPECT_EQ(log, "");
    const fs::path missing = root.path / "missing";
    record::lock_folder(missing, session);
    EXPECT_EQ(log, missing.string() +
                       ": cannot be locked (No such file or directory): do not start another run that writes there, it would not "
                       "be refused");
}

}  // namespace
}  // namespace jounce::test::no_room_test
