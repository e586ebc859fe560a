// The points of a sweep in a picture, and the columns that distinguish them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "record/plots/figure.hpp"
#include "sweep/table.hpp"

namespace jounce::lua {

inline constexpr const char* sweep_plot_subject = "sweep:plot";

class Selection {
  public:
    /// \param at values of axes, and of `direction`, that the points must have; nil: all points
    /// \throws Error (bad_case) for an unknown name, and for a value that no point has
    Selection(const sweep::Sweep& sweep, const Value& at);

    [[nodiscard]] const sweep::Sweep& sweep() const { return sweep_; }
    /// In the order of the table, including failed points.
    [[nodiscard]] const std::vector<std::size_t>& points() const { return points_; }
    [[nodiscard]] bool failed(std::size_t point) const { return sweep_.results[point].kind != sweep::Result::Kind::row; }
    [[nodiscard]] std::size_t column(const std::string& name) const;
    [[nodiscard]] std::string name(std::size_t column) const { return names_[column]; }
    /// "clearance [m]"
    [[nodiscard]] std::string head(const std::string& column) const;
    /// Has the sweep all combinations of its axes' values?
    [[nodiscard]] bool is_grid() const;
    [[nodiscard]] bool is_axis(const std::string& name) const { return axis(name) != nullptr; }
    [[nodiscard]] const sweep::Axis* axis(const std::string& name) const;
    /// Is it the column of the direction, of a sweep that carries a state?
    [[nodiscard]] bool is_direction(std::size_t column) const { return names_[column] == "direction"; }
    [[nodiscard]] bool is_number(std::size_t column) const;
    /// The axes (and the direction) with several values among the points.
    [[nodiscard]] std::vector<std::size_t> parting(const std::vector<std::string>& without) const;
    /// Number of different values of a column among the points.
    [[nodiscard]] std::size_t count(std::size_t column) const;
    /// "clearance = 0.0005 m, up"
    [[nodiscard]] std::string title(const List& row, const std::vector<std::size_t>& columns) const;
    /// "clearance: 3 values, direction: 2 values"
    [[nodiscard]] std::string counts(const std::vector<std::size_t>& columns) const;

  private:
    const sweep::Sweep& sweep_;
    std::vector<std::string> names_;
    std::vector<std::size_t> points_;
};

/// Numbers of a column as they are, words and booleans as categories in the order of the points.
class ColumnScale {
  public:
    explicit ColumnScale(std::string column) : column_(std::move(column)) {}
    /// \throws Error (bad_case) for numbers and words in one column
    double operator()(const Value& value);
    [[nodiscard]] const std::vector<std::string>& words() const { return words_; }

  private:
    std::string column_;
    std::vector<std::string> words_;
    bool numbers_ = false;
};

/// The values of the row's cells as a text that identifies the row.
[[nodiscard]] std::string key_of(const List& row, const std::vector<std::size_t>& columns);

}  // namespace jounce::lua
