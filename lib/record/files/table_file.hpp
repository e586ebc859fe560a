// A CSV file of Jounce, read back as text for pages that show it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jounce::record {

struct TableFile {
    std::vector<std::string> columns;  ///< "top.ux [m]"
    std::vector<std::vector<std::string>> rows;

    /// A column as numbers, NaN in empty cells; nothing when a cell is a word or all are empty.
    [[nodiscard]] std::optional<std::vector<double>> numbers(std::size_t column) const;
    /// The column of this name, without unit.
    [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
};

/// Cells of a line; cells in double quotes may contain commas and doubled quotes.
[[nodiscard]] std::vector<std::string> csv_cells(std::string_view line);
/// A table from the text of a file. Skips lines that begin with '#', and rows that are cut short: of another length than the
/// header, or without a line break (a file that is being written).
[[nodiscard]] TableFile table_in(std::string_view text);
/// "m" of "top.ux [m]"; "" without unit.
[[nodiscard]] std::string unit_of(std::string_view column);

}  // namespace jounce::record
