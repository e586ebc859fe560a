// An axis as written on the command line.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/over.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "base/messages/text.hpp"

namespace jounce::sweep {

namespace {

std::vector<std::string> parts(const std::string& text, char separator) {
    std::vector<std::string> out(1);
    for (const char c : text) {
        if (c == separator) {
            out.emplace_back();
        } else {
            out.back() += c;
        }
    }
    return out;
}

std::optional<double> number(const std::string& text) {
    double out = 0;
    const char* end = text.data() + text.size();
    const auto [at, failed] = std::from_chars(text.data(), end, out);
    if (failed != std::errc{} || at != end || !std::isfinite(out)) return std::nullopt;
    return out;
}

}  // namespace

Axis read_over(const std::string& text) {
    const auto wrong = [&](const std::string& why) { return Error(Failure::usage, "--over " + in_one_line(text) + ": " + why); };
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
        throw wrong("must be NAME=FROM:TO:COUNT or NAME=VALUE,VALUE,...");
    Axis out;
    out.name = text.substr(0, equals);
    try {
        require_column_name(out.name, "sweep", "NAME");
    } catch (const Error& error) {
        throw wrong(error.message());
    }
    const std::string rest = text.substr(equals + 1);
    if (const std::vector<std::string> range = parts(rest, ':'); range.size() > 1) {
        const auto from = number(range[0]), to = number(range[1]);
        const auto count = range.size() > 2 ? number(range[2]) : std::nullopt;
        if (range.size() > 4 || !from || !to || !count) throw wrong("a range must be FROM:TO:COUNT, three numbers");
        out.logarithmic = range.size() == 4;
        if (out.logarithmic && range[3] != "logarithmic")
            throw wrong("only 'logarithmic' may follow the count, got '" + range[3] + "'");
        if (out.logarithmic && !(*from > 0 && *to > 0)) throw wrong("a logarithmic range must be positive");
        if (*from == *to) throw wrong("the ends of a range must differ");
        if (*count < 2 || *count != std::floor(*count))
            throw wrong("a range needs a whole number of values, at least 2, got " + range[2]);
        if (*count > most_values) throw wrong("an axis has at most " + std::to_string(most_values) + " values, got " + range[2]);
        for (const double value : spaced(*from, *to, static_cast<std::size_t>(*count), out.logarithmic))
            out.values.emplace_back(value);
        return out;
    }
    const std::vector<std::string> values = parts(rest, ',');
    const bool numbers = std::ranges::all_of(values, [](const std::string& value) { return number(value).has_value(); });
    std::set<std::string> seen;
    for (const std::string& value : values) {
        if (value.empty()) throw wrong("a value is empty");
        out.values.push_back(numbers ? Value(*number(value)) : Value(value));
        if (!seen.insert(value_text(out.values.back())).second) throw wrong("the value " + value + " is given twice");
    }
    return out;
}

}  // namespace jounce::sweep
