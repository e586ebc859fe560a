// Ends a march of a method with its own steps whose events follow each other without progress in time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/numbers/limits.hpp"
#include "time/march/march_errors.hpp"

namespace jounce::time {

class EventProgress {
  public:
    /// \param step nominal [s]
    EventProgress(const System& system, double step) : system_(system), step_(step) {}

    /// After an event at `time`. \throws Error for events without end at one instant, as far as times can be told from one
    /// another
    void stands_at(double time, const std::optional<EventCandidate>& event) {
        constexpr int most = 2000;
        constexpr double resolution = 1e-11;
        const double instant = least(resolution, time);
        if (time - since_ > instant) {
            since_ = time;
            stood_ = 0;
        } else if (++stood_ > most) {
            throw events_without_end(system_, most, time, instant, event);
        }
    }

    /// After an event `passed` behind the last one. \throws Error for events that follow each other at ever so small distances
    void advanced(double passed, double time, const std::optional<EventCandidate>& event) {
        constexpr int most = 10000;
        constexpr double progress = 1e-10;
        if (passed > least(progress, time)) {
            crept_ = 0;
        } else if (++crept_ > most) {
            throw events_without_end(system_, most, time, most * progress * step_, event);
        }
    }

  private:
    [[nodiscard]] double least(double of_step, double time) const {
        return std::max(of_step * step_, 64 * epsilon * std::abs(time));
    }

    const System& system_;
    double step_;
    double since_ = -infinite;  // the first of the last events without progress in time [s]
    int stood_ = 0;             // number of those events
    int crept_ = 0;             // number of the last events with hardly any
};

}  // namespace jounce::time
