// Where a signal jumps, for messages.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/signals/signal_jump.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/messages/text.hpp"
#include "base/numbers/limits.hpp"

namespace jounce {

std::string first_jump(const Signal& signal, bool slope) {
    // A ramp or a table is not known exactly just before its corner.
    const auto differ = [](double a, double b, double size) {
        return std::abs(b - a) > 1e-9 * std::max({std::abs(a), std::abs(b), size});
    };
    const auto words = [](const char* what, double before, double after, double t) {
        return fmt::format("; the {} jumps from {} to {} at t = {} s", what, in_message(before), in_message(after),
                           in_message(t));
    };
    for (const double t : signal.breaks(-infinite, infinite)) {
        const SignalSample before = signal.sample(std::nextafter(t, -infinite)), after = signal.sample(t);
        // Through zero the value is as inexact as the instant.
        const double size = 1e-3 * std::max(std::abs(before.first), std::abs(after.first)) * std::abs(t);
        if (differ(before.value, after.value, size)) return words("value", before.value, after.value, t);
        if (slope && differ(before.first, after.first, 0)) return words("slope", before.first, after.first, t);
    }
    return {};
}

}  // namespace jounce
