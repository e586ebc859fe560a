// The name of a load in messages.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "system/state/system.hpp"

namespace jounce {

/// "the load 'push' (case.lua:7)"
[[nodiscard]] inline std::string load_words(const Load& load) {
    return "the load" + (load.name.empty() ? "" : " '" + load.name + "'") +
           (load.origin.known() ? " (" + load.origin.text() + ")" : "");
}

}  // namespace jounce
