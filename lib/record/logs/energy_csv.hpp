// energy.csv: the terms of the energy account over time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fields/output.hpp"
#include "record/files/csv.hpp"
#include "record/series/cadence.hpp"
#include "time/account/archive.hpp"
#include "time/account/energy.hpp"

namespace jounce::record {

/// Evaluates the account at the states of its cadence (so that its largest remainder is known) and writes a row when
/// there is a file. It comes after the account in the list of observers.
class EnergyRecorder : public time::Observer {
  public:
    EnergyRecorder(const time::EnergyAccount& account, Cadence cadence, CsvFile* file)
        : account_(account), cadence_(cadence), file_(file) {}
    void begin(const System& system, const State& state) override;
    void accepted(const time::AcceptedStep& step) override;
    void end(const State& state) override;
    /// For a checkpoint; `load` replaces `begin`.
    void save(ArchiveWriter& archive) const { archive(cadence_, last_, last_time_, any_, begun_); }
    void load(ArchiveReader& archive) { archive(cadence_, last_, last_time_, any_, begun_); }
    /// Was the account evaluated at all?
    [[nodiscard]] bool any() const { return any_; }
    /// The terms at the last state evaluated.
    [[nodiscard]] const time::EnergyTerms& last() const { return last_; }

  private:
    void record(const State& state);
    const time::EnergyAccount& account_;
    Cadence cadence_;
    CsvFile* file_;
    time::EnergyTerms last_;
    double last_time_ = 0;
    bool any_ = false;
    bool begun_ = false;
    bool stopped_ = false;
};

/// The columns of energy.csv.
[[nodiscard]] const OutputList& energy_outputs();

}  // namespace jounce::record
