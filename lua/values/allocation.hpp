// Where a script ran out of memory.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

#include "base/messages/error.hpp"

namespace jounce::lua {

/// While this exists, the line of the script is noted at which Lua is refused memory: Lua raises that error without a place, and
/// without calling the message handler. For a coroutine it is the line that resumes it.
class AllocationWatch {
  public:
    explicit AllocationWatch(lua_State* state);
    ~AllocationWatch();
    AllocationWatch(const AllocationWatch&) = delete;
    AllocationWatch& operator=(const AllocationWatch&) = delete;
    /// The line of the last refusal; unknown in a state without a watch.
    [[nodiscard]] static Origin last_refused(lua_State* state);

  private:
    static void* allocate(void* watch, void* block, std::size_t before, std::size_t after);
    void note();

    lua_State* state_;
    lua_Alloc inner_;
    void* inner_data_ = nullptr;
    char file_[1024] = "";  // nothing is allocated where memory has run out
    int line_ = 0;
};

}  // namespace jounce::lua
