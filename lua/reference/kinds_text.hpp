// `jounce kinds`: the families, or the description of one kind, as text.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

namespace jounce::lua {

/// All families with their kinds, one line each.
[[nodiscard]] std::string kinds_overview();

/// About "law", "law.hertz", "hertz", "run", ... \throws Error (usage) naming the nearest known name
[[nodiscard]] std::string kinds_about(const std::string& name);

}  // namespace jounce::lua
