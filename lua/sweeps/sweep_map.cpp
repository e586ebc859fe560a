// Two axes of a sweep as a map: a rectangle for each point.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "sweeps/sweep_picture.hpp"

namespace jounce::lua {

namespace {

using record::FigureCurve;

constexpr std::size_t most_maps = 12;

record::FigurePanel empty_panel(const Selection& selection, const SweepPicture& settings) {
    record::FigurePanel out;
    out.x = {selection.head(settings.x), settings.x_scale == "logarithmic"};
    out.y = {selection.head(settings.y), settings.y_scale == "logarithmic"};
    out.shade.label = selection.head(settings.colour);
    return out;
}

}  // namespace

record::Figure sweep_map(const Selection& selection, const SweepPicture& settings) {
    const std::vector<std::size_t> parting = selection.parting({settings.x, settings.y});
    std::vector<std::string> others;
    for (const std::size_t c : parting) others.push_back(selection.name(c));
    if (!settings.by.empty() && std::ranges::find(others, settings.by) == others.end()) {
        throw bad_case(std::string(sweep_plot_subject) + ": 'by' of a map must be " +
                       (others.empty() ? "left out, as the sweep has no other axis" : "another axis (" + join(others) + ")") +
                       ", got '" + settings.by + "'");
    }
    const std::size_t x = selection.column(settings.x), y = selection.column(settings.y),
                      colour = selection.column(settings.colour);
    ColumnScale scale_x(settings.x), scale_y(settings.y), shades(settings.colour);
    record::Figure out;
    std::map<std::string, std::size_t> panels;
    WordColours colours(selection, colour);
    std::vector<FigureCurve> words;  // the same in every panel: one key
    double least = INFINITY, most = -INFINITY;
    for (const std::size_t point : selection.points()) {
        const List row = cells(selection.sweep(), point);
        const auto [at, fresh] = panels.emplace(key_of(row, parting), out.panels.size());
        if (fresh) {
            out.panels.push_back(empty_panel(selection, settings));
            out.panels.back().title = selection.title(row, parting);
        }
        const double px = scale_x(row[x]), py = scale_y(row[y]);
        if (selection.failed(point) || row[colour].is_nil()) continue;
        const bool worded = row[colour].number() == nullptr;
        const Value shown = worded ? Value(colours.shown(sweep::value_text(row[colour]))) : row[colour];
        const double shade = shades(shown);
        if (worded && shades.words().size() > words.size()) {
            words.push_back(colours.curve(shades.words().back()));
            words.back().mark = record::Mark::cells;
        }
        std::vector<FigureCurve>& curves = out.panels[at->second].curves;
        const std::size_t k = worded ? static_cast<std::size_t>(shade) - 1 : 0;
        while (curves.size() <= k) {
            curves.push_back(worded ? words[curves.size()] : FigureCurve{""});
            curves.back().mark = record::Mark::cells;
        }
        curves[k].x.push_back(px);
        curves[k].y.push_back(py);
        if (worded) continue;
        curves[k].shade.push_back(shade);
        least = std::min(least, shade);
        most = std::max(most, shade);
    }
    if (out.panels.size() > most_maps) {
        throw bad_case(
            fmt::format("{}: a map for each value of the other axes makes {} maps ({}), at most {} are possible; 'at' fixes "
                        "an axis: at = {{ {} = ... }}",
                        sweep_plot_subject, out.panels.size(), selection.counts(parting), most_maps, others.front()));
    }
    for (record::FigurePanel& panel : out.panels) {
        // Colours and positions are the same in all panels.
        panel.x.categories = scale_x.words();
        panel.y.categories = scale_y.words();
        if (least < most) {
            panel.shade.from = least;
            panel.shade.to = most;
        }
        for (std::size_t k = panel.curves.size(); k < words.size(); ++k) panel.curves.push_back(words[k]);
    }
    // A panel with only failed points is empty.
    std::erase_if(out.panels, [](const record::FigurePanel& panel) {
        return std::ranges::all_of(panel.curves, [](const FigureCurve& curve) { return curve.x.empty(); });
    });
    if (out.panels.empty())
        throw computation_failed(std::string(sweep_plot_subject) + ": there is nothing to draw: column '" + settings.colour +
                                 "' is empty");
    out.columns = out.panels.size() > 4 ? 3 : out.panels.size() > 1 ? 2 : 1;
    out.one_key = out.panels.size() > 1;
    return out;
}

}  // namespace jounce::lua
