// The key of a picture.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/figure_key.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "record/plots/figure_data.hpp"
#include "record/plots/figure_text.hpp"

namespace jounce::record {

namespace {

constexpr double row = 24, gap = 8, between = 24, above = 8;

/// Runs of one model have the same name: "shaft (1)", "shaft (2)".
void number_equal(std::vector<KeyName>& names) {
    std::unordered_map<std::string, std::size_t> count, seen;
    for (const KeyName& name : names) ++count[name.name];
    for (KeyName& name : names) {
        if (count[name.name] < 2) continue;
        const std::size_t number = ++seen[name.name];
        name.name += " (" + std::to_string(number) + ")";
    }
}

}  // namespace

Key::Key(const Figure& figure, const std::vector<Axes>& axes, const std::vector<std::size_t>& panels) {
    std::vector<bool> drawn;
    std::unordered_map<std::string_view, std::size_t> first;  // place of a name in names_: a figure may have thousands
    for (const std::size_t p : panels) {
        for (std::size_t c = 0; c < figure.panels[p].curves.size(); ++c) {
            const FigureCurve& curve = figure.panels[p].curves[c];
            if (curve.name.empty()) continue;
            const auto [at, is_new] = first.emplace(curve.name, names_.size());
            const bool shows = has_points(curve, axes[p]);
            // A panel may have two curves of the same name; several panels have the same curves.
            if (is_new || names_[at->second].panel == p) {
                names_.push_back({curve.name, p, c});
                drawn.push_back(shows);
            } else if (shows) {
                drawn[at->second] = true;
            }
        }
    }
    if (names_.size() < 2) names_.clear();
    number_equal(names_);
    for (std::size_t i = 0; i < names_.size(); ++i)
        if (!drawn[i]) names_[i].name += " (nothing to draw)";
}

Key::Grid Key::grid(double width) const {
    double longest = 0;
    for (const KeyName& name : names_) longest = std::max(longest, text_width(name.name));
    const double pitch = std::min(key_sample + gap + longest + between, width);
    const auto columns = static_cast<std::size_t>(std::max(width / pitch, 1.0));
    return {std::clamp<std::size_t>(columns, 1, names_.size()), pitch};
}

double Key::height(double width) const {
    if (names_.empty()) return 0;
    const std::size_t columns = grid(width).columns;
    const std::size_t rows = (names_.size() + columns - 1) / columns;
    return above + row * static_cast<double>(rows);
}

void Key::place(double left, double top, double width, Layout& layout) const {
    if (names_.empty()) return;
    const Grid grid = this->grid(width);
    const double begin = left + (width - grid.pitch * static_cast<double>(grid.columns) + between) / 2;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        const std::size_t down = i / grid.columns;
        const double x = begin + grid.pitch * static_cast<double>(i % grid.columns);
        const double y = top - above - row * (static_cast<double>(down) + 0.5);
        layout.key.push_back({names_[i].panel, names_[i].curve, x, y});
        layout.texts.push_back(
            {shortened(names_[i].name, grid.pitch - key_sample - gap - between), x + key_sample + gap, y, Anchor::left});
    }
}

}  // namespace jounce::record
