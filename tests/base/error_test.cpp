// Messages of errors reach a terminal without control characters, wherever their text comes from.
// Reference: the terminal obeys bytes 0 to 31 and 127, and in UTF-8 U+0080 to U+009F (C2 80 to C2 9F), some also these bytes
// alone (ECMA-48). Control: text of other characters, in any script, is unchanged.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/error.hpp"

#include <gtest/gtest.h>

#include <string>

#include "base/messages/printable.hpp"

namespace jounce::test::error_test {
namespace {

TEST(Error, HasNoControlCharacters) {
    const Error error = bad_case("the file has '\x1b[2J\x1b]0;title\a' and '\xc2\x9b' or '\x9b'\r", {"ca\x1bse.lua", 7});
    EXPECT_EQ(error.message(), R"(the file has '\27[2J\27]0;title\7' and '\194\155' or '\155'\13)");
    EXPECT_EQ(std::string(error.what()), R"(ca\27se.lua:7: )" + error.message());
    EXPECT_EQ(error.at({}).message(), error.message()) << "escaped once";
}

// Some terminals read a character in more bytes than UTF-8 permits: U+009B, which begins a command, and U+001B.
TEST(Error, HasNoControlCharactersInTooManyBytes) {
    for (const char* text : {"\xc1\x9b", "\xe0\x82\x9b", "\xe0\x80\x9b", "\xf0\x80\x82\x9b", "\xed\xa0\x9b", "\xf4\x90\x80\x9b"})
        EXPECT_EQ(printable(text).find('\x9b'), std::string::npos) << text;
    for (const char* text : {"\xe0\xa4\x9b", "\xf0\x90\x80\x9b", "\xf4\x8f\xbf\xbf"})
        EXPECT_EQ(printable(text), text) << "permitted";
}

TEST(Error, KeepsLinesAndLetters) {
    const std::string text =
        "K\xc3\xa4lte \xe6\xb8\xa9\xe5\xba\xa6 \xf0\x9f\x94\xa7 \xe2\x80\x9c"
        "1 < 2\xe2\x80\x9d\n\tsecond line, Latin-1: \xe4";
    EXPECT_EQ(bad_case(text).message(), text);
    for (int byte = 0; byte < 256; ++byte) {
        const std::string one(1, static_cast<char>(byte));
        const bool control = (byte < 32 && byte != '\n' && byte != '\t') || byte == 127 || (byte >= 128 && byte < 160);
        EXPECT_EQ(printable(one) == one, !control) << byte;
    }
}

}  // namespace
}  // namespace jounce::test::error_test
