// The output folder of a branch: what Ctrl-C and errors leave, and how a branch continues from there.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "command.hpp"
#include "support/slowness.hpp"

namespace jounce::test::branch_folder_test {
namespace {

namespace fs = std::filesystem;

/// A fold and a grazing of a rigid stop; beyond `limit` of the frequency the model function fails.
constexpr const char* script = R"lua(
local jounce = require "jounce"
local p = jounce.parameters{ max = 0.05, limit = 10, to = 2 }
local function oscillator(w)
  if w > p.limit then error("no model beyond " .. p.limit) end
  local model = jounce.model{ name = "oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 1, sides = "positive",
             law = jounce.law.rigid{ restitution = 0.8 } }
  model:initial{ node = "mass", velocity = { 3, 0, 0 } }
  return model
end
local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, period = function(w) return 2*math.pi/w end }
local branch = jounce.continue{ orbit = orbit, from = 1.2, to = p.to, step = { first = p.max, max = p.max }, output = "out" }
print(#branch, #branch.special)
)lua";

TEST(BranchFolder, WhatCtrlCLeavesGoesOnToTheSameBytes) {
    const Scratch scratch;
    scratch.write("case.lua", script);
    const std::string steps = " --set max=0.005 --output ";
    ASSERT_EQ(jounce("run case.lua --quiet" + steps + "whole", scratch.path()).status, 0);
    const fs::path out = scratch.path() / "half/out";
    const CommandResult stopped = jounce_interrupted({"run", "case.lua", "--quiet", "--set", "max=0.005", "--output", "half"},
                                                     scratch.path(), {.grown = "half/out/summary.lua", .seconds = 0.2});
    ASSERT_EQ(stopped.status, 130) << stopped.err;
    EXPECT_NE(stopped.err.find("continue: interrupted; "), std::string::npos) << stopped.err;
    EXPECT_NE(stopped.err.find("points are kept in half/out"), std::string::npos) << stopped.err;
    EXPECT_NE(read_text(out / "summary.lua").find("interrupted"), std::string::npos);
    const std::string whole = read_text(scratch.path() / "whole/out/branch.csv"), half = read_text(out / "branch.csv");
    EXPECT_GT(half.size(), 500u);
    EXPECT_LT(half.size(), whole.size());
    const CommandResult resumed = jounce("run case.lua --quiet --resume" + steps + "half", scratch.path());
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_TRUE(read_text(out / "branch.csv") == whole);
    // A branch that is done is read back.
    EXPECT_EQ(jounce("run case.lua --quiet --resume" + steps + "half", scratch.path()).out, resumed.out);
}

/// The script with its number of models on standard error at the end.
std::string counting() {
    std::string text = script;
    const std::string begin = "local function oscillator(w)\n";
    text.replace(text.find(begin), begin.size(), "local models = 0\n" + begin + "  models = models + 1\n");
    return text + "io.stderr:write('models: ', models, '\\n')\n";
}
int models_of(const CommandResult& result) {
    const std::string mark = "models: ";
    const std::size_t at = result.err.find(mark);
    return at == std::string::npos ? -1 : std::stoi(result.err.substr(at + mark.size()));
}

// Each evaluation of a point takes a model. Reading a saved branch takes those of its first orbit and of the check that it is the
// same branch: as many for a branch with three times as many points.
TEST(BranchFolder, SavedPointsAreNotEvaluatedAgain) {
    const Scratch scratch;
    scratch.write("case.lua", counting());
    int again[2];
    std::ptrdiff_t points[2];
    for (const int i : {0, 1}) {
        const std::string command =
            std::string("run case.lua --quiet --set max=") + (i == 0 ? "0.03" : "0.01") + " --output " + std::to_string(i);
        const CommandResult whole = jounce(command, scratch.path());
        ASSERT_EQ(whole.status, 0) << whole.err;
        const fs::path file = scratch.path() / std::to_string(i) / "out/branch.csv";
        const std::string bytes = read_text(file);
        points[i] = std::ranges::count(bytes, '\n');
        const CommandResult resumed = jounce(command + " --resume", scratch.path());
        ASSERT_EQ(resumed.status, 0) << resumed.err;
        EXPECT_EQ(resumed.out, whole.out);
        EXPECT_TRUE(read_text(file) == bytes);
        again[i] = models_of(resumed);
        EXPECT_GT(models_of(whole), points[i]);
    }
    EXPECT_GT(points[1], 2 * points[0]);
    EXPECT_EQ(again[0], again[1]);
    EXPECT_GT(again[0], 0);
    EXPECT_LT(again[1], points[1]);
}

// A limit on the size of files stands for a full disk.
TEST(BranchFolder, OnAFullDiskSaysThatItHasFailed) {
    const Scratch scratch;
    scratch.write("case.lua", script);
    const CommandResult result = jounce("run case.lua --quiet --set max=0.005", scratch.path(), "ulimit -f 2;");
    EXPECT_EQ(result.status, 3) << result.err;
    EXPECT_NE(result.err.find("cannot be written: File too large"), std::string::npos) << result.err;
    const std::string summary = read_text(scratch.path() / "out/summary.lua");
    EXPECT_NE(summary.find("status = \"failed\""), std::string::npos) << summary;
}

/// The rows of a branch in a folder.
std::ptrdiff_t rows_of(const fs::path& folder) {
    const std::string text = read_text(folder / "branch.csv");
    return std::ranges::count(text, '\n');
}

// A saved branch is read before it continues; Ctrl-C meanwhile leaves the folder as it is.
TEST(BranchFolder, CtrlCWhileABranchIsReadBackLosesNoPoints) {
    const Scratch scratch;
    scratch.write("case.lua", script);
    const std::vector<std::string> command = {"run", "case.lua", "--quiet", "--set", "max=0.0005"};
    ASSERT_EQ(jounce_interrupted(command, scratch.path(), {.grown = "out/summary.lua", .seconds = 2 * slowness}).status, 130);
    std::ptrdiff_t rows = rows_of(scratch.path() / "out");
    EXPECT_GT(rows, 100);
    std::vector<std::string> again = command;
    again.emplace_back("--resume");
    for (const double seconds : {0.05, 0.2, 0.5}) {
        const CommandResult stopped = jounce_interrupted(again, scratch.path(), {.seconds = seconds});
        EXPECT_EQ(stopped.status, 130) << stopped.err;
        EXPECT_GE(rows_of(scratch.path() / "out"), rows) << seconds;
        rows = rows_of(scratch.path() / "out");
    }
}

TEST(BranchFolder, AnErrorOfTheModelKeepsThePointsBeforeIt) {
    const Scratch scratch;
    scratch.write("case.lua", script);
    ASSERT_EQ(jounce("run case.lua --quiet --output whole", scratch.path()).status, 0);
    const CommandResult failed = jounce("run case.lua --quiet --output half --set limit=1.7", scratch.path());
    EXPECT_EQ(failed.status, 1);
    EXPECT_NE(failed.err.find("case.lua:5: no model beyond 1.7; "), std::string::npos) << failed.err;
    EXPECT_NE(failed.err.find("after correcting the script"), std::string::npos) << failed.err;
    const CommandResult resumed = jounce("run case.lua --quiet --output half --resume", scratch.path());
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_TRUE(read_text(scratch.path() / "half/out/branch.csv") == read_text(scratch.path() / "whole/out/branch.csv"));
}

/// An undamped mass at a rigid stop doubles its period at 2.6543 (r = 0.7); the doubled orbits and the curve of doublings over
/// the restitution begin at that point. Beyond `limit` of the frequency and `limit_r` of the restitution the model function
/// fails.
constexpr const char* beginning_at_a_point = R"lua(
local jounce = require "jounce"
local p = jounce.parameters{ limit = 10, limit_r = 10 }
local function oscillator(w, r)
  if w > p.limit or (r or 0) > p.limit_r then error("no model there") end
  local model = jounce.model{ name = "oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1 }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 0, sides = "positive",
             law = jounce.law.rigid{ restitution = r or 0.7 } }
  return model
end
local orbit = jounce.orbit{ model = oscillator, parameter = 2.6, parameter_name = "w", period = function(w) return 2*math.pi/w end,
                            guess = { phase = 0, ["mass.ux"] = -0.55, ["mass.ux_velocity"] = 0 } }
local branch = jounce.continue{ orbit = orbit, from = 2.6, to = 2.68, output = "out/branch" }
local doubling = branch.special[1]
assert(doubling.kind == "period_doubling")
local doubled = doubling:switch{ to = 2.75, output = "out/doubled" }
local curve = jounce.continue{ point = doubling, step = { max = 0.1 }, output = "out/curve",
                               second = { model = oscillator, parameter = 0.7, from = 0.65, to = 0.75, name = "r" } }
for _, branch in ipairs{ doubled, curve } do
  print(branch)
  for _, point in ipairs(branch) do print(point.parameter, point.second, point.multipliers[1].re, point.max["mass.ux_velocity"]) end
end
)lua";

// A special point that is read from a folder has what its branches begin with, and these continue as other branches do.
TEST(BranchFolder, BranchesBeginAtPointsThatAreReadBack) {
    const Scratch scratch;
    scratch.write("case.lua", beginning_at_a_point);
    const auto run = [&](const std::string& options) {
        return jounce("run case.lua --quiet --output " + options, scratch.path());
    };
    const CommandResult whole = run("whole");
    ASSERT_EQ(whole.status, 0) << whole.err;
    const auto file = [&](const std::string& folder, const std::string& name) {
        return scratch.path() / folder / "out" / name / "branch.csv";
    };
    // The first branch alone is in the folder.
    fs::create_directories(scratch.path() / "read/out");
    fs::copy(scratch.path() / "whole/out/branch", scratch.path() / "read/out/branch");
    const CommandResult read = run("read --resume");
    EXPECT_EQ(read.status, 0) << read.err;
    EXPECT_EQ(read.out, whole.out);
    // The model function fails in the second branch, and then in the curve.
    const CommandResult first = run("half --set limit=2.72"), second = run("half --resume --set limit_r=0.72");
    EXPECT_NE(first.err.find("points are kept in half/out/doubled"), std::string::npos) << first.err;
    EXPECT_NE(second.err.find("points are kept in half/out/curve"), std::string::npos) << second.err;
    const CommandResult resumed = run("half --resume");
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_EQ(resumed.out, whole.out);
    for (const char* folder : {"read", "half"}) {
        for (const char* name : {"branch", "doubled", "curve"})
            EXPECT_TRUE(read_text(file(folder, name)) == read_text(file("whole", name))) << folder << " " << name;
    }
}

/// Rayleigh's oscillator as a block on a belt, up to its Hopf point at c = 5. Beyond `limit` of c the model function fails.
constexpr const char* without_load = R"lua(
local jounce = require "jounce"
local p = jounce.parameters{ limit = 10 }
local function belt(c)
  if c > p.limit then error("no model there") end
  local model = jounce.model{ name = "block on a belt" }
  model:node{ name = "belt", at = { 0, 0, 0 } }
  model:prescribe{ node = "belt", dof = "ux",
                   motion = jounce.signal.ramp{ from_time = 0, to_time = 1e4, from_value = 0, to_value = 2e4 } }
  model:fix{ node = "belt", dofs = { "uy", "uz", "rx", "ry", "rz" } }
  model:point{ name = "block", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "block", direction = { 1, 0, 0 }, stiffness = 1, damping = c }
  model:friction{ name = "contact", from = "belt", to = "block", direction = { 1, 0, 0 }, normal_force = 20/3,
    friction = jounce.friction.adams{ coefficient = 1, static_coefficient = 2, static_speed = 1, dynamic_speed = 3 } }
  model:initial{ node = "block", displacement = { 10.5, 0, 0 } }
  return model
end
local orbit = jounce.orbit{ model = belt, parameter = 4, autonomous = true, period = 6.5, settle = 10, probes = { "block.ux" } }
local branch = jounce.continue{ orbit = orbit, from = 3.5, to = 5.5, output = "out" }
print(branch)
)lua";

TEST(BranchFolder, ABranchWithoutALoadGoesOnToTheSameBytes) {
    const Scratch scratch;
    scratch.write("case.lua", without_load);
    const auto run = [&](const std::string& options) {
        return jounce("run case.lua --quiet --output " + options, scratch.path());
    };
    const CommandResult whole = run("whole");
    ASSERT_EQ(whole.status, 0) << whole.err;
    EXPECT_NE(whole.out.find("near parameter = 5 (a Hopf bifurcation)"), std::string::npos) << whole.out;
    const std::string rows = read_text(scratch.path() / "whole/out/branch.csv");
    EXPECT_NE(rows.find(",unit_multiplier_error,"), std::string::npos);
    const CommandResult failed = run("half --set limit=4.9");
    EXPECT_NE(failed.err.find("points are kept in half/out"), std::string::npos) << failed.err;
    for (int again = 0; again < 2; ++again) {
        const CommandResult resumed = run("half --resume");
        EXPECT_EQ(resumed.status, 0) << resumed.err;
        EXPECT_EQ(resumed.out, whole.out);
        EXPECT_TRUE(read_text(scratch.path() / "half/out/branch.csv") == rows);
    }
}

/// A mass between two rigid stops: its symmetric orbit has a branch point, and this a curve over the restitution.
constexpr const char* branch_points = R"lua(
local jounce = require "jounce"
local p = jounce.parameters{ limit = 10 }
local function oscillator(w, r)
  if (r or 0) > p.limit then error("no model there") end
  local model = jounce.model{ name = "between stops" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 10/3, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 1, sides = "both",
             law = jounce.law.rigid{ restitution = r or 0.75 } }
  return model
end
local orbit = jounce.orbit{ model = oscillator, parameter = 2.1, period = function(w) return 2*math.pi/w end }
local branch = jounce.continue{ orbit = orbit, from = 2, to = 2.1, detect = { "branch_point" }, output = "out/branch" }
local curve = jounce.continue{ point = branch.special[1], step = { max = 0.1 }, output = "out/curve",
                               second = { model = oscillator, parameter = 0.75, from = 0.72, to = 0.78, name = "r" } }
for _, point in ipairs(curve) do print(point.kind, point.parameter, point.second) end
)lua";

TEST(BranchFolder, ACurveOfBranchPointsGoesOnToTheSameBytes) {
    const Scratch scratch;
    scratch.write("case.lua", branch_points);
    const auto run = [&](const std::string& options) {
        return jounce("run case.lua --quiet --output " + options, scratch.path());
    };
    const CommandResult whole = run("whole");
    ASSERT_EQ(whole.status, 0) << whole.err;
    EXPECT_NE(whole.out.find("branch_point"), std::string::npos);
    const CommandResult failed = run("half --set limit=0.765");
    EXPECT_NE(failed.err.find("points are kept in half/out/curve"), std::string::npos) << failed.err;
    const fs::path file = "out/curve/branch.csv";
    EXPECT_LT(read_text(scratch.path() / "half" / file).size(), read_text(scratch.path() / "whole" / file).size());
    for (int again = 0; again < 2; ++again) {
        const CommandResult resumed = run("half --resume");
        EXPECT_EQ(resumed.status, 0) << resumed.err;
        EXPECT_EQ(resumed.out, whole.out);
        EXPECT_TRUE(read_text(scratch.path() / "half" / file) == read_text(scratch.path() / "whole" / file));
    }
}

TEST(BranchFolder, AnotherQuestionIsRefused) {
    const Scratch scratch;
    scratch.write("case.lua", script);
    ASSERT_EQ(jounce("run case.lua --quiet", scratch.path()).status, 0);
    const CommandResult other = jounce("run case.lua --quiet --resume --set to=1.9", scratch.path());
    EXPECT_EQ(other.status, 1);
    EXPECT_NE(other.err.find("holds a different branch"), std::string::npos) << other.err;
    EXPECT_EQ(jounce("run case.lua --quiet --resume --force --set to=1.9", scratch.path()).status, 0);
    // A damaged file is not taken for a branch.
    std::string bytes = read_text(scratch.path() / "out/branch.state");
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
    scratch.write("out/branch.state", bytes);
    const CommandResult damaged = jounce("run case.lua --quiet --resume --set to=1.9", scratch.path());
    EXPECT_EQ(damaged.status, 1);
    EXPECT_NE(damaged.err.find("is damaged"), std::string::npos) << damaged.err;
    EXPECT_NE(damaged.err.find("; --force removes it and begins anew"), std::string::npos) << damaged.err;
    EXPECT_EQ(jounce("run case.lua --quiet --resume --force --set to=1.9", scratch.path()).status, 0);
}

TEST(BranchFolder, WithoutAFolderCtrlCPrintsThePoints) {
    const Scratch scratch;
    std::string text = script;
    const std::string output = ", output = \"out\"";
    text.replace(text.find(output), output.size(), "");
    // The model function writes a file when the branch has some points.
    const std::string begin = "local function oscillator(w)\n";
    text.replace(text.find(begin), begin.size(),
                 "local calls = 0\n" + begin +
                     "  calls = calls + 1\n  if calls == 300 then io.open('called', 'w'):write('300'):close() end\n");
    scratch.write("case.lua", text);
    const CommandResult stopped =
        jounce_interrupted({"run", "case.lua", "--quiet", "--set", "max=0.0005"}, scratch.path(), {.grown = "called"});
    ASSERT_EQ(stopped.status, 130) << stopped.err;
    EXPECT_NE(stopped.err.find("points, which are on standard output"), std::string::npos) << stopped.err;
    EXPECT_TRUE(stopped.out.starts_with("parameter,kind,bracket_low,")) << stopped.out.substr(0, 200);
    const auto lines = std::ranges::count(stopped.out, '\n');
    EXPECT_NE(stopped.err.find("interrupted after " + std::to_string(lines - 1) + " points"), std::string::npos) << stopped.err;
}

}  // namespace
}  // namespace jounce::test::branch_folder_test
