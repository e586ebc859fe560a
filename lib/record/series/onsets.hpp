// Values of the probes where contacts begin: both sides of an instant at which velocities and forces may jump.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/files/archive.hpp"
#include "base/files/long_vector.hpp"
#include "system/probes/probe.hpp"
#include "time/account/impacts.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::record {

/// One row for each contact that began during the run, in order; contacts closed from the start have none.
struct Onsets {
    LongVector<std::size_t> impacts;   ///< index in the impact log
    LongVector<double> before, after;  ///< rows of all columns of the Series; NaN for energies

    [[nodiscard]] std::size_t size() const { return impacts.size(); }
};

/// Comes after the impact log in the list of observers. Located onsets are instants between two states; with stepwise
/// detection they are within a step, and both sides are values of the cubic through its ends.
class OnsetRecorder : public time::Observer {
  public:
    OnsetRecorder(Onsets& onsets, std::vector<Probe> probes, const time::ImpactLog& log);
    void begin(const System& system, const State& state) override;
    void accepted(const time::AcceptedStep& step) override;
    void switched(const time::SwitchedState& event) override;
    /// Rows beyond `memory` bytes of each list are stored in the file.
    void spill_to(const std::shared_ptr<SpillFile>& file, std::size_t memory);
    /// For a checkpoint, without the rows; `load` replaces `begin` after the rows were loaded.
    void save(ArchiveWriter& archive) const { archive(seen_); }
    void load(ArchiveReader& archive, const System& system);
    /// The rows [first, end), for a file that only grows; and `count` of them back.
    void save_rows(ArchiveWriter& archive, std::size_t first, std::size_t end) const;
    void load_rows(ArchiveReader& archive, std::size_t count);
    [[nodiscard]] std::size_t rows() const { return onsets_.size(); }

  private:
    void add(std::size_t impact, const State& before, const State& after, double within);

    Onsets& onsets_;
    std::vector<Probe> probes_;
    const time::ImpactLog& log_;
    const System* system_ = nullptr;
    std::size_t seen_ = 0;  // impacts of the log processed so far
};

}  // namespace jounce::record
