// Statistics of a list of numbers: mean, standard deviation, extremes, quantiles.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace jounce::nonlinear {

struct SampleStatistics {
    std::size_t count = 0;
    std::optional<double> mean;                ///< empty without numbers
    std::optional<double> standard_deviation;  ///< of a sample, with n - 1; empty below two numbers
    std::optional<double> min, max;
    std::optional<double> low, high;  ///< the 5 and 95 % quantiles

    /// Standard error of the mean, for independent numbers: sd / sqrt(n).
    [[nodiscard]] std::optional<double> standard_error() const;
};

/// \param values finite
[[nodiscard]] SampleStatistics sample_statistics(std::span<const double> values);

/// The p-quantile: the straight line through the order statistics, the smallest at p = 0 and the largest at p = 1.
/// R. J. Hyndman, Y. Fan (1996), doi:10.1080/00031305.1996.10473566, definition 7.
/// \param sorted ascending, at least one
[[nodiscard]] double quantile(std::span<const double> sorted, double p);

}  // namespace jounce::nonlinear
