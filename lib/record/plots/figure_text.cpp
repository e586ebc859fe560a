// Words in a picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/figure_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace jounce::record {

namespace {

constexpr char32_t replacement = 0xfffd;

/// The character at the beginning of a text and its length in bytes. Source: RFC 3629 (2003), section 4.
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
    // Overlong form, half of a UTF-16 pair, or beyond the last character.
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

/// Widths of ASCII in DejaVu Sans, in hundredths of the font's size, rounded up.
double width_of(char32_t c) {
    constexpr std::array<std::pair<std::string_view, double>, 11> classes = {{{"'ijl|", 34},
                                                                              {"IJ ,./:;\\f-()[]t", 40},
                                                                              {"!r\"", 47},
                                                                              {"*_`szc?", 56},
                                                                              {"LFkvxyPTYaoe", 62},
                                                                              {"ESbdghnpqu$0123456789{}", 64},
                                                                              {"KAVBRXZC", 71},
                                                                              {"UHNDG", 78},
                                                                              {"&OQw#+<=>^~", 85},
                                                                              {"M%mW", 100},
                                                                              {"@", 101}}};
    if (c < 0x7f) {
        for (const auto& [letters, width] : classes)
            if (letters.find(static_cast<char>(c)) != std::string_view::npos) return width / 100;
    }
    if ((c >= 0x2070 && c < 0x208f) || (c >= 0xb2 && c <= 0xb9)) return 0.55;  // superscript digits and similar
    return c < 0x530 ? 0.9 : 1.1;                                              // other letters; ideographs
}

double width_of(const std::vector<char32_t>& text) {
    double out = 0;
    for (const char32_t c : text) out += width_of(c);
    return out * font_size;
}

}  // namespace

std::vector<char32_t> characters(std::string_view text) {
    std::vector<char32_t> out;
    while (!text.empty()) {
        auto [c, length] = first_character(text);
        if (c == '\n' || c == '\t') c = ' ';
        // XML allows neither control characters nor U+FFFE and U+FFFF.
        if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xfffe || c == 0xffff) c = replacement;
        out.push_back(c);
        text.remove_prefix(length);
    }
    return out;
}

std::string as_utf8(const std::vector<char32_t>& characters) {
    std::string out;
    for (const char32_t c : characters) append_utf8(out, c);
    return out;
}

std::string drawable(std::string_view text) { return as_utf8(characters(text)); }

double text_width(std::string_view text) { return width_of(characters(text)); }

std::string shortened(const std::string& text, double width) {
    std::vector<char32_t> all = characters(text);
    if (width_of(all) <= width + 1e-6) return as_utf8(all);
    const double ellipsis = width_of(U'…') * font_size;
    double before = 0;
    std::size_t count = 0;
    for (; count < all.size(); ++count) {
        before += width_of(all[count]);
        if (before * font_size + ellipsis > width) break;
    }
    all.resize(count);
    return as_utf8(all) + "…";
}

std::vector<std::string> wrapped(const std::string& text, double width, std::size_t most) {
    std::vector<std::string> out;
    std::vector<char32_t> rest = characters(text);
    while (!rest.empty() && out.size() + 1 < most && width_of(rest) > width) {
        // As many characters as fit, at least one, back to the last space among them.
        std::size_t count = 1;
        for (double room = width_of(rest[0]) * font_size; count < rest.size(); ++count) {
            room += width_of(rest[count]) * font_size;
            if (room > width) break;
        }
        const auto end = rest.begin() + static_cast<std::ptrdiff_t>(count);
        const auto space = std::find(std::make_reverse_iterator(end), rest.rend(), U' ');
        const auto cut = *end == U' ' || space == rest.rend() ? end : space.base();
        std::vector<char32_t> line(rest.begin(), cut);
        rest.erase(rest.begin(), cut);
        while (!line.empty() && line.back() == U' ') line.pop_back();
        while (!rest.empty() && rest.front() == U' ') rest.erase(rest.begin());
        if (!line.empty()) out.push_back(as_utf8(line));
    }
    if (!rest.empty()) out.push_back(shortened(as_utf8(rest), width));
    return out;
}

}  // namespace jounce::record
