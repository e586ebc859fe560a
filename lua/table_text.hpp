// Tables as aligned text.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "base/value.hpp"

namespace jounce::lua {

/// Title, header, rule and rows. Numbers of a column share their decimals (so many that the smallest one shows seven
/// significant digits, without zeros that all of them end in) and stand right; words stand left.
/// \param width > 0: what the table should fit into. Words are broken into lines at spaces, down to columns of 20 characters;
/// columns of numbers that still do not fit follow in tables below, each with the first `lead` columns \param rows numbers, words
/// and booleans, as many in each row as there are columns
[[nodiscard]] std::string table_text(const std::string& title, const std::vector<std::string>& columns,
                                     const std::vector<List>& rows, std::size_t width = 0, std::size_t lead = 1);

/// Of the terminal that shows standard output, or what COLUMNS says; 0 where there is none.
[[nodiscard]] std::size_t terminal_width();

/// The numbers of one column as text, all of one form: whole, decimal, or with an exponent where they differ too much in size.
[[nodiscard]] std::vector<std::string> column_text(const std::vector<double>& numbers);

/// Characters that a terminal shows for UTF-8 text.
[[nodiscard]] std::size_t display_width(const std::string& text);

}  // namespace jounce::lua
