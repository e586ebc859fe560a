// SPDX-License-Identifier: BSD-3-Clause
#include "values/object_fields.hpp"

#include "values/convert.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

Table object_fields(lua_State* L, int index, const std::string& subject, std::initializer_list<const char*> objects,
                    const std::string& shape) {
    if (lua_type(L, index) != LUA_TTABLE) return fields_argument(L, index, subject);
    at_most_arguments(L, index, subject);
    lua_newtable(L);
    const int copy = lua_gettop(L);
    for (lua_pushnil(L); lua_next(L, index) != 0;) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, copy);
    }
    for (const char* field : objects) {
        raw_get(L, copy, field);
        const bool object = lua_type(L, -1) == LUA_TUSERDATA;
        lua_pop(L, 1);
        if (!object) continue;
        lua_pushboolean(L, 1);
        raw_set(L, copy, field);
    }
    const Value values = to_value(L, copy, subject);
    lua_settop(L, copy - 1);
    if (values.table() != nullptr) return *values.table();
    if (values.list() == nullptr || !values.list()->empty()) throw bad_case(subject + ": takes a table of named fields " + shape);
    return {};
}

}  // namespace jounce::lua
