// Reading columns of a CSV file.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/csv_columns.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/files/data_file.hpp"
#include "base/messages/error.hpp"
#include "base/messages/text.hpp"

namespace jounce {

namespace {

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

// A comma inside double quotes does not separate; the quotes are not part of the entry.
std::vector<std::string> split(std::string_view line) {
    std::vector<std::string> out(1);
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') {
            quoted = !quoted;
        } else if (c == ',' && !quoted) {
            out.emplace_back();
        } else {
            out.back() += c;
        }
    }
    for (std::string& entry : out) entry = std::string(trimmed(entry));
    return out;
}

// Any number, finite or not.
std::optional<double> number_in(std::string_view text) {
    if (text.starts_with('+')) text.remove_prefix(1);
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size() || text.empty()) return std::nullopt;
    if (problem == std::errc::result_out_of_range) return std::nullopt;
    return problem == std::errc() ? std::optional(value) : std::nullopt;
}

// Header names must not begin like a number, so that a first row with a misspelt number is not taken as a header.
bool is_header(const std::vector<std::string>& entries) {
    for (const std::string& entry : entries) {
        if (entry.empty() || number_in(entry) ||
            std::string_view("0123456789+-.").find(entry.front()) != std::string_view::npos) {
            return false;
        }
    }
    return true;
}

std::string without_unit(const std::string& name) {
    const std::size_t bracket = name.find('[');
    return bracket == std::string::npos ? name : std::string(trimmed(std::string_view(name).substr(0, bracket)));
}

class Reader {
  public:
    Reader(const std::string& file, const std::string& subject) : file_(file), subject_(subject), stream_(file) {
        if (stream_) return;
        throw bad_case(subject + ": 'file' must be a file that can be read, got '" + in_one_line(file) + "' (" +
                       stream_.reason() + "; a relative path is relative to the working folder)");
    }
    /// The next non-empty line; false at the end of the file.
    bool next() {
        std::string text;
        while (std::getline(stream_, text)) {
            ++line_;
            std::string_view view = text;
            if (line_ == 1 && view.starts_with("\xEF\xBB\xBF")) view.remove_prefix(3);
            if (line_ == 1) ours_ = view.starts_with("# jounce ");
            // Files from other programs may end without a line break.
            if (ours_ && stream_.eof()) throw wrong("the row is incomplete: it has no line break");
            view = trimmed(view);
            if (view.empty() || view.front() == '#') continue;
            entries = split(view);
            return true;
        }
        return false;
    }
    [[nodiscard]] Error wrong(const std::string& what) const {
        return bad_case(subject_ + ": 'file' " + file_ + ":" + std::to_string(line_) + ": " + what);
    }
    [[nodiscard]] int line() const { return line_; }

    std::vector<std::string> entries;

  private:
    std::string file_, subject_;
    DataFile stream_;
    int line_ = 0;
    bool ours_ = false;  // a table written by this program
};

int place_of(const ColumnChoice& choice, const std::vector<std::string>& header, const Reader& reader) {
    if (choice.number > 0) return choice.number - 1;
    for (std::size_t i = 0; i < header.size(); ++i) {
        if (header[i] == choice.name) return static_cast<int>(i);
    }
    for (std::size_t i = 0; i < header.size(); ++i) {
        if (without_unit(header[i]) == choice.name) return static_cast<int>(i);
    }
    if (header.empty()) throw reader.wrong("a header with column '" + choice.name + "' must come before the first number");
    std::string message = "no column '" + choice.name + "'" + did_you_mean(choice.name, header);
    if (!message.ends_with('?')) message += "; the columns are " + join(header);
    throw reader.wrong(message);
}

}  // namespace

CsvColumns read_csv_columns(const std::string& file, const std::vector<ColumnChoice>& choices, const std::string& subject) {
    Reader reader(file, subject);
    CsvColumns out;
    out.columns.resize(choices.size());
    bool more = reader.next();
    std::vector<std::string> header;
    if (more && is_header(reader.entries)) header = reader.entries;
    std::vector<int> places;
    for (const ColumnChoice& choice : choices) places.push_back(place_of(choice, header, reader));
    if (!header.empty()) more = reader.next();

    for (; more; more = reader.next()) {
        for (std::size_t i = 0; i < places.size(); ++i) {
            const std::string column = "column " + std::to_string(places[i] + 1);
            if (places[i] >= static_cast<int>(reader.entries.size())) {
                throw reader.wrong(column + " is missing, the row has " + std::to_string(reader.entries.size()));
            }
            const std::string& entry = reader.entries[static_cast<std::size_t>(places[i])];
            const std::optional<double> value = number_in(entry);
            if (!value || !std::isfinite(*value)) throw reader.wrong(column + " must be a finite number, got '" + entry + "'");
            out.columns[i].push_back(*value);
        }
        out.lines.push_back(reader.line());
    }
    return out;
}

}  // namespace jounce
