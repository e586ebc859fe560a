// Two numbers in a message, with enough digits to distinguish them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <fmt/format.h>

#include <array>
#include <string>

namespace jounce {

/// Both with `digits` digits, or with as many more as needed to distinguish them; equal numbers stay equal.
[[nodiscard]] inline std::array<std::string, 2> told_apart(double a, double b, int digits) {
    std::array<std::string, 2> out;
    for (; digits <= 17; ++digits) {
        out = {fmt::format("{:.{}g}", a, digits), fmt::format("{:.{}g}", b, digits)};
        if (out[0] != out[1] || a == b) break;
    }
    return out;
}

}  // namespace jounce
