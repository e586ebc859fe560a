// One page about an output folder: of a run, a comparison of methods or a sweep.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/page/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <sstream>

#include "base/files/input_file.hpp"
#include "base/messages/error.hpp"
#include "record/files/folder.hpp"
#include "record/files/table_file.hpp"
#include "record/page/folder_files.hpp"
#include "record/page/force_peaks.hpp"
#include "record/page/page.hpp"
#include "record/summary/summary.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {
using Entries = std::vector<std::pair<std::string, std::string>>;

constexpr std::size_t rows_shown = 200;
constexpr std::size_t curves_in_a_chart = 8;

/// A file of the system.
std::string content(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A Lua value of a summary as plain text.
std::string plain(std::string_view value) {
    if (value.ends_with(',')) value.remove_suffix(1);
    if (value.size() < 2 || !value.starts_with('"') || !value.ends_with('"')) return std::string(value);
    std::string out;
    for (std::size_t i = 1; i + 1 < value.size(); ++i) {
        if (value[i] == '\\' && i + 2 < value.size()) ++i;
        out += value[i];
    }
    return out;
}

std::string_view trimmed(std::string_view text) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    return text;
}

std::string value_of(const Entries& entries, const std::string& key) {
    for (const auto& [name, value] : entries)
        if (name == key) return value;
    return {};
}

/// "a; b; c" of a summary's list.
std::vector<std::string> items(const std::string& list, std::string_view separator = "; ") {
    std::vector<std::string> out;
    for (std::size_t from = 0, to = 0; from < list.size(); from = to + separator.size()) {
        to = std::min(list.find(separator, from), list.size());
        out.push_back(list.substr(from, to - from));
    }
    return out;
}

/// Six digits of a long number; anything else as it is.
std::string shown(const std::string& cell) {
    double value = 0;
    const auto [end, failed] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool number = cell.size() > 9 && failed == std::errc() && end == cell.data() + cell.size();
    return number ? fmt::format("{:.6g}", value) : cell;
}

void add_rows(Page& page, const std::vector<std::string>& columns, std::vector<std::vector<std::string>> rows, std::size_t most) {
    for (std::vector<std::string>& row : rows) std::ranges::transform(row, row.begin(), shown);
    page.table(columns, rows, most);
}

/// A name with its unit in the list: "wall_seconds [s]".
std::string with_unit(const OutputList& list, const std::string& name) {
    const auto column = std::ranges::find(list.columns, name, &Output::name);
    return column == list.columns.end() || column->unit.empty() ? name : name + " [" + column->unit + "]";
}

void add_entries(Page& page, const Entries& entries, const std::vector<std::string>& keys) {
    std::vector<std::vector<std::string>> rows;
    for (const std::string& key : keys) {
        const std::string value = value_of(entries, key);
        if (!value.empty()) rows.push_back({with_unit(summary_outputs(), key), value});
    }
    if (!rows.empty()) add_rows(page, {"", ""}, rows, rows.size());
}

/// The entries whose names are in no other section.
void add_others(Page& page, const Entries& entries, const std::set<std::string>& elsewhere) {
    std::vector<std::vector<std::string>> rows;
    for (const auto& [name, value] : entries) {
        if (elsewhere.contains(name) || name.starts_with("energy.") || value == "{}") continue;
        // A list of tables has a row for each.
        for (std::string& item : value.starts_with("{ ") ? items(value) : std::vector{value})
            rows.push_back({with_unit(summary_outputs(), name), std::move(item)});
    }
    if (!rows.empty()) add_rows(page, {"", ""}, rows, rows.size());
}

/// Columns over the first one, a chart for each unit. \param impacts rows of impacts.csv, whose peaks are marked; null: none
void add_series(Page& page, const TableFile& table, bool points, const TableFile* impacts = nullptr) {
    if (table.columns.empty()) return;
    std::size_t abscissa = 0;
    std::optional<std::vector<double>> x;
    while (abscissa < table.columns.size() && !(x = table.numbers(abscissa))) ++abscissa;
    if (!x) return;
    std::vector<Chart> charts;
    for (std::size_t i = abscissa + 1; i < table.columns.size(); ++i) {
        std::optional<std::vector<double>> y = table.numbers(i);
        if (!y) continue;
        const std::string unit = unit_of(table.columns[i]);
        auto chart = std::ranges::find_if(
            charts, [&](const Chart& c) { return c.y_label == unit && c.curves.size() < curves_in_a_chart; });
        if (points || chart == charts.end()) {
            charts.push_back({"", table.columns[abscissa], unit, *x, {}, points});
            chart = charts.end() - 1;
        }
        chart->curves.push_back({table.columns[i], std::move(*y)});
    }
    for (Chart& chart : charts) {
        if (chart.y_label.empty() && chart.curves.size() == 1) chart.y_label = chart.curves.front().name;
        if (impacts != nullptr) add_force_peaks(chart, *impacts);
        page.chart(chart);
    }
}

/// Peak force over the time of onset, a curve for each gap.
void add_impacts(Page& page, const TableFile& table) {
    const auto gap = table.find("gap"), time = table.find("time_in"), force = table.find("peak_force");
    if (gap && time && force) {
        const auto times = table.numbers(*time), forces = table.numbers(*force);
        if (times && forces) {
            Chart chart{"", table.columns[*time], table.columns[*force], {}, {}, true};
            std::vector<std::size_t> order(times->size());
            for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
            std::ranges::stable_sort(order, {}, [&](std::size_t i) { return (*times)[i]; });
            for (const std::size_t i : order) {
                const std::string& name = table.rows[i][*gap];
                if (std::ranges::find(chart.curves, name, &Curve::name) == chart.curves.end())
                    chart.curves.push_back({name, std::vector<double>(order.size(), std::numeric_limits<double>::quiet_NaN())});
            }
            for (std::size_t row = 0; row < order.size(); ++row) {
                chart.x.push_back((*times)[order[row]]);
                const auto curve = std::ranges::find(chart.curves, table.rows[order[row]][*gap], &Curve::name);
                curve->values[row] = (*forces)[order[row]];
            }
            page.chart(chart);
        }
    }
    add_rows(page, table.columns, table.rows, rows_shown);
}

/// Of a list of tables in a summary, "{ gap = \"g\", impacts = 8 }; {...}": a row for each.
void add_list_of_tables(Page& page, const OutputList& outputs, const std::string& list) {
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
    for (const std::string& item : items(list)) {
        std::vector<std::string>& row = rows.emplace_back();
        const std::size_t begin = item.find("{ ") + 2;  // names have no comma
        for (const std::string& field : items(item.substr(begin, item.find(" }") - begin), ", ")) {
            const std::size_t equals = std::min(field.find(" = "), field.size());
            if (rows.size() == 1) columns.push_back(with_unit(outputs, field.substr(0, equals)));
            row.push_back(plain(field.substr(std::min(equals + 3, field.size()))));
        }
        row.resize(columns.size());
    }
    if (!rows.empty()) add_rows(page, columns, rows, rows.size());
}

/// Each error of a study over the wall time, both by their logarithms, a curve for each method.
void add_study(Page& page, const TableFile& table) {
    const auto method = table.find("method"), time = table.find("wall time");
    const auto times = time ? table.numbers(*time) : std::nullopt;
    for (const char* name : {"displacement error (rms)", "velocity error (rms)", "impact time error"}) {
        const auto column = table.find(name);
        const auto errors = column ? table.numbers(*column) : std::nullopt;
        if (!method || !times || !errors) continue;
        std::vector<NamedPoint> points;
        for (std::size_t row = 0; row < table.rows.size(); ++row)
            points.push_back({table.rows[row][*method], std::log10((*times)[row]), std::log10((*errors)[row])});
        page.points(std::move(points), "log10 of " + table.columns[*time], "log10 of " + table.columns[*column]);
    }
    add_rows(page, table.columns, table.rows, rows_shown);
}

/// Each number of a sweep's points over its last axis, a curve for each place on the other axes.
void add_sweep(Page& page, const TableFile& table, const std::string& listed) {
    std::vector<std::size_t> axes;
    for (const std::string& axis : items(listed)) {
        const auto at = std::ranges::find(table.columns, axis);
        if (at != table.columns.end()) axes.push_back(static_cast<std::size_t>(at - table.columns.begin()));
    }
    const auto along = axes.empty() ? std::nullopt : table.numbers(axes.back());
    if (!along) {
        add_series(page, table, true);
        add_rows(page, table.columns, table.rows, rows_shown);
        return;
    }
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const auto values = table.numbers(c);
        if (!values || std::ranges::find(axes, c) != axes.end() || table.columns[c] == "number") continue;
        std::vector<NamedPoint> points;
        std::set<std::string> names;
        for (std::size_t row = 0; row < table.rows.size(); ++row) {
            std::string name;
            for (std::size_t a = 0; a + 1 < axes.size(); ++a)
                name += (a > 0 ? ", " : "") + table.columns[axes[a]] + " " + shown(table.rows[row][axes[a]]);
            if (name.empty()) name = table.columns[c];
            if (names.size() == curves_in_a_chart && !names.contains(name)) name = "others";
            names.insert(name);
            points.push_back({std::move(name), (*along)[row], (*values)[row]});
        }
        page.points(std::move(points), table.columns[axes.back()], table.columns[c]);
    }
    add_rows(page, table.columns, table.rows, rows_shown);
}

/// The last row as a ledger, then the terms over time.
void add_energy(Page& page, const TableFile& table, const Entries& entries) {
    std::vector<std::vector<std::string>> ledger;
    for (const auto& [name, value] : entries)
        if (name.starts_with("energy.")) ledger.push_back({name.substr(7), value});
    if (!ledger.empty()) add_rows(page, {"term", "at the end [J]"}, ledger, ledger.size());
    add_series(page, table, false);
}

/// Sections of the tables with known names, then of all others.
void add_tables(Page& page, const fs::path& folder, const Entries& entries) {
    struct Known {
        const char* file;
        const char* title;
    };
    const auto show = [&](const fs::path& file, const std::string& title) {
        page.section(title);
        const std::optional<std::string> text = content_or_line(page, file);
        if (!text) return;
        const TableFile table = table_in(*text);
        if (table.rows.empty()) {
            page.paragraph(file.filename().string() + " has no rows.");
            return;
        }
        const std::string name = file.filename().string();
        if (name == "series.csv") {
            const TableFile impacts = table_in(bytes_of_file(folder / "impacts.csv", Links::refuse).value_or(""));
            return add_series(page, table, false, &impacts);
        }
        if (name == "impacts.csv") return add_impacts(page, table);
        if (name == "energy.csv") return add_energy(page, table, entries);
        if (name == "work_precision.csv") return add_study(page, table);
        if (name == "sweep.csv") return add_sweep(page, table, value_of(entries, "axes"));
        if (name != "friction_events.csv" && name != "modes.csv") add_series(page, table, true);
        add_rows(page, table.columns, table.rows, rows_shown);
    };
    constexpr std::array known = {Known{"modes.csv", "Modes"},          Known{"series.csv", "Series"},
                                  Known{"impacts.csv", "Impacts"},      Known{"friction_events.csv", "Friction events"},
                                  Known{"energy.csv", "Energy ledger"}, Known{"work_precision.csv", "Work and precision"},
                                  Known{"sweep.csv", "Sweep"},          Known{"sections.csv", "Sections of the sweep"}};
    std::error_code absent;
    for (const Known& k : known)
        if (fs::exists(fs::symlink_status(folder / k.file, absent))) show(folder / k.file, k.title);
    for (const fs::path& file : files_in(folder)) {
        const bool listed = std::ranges::any_of(known, [&](const Known& k) { return file.filename() == k.file; });
        if (file.extension() == ".csv" && !listed) show(file, file.filename().string());
    }
}
}  // namespace

fs::path dygraphs_folder() {
    const char* named = std::getenv("JOUNCE_DYGRAPHS");
    return named != nullptr && *named != '\0' ? named : "/usr/share/javascript/dygraphs";
}

Entries summary_entries(const std::string& text) {
    Entries out;
    std::vector<std::string> path;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        const std::string_view entry = trimmed(line);
        if (entry.starts_with("--") || entry == "return {" || entry.empty()) continue;
        if (entry == "}," || entry == "}") {
            if (!path.empty()) path.pop_back();
            continue;
        }
        std::string prefix;
        for (const std::string& step : path) prefix += (prefix.empty() ? "" : ".") + step;
        const std::size_t equals = entry.find(" = ");
        // An item of a list: it begins with a quote, a brace or is a number alone.
        if (equals == std::string_view::npos || entry.starts_with('"') || entry.starts_with('{')) {
            if (out.empty() || out.back().first != prefix) {
                out.emplace_back(prefix, plain(entry));
            } else {
                out.back().second += "; " + plain(entry);
            }
            continue;
        }
        const std::string key(entry.substr(0, equals));
        if (entry.substr(equals + 3) == "{") {
            path.push_back(key);
        } else {
            out.emplace_back(prefix.empty() ? key : prefix + "." + key, plain(entry.substr(equals + 3)));
        }
    }
    return out;
}

std::string report_page(const fs::path& folder) {
    const auto wrong = [&](const std::string& why) { return Error(Failure::usage, "report: " + why); };
    if (const std::string why = why_no_folder(folder); !why.empty()) throw wrong(why);
    std::error_code absent;
    if (!fs::exists(fs::symlink_status(folder / "summary.lua", absent)))
        throw wrong("'" + folder.string() + "' has no summary.lua; it is not an output folder of Jounce");
    const std::optional<std::string> summary = bytes_of_file(folder / "summary.lua", Links::refuse);
    if (!summary) throw wrong("'" + (folder / "summary.lua").string() + "' is a symbolic link, or no file that can be read");
    const Entries entries = summary_entries(*summary);
    const std::string library = content(dygraphs_folder() / "dygraph.min.js");
    const std::string style = library.empty() ? std::string() : content(dygraphs_folder() / "dygraph.min.css");
    std::string subject = value_of(entries, "model");
    if (subject.empty()) subject = value_of(entries, "sweep");
    Page page((subject.empty() ? "Report" : subject) + ": " + value_of(entries, "status"), library, style);
    if (library.empty()) {
        page.paragraph(
            "The curves are static: for curves that can be zoomed, install dygraphs (Debian: apt-get install libjs-dygraphs) and "
            "write the report again.");
    } else {
        page.paragraph("Curves: drag to zoom, double-click to see all again, shift and drag to move.");
    }
    const std::vector<std::string> cost = {"wall_seconds",
                                           "nanoseconds_per_step",
                                           "steps",
                                           "steps_in_contact",
                                           "newton_iterations",
                                           "newton_iterations_per_contact_step",
                                           "law_evaluations",
                                           "trial_steps",
                                           "refinements",
                                           "halvings",
                                           "events"};
    page.section("Model and check");
    std::set<std::string> elsewhere(cost.begin(), cost.end());
    elsewhere.insert({"gaps", "frictions", "facts"});
    for (const std::string& fact : items(value_of(entries, "facts"))) page.paragraph(fact);
    add_others(page, entries, elsewhere);
    for (const char* list : {"gaps", "frictions"}) {
        if (value_of(entries, list).find("{ ") == std::string::npos) continue;
        const bool gaps = list == std::string_view("gaps");
        page.section(gaps ? "Peak forces of gaps" : "Frictions");
        const OutputList& outputs = gaps ? static_cast<const OutputList&>(gap_summary_outputs()) : friction_summary_outputs();
        add_list_of_tables(page, outputs, value_of(entries, list));
    }
    add_tables(page, folder, entries);
    if (!value_of(entries, "steps").empty()) {
        page.section("Cost");
        add_entries(page, entries, cost);
    }
    add_pictures(page, folder);
    if (const std::string script = value_of(entries, "case"); !script.empty()) add_script(page, script);
    return page.text();
}

fs::path write_report(const fs::path& folder) {
    const fs::path file = folder / "report.html";
    replace_file(file, report_page(folder));
    return file;
}

}  // namespace jounce::record
