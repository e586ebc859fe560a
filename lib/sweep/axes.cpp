// The axes of a sweep.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/axes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>

#include "base/messages/text.hpp"
#include "sweep/unit.hpp"

namespace jounce::sweep {

namespace {

/// Columns that every table of a sweep may have beside those of the axes.
constexpr std::array<std::string_view, 5> reserved = {"number", "direction", "failed", "section", "sample"};

struct AxisSettings {
    std::string name, unit;
    Value values;
    std::optional<double> from, to;
    std::optional<double> count;
    std::string scale = "linear";
};

std::vector<Value> read_values(const Value& values, const std::string& subject, const Proceed& proceed) {
    const List* list = values.list();
    if (list == nullptr || list->empty()) throw bad_field(subject, "values", "a list of numbers, strings or booleans", values);
    for (std::size_t number = 0; const Value& value : *list) {
        ask(proceed, ++number);
        const bool alike = (value.number() != nullptr) == (list->front().number() != nullptr) &&
                           (value.text() != nullptr) == (list->front().text() != nullptr) &&
                           (value.boolean() != nullptr) == (list->front().boolean() != nullptr);
        const bool plain = value.number() != nullptr || value.text() != nullptr || value.boolean() != nullptr;
        if (!plain || !alike) throw bad_field(subject, "values", "all numbers, all strings or all booleans", value);
        if (value.number() != nullptr) static_cast<void>(schema::read_number(value, any_number, subject, "values"));
    }
    std::set<std::string> seen;
    for (const Value& value : *list) {
        ask(proceed, seen.size());
        if (!seen.insert(value_text(value)).second) throw bad_field(subject, "values", "different", value);
    }
    return *list;
}

void require_absent(bool given, const std::string& subject, const std::string& field, const std::string& why) {
    if (given) throw bad_case(subject + ": '" + field + "' cannot be given here: " + why);
}

Axis read_axis(const Table& table, const std::string& subject, AxesFor purpose, const Proceed& proceed) {
    const auto settings = read_settings<AxisSettings>(axis_fields(), table, subject);
    Axis out{
        settings.name, settings.unit, {}, settings.from.value_or(0), settings.to.value_or(0), settings.scale == "logarithmic"};
    require_column_name(out.name, subject, "name");
    require_unit(out.unit, subject, "unit");
    const bool range = settings.from || settings.to;
    if (purpose == AxesFor::columns) {
        require_absent(!settings.values.is_nil() || range || settings.count, subject, "values", "'points' has the values");
        return out;
    }
    if (!settings.values.is_nil()) {
        require_absent(range || settings.count, subject, range ? "from" : "count", "'values' is given");
        require_absent(purpose == AxesFor::samples, subject, "values", "samples are drawn between 'from' and 'to'");
        out.values = read_values(settings.values, subject, proceed);
        return out;
    }
    if (!settings.from || !settings.to) throw bad_case(subject + ": needs 'values', or 'from' and 'to'");
    if (out.logarithmic && !(out.from > 0 && out.to > 0)) {
        throw bad_field(subject, out.from > 0 ? "to" : "from", "positive on a logarithmic axis",
                        Value(out.from > 0 ? out.to : out.from));
    }
    if (purpose == AxesFor::samples) {
        require_absent(settings.count.has_value(), subject, "count", "'samples' has the count");
        if (!(out.from < out.to)) throw bad_field(subject, "to", "above 'from', " + shortest(out.from), Value(out.to));
        return out;
    }
    if (!settings.count) throw bad_case(subject + ": 'count' is required with 'from' and 'to'");
    const int count = schema::read_integer(Value(*settings.count), between(1, most_values), subject, "count");
    if (count > 1 && out.from == out.to) throw bad_field(subject, "to", "different from 'from'", Value(out.to));
    if (count == 1 && out.from != out.to)
        throw bad_field(subject, "count", "at least 2 where 'from' and 'to' differ", Value(count));
    for (const double value : spaced(out.from, out.to, static_cast<std::size_t>(count), out.logarithmic, proceed))
        out.values.emplace_back(value);
    return out;
}

/// Points of a grid of these axes, counted before any is made. What is no axis, or has no valid count, is refused by `read_axis`.
double combinations(const List& axes) {
    double out = 1;
    for (const Value& item : axes) {
        const Table* table = item.table();
        if (table == nullptr) continue;
        const Value *values = table->find("values"), *count = table->find("count");
        const List* list = values != nullptr ? values->list() : nullptr;
        const double* number = count != nullptr ? count->number() : nullptr;
        if (list != nullptr && !list->empty()) {
            out *= static_cast<double>(list->size());
        } else if (number != nullptr && *number >= 1 && *number <= most_values) {
            out *= *number;
        }
    }
    return out;
}

/// The decimal number with twelve digits (of `scale`) if `value` differs from it by rounding only, else `value`: the
/// ends of an axis are decimal numbers, and a user expects such values between them.
double round_decimal(double value, double scale) {
    if (value == 0) return 0;
    const auto order = [](double x) { return static_cast<int>(std::floor(std::log10(std::abs(x)))); };
    const std::string text = fmt::format("{:.{}e}", value, std::clamp(11 + order(value) - order(scale), 0, 11));
    double near = 0;
    std::from_chars(text.data(), text.data() + text.size(), near);
    for (const double candidate : {0.0, near}) {
        if (std::abs(candidate - value) <= 4 * std::numeric_limits<double>::epsilon() * std::abs(scale)) return candidate;
    }
    return value;
}

}  // namespace

const FieldList& axis_fields() {
    static const FieldList fields =
        Fields<AxisSettings>()
            .text("name", &AxisSettings::name, "Name of the field in the point's table and of the column of the result.")
            .required()
            .text("unit", &AxisSettings::unit, "Unit of the values, for heads and labels: \"Hz\", \"m\", \"N s/m\".")
            .any("values", &AxisSettings::values, "list", "The values, in the order in which they are computed.")
            .number("from", &AxisSettings::from, "unit of the axis", any_number, "The first value, in place of `values`.")
            .number("to", &AxisSettings::to, "unit of the axis", any_number, "The last value.")
            .number("count", &AxisSettings::count, "", between(1, most_values), "Number of values, both ends included.")
            .choice("scale", &AxisSettings::scale, {"linear", "logarithmic"},
                    "Equal differences or equal ratios between `from` and `to`.");
    return fields;
}

void ask(const Proceed& proceed, std::size_t number) {
    if (number % 4096 == 0 && proceed) proceed();
}

void require_few_points(double combinations) {
    if (combinations > static_cast<double>(most_points))
        throw bad_case("sweep: 'axes' must give at most " + std::to_string(most_points) + " points, got " +
                       shortest(combinations));
}

std::vector<Axis> read_axes(const Value& axes, AxesFor purpose, const Proceed& proceed) {
    const List* list = axes.list();
    if (list == nullptr || list->empty()) throw bad_field("sweep", "axes", "a list of axes { name = ..., ... }", axes);
    if (purpose == AxesFor::grid) require_few_points(combinations(*list));
    std::vector<Axis> out;
    for (const Value& item : *list) {
        const std::string subject = "sweep.axes[" + std::to_string(out.size() + 1) + "]";
        if (item.table() == nullptr) throw bad_case(subject + ": must be a table { name = ..., ... }, got " + item.describe());
        Axis axis = read_axis(*item.table(), subject, purpose, proceed);
        if (std::ranges::any_of(out, [&](const Axis& other) { return other.name == axis.name; })) {
            throw bad_case(subject + ": 'name' must differ from those of the other axes, got '" + axis.name + "' twice");
        }
        out.push_back(std::move(axis));
    }
    return out;
}

std::vector<double> spaced(double from, double to, std::size_t count, bool logarithmic, const Proceed& proceed) {
    std::vector<double> out(count, from);
    if (count > 1) out.back() = to;
    const auto last = static_cast<long double>(count - 1);
    const double largest = std::max(std::abs(from), std::abs(to));
    for (std::size_t i = 1; i + 1 < count; ++i) {
        ask(proceed, i);
        // x = (a (n - 1 - i) + b i)/(n - 1): whole numbers give whole numbers, and ends of equal size give zero between them.
        const auto ahead = static_cast<long double>(i), left = last - ahead;
        if (logarithmic) {
            const long double at = std::pow(from * 1.0L, left / last) * std::pow(to * 1.0L, ahead / last);
            out[i] = round_decimal(static_cast<double>(at), static_cast<double>(at));
        } else {
            out[i] = round_decimal(static_cast<double>((from * left + to * ahead) / last), largest);
        }
    }
    return out;
}

void require_unit(const std::string& unit, const std::string& subject, const std::string& field) {
    const std::string unknown = unknown_unit(unit);
    if (unknown.empty()) return;
    throw bad_case(subject + ": '" + field + "' must consist of units such as m, mm, s, Hz, rad/s, N s/m or N/m^1.5, got '" +
                   unit + "'" + (unknown == unit ? "" : ", in which '" + unknown + "' is not a unit"));
}

void require_column_name(const std::string& name, const std::string& subject, const std::string& what) {
    if (std::ranges::find(reserved, std::string_view(name)) != reserved.end()) {
        throw bad_case(subject + ": '" + what + "' must not be '" + name + "', a column of every sweep");
    }
    if (name.empty() || name.find_first_of(",\"#\n\r") != std::string::npos) {
        throw bad_case(subject + ": '" + what + "' must be a name without commas, quotes and #, got '" + in_one_line(name) + "'");
    }
}

std::string describe(const Axis& axis) {
    if (axis.values.empty()) return "from " + shortest(axis.from) + " to " + shortest(axis.to) + " " + axis.unit;
    std::string out = std::to_string(axis.values.size()) + (axis.values.size() == 1 ? " value, " : " values from ") +
                      value_text(axis.values.front());
    if (axis.values.size() > 1) out += " to " + value_text(axis.values.back());
    return axis.unit.empty() ? out : out + " " + axis.unit;
}

std::string value_text(const Value& value) {
    if (const double* number = value.number()) return shortest(*number);
    if (const bool* boolean = value.boolean()) return *boolean ? "true" : "false";
    if (const std::string* text = value.text()) return *text;
    return {};
}

}  // namespace jounce::sweep
