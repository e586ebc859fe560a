// The allowed interval of a number, and its text in messages.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <limits>
#include <string>

namespace jounce {

/// An interval of the real line; open ends exclude their value. Infinite ends are always open: every number must be finite.
struct Range {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool low_open = true;
    bool high_open = true;

    [[nodiscard]] bool contains(double x) const { return (low_open ? x > low : x >= low) && (high_open ? x < high : x <= high); }
    /// "positive", "zero or positive", "in (0, 1]", "finite".
    [[nodiscard]] std::string text() const;
};

inline constexpr Range any_number{};
inline constexpr Range positive{.low = 0};
inline constexpr Range zero_or_positive{.low = 0, .low_open = false};
/// (0, 1]
inline constexpr Range above_zero_to_one{.low = 0, .high = 1, .high_open = false};
/// [0, 1]
inline constexpr Range zero_to_one{.low = 0, .high = 1, .low_open = false, .high_open = false};
/// [low, inf)
constexpr Range at_least(double low) { return {.low = low, .low_open = false}; }
/// [low, high]
constexpr Range between(double low, double high) { return {.low = low, .high = high, .low_open = false, .high_open = false}; }
/// (low, high)
constexpr Range strictly_between(double low, double high) { return {.low = low, .high = high}; }

}  // namespace jounce
