// Where the slope of a function jumps, from its values.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <optional>

namespace jounce::signals {

/// The instant in (a, b) at which the slope of f jumps: the polynomials of fourth degree through five values on either side
/// intersect there. The bracket is narrowed about that instant until rounding remains. Nothing if f has no single kink there.
/// Calls f up to half of b - a beyond both ends.
[[nodiscard]] std::optional<double> kink_within(const std::function<double(double)>& f, double a, double b);

}  // namespace jounce::signals
