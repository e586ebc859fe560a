// CSV files of signal.table: columns of finite numbers of one length, or a message.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "fuzzing.hpp"
#include "system/signals/csv_columns.hpp"

namespace {

using namespace jounce;

void read(const std::string& file, const std::vector<ColumnChoice>& choices) {
    CsvColumns csv;
    if (!fuzz::accepted([&] { csv = read_csv_columns(file, choices, "signal.table"); })) return;
    fuzz::require(csv.columns.size() == choices.size(), "other columns than asked for");
    for (const std::vector<double>& column : csv.columns) {
        fuzz::require(column.size() == csv.lines.size(), "columns of different lengths");
        for (const double x : column) fuzz::require(std::isfinite(x), "a number is not finite");
    }
    for (std::size_t i = 1; i < csv.lines.size(); ++i)
        fuzz::require(csv.lines[i] > csv.lines[i - 1], "lines that do not increase");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Scratch folder;
    const std::string file = folder.write("table.csv", data, size);
    read(file, {{1, ""}, {2, ""}});
    read(file, {{0, "time"}, {0, "force [N]"}});
    read(file, {{3, ""}, {0, "time"}});
    return 0;
}
