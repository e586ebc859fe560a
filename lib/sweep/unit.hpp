// Units as a user writes them beside an axis: known symbols, their products, quotients and powers.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace jounce::sweep {

/// The first symbol of "N s/m^1.5" that is no unit, or the whole text where a factor is missing ("m//s", "m/"); empty when all is
/// well. Factors are separated by a space, '*' or '/', an exponent follows '^', or is one digit behind the symbol ("m/s2"). An
/// empty text and "1" are units of numbers without one.
[[nodiscard]] std::string unknown_unit(std::string_view text);

}  // namespace jounce::sweep
