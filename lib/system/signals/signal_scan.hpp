// How fast a signal without a closed form varies, from samples over a run: its jumps, and the changes of its slope.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace jounce {

/// Samples of a function on [begin, end], to estimate the error of the trapezoidal rule with a step h: in a window of the length
/// W it is at most h^2/12 of the total change of the slope there, against the integral of |f|.
struct SignalScan {
    /// The largest step of the trapezoidal rule whose error is below `share` of the largest integral of |f| over a window [s];
    /// infinite for a constant or a straight line.
    double step = 0;
    double largest = 0;         ///< max |f|
    double mean = 0;            ///< of |f|
    std::vector<double> jumps;  ///< instants just after a jump, ascending [s]: f is the value before it at the preceding number
    bool too_many_jumps = false;
    /// Instants at which the function has just left or reached a stretch of zeros without a jump, ascending [s]: its slope may
    /// jump there, as at both ends of a half sine.
    std::vector<double> edges;
    /// Outside these stretches, ascending, the function is a straight line between its jumps [s].
    std::vector<std::pair<double, double>> bent;
    int calls = 0;  ///< of the function
};

/// 4099 slightly unequal intervals, up to 4096 halvings of those in which the slope changes most, 2053 intervals in the window
/// with the most changes if they are too coarse there (up to three times more for a fast oscillation), 2053 in the window with
/// the largest integral if it is short, and about 32 768 calls that locate jumps to the last digit, 50 for each, as for the first
/// 64 edges: a pulse shorter than 1/3100 of the run may be missed. Both numbers of intervals are prime, so that few periods
/// divide them.
constexpr int scan_intervals = 4099, scan_refinements = 4096, scan_window = 2053, scan_zooms = 3, scan_bisections = 32768,
              scan_edges = 64;

/// \param window [s]; a response of this duration averages over the function; a window shorter than four intervals counts as four
[[nodiscard]] SignalScan scan_signal(const std::function<double(double)>& f, double begin, double end, double window,
                                     double share);

/// The first number after a jump in (a, b]: the interval is halved towards the larger difference until it is two neighbouring
/// numbers. Nothing if the difference vanishes with the interval. \param calls counts those of f
[[nodiscard]] std::optional<double> find_jump(const std::function<double(double)>& f, double a, double b, int& calls);

}  // namespace jounce
