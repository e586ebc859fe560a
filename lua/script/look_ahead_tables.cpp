// What the look ahead reads in the tables of a script.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/look_ahead_tables.hpp"

#include <utility>
#include <vector>

#include "session/context.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

std::optional<std::string> text_in(lua_State* L, int index, const char* key) {
    if (lua_type(L, index) != LUA_TTABLE) return std::nullopt;
    raw_get(L, index, key);
    std::optional<std::string> out;
    if (lua_type(L, -1) == LUA_TSTRING) out = text_at(L, -1);
    lua_pop(L, 1);
    return out;
}

std::optional<std::vector<std::string>> take_words(lua_State* L) {
    std::optional<std::vector<std::string>> out;
    if (lua_type(L, -1) == LUA_TTABLE) {
        out.emplace();
        const auto size = static_cast<lua_Integer>(lua_rawlen(L, -1));
        for (lua_Integer i = 1; i <= size && out; ++i) {
            if (lua_rawgeti(L, -1, i) == LUA_TSTRING) {
                out->push_back(text_at(L, -1));
            } else {
                out.reset();
            }
            lua_pop(L, 1);
        }
    }
    lua_pop(L, 1);
    return out;
}

void find_columns_of_sweep(lua_State* L) {
    const int result = lua_gettop(L);
    raw_get(L, 1, "carry");
    raw_get(L, 1, "point");
    raw_get(L, 1, "axes");
    if (!lua_isnil(L, -3) || lua_type(L, -2) != LUA_TFUNCTION || lua_type(L, -1) != LUA_TTABLE) return lua_settop(L, result);
    const int axes = lua_gettop(L);
    lua_pushvalue(L, -2);
    lua_createtable(L, 0, 4);
    const int at = lua_gettop(L);
    std::vector<std::string> columns;  // without those of every sweep
    const auto count = static_cast<lua_Integer>(lua_rawlen(L, axes));
    for (lua_Integer i = 1; i <= count; ++i) {
        lua_rawgeti(L, axes, i);
        const auto name = text_in(L, lua_gettop(L), "name");
        if (!name) return lua_settop(L, result);
        raw_get(L, -1, "from");
        raw_get(L, -2, "values");
        if (lua_type(L, -1) == LUA_TTABLE) {
            lua_rawgeti(L, -1, 1);
        } else {
            lua_pushvalue(L, -2);
        }
        raw_set(L, at, *name);
        lua_settop(L, at);
        columns.push_back(*name);
    }
    Context& command = context(L);
    const auto of_script = std::exchange(command.folders_ahead, {});  // runs of a point write into its own folder
    const bool ended = lua_pcall(L, 1, 1, 0) == LUA_OK;
    command.folders_ahead = of_script;
    if (!ended || lua_type(L, -1) != LUA_TTABLE) return lua_settop(L, result);
    raw_get(L, -1, "row");  // { row = { ... }, run = run }
    if (!lua_isnil(L, -1) && lua_type(L, -1) != LUA_TTABLE) return lua_settop(L, result);
    if (lua_isnil(L, -1)) lua_pop(L, 1);
    lua_pushnil(L);
    while (lua_next(L, -2) != 0) {
        lua_pop(L, 1);
        if (lua_type(L, -1) == LUA_TSTRING) columns.push_back(text_at(L, -1));
    }
    lua_createtable(L, static_cast<int>(columns.size()), 0);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        push_text(L, columns[i]);
        lua_rawseti(L, -2, static_cast<lua_Integer>(i) + 1);
    }
    lua_setiuservalue(L, result, 2);
    lua_settop(L, result);
}

}  // namespace jounce::lua
