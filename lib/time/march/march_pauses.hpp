// Where a march ends before its time, and where it stands between two nominal steps for others to look at it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstdint>

#include "time/march/march.hpp"
#include "time/march/march_plan.hpp"

namespace jounce::time {

class MarchPauses {
  public:
    MarchPauses(const MarchOptions& options, MarchReport& report) : options_(options), report_(report) {}
    void begin(const MarchPlan& plan);

    /// Before the nominal step `steps`, `stride` after the last call. \returns is the march asked to end here?
    bool before(std::int64_t steps, std::int64_t stride, const State& state);
    /// Between two nominal steps a run ends cleanly; a nominal step of many steps is interrupted. \throws Error (interrupted)
    void within_step();
    /// Behind the last one.
    void end(const State& state);

  private:
    using Clock = std::chrono::steady_clock;

    bool asked_to_stop(std::int64_t steps, const State& state);
    void stand(std::int64_t steps, const State& state);
    [[nodiscard]] double wall_seconds() const;

    const MarchOptions& options_;
    MarchReport& report_;
    double start_ = 0;
    std::int64_t first_ = 0, steps_ = 0;
    double wall_seconds_before_ = 0;  // of the march that this one continues
    const Clock::time_point begin_ = Clock::now();
    Clock::time_point last_asked_ = Clock::now();
    std::int64_t interval_ = 1;  // steps between two readings of the clock
    std::int64_t until_asked_ = 0;
    unsigned since_asked_ = 0;  // number of a method's own steps
};

}  // namespace jounce::time
