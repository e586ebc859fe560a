// kill -9 at a few random moments of a run; tests/long has more of them.
// SPDX-License-Identifier: BSD-3-Clause
#include "lua/kill_and_resume.hpp"

namespace jounce::test::kill_test {
namespace {

TEST(Resume, EndsInTheSameBitsAfterAFewKills) { KillAndResume(10).run(4, 1); }

// Ctrl-C writes a checkpoint of its own: nothing at all is computed again.
TEST(Resume, AfterAnInterruptGoesOnWhereItStopped) {
    const Scratch scratch;
    scratch.write("case.lua", block_case("output = 'out', record = { every = 1, probes = { 'block.ux' } }", "1000"));
    const std::filesystem::path series = "out/series.csv";
    const CommandResult stopped = jounce_interrupted({"run", "case.lua", "--quiet"}, scratch.path(), {series, 0.2});
    EXPECT_EQ(stopped.status, 130);
    EXPECT_NE(stopped.err.find("jounce run case.lua --resume continues"), std::string::npos) << stopped.err;
    const double reached = LastRow(scratch.path() / "out/series.csv").time;
    ASSERT_GT(reached, 0);
    const CommandResult again = jounce_interrupted({"run", "case.lua", "--quiet", "--resume"}, scratch.path(), {series, 0.2});
    EXPECT_EQ(again.status, 130);
    const std::string words = "resumes at t = ";
    const std::size_t at = again.err.find(words);
    ASSERT_NE(at, std::string::npos) << again.err;
    EXPECT_NEAR(std::stod(again.err.substr(at + words.size())), reached, 1e-5 * reached);
    EXPECT_GT(LastRow(scratch.path() / "out/series.csv").time, reached);
}

// What the script does behind its runs may be mended without computing them again.
TEST(Resume, TakesRunsThatWereDoneAsTheyAre) {
    const Scratch scratch;
    const std::string options =
        "output = 'out', record = { every = 1, probes = { 'block.ux' } }, checkpoint = { every_steps = 500 }";
    scratch.write("case.lua", block_case(options) + "print(run:peak('block.ux'))\nerror('a slip')\n");
    const CommandResult slip = jounce("run case.lua", scratch.path());
    EXPECT_EQ(slip.status, 1);
    ASSERT_TRUE(std::filesystem::exists(scratch.path() / "out/checkpoint.bin"));
    scratch.write("case.lua", block_case(options) + "print(run:peak('block.ux'))\n");
    const CommandResult mended = jounce("run case.lua --resume", scratch.path());
    EXPECT_EQ(mended.status, 0);
    EXPECT_EQ(mended.err, "run of 'block': is complete, read from out/checkpoint.bin\n");
    EXPECT_EQ(results_of(mended.out), results_of(slip.out));
    EXPECT_FALSE(std::filesystem::exists(scratch.path() / "out/checkpoint.bin"));
}

}  // namespace
}  // namespace jounce::test::kill_test
