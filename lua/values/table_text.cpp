// Tables as aligned text.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/table_text.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <sstream>

namespace jounce::lua {

namespace {

constexpr int significant_digits = 7;  // shown for the smallest number

/// Removes trailing zeros common to all numbers.
void trim_decimals(std::vector<std::string>& texts) {
    const auto all_end_in = [&](char c) {
        return std::all_of(texts.begin(), texts.end(),
                           [c](const std::string& t) { return t.find('.') != std::string::npos ? t.back() == c : true; });
    };
    const auto any_decimal = [&] {
        return std::any_of(texts.begin(), texts.end(), [](const std::string& t) { return t.find('.') != std::string::npos; });
    };
    const auto drop = [&] {
        for (std::string& t : texts) {
            if (t.find('.') != std::string::npos) t.pop_back();
        }
    };
    while (any_decimal() && all_end_in('0')) drop();
    if (any_decimal() && all_end_in('.')) drop();
}

std::string padded(const std::string& text, std::size_t width, bool right) {
    const std::string space(width - std::min(width, display_width(text)), ' ');
    return right ? space + text : text + space;
}

/// Is the text a number in a script's notation?
bool is_written_number(const std::string& text) {
    double value = 0;
    const char* end = text.data() + text.size();
    return !text.empty() && std::from_chars(text.data(), end, value).ptr == end;
}

/// Are all cells numbers or placeholders for missing ones?
bool is_of_numbers(const std::vector<std::string>& cells) {
    const auto missing = [](const std::string& t) { return t.empty() || t == "-"; };
    return std::ranges::any_of(cells, is_written_number) &&
           std::ranges::all_of(cells, [&](const std::string& t) { return missing(t) || is_written_number(t); });
}

/// Parts of a word that is longer than `width`, such as "number|string|nil", each with its '|'.
std::vector<std::string> parts_of(const std::string& word, std::size_t width) {
    std::vector<std::string> out;
    std::size_t begin = 0;
    while (display_width(word.substr(begin)) > width) {
        const std::size_t bar = word.find('|', begin);
        if (bar == std::string::npos) break;
        out.push_back(word.substr(begin, bar + 1 - begin));
        begin = bar + 1;
    }
    out.push_back(word.substr(begin));
    return out;
}

/// Breaks the text at spaces, and words that are longer after '|', into lines of at most `width` characters, if their parts are
/// short enough.
std::vector<std::string> broken(const std::string& text, std::size_t width) {
    std::vector<std::string> out;
    if (display_width(text) <= width) return {text};
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        bool first = true;
        for (const std::string& part : parts_of(word, width)) {
            const std::string space = first ? " " : "";
            first = false;
            if (out.empty() || display_width(out.back() + space + part) > width) {
                out.push_back(part);
            } else {
                out.back() += space + part;
            }
        }
    }
    return out;
}

/// One row as one or more lines.
std::string broken_line(const std::vector<std::size_t>& columns, const std::vector<std::size_t>& widths,
                        const std::vector<bool>& right, const std::function<std::string(std::size_t)>& cell) {
    std::vector<std::vector<std::string>> parts;
    std::size_t height = 1;
    for (const std::size_t c : columns) {
        parts.push_back(right[c] ? std::vector{cell(c)} : broken(cell(c), widths[c]));
        height = std::max(height, parts.back().size());
    }
    std::string out;
    for (std::size_t h = 0; h < height; ++h) {
        std::string text;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const std::string part = h < parts[i].size() ? parts[i][h] : std::string();
            text += (i == 0 ? "" : "  ") + padded(part, widths[columns[i]], right[columns[i]]);
        }
        text.erase(text.find_last_not_of(' ') + 1);
        out += text + "\n";
    }
    return out;
}

std::size_t total(const std::vector<std::size_t>& widths, const std::vector<std::size_t>& columns) {
    std::size_t out = 2 * (columns.size() - 1);
    for (const std::size_t c : columns) out += widths[c];
    return out;
}

/// Takes characters from the widest of these columns of words until they fit.
std::vector<std::size_t> narrowed(std::vector<std::size_t> widths, const std::vector<std::size_t>& columns,
                                  const std::vector<bool>& right, std::size_t width) {
    constexpr std::size_t narrowest = 20;
    while (total(widths, columns) > width) {
        std::size_t widest = widths.size();
        for (const std::size_t c : columns) {
            if (!right[c] && widths[c] > narrowest && (widest == widths.size() || widths[c] > widths[widest])) widest = c;
        }
        if (widest == widths.size()) break;
        --widths[widest];
    }
    return widths;
}

/// The columns of each table: the first `lead` ones, and as many others as fit.
std::vector<std::vector<std::size_t>> blocks_of(const std::vector<std::size_t>& widths, std::size_t width, std::size_t lead) {
    std::vector<std::vector<std::size_t>> out(1);
    std::size_t used = 0;
    for (std::size_t c = 0; c < widths.size(); ++c) {
        const bool full = width > 0 && out.back().size() > lead && used + widths[c] > width;
        if (full) {
            out.emplace_back();
            used = 0;
            for (std::size_t l = 0; l < lead; ++l) {
                out.back().push_back(l);
                used += widths[l] + 2;
            }
        }
        out.back().push_back(c);
        used += widths[c] + 2;
    }
    return out;
}

}  // namespace

std::string paragraph(const std::string& text, std::size_t width, std::size_t indent) {
    constexpr std::size_t narrowest = 20;
    if (width == 0) return text + "\n";
    std::string out;
    for (const std::string& line : broken(text, std::max(width, indent + narrowest) - indent))
        out += (out.empty() ? "" : std::string(indent, ' ')) + line + "\n";
    return out;
}

std::size_t terminal_width() {
    if (const char* columns = std::getenv("COLUMNS")) return static_cast<std::size_t>(std::max(std::atoi(columns), 0));
    winsize size{};
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

std::size_t display_width(const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::vector<std::string> column_text(const std::vector<double>& numbers) {
    double least = INFINITY;
    double most = 0;
    bool whole = true;
    for (const double x : numbers) {
        if (x != 0 && std::isfinite(x)) least = std::min(least, std::abs(x));
        if (std::isfinite(x)) most = std::max(most, std::abs(x));
        whole = whole && (x == std::floor(x) || !std::isfinite(x));
    }
    std::vector<std::string> out;
    if (whole && most < 1e15) {
        for (const double x : numbers) out.push_back(fmt::format("{:.0f}", x));
        return out;
    }
    const bool decimal = least >= 1e-3 && most < 1e9 && most / least < 1e6;
    const int decimals =
        decimal ? std::clamp(significant_digits - 1 - static_cast<int>(std::floor(std::log10(least))), 0, 12) : 0;
    for (const double x : numbers) {
        if (x == 0) {
            out.emplace_back("0");
        } else if (decimal) {
            out.push_back(fmt::format("{:.{}f}", x, decimals));
        } else {
            out.push_back(fmt::format("{:.{}e}", x, significant_digits - 1));
        }
    }
    if (decimal) trim_decimals(out);
    return out;
}

std::string table_text(const std::string& title, const std::vector<std::string>& columns, const std::vector<List>& rows,
                       std::size_t width, std::size_t lead) {
    std::vector<std::vector<std::string>> cells(columns.size());
    std::vector<std::size_t> widths;
    std::vector<bool> right;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        std::vector<double> numbers;
        for (const List& row : rows) {
            if (const double* x = row[c].number()) numbers.push_back(*x);
        }
        const std::vector<std::string> texts = column_text(numbers);
        auto next = texts.begin();
        std::size_t widest = display_width(columns[c]);
        for (const List& row : rows) {
            std::string text;
            if (row[c].number() != nullptr) {
                text = *next++;
            } else if (const std::string* word = row[c].text()) {
                text = *word;
            } else {
                text = row[c].describe();
            }
            widest = std::max(widest, display_width(text));
            cells[c].push_back(std::move(text));
        }
        widths.push_back(widest);
        right.push_back(!numbers.empty() || is_of_numbers(cells[c]));
    }
    const auto fitted = [&](const std::vector<std::size_t>& of) {
        return width > 0 ? narrowed(widths, of, right, width) : widths;
    };
    std::vector<std::size_t> all(columns.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::string out = title.empty() ? std::string() : title + "\n";
    const std::vector<std::vector<std::size_t>> blocks = blocks_of(fitted(all), width, lead);
    for (std::size_t b = 0; b < blocks.size(); ++b) {
        if (b > 0) out += "\n";
        const std::vector<std::size_t> of_block = fitted(blocks[b]);
        const auto line = [&](const auto& cell) { out += broken_line(blocks[b], of_block, right, cell); };
        line([&](std::size_t c) { return columns[c]; });
        line([&](std::size_t c) { return std::string(of_block[c], '-'); });
        for (std::size_t r = 0; r < rows.size(); ++r) line([&](std::size_t c) { return cells[c][r]; });
    }
    return out;
}

}  // namespace jounce::lua
