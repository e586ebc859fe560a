// Marks in metatables: what kind of table of Jounce a table is.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// Its address is the key in a metatable, which no script can name.
struct Mark {
    char unused = 0;
};

/// Of the metatable on top of the stack.
inline void mark_metatable(lua_State* L, const Mark& mark) {
    lua_pushboolean(L, 1);
    lua_rawsetp(L, -2, &mark);
}

/// Has the value at the index a metatable with this mark?
[[nodiscard]] inline bool has_mark(lua_State* L, int index, const Mark& mark) {
    if (lua_getmetatable(L, index) == 0) return false;
    const bool marked = lua_rawgetp(L, -1, &mark) != LUA_TNIL;
    lua_pop(L, 2);
    return marked;
}

}  // namespace jounce::lua
