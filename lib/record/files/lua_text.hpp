// Values as text of a Lua script: what `dofile` reads back.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/fields/value.hpp"

namespace jounce::record {

/// A quoted string with escapes; all bytes are preserved.
[[nodiscard]] std::string lua_string(std::string_view text);
/// The string that begins with the quote at the start of `text`; nothing when there is none.
[[nodiscard]] std::optional<std::string> read_lua_string(std::string_view text);
/// Whole numbers as integers, others in the shortest form that reads back to the same double.
[[nodiscard]] std::string lua_number(double value);
/// "-- Jounce 0.1.0: <comment>" and "return { ... }", one entry a line. Numbers that are not finite, references and functions
/// are left out: a file holds plain data.
[[nodiscard]] std::string lua_file(std::string_view comment, const Table& table);

}  // namespace jounce::record
