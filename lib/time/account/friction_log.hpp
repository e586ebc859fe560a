// The friction log: where set-valued frictions stick, slip and reverse.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <vector>

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
/// begins or ends is no friction event: it is in the impact log.
class FrictionLog : public Observer {
  public:
    void begin(const System& system, const State& state) override;
    void accepted(const AcceptedStep& step) override { compare(step.before, step.after); }
    void switched(const SwitchedState& event) override { compare(event.before, event.after); }
    /// For a checkpoint; `load` replaces `begin`.
    void save(ArchiveWriter& archive) const;
    void load(ArchiveReader& archive, const System& system);

    [[nodiscard]] const std::vector<FrictionEvent>& events() const { return events_; }

  private:
    void compare(const State& before, const State& after);
    std::vector<unsigned char> watched_;  // set-valued ones
    std::vector<FrictionEvent> events_;
};

}  // namespace jounce::time
