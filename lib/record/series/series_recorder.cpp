// Probes over time: kept in memory for later evaluation, streamed to series.csv.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/series/series_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "system/state/jerk.hpp"

namespace jounce::record {

namespace {
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

// Steps kept between two records if an event occurs between them: those of the contacts that begin or end there.
constexpr int most_plain = 32;

std::string with_unit(const std::string& name, const std::string& unit) { return unit.empty() ? name : name + " [" + unit + "]"; }

bool in_contact(const State& state) {
    return std::any_of(state.sides.begin(), state.sides.end(),
                       [](const SideState& side) { return side.motion.indentation > 0 || side.response.force != 0; });
}
}  // namespace

std::vector<std::string> series_columns(const std::vector<Probe>& probes) {
    std::vector<std::string> out = {"time [s]"};
    for (const Probe& p : probes) out.push_back(with_unit(p.name, p.unit));
    return out;
}

SeriesRecorder::SeriesRecorder(Series& series, std::vector<Probe> probes, Cadence cadence, const time::EnergyAccount* account,
                               CsvFile* file, std::size_t rows_expected, bool refines)
    : series_(series),
      probes_(std::move(probes)),
      cadence_(cadence),
      account_(account),
      file_(file),
      rows_expected_(rows_expected),
      refines_(refines),
      several_(cadence.several() || refines),
      before_(2 * probes_.size()),
      after_(2 * probes_.size()),
      row_(2 * probes_.size()) {
    since_.lowest.resize(probes_.size());
    since_.highest.resize(probes_.size());
    for (const Probe& p : probes_) {
        int index = -1;
        if (p.quantity == Probe::Quantity::energy) {
            const auto at = std::find(time::energy_term_names.begin(), time::energy_term_names.end(), p.energy_term);
            index = static_cast<int>(at - time::energy_term_names.begin());
            if (!first_energy_) first_energy_ = energy_index_.size();
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
    for (const Probe& probe : probes_) series_.columns.push_back(Column{probe.name, probe.unit, {}, {}});
    if (spill_) series_.spill_to(spill_, memory_);
    series_.times.reserve(rows_expected_);
    if (several_) {
        series_.intervals.reserve(rows_expected_);
        series_.between.reserve(rows_expected_);
        waiting_.resize(most_plain + 8, {since_, 0, row_});
    }
    for (std::size_t i = 0; i < probes_.size(); ++i) {
        Column& c = series_.columns[i];
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
    archive(self.has_rate_, self.cadence_, self.began_, self.since_, self.waits_, self.plain_, self.switched_);
}

void SeriesRecorder::save(ArchiveWriter& archive) const {
    transfer_status(archive, *this);
    for (std::size_t k = 0; k < waits_; ++k) archive(waiting_[k]);
    if (states_ != nullptr) archive(std::as_const(*states_));
}

void SeriesRecorder::load(ArchiveReader& archive, const System& system, const State& like) {
    bind(system);
    transfer_status(archive, *this);
    const auto is_row = [&](const Since& since) {
        return since.lowest.size() == probes_.size() && since.highest.size() == probes_.size();
    };
    archive.require(waits_ <= archive.left() && is_row(since_), "the rows between two records are incomplete");
    if (waiting_.size() < waits_) waiting_.resize(waits_);
    for (std::size_t k = 0; k < waits_; ++k) {
        archive(waiting_[k]);
        archive.require(is_row(waiting_[k].before) && waiting_[k].row.size() == row_.size(),
                        "the rows between two records are incomplete");
    }
    if (states_ == nullptr) return;
    archive(*states_);
    states_->require(archive, like);
}

std::size_t SeriesRecorder::row_bytes(std::size_t row) const {
    std::size_t numbers = 1 + 2 * probes_.size();
    std::size_t marks = several_ ? 1 : 0;
    if (several_ && row > 0) {
        marks = 2;
        numbers += 2 * static_cast<std::size_t>(std::ranges::count(energy_index_, -1));
    }
    return numbers * sizeof(double) + marks;
}

void SeriesRecorder::save_rows(ArchiveWriter& archive, std::size_t first, std::size_t end) const {
    for (std::size_t row = first; row < end; ++row) {
        archive(series_.times[row]);
        for (const Column& c : series_.columns) archive(c.values[row], c.rates[row]);
        if (!several_) continue;
        archive(series_.between[row]);
        if (row == 0) continue;
        archive(series_.intervals[row - 1]);
        for (std::size_t i = 0; i < probes_.size(); ++i) {
            if (energy_index_[i] < 0) archive(series_.columns[i].lowest[row - 1], series_.columns[i].highest[row - 1]);
        }
    }
}

void SeriesRecorder::load_rows(ArchiveReader& archive, std::size_t count) {
    const auto append = [&archive](auto& values) { archive(values.emplace_back()); };
    for (std::size_t n = 0; n < count; ++n) {
        append(series_.times);
        for (Column& c : series_.columns) {
            append(c.values);
            append(c.rates);
        }
        if (!several_) continue;
        append(series_.between);
        if (rows() == 1) continue;
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
                            quantity == Probe::Quantity::gap_force || quantity == Probe::Quantity::gap_indentation ||
                            (energy_index_[i] < 0 && std::isfinite(evaluate_rate(probes_[i], system, state))));
    }
    if (cadence_.due(state.time)) record(state);
}

/// Evaluates all but the energies, which follow in `evaluate_energies`.
void SeriesRecorder::evaluate_all(const State& state, Row& row) {
    const std::size_t n = probes_.size();
    if (needs_jerk_) jerk(*system_, state, jerk_);
    for (std::size_t i = 0; i < n; ++i) {
        row[i] = row[n + i] = unknown;
        if (energy_index_[i] >= 0) continue;
        row[i] = evaluate(probes_[i], *system_, state);
        if (has_rate_[i] == 0) continue;
        row[n + i] = probes_[i].quantity == Probe::Quantity::acceleration ? evaluate_jerk(probes_[i], jerk_)
                                                                          : evaluate_rate(probes_[i], *system_, state);
    }
}

/// Evaluates the energies unless the row has them already.
void SeriesRecorder::evaluate_energies(const State& state, Row& row) const {
    if (!first_energy_ || std::isfinite(row[*first_energy_])) return;
    const auto energy = time::as_array(account_->terms(state));
    for (std::size_t i = 0; i < probes_.size(); ++i) {
        if (const int term = energy_index_[i]; term >= 0) row[i] = energy[static_cast<std::size_t>(term)];
    }
}

/// Between two records: notes contacts, and the extremes of the probes.
void SeriesRecorder::watch(const time::AcceptedStep& step, bool recorded) {
    if (since_.steps == 0) since_.touched = in_contact(step.before);
    ++since_.steps;
    since_.touched = since_.touched || in_contact(step.after);
    // With stepwise detection a contact begins or ends somewhere within the step.
    bool jumps = false;
    for (std::size_t k = 0; k < step.after.sides.size(); ++k) {
        jumps = jumps || step.before.sides[k].memory.closed != step.after.sides[k].memory.closed;
    }
    since_.jumped = since_.jumped || jumps;
    const std::size_t n = probes_.size();
    const double h = jumps ? 0.0 : step.after.time - step.before.time;
    if (known_) {
        before_.swap(after_);
    } else {
        evaluate_all(step.before, before_);
    }
    evaluate_all(step.after, after_);
    // An event may follow, which changes the energies.
    if (!recorded) evaluate_energies(step.after, after_);
    known_ = true;
    for (std::size_t i = 0; i < n; ++i) {
        if (energy_index_[i] >= 0) continue;
        double low = std::min(before_[i], after_[i]);
        double high = std::max(before_[i], after_[i]);
        if (h > 0 && std::isfinite(before_[n + i]) && std::isfinite(after_[n + i]) && before_[n + i] * after_[n + i] < 0) {
            const CubicHermite p{h, before_[i], before_[n + i], after_[i], after_[n + i]};
            low = std::min(low, p.minimum());
            high = std::max(high, p.maximum());
        }
        since_.lowest[i] = std::min(since_.lowest[i], low);
        since_.highest[i] = std::max(since_.highest[i], high);
    }
}

void SeriesRecorder::accepted(const time::AcceptedStep& step) {
    const bool watched = several_ && began_;
    const bool recorded = step.grid && cadence_.due(step.after.time);
    if (watched) watch(step, recorded);
    if (recorded) {
        record(step.after);
    } else if (watched && !cadence_.several() && (plain_ < most_plain || refines_)) {
        wait(step.after);
        ++plain_;
    }
}

void SeriesRecorder::switched(const time::SwitchedState& event) {
    if (began_ && several_) {
        // Where a load jumps, its rate at this instant is that of neither side.
        const bool jumps = event.switches.empty();
        if (since_.time < event.before.time) {
            wait(event.before);
            if (jumps) forget_jerks(waiting_[waits_ - 1].row);
        } else if (jumps && needs_jerk_) {
            for (std::size_t i = 0; i < probes_.size(); ++i)
                if (probes_[i].quantity == Probe::Quantity::acceleration) series_.columns[i].rates.back() = unknown;
        }
        known_ = false;
        switched_ = true;
        wait(event.after);
        if (jumps) forget_jerks(waiting_[waits_ - 1].row);
    }
    known_ = false;
    if (states_ != nullptr) states_->replace(event.after);
}

void SeriesRecorder::Since::join(const Since& earlier) {
    steps += earlier.steps;
    touched = touched || earlier.touched;
    jumped = jumped || earlier.jumped;
    for (std::size_t i = 0; i < lowest.size(); ++i) {
        lowest[i] = std::min(lowest[i], earlier.lowest[i]);
        highest[i] = std::max(highest[i], earlier.highest[i]);
    }
}

void SeriesRecorder::forget_jerks(Row& row) const {
    if (!needs_jerk_) return;
    for (std::size_t i = 0; i < probes_.size(); ++i)
        if (probes_[i].quantity == Probe::Quantity::acceleration) row[probes_.size() + i] = unknown;
}

/// Keeps the state until the next record.
void SeriesRecorder::wait(const State& state) {
    evaluate_complete(state);
    if (waits_ == waiting_.size()) waiting_.push_back({since_, 0, row_});
    Waiting& next = waiting_[waits_++];
    next.before = since_;
    next.time = state.time;
    next.row = row_;
    begin_anew(state.time, row_);
}

/// Evaluates a state completely into `row_`, and reuses the values of the last step.
void SeriesRecorder::evaluate_complete(const State& state) {
    if (known_) {
        row_ = after_;
    } else {
        evaluate_all(state, row_);
    }
    evaluate_energies(state, row_);
    for (std::size_t i = 0; i < probes_.size(); ++i) {
        if (std::isfinite(row_[i])) continue;
        stopped_ = true;
        throw computation_failed("record: '" + probes_[i].name + "' is not finite at t = " + time_text(state.time) + " s");
    }
}

/// Resets the data of the steps after a row.
void SeriesRecorder::begin_anew(double time, const Row& row) {
    since_.time = time;
    since_.steps = 0;
    since_.touched = since_.jumped = false;
    for (std::size_t i = 0; i < probes_.size(); ++i) since_.lowest[i] = since_.highest[i] = row[i];
}

void SeriesRecorder::add(const Since& before, double time, const Row& row, bool between) {
    const std::size_t n = probes_.size();
    stopped_ = true;  // a full disk may interrupt the row
    if (several_) series_.between.push_back(between ? 1 : 0);
    if (several_ && began_) {
        series_.intervals.push_back(before.steps <= 1 && !before.jumped ? Interval::one_step
                                    : before.touched || before.jumped   ? Interval::contact
                                                                        : Interval::free);
        for (std::size_t i = 0; i < n; ++i) {
            if (energy_index_[i] >= 0) continue;
            series_.columns[i].lowest.push_back(before.lowest[i]);
            series_.columns[i].highest.push_back(before.highest[i]);
        }
    }
    series_.times.push_back(time);
    for (std::size_t i = 0; i < n; ++i) {
        series_.columns[i].values.push_back(row[i]);
        series_.columns[i].rates.push_back(row[n + i]);
    }
    stopped_ = false;
}

void SeriesRecorder::record(const State& state) {
    evaluate_complete(state);
    for (std::size_t k = 0; k < waits_; ++k) {
        const Waiting& waiting = waiting_[k];
        if (switched_ || (refines_ && !cadence_.several())) {
            add(waiting.before, waiting.time, waiting.row, true);
        } else {
            since_.join(waiting.before);
        }
    }
    add(since_, state.time, row_, false);
    waits_ = 0;
    plain_ = 0;
    switched_ = false;
    began_ = true;
    begin_anew(state.time, row_);
    if (states_ != nullptr) states_->keep(state);
    if (file_ == nullptr) return;
    stopped_ = true;
    file_->number(state.time);
    for (std::size_t i = 0; i < probes_.size(); ++i) file_->number(row_[i]);
    file_->end_row();
    stopped_ = false;
}

void SeriesRecorder::end(const State& state) {
    // A run that failed before it began has no system.
    if (system_ != nullptr && !stopped_ && (series_.times.empty() || state.time > series_.times.back())) record(state);
    if (spill_) spill_->close();
    if (file_ != nullptr) file_->close();
}

}  // namespace jounce::record
