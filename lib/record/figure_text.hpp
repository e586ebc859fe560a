// Words in a picture: which characters are drawn, how much room they take, how they are broken into lines.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jounce::record {

/// The characters of UTF-8 text (RFC 3629). Bytes that are none, and control characters, become U+FFFD; tabs and ends of lines a
/// space.
[[nodiscard]] std::vector<char32_t> characters(std::string_view text);

[[nodiscard]] std::string as_utf8(const std::vector<char32_t>& characters);

/// The same as UTF-8: what a picture shows of a text.
[[nodiscard]] std::string drawable(std::string_view text);

inline constexpr double font_size = 16;  // pixels
inline constexpr double line_height = 20;

/// Room of one line, in pixels: at least what DejaVu Sans takes, one of the widest fonts that stand in for Helvetica.
[[nodiscard]] double text_width(std::string_view text);

/// The whole text, or its beginning with an ellipsis.
[[nodiscard]] std::string shortened(const std::string& text, double width);

/// Lines broken at spaces, or within words that are too long; the last one of `most` is shortened. No line for an empty text.
[[nodiscard]] std::vector<std::string> wrapped(const std::string& text, double width, std::size_t most);

}  // namespace jounce::record
