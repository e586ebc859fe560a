// Metatables of Jounce's objects and lists.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/object.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/fields/output.hpp"
#include "base/messages/text.hpp"
#include "values/guard.hpp"
#include "values/mark.hpp"
#include "values/unknown_field.hpp"

namespace jounce::lua {

namespace {

const Mark list_mark;
const char entries_key = 0;

/// Pushes the plain fields of the object at index 1, or nil if it has none; the upvalue is its class. \returns has it any?
bool push_fields(lua_State* L, int class_upvalue) {
    if (lua_getiuservalue(L, 1, 1) == LUA_TTABLE) return true;
    const auto* description = static_cast<const ObjectClass*>(lua_touserdata(L, lua_upvalueindex(class_upvalue)));
    if (description->plain_fields == nullptr) return false;
    lua_pop(L, 1);
    description->plain_fields(L, 1);
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, 1, 1);
    return true;
}

/// object[key]; upvalues: methods, class name, names of optional fields, class.
int index_object(lua_State* L) {
    const bool fields = push_fields(L, 4);
    if (fields) {
        lua_pushvalue(L, 2);
        if (lua_rawget(L, -2) != LUA_TNIL) return 1;
        lua_pop(L, 1);
    }
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TNIL) return 1;
    lua_pop(L, 1);
    lua_pushvalue(L, 2);
    if (lua_rawget(L, lua_upvalueindex(3)) != LUA_TNIL) return lua_pushnil(L), 1;
    lua_pop(L, 1);
    const std::string name = text_at(L, lua_upvalueindex(2));
    if (fields && lua_isinteger(L, 2) != 0) {
        lua_pushstring(L, "nodes");
        if (lua_rawget(L, -2) != LUA_TNIL)
            throw bad_case(name + ": there is no element " + describe_key(L, 2) + "; did you mean .nodes[" + describe_key(L, 2) +
                           "]?");
        lua_pop(L, 1);
        const auto size = static_cast<lua_Integer>(lua_rawlen(L, -1));
        // ipairs stops here; the script itself asks an object without elements for one by mistake.
        if (lua_tointeger(L, 2) == size + 1 && (size > 0 || is_asked_by_library(L))) return lua_pushnil(L), 1;
        throw bad_case(name + ": there is no element " + describe_key(L, 2) +
                       (size > 0 ? ", the list has " + std::to_string(size) : ", it is no list"));
    }
    std::vector<std::string> known, methods;
    if (fields) {
        const int own = lua_absindex(L, -1);
        for (lua_pushnil(L); lua_next(L, own) != 0; lua_pop(L, 1)) {
            if (lua_type(L, -2) == LUA_TSTRING) (lua_isfunction(L, -1) ? methods : known).push_back(text_at(L, -2));
        }
    }
    collect_keys(L, lua_upvalueindex(3), known);
    collect_keys(L, lua_upvalueindex(1), methods);
    throw unknown_field(name, describe_key(L, 2), lua_type(L, 2) == LUA_TSTRING ? text_at(L, 2) : std::string(), std::move(known),
                        methods);
}

int refuse_assignment(lua_State* L) {
    throw bad_case(text_at(L, lua_upvalueindex(1)) + ": " + describe_key(L, 2) + " cannot be assigned");
}

/// Upvalue: the class.
int object_length(lua_State* L) {
    lua_pushinteger(L, push_fields(L, 1) ? static_cast<lua_Integer>(lua_rawlen(L, -1)) : 0);
    return 1;
}

/// The iterator of pairs(); upvalue: the table, which scripts cannot access.
int next_entry(lua_State* L) {
    lua_settop(L, 2);
    lua_pushvalue(L, 2);
    // lua_next raises an error for a key that is not in the table.
    if (!lua_isnil(L, 2) && lua_rawget(L, lua_upvalueindex(1)) == LUA_TNIL) throw bad_case("pairs: the key is not in the table");
    lua_settop(L, 2);
    if (lua_next(L, lua_upvalueindex(1)) != 0) return 2;
    lua_pushnil(L);
    return 1;
}

/// Upvalue: the class.
int object_pairs(lua_State* L) {
    if (!push_fields(L, 1)) lua_newtable(L);
    lua_pushcclosure(L, guarded<next_entry>, 1);
    return 1;
}

/// Upvalue: the entries.
int read_only_pairs(lua_State* L) {
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_pushcclosure(L, guarded<next_entry>, 1);
    return 1;
}

int read_only_length(lua_State* L) {
    lua_pushinteger(L, static_cast<lua_Integer>(lua_rawlen(L, lua_upvalueindex(1))));
    return 1;
}

/// Reports a missing list[key]; upvalue: name of the list. A table with a nil in it would be a shorter list without a word.
int index_list(lua_State* L) {
    const auto size = static_cast<lua_Integer>(lua_rawlen(L, 1));
    const std::string what = text_at(L, lua_upvalueindex(1));
    if (lua_isinteger(L, 2) == 0) {
        throw bad_case(what + ": an index must be a whole number, 1 to " + std::to_string(size) + ", got " + describe_key(L, 2));
    }
    if (lua_tointeger(L, 2) == size + 1 && is_asked_by_library(L)) return lua_pushnil(L), 1;  // ipairs stops here
    throw bad_case(what + " has elements 1 to " + std::to_string(size) + "; there is no " + describe_key(L, 2));
}

}  // namespace

void collect_keys(lua_State* L, int table, std::vector<std::string>& out) {
    table = lua_absindex(L, table);
    for (lua_pushnil(L); lua_next(L, table) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) == LUA_TSTRING) out.push_back(text_at(L, -2));
    }
}

Error unknown_field(const std::string& name, const std::string& shown, const std::string& key, std::vector<std::string> fields,
                    const std::vector<std::string>& methods) {
    std::vector<std::string> known = std::move(fields);
    known.insert(known.end(), methods.begin(), methods.end());
    const std::string what = methods.empty() ? "field" : "field or method";
    std::ranges::sort(known);  // tables keep no order
    known.erase(std::unique(known.begin(), known.end()), known.end());
    const std::string near = key.empty() ? std::string() : did_you_mean(key, known);
    const std::string all = known.empty() ? "; there are none" : "; known are " + join(known);
    return bad_case(name + ": there is no " + what + " " + shown + (near.empty() ? all : near));
}

bool is_asked_by_library(lua_State* L) {
    lua_Debug caller;
    return lua_getstack(L, 1, &caller) != 0 && lua_getinfo(L, "S", &caller) != 0 && caller.what[0] == 'C';
}

std::string describe_key(lua_State* L, int index) {
    switch (lua_type(L, index)) {
        case LUA_TSTRING:
            return fmt::format("'{}'", text_at(L, index));
        case LUA_TNUMBER:
            return lua_isinteger(L, index) != 0 ? std::to_string(lua_tointeger(L, index)) : shortest(lua_tonumber(L, index));
        default:
            return std::string("a ") + luaL_typename(L, index);
    }
}

void push_class(lua_State* L, const ObjectClass& description, lua_CFunction collect) {
    const std::string key = std::string("jounce.") + description.name;
    if (luaL_newmetatable(L, key.c_str()) == 0) return;
    lua_createtable(L, 0, static_cast<int>(description.methods.size()));
    for (const Method& method : description.methods) {
        lua_pushcfunction(L, method.function);
        raw_set(L, -2, method.name);
    }
    lua_pushstring(L, description.name);
    lua_newtable(L);
    if (description.fields != nullptr) {
        for (const Output& field : description.fields().columns) {
            if (!field.optional) continue;
            lua_pushboolean(L, 1);
            raw_set(L, -2, field.name);
        }
    }
    const auto push_description = [&] { lua_pushlightuserdata(L, const_cast<ObjectClass*>(&description)); };
    push_description();
    lua_pushcclosure(L, guarded<index_object>, 4);
    raw_set(L, -2, "__index");
    lua_pushstring(L, description.name);
    lua_pushcclosure(L, guarded<refuse_assignment>, 1);
    raw_set(L, -2, "__newindex");
    push_description();
    lua_pushcclosure(L, guarded<object_length>, 1);
    raw_set(L, -2, "__len");
    push_description();
    lua_pushcclosure(L, guarded<object_pairs>, 1);
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
    // getmetatable(object) returns the class's name: a script cannot change the metatable.
    lua_pushstring(L, description.name);
    raw_set(L, -2, "__metatable");
}

void* payload(lua_State* L, int index, const char* class_name) {
    const std::string key = std::string("jounce.") + class_name;
    return luaL_testudata(L, index, key.c_str());
}

void make_read_only(lua_State* L, const std::string& what, lua_CFunction missing) {
    luaL_checkstack(L, 6, nullptr);
    const int entries = lua_gettop(L);
    // The visible table is empty: Lua looks up every key in the entries and calls `missing` for a key that does not exist.
    lua_createtable(L, 0, 1);
    push_text(L, what);
    lua_pushcclosure(L, missing, 1);
    raw_set(L, -2, "__index");
    lua_setmetatable(L, entries);
    lua_newtable(L);
    lua_createtable(L, 0, 7);
    lua_pushvalue(L, entries);
    raw_set(L, -2, "__index");
    lua_pushvalue(L, entries);
    lua_rawsetp(L, -2, &entries_key);
    for (const Method& event : {Method{"__pairs", guarded<read_only_pairs>}, {"__len", guarded<read_only_length>}}) {
        lua_pushvalue(L, entries);
        lua_pushcclosure(L, event.function, 1);
        raw_set(L, -2, event.name);
    }
    push_text(L, what);
    lua_pushcclosure(L, guarded<refuse_assignment>, 1);
    raw_set(L, -2, "__newindex");
    push_text(L, what);
    raw_set(L, -2, "__metatable");
    lua_setmetatable(L, -2);
    lua_replace(L, entries);
}

bool push_entries(lua_State* L, int index) {
    if (lua_getmetatable(L, index) == 0) return false;
    const bool found = lua_rawgetp(L, -1, &entries_key) == LUA_TTABLE;
    lua_remove(L, -2);
    if (!found) lua_pop(L, 1);
    return found;
}

void make_list(lua_State* L, const std::string& what) {
    make_read_only(L, what, guarded<index_list>);
    lua_getmetatable(L, -1);
    mark_metatable(L, list_mark);
    lua_pop(L, 1);
}

bool is_made_list(lua_State* L, int index) { return has_mark(L, index, list_mark); }

}  // namespace jounce::lua
