// The allowed interval of a number, and its text in messages.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/range.hpp"

#include <cmath>

#include "base/messages/text.hpp"

namespace jounce {

std::string Range::text() const {
    if (std::isinf(low) && std::isinf(high)) return "finite";
    if (std::isinf(high) && low == 0) return low_open ? "positive" : "zero or positive";
    if (std::isinf(high)) return (low_open ? "above " : "at least ") + in_message(low);
    if (std::isinf(low)) return (high_open ? "below " : "at most ") + in_message(high);
    return std::string("in ") + (low_open ? "(" : "[") + in_message(low) + ", " + in_message(high) + (high_open ? ")" : "]");
}

}  // namespace jounce
