// Text helpers for messages and files: numbers in readable form, the nearest known word.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jounce {

/// The shortest decimal form that reads back to the same double: 0.1, 1e-05, 12, nan.
[[nodiscard]] std::string shortest(double value);

/// A number in a message, without the round-off of a few operations: 0.009 for 0.009000000000000001; the shortest form otherwise.
[[nodiscard]] std::string in_message(double value);

/// A time in a message, without accumulated round-off: 0.009, not 0.009000000000000001.
[[nodiscard]] std::string time_text(double seconds);

/// "a, b, c" or with a last separator: "a, b or c".
[[nodiscard]] std::string join(std::span<const std::string> words, std::string_view separator = ", ");
[[nodiscard]] std::string join_or(std::span<const std::string> words);

/// The word with the smallest edit distance to `word`, or "" if the distance exceeds about half its length.
[[nodiscard]] std::string nearest_word(std::string_view word, std::span<const std::string> known);

/// "; did you mean 'stiffness'?" or "" when nothing is near.
[[nodiscard]] std::string did_you_mean(std::string_view word, std::span<const std::string> known);

/// Can a name be part of a probe ("top.ux"), an entry of a CSV file, with comments that begin with '#', and a word of a message?
[[nodiscard]] bool is_usable_name(std::string_view name);
/// Characters that are not allowed in a usable name, for messages.
inline constexpr std::string_view not_in_names = "'.', ',', '\"', '#' and control characters";

/// Replaces control characters by \n, \t, \27, ..., as in Lua. A message has one line.
[[nodiscard]] std::string in_one_line(std::string_view text);

}  // namespace jounce
