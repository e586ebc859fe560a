// Words in a picture: which characters are drawn, how wide they are, how they are broken into lines.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jounce::record {

/// The characters of UTF-8 text (RFC 3629). Invalid bytes and control characters become U+FFFD; tabs and line ends
/// become a space.
[[nodiscard]] std::vector<char32_t> characters(std::string_view text);

[[nodiscard]] std::string as_utf8(const std::vector<char32_t>& characters);

/// The same as UTF-8: the text that a picture shows.
[[nodiscard]] std::string drawable(std::string_view text);

inline constexpr double font_size = 16;  // pixels
inline constexpr double line_height = 20;

/// Width of one line, in pixels: at least that in DejaVu Sans, one of the widest substitutes for Helvetica.
[[nodiscard]] double text_width(std::string_view text);

/// The whole text, or its beginning and an ellipsis.
[[nodiscard]] std::string shortened(const std::string& text, double width);

/// Lines broken at spaces, or within words that are too long; the last one of `most` is shortened. No line for an empty text.
[[nodiscard]] std::vector<std::string> wrapped(const std::string& text, double width, std::size_t most);

}  // namespace jounce::record
