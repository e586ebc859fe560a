// The points of a sweep in a picture, and the columns that distinguish them.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweeps/sweep_selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"

namespace jounce::lua {

namespace {

using sweep::Sweep;

constexpr std::size_t most_listed = 12;  // values in a message

bool same(const Value& a, const Value& b) {
    const double *x = a.number(), *y = b.number();
    if (x != nullptr && y != nullptr) return std::abs(*x - *y) <= 1e-9 * std::max(std::abs(*x), std::abs(*y));
    return (x == nullptr) == (y == nullptr) && sweep::value_text(a) == sweep::value_text(b);
}

/// Values of one column among the points, as text, in order of appearance.
std::vector<std::string> values_of(const Sweep& sweep, const std::vector<std::size_t>& points, std::size_t column) {
    std::vector<std::string> out;
    std::set<std::string> known;
    for (const std::size_t point : points) {
        std::string text = sweep::value_text(cells(sweep, point)[column]);
        if (known.insert(text).second) out.push_back(std::move(text));
    }
    return out;
}

}  // namespace

Selection::Selection(const Sweep& sweep, const Value& at) : sweep_(sweep), names_(column_names(sweep)) {
    for (std::size_t i = 0; i < sweep.results.size(); ++i) points_.push_back(i);
    if (at.is_nil()) return;
    if (at.table() == nullptr) throw bad_field(sweep_plot_subject, "at", "a table { axis = value, ... }", at);
    for (const auto& [name, value] : *at.table()) {
        const bool direction = name == "direction" && sweep.plan.carried();
        if (!direction && !is_axis(name)) {
            std::vector<std::string> known;
            for (const sweep::Axis& axis : sweep.plan.axes) known.push_back(axis.name);
            if (sweep.plan.carried()) known.emplace_back("direction");
            throw bad_case(std::string(sweep_plot_subject) + ".at: '" + name + "' must be one of " + join(known));
        }
        const std::size_t c = column(name);
        std::vector<std::size_t> left;
        for (const std::size_t point : points_) {
            if (same(cells(sweep, point)[c], value)) left.push_back(point);
        }
        if (left.empty()) {
            std::vector<std::string> known = values_of(sweep, points_, c);
            if (known.size() > most_listed) {
                known.resize(most_listed);
                known.emplace_back("...");
            }
            throw bad_field(std::string(sweep_plot_subject) + ".at", name, "a value of the points (" + join(known) + ")", value);
        }
        points_ = std::move(left);
    }
}

std::size_t Selection::column(const std::string& name) const { return find_column(sweep_, name, sweep_plot_subject); }

std::string Selection::head(const std::string& column) const {
    const std::string unit = column_unit(sweep_, column);
    return unit.empty() ? column : column + " [" + unit + "]";
}

bool Selection::is_grid() const {
    return std::ranges::none_of(sweep_.plan.axes, [](const sweep::Axis& axis) { return axis.values.empty(); });
}

const sweep::Axis* Selection::axis(const std::string& name) const {
    const auto at = std::ranges::find(sweep_.plan.axes, name, &sweep::Axis::name);
    return at != sweep_.plan.axes.end() ? &*at : nullptr;
}

bool Selection::is_number(std::size_t column) const {
    return std::ranges::all_of(points_, [&](std::size_t point) {
        const Value cell = cells(sweep_, point)[column];
        return cell.is_nil() || cell.number() != nullptr;
    });
}

std::vector<std::size_t> Selection::parting(const std::vector<std::string>& without) const {
    std::vector<std::size_t> out;
    for (std::size_t c = 1; c <= sweep_.plan.axes.size() + (sweep_.plan.carried() ? 1 : 0); ++c) {
        if (std::ranges::find(without, names_[c]) == without.end() && count(c) > 1) out.push_back(c);
    }
    return out;
}

std::size_t Selection::count(std::size_t column) const { return values_of(sweep_, points_, column).size(); }

std::string Selection::title(const List& row, const std::vector<std::size_t>& columns) const {
    std::string out;
    for (const std::size_t c : columns) {
        if (!out.empty()) out += ", ";
        const Value& value = row[c];
        const std::string text = value.number() != nullptr ? fmt::format("{:.6g}", *value.number()) : sweep::value_text(value);
        const std::string unit = column_unit(sweep_, names_[c]);
        out += is_direction(c) ? text : names_[c] + " = " + text + (unit.empty() ? "" : " " + unit);
    }
    return out;
}

std::string Selection::counts(const std::vector<std::size_t>& columns) const {
    std::vector<std::string> out;
    for (const std::size_t c : columns) out.push_back(fmt::format("{}: {} values", names_[c], count(c)));
    return join(out);
}

double ColumnScale::operator()(const Value& value) {
    if (value.is_nil()) return std::numeric_limits<double>::quiet_NaN();
    const double* number = value.number();
    if (number != nullptr ? !words_.empty() : numbers_) {
        throw bad_case(std::string(sweep_plot_subject) + ": column '" + column_ +
                       "' must have only numbers or only words to be drawn, got " + value.describe() + " beside " +
                       (numbers_ ? "numbers" : "words"));
    }
    if (number != nullptr) {
        numbers_ = true;
        return *number;
    }
    const std::string word = sweep::value_text(value);
    const auto at = std::ranges::find(words_, word);
    if (at != words_.end()) return static_cast<double>(at - words_.begin()) + 1;
    words_.push_back(word);
    return static_cast<double>(words_.size());
}

std::string key_of(const List& row, const std::vector<std::size_t>& columns) {
    std::string out;
    for (const std::size_t c : columns) out += sweep::value_text(row[c]) + '\0';
    return out;
}

}  // namespace jounce::lua
