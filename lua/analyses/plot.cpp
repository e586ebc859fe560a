// jounce.plot{ curves, ... }: a picture of any numbers.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <unordered_map>

#include "contained/files.hpp"
#include "record/files/folder.hpp"
#include "record/plots/figure.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "session/engine.hpp"
#include "values/convert.hpp"
#include "values/interrupt.hpp"

namespace jounce::lua {

namespace {

using record::FigureCurve;
using record::FigurePanel;
using record::Mark;

struct CurveSettings {
    std::string name;
    Value x, y, colour;
    std::string style = "line";
    bool dashed = false;
    double size = 1, width = 1;
};

struct PanelSettings {
    std::string title, x_label, y_label, colour_label;
    std::string x_scale = "linear", y_scale = "linear";
    std::optional<double> x_from, x_to, y_from, y_to, circle;
    bool equal = false;
    Value curves;
};

struct FigureSettings : PanelSettings {
    Value panels;
    int columns = 1;
    std::string file;
};

/// The positions along one axis of a panel, for all its curves: numbers, or words, which become 1, 2, ... in order of first
/// appearance.
class Places {
  public:
    explicit Places(std::string field) : field_(std::move(field)) {}
    std::vector<double> read(const Value& value, const std::string& subject) {
        const List* list = value.list();
        if (list == nullptr) throw bad_field(subject, field_, "a list of numbers or strings", value);
        std::vector<double> out;
        for (const Value& item : *list) {
            if (out.size() % 4096 == 0) end_if_interrupted();
            out.push_back(place(item, subject));
        }
        return out;
    }
    [[nodiscard]] const std::vector<std::string>& words() const { return words_; }

  private:
    double place(const Value& item, const std::string& subject) {
        const double* number = item.number();
        const std::string* word = item.text();
        if (number == nullptr && word == nullptr) throw bad_field(subject, field_, "a list of numbers or strings", item);
        if (number != nullptr ? !words_.empty() : numbers_)
            throw bad_field(
                subject, field_,
                numbers_ ? "numbers, like the other values of this axis" : "strings, like the other values of this axis", item);
        if (number != nullptr) {
            numbers_ = true;
            return *number;
        }
        const auto [at, is_new] = places_.emplace(*word, words_.size() + 1);
        if (is_new) words_.push_back(*word);
        return static_cast<double>(at->second);
    }

    std::string field_;
    std::vector<std::string> words_;
    std::unordered_map<std::string, std::size_t> places_;  ///< of the words, from 1
    bool numbers_ = false;
};

FigureCurve read_curve(const Table& table, Places& x, Places& y, const std::string& subject) {
    const auto settings = read_settings<CurveSettings>(curve_fields(), table, subject);
    FigureCurve out;
    out.name = settings.name;
    out.x = x.read(settings.x, subject);
    out.y = y.read(settings.y, subject);
    if (out.x.size() != out.y.size()) {
        throw bad_case(subject + ": 'y' must have as many values as 'x', " + std::to_string(out.x.size()) + ", got " +
                       std::to_string(out.y.size()));
    }
    out.mark = settings.style == "line"     ? Mark::line
               : settings.style == "points" ? Mark::points
               : settings.style == "both"   ? Mark::both
                                            : Mark::cells;
    out.dashed = settings.dashed;
    out.size = settings.size;
    out.width = settings.width;
    if (settings.colour.is_nil()) return out;
    out.shade = schema::read_numbers(settings.colour, any_number, subject, "colour");
    if (out.shade.size() != out.x.size()) {
        throw bad_case(subject + ": 'colour' must have as many values as 'x', " + std::to_string(out.x.size()) + ", got " +
                       std::to_string(out.shade.size()));
    }
    if (out.mark == Mark::line) throw bad_case(subject + ": 'colour' requires style = \"points\" or \"cells\"");
    return out;
}

FigurePanel panel_of(const PanelSettings& settings, const std::string& subject) {
    FigurePanel out;
    out.title = settings.title;
    out.x = {settings.x_label, settings.x_scale == "logarithmic", settings.x_from, settings.x_to, {}};
    out.y = {settings.y_label, settings.y_scale == "logarithmic", settings.y_from, settings.y_to, {}};
    out.shade.label = settings.colour_label;
    out.equal = settings.equal;
    out.circle = settings.circle;
    const List* curves = settings.curves.list();
    if (curves == nullptr || curves->empty())
        throw bad_field(subject, "curves", "a list of curves { x = ..., y = ... }", settings.curves);
    Places x("x"), y("y");
    for (const Value& curve : *curves) {
        const std::string name = subject + ".curves[" + std::to_string(out.curves.size() + 1) + "]";
        if (curve.table() == nullptr) throw bad_case(name + ": must be a table { x = ..., y = ... }, got " + curve.describe());
        out.curves.push_back(read_curve(*curve.table(), x, y, name));
    }
    out.x.categories = x.words();
    out.y.categories = y.words();
    for (const auto& [axis, name] : {std::pair(&out.x, "x"), std::pair(&out.y, "y")}) {
        if (axis->categories.empty()) continue;
        if (axis->logarithmic || axis->from || axis->to || out.equal || out.circle)
            throw bad_case(subject + ": '" + name + "' has strings, which allow no scale, no range, no 'equal' and no 'circle'");
    }
    return out;
}

std::string range_rule(const PanelSettings& s) {
    const auto below = [](const std::optional<double>& a, const std::optional<double>& b) { return !a || !b || *a < *b; };
    if (!below(s.x_from, s.x_to)) return "'x_to' must be above 'x_from'";
    if (!below(s.y_from, s.y_to)) return "'y_to' must be above 'y_from'";
    const auto logarithmic = [](const std::string& scale) { return scale == "logarithmic"; };
    for (const auto& [scale, from, to] : {std::tuple(s.x_scale, s.x_from, s.x_to), std::tuple(s.y_scale, s.y_from, s.y_to)}) {
        if (logarithmic(scale) && from && *from <= 0) return "a logarithmic axis must begin above 0";
        if (logarithmic(scale) && to && *to <= 0) return "a logarithmic axis must end above 0";
    }
    if (!logarithmic(s.x_scale) && !logarithmic(s.y_scale)) return "";
    return s.equal ? "'equal' requires linear axes" : s.circle ? "'circle' requires linear axes" : "";
}

template <class S>
void add_panel_fields(Fields<S>& fields) {
    fields.any("curves", static_cast<Value S::*>(&PanelSettings::curves), "list of curves", "The curves.")
        .text("title", static_cast<std::string S::*>(&PanelSettings::title), "Title above the panel.")
        .text("x_label", static_cast<std::string S::*>(&PanelSettings::x_label),
              "Label of the horizontal axis, with the unit in brackets: \"time [s]\".")
        .text("y_label", static_cast<std::string S::*>(&PanelSettings::y_label), "Label of the vertical axis.")
        .text("colour_label", static_cast<std::string S::*>(&PanelSettings::colour_label), "Label of the colour bar.")
        .choice("x_scale", static_cast<std::string S::*>(&PanelSettings::x_scale), {"linear", "logarithmic"},
                "Scale of the horizontal axis.")
        .choice("y_scale", static_cast<std::string S::*>(&PanelSettings::y_scale), {"linear", "logarithmic"},
                "Scale of the vertical axis.")
        .number("x_from", static_cast<std::optional<double> S::*>(&PanelSettings::x_from), "", any_number,
                "Start of the horizontal axis.")
        .number("x_to", static_cast<std::optional<double> S::*>(&PanelSettings::x_to), "", any_number,
                "End of the horizontal axis.")
        .number("y_from", static_cast<std::optional<double> S::*>(&PanelSettings::y_from), "", any_number,
                "Start of the vertical axis.")
        .number("y_to", static_cast<std::optional<double> S::*>(&PanelSettings::y_to), "", any_number,
                "End of the vertical axis.")
        .boolean("equal", static_cast<bool S::*>(&PanelSettings::equal), "One scale for both axes.")
        .number("circle", static_cast<std::optional<double> S::*>(&PanelSettings::circle), "unit of x", positive,
                "Radius of a circle about the origin.")
        .check([](const S& s) { return range_rule(s); });
}

}  // namespace

const FieldList& curve_fields() {
    static const FieldList fields =
        Fields<CurveSettings>()
            .any("x", &CurveSettings::x, "list", "Numbers; or strings, which are categories in order of appearance.")
            .required()
            .any("y", &CurveSettings::y, "list", "As many numbers or strings.")
            .required()
            .text("name", &CurveSettings::name, "Name in the key, which is drawn for two or more names.")
            .choice("style", &CurveSettings::style, {"line", "points", "both", "cells"},
                    "A line, points, both, or a rectangle for each value: the cells of a map.")
            .any("colour", &CurveSettings::colour, "list of numbers",
                 "A third value for each point, which colours the points or cells.")
            .boolean("dashed", &CurveSettings::dashed, "A dashed line.")
            .number("size", &CurveSettings::size, "", positive, "Relative size of points.")
            .number("width", &CurveSettings::width, "", positive, "Relative width of the line.");
    return fields;
}

const FieldList& panel_fields() {
    static const FieldList fields = Fields<PanelSettings>().with(add_panel_fields<PanelSettings>);
    return fields;
}

const FieldList& figure_fields() {
    static const FieldList fields = Fields<FigureSettings>()
                                        .with(add_panel_fields<FigureSettings>)
                                        .any("panels", &FigureSettings::panels, "list of panels",
                                             "Several panels in one picture, each with the fields above.")
                                        .integer("columns", &FigureSettings::columns, between(1, 6), "Number of panels in a row.")
                                        .text("file", &FigureSettings::file, "The picture, .svg or .png.")
                                        .required()
                                        .exactly_one({"curves", "panels"});
    return fields;
}

int plot(lua_State* L) {
    const Abandonable reading(place_in_script(L));  // it writes nothing before the picture is complete
    const Table given = fields_argument(L, 1, "plot");
    const auto settings = read_settings<FigureSettings>(figure_fields(), given, "plot");
    record::Figure figure;
    figure.title = settings.title;
    figure.columns = settings.columns;
    if (settings.panels.is_nil()) {
        figure.panels.push_back(panel_of(settings, "plot"));
        figure.panels.back().title.clear();  // it is the title of the figure
    } else {
        const List* panels = settings.panels.list();
        if (panels == nullptr || panels->empty())
            throw bad_field("plot", "panels", "a list of panels { curves = ..., ... }", settings.panels);
        for (const auto& [field, value] : given) {
            if (field != "panels" && field != "columns" && field != "file" && field != "title")
                throw bad_case("plot: '" + field + "' must be given in each panel if 'panels' is given");
        }
        for (const Value& panel : *panels) {
            const std::string subject = "plot.panels[" + std::to_string(figure.panels.size() + 1) + "]";
            if (panel.table() == nullptr)
                throw bad_case(subject + ": must be a table { curves = ..., ... }, got " + panel.describe());
            figure.panels.push_back(panel_of(read_settings<PanelSettings>(panel_fields(), *panel.table(), subject), subject));
        }
    }
    const Context& command = context(L);
    const std::filesystem::path file = writable_path(command, settings.file, "plot: 'file'");
    if (command.writes_files()) record::draw_figure("plot", figure, file, end_if_interrupted);
    return 0;
}

}  // namespace jounce::lua
