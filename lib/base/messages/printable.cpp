// Text for a terminal, without control characters.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/messages/printable.hpp"

#include <algorithm>
#include <cstddef>

namespace jounce {

namespace {

/// Bytes of the character of UTF-8 at the beginning of the text; 0: it is none.
std::size_t utf8_length(std::string_view text) {
    const auto lead = static_cast<unsigned char>(text[0]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf5 ? 4 : 0;
    if (length > text.size()) return 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xc0U) != 0x80U) return 0;
    }
    // A character in more bytes than it needs may be a control character to a terminal; surrogates and what is above U+10FFFF are
    // none.
    const auto second = length > 2 ? static_cast<unsigned char>(text[1]) : 0U;
    const bool overlong = (lead == 0xe0 && second < 0xa0) || (lead == 0xf0 && second < 0x90);
    const bool none = (lead == 0xed && second > 0x9f) || (lead == 0xf4 && second > 0x8f);
    return overlong || none ? 0 : length;
}

}  // namespace

std::string printable(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    const auto is_c0 = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
    const auto is_c1 = [](char c) { return static_cast<unsigned char>(c) >= 0x80 && static_cast<unsigned char>(c) <= 0x9f; };
    for (std::size_t i = 0; i < text.size();) {
        const std::string_view left = text.substr(i);
        const std::size_t length = std::max<std::size_t>(utf8_length(left), 1);
        const bool kept = left[0] == '\n' || left[0] == '\t';
        const bool control = length == 1 ? is_c0(left[0]) || is_c1(left[0]) : length == 2 && left[0] == '\xc2' && is_c1(left[1]);
        if (control && !kept) {
            for (const char c : left.substr(0, length)) out += "\\" + std::to_string(static_cast<unsigned char>(c));
        } else {
            out += left.substr(0, length);
        }
        i += length;
    }
    return out;
}

}  // namespace jounce
