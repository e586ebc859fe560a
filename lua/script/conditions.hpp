// The lines of a script on which it decides something.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>
#include <vector>

namespace jounce::lua {

/// One entry a line: does it contain an equality (==, ~=) or a word that tests a value (if, elseif, while, until, and, or, not),
/// outside of texts and comments?
[[nodiscard]] std::vector<bool> lines_with_conditions(std::string_view script);

/// Does the `for` on a line, counted from 1, only print, so that the script is the same behind it for any number of elements? Its
/// body may declare locals and call print, io.write, tostring and functions of string and math.
[[nodiscard]] bool loop_only_prints(std::string_view script, std::size_t line);

}  // namespace jounce::lua
