// Tables as aligned text.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "base/fields/value.hpp"

namespace jounce::lua {

/// Title, header, rule and rows. Numbers of a column have the same decimals (enough for seven significant digits of the smallest
/// one, without common trailing zeros) and are right-aligned; words are left-aligned.
/// \param width > 0: maximum width. Words are broken into lines at spaces, down to columns of 20 characters; columns of numbers
/// that still do not fit follow in further tables, each with the first `lead` columns
/// \param rows numbers, words and booleans, as many in each row as there are columns
[[nodiscard]] std::string table_text(const std::string& title, const std::vector<std::string>& columns,
                                     const std::vector<List>& rows, std::size_t width = 0, std::size_t lead = 1);

/// The text in lines of at most `width` characters, broken at spaces, each ended by a newline; all lines but the first begin with
/// `indent` spaces, which stand before the first one already. \param width 0: one line
[[nodiscard]] std::string paragraph(const std::string& text, std::size_t width, std::size_t indent = 0);

/// Width of the terminal of standard output, or the value of COLUMNS; 0 if there is none.
[[nodiscard]] std::size_t terminal_width();

/// The numbers of one column as text, all in the same format: whole, decimal, or with an exponent if their magnitudes differ too
/// much.
[[nodiscard]] std::vector<std::string> column_text(const std::vector<double>& numbers);

/// Number of characters of UTF-8 text on a terminal.
[[nodiscard]] std::size_t display_width(const std::string& text);

}  // namespace jounce::lua
