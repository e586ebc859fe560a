// All recorders of a run as one observer: if one fails, the run ends, and every file is still complete.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

#include "base/files/archive.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::record {

/// Forwards to its parts in order. `end` is called exactly once for every part, even if others throw; if a part fails
/// at a step, that step is the last one.
class Recording : public time::Observer {
  public:
    void add(time::Observer* part) { parts_.push_back(part); }
    void begin(const System& system, const State& state) override;
    void accepted(const time::AcceptedStep& step) override;
    void switched(const time::SwitchedState& event) override;
    /// \throws what the first failing part throws, after all have ended
    void end(const State& state) override;
    /// Ends parts that were not ended yet, without throwing: for runs that failed elsewhere.
    void end_quietly(const State& state) noexcept;

    /// For a checkpoint, without the parts; `load` replaces `begin`.
    void save(ArchiveWriter& archive) const { archive(time_, steps_); }
    void load(ArchiveReader& archive) { archive(time_, steps_); }

    [[nodiscard]] double time() const { return time_; }
    [[nodiscard]] std::int64_t steps() const { return steps_; }

  private:
    std::vector<time::Observer*> parts_;
    bool ended_ = false;
    double time_ = 0;
    std::int64_t steps_ = 0;
};

}  // namespace jounce::record
