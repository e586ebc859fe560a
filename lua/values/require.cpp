// Lua's require, with an error for a module that requires itself.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/require.hpp"

#include <string>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "values/guard.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

namespace {

/// Pushes the function of a call. \returns false if there is no such call
bool push_function(lua_State* L, int level, lua_Debug& call) {
    return lua_getstack(L, level, &call) != 0 && lua_getinfo(L, "f", &call) != 0;
}

/// Is this function, with the same name, already in the call stack? The stack is searched because a list of names would be wrong
/// after an error.
bool is_being_loaded(lua_State* L, int name) {
    lua_Debug call;
    if (!push_function(L, 0, call)) return false;
    const int self = lua_gettop(L);
    bool found = false;
    for (int level = 1; !found && push_function(L, level, call); ++level) {
        if (lua_rawequal(L, self, -1) != 0 && lua_getlocal(L, &call, name) != nullptr) found = lua_rawequal(L, name, -1) != 0;
        lua_settop(L, self);
    }
    lua_settop(L, self - 1);
    return found;
}

/// Upvalue: Lua's require.
int require(lua_State* L) {
    const int arguments = lua_gettop(L);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    luaL_checkstack(L, 8, nullptr);
    if (lua_type(L, 2) == LUA_TSTRING && is_being_loaded(L, 2))
        throw bad_case("require: module '" + text_at(L, 2) + "' requires itself, directly or through another one");
    if (lua_type(L, 2) == LUA_TSTRING && text_at(L, 2).find('\0') != std::string::npos)
        throw bad_case("require: the name of a module must be text without zero bytes, got '" + in_one_line(text_at(L, 2)) + "'");
    lua_pushvalue(L, 1);
    for (int i = 1; i <= arguments; ++i) lua_pushvalue(L, 1 + i);
    const int before = lua_gettop(L) - arguments - 1;
    call_lua(L, arguments, LUA_MULTRET);
    return lua_gettop(L) - before;
}

}  // namespace

void replace_require(lua_State* L) {
    lua_getglobal(L, "require");
    lua_pushcclosure(L, guarded<require>, 1);
    lua_setglobal(L, "require");
}

}  // namespace jounce::lua
