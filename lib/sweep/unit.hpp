// Units of an axis, as written by a user: known symbols, their products, quotients and powers.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace jounce::sweep {

/// The first symbol of "N s/m^1.5" that is not a unit, or the whole text if a factor is missing ("m//s", "m/"); empty
/// if the text is valid. Factors are separated by a space, '*' or '/', an exponent follows '^', or is one digit after
/// the symbol ("m/s2"). An empty text and "1" mean no unit.
[[nodiscard]] std::string unknown_unit(std::string_view text);

}  // namespace jounce::sweep
