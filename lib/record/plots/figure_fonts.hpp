// Characters that are in no font of this machine.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <vector>

#include "record/plots/figure_layout.hpp"

namespace jounce::record {

/// Has one font of this machine all these characters?
using HasFont = std::function<bool(const std::vector<char32_t>&)>;

/// According to fontconfig's fc-list, which is installed with gnuplot's terminals; true if fc-list fails.
[[nodiscard]] bool is_in_a_font(const std::vector<char32_t>& characters);

/// Replaces characters that are in no font by U+FFFD, and names them in a line below. The terminal would draw black
/// shapes over the whole picture for them.
void mark_missing(Layout& layout, const HasFont& has_font = is_in_a_font);

}  // namespace jounce::record
