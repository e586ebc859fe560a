// Probes over time: kept in memory for questions afterwards (interpolation, extremes), streamed to series.csv.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/archive.hpp"
#include "base/hermite.hpp"
#include "record/csv.hpp"
#include "system/probe.hpp"
#include "time/energy.hpp"
#include "time/observer.hpp"

namespace jounce::record {

/// One recorded quantity; `rates` holds NaN where the rate is not known (in memory only).
struct Column {
    std::string name;
    std::string unit;
    std::vector<double> values;
    std::vector<double> rates;
    /// Per interval between two records: the extremes of the dense output of all steps in it, both sides of events included;
    /// empty when every interval is one step, or when nobody looked between the records (energies).
    std::vector<double> lowest = {}, highest = {};
};

/// What lies between two records.
enum class Interval : char {
    one_step,
    free,     ///< several steps, and no gap was closed at any of them
    contact,  ///< several steps, and at least one side of a gap was in contact: velocities may have jumped
};

/// What a run recorded: every column has one value per time.
struct Series {
    std::vector<double> times;  ///< ascending [s]
    std::vector<Column> columns;
    std::vector<Interval> intervals = {};  ///< one less than times; empty: all of one step

    /// \throws Error (bad_case) "subject: '<probe>' was not recorded; recorded are ..."
    [[nodiscard]] const Column& column(const std::string& probe, const std::string& subject) const;
    /// The value at `time`: cubic Hermite where both neighbouring records know the rate and no contact came between them, else
    /// linear. A rate from before an impact says nothing of the motion behind it.
    /// \throws Error (bad_case) when `time` is outside what was recorded
    [[nodiscard]] double at(const Column& column, double time) const;
    /// The largest absolute value from `from` on: of the interpolant over intervals of one step, of all steps in longer ones,
    /// and of the interpolant over the part of an interval that `from` cuts.
    [[nodiscard]] double peak(const Column& column, double from) const;
    /// The extremes of the dense output in [from, to], to round-off of their ends' intervals.
    [[nodiscard]] std::pair<double, double> extremes(const Column& column, double from, double to) const;
    /// The interpolant between records i and i + 1; a straight line is a cubic whose rates are its slope.
    [[nodiscard]] CubicHermite interpolant(const Column& column, std::size_t i) const;
    /// What lies between records i and i + 1.
    [[nodiscard]] Interval interval(std::size_t i) const { return i < intervals.size() ? intervals[i] : Interval::one_step; }
    /// The number of the record at which `time` or the interval around it begins; the last interval for what lies behind.
    [[nodiscard]] std::size_t interval_at(double time) const;
};

/// Which ends of nominal steps are recorded: the first one at or after `from`, every `every`-th one after it, and the last one.
class Cadence {
  public:
    Cadence(int every, double from) : every_(every), from_(from) {}
    /// Are there steps between two of them?
    [[nodiscard]] bool several() const { return every_ > 1; }
    /// Called once for each state, in order.
    [[nodiscard]] bool due(double time) {
        if (countdown_ > 1) {
            --countdown_;
            return false;
        }
        if (time < from_ && from_ - time > 1e-12 * from_) return false;
        countdown_ = every_;
        return true;
    }

    template <class Archive>
    friend void transfer(Archive& archive, Either<Cadence> auto& cadence) {
        archive(cadence.countdown_);
    }

  private:
    int every_;
    double from_;
    int countdown_ = 0;
};

/// Evaluates the probes at the states of its cadence.
class SeriesRecorder : public time::Observer {
  public:
    /// \param account for energy probes; may be null when there are none
    /// \param file where rows go as well; may be null
    /// \param rows_expected memory reserved at `begin`, so that recording allocates nothing
    SeriesRecorder(Series& series, std::vector<Probe> probes, Cadence cadence, const time::EnergyAccount* account, CsvFile* file,
                   std::size_t rows_expected);
    void begin(const System& system, const State& state) override;
    /// \throws Error (computation) naming the probe and the time when a value is not finite
    void accepted(const time::AcceptedStep& step) override;
    void switched(const time::SwitchedState& event) override;
    void end(const State& state) override;
    /// For a checkpoint, without the records; `load` stands in for `begin`.
    void save(ArchiveWriter& archive) const;
    void load(ArchiveReader& archive, const System& system);
    /// The records from number `first` on, for a file that only grows; and `count` of them back, behind those there are.
    void save_records(ArchiveWriter& archive, std::size_t first) const;
    void load_records(ArchiveReader& archive, std::size_t count);
    [[nodiscard]] std::size_t records() const { return series_.times.size(); }

  private:
    void bind(const System& system);
    template <class Archive, class Self>
    static void transfer_status(Archive& archive, Self& self);
    void record(const State& state);
    void watch(const time::AcceptedStep& step);
    void look_at(const State& state);
    void evaluate_all(const State& state, double* row);

    Series& series_;
    std::vector<Probe> probes_;
    std::vector<int> energy_index_;  // per probe: index of its energy term, or -1
    std::vector<char> has_rate_;
    Cadence cadence_;
    const time::EnergyAccount* account_;
    CsvFile* file_;
    std::size_t rows_expected_;
    bool any_energy_ = false;
    bool several_;                          // records may be several steps, or an event, apart
    bool began_ = false;                    // there is a record
    int steps_ = 0;                         // since the last record
    bool touched_ = false;                  // a side was in contact at one of them
    bool switched_ = false;                 // an event came between
    std::vector<double> lowest_, highest_;  // per probe: of the dense output since the last record
    bool needs_jerk_ = false;
    linalg::Vector jerk_;
    std::vector<double> before_, after_;  // values, then rates, at the ends of a step
    bool known_ = false;                  // `after_` is of the last accepted state
    bool stopped_ = false;                // a value was not finite, or the disk is full
    const System* system_ = nullptr;
    std::vector<double> row_;  // values, then rates
};

/// "time [s]", "top.ux [m]", ...
[[nodiscard]] std::vector<std::string> series_columns(const std::vector<Probe>& probes);

}  // namespace jounce::record
