// Characters that no font of this machine has.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "record/figure_layout.hpp"

namespace jounce::record {

/// Has one font of this machine all these characters?
using HasFont = std::function<bool(const std::vector<char32_t>&)>;

/// As fontconfig's fc-list says, which comes with gnuplot's terminals; true where it does not answer.
[[nodiscard]] bool is_in_a_font(const std::vector<char32_t>& characters);

/// Puts U+FFFD in the place of characters that no font has, for which the terminal would draw black shapes over the whole
/// picture, and a line below that names them.
void mark_missing(Layout& layout, const HasFont& has_font = is_in_a_font);

}  // namespace jounce::record
