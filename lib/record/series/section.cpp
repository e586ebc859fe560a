// Sections of a recorded motion (Poincare sections): values of probes at chosen instants of the dense output.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/section.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {

constexpr double most_points = 1e6;
const char* const section_subject = "run:section";

/// Empty columns for the probes, and the columns of the series behind them.
std::vector<const Column*> prepare(Section& section, const Series& series, const std::vector<std::string>& probes,
                                   const Stretch& stretch) {
    std::vector<const Column*> out;
    for (const std::string& probe : probes) {
        const Column& column = series.column(probe, section_subject);
        if (std::ranges::find(out, &column) != out.end()) throw bad_case("run:section: 'probes' has '" + probe + "' twice");
        out.push_back(&column);
        const auto [low, high] = series.extremes(column, stretch.from, stretch.to);
        section.columns.push_back({column.name, column.unit, {}, high > low ? high - low : 0.0});
    }
    return out;
}

void add_row(Section& section, const Series& series, const std::vector<const Column*>& columns, double time) {
    section.times.push_back(time);
    for (std::size_t c = 0; c < columns.size(); ++c) section.columns[c].values.push_back(series.at(*columns[c], time));
}

/// Instants inside (0, h) at which the rate of a cubic vanishes, ascending: between them the cubic is monotonic.
std::vector<double> turns(const CubicHermite& p) {
    const double d = 6 * (p.x1 - p.x0) / p.h;
    const double a = -d + 3 * (p.v0 + p.v1);
    const double b = d - 4 * p.v0 - 2 * p.v1;
    const double c = p.v0;
    const double discriminant = b * b - 4 * a * c;
    if (!(discriminant > 0)) return {};
    const double q = -0.5 * (b + std::copysign(std::sqrt(discriminant), b));
    std::vector<double> out;
    for (const double s : {a != 0 ? q / a : -1.0, q != 0 ? c / q : -1.0}) {
        if (s > 0 && s < 1) out.push_back(s * p.h);
    }
    std::ranges::sort(out);
    return out;
}

/// Follows the sign of (probe - value) along the dense output.
class Crossings {
  public:
    Crossings(const Series& series, const Column& column, double value) : series_(series), column_(column), value_(value) {}

    /// Calls visit(time, rises) for all crossings in a stretch. \returns how many intervals hide crossings
    template <class Visit>
    int find(const Stretch& stretch, Visit&& visit) {
        int missed = 0;
        const std::size_t first = series_.interval_at(stretch.from);
        for (std::size_t i = first; i + 1 < series_.times.size() && series_.times[i] < stretch.to; ++i) {
            if (series_.times[i + 1] == series_.times[i]) {
                jump(i, visit);
                continue;
            }
            const CubicHermite p = series_.interpolant(column_, i);
            const double begin = std::max(stretch.from - series_.times[i], 0.0);
            const double end = std::min(stretch.to - series_.times[i], p.h);
            int found = 0;
            const auto piece = [&](double t0, double t1) {
                const std::optional<double> t = next(p, i, t0, t1);
                if (!t) return;
                ++found;
                visit(*t, sign_ > 0);
            };
            double at = begin;
            if (i == first) piece(begin, begin);
            for (const double turn : turns(p)) {
                if (!(turn > at && turn < end)) continue;
                piece(at, turn);
                at = turn;
            }
            piece(at, end);
            if (found == 0 && begin == 0 && end == p.h && hides(i)) ++missed;
        }
        return missed;
    }

  private:
    /// At an event the probe may jump across the value: it crosses the value at that instant.
    template <class Visit>
    void jump(std::size_t i, Visit&& visit) {
        const double g = column_.values[i + 1] - value_;
        if (g == 0) {
            if (!zero_) zero_ = series_.times[i];
            return;
        }
        const int sign = g > 0 ? 1 : -1;
        const int before = std::exchange(sign_, sign);
        const std::optional<double> zero = std::exchange(zero_, std::nullopt);
        if (before != 0 && before != sign) visit(zero.value_or(series_.times[i]), sign > 0);
    }

    /// The crossing completed by the motion from t0 to t1, which is monotonic.
    std::optional<double> next(const CubicHermite& p, std::size_t i, double t0, double t1) {
        const double g = p.value(t1) - value_;
        const int sign = g > 0 ? 1 : g < 0 ? -1 : 0;
        if (sign == 0) {
            if (!zero_) zero_ = series_.times[i] + t1;
            return std::nullopt;
        }
        const std::optional<double> zero = std::exchange(zero_, std::nullopt);
        const int before = std::exchange(sign_, sign);
        if (before == 0 || before == sign) return std::nullopt;
        if (zero) return zero;
        const auto f = [&](double t) { return std::pair(p.value(t) - value_, p.rate(t)); };
        return series_.times[i] + bracketed_root(f, t0, t1);
    }

    /// Were steps between the records on the other side of the value?
    [[nodiscard]] bool hides(std::size_t i) const {
        if (i >= column_.highest.size() || series_.interval(i) == Interval::one_step) return false;
        const double margin = 1e-9 * (column_.highest[i] - column_.lowest[i]);
        return column_.lowest[i] < value_ - margin && column_.highest[i] > value_ + margin;
    }

    const Series& series_;
    const Column& column_;
    double value_;
    int sign_ = 0;                // the last nonzero sign
    std::optional<double> zero_;  // since when the probe has been equal to the value
};

}  // namespace

const SectionColumn& Section::column(const std::string& name, const std::string& who) const {
    std::vector<std::string> names;
    for (const SectionColumn& c : columns) {
        if (c.name == name) return c;
        names.push_back(c.name);
    }
    const std::string near = did_you_mean(name, names);
    throw bad_case(who + ": '" + name + "' is not a column of the section" + (near.empty() ? "; it has " + join(names) : near));
}

Stretch recorded_stretch(const Series& series, std::optional<double> from, std::optional<double> to, const std::string& who) {
    if (series.times.size() < 2) throw bad_case(who + ": nothing was recorded");
    const double first = series.times.front();
    const double last = series.times.back();
    const double slack = 1e-12 * std::max(std::abs(first), std::abs(last));
    Stretch out{from.value_or(first), to.value_or(last)};
    for (const auto& [name, time] : {std::pair{"from", out.from}, std::pair{"to", out.to}}) {
        if (time >= first - slack && time <= last + slack) continue;
        throw bad_case(who + ": '" + name + "' must be in [" + in_message(first) + ", " + in_message(last) +
                       "], the time recorded, got " + in_message(time));
    }
    if (!(out.from < out.to)) {
        throw bad_case(who + ": 'from' must be before " + (to ? "'to'" : "the end of the record") + ", got " +
                       in_message(out.from) + " and " + in_message(out.to));
    }
    return out;
}

std::vector<double> stroboscopic_instants(const Stretch& stretch, double period, double phase) {
    const double last = (stretch.to - stretch.from) / period - phase;
    if (last >= most_points) {
        throw bad_case("run:section: 'period' must give at most a million points, got " + in_message(period) + " over " +
                       in_message(stretch.to - stretch.from) + " s");
    }
    std::vector<double> out;
    // An instant beyond the end by round-off only is included.
    for (double k = 0; k <= last + 1e-9; ++k) out.push_back(std::min(stretch.from + (phase + k) * period, stretch.to));
    return out;
}

Section section_at(const Series& series, const std::vector<std::string>& probes, const Stretch& stretch,
                   const std::vector<double>& instants) {
    Section out;
    const std::vector<const Column*> columns = prepare(out, series, probes, stretch);
    for (const double time : instants) add_row(out, series, columns, time);
    return out;
}

Section crossing_section(const Series& series, const std::vector<std::string>& probes, const Stretch& stretch,
                         const std::string& crossing, double value, Direction direction) {
    Section out;
    const std::vector<const Column*> columns = prepare(out, series, probes, stretch);
    Crossings crossings(series, series.column(crossing, section_subject), value);
    out.missed = crossings.find(stretch, [&](double time, bool rises) {
        if (direction == Direction::both || rises == (direction == Direction::rising)) add_row(out, series, columns, time);
    });
    return out;
}

Section onset_section(const Series& series, const Onsets& onsets, std::span<const time::Impact> impacts,
                      const std::vector<std::string>& probes, const Stretch& stretch,
                      const std::function<bool(const time::Impact&)>& wanted, bool after) {
    Section out;
    const std::vector<const Column*> columns = prepare(out, series, probes, stretch);
    std::vector<std::size_t> index;
    for (const Column* column : columns) {
        index.push_back(static_cast<std::size_t>(column - series.columns.data()));
        if (column->name.starts_with("energy.")) {
            throw bad_case("run:section: '" + column->name + "' is not known at impacts: energies are evaluated at records only");
        }
    }
    const std::size_t width = series.columns.size();
    const std::size_t count = columns.size();
    for (std::size_t c = 0; after && c < count; ++c) {
        SectionColumn second = out.columns[c];
        second.name += " after";
        out.columns.push_back(std::move(second));
    }
    for (std::size_t i = 0; i < onsets.size(); ++i) {
        const time::Impact& impact = impacts[onsets.impacts[i]];
        if (impact.time_in < stretch.from || impact.time_in > stretch.to || !wanted(impact)) continue;
        out.times.push_back(impact.time_in);
        out.impacts.push_back(onsets.impacts[i]);
        for (std::size_t c = 0; c < count; ++c) {
            out.columns[c].values.push_back(onsets.before[i * width + index[c]]);
            if (after) out.columns[count + c].values.push_back(onsets.after[i * width + index[c]]);
        }
    }
    return out;
}

void add_phase(Section& section, double from, double period) {
    SectionColumn phase{"phase", "", {}, 1, false};
    for (const double time : section.times) {
        const double turns_done = (time - from) / period;
        phase.values.push_back(turns_done - std::floor(turns_done));
    }
    section.columns.push_back(std::move(phase));
}

void write_section(const fs::path& file, const FileHead& head, const Section& section) {
    std::vector<std::string> names = {"time [s]"};
    for (const SectionColumn& c : section.columns) names.push_back(c.unit.empty() ? c.name : c.name + " [" + c.unit + "]");
    write_whole_csv(file, head, std::move(names), [&](CsvFile& out) {
        for (std::size_t i = 0; i < section.times.size(); ++i) {
            out.number(section.times[i]);
            for (const SectionColumn& c : section.columns) out.number(c.values[i]);
            out.end_row();
        }
    });
}

}  // namespace jounce::record
