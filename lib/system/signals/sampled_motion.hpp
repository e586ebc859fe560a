// A user's function over a run: its calls, which are counted, its scales, and the test whether nine instants belong to a smooth
// one.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <functional>

#include "base/messages/error.hpp"
#include "base/numbers/limits.hpp"
#include "system/signals/motion_survey.hpp"
#include "system/signals/smooth_window.hpp"

namespace jounce::signals {

/// Thrown where a survey ends.
struct FoundFault {
    MotionSurvey::Fault fault;
};

/// Of a function over a run; arrays: of the value and of the slope, or of the first and of the second derivative.
struct MotionScales {
    double finest = 0;                ///< [s]: kinks farther apart than twice this are told apart
    double spacing = 0;               ///< longest distance of nine instants [s]
    std::array<double, 2> smooth{};   ///< tolerance of an eighth difference
    std::array<double, 2> largest{};  ///< derivative
    std::array<double, 2> noise{};    ///< beyond which values are not known
    std::array<double, 2> sizes{};    ///< that rounding is relative to
};

/// The acceleration or speed that a run's steps do not see, of the largest one.
constexpr double share_of_speed = 0.01;

class SampledMotion {
  public:
    using Function = std::function<ReturnedMotion(double)>;
    /// Parameters as those of `survey`.
    SampledMotion(const Function& function, double from, double to, double step, double difference);

    /// \throws FoundFault for too many calls; Error of the function
    Instant at(double t);
    double value(double t) { return at(t).motion.of[0]; }
    double slope(double t) { return at(t).motion.of[1]; }
    Window window(double begin, double end);
    [[nodiscard]] long calls() const { return calls_; }

    /// From a little before the run to a little behind it, where the function does not fail, it is divided. Finds these ends and
    /// the scales in between.
    void find_scales();
    /// The largest derivatives include those in a smooth window.
    void include(const Window& smooth);
    [[nodiscard]] const MotionScales& scales() const { return scales_; }
    [[nodiscard]] double from() const { return from_; }
    [[nodiscard]] double to() const { return to_; }
    [[nodiscard]] double begin() const { return begin_; }
    [[nodiscard]] double end() const { return end_; }
    [[nodiscard]] bool in_run(double t) const { return t > from_ && t <= to_; }
    [[nodiscard]] double difference() const { return difference_; }

    /// Largest eighth difference of a smooth function.
    [[nodiscard]] double tolerance(const Window& w, std::size_t derivative) const;
    [[nodiscard]] bool is_smooth(const Window& w) const;
    /// At two other instants: sees a period that divides the distance of the samples, and an odd function, whose eighth
    /// difference is zero.
    [[nodiscard]] bool is_smooth_between(const Window& w);

  private:
    double outwards(double t, double reach);

    const Function& function_;
    double from_, to_, difference_;
    double begin_ = 0, end_ = 0;
    double most_calls_ = 0;
    long calls_ = 0;
    MotionScales scales_;
};

/// Of the value (0) or the returned slope (1).
[[nodiscard]] double rounding(const Window& w, std::size_t derivative);
/// The i-th of n + 1 unequal instants of [begin, end]: no period divides all of their distances.
[[nodiscard]] double unequal(double begin, double end, std::size_t i, std::size_t n);

/// What `search` adds to `found` counts even if the function fails, or a fault ends the search.
/// \throws Error if the user interrupts
template <class Found, class Search>
void search_until_fault(Found& found, Search search) {
    try {
        search();
    } catch (const Error& error) {  // reported by the run if it reaches this instant
        if (error.failure() == Failure::interrupted) throw;
    } catch (const FoundFault& end) {
        found.fault = end.fault;
    }
}

}  // namespace jounce::signals
