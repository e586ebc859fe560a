// Reads columns of numbers from a CSV file of the user.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace jounce {

/// A column by its number, from 1, or by its name in the header (with or without a unit in brackets: "time [s]" or "time").
struct ColumnChoice {
    int number = 0;    ///< 0: use the name
    std::string name;  ///< as in the header
};

struct CsvColumns {
    std::vector<std::vector<double>> columns;  ///< one list per choice, of equal length
    std::vector<int> lines;                    ///< line number of each row in the file, from 1
};

/// Reads comma-separated numbers: lines that begin with '#' and empty lines are skipped; the first other line may be a
/// header of names (in double quotes or not), none of which begins with a digit, a sign or a point. A path that is not absolute
/// is relative to the working folder. \throws Error (bad_case, without origin), "subject: 'file' data.csv:17: column 2 must be a
/// finite number, got 'abc'", when the
///         file cannot be read, a column does not exist, an entry is not a finite number, or a file written by this program ends
///         within a row
[[nodiscard]] CsvColumns read_csv_columns(const std::string& file, const std::vector<ColumnChoice>& choices,
                                          const std::string& subject);

}  // namespace jounce
