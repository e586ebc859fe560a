// The largest absolute value of a probe in each of several windows of time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "record/series/series.hpp"

namespace jounce::record {

/// Windows [from + k length, from + (k + 1) length], k = 0 ... count - 1, within the record. Evaluates the dense output
/// and all steps between two records; where a window cuts an interval of several steps, the interpolant over its part.
/// The largest absolute value in [from, to] of the interpolant, and of the steps in an interval of several; 0 outside the series.
[[nodiscard]] double largest_within(const Series& series, const Column& column, double from, double to);

[[nodiscard]] std::vector<double> window_peaks(const Series& series, const Column& column, double from, double length, int count);

}  // namespace jounce::record
