// Units as a user writes them beside an axis: known symbols, their products, quotients and powers.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace jounce::sweep {

/// The first symbol of "N s/m^1.5" that is no unit; empty when all are. Factors are separated by spaces, '*' or '/', an exponent
/// follows '^'. An empty text and "1" are units of numbers without one.
[[nodiscard]] std::string unknown_unit(std::string_view text);

}  // namespace jounce::sweep
