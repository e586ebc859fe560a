// A sweep as a picture: its settings and the selected type of picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweeps/sweep_picture.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "script/module.hpp"

namespace jounce::lua {

namespace {

/// The default axis along x: the carried one, or the last numeric one.
std::string standard_x(const Selection& selection) {
    const sweep::Plan& plan = selection.sweep().plan;
    if (plan.carried()) return plan.carry;
    for (auto axis = plan.axes.rbegin(); axis != plan.axes.rend(); ++axis) {
        if (!plan.points.empty() && selection.is_number(selection.column(axis->name))) return axis->name;
    }
    throw bad_case(std::string(sweep_plot_subject) + ": 'x' must be given, as no axis is numeric");
}

constexpr std::size_t most_word_colours = 24;  // distinguishable by a reader

/// The tone of a word for motion without a label.
std::optional<record::Tone> tone_of(const std::string& word) {
    return word == "unsettled"   ? std::optional(record::Tone::grey)
           : word == "aperiodic" ? std::optional(record::Tone::dark)
                                 : std::nullopt;
}

}  // namespace

const FieldList& sweep_plot_fields() {
    static const FieldList fields =
        Fields<SweepPicture>()
            .text("x", &SweepPicture::x, "Column along the horizontal axis.")
            .standard("the carried axis, or the last numeric one")
            .text("y", &SweepPicture::y,
                  "Column along the vertical axis; for a diagram also a probe, which draws its sections as points.")
            .required()
            .text("by", &SweepPicture::by,
                  "A column that colours the curves: one colour for each value, or a colour bar for more than 12 numbers.")
            .standard("the other axes and the direction")
            .text("colour", &SweepPicture::colour,
                  "A column that colours points; with two axes of a grid as x and y: a map. Each word has its own colour.")
            .any("at", &SweepPicture::at, "table",
                 "Only the points with these values of axes, and of `direction`: `{ clearance = 1e-3, direction = \"up\" }`.")
            .choice("x_scale", &SweepPicture::x_scale, {"linear", "logarithmic"}, "Scale of the horizontal axis.")
            .choice("y_scale", &SweepPicture::y_scale, {"linear", "logarithmic"}, "Scale of the vertical axis.")
            .text("title", &SweepPicture::title, "The line above the picture.")
            .standard("the sweep's name")
            .text("file", &SweepPicture::file, "The picture, .svg or .png.")
            .required();
    return fields;
}

WordColours::WordColours(const Selection& selection, std::size_t column) {
    std::map<std::string, std::size_t> counts;
    for (const std::size_t point : selection.points()) {
        const Value cell = cells(selection.sweep(), point)[column];
        if (!cell.is_nil()) ++counts[sweep::value_text(cell)];
    }
    if (counts.size() <= most_word_colours) return;
    std::vector<std::pair<std::size_t, std::string>> rising;
    for (const auto& [word, count] : counts) {
        if (!tone_of(word)) rising.emplace_back(count, word);
    }
    std::ranges::sort(rising);
    for (std::size_t i = 0; i <= counts.size() - most_word_colours && i < rising.size(); ++i) rare_.insert(rising[i].second);
    others_ = std::to_string(rare_.size()) + " other words";
}

std::string WordColours::shown(const std::string& word) const { return rare_.contains(word) ? others_ : word; }

record::FigureCurve WordColours::curve(const std::string& shown) {
    record::FigureCurve out{shown};
    if (const auto tone = tone_of(shown)) {
        out.tone = *tone;
    } else if (!others_.empty() && shown == others_) {
        out.tone = record::Tone::black;
    } else {
        out.colour = next_++;
    }
    return out;
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
