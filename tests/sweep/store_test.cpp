// Records of points: what was written reads back to the bit, anything that was not written completely is as good as not there;
// a changed entry of the identity is named. Units: known ones pass, others are named.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/store.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "support/folder.hpp"
#include "sweep/unit.hpp"

namespace jounce::test::store_test {
namespace {

namespace fs = std::filesystem;
using sweep::Result;

Result sample() {
    Result out;
    out.row = {{"a", 0.1 + 0.2}, {"b", "word, \"quoted\"\n"}, {"c", true}};
    out.section = {{"mass.ux", {1.0 / 3, -0.0, 5e-324}}};
    out.section_units = {"m"};
    out.state = std::string("\0\1binary", 8);
    return out;
}

TEST(Record, ReadsBackToTheBit) {
    const std::string bytes = sweep::to_bytes(sample());
    const auto read = sweep::from_bytes(bytes);
    ASSERT_TRUE(read);
    EXPECT_EQ(sweep::to_bytes(*read), bytes);
    EXPECT_EQ(*read->row[0].second.number(), 0.1 + 0.2);
    EXPECT_EQ(*read->row[1].second.text(), "word, \"quoted\"\n");
    EXPECT_EQ(read->state, sample().state);
}

TEST(Record, ThatWasCutOrChangedIsNotThere) {
    const std::string bytes = sweep::to_bytes(sample());
    for (std::size_t size = 0; size < bytes.size(); ++size) EXPECT_FALSE(sweep::from_bytes(bytes.substr(0, size))) << size;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        std::string changed = bytes;
        changed[i] = static_cast<char>(changed[i] ^ 4);
        EXPECT_FALSE(sweep::from_bytes(changed)) << i;
    }
}

TEST(Store, KeepsRecordsUntilItBeginsAnew) {
    const Folder folder;
    const sweep::Store store(folder.path);
    store.begin({{"version", "1", ""}});
    store.write(11, sweep::to_bytes(sample()));
    EXPECT_TRUE(fs::exists(folder.path / "points/000012.record"));
    EXPECT_TRUE(store.read(11));
    EXPECT_FALSE(store.read(10));
    std::ofstream(folder.path / "points/000012.record") << "damaged";
    EXPECT_FALSE(store.read(11));
    // What is not ours stays.
    std::ofstream(folder.path / "points/notes.txt") << "mine";
    store.begin({{"version", "1", ""}});
    EXPECT_FALSE(fs::exists(folder.path / "points/000012.record"));
    EXPECT_TRUE(fs::exists(folder.path / "points/notes.txt"));
}

TEST(Store, NamesWhatHasChanged) {
    const Folder folder;
    const sweep::Store store(folder.path);
    const sweep::Fact axis{"axis 'w'", "3 values", "d"}, script{"the script a.lua", "", "abc"}, set{"--set r", "0.8\n", ""};
    const sweep::Identity before = {axis, set, script};
    store.begin(before);
    ASSERT_EQ(store.identity(), before);
    const auto changed = [&](const sweep::Identity& now) {
        const auto found = difference(*store.identity(), now);
        return found ? words_of(*found) : "";
    };
    EXPECT_EQ(changed(before), "");
    EXPECT_EQ(changed({{axis.name, "4 values", "e"}, set, script}), "axis 'w' was 3 values, and is 4 values");
    EXPECT_EQ(changed({{axis.name, "3 values", "e"}, set, script}), "axis 'w' (3 values) has changed");
    EXPECT_EQ(changed({axis, {set.name, "0.9", ""}, script}), "--set r was 0.8\n, and is 0.9");
    EXPECT_EQ(changed({axis, script}), "--set r (0.8\n) was removed");
    EXPECT_EQ(changed({{"axis 'v'", "1", ""}, axis, set, script}), "axis 'v' is new (1)");
    const sweep::Identity edited = {axis, set, {script.name, "", "def"}, {"the module 'm'", "", "1"}};
    EXPECT_EQ(changed(edited), "the script a.lua has changed");
    EXPECT_TRUE(only_files_differ(before, edited));
    EXPECT_FALSE(only_files_differ(before, {axis, script}));
}

TEST(Units, AreProductsOfKnownSymbols) {
    for (const char* unit :
         {"", "1", "m", "mm", "Hz", "kHz", "rad/s", "N s/m", "N/m^1.5", "m/s2", "m^-1", "kg", "%", "rpm", "MPa", "um"})
        EXPECT_EQ(sweep::unknown_unit(unit), "") << unit;
    EXPECT_EQ(sweep::unknown_unit("furlong"), "furlong");
    EXPECT_EQ(sweep::unknown_unit("N/parsec"), "parsec");
    EXPECT_EQ(sweep::unknown_unit("m^x"), "m^x");
    EXPECT_EQ(sweep::unknown_unit("hz"), "hz");
    for (const char* unit : {"1/s", "N*m", "N * m", "N / m", "kg m/s2", "m^-0.5"})
        EXPECT_EQ(sweep::unknown_unit(unit), "") << unit;
    for (const char* malformed : {"m//s", "m/", "/s", " m", "m ", "*", "m**s", "m*/s", " "})
        EXPECT_EQ(sweep::unknown_unit(malformed), malformed);
    for (const char* malformed : {"m^", "m^-", "m22", "m1", "12", "m^1.2.3"})
        EXPECT_EQ(sweep::unknown_unit(malformed), malformed);
}

}  // namespace
}  // namespace jounce::test::store_test
