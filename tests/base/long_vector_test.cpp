// A vector whose elements lie in a file when they are many: the same elements as a std::vector, and memory that does not grow
// with them. Reference: std::vector with the same values. Controls: without a file memory grows; a folder that is not there; a
// full disk.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/files/long_vector.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstdint>
#include <fstream>
#include <numeric>
#include <string>

#include "base/messages/error.hpp"

namespace jounce::test::long_vector_test {
namespace {

constexpr std::size_t megabyte = std::size_t{1} << 20U;

std::shared_ptr<SpillFile> file_in(const std::string& folder) {
    return std::make_shared<SpillFile>(std::vector<std::filesystem::path>{folder});
}

/// An entry of /proc/self/status [bytes].
std::size_t memory(const std::string& entry) {
    std::ifstream in("/proc/self/status");
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with(entry)) return std::stoul(line.substr(entry.size())) * 1024;
    }
    return 0;
}

/// Memory that is no copy of a file [bytes].
std::size_t own_memory() { return memory("RssAnon:"); }

struct Odd {  // of a size that divides no page
    std::int32_t number = 0;
    char letters[9] = {};
    bool operator==(const Odd&) const = default;
};

// Lengths around the borders: of what stays in memory, of pages, of pieces, and beyond the addresses taken first.
TEST(LongVector, HoldsWhatAVectorHolds) {
    for (const std::size_t memory : {std::size_t{0}, std::size_t{100}, std::size_t{4096}, megabyte}) {
        for (const std::size_t length :
             {std::size_t{1}, std::size_t{2}, std::size_t{511}, std::size_t{513}, std::size_t{40'000}, std::size_t{700'001}}) {
            LongVector<double> values;
            values.spill_to(file_in(testing::TempDir()), memory);
            std::vector<double> expected;
            for (std::size_t i = 0; i < length; ++i) {
                values.push_back(std::sqrt(static_cast<double>(i)));
                expected.push_back(std::sqrt(static_cast<double>(i)));
                if (i % 1000 == 0) {
                    ASSERT_EQ(values.front(), 0);
                    ASSERT_EQ(values.back(), expected.back());
                }
            }
            EXPECT_EQ(values.spilled(), length * sizeof(double) > std::max<std::size_t>(memory / 8 * 8, 8));
            EXPECT_TRUE(std::ranges::equal(values, expected)) << memory << " " << length;
            values.rest();
            EXPECT_TRUE(std::ranges::equal(values, expected));
            const LongVector<double> copy = values;
            EXPECT_FALSE(copy.spilled());
            LongVector<double> moved = std::move(values);
            EXPECT_TRUE(copy == moved);
        }
    }
}

TEST(LongVector, HoldsElementsAcrossThePagesOfAFile) {
    LongVector<Odd> values;
    values.spill_to(file_in(testing::TempDir()), 0);
    const auto odd = [](std::int32_t i) { return Odd{i, {static_cast<char>('a' + i % 26)}}; };
    for (std::int32_t i = 0; i < 200'000; ++i) values.push_back(odd(i));
    for (std::int32_t i = 0; i < 200'000; ++i) ASSERT_EQ(values[static_cast<std::size_t>(i)], odd(i));
    // Every 97th becomes another one, across the borders of pages as well, and its neighbours stay.
    for (std::int32_t i = 0; i < 200'000; i += 97) values.set(static_cast<std::size_t>(i), odd(-i));
    for (std::int32_t i = 0; i < 200'000; ++i) ASSERT_EQ(values[static_cast<std::size_t>(i)], odd(i % 97 == 0 ? -i : i)) << i;
    values.push_back(odd(7));
    EXPECT_EQ(values.back(), odd(7));
}

// Elements that were cleared do not come back, and a cleared list returns to memory and to its limit.
TEST(LongVector, IsEmptyAfterClear) {
    for (const std::size_t memory : {std::size_t{0}, megabyte}) {
        LongVector<double> values;
        values.spill_to(file_in(testing::TempDir()), memory);
        for (int i = 0; i < 10'000; ++i) values.push_back(i);
        EXPECT_EQ(values.spilled(), memory == 0);
        values.clear();
        EXPECT_EQ(values.size(), 0U);
        EXPECT_FALSE(values.spilled());
        for (int i = 0; i < 10'000; ++i) values.push_back(-i);
        EXPECT_EQ(values.spilled(), memory == 0);
        for (std::size_t i = 0; i < 10'000; ++i) ASSERT_EQ(values[i], -static_cast<double>(i));
    }
}

// 64 MB of values in a file: a visit sees each once, in order, and leaves at most a piece of them mapped.
TEST(LongVector, VisitsItsElementsInOrder) {
    LongVector<double> values;
    values.spill_to(file_in(testing::TempDir()), 0);
    for (std::size_t i = 0; i < 8 * megabyte; ++i) values.push_back(static_cast<double>(i));
    const std::size_t before = memory("RssFile:");
    std::size_t next = 0, largest = before;
    values.visit([&](double value) {
        if (value != static_cast<double>(next)) ADD_FAILURE() << next;
        if (next++ % megabyte == 0) largest = std::max(largest, memory("RssFile:"));
    });
    EXPECT_EQ(next, values.size());
    EXPECT_LT(largest, before + 8 * megabyte);
    double sum = 0;  // control: without `visit` all pages stay
    for (const double value : values) sum += value;
    EXPECT_GT(sum, 0);
    EXPECT_GT(memory("RssFile:"), before + 40 * megabyte);
}

TEST(LongVector, StaysReadableWithoutItsFile) {
    const auto file = file_in(testing::TempDir());
    LongVector<double> values;
    values.spill_to(file, 0);
    for (int i = 0; i < 100'000; ++i) values.push_back(i);
    file->close();
    EXPECT_EQ(std::accumulate(values.begin(), values.end(), 0.0), 99'999.0 * 50'000);
}

// 64 MB of values: a piece, a page and what the allocator keeps of the first megabyte are all that may stay.
TEST(LongVector, KeepsMemoryBounded) {
    const auto growth = [](bool spilled) {
        const std::size_t before = own_memory();
        LongVector<double> values;
        if (spilled) values.spill_to(file_in(testing::TempDir()), megabyte);
        for (std::size_t i = 0; i < 8 * megabyte; ++i) values.push_back(1);
        return own_memory() - before;
    };
    EXPECT_LT(growth(true), 4 * megabyte);
    EXPECT_GT(growth(false), 40 * megabyte);  // some of it may be memory that was free already
}

TEST(LongVector, StaysInMemoryWhereNoFolderTakesAFile) {
    LongVector<double> values;
    values.spill_to(file_in("/not/there"), 100);
    for (int i = 0; i < 10'000; ++i) values.push_back(i);
    EXPECT_FALSE(values.spilled());
    EXPECT_EQ(values[9'999], 9'999);
}

TEST(LongVector, KeepsWhatItHasOnAFullDisk) {
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit = before;
    limit.rlim_cur = 3 * megabyte;
    setrlimit(RLIMIT_FSIZE, &limit);
    LongVector<double> values;
    values.spill_to(file_in(testing::TempDir()), 0);
    std::string message;
    try {
        for (std::size_t i = 0; i < megabyte; ++i) values.push_back(static_cast<double>(i));
    } catch (const Error& error) {
        message = error.message();
    }
    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_NE(message.find("cannot be written there: File too large"), std::string::npos) << message;
    EXPECT_GE(values.size(), (3 * megabyte - SpilledBytes::piece) / sizeof(double));
    for (std::size_t i = 0; i < values.size(); ++i) ASSERT_EQ(values[i], static_cast<double>(i));
}

}  // namespace
}  // namespace jounce::test::long_vector_test
