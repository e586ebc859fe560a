// The table of a sweep: its columns, its cells, its files.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "record/files/csv.hpp"
#include "sweep/plan.hpp"
#include "sweep/result.hpp"

namespace jounce::sweep {

/// Unit of a column of the rows, by name.
using Units = std::vector<std::pair<std::string, std::string>>;

/// A computed sweep.
struct Sweep {
    std::string name;
    Plan plan;
    std::vector<Result> results;       ///< one for each point, in their order
    std::vector<std::string> columns;  ///< of the rows, in the order shown
    Units units;                       ///< of the columns
    record::FileHead head;             ///< of its files
    std::string folder;                ///< folder of its files, or empty
    [[nodiscard]] std::size_t failed() const;
};

/// number, the axes, direction (of a carried axis), the columns of the rows, failed.
[[nodiscard]] std::vector<std::string> column_names(const Sweep& sweep);
/// With units: "frequency [Hz]".
[[nodiscard]] std::vector<std::string> column_heads(const Sweep& sweep);
/// Unit of a column, or "".
[[nodiscard]] std::string column_unit(const Sweep& sweep, const std::string& column);
/// The cells of a point in that order; empty where a row has none.
[[nodiscard]] List cells(const Sweep& sweep, std::size_t point);
/// \throws Error (bad_case) "subject: there is no column 'x'; did you mean 'y'?"
[[nodiscard]] std::size_t find_column(const Sweep& sweep, const std::string& column, const std::string& subject);

/// "all 6 points failed, the first one with: ..."; empty when a point has a row.
[[nodiscard]] std::string why_no_row(const Sweep& sweep);

/// The columns that the rows have: those of the first point with a row.
[[nodiscard]] std::vector<std::string> row_columns(const std::vector<Result>& results);

/// \throws Error (computation) naming the file
void write_table(const std::filesystem::path& file, const Sweep& sweep);
/// One line for each kept value: number, axes, direction, section, probes.
void write_sections(const std::filesystem::path& file, const Sweep& sweep);

}  // namespace jounce::sweep
