// Guards the rooms within the floors of lib that have them, and within lua: includes point to rooms below only, every source lies
// in a room, and no floor has more than fifteen of them. Every rule is first shown a made-up violation, which it must find.
// SPDX-License-Identifier: BSD-3-Clause
#include "rules/rooms.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

namespace jounce::rooms_test {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;

const fs::path root = JOUNCE_SOURCE_DIR;
constexpr std::size_t most_rooms = 15;

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string listed(const Lines& lines) {
    std::string out;
    for (const std::string& line : lines) out += "\n  " + line;
    return out;
}

TEST(Rooms, TableLeadsDownward) {
    const house::RoomTable made_up = house::room_table("# a floor\ntime/low\ntime/high low  # and so on\ntime/top high\n");
    EXPECT_TRUE(made_up.faults.empty()) << listed(made_up.faults);
    EXPECT_EQ(made_up.rooms.at("time/top"), (std::set<std::string>{"time/high", "time/low"})) << "through another one";
    EXPECT_EQ(house::room_table("time/low high\ntime/high low\n").faults.size(), 1u) << "a circle";
    EXPECT_EQ(house::room_table("time/low low\n").faults.size(), 1u) << "itself";
    EXPECT_EQ(house::room_table("time/low\ntime/low\n").faults.size(), 1u) << "twice";
    EXPECT_EQ(house::room_table("time/low\nsystem/high low\n").faults.size(), 1u) << "of another floor";
    const house::RoomTable table = house::room_table(read(root / "tests/rules/rooms.txt"));
    EXPECT_TRUE(table.faults.empty()) << listed(table.faults);
    EXPECT_EQ(house::crowded_floors(made_up.rooms, 2).size(), 1u);
    EXPECT_EQ(house::crowded_floors(table.rooms, most_rooms), Lines{});
}

TEST(Rooms, FindsMadeUpIncludes) {
    const house::Rooms rooms = house::room_table("time/low\ntime/side\ntime/high low\n").rooms;
    const auto count = [&](const std::string& path, const std::string& text) {
        return house::room_violations(rooms, path, text).size();
    };
    EXPECT_EQ(count("lib/time/low/a.cpp", "#include \"time/high/b.hpp\"\n"), 1u) << "upward";
    EXPECT_EQ(count("lib/time/side/a.cpp", "#include <vector>\n # include \"time/low/b.hpp\"\n"), 1u) << "sideways";
    EXPECT_EQ(count("lib/time/high/a.cpp", "#include \"time/b.hpp\"\n"), 1u) << "into no room";
    EXPECT_EQ(count("lib/time/high/a.cpp", "#include \"time/attic/b.hpp\"\n"), 1u) << "no such room";
    EXPECT_EQ(count("lib/time/a.cpp", ""), 1u) << "in no room";
    EXPECT_EQ(count("lib/time/attic/a.cpp", ""), 1u) << "in a room that is not in the table";
    // ... and is silent where all is well.
    EXPECT_EQ(count("lib/time/high/kinds/a.cpp", "#include \"time/low/b.hpp\"\n#include \"time/high/c.hpp\"\n"), 0u);
    EXPECT_EQ(count("lib/time/low/a.cpp", "#include \"base/messages/error.hpp\"\n// #include \"time/high/b.hpp\"\n"), 0u);
    EXPECT_EQ(count("lib/elements/a.cpp", "#include \"base/messages/error.hpp\"\n"), 0u) << "a floor without rooms";
    const house::Rooms binding = house::room_table("time/low\nlua/values\nlua/script values\n").rooms;
    EXPECT_EQ(house::room_violations(binding, "lua/values/a.cpp", "#include \"script/b.hpp\"\n").size(), 1u) << "upward";
    EXPECT_EQ(
        house::room_violations(binding, "lua/script/a.cpp", "#include \"values/b.hpp\"\n#include \"time/low/b.hpp\"\n").size(),
        0u);
}

TEST(Rooms, IncludesPointDownward) {
    const house::Rooms rooms = house::room_table(read(root / "tests/rules/rooms.txt")).rooms;
    Lines violations;
    std::set<std::string> seen;
    for (const char* top : {"lib", "lua"}) {
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / top)) {
            const std::string end = entry.path().extension().string();
            if (end != ".hpp" && end != ".cpp") continue;
            const fs::path path = fs::relative(entry.path(), root);
            auto part = path.begin();
            if (*part == "lib") ++part;
            const std::string floor = part++->string();
            seen.insert(floor + "/" + part->string());
            const Lines more = house::room_violations(rooms, path.generic_string(), read(entry.path()));
            violations.insert(violations.end(), more.begin(), more.end());
        }
    }
    EXPECT_TRUE(violations.empty()) << listed(violations);
    for (const auto& [room, below] : rooms) EXPECT_TRUE(seen.contains(room)) << room << " of the table is empty";
}

}  // namespace
}  // namespace jounce::rooms_test
