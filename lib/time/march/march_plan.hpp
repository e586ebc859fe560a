// What is known of a march when it begins: its nominal steps, and the instants at which loads jump.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "time/march/march.hpp"

namespace jounce::time {

/// Instants at which a step ends, in their order; the march passes each of them once.
class Breaks {
  public:
    Breaks() = default;
    /// \param at ascending [s] \param instant one closer than this behind a time counts as at that time [s]
    Breaks(std::vector<double> at, double instant) : at_(std::move(at)), instant_(instant) {}

    /// Is the next one at `time` or before it?
    [[nodiscard]] bool one_until(double time) const { return next_ < at_.size() && at_[next_] <= time + instant_; }
    double pass() { return at_[next_++]; }
    /// \returns the last one until `time`, if there is one that has not been passed
    std::optional<double> pass_until(double time) {
        std::optional<double> last;
        while (one_until(time)) last = pass();
        return last;
    }

  private:
    std::vector<double> at_;
    double instant_ = 0;
    std::size_t next_ = 0;
};

struct MarchPlan {
    double start = 0, end = 0, step = 0;  ///< [s]
    std::int64_t first = 0, steps = 0;    ///< nominal ones: done before, in all
    bool multiple = true;                 ///< is the duration a multiple of the step? Otherwise the last one is shortened.
    std::int64_t quiet = 0;               ///< nominal steps until `MarchOptions::stride_until`
    double instant = 0;                   ///< a jump of a load closer than this to the end of a step is at it [s]
    Breaks breaks;                        ///< those that the march has to pass

    [[nodiscard]] double end_of(std::int64_t i) const { return i + 1 == steps ? end : start + static_cast<double>(i + 1) * step; }
    /// Of the nominal step i, or of several that end with it, from `time` without round-off.
    [[nodiscard]] double size(std::int64_t i, std::int64_t stride, double time) const {
        return stride > 1 || (i + 1 == steps && !multiple) ? end_of(i) - time : step;
    }
    /// Number of nominal steps from i that are taken as one: if nothing is recorded there, a method with its own steps need not
    /// stop at the nominal ones.
    [[nodiscard]] std::int64_t stride(std::int64_t i, bool own_steps) const;
};

/// \param time of the state with which the march begins \param own_steps the method chooses its own steps
/// \param examine steps end where loads jump, so that no step contains both sides of a jump
[[nodiscard]] MarchPlan plan(const System& system, const MarchOptions& options, double time, bool own_steps, bool examine);

}  // namespace jounce::time
