// Ctrl-C: the first one ends the script or the run cleanly, the second one ends the program.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// Watches SIGINT for the scripts of this state until destroyed; one at a time, as there is one signal.
class InterruptWatch {
  public:
    explicit InterruptWatch(lua_State* state);
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;
};

[[nodiscard]] bool interrupted();

}  // namespace jounce::lua
