// Tables as aligned text.
// SPDX-License-Identifier: BSD-3-Clause
#include "table_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace jounce::lua {

namespace {

constexpr int significant_digits = 7;  // significant ones

/// Drops the zeros that all the decimals end in.
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

/// A number as a script wrote it.
bool is_written_number(const std::string& text) {
    double value = 0;
    const char* end = text.data() + text.size();
    return !text.empty() && std::from_chars(text.data(), end, value).ptr == end;
}

/// Numbers and what stands for a missing one.
bool is_of_numbers(const std::vector<std::string>& cells) {
    const auto missing = [](const std::string& t) { return t.empty() || t == "-"; };
    return std::ranges::any_of(cells, is_written_number) &&
           std::ranges::all_of(cells, [&](const std::string& t) { return missing(t) || is_written_number(t); });
}

}  // namespace

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

std::string table_text(const std::string& title, const std::vector<std::string>& columns, const std::vector<List>& rows) {
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
        std::size_t width = display_width(columns[c]);
        for (const List& row : rows) {
            std::string text;
            if (row[c].number() != nullptr) {
                text = *next++;
            } else if (const std::string* word = row[c].text()) {
                text = *word;
            } else {
                text = row[c].describe();
            }
            width = std::max(width, display_width(text));
            cells[c].push_back(std::move(text));
        }
        widths.push_back(width);
        right.push_back(!numbers.empty() || is_of_numbers(cells[c]));
    }
    std::string out;
    const auto line = [&](const auto& cell) {
        std::string text;
        for (std::size_t c = 0; c < columns.size(); ++c) text += (c == 0 ? "" : "  ") + padded(cell(c), widths[c], right[c]);
        text.erase(text.find_last_not_of(' ') + 1);
        out += text + "\n";
    };
    if (!title.empty()) out += title + "\n";
    line([&](std::size_t c) { return columns[c]; });
    line([&](std::size_t c) { return std::string(widths[c], '-'); });
    for (std::size_t r = 0; r < rows.size(); ++r) line([&](std::size_t c) { return cells[c][r]; });
    return out;
}

}  // namespace jounce::lua
