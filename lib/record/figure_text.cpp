// Words in a picture: which characters are drawn.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/figure_text.hpp"

#include <cstdint>

namespace jounce::record {

namespace {

constexpr char32_t replacement = 0xfffd;

/// The character at the beginning of a text and how many bytes it has. Source: RFC 3629 (2003), section 4.
std::pair<char32_t, std::size_t> first_character(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
    const std::uint8_t lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() < length) return {replacement, 1};
    char32_t out = lead & (0x7fU >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80) return {replacement, 1};
        out = (out << 6U) | (byte(i) & 0x3fU);
    }
    // Written longer than needed, half of a pair of UTF-16, or beyond the last character.
    const bool none = out < (length == 4   ? 0x10000U
                             : length == 3 ? 0x800U
                                           : 0x80U) ||
                      (out >= 0xd800 && out < 0xe000) || out > 0x10ffff;
    return none ? std::pair(replacement, std::size_t{1}) : std::pair(out, length);
}

void append_utf8(std::string& text, char32_t c) {
    const auto add = [&](char32_t byte) { text += static_cast<char>(static_cast<std::uint8_t>(byte)); };
    if (c < 0x80) return add(c);
    if (c < 0x800) {
        add(0xc0U | (c >> 6U));
    } else if (c < 0x10000) {
        add(0xe0U | (c >> 12U));
        add(0x80U | ((c >> 6U) & 0x3fU));
    } else {
        add(0xf0U | (c >> 18U));
        add(0x80U | ((c >> 12U) & 0x3fU));
        add(0x80U | ((c >> 6U) & 0x3fU));
    }
    add(0x80U | (c & 0x3fU));
}

}  // namespace

std::vector<char32_t> characters(std::string_view text) {
    std::vector<char32_t> out;
    while (!text.empty()) {
        auto [c, length] = first_character(text);
        if (c == '\n' || c == '\t') c = ' ';
        // A picture of XML holds neither control characters nor U+FFFE and U+FFFF.
        if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xfffe || c == 0xffff) c = replacement;
        out.push_back(c);
        text.remove_prefix(length);
    }
    return out;
}

std::string drawable(std::string_view text) {
    std::string out;
    for (const char32_t c : characters(text)) append_utf8(out, c);
    return out;
}

}  // namespace jounce::record
