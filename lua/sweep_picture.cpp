// A sweep as a picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "base/text.hpp"
#include "module.hpp"

namespace jounce::lua {

namespace {

using record::FigureCurve;
using record::Mark;
using sweep::Result;
using sweep::Sweep;

constexpr const char* subject = "sweep:plot";

std::string head(const Sweep& sweep, const std::string& column) {
    const std::string unit = column_unit(sweep, column);
    return unit.empty() ? column : column + " [" + unit + "]";
}

/// "clearance = 0.0005 m, up"
std::string group_name(const Sweep& sweep, const std::string& by, const Value& key, const std::string& way) {
    std::string out;
    if (!by.empty()) {
        const std::string unit = column_unit(sweep, by);
        out = by + " = " + (key.number() != nullptr ? fmt::format("{:.6g}", *key.number()) : sweep::value_text(key)) +
              (unit.empty() ? "" : " " + unit);
    }
    return out + (way.empty() ? "" : (out.empty() ? "" : ", ") + way);
}

const std::vector<double>* section_of(const Result& result, const std::string& probe) {
    for (const auto& [name, values] : result.section) {
        if (name == probe) return &values;
    }
    return nullptr;
}

bool is_probe(const Sweep& sweep, const std::string& name) {
    return std::ranges::any_of(sweep.results, [&](const Result& result) { return section_of(result, name) != nullptr; });
}

/// The axis that is drawn along x where the script names none: the carried one, or the last one of numbers.
std::string standard_x(const Sweep& sweep) {
    if (sweep.plan.carried()) return sweep.plan.carry;
    for (auto axis = sweep.plan.axes.rbegin(); axis != sweep.plan.axes.rend(); ++axis) {
        if (!sweep.plan.points.empty() &&
            sweep.plan.points.front().at[static_cast<std::size_t>(axis.base() - sweep.plan.axes.begin()) - 1].number() != nullptr)
            return axis->name;
    }
    throw bad_case(std::string(subject) + ": 'x' must be given, as no axis is one of numbers");
}

/// Numbers as they are, words and booleans as categories in the order of the points.
class Scale {
  public:
    double operator()(const Value& value) {
        if (value.is_nil()) return std::numeric_limits<double>::quiet_NaN();
        if (const double* number = value.number()) return *number;
        const std::string word = sweep::value_text(value);
        const auto at = std::ranges::find(words_, word);
        if (at != words_.end()) return static_cast<double>(at - words_.begin()) + 1;
        words_.push_back(word);
        return static_cast<double>(words_.size());
    }
    [[nodiscard]] const std::vector<std::string>& words() const { return words_; }

  private:
    std::vector<std::string> words_;
};

/// Curves in the order in which their groups first come.
class Groups {
  public:
    FigureCurve& operator[](const std::string& name) {
        const auto [at, fresh] = known_.emplace(name, curves_.size());
        if (fresh) {
            curves_.emplace_back();
            curves_.back().name = name;
        }
        return curves_[at->second];
    }
    std::vector<FigureCurve> take() { return std::move(curves_); }

  private:
    std::map<std::string, std::size_t> known_;
    std::vector<FigureCurve> curves_;
};

/// A colour for each word: motion that has no label of its own in grey.
std::vector<FigureCurve> coloured_by_words(std::vector<FigureCurve> curves) {
    std::size_t next = 0;
    for (FigureCurve& curve : curves) {
        curve.grey = curve.name == "aperiodic" || curve.name == "unsettled";
        if (!curve.grey) curve.colour = next++;
    }
    return curves;
}

}  // namespace

const FieldList& sweep_plot_fields() {
    static const FieldList fields =
        Fields<SweepPicture>()
            .text("x", &SweepPicture::x, "Column along the horizontal axis.")
            .standard("the carried axis, or the last one of numbers")
            .text("y", &SweepPicture::y,
                  "Column along the vertical axis; of a diagram also a probe, whose sections are then points.")
            .required()
            .text("by", &SweepPicture::by,
                  "A column by whose values the rows are parted into curves; directions are parted as well.")
            .text("colour", &SweepPicture::colour,
                  "A column that colours; with two axes as x and y: a map. Words have a colour each.")
            .choice("x_scale", &SweepPicture::x_scale, {"linear", "logarithmic"}, "Of the horizontal axis.")
            .choice("y_scale", &SweepPicture::y_scale, {"linear", "logarithmic"}, "Of the vertical axis.")
            .text("title", &SweepPicture::title, "The line above the picture.")
            .standard("the sweep's name")
            .text("file", &SweepPicture::file, "The picture, .svg or .png.")
            .required();
    return fields;
}

record::Figure sweep_figure(const Sweep& sweep, const SweepPicture& settings) {
    const std::string x = settings.x.empty() ? standard_x(sweep) : settings.x;
    const bool sections = is_probe(sweep, settings.y);
    const std::size_t column_x = find_column(sweep, x, subject);
    const std::size_t column_y = sections ? 0 : find_column(sweep, settings.y, subject);
    const std::size_t column_by = settings.by.empty() ? 0 : find_column(sweep, settings.by, subject);
    const std::size_t column_colour = settings.colour.empty() ? 0 : find_column(sweep, settings.colour, subject);
    const auto is_axis = [&](const std::string& name) {
        return std::ranges::any_of(sweep.plan.axes, [&](const sweep::Axis& a) { return a.name == name; });
    };
    const bool map = !settings.colour.empty() && is_axis(x) && is_axis(settings.y);
    std::set<std::string> ways;
    for (const sweep::Point& point : sweep.plan.points) ways.insert(way_text(point.way));
    Scale scale_x, scale_y;
    Groups groups;
    for (std::size_t i = 0; i < sweep.results.size(); ++i) {
        const Result& result = sweep.results[i];
        if (result.kind != Result::Kind::row) continue;
        const List row = cells(sweep, i);
        const std::string way = ways.size() > 1 ? way_text(sweep.plan.points[i].way) : "";
        const Value colour = settings.colour.empty() ? Value() : row[column_colour];
        const bool worded = colour.text() != nullptr || colour.boolean() != nullptr;
        // A map shows the way up; one cell has one colour.
        if (map && way == "down") continue;
        FigureCurve& curve =
            groups[worded ? sweep::value_text(colour) : group_name(sweep, settings.by, row[column_by], map ? "" : way)];
        const double at = scale_x(row[column_x]);
        const auto add = [&](double value) {
            curve.x.push_back(at);
            curve.y.push_back(value);
            if (!worded && !settings.colour.empty())
                curve.shade.push_back(colour.number() != nullptr ? *colour.number() : std::numeric_limits<double>::quiet_NaN());
        };
        if (const std::vector<double>* values = sections ? section_of(result, settings.y) : nullptr) {
            for (const double value : *values) add(value);
        } else {
            add(scale_y(row[column_y]));
        }
        const bool line = sweep.plan.carried() || (is_axis(x) && !settings.by.empty()) || sweep.plan.axes.size() == 1;
        curve.mark = map ? Mark::cells : sections || !line || !settings.colour.empty() ? Mark::points : Mark::both;
    }
    record::FigurePanel panel;
    panel.x = {head(sweep, x), settings.x_scale == "logarithmic", {}, {}, scale_x.words()};
    panel.y = {head(sweep, settings.y), settings.y_scale == "logarithmic", {}, {}, scale_y.words()};
    panel.shade_label = settings.colour.empty() ? "" : head(sweep, settings.colour);
    panel.curves = groups.take();
    if (!settings.colour.empty()) panel.curves = coloured_by_words(std::move(panel.curves));
    if (panel.curves.empty()) throw computation_failed(std::string(subject) + ": there is nothing to draw: no point has a row");
    record::Figure out;
    out.title = settings.title.empty() ? sweep.name : settings.title;
    out.panels.push_back(std::move(panel));
    return out;
}

}  // namespace jounce::lua
