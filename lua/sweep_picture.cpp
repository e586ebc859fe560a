// A sweep as a picture: its settings, and which kind of picture they ask for.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep_picture.hpp"

#include <algorithm>

#include "module.hpp"

namespace jounce::lua {

namespace {

/// The axis that is drawn along x where the script names none: the carried one, or the last one of numbers.
std::string standard_x(const Selection& selection) {
    const sweep::Plan& plan = selection.sweep().plan;
    if (plan.carried()) return plan.carry;
    for (auto axis = plan.axes.rbegin(); axis != plan.axes.rend(); ++axis) {
        if (!plan.points.empty() && selection.is_number(selection.column(axis->name))) return axis->name;
    }
    throw bad_case(std::string(sweep_plot_subject) + ": 'x' must be given, as no axis is one of numbers");
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
                  "A column by whose values the curves are coloured: a colour each, or a colour bar for more than 12 numbers.")
            .standard("the other axes and the direction")
            .text("colour", &SweepPicture::colour,
                  "A column that colours points; with two axes of a grid as x and y: a map. Words have a colour each.")
            .any("at", &SweepPicture::at, "table",
                 "Only the points with these values of axes, and of `direction`: `{ clearance = 1e-3, direction = \"up\" }`.")
            .choice("x_scale", &SweepPicture::x_scale, {"linear", "logarithmic"}, "Of the horizontal axis.")
            .choice("y_scale", &SweepPicture::y_scale, {"linear", "logarithmic"}, "Of the vertical axis.")
            .text("title", &SweepPicture::title, "The line above the picture.")
            .standard("the sweep's name")
            .text("file", &SweepPicture::file, "The picture, .svg or .png.")
            .required();
    return fields;
}

void colour_by_word(record::FigureCurve& curve, std::size_t& next) {
    if (curve.name == "unsettled") {
        curve.tone = record::Tone::grey;
    } else if (curve.name == "aperiodic") {
        curve.tone = record::Tone::dark;
    } else {
        curve.colour = next++;
    }
}

record::Figure sweep_figure(const sweep::Sweep& sweep, const SweepPicture& settings) {
    const Selection selection(sweep, settings.at);
    SweepPicture complete = settings;
    if (complete.x.empty()) complete.x = standard_x(selection);
    for (const std::string& name : {complete.x, complete.by, complete.colour}) {
        if (!name.empty()) static_cast<void>(selection.column(name));
    }
    if (std::ranges::all_of(selection.points(), [&](std::size_t point) { return selection.failed(point); }))
        throw computation_failed(std::string(sweep_plot_subject) + ": there is nothing to draw: no point has a row");
    const bool map = !complete.colour.empty() && selection.is_grid() && complete.x != complete.y &&
                     selection.is_axis(complete.x) && selection.is_axis(complete.y);
    record::Figure out = map ? sweep_map(selection, complete) : sweep_curves(selection, complete);
    out.title = settings.title.empty() ? sweep.name : settings.title;
    return out;
}

}  // namespace jounce::lua
