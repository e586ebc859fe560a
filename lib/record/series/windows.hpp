// The largest absolute value of a probe in each of several windows of time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "record/series/series.hpp"

namespace jounce::record {

/// The value of a probe at an instant between two rows, more accurate than the interpolant.
using ValueAt = std::function<double(double time)>;

/// The largest absolute value in [from, to] of the interpolant, and of the steps in an interval of several. With `exact`, an
/// extreme of the interpolant only says where to look, and this value counts: at the onset of a law whose damping begins with an
/// infinite slope (Tsuji) a cubic may be off by any factor. \returns `best` outside the series or where nothing is larger
[[nodiscard]] double largest_within(const Series& series, const Column& column, double from, double to, double best = 0,
                                    const ValueAt& exact = {});

/// Windows [from + k length, from + (k + 1) length], k = 0 ... count - 1, within the record. Evaluates the dense output
/// and all steps between two records; where a window cuts an interval of several steps, the interpolant over its part.
[[nodiscard]] std::vector<double> window_peaks(const Series& series, const Column& column, double from, double length, int count,
                                               const ValueAt& exact = {});

}  // namespace jounce::record
