// The friction log: where set-valued frictions stick, slip and reverse.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "base/files/long_vector.hpp"
#include "time/stepper/observer.hpp"

namespace jounce {
class ArchiveWriter;
class ArchiveReader;
}  // namespace jounce

namespace jounce::time {

struct FrictionEvent {
    enum class What : std::uint8_t { stick, slip, reversal };
    int friction = 0;  ///< index into System::frictions
    What what = What::stick;
    double time = 0;          ///< [s], located (Events::stepwise: the end of the step)
    double force = 0;         ///< size of the friction force just after [N]
    double normal_force = 0;  ///< [N]
};

/// Compares the statuses before and after every step and every event. A slip that begins or ends because its contact
/// begins or ends is no friction event: it is in the impact log. In a plane a slip that turns by any angle while it moves is no
/// reversal: it reverses where it has come to rest and moves back at once.
class FrictionLog : public Observer {
  public:
    void begin(const System& system, const State& state) override;
    void accepted(const AcceptedStep& step) override { compare(step.before, step.after, false); }
    void switched(const SwitchedState& event) override { compare(event.before, event.after, true); }
    /// Events beyond `memory` bytes are stored in the file. To be called before the run.
    void spill_to(const std::shared_ptr<SpillFile>& file, std::size_t memory) { events_.spill_to(file, memory); }
    /// For a checkpoint, after the events were loaded; replaces `begin`. Nothing but events is saved.
    void load(const ArchiveReader& archive, const System& system);
    /// The events [first, end), and `count` of them appended.
    void save_rows(ArchiveWriter& archive, std::size_t first, std::size_t end) const;
    void load_rows(ArchiveReader& archive, std::size_t count);

    [[nodiscard]] const LongVector<FrictionEvent>& events() const { return events_; }
    /// The events, after the run.
    [[nodiscard]] LongVector<FrictionEvent> take() { return std::move(events_); }

  private:
    void compare(const State& before, const State& after, bool at_once);
    std::vector<unsigned char> directions_;  // of set-valued ones; 0: another law
    LongVector<FrictionEvent> events_;
};

}  // namespace jounce::time
