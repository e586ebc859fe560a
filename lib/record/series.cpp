// Probes over time: kept in memory for questions afterwards (interpolation, extremes), streamed to series.csv.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "system/jerk.hpp"

namespace jounce::record {

namespace {
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

std::string with_unit(const std::string& name, const std::string& unit) { return unit.empty() ? name : name + " [" + unit + "]"; }

double minimum(const CubicHermite& p) { return -CubicHermite{p.h, -p.x0, -p.v0, -p.x1, -p.v1}.maximum(); }

double largest_absolute(const CubicHermite& p) { return std::max(p.maximum(), -minimum(p)); }

bool in_contact(const State& state) {
    return std::any_of(state.sides.begin(), state.sides.end(),
                       [](const SideState& side) { return side.motion.indentation > 0 || side.response.force != 0; });
}
}  // namespace

CubicHermite Series::interpolant(const Column& c, std::size_t i) const {
    const double h = times[i + 1] - times[i];
    const bool cubic = interval(i) != Interval::contact && std::isfinite(c.rates[i]) && std::isfinite(c.rates[i + 1]);
    const double slope = (c.values[i + 1] - c.values[i]) / h;
    return {h, c.values[i], cubic ? c.rates[i] : slope, c.values[i + 1], cubic ? c.rates[i + 1] : slope};
}

std::size_t Series::interval_at(double time) const {
    const auto next = std::upper_bound(times.begin(), times.end(), time);
    const auto i = static_cast<std::size_t>(std::max<std::ptrdiff_t>(next - times.begin() - 1, 0));
    return std::min(i, times.size() < 2 ? 0 : times.size() - 2);
}

const Column& Series::column(const std::string& probe, const std::string& subject) const {
    for (const Column& c : columns) {
        if (c.name == probe) return c;
    }
    std::vector<std::string> names;
    for (const Column& c : columns) names.push_back(c.name);
    throw bad_case(subject + ": '" + probe + "' was not recorded; " +
                   (names.empty() ? "this run recorded no probes" : "recorded are " + join(names)));
}

double Series::at(const Column& column, double time) const {
    if (times.empty()) throw bad_case("run:at: nothing was recorded");
    // A hair of round-off beyond the ends belongs to the ends.
    const double slack = 1e-12 * std::max(std::abs(times.front()), std::abs(times.back()));
    if (!(time >= times.front() - slack && time <= times.back() + slack)) {
        throw bad_case("run:at: 'time' must be in [" + shortest(times.front()) + ", " + shortest(times.back()) +
                       "], the time recorded, got " + shortest(time));
    }
    if (times.size() == 1 || time <= times.front()) return column.values.front();
    if (time >= times.back()) return column.values.back();
    const std::size_t i = interval_at(time);
    return interpolant(column, i).value(time - times[i]);
}

double Series::peak(const Column& column, double from) const {
    if (times.empty() || from > times.back()) {
        throw bad_case("run:peak: 'from' must be before the end of what was recorded (" +
                       (times.empty() ? std::string("nothing") : shortest(times.back()) + " s") + "), got " + shortest(from));
    }
    double best = std::abs(column.values.back());
    for (std::size_t i = times.size() - 1; i-- > 0 && times[i + 1] > from;) {
        if (times[i] >= from && i < column.highest.size() && interval(i) != Interval::one_step) {
            best = std::max({best, column.highest[i], -column.lowest[i]});
            continue;
        }
        CubicHermite p = interpolant(column, i);
        if (times[i] < from) {
            const double s = from - times[i];
            p = {p.h - s, p.value(s), p.rate(s), p.x1, p.v1};
        }
        best = std::max(best, largest_absolute(p));
    }
    return best;
}

std::pair<double, double> Series::extremes(const Column& column, double from, double to) const {
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    const double slack = 1e-9 * (to - from);
    for (std::size_t i = times.empty() ? 0 : interval_at(from); i + 1 < times.size() && times[i] < to - slack; ++i) {
        if (times[i + 1] <= from + slack) continue;
        if (i < column.highest.size() && interval(i) != Interval::one_step) {
            low = std::min(low, column.lowest[i]);
            high = std::max(high, column.highest[i]);
            continue;
        }
        const CubicHermite p = interpolant(column, i);
        low = std::min(low, minimum(p));
        high = std::max(high, p.maximum());
    }
    return {low, high};
}

std::vector<std::string> series_columns(const std::vector<Probe>& probes) {
    std::vector<std::string> out = {"time [s]"};
    for (const Probe& p : probes) out.push_back(with_unit(p.name, p.unit));
    return out;
}

SeriesRecorder::SeriesRecorder(Series& series, std::vector<Probe> probes, Cadence cadence, const time::EnergyAccount* account,
                               CsvFile* file, std::size_t rows_expected)
    : series_(series),
      probes_(std::move(probes)),
      cadence_(cadence),
      account_(account),
      file_(file),
      rows_expected_(rows_expected),
      several_(cadence.several()),
      lowest_(probes_.size(), 0),
      highest_(probes_.size(), 0),
      before_(2 * probes_.size()),
      after_(2 * probes_.size()),
      row_(2 * probes_.size()) {
    for (const Probe& p : probes_) {
        int index = -1;
        if (p.quantity == Probe::Quantity::energy) {
            const auto at = std::find(time::energy_term_names.begin(), time::energy_term_names.end(), p.energy_term);
            index = static_cast<int>(at - time::energy_term_names.begin());
            any_energy_ = true;
        }
        energy_index_.push_back(index);
    }
}

void SeriesRecorder::bind(const System& system) {
    system_ = &system;
    several_ = several_ || !system.contacts.empty() || !system.frictions.empty();
    needs_jerk_ = has_jerk(system) &&
                  std::ranges::any_of(probes_, [](const Probe& p) { return p.quantity == Probe::Quantity::acceleration; });
    if (needs_jerk_) jerk_ = linalg::Vector::Zero(system.size());
    series_.times.reserve(rows_expected_);
    if (several_) series_.intervals.reserve(rows_expected_);
    for (std::size_t i = 0; i < probes_.size(); ++i) {
        Column& c = series_.columns.emplace_back(Column{probes_[i].name, probes_[i].unit, {}, {}});
        c.values.reserve(rows_expected_);
        c.rates.reserve(rows_expected_);
        if (several_ && energy_index_[i] < 0) {
            c.lowest.reserve(rows_expected_);
            c.highest.reserve(rows_expected_);
        }
    }
}

template <class Archive, class Self>
void SeriesRecorder::transfer_status(Archive& archive, Self& self) {
    archive(self.has_rate_, self.cadence_, self.began_, self.steps_, self.touched_, self.switched_, self.lowest_, self.highest_);
}

void SeriesRecorder::save(ArchiveWriter& archive) const { transfer_status(archive, *this); }

void SeriesRecorder::load(ArchiveReader& archive, const System& system) {
    bind(system);
    transfer_status(archive, *this);
}

void SeriesRecorder::save_records(ArchiveWriter& archive, std::size_t first) const {
    for (std::size_t row = first; row < records(); ++row) {
        archive(series_.times[row]);
        for (const Column& c : series_.columns) archive(c.values[row], c.rates[row]);
        if (!several_ || row == 0) continue;
        archive(series_.intervals[row - 1]);
        for (std::size_t i = 0; i < probes_.size(); ++i) {
            if (energy_index_[i] < 0) archive(series_.columns[i].lowest[row - 1], series_.columns[i].highest[row - 1]);
        }
    }
}

void SeriesRecorder::load_records(ArchiveReader& archive, std::size_t count) {
    const auto append = [&archive](auto& values) { archive(values.emplace_back()); };
    for (std::size_t n = 0; n < count; ++n) {
        append(series_.times);
        for (Column& c : series_.columns) {
            append(c.values);
            append(c.rates);
        }
        if (!several_ || records() == 1) continue;
        append(series_.intervals);
        for (std::size_t i = 0; i < probes_.size(); ++i) {
            if (energy_index_[i] >= 0) continue;
            append(series_.columns[i].lowest);
            append(series_.columns[i].highest);
        }
    }
}

void SeriesRecorder::begin(const System& system, const State& state) {
    bind(system);
    for (std::size_t i = 0; i < probes_.size(); ++i) {
        const Probe::Quantity quantity = probes_[i].quantity;
        has_rate_.push_back((quantity == Probe::Quantity::acceleration && needs_jerk_) ||
                            quantity == Probe::Quantity::gap_force ||
                            (energy_index_[i] < 0 && std::isfinite(evaluate_rate(probes_[i], system, state))));
    }
    if (cadence_.due(state.time)) record(state);
}

void SeriesRecorder::evaluate_all(const State& state, double* row) {
    const std::size_t n = probes_.size();
    if (needs_jerk_) jerk(*system_, state, jerk_);
    for (std::size_t i = 0; i < n; ++i) {
        if (energy_index_[i] >= 0) continue;
        row[i] = evaluate(probes_[i], *system_, state);
        row[n + i] = unknown;
        if (has_rate_[i] == 0) continue;
        row[n + i] = probes_[i].quantity == Probe::Quantity::acceleration ? evaluate_jerk(probes_[i], jerk_)
                                                                          : evaluate_rate(probes_[i], *system_, state);
    }
}

/// Between two records: whether anything touched, and how far the probes went.
void SeriesRecorder::watch(const time::AcceptedStep& step) {
    if (steps_ == 0) touched_ = touched_ || in_contact(step.before);
    ++steps_;
    touched_ = touched_ || in_contact(step.after);
    // Found stepwise, a contact begins or ends somewhere within the step.
    bool jumps = false;
    for (std::size_t k = 0; k < step.after.sides.size(); ++k) {
        jumps = jumps || step.before.sides[k].memory.closed != step.after.sides[k].memory.closed;
    }
    switched_ = switched_ || jumps;
    const std::size_t n = probes_.size();
    const double h = jumps ? 0.0 : step.after.time - step.before.time;
    if (known_) {
        before_.swap(after_);
    } else {
        evaluate_all(step.before, before_.data());
    }
    evaluate_all(step.after, after_.data());
    known_ = true;
    for (std::size_t i = 0; i < n; ++i) {
        if (energy_index_[i] >= 0) continue;
        double low = std::min(before_[i], after_[i]);
        double high = std::max(before_[i], after_[i]);
        if (h > 0 && std::isfinite(before_[n + i]) && std::isfinite(after_[n + i]) && before_[n + i] * after_[n + i] < 0) {
            const CubicHermite p{h, before_[i], before_[n + i], after_[i], after_[n + i]};
            low = std::min(low, minimum(p));
            high = std::max(high, p.maximum());
        }
        lowest_[i] = std::min(lowest_[i], low);
        highest_[i] = std::max(highest_[i], high);
    }
}

void SeriesRecorder::look_at(const State& state) {
    for (std::size_t i = 0; i < probes_.size(); ++i) {
        if (energy_index_[i] >= 0) continue;
        const double value = evaluate(probes_[i], *system_, state);
        lowest_[i] = std::min(lowest_[i], value);
        highest_[i] = std::max(highest_[i], value);
    }
}

void SeriesRecorder::switched(const time::SwitchedState& event) {
    known_ = false;
    if (!began_ || !several_) return;
    // A jump just at the last record belongs to the interval behind it.
    switched_ = true;
    touched_ = true;
    look_at(event.after);
}

void SeriesRecorder::accepted(const time::AcceptedStep& step) {
    if (several_ && began_) watch(step);
    if (step.grid && cadence_.due(step.after.time)) record(step.after);
}

void SeriesRecorder::end(const State& state) {
    // A run that failed before it began has no system.
    if (system_ != nullptr && !stopped_ && (series_.times.empty() || state.time > series_.times.back())) record(state);
    if (file_ != nullptr) file_->close();
}

void SeriesRecorder::record(const State& state) {
    std::array<double, time::energy_term_names.size()> energy{};
    if (any_energy_) energy = time::as_array(account_->terms(state));
    const std::size_t n = probes_.size();
    if (known_) {
        row_ = after_;  // the step that ends here has just been watched
    } else {
        evaluate_all(state, row_.data());
    }
    for (std::size_t i = 0; i < n; ++i) {
        if (const int term = energy_index_[i]; term >= 0) {
            row_[i] = energy[static_cast<std::size_t>(term)];
            row_[n + i] = unknown;
        }
        if (!std::isfinite(row_[i])) {
            stopped_ = true;
            throw computation_failed("record: '" + probes_[i].name + "' is not finite at t = " + shortest(state.time) + " s");
        }
    }
    if (several_ && began_) {
        series_.intervals.push_back(steps_ <= 1 && !switched_ ? Interval::one_step
                                    : touched_                ? Interval::contact
                                                              : Interval::free);
        for (std::size_t i = 0; i < n; ++i) {
            if (energy_index_[i] >= 0) continue;
            series_.columns[i].lowest.push_back(lowest_[i]);
            series_.columns[i].highest.push_back(highest_[i]);
        }
    }
    began_ = true;
    steps_ = 0;
    switched_ = false;
    touched_ = false;
    series_.times.push_back(state.time);
    for (std::size_t i = 0; i < n; ++i) {
        series_.columns[i].values.push_back(row_[i]);
        lowest_[i] = highest_[i] = row_[i];
        series_.columns[i].rates.push_back(row_[n + i]);
    }
    if (file_ == nullptr) return;
    stopped_ = true;
    file_->number(state.time);
    for (std::size_t i = 0; i < n; ++i) file_->number(row_[i]);
    file_->end_row();
    stopped_ = false;
}

}  // namespace jounce::record
