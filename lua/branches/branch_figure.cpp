// A branch as a picture: solid where it is stable, dashed where it is not, with marks at its special points.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

#include "base/messages/text.hpp"
#include "branches/branch.hpp"

namespace jounce::lua {

namespace {

constexpr const char* branch_plot_subject = "branch:plot";
constexpr double gap = std::numeric_limits<double>::quiet_NaN();

/// A numeric column.
BranchColumn numbers(const FoundBranch& branch, const std::string& name) {
    const std::vector<BranchColumn> columns = branch_columns(branch);
    const auto at = std::ranges::find(columns, name == "parameter" ? columns.front().name : name, &BranchColumn::name);
    if (at == columns.end()) {
        std::vector<std::string> names;
        for (const BranchColumn& column : columns) names.push_back(column.name);
        const std::string near = did_you_mean(name, names);
        throw bad_case(
            std::string(branch_plot_subject) + ": there is no column '" + name + "'" +
            (near.empty() ? "; known are " + join(names) : near) +
            (name.ends_with(".max") || name.ends_with(".min") ? " (probes are named by 'probes' of jounce.orbit)" : ""));
    }
    const bool words = std::ranges::any_of(branch.points, [&](const FoundPoint& point) {
        const Value value = at->value(point);
        return !value.is_nil() && value.number() == nullptr;
    });
    if (words) throw bad_case(std::string(branch_plot_subject) + ": '" + name + "' must be a column of numbers");
    return *at;
}

std::string head(const BranchColumn& column) {
    return column.unit.empty() ? column.name : column.name + " [" + column.unit + "]";
}

double number_of(const Value& value) { return value.number() != nullptr ? *value.number() : gap; }

/// How the branch is drawn between two of its points.
enum class Style { stable, unstable, untold };
Style style_between(const FoundPoint& a, const FoundPoint& b) {
    // At a special point stability changes; the other point decides the style.
    const std::optional<bool> stable = b.at.stable ? b.at.stable : a.at.stable;
    if (!stable) return Style::untold;
    return *stable ? Style::stable : Style::unstable;
}

/// Marks of special points have shapes in the order of their kinds.
constexpr std::array<nonlinear::SpecialKind, 7> kinds = {nonlinear::SpecialKind::fold,
                                                         nonlinear::SpecialKind::period_doubling,
                                                         nonlinear::SpecialKind::neimark_sacker,
                                                         nonlinear::SpecialKind::branch_point,
                                                         nonlinear::SpecialKind::grazing,
                                                         nonlinear::SpecialKind::corner,
                                                         nonlinear::SpecialKind::jump_of_multipliers};

class Picture {
  public:
    explicit Picture(record::FigurePanel& panel) : panel_(panel) {}

    void add(const FoundBranch& branch, const BranchPicture& settings, std::size_t colour, const std::string& name) {
        const BranchColumn x = numbers(branch, settings.x), y = numbers(branch, settings.y);
        std::array<record::FigureCurve, 3> lines;
        const std::array<const char*, 3> words = {"stable", "unstable", branch.curve ? "" : "stability unknown"};
        for (std::size_t i = 0; i < lines.size(); ++i) {
            lines[i].name = name + (name.empty() || *words[i] == '\0' ? "" : ", ") + words[i];
            lines[i].colour = colour;
        }
        lines[1].dashed = true;
        if (!branch.curve) lines[2].tone = record::Tone::grey;
        std::array<std::size_t, 3> ends{};  // one past the point at which the line ended last
        const std::vector<FoundPoint>& points = branch.points;
        const auto put = [&](record::FigureCurve& line, const FoundPoint& point) {
            line.x.push_back(number_of(x.value(point)));
            line.y.push_back(number_of(y.value(point)));
        };
        for (std::size_t i = 1; i < points.size(); ++i) {
            const auto s = static_cast<std::size_t>(style_between(points[i - 1], points[i]));
            if (ends[s] != i) {
                if (!lines[s].x.empty()) {
                    lines[s].x.push_back(gap);
                    lines[s].y.push_back(gap);
                }
                put(lines[s], points[i - 1]);
            }
            put(lines[s], points[i]);
            ends[s] = i + 1;
        }
        for (record::FigureCurve& line : lines)
            if (!line.x.empty()) panel_.curves.push_back(std::move(line));
        if (!branch.curve) add_marks(branch, x, y);
    }

  private:
    void add_marks(const FoundBranch& branch, const BranchColumn& x, const BranchColumn& y) {
        for (std::size_t k = 0; k < kinds.size(); ++k) {
            record::FigureCurve marks;
            for (const FoundPoint& point : branch.points) {
                if (point.at.kind != kinds[k]) continue;
                marks.x.push_back(number_of(x.value(point)));
                marks.y.push_back(number_of(y.value(point)));
            }
            if (marks.x.empty()) continue;
            std::string word = nonlinear::name_of(kinds[k]);
            std::ranges::replace(word, '_', ' ');
            if (named_.insert(word).second) marks.name = word;
            marks.mark = record::Mark::points;
            marks.tone = record::Tone::black;
            marks.shape = k;
            marks.size = 1.6;
            marks_.push_back(std::move(marks));
        }
    }

  public:
    /// Marks are drawn above all lines.
    void finish() {
        for (record::FigureCurve& marks : marks_) panel_.curves.push_back(std::move(marks));
    }

  private:
    record::FigurePanel& panel_;
    std::vector<record::FigureCurve> marks_;
    std::set<std::string> named_;
};

}  // namespace

record::Figure branch_figure(const std::vector<const FoundBranch*>& branches, const BranchPicture& settings) {
    const FoundBranch& first = *branches.front();
    BranchPicture complete = settings;
    if (complete.x.empty()) complete.x = first.parameter_name;
    if (complete.y.empty() && first.curve) complete.y = first.second_name;
    if (complete.y.empty())
        throw bad_case(std::string(branch_plot_subject) + ": 'y' is required (string), a column of the branch");
    record::Figure out;
    out.title = settings.title.empty() ? first.system->name : settings.title;
    record::FigurePanel panel;
    panel.x.label = head(numbers(first, complete.x));
    panel.y.label = head(numbers(first, complete.y));
    Picture picture(panel);
    for (std::size_t i = 0; i < branches.size(); ++i) {
        const FoundBranch& branch = *branches[i];
        std::string name;
        if (branch.curve) {
            name = nonlinear::name_of(*branch.curve);
            std::ranges::replace(name, '_', ' ');
        } else if (branches.size() > 1 && !branch.points.empty()) {
            name = branch.points[branch.points.size() / 2].at.label();
        }
        picture.add(branch, complete, i, name);
    }
    picture.finish();
    out.panels.push_back(std::move(panel));
    return out;
}

}  // namespace jounce::lua
