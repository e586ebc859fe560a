// Durations and steps with which double precision can compute.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "base/fields/schema.hpp"

namespace jounce::time {

/// Formulas contain squares of steps and their reciprocals, multiplied by masses and stiffnesses: beyond these they overflow, or
/// vanish, whatever the unit of time [s].
inline constexpr double shortest_span = 1e-100, longest_span = 1e100;

/// \throws Error (bad_case) "run: 'duration' must be between 1e-100 and 1e+100 s, got 1e+308"
inline void require_span(double seconds, const std::string& subject, const std::string& field) {
    if (seconds < shortest_span || seconds > longest_span)
        throw bad_field(subject, field, "between 1e-100 and 1e+100 s", Value(seconds));
}

}  // namespace jounce::time
