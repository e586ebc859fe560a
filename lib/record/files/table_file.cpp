// A CSV file of Jounce, read back as text for pages that show it.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/files/table_file.hpp"

#include <charconv>
#include <limits>

namespace jounce::record {

std::vector<std::string> csv_cells(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::vector<std::string> out(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (c == '"') {
            if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
                out.back() += '"';
                ++i;
            } else {
                quoted = !quoted;
            }
        } else if (c == ',' && !quoted) {
            out.emplace_back();
        } else {
            out.back() += c;
        }
    }
    return out;
}

TableFile table_in(std::string_view text) {
    TableFile out;
    // A row without its line break is cut short, possibly within its last number.
    for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos; text.remove_prefix(end + 1)) {
        const std::string_view line = text.substr(0, end);
        if (line.empty() || line.front() == '#') continue;
        std::vector<std::string> cells = csv_cells(line);
        if (out.columns.empty()) {
            out.columns = std::move(cells);
        } else if (cells.size() == out.columns.size()) {
            out.rows.push_back(std::move(cells));
        }
    }
    return out;
}

std::optional<std::vector<double>> TableFile::numbers(std::size_t column) const {
    std::vector<double> out;
    bool any = false;
    for (const std::vector<std::string>& row : rows) {
        const std::string& cell = row[column];
        double value = std::numeric_limits<double>::quiet_NaN();
        if (!cell.empty()) {
            const auto [end, failed] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
            if (failed != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
            any = true;
        }
        out.push_back(value);
    }
    if (!any) return std::nullopt;
    return out;
}

std::optional<std::size_t> TableFile::find(std::string_view name) const {
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string_view column = columns[i];
        if (column == name || (column.starts_with(name) && column.substr(name.size()).starts_with(" ["))) return i;
    }
    return std::nullopt;
}

std::string unit_of(std::string_view column) {
    const std::size_t open = column.rfind('[');
    if (open == std::string_view::npos || !column.ends_with(']')) return {};
    return std::string(column.substr(open + 1, column.size() - open - 2));
}

}  // namespace jounce::record
