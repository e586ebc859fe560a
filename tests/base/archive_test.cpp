// Values survive the way into bytes and back with all their bits; bytes that end too early are noticed.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/files/archive.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/messages/error.hpp"

namespace jounce::test::archive_test {
namespace {

struct Part {
    int number = 0;
    std::optional<double> maybe;
    bool operator==(const Part&) const = default;
};

template <class Archive>
void transfer(Archive& archive, Either<Part> auto& part) {
    auto& [number, maybe] = part;
    archive(number, maybe);
}

enum class Colour : char { red, blue };

TEST(Archive, GivesBackWhatItWasGiven) {
    const std::vector<double> numbers = {0.1, -0.0, std::numeric_limits<double>::denorm_min(), -1e308};
    const std::vector<Part> parts = {{1, 2.5}, {-7, std::nullopt}};
    const std::array<double, 2> pair = {1.0 / 3, 2};
    const std::vector<std::pair<std::string, std::string>> words = {{"step", "1e-05"}, {"", std::string("a\0b", 3)}};
    const bool yes = true;
    const Colour colour = Colour::blue;
    const std::int64_t large = -(std::int64_t{1} << 62);
    ArchiveWriter out;
    out(numbers, parts, pair, words, yes, colour, large);

    std::vector<double> numbers_back = {5};
    std::vector<Part> parts_back;
    std::array<double, 2> pair_back{};
    std::vector<std::pair<std::string, std::string>> words_back;
    bool yes_back = false;
    Colour colour_back = Colour::red;
    std::int64_t large_back = 0;
    ArchiveReader in("file", out.bytes());
    in(numbers_back, parts_back, pair_back, words_back, yes_back, colour_back, large_back);
    EXPECT_NO_THROW(in.end());
    EXPECT_EQ(numbers_back, numbers);
    EXPECT_TRUE(std::signbit(numbers_back[1]));
    EXPECT_EQ(parts_back, parts);
    EXPECT_EQ(pair_back, pair);
    EXPECT_EQ(words_back, words);
    EXPECT_TRUE(yes_back);
    EXPECT_EQ(colour_back, Colour::blue);
    EXPECT_EQ(large_back, large);
}

TEST(Archive, KeepsTheBitsOfValuesThatAreNoNumber) {
    ArchiveWriter out;
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    out(unknown);
    double back = 0;
    ArchiveReader in("file", out.bytes());
    in(back);
    EXPECT_TRUE(std::isnan(back));
}

TEST(Archive, NoticesEveryCut) {
    ArchiveWriter out;
    const std::vector<double> numbers = {1, 2, 3};
    const std::vector<Part> parts = {{1, 2.5}};
    out(numbers, parts);
    for (std::size_t size = 0; size < out.bytes().size(); ++size) {
        ArchiveReader in("file", out.bytes().substr(0, size));
        std::vector<double> some;
        std::vector<Part> more;
        try {
            in(some, more);
            FAIL() << size;
        } catch (const Error& error) {
            EXPECT_TRUE(error.message().starts_with("file: is damaged: ")) << error.message();
        }
    }
    ArchiveReader in("file", out.bytes() + "x");
    std::vector<double> some;
    std::vector<Part> more;
    in(some, more);
    EXPECT_THROW(in.end(), Error);
}

// The published value of FNV-1a for "foobar" (G. Fowler, L. C. Noll, K.-P. Vo, test vectors of RFC 9923).
TEST(Checksum, IsThatOfThePublishedVectorsInPiecesToo) {
    Checksum whole, pieces;
    whole.add("foobar");
    pieces.add("foo");
    pieces.add("");
    pieces.add("bar");
    EXPECT_EQ(whole.value(), 0x85944171f73967e8u);
    EXPECT_EQ(pieces, whole);
}

}  // namespace
}  // namespace jounce::test::archive_test
