// jounce.plot{ curves, ... }: any numbers as a picture.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "context.hpp"
#include "convert.hpp"
#include "module.hpp"
#include "record/figure.hpp"
#include "record/folder.hpp"

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

/// Words of an axis become 1, 2, ... in the order in which they first come.
std::vector<double> read_places(const Value& value, std::vector<std::string>& words, const std::string& subject,
                                const std::string& field) {
    const List* list = value.list();
    if (list == nullptr) throw bad_field(subject, field, "a list of numbers or strings", value);
    std::vector<double> out;
    for (const Value& item : *list) {
        if (const double* number = item.number()) {
            out.push_back(*number);
            continue;
        }
        const std::string* word = item.text();
        if (word == nullptr) throw bad_field(subject, field, "a list of numbers or strings", item);
        const auto at = std::ranges::find(words, *word);
        out.push_back(static_cast<double>(at - words.begin()) + 1);
        if (at == words.end()) words.push_back(*word);
    }
    return out;
}

FigureCurve read_curve(const Table& table, FigurePanel& panel, const std::string& subject) {
    const auto settings = read_settings<CurveSettings>(curve_fields(), table, subject);
    FigureCurve out;
    out.name = settings.name;
    out.x = read_places(settings.x, panel.x.categories, subject, "x");
    out.y = read_places(settings.y, panel.y.categories, subject, "y");
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
    if (out.mark == Mark::line) throw bad_case(subject + ": 'colour' goes with style = \"points\" or \"cells\"");
    return out;
}

FigurePanel panel_of(const PanelSettings& settings, const std::string& subject) {
    FigurePanel out;
    out.title = settings.title;
    out.x = {settings.x_label, settings.x_scale == "logarithmic", settings.x_from, settings.x_to, {}};
    out.y = {settings.y_label, settings.y_scale == "logarithmic", settings.y_from, settings.y_to, {}};
    out.shade_label = settings.colour_label;
    out.equal = settings.equal;
    out.circle = settings.circle;
    const List* curves = settings.curves.list();
    if (curves == nullptr || curves->empty())
        throw bad_field(subject, "curves", "a list of curves { x = ..., y = ... }", settings.curves);
    for (const Value& curve : *curves) {
        const std::string name = subject + ".curves[" + std::to_string(out.curves.size() + 1) + "]";
        if (curve.table() == nullptr) throw bad_case(name + ": must be a table { x = ..., y = ... }, got " + curve.describe());
        out.curves.push_back(read_curve(*curve.table(), out, name));
    }
    return out;
}

std::string range_rule(const PanelSettings& s) {
    const auto below = [](const std::optional<double>& a, const std::optional<double>& b) { return !a || !b || *a < *b; };
    if (!below(s.x_from, s.x_to)) return "'x_to' must be above 'x_from'";
    if (!below(s.y_from, s.y_to)) return "'y_to' must be above 'y_from'";
    for (const auto& [scale, end] : {std::pair(s.x_scale, s.x_from), std::pair(s.y_scale, s.y_from)}) {
        if (scale == "logarithmic" && end && *end <= 0) return "a logarithmic axis must begin above 0";
    }
    return s.equal && (s.x_scale != "linear" || s.y_scale != "linear") ? "'equal' needs linear axes" : "";
}

template <class S>
void add_panel_fields(Fields<S>& fields) {
    fields.any("curves", static_cast<Value S::*>(&PanelSettings::curves), "list of curves", "What is drawn.")
        .text("title", static_cast<std::string S::*>(&PanelSettings::title), "The line above.")
        .text("x_label", static_cast<std::string S::*>(&PanelSettings::x_label),
              "At the horizontal axis, the unit in brackets: \"time [s]\".")
        .text("y_label", static_cast<std::string S::*>(&PanelSettings::y_label), "At the vertical axis.")
        .text("colour_label", static_cast<std::string S::*>(&PanelSettings::colour_label), "At the colour bar.")
        .choice("x_scale", static_cast<std::string S::*>(&PanelSettings::x_scale), {"linear", "logarithmic"},
                "Of the horizontal axis.")
        .choice("y_scale", static_cast<std::string S::*>(&PanelSettings::y_scale), {"linear", "logarithmic"},
                "Of the vertical axis.")
        .number("x_from", static_cast<std::optional<double> S::*>(&PanelSettings::x_from), "", any_number,
                "Where the horizontal axis begins.")
        .number("x_to", static_cast<std::optional<double> S::*>(&PanelSettings::x_to), "", any_number, "Where it ends.")
        .number("y_from", static_cast<std::optional<double> S::*>(&PanelSettings::y_from), "", any_number,
                "Where the vertical axis begins.")
        .number("y_to", static_cast<std::optional<double> S::*>(&PanelSettings::y_to), "", any_number, "Where it ends.")
        .boolean("equal", static_cast<bool S::*>(&PanelSettings::equal), "One scale for both axes.")
        .number("circle", static_cast<std::optional<double> S::*>(&PanelSettings::circle), "unit of x", positive,
                "Radius of a circle about the origin.")
        .check([](const S& s) { return range_rule(s); });
}

}  // namespace

const FieldList& curve_fields() {
    static const FieldList fields =
        Fields<CurveSettings>()
            .any("x", &CurveSettings::x, "list",
                 "Numbers; or strings, which are then categories in the order in which they come.")
            .required()
            .any("y", &CurveSettings::y, "list", "As many numbers or strings.")
            .required()
            .text("name", &CurveSettings::name, "In the key, which is there for two names or more.")
            .choice("style", &CurveSettings::style, {"line", "points", "both", "cells"},
                    "A line, points, both, or a rectangle for each value: the cells of a map.")
            .any("colour", &CurveSettings::colour, "list of numbers", "A third number, which colours the points or cells.")
            .boolean("dashed", &CurveSettings::dashed, "A dashed line.")
            .number("size", &CurveSettings::size, "", positive, "Of points, relative.")
            .number("width", &CurveSettings::width, "", positive, "Of the line, relative.");
    return fields;
}

const FieldList& panel_fields() {
    static const FieldList fields = Fields<PanelSettings>().with(add_panel_fields<PanelSettings>);
    return fields;
}

const FieldList& figure_fields() {
    static const FieldList fields =
        Fields<FigureSettings>()
            .with(add_panel_fields<FigureSettings>)
            .any("panels", &FigureSettings::panels, "list of panels", "Several pictures in one, each with the fields above.")
            .integer("columns", &FigureSettings::columns, between(1, 6), "How many panels beside each other.")
            .text("file", &FigureSettings::file, "The picture, .svg or .png.")
            .required()
            .exactly_one({"curves", "panels"});
    return fields;
}

int plot(lua_State* L) {
    const Table given = fields_argument(L, 1, "plot");
    const auto settings = read_settings<FigureSettings>(figure_fields(), given, "plot");
    record::Figure figure;
    figure.title = settings.title;
    figure.columns = settings.columns;
    if (settings.panels.is_nil()) {
        figure.panels.push_back(panel_of(settings, "plot"));
    } else {
        const List* panels = settings.panels.list();
        if (panels == nullptr || panels->empty())
            throw bad_field("plot", "panels", "a list of panels { curves = ..., ... }", settings.panels);
        for (const auto& [field, value] : given) {
            if (field != "panels" && field != "columns" && field != "file" && field != "title")
                throw bad_case("plot: '" + field + "' goes into the panels where 'panels' is given");
        }
        for (const Value& panel : *panels) {
            const std::string subject = "plot.panels[" + std::to_string(figure.panels.size() + 1) + "]";
            if (panel.table() == nullptr)
                throw bad_case(subject + ": must be a table { curves = ..., ... }, got " + panel.describe());
            figure.panels.push_back(panel_of(read_settings<PanelSettings>(panel_fields(), *panel.table(), subject), subject));
        }
    }
    const Context& command = context(L);
    const std::filesystem::path file = record::output_path(settings.file, command.session.output_root, "plot: 'file'");
    if (command.writes_files()) record::draw_figure("plot", figure, file);
    return 0;
}

}  // namespace jounce::lua
