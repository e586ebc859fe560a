// What users do with an installation: commands, and what they print and write.
// SPDX-License-Identifier: BSD-3-Clause
#include "install/use.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <sstream>

#include "install/shell.hpp"
#include "lua/command.hpp"

namespace jounce::test {

namespace fs = std::filesystem;

namespace {

/// Without what tells how long something took.
std::string without_times(const std::string& text) {
    std::istringstream in(text);
    std::string out;
    for (std::string line; std::getline(in, line);)
        if (line.find("wall") == std::string::npos && line.find("nanoseconds") == std::string::npos) out += line + "\n";
    return out;
}

/// All files below a folder with their bytes.
std::map<std::string, std::string> files_of(const fs::path& folder) {
    std::map<std::string, std::string> out;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) out[fs::relative(entry.path(), folder)] = without_times(read_text(entry.path()));
    return out;
}

/// The part of a text from `begin` to the end of its line.
std::string line_from(const std::string& text, const std::string& begin) {
    const std::size_t at = text.find(begin);
    return at == std::string::npos ? "no '" + begin + "' in: " + text : text.substr(at, text.find('\n', at) - at);
}

std::string text_of_case(const std::string& name) { return read_text(fs::path(JOUNCE_SOURCE_DIR) / "cases" / name); }

/// Other users, too, write into it.
void open_to_all(const fs::path& folder) { fs::permissions(folder, fs::perms::all); }

}  // namespace

void PrintTo(const Shortened& shortened, std::ostream* out) { *out << shortened.name; }

std::vector<Shortened> shortened_cases() {
    return {{"xu2022/hollow_shaft.lua", {{"duration = 1.0", "duration = 0.1"}}},
            {"tan2023/slider_crank.lua", {{"revolutions = 2", "revolutions = 1"}, {"from = 1", "from = 0.5"}}},
            {"xu2022/two_spheres.lua", {}},
            {"contact/own_law.lua", {{"duration = 0.5", "duration = 0.1"}}},
            {"jonsson2005/roller.lua", {{"6000*2", "60*2"}, {"5980*2", "40*2"}}},
            {"sweeps/seeds.lua", {{"seeds = 24", "seeds = 6"}, {"periods = 2000", "periods = 300"}}}};
}

void expect_same_bytes(const Commands& commands, const Shortened& shortened) {
    std::string text = text_of_case(shortened.name);
    for (const auto& [from, to] : shortened.replaced) {
        const std::size_t at = text.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        text.replace(at, std::string(from).size(), to);
    }
    const Scratch by_program, by_lua;
    for (const Scratch* folder : {&by_program, &by_lua}) {
        open_to_all(folder->path());
        folder->write("case.lua", text);
    }
    const CommandResult program = shell(commands.program + "run --quiet case.lua", by_program.path());
    ASSERT_EQ(program.status, 0) << program.out;
    const CommandResult plain = shell(commands.lua + "case.lua 2>err", by_lua.path());  // progress goes to stderr
    ASSERT_EQ(plain.status, 0) << read_text(by_lua.path() / "err");
    EXPECT_EQ(without_times(plain.out), without_times(program.out));
    fs::remove(by_lua.path() / "err");
    const auto expected = files_of(by_program.path()), got = files_of(by_lua.path());
    for (const auto& [name, bytes] : expected) EXPECT_TRUE(got.contains(name) && got.at(name) == bytes) << name;
    EXPECT_EQ(got.size(), expected.size());
}

void expect_example_agrees(const std::string& prefix, const std::string& program) {
    const Scratch here;
    open_to_all(here.path());
    const std::string configure =
        "'" JOUNCE_CMAKE "' -S '" + prefix + "/share/doc/jounce/docs/examples' -B build -DCMAKE_BUILD_TYPE=Release";
    const CommandResult without = shell(configure + " -DCMAKE_PREFIX_PATH=/nowhere", here.path());
    EXPECT_NE(without.status, 0) << "found where it is not installed";
    const CommandResult built =
        shell(configure + " -DCMAKE_PREFIX_PATH='" + prefix + "' && '" JOUNCE_CMAKE "' --build build", here.path());
    ASSERT_EQ(built.status, 0) << built.out;
    const CommandResult example = shell("build/hollow_shaft", here.path());
    ASSERT_EQ(example.status, 0) << example.out;

    here.write(
        "case.lua",
        text_of_case("xu2022/hollow_shaft.lua") +
            "\nfor i, mode in ipairs(modes) do print(string.format('mode %d %.10g Hz %s', i, mode.frequency, mode.kind)) end\n"
            "print(#run:impacts() .. ' impacts')\n"
            "print(string.format('peak force of the top slider %.10g N', run:peak('top.force')))\n");
    const CommandResult run = shell(program + "run --quiet case.lua", here.path());
    ASSERT_EQ(run.status, 0) << run.out;
    const CommandResult other = shell(program + "run --quiet --set damping=0.011 case.lua", here.path());
    for (const char* line : {"mode 3 ", "mode 4 ", "mode 5 "}) EXPECT_EQ(line_from(example.out, line), line_from(run.out, line));
    const std::string peak = "peak force";
    EXPECT_EQ(line_from(example.out, peak), line_from(run.out, peak));
    EXPECT_NE(line_from(example.out, peak), line_from(other.out, peak));
    const auto count = [](const std::string& said) {
        const std::size_t end = said.find(" impacts\npeak"), begin = said.rfind('\n', end) + 1;
        return said.substr(begin, end - begin);
    };
    EXPECT_EQ(count(example.out), count(run.out));
}

}  // namespace jounce::test
