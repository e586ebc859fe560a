// Strict globals. The error suggests the nearest name in scope: a global, or a local of the function at fault.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/strict.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/messages/text.hpp"
#include "values/guard.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

namespace {

std::string key_text(lua_State* L) { return lua_type(L, 2) == LUA_TSTRING ? text_at(L, 2) : luaL_typename(L, 2); }

/// Names visible where the global was used.
std::vector<std::string> names_in_reach(lua_State* L) {
    std::vector<std::string> out;
    lua_Debug frame;
    if (lua_getstack(L, 1, &frame) != 0) {
        for (int i = 1; const char* name = lua_getlocal(L, &frame, i); ++i) {
            if (name[0] != '(') out.emplace_back(name);
            lua_pop(L, 1);
        }
        lua_getinfo(L, "f", &frame);
        for (int i = 1; const char* name = lua_getupvalue(L, -1, i); ++i) {
            out.emplace_back(name);
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    const auto local = static_cast<std::ptrdiff_t>(out.size());
    for (lua_pushnil(L); lua_next(L, 1) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) == LUA_TSTRING) out.push_back(text_at(L, -2));
    }
    std::sort(out.begin() + local, out.end());  // tables keep no order
    return out;
}

int read_undeclared(lua_State* L) {
    const std::string name = key_text(L);
    if (name == "jounce" || name == "si") {
        throw bad_case("global: '" + name + "' is not declared; write 'local " + name + " = " +
                       (name == "si" ? "jounce.si" : "require \"jounce\"") + "' at the top");
    }
    throw bad_case("global: '" + name + "' is not declared" + did_you_mean(name, names_in_reach(L)));
}

int assign_undeclared(lua_State* L) {
    const std::string name = key_text(L);
    const std::string near = did_you_mean(name, names_in_reach(L));
    throw bad_case("global: '" + name + "' is not declared" + (near.empty() ? "; write 'local " + name + " = ...'" : near));
}

}  // namespace

void make_globals_strict(lua_State* L) {
    lua_pushglobaltable(L);
    lua_createtable(L, 0, 2);
    lua_pushcfunction(L, guarded<read_undeclared>);
    raw_set(L, -2, "__index");
    lua_pushcfunction(L, guarded<assign_undeclared>);
    raw_set(L, -2, "__newindex");
    lua_setmetatable(L, -2);
    lua_pop(L, 1);
}

}  // namespace jounce::lua
