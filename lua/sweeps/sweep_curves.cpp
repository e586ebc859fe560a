// Columns of a sweep as lines along an axis, or as points.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <set>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "sweeps/sweep_picture.hpp"

namespace jounce::lua {

namespace {

using record::FigureCurve;
using record::Mark;

constexpr std::size_t most_colours = 12;  // distinguishable by a reader; more numbers use a colour bar
constexpr std::size_t most_names = 24;    // in the key
constexpr double none = std::numeric_limits<double>::quiet_NaN();

const std::vector<double>* section_of(const sweep::Result& result, const std::string& probe) {
    for (const auto& [name, values] : result.section) {
        if (name == probe) return &values;
    }
    return nullptr;
}

bool is_probe(const sweep::Sweep& sweep, const std::string& name) {
    return std::ranges::any_of(sweep.results, [&](const sweep::Result& result) { return section_of(result, name) != nullptr; });
}

/// The division of rows into curves.
struct Parting {
    std::optional<std::size_t> along;  ///< the column along which points are joined; none: points
    std::vector<std::size_t> lines;    ///< columns with a common value along a line
    std::vector<std::size_t> groups;   ///< columns with a common value for a colour, without the direction
    std::optional<std::size_t> way;    ///< column of the direction, if there are two
    bool scaled = false;               ///< many numbers: a colour bar
};

Parting part(const Selection& selection, const SweepPicture& settings, bool sections) {
    const sweep::Plan& plan = selection.sweep().plan;
    Parting out;
    const auto joins = [&](const std::string& axis) {
        return selection.is_grid() && selection.is_number(selection.column(axis));
    };
    std::string along = selection.is_axis(settings.x) ? settings.x : plan.carry;
    // A column of the rows changes along a line: a line through only some of the points would be misleading.
    const bool by_row = !settings.by.empty() && settings.by != "direction" && !selection.is_axis(settings.by);
    if (sections || !settings.colour.empty() || by_row || along.empty() || along == settings.by || !joins(along)) along.clear();
    const std::vector<std::size_t> parting = selection.parting({along.empty() ? settings.x : along});
    for (const std::size_t c : parting) {
        if (selection.is_direction(c)) out.way = c;
    }
    if (!along.empty()) {
        out.along = selection.column(along);
        out.lines = parting;
    }
    if (!settings.by.empty()) {
        if (settings.by != "direction") out.groups = {selection.column(settings.by)};
    } else if (!along.empty()) {
        for (const std::size_t c : parting) {
            if (!selection.is_direction(c)) out.groups.push_back(c);
        }
    }
    return out;
}

/// \throws Error (bad_case) for more groups than a reader can distinguish
void require_few(const Selection& selection, const SweepPicture& settings, Parting& parting) {
    double groups = 1;
    for (const std::size_t c : parting.groups) groups *= static_cast<double>(selection.count(c));
    parting.scaled = parting.groups.size() == 1 && groups > most_colours && selection.is_number(parting.groups.front());
    if (groups <= most_names || parting.scaled) return;
    if (!settings.by.empty()) {
        throw bad_case(fmt::format("{}: 'by' must be a column of numbers or of at most {} words, got '{}' with {:g}",
                                   sweep_plot_subject, most_names, settings.by, groups));
    }
    throw bad_case(fmt::format(
        "{}: the other axes make {:g} curves ({}), at most {} can be distinguished; 'by' selects one of them, "
        "'at' fixes one: at = {{ {} = ... }}",
        sweep_plot_subject, groups, selection.counts(parting.groups), most_names, selection.name(parting.groups.front())));
}

/// Sorts by ascending x, so that a line does not run back and forth.
void sort_along(FigureCurve& curve) {
    std::vector<std::size_t> order(curve.x.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return curve.x[i]; });
    FigureCurve sorted = curve;
    for (std::size_t i = 0; i < order.size(); ++i) {
        sorted.x[i] = curve.x[order[i]];
        sorted.y[i] = curve.y[order[i]];
    }
    curve = std::move(sorted);
}

/// Curves in order of their first point.
class Curves {
  public:
    /// \param words the colours of words, or null if the colour is not from a column of words
    Curves(const Selection& selection, const Parting& parting, WordColours* words)
        : selection_(selection), parting_(parting), words_(words) {}

    FigureCurve& of(const List& row, const std::string& word) {
        const std::string group = words_ != nullptr ? word + '\0' : key_of(row, parting_.groups);
        const std::string way = parting_.way && words_ == nullptr ? key_of(row, {*parting_.way}) : "";
        const std::string line = group + way + (parting_.along ? key_of(row, parting_.lines) : "");
        const auto [at, fresh] = curves_.emplace(line, all_.size());
        if (!fresh) return all_[at->second];
        FigureCurve curve = words_ != nullptr ? words_->curve(word) : named(row, group, way);
        curve.mark = parting_.along ? Mark::both : Mark::points;
        // Only the first line of a group has the name.
        if (!names_.insert(curve.name).second) curve.name.clear();
        all_.push_back(std::move(curve));
        return all_.back();
    }

    std::vector<FigureCurve> take() { return std::move(all_); }

  private:
    /// Lines of one group have one colour in both directions; down is dashed. For points each direction has its own colour, and
    /// points of up are larger, so that they remain visible behind points of down.
    FigureCurve named(const List& row, const std::string& group, const std::string& way) {
        FigureCurve curve;
        std::vector<std::size_t> columns = parting_.groups;
        if (parting_.scaled) {
            curve.level = *row[parting_.groups.front()].number();
            columns.clear();
        } else {
            const bool shared = parting_.along && !parting_.groups.empty();
            curve.colour = colours_.emplace(shared ? group : group + way, colours_.size()).first->second;
        }
        if (parting_.way) columns.push_back(*parting_.way);
        curve.name = selection_.title(row, columns);
        const bool down = parting_.way && row[*parting_.way].text() != nullptr && *row[*parting_.way].text() == "down";
        if (parting_.along && down) curve.dashed = curve.ring = true;
        if (parting_.way && !parting_.along && !down) curve.size = 1.8;
        return curve;
    }

    const Selection& selection_;
    const Parting& parting_;
    WordColours* words_;
    std::map<std::string, std::size_t> curves_, colours_;
    std::set<std::string> names_;
    std::vector<FigureCurve> all_;
};

}  // namespace

record::Figure sweep_curves(const Selection& selection, const SweepPicture& settings) {
    const sweep::Sweep& sweep = selection.sweep();
    const bool sections = is_probe(sweep, settings.y);
    Parting parting = part(selection, settings, sections);
    const std::size_t x = selection.column(settings.x), y = sections ? 0 : selection.column(settings.y);
    const std::optional<std::size_t> colour =
        settings.colour.empty() ? std::nullopt : std::optional(selection.column(settings.colour));
    const bool worded = colour && !selection.is_number(*colour);
    require_few(selection, settings, parting);
    ColumnScale scale_x(settings.x), scale_y(settings.y), shades(settings.colour);
    std::optional<WordColours> words;
    if (worded) words.emplace(selection, *colour);
    Curves curves(selection, parting, words ? &*words : nullptr);
    for (const std::size_t point : selection.points()) {
        const List row = cells(sweep, point);
        const double at = scale_x(row[x]);
        if (selection.failed(point)) {
            // The line breaks here.
            if (parting.along) {
                FigureCurve& curve = curves.of(row, "");
                curve.x.push_back(at);
                curve.y.push_back(none);
            }
            continue;
        }
        if (colour && row[*colour].is_nil()) continue;
        const double shade = colour ? shades(row[*colour]) : none;  // or an error for numbers among words
        FigureCurve& curve = curves.of(row, words ? words->shown(sweep::value_text(row[*colour])) : "");
        const auto add = [&](double value) {
            curve.x.push_back(at);
            curve.y.push_back(value);
            if (colour && !worded) curve.shade.push_back(shade);
        };
        if (const std::vector<double>* values = sections ? section_of(sweep.results[point], settings.y) : nullptr) {
            for (const double value : *values) add(value);
        } else {
            add(scale_y(row[y]));
        }
    }
    record::FigurePanel panel;
    panel.x = {selection.head(settings.x), settings.x_scale == "logarithmic", {}, {}, scale_x.words()};
    panel.y = {selection.head(settings.y), settings.y_scale == "logarithmic", {}, {}, scale_y.words()};
    const std::string bar = parting.scaled ? selection.name(parting.groups.front()) : settings.colour;
    if (!bar.empty()) panel.shade.label = selection.head(bar);
    if (const sweep::Axis* axis = selection.axis(bar)) panel.shade.logarithmic = axis->logarithmic;
    panel.curves = curves.take();
    for (FigureCurve& curve : panel.curves) {
        if (parting.along == x && !sweep.plan.carried()) sort_along(curve);
    }
    std::erase_if(panel.curves, [](const FigureCurve& curve) {
        return std::ranges::none_of(curve.y, [](double value) { return std::isfinite(value); });
    });
    record::Figure out;
    out.panels.push_back(std::move(panel));
    return out;
}

}  // namespace jounce::lua
