// Text for a terminal, without control characters.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

namespace jounce {

/// Control characters other than newlines and tabs are replaced by \27, ..., as in Lua; also U+0080 to U+009F and single bytes
/// 0x80 to 0x9f, which some terminals obey. Applied to the message of every Error.
[[nodiscard]] std::string printable(std::string_view text);

}  // namespace jounce
