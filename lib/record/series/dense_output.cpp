// The motion between records, by the method itself: integrated again from the state at a record.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/dense_output.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "base/numbers/limits.hpp"
#include "record/series/motion_scale.hpp"
#include "record/series/probe_integral.hpp"
#include "record/series/series_recorder.hpp"
#include "time/march/march.hpp"

namespace jounce::record {

namespace {

// Error, relative to the range, to which straight lines are refined: less needs too many pieces.
constexpr double finest_line = 1e-5;
constexpr int unknown_pieces = 16, most_pieces = 1024;  // pieces of one interval between records

bool is_record(const Series& series, std::size_t row) { return series.between.empty() || series.between[row] == 0; }

/// Does `pieces_needed` know the error beside a row?
bool judges(const Series& series, std::size_t row) {
    if (row == 0 || row + 1 >= series.times.size()) return false;
    const double h0 = series.times[row] - series.times[row - 1], h1 = series.times[row + 1] - series.times[row];
    return h0 > 0 && h1 > 0 && series.interval(row - 1) == Interval::one_step && series.interval(row) == Interval::one_step;
}

/// Pieces of an interval beside a row for which the interpolants' error is `wanted`, relative to a column's range; 0 when it is
/// already. A cubic over twice the interval has sixteen times the error, a straight line (of a column without rates) four times,
/// and its difference from the row in the middle is that error. Zero where it is not known.
double pieces_needed(const Series& series, const std::vector<double>& ranges, std::size_t row, double wanted) {
    if (!judges(series, row)) return 0;
    const double h0 = series.times[row] - series.times[row - 1], h1 = series.times[row + 1] - series.times[row];
    double worst = 0;
    for (std::size_t k = 0; k < series.columns.size(); ++k) {
        const Column& c = series.columns[k];
        if (!(ranges[k] > 0)) continue;
        const bool cubic = std::isfinite(c.rates[row - 1]) && std::isfinite(c.rates[row]) && std::isfinite(c.rates[row + 1]);
        if (!cubic && c.unit == "J") continue;  // energies are not integrated again
        const double before = c.values[row - 1], after = c.values[row + 1], slope = (after - before) / (h0 + h1);
        const CubicHermite wide{h0 + h1, before, cubic ? c.rates[row - 1] : slope, after, cubic ? c.rates[row + 1] : slope};
        const double error = std::abs(wide.value(h0) - c.values[row]) / (cubic ? 16 : 4) / ranges[k];
        if (error <= wanted) continue;
        worst = std::max(worst, cubic ? std::ceil(std::pow(error / wanted, 0.25)) + 1
                                      : std::max(std::ceil(std::sqrt(error / std::max(wanted, finest_line))), 2.0));
    }
    return std::min(worst, 1e6);
}

/// A state after every record: integration cannot start from it.
State nowhere() {
    State out;
    out.time = infinite;
    return out;
}

/// One state in this many records is kept.
std::size_t records_kept(const MarchedBy& by) {
    const int steps = by.method->own_steps() ? DenseOutput::own_steps_kept : DenseOutput::steps_kept;
    return static_cast<std::size_t>(std::max(steps / by.record_every, 1));
}

}  // namespace

DenseOutput::DenseOutput(MarchedBy by, std::vector<Probe> probes)
    : by_(std::move(by)), probes_(std::move(probes)), states_(records_kept(by_)) {}
DenseOutput::~DenseOutput() = default;

void DenseOutput::march(std::unique_ptr<time::Stepper>& stepper, State& state, double until, double step,
                        std::vector<time::Observer*> observers) {
    if (!stepper) stepper = by_.method->bind(*by_.system, by_.events);
    time::MarchOptions options;
    options.step = step;
    options.duration = until - state.time;
    options.tolerance = by_.tolerance;
    options.events = by_.events;
    options.order = by_.method->order();
    options.jumps = by_.jumps;
    options.begun = true;
    (void)time::march(*by_.system, *stepper, options, state, observers);
}

void DenseOutput::find_ranges(const Series& series) {
    if (!ranges_.empty()) return;
    const double begin = series.times.front(), end = series.times.back();
    const MotionScale scale(series, begin, end, extent(*by_.system));
    for (const Column& c : series.columns) {
        const auto [low, high] = series.extremes(c, begin, end);
        ranges_.push_back(high - low > scale.round_off(c.unit) ? high - low : 0);
    }
}

/// \param ranges of the columns that are wanted; 0 of the others
std::vector<DenseOutput::Stretch> DenseOutput::coarse(const Series& series, const std::vector<double>& ranges, double from,
                                                      double to, double wanted) const {
    std::vector<Stretch> out;
    const std::size_t rows = series.times.size();
    std::size_t first = series.interval_at(from);
    while (first > 0 && !is_record(series, first)) --first;
    while (first + 1 < rows && (series.times[first] < to || out.empty())) {
        std::size_t last = first + 1;
        while (last + 1 < rows && !is_record(series, last)) ++last;
        const bool own = by_.method->own_steps();
        bool several = false;
        double pieces = 0;
        for (std::size_t i = first; i < last; ++i) {
            several = several || series.interval(i) != Interval::one_step;
            several = several || (own && series.times[i + 1] > series.times[i] && !judges(series, i) && !judges(series, i + 1));
            pieces = std::max({pieces, pieces_needed(series, ranges, i, wanted), pieces_needed(series, ranges, i + 1, wanted)});
        }
        // Rows at all steps are the dense output of a method with given steps. A method that chooses its steps is more
        // accurate than a cubic between them.
        if (several || (own && pieces > 0)) {
            const int least = several ? unknown_pieces : 2;
            out.push_back({first, last, own ? std::clamp(static_cast<int>(pieces), least, most_pieces) : 1});
        }
        if (series.times[last] >= to) break;
        first = last;
    }
    return out;
}

/// The state at a record, integrated by the steps of the run from the last state kept: just before an event there, with which the
/// next march begins. \param state known at an earlier record, if it is closer; otherwise its time is infinite. \return false: no
/// earlier state is kept
bool DenseOutput::reach(const Series& recorded, std::size_t row, State& state) {
    const double time = recorded.times[row];
    const State* kept = states_.before(time);
    if (kept == nullptr) return false;
    // Stops just before an event at the record; a step that ends at the event would already include it.
    const bool event = row + 1 < recorded.times.size() && recorded.times[row + 1] == time;
    const double until = event ? std::nextafter(time, -infinite) : time;
    if (!(state.time > kept->time && state.time <= until)) state = *kept;
    if (state.time == time) return true;
    if (state.time < until) march(state, until, by_.step, {});
    state.time = time;
    return true;
}

/// The rows from one record to the next one, both included. \param state at the first one; on return at a later record
/// \param only this column; all but the energies without it
Series DenseOutput::again(const Series& recorded, const Stretch& stretch, double wanted, State& state,
                          std::optional<std::size_t> only) {
    const double end = recorded.times[stretch.last], begin = recorded.times[stretch.first];
    const bool own = by_.method->own_steps();
    std::vector<Probe> moving;
    std::vector<double> ranges;
    for (std::size_t c = 0; c < probes_.size(); ++c) {
        if (only ? c != *only : probes_[c].quantity == Probe::Quantity::energy) continue;
        moving.push_back(probes_[c]);
        ranges.push_back(ranges_[c]);
    }
    const auto in_pieces = [&](int pieces) {
        Series out;
        State at = state;
        SeriesRecorder recorder(out, moving, Cadence(1, 0), nullptr, nullptr, 4 * static_cast<std::size_t>(pieces), true);
        march(at, end, own ? (end - begin) / pieces : by_.step, {&recorder});
        if (!own) state = std::move(at);
        return out;
    };
    Series out = in_pieces(stretch.pieces);
    if (!own) return out;
    double more = 0;
    for (std::size_t row = 0; row < out.times.size(); ++row) more = std::max(more, pieces_needed(out, ranges, row, wanted));
    const int needed = static_cast<int>(std::min(more * stretch.pieces, 1.0 * most_pieces));
    return needed > stretch.pieces ? in_pieces(needed) : out;
}

double DenseOutput::at(const Series& recorded, const Column& column, double time) {
    const double plain = recorded.at(column, time);  // also checks the arguments
    const LongVector<double>& times = recorded.times;
    if (times.size() < 2 || time <= times.front() || time >= times.back() || column.unit == "J") return plain;
    if (std::ranges::binary_search(times, time)) return plain;
    find_ranges(recorded);
    if (coarse(recorded, ranges_, time, time, exact).empty()) return plain;
    const auto index = static_cast<std::size_t>(&column - recorded.columns.data());
    if (!by_.method->own_steps()) {
        const Series& fine = over(recorded, time, time, "run:at");
        return fine.at(fine.columns[index], time);
    }
    std::size_t row = recorded.interval_at(time);
    while (row > 0 && !is_record(recorded, row)) --row;
    State state = nowhere();
    if (!reach(recorded, row, state)) return plain;
    march(state, time, time - state.time, {});
    return evaluate(probes_[index], *by_.system, state);
}

double DenseOutput::integral(const Series& recorded, const Column& column, double from, double to, const std::string& subject,
                             const std::function<void()>& proceed) {
    const auto index = static_cast<std::size_t>(&column - recorded.columns.data());
    if (column.unit == "J" || states_.size() == 0) return recorded.integral(column, from, to);
    if (!by_.method->own_steps()) {
        const Series& fine = over(recorded, from, to, subject);
        return fine.integral(fine.columns[index], from, to);
    }
    find_ranges(recorded);
    if (!(ranges_[index] > 0)) return recorded.integral(column, from, to);
    std::vector<double> ranges(ranges_.size());
    ranges[index] = ranges_[index];
    double sum = 0, done = from;
    State state = nowhere();
    for (const Stretch& stretch : coarse(recorded, ranges, from, to, exact)) {
        if (proceed) proceed();
        const double begin = std::max(from, recorded.times[stretch.first]), end = std::min(to, recorded.times[stretch.last]);
        if (!(end > begin)) continue;
        sum += recorded.integral(column, done, begin) + integral(recorded, index, stretch, begin, end, state);
        done = end;
    }
    return sum + recorded.integral(column, done, to);
}

/// Over a part [from, to] of a stretch. \param state at an earlier record; on return at the end of the stretch
double DenseOutput::integral(const Series& recorded, std::size_t column, const Stretch& stretch, double from, double to,
                             State& state) {
    if (!reach(recorded, stretch.first, state)) return recorded.integral(recorded.columns[column], from, to);
    const double begin = recorded.times[stretch.first], end = recorded.times[stretch.last];
    const auto advance = [&](State& at, double time) { march(inner_stepper_, at, time, time - at.time, {}); };
    ProbeIntegral sum(*by_.system, probes_[column], from, to, ranges_[column], advance);
    march(state, end, end - begin, {&sum});
    return sum.sum();
}

const Series& DenseOutput::over(const Series& recorded, double from, double to, const std::string& subject, double wanted) {
    find_ranges(recorded);
    const std::vector<Stretch> all = coarse(recorded, ranges_, from, to, wanted);
    if (all.empty() || states_.size() == 0) return recorded;
    if (from >= from_ && to <= to_ && wanted_ <= wanted) return refined_;
    refine(recorded, all, wanted, subject);
    from_ = recorded.times[all.front().first];
    to_ = recorded.times[all.back().last];
    wanted_ = wanted;
    return refined_;
}

void DenseOutput::visit_between(const Series& recorded, const Column& column, double from, double to,
                                const std::function<void(const Series&, const ValueAt&)>& visit,
                                const std::function<void()>& proceed) {
    if (!by_.method->own_steps() || column.unit == "J" || states_.size() == 0 || recorded.times.size() < 2 || !(from < to))
        return;
    const auto index = static_cast<std::size_t>(&column - recorded.columns.data());
    find_ranges(recorded);
    if (!(ranges_[index] > 0)) return;
    std::vector<double> ranges(ranges_.size());
    ranges[index] = ranges_[index];
    State state = nowhere();
    for (const Stretch& stretch : coarse(recorded, ranges, from, to, smooth)) {
        if (proceed) proceed();
        if (!reach(recorded, stretch.first, state)) continue;
        const auto value_at = [&](double time) {
            State at = state;
            march(stepper_, at, time, time - at.time, {});
            return evaluate(probes_[index], *by_.system, at);
        };
        visit(again(recorded, stretch, smooth, state, index), value_at);
    }
}

std::vector<std::vector<double>> DenseOutput::values(const Series& recorded, std::span<const double> instants) {
    std::vector<std::vector<double>> out;
    find_ranges(recorded);
    for (const Column& column : recorded.columns) {
        std::vector<double>& values = out.emplace_back(instants.size(), 0.0);
        if (column.unit == "J") continue;
        for (std::size_t k = 0; k < instants.size(); ++k) values[k] = recorded.at(column, instants[k]);
    }
    if (!own_steps() || states_.size() == 0 || instants.empty()) return out;
    State state = nowhere();
    for (const Stretch& stretch : coarse(recorded, ranges_, instants.front(), instants.back(), smooth)) {
        const auto first = std::ranges::upper_bound(instants, recorded.times[stretch.first]);
        const auto last = std::ranges::lower_bound(instants, recorded.times[stretch.last]);
        if (first >= last || !reach(recorded, stretch.first, state)) continue;
        for (auto instant = first; instant != last; ++instant) {
            march(state, *instant, *instant - state.time, {});
            const auto k = static_cast<std::size_t>(instant - instants.begin());
            for (std::size_t c = 0; c < out.size(); ++c) {
                if (recorded.columns[c].unit != "J") out[c][k] = evaluate(probes_[c], *by_.system, state);
            }
        }
    }
    return out;
}

const Series& DenseOutput::around(const Series& recorded, std::span<const double> instants, const std::string& subject) {
    if (instants.empty() || states_.size() == 0) return recorded;
    constexpr double at_record = 1e-9;  // of an interval: the error of a cubic is at most its square
    find_ranges(recorded);
    std::vector<Stretch> all = coarse(recorded, ranges_, instants.front(), instants.back(), exact);
    std::erase_if(all, [&](const Stretch& stretch) {
        const double begin = recorded.times[stretch.first], end = recorded.times[stretch.last];
        const double slack = at_record * (end - begin);
        const auto next = std::ranges::upper_bound(instants, begin + slack);
        return next == instants.end() || *next >= end - slack;
    });
    if (all.empty()) return recorded;
    refine(recorded, all, exact, subject);
    to_ = -infinite;  // `refined_` covers no complete stretch
    return refined_;
}

double DenseOutput::rows_of(const Series& recorded, const std::vector<Stretch>& stretches) const {
    double rows = 0;
    const double per_record = by_.method->own_steps() ? 0
                                                      : (recorded.times.back() - recorded.times.front()) / by_.step /
                                                            static_cast<double>(recorded.times.size());
    for (const Stretch& stretch : stretches) rows += stretch.pieces + per_record;
    return rows;
}

double DenseOutput::rows_of(const Series& recorded, double from, double to, double wanted) {
    find_ranges(recorded);
    return rows_of(recorded, coarse(recorded, ranges_, from, to, wanted));
}

void DenseOutput::refine(const Series& recorded, const std::vector<Stretch>& all, double wanted, const std::string& subject) {
    const double rows = rows_of(recorded, all);
    if (rows * static_cast<double>(recorded.columns.size()) > most_numbers) {
        throw bad_case(subject + ": between the records from " + in_message(recorded.times[all.front().first]) + " s to " +
                       in_message(recorded.times[all.back().last]) + " s there are about " + in_message(std::round(rows)) +
                       " instants, more than are kept at once; request a shorter stretch, or run with record = { every = 1 } and "
                       "a smaller 'step'");
    }
    Series out;
    for (const Column& c : recorded.columns) out.columns.push_back({c.name, c.unit, {}, {}, {}, {}});
    const auto take = [&out](double time, Interval before, bool between) {
        if (!out.times.empty()) out.intervals.push_back(before);
        out.times.push_back(time);
        out.between.push_back(between ? 1 : 0);
    };
    const auto extremes = [](const Column& c, std::size_t i) {
        if (i < c.highest.size()) return std::pair(c.lowest[i], c.highest[i]);
        return std::pair(std::min(c.values[i], c.values[i + 1]), std::max(c.values[i], c.values[i + 1]));
    };
    /// Row `row` and, unless it is the first, the interval before it.
    const auto copy = [&](std::size_t row) {
        if (row > 0 && !out.times.empty()) {
            for (std::size_t c = 0; c < out.columns.size(); ++c) {
                const auto [low, high] = extremes(recorded.columns[c], row - 1);
                out.columns[c].lowest.push_back(low);
                out.columns[c].highest.push_back(high);
            }
        }
        take(recorded.times[row], row > 0 ? recorded.interval(row - 1) : Interval::one_step, !is_record(recorded, row));
        for (std::size_t c = 0; c < out.columns.size(); ++c) {
            out.columns[c].values.push_back(recorded.columns[c].values[row]);
            out.columns[c].rates.push_back(recorded.columns[c].rates[row]);
        }
    };
    std::size_t row = 0;
    State state = nowhere();
    for (const Stretch& stretch : all) {
        while (row <= stretch.first) copy(row++);
        if (!reach(recorded, stretch.first, state)) continue;
        const Series fine = again(recorded, stretch, wanted, state);
        if (fine.times.size() < 2) continue;
        const double begin = recorded.times[stretch.first], end = recorded.times[stretch.last];
        // The state after an event at the record itself is a separate row; the last row is the next record.
        const bool event = recorded.times[stretch.first + 1] == begin && stretch.first + 1 < stretch.last;
        for (std::size_t k = event ? 0 : 1; k < fine.times.size(); ++k) {
            const bool last = k + 1 == fine.times.size();
            take(last ? end : fine.times[k], k == 0 ? Interval::one_step : fine.interval(k - 1), !last);
            std::size_t moving = 0;
            for (std::size_t c = 0; c < out.columns.size(); ++c) {
                Column& to_column = out.columns[c];
                const Column& from_column = recorded.columns[c];
                if (probes_[c].quantity == Probe::Quantity::energy) {
                    const double share = (out.times.back() - begin) / (end - begin);
                    to_column.values.push_back(from_column.values[stretch.first] +
                                               share * (from_column.values[stretch.last] - from_column.values[stretch.first]));
                    to_column.rates.push_back(from_column.rates[stretch.first]);
                    to_column.lowest.push_back(to_column.values.back());
                    to_column.highest.push_back(to_column.values.back());
                    continue;
                }
                const Column& source = fine.columns[moving++];
                const std::size_t at = last ? stretch.last : k;
                to_column.values.push_back(last ? from_column.values[at] : source.values[at]);
                to_column.rates.push_back(last ? from_column.rates[at] : source.rates[at]);
                const auto [low, high] = k == 0 ? std::pair(source.values[0], source.values[0]) : extremes(source, k - 1);
                to_column.lowest.push_back(low);
                to_column.highest.push_back(high);
            }
        }
        row = stretch.last + 1;
    }
    while (row < recorded.times.size()) copy(row++);
    refined_ = std::move(out);
}

}  // namespace jounce::record
