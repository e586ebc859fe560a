// A reduced model that one process saves and another one runs: the same bytes of results.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <fstream>

#include "command.hpp"

namespace jounce::test::reduced_file_test {
namespace {

namespace fs = std::filesystem;

constexpr const char* plate = R"(
local jounce = require "jounce"
local model = jounce.model{ name = "plate" }
local shell = model:shell{ name = "plate", thickness = 4e-3, material = jounce.material{ E = 207e9, nu = 0.3, density = 7800 },
  mesh = jounce.mesh.plate{ corner = { 0, 0, 0 }, edge_1 = { 0.4, 0, 0 }, edge_2 = { 0, 0.2, 0 }, elements_1 = 8, elements_2 = 4 } }
for i = 1, 5 do model:fix{ node = shell.nodes[1 + 9*(i - 1)] } end
model:gap{ name = "stop", node = shell.nodes[27], direction = { 0, 0, -1 }, clearance = 1e-4, law = jounce.law.hunt_crossley{ stiffness = 1e8, restitution = 0.7 } }
model:load{ node = shell.nodes[45], direction = { 0, 0, 1 }, force = jounce.signal.sine{ amplitude = 30, frequency = 40 } }
local reduced = jounce.reduce(model, { modes = 10 })
)";

constexpr const char* march = R"(
local run = jounce.run(reduced, { method = jounce.method.newmark{}, step = 2e-5, duration = 0.05, output = "out",
  record = { probes = { "stop.force", "plate[45].uz" } }, vtk = { every = 500 } })
assert(#run:impacts() > 1)
)";

TEST(ReducedFile, GivesTheSameResultsInAnotherProcess) {
    const Scratch scratch;
    scratch.write("save.lua", std::string(plate) + "reduced:save 'plate.jounce'\n" + march);
    const CommandResult saved = jounce("run --quiet --output here save.lua", scratch.path());
    ASSERT_EQ(saved.status, 0) << saved.err;
    fs::create_directories(scratch.path() / "elsewhere");
    fs::rename(scratch.path() / "here" / "plate.jounce", scratch.path() / "elsewhere" / "plate.jounce");
    scratch.write("elsewhere/load.lua", std::string("local jounce = require 'jounce'\n"
                                                    "local reduced = jounce.reduced 'plate.jounce'\n") +
                                            march);
    const CommandResult loaded = jounce("run --quiet load.lua", scratch.path() / "elsewhere");
    ASSERT_EQ(loaded.status, 0) << loaded.err;
    const auto rows = [&](const char* folder, const char* file) {
        std::string text = read_text(scratch.path() / folder / "out" / file), out;
        for (std::size_t at = 0; at < text.size();) {  // without the comments, which name script and time
            const std::size_t end = std::min(text.find('\n', at), text.size() - 1);
            if (text[at] != '#') out += text.substr(at, end - at + 1);
            at = end + 1;
        }
        return out;
    };
    EXPECT_GT(rows("here", "series.csv").size(), 10000u);
    EXPECT_EQ(rows("here", "series.csv"), rows("elsewhere", "series.csv"));
    EXPECT_EQ(rows("here", "impacts.csv"), rows("elsewhere", "impacts.csv"));
    int frames = 0;
    for (const auto& entry : fs::recursive_directory_iterator(scratch.path() / "here" / "out")) {
        if (entry.path().extension() != ".vtu" && entry.path().extension() != ".vtp") continue;
        const fs::path same = scratch.path() / "elsewhere" / "out" / fs::relative(entry.path(), scratch.path() / "here" / "out");
        EXPECT_TRUE(read_text(entry.path()) == read_text(same)) << same;
        ++frames;
    }
    EXPECT_GT(frames, 3) << "pictures show the shell of the full model";
}

// A check computes the reduction, which belongs to the model, but saves nothing.
TEST(ReducedFile, IsNotWrittenByACheck) {
    const Scratch scratch;
    scratch.write("case.lua", std::string(plate) + "reduced:save 'plate.jounce'\n");
    const CommandResult checked = jounce("check case.lua", scratch.path());
    EXPECT_EQ(checked.status, 0) << checked.err;
    EXPECT_FALSE(fs::exists(scratch.path() / "plate.jounce")) << "a check writes nothing";
}

// What a check saves it loads from memory, by the path returned and by the name given.
TEST(ReducedFile, IsLoadedByACheckOfTheScriptThatSavesIt) {
    const Scratch scratch;
    scratch.write("case.lua", std::string(plate) +
                                  "local saved = reduced:save './plate.jounce'\n"
                                  "assert(jounce.reduced(saved).size == reduced.size)\n"
                                  "reduced = jounce.reduced 'plate.jounce'\n" +
                                  march);
    const CommandResult checked = jounce("check case.lua", scratch.path());
    EXPECT_EQ(checked.status, 0) << checked.err;
    EXPECT_FALSE(fs::exists(scratch.path() / "plate.jounce")) << "a check writes nothing";
    scratch.write("other.lua", std::string(plate) + "reduced:save 'plate.jounce'\njounce.reduced 'other.jounce'\n");
    const CommandResult other = jounce("check other.lua", scratch.path());
    EXPECT_NE(other.status, 0) << "the negative control: a file that nobody saved";
    EXPECT_NE(other.err.find("other.jounce: cannot be read"), std::string::npos) << other.err;
}

// Functions are refused before the run.
TEST(ReducedFile, IsRefusedByACheckWhereItContainsAFunction) {
    const Scratch scratch;
    std::string script = plate;
    const std::string signal = "jounce.signal.sine{ amplitude = 30, frequency = 40 }";
    script.replace(script.find(signal), signal.size(), "function(t) return 30*math.sin(250*t) end");
    scratch.write("case.lua", script + "reduced:save 'plate.jounce'\n");
    const CommandResult checked = jounce("check case.lua", scratch.path());
    EXPECT_NE(checked.status, 0);
    EXPECT_NE(checked.err.find("is a function (case.lua:"), std::string::npos) << checked.err;
}

}  // namespace
}  // namespace jounce::test::reduced_file_test
