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
    const auto differ = [](double a, double b) { return std::abs(b - a) > 1e-9 * std::max(std::abs(a), std::abs(b)); };
    const auto words = [](const char* what, double before, double after, double t) {
        return fmt::format("; the {} jumps from {} to {} at t = {} s", what, in_message(before), in_message(after),
                           in_message(t));
    };
    for (const double t : signal.breaks(-infinite, infinite)) {
        const SignalSample before = signal.sample(std::nextafter(t, -infinite)), after = signal.sample(t);
        if (differ(before.value, after.value)) return words("value", before.value, after.value, t);
        if (slope && differ(before.first, after.first)) return words("slope", before.first, after.first, t);
    }
    return {};
}

}  // namespace jounce
