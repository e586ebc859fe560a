// Metatables of Jounce's objects and lists.
// SPDX-License-Identifier: BSD-3-Clause
#include "object.hpp"

#include <vector>

#include "base/text.hpp"

namespace jounce::lua {

namespace {

const char list_mark = 0;

std::string describe_key(lua_State* L, int index) {
    switch (lua_type(L, index)) {
        case LUA_TSTRING:
            return "'" + text_at(L, index) + "'";
        case LUA_TNUMBER:
            return lua_isinteger(L, index) != 0 ? std::to_string(lua_tointeger(L, index)) : shortest(lua_tonumber(L, index));
        default:
            return std::string("a ") + luaL_typename(L, index);
    }
}

void collect_keys(lua_State* L, int table, std::vector<std::string>& out) {
    table = lua_absindex(L, table);
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) == LUA_TSTRING) out.push_back(text_at(L, -2));
    }
}

/// object[key]; upvalues: methods, class name.
int index_object(lua_State* L) {
    lua_getiuservalue(L, 1, 1);
    const bool fields = lua_type(L, -1) == LUA_TTABLE;
    if (fields) {
        lua_pushvalue(L, 2);
        if (lua_rawget(L, -2) != LUA_TNIL) return 1;
        lua_pop(L, 1);
    }
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    lua_pop(L, 1);
    const std::string name = text_at(L, lua_upvalueindex(2));
    if (fields && lua_isinteger(L, 2) != 0) {
        const auto size = static_cast<lua_Integer>(lua_rawlen(L, -1));
        if (lua_tointeger(L, 2) == size + 1) return lua_pushnil(L), 1;  // where ipairs stops
        throw bad_case(name + ": there is no element " + describe_key(L, 2) + ", the list has " + std::to_string(size));
    }
    std::vector<std::string> known;
    if (fields) collect_keys(L, -1, known);
    collect_keys(L, lua_upvalueindex(1), known);
    std::string message = name + ": there is no field or method " + describe_key(L, 2);
    const std::string near = lua_type(L, 2) == LUA_TSTRING ? did_you_mean(text_at(L, 2), known) : std::string();
    throw bad_case(message + (near.empty() ? "; known are " + join(known) : near));
}

int refuse_assignment(lua_State* L) {
    throw bad_case(text_at(L, lua_upvalueindex(1)) + ": " + describe_key(L, 2) + " cannot be assigned");
}

int object_length(lua_State* L) {
    lua_getiuservalue(L, 1, 1);
    lua_pushinteger(L, lua_type(L, -1) == LUA_TTABLE ? static_cast<lua_Integer>(lua_rawlen(L, -1)) : 0);
    return 1;
}

int next_field(lua_State* L) {
    lua_settop(L, 2);
    if (lua_next(L, 1) != 0) return 2;
    lua_pushnil(L);
    return 1;
}

int object_pairs(lua_State* L) {
    lua_pushcfunction(L, guarded<next_field>);
    if (lua_getiuservalue(L, 1, 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
    }
    return 2;
}

/// list[key] that is not there; upvalue: what the list is called.
int index_list(lua_State* L) {
    const auto size = static_cast<lua_Integer>(lua_rawlen(L, 1));
    const std::string what = text_at(L, lua_upvalueindex(1));
    if (lua_isinteger(L, 2) == 0) {
        throw bad_case(what + " is a list with elements 1 to " + std::to_string(size) + ", there is no " + describe_key(L, 2));
    }
    if (lua_tointeger(L, 2) == size + 1) return lua_pushnil(L), 1;
    throw bad_case(what + " has elements 1 to " + std::to_string(size) + ", there is no " + describe_key(L, 2));
}

}  // namespace

void push_class(lua_State* L, const ObjectClass& description, lua_CFunction collect) {
    const std::string key = std::string("jounce.") + description.name;
    if (luaL_newmetatable(L, key.c_str()) == 0) return;
    lua_createtable(L, 0, static_cast<int>(description.methods.size()));
    for (const Method& method : description.methods) {
        lua_pushcfunction(L, method.function);
        raw_set(L, -2, method.name);
    }
    lua_pushstring(L, description.name);
    lua_pushcclosure(L, guarded<index_object>, 2);
    raw_set(L, -2, "__index");
    lua_pushstring(L, description.name);
    lua_pushcclosure(L, guarded<refuse_assignment>, 1);
    raw_set(L, -2, "__newindex");
    lua_pushcfunction(L, guarded<object_length>);
    raw_set(L, -2, "__len");
    lua_pushcfunction(L, guarded<object_pairs>);
    raw_set(L, -2, "__pairs");
    lua_pushcfunction(L, collect);
    raw_set(L, -2, "__gc");
    lua_pushcfunction(L, description.to_string);
    raw_set(L, -2, "__tostring");
    for (const auto& [event, function] : {std::pair{"__concat", description.concat}, std::pair{"__eq", description.equal}}) {
        if (function == nullptr) continue;
        lua_pushcfunction(L, function);
        raw_set(L, -2, event);
    }
    // getmetatable(object) answers with the class's name: a script cannot change the metatable.
    lua_pushstring(L, description.name);
    raw_set(L, -2, "__metatable");
}

void* payload(lua_State* L, int index, const char* class_name) {
    const std::string key = std::string("jounce.") + class_name;
    return luaL_testudata(L, index, key.c_str());
}

void make_list(lua_State* L, const std::string& what) {
    lua_createtable(L, 0, 2);
    push_text(L, what);
    lua_pushcclosure(L, guarded<index_list>, 1);
    raw_set(L, -2, "__index");
    lua_pushboolean(L, 1);
    lua_rawsetp(L, -2, &list_mark);
    lua_setmetatable(L, -2);
}

bool is_made_list(lua_State* L, int index) {
    if (lua_getmetatable(L, index) == 0) return false;
    const bool marked = lua_rawgetp(L, -1, &list_mark) != LUA_TNIL;
    lua_pop(L, 2);
    return marked;
}

}  // namespace jounce::lua
