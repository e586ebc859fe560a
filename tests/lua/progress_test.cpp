// The words of the progress bar, and when a report speaks.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/progress.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "command.hpp"

namespace jounce::lua::progress_test {
namespace {

const record::Progress half{.time = 0.5, .end_time = 1, .steps = 50000, .impacts = 12, .wall_seconds = 2, .finished = false};

TEST(Progress, Words) {
    EXPECT_EQ(progress_line(half), "t = 0.50 of 1 s (50 %), 25 ksteps/s, 0:02 left, 12 impacts");
    EXPECT_EQ(progress_bar(half, 200), "[##########..........]  50 %  t = 0.50 of 1 s  0:02 left  12 impacts  25 ksteps/s");
}

TEST(Progress, BarFitsTheTerminal) {
    for (std::size_t width = 30; width < 100; ++width) EXPECT_LE(progress_bar(half, width).size(), width);
}

/// What a report writes to a stream in memory.
std::string written(bool terminal, std::initializer_list<record::Progress> states) {
    char* text = nullptr;
    std::size_t size = 0;
    std::FILE* stream = open_memstream(&text, &size);
    {
        ProgressReport report(stream, terminal);
        for (const record::Progress& state : states) report.update(state);
    }
    std::fclose(stream);
    std::string out(text, size);
    std::free(text);
    return out;
}

TEST(Progress, LogGetsALineEveryFiveSeconds) {
    record::Progress later = half;
    later.wall_seconds = 5.5;
    record::Progress soon = later;
    soon.wall_seconds = 6;
    record::Progress end = later;
    end.wall_seconds = 20;
    end.finished = true;
    EXPECT_EQ(written(false, {half, later, soon, end}), progress_line(later) + "\n");
}

// Tests that expect silence on stderr leave out these lines, and no others.
TEST(Progress, LinesAreKnownToTheTests) {
    const std::string other = "run: 'step' misses contacts (40 %)\n";
    const nonlinear::StudyProgress study{1, 4, "newmark (beta 0.25, gamma 0.5), step 1e-06 s, timing", 6};
    const SweepProgress sweep{"a", 3, 0, 1, 7, 0, 6};
    const BranchProgress branch{"w", 1.5, 0.25, 12, 1, 6};
    for (const std::string& line : {progress_line(half), progress_line(study), progress_line(sweep), progress_line(branch)})
        EXPECT_EQ(test::without_progress(line + "\n" + other), other) << line;
}

// The first second belongs to work that is done before anyone reads a bar. A stage that begins is drawn at once.
TEST(Progress, OfStagesIsABarOnATerminalOnly) {
    const WorkProgress work{"modes of 'tube'", {"ordering"}, 12.2};
    EXPECT_EQ(progress_bar(work, 80), "modes of 'tube': ordering  0:13");
    EXPECT_EQ(progress_bar(work, 8), "modes of");
    const WorkProgress known{"modes of 'tube'", {"factor", 0.416}, 12.25};
    const std::string drawn = "[########............]  41 %  modes of 'tube': factor  0:13";
    EXPECT_EQ(progress_bar(known, 80), drawn);
    EXPECT_EQ(progress_bar({"m", {"factor", 1 + 1e-9}, 2}, 80), "[####################] 100 %  m: factor  0:02");
    for (const bool terminal : {true, false}) {
        char* text = nullptr;
        std::size_t size = 0;
        std::FILE* stream = open_memstream(&text, &size);
        {
            ProgressReport report(stream, terminal);
            report.update(WorkProgress{work.what, work.stage, 0.99});
            report.update(work);
            report.update(WorkProgress{work.what, work.stage, 12.21});
            report.update(known);
        }
        std::fclose(stream);
        EXPECT_EQ(std::string(text, size),
                  terminal ? "\r\033[Kmodes of 'tube': ordering  0:13\r\033[K" + drawn + "\r\033[K" : "");
        std::free(text);
    }
}

TEST(Progress, TerminalIsLeftClean) {
    const std::string text = written(true, {half});
    EXPECT_NE(text.find("50 %"), std::string::npos);
    EXPECT_TRUE(text.ends_with("\r\033[K"));
    EXPECT_EQ(text.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace jounce::lua::progress_test
