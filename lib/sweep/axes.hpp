// The axes of a sweep: a name, a unit, and the values in the order in which they are computed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/fields/schema.hpp"

namespace jounce::sweep {

constexpr int most_values = 10'000'000;          ///< of an axis
constexpr std::size_t most_points = 10'000'000;  ///< of a sweep

/// Called between values or points, of which a sweep may have millions; it throws where a signal ends the script.
using Proceed = std::function<void()>;

struct Axis {
    std::string name;
    std::string unit;
    std::vector<Value> values;  ///< numbers, strings or booleans; empty for a range from which samples are drawn
    double from = 0, to = 0;    ///< of a range
    bool logarithmic = false;
};

/// How the values of axes are given.
enum class AxesFor {
    grid,     ///< each axis has its values
    samples,  ///< each axis is a range
    columns   ///< the points have the values: an axis is a name and a unit
};

/// Fields of one axis (for the reference).
[[nodiscard]] const FieldList& axis_fields();

/// \param axes a list of tables
/// \throws Error (bad_case) "sweep.axes[2]: ...": two axes of one name, an unknown unit, a reserved name, values of two types
[[nodiscard]] std::vector<Axis> read_axes(const Value& axes, AxesFor purpose, const Proceed& proceed = {});

/// \throws Error (bad_case) "sweep: 'axes' must give at most 10000000 points, got ..."
void require_few_points(double combinations);

/// `count` numbers from `from` to `to`, both included, with equal differences or equal ratios: x_i = a (b/a)^(i/(n-1)).
/// Values that differ from short decimal numbers by rounding only are these numbers: 1 to 24 in 24 values gives whole
/// numbers.
[[nodiscard]] std::vector<double> spaced(double from, double to, std::size_t count, bool logarithmic,
                                         const Proceed& proceed = {});

/// Calls `proceed` for every 4096th number.
void ask(const Proceed& proceed, std::size_t number);

/// \throws Error (bad_case) unless `unit` is known
void require_unit(const std::string& unit, const std::string& subject, const std::string& field);

/// \throws Error (bad_case) when a column of the table cannot have this name
void require_column_name(const std::string& name, const std::string& subject, const std::string& what);

/// "25 values from 12 to 30 Hz"
[[nodiscard]] std::string describe(const Axis& axis);

/// A value as text, for CSV files, tables and messages.
[[nodiscard]] std::string value_text(const Value& value);

}  // namespace jounce::sweep
