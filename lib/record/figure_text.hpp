// Words in a picture: which characters are drawn.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jounce::record {

/// The characters of UTF-8 text (RFC 3629). Bytes that are none, and control characters, become U+FFFD; tabs and ends of lines a
/// space.
[[nodiscard]] std::vector<char32_t> characters(std::string_view text);

/// The same as UTF-8: what a picture shows of a text.
[[nodiscard]] std::string drawable(std::string_view text);

}  // namespace jounce::record
