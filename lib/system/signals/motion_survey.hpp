// Where a user's function of time is smooth, where its slope jumps, and where it is no motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace jounce::signals {

/// What a function returns at one instant: the value and `returned` - 1 of its derivatives.
struct ReturnedMotion {
    std::array<double, 3> of{};
    int returned = 1;
};

enum class MotionFault { value_jumps, first_differs, second_differs, unresolved, noise, too_many_calls };

struct MotionSurvey {
    struct Fault {
        MotionFault kind{};
        double time = 0;    ///< near this instant [s]
        double within = 0;  ///< unresolved: it varies within this time [s]; noise: its size; too_many_calls: their number
        int returned = 1;
    };
    /// Where differences need a shorter step than the longest one.
    struct FastStretch {
        double begin = 0, end = 0, step = 0;  ///< [s]
    };
    std::optional<Fault> fault;     ///< the search ends there
    std::vector<double> kinks;      ///< ascending [s]; also a jump of the value before the run or at its first instant
    std::vector<double> bends;      ///< ascending [s]: the acceleration jumps, or a higher derivative
    std::vector<FastStretch> fast;  ///< ascending, disjoint
    double noise = 0;               ///< of what is differentiated, where it is more than rounding
    /// The second derivative that the function returns at the first instant is not the one behind it, as of `t <= 0`.
    bool begins_behind = false;
    long calls = 0;
};

/// Divides a run into windows in which the function is smooth and places in which it is not (docs/theory/damping-and-signals.md).
/// It is called up to sixteen `longest_difference` outside [from, to] and 1 us more, where it may fail; the search ends at the
/// first instant within at which it fails. \param step of the run [s] \param longest_difference the longest distance of the nine
/// values by which it is differentiated [s];
///     0: it is not
[[nodiscard]] MotionSurvey survey(const std::function<ReturnedMotion(double)>& motion, double from, double to, double step,
                                  double longest_difference);

}  // namespace jounce::signals
