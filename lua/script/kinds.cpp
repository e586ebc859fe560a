// The constructors jounce.law.hertz{...}, jounce.section.tube{...}, ...
// SPDX-License-Identifier: BSD-3-Clause
#include "script/kinds.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "base/messages/text.hpp"
#include "script/families.hpp"
#include "values/convert.hpp"
#include "values/guard.hpp"
#include "values/object.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

namespace {

bool in_a_group(const FieldList& fields, const std::string& name) {
    return std::any_of(fields.groups.begin(), fields.groups.end(), [&](const FieldGroup& group) {
        return std::find(group.names.begin(), group.names.end(), name) != group.names.end();
    });
}

/// Upvalues: index of the family, index of the kind.
int construct(lua_State* L) {
    const AnyFamily& family = families()[static_cast<std::size_t>(lua_tointeger(L, lua_upvalueindex(1)))];
    const auto index = static_cast<std::size_t>(lua_tointeger(L, lua_upvalueindex(2)));
    const KindDescription& kind = *family.kinds[index];
    const bool single = family.call == "jounce.";
    const std::string subject = single ? family.name : kind.subject();
    if (lua_gettop(L) == 2 && lua_type(L, 1) == LUA_TTABLE && lua_type(L, 2) == LUA_TTABLE) {
        throw bad_case(subject + ": call it with a dot: " + family.call + (single ? family.name : kind.name) + "{ ... }");
    }
    const Table given = fields_argument(L, 1, subject);
    for (const auto& [key, wanted] : {std::pair{"kind", &kind.name}, std::pair{"family", &family.name}}) {
        // The result of a constructor may be passed again, with changes; a table of another kind may not.
        const Value* value = given.find(key);
        if (value != nullptr && (value->text() == nullptr || *value->text() != *wanted)) {
            throw bad_field(subject, key, "'" + *wanted + "' or left out", *value);
        }
    }
    const Value product = family.make(index, given);
    if (!product.is_nil()) {
        push_value(L, product);
        return 1;
    }
    // A new table: the given fields (functions and handles unchanged), the defaults, and the kind.
    lua_settop(L, 1);
    lua_newtable(L);
    for (lua_pushnil(L); lua_next(L, 1) != 0;) {
        lua_pushvalue(L, -2);
        lua_insert(L, -2);
        lua_rawset(L, 2);
    }
    for (const Field& field : kind.fields.fields) {
        // A default within a group would look like a given value.
        if (field.standard_value.is_nil() || given.find(field.name) != nullptr || in_a_group(kind.fields, field.name)) continue;
        push_value(L, field.standard_value);
        raw_set(L, 2, field.name);
    }
    push_text(L, kind.name);
    raw_set(L, 2, "kind");
    push_text(L, family.name);
    raw_set(L, 2, "family");
    return 1;
}

/// Reports a missing table[name]; upvalue: the table's name.
int unknown_name(lua_State* L) {
    const std::string owner = text_at(L, lua_upvalueindex(1));
    if (lua_type(L, 2) != LUA_TSTRING) throw bad_case(owner + ": names are strings, got a " + luaL_typename(L, 2));
    std::vector<std::string> known;
    for (lua_pushnil(L); lua_next(L, 1) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) == LUA_TSTRING) known.push_back(text_at(L, -2));
    }
    std::sort(known.begin(), known.end());
    const std::string name = text_at(L, 2);
    const std::string near = did_you_mean(name, known);
    throw bad_case(owner + ": there is no '" + name + "'" + (near.empty() ? "; known are " + join(known) : near));
}

}  // namespace

void make_strict(lua_State* L, const char* name) { make_read_only(L, name, guarded<unknown_name>); }

void add_constructors(lua_State* L) {
    const StackCheck balanced(L);
    for (std::size_t f = 0; f < families().size(); ++f) {
        const AnyFamily& family = families()[f];
        if (family.call == "model:") continue;  // methods of a model
        if (family.call == "jounce.") {
            lua_pushinteger(L, static_cast<lua_Integer>(f));
            lua_pushinteger(L, 0);
            lua_pushcclosure(L, guarded<construct>, 2);
            raw_set(L, -2, family.name);
            continue;
        }
        lua_createtable(L, 0, static_cast<int>(family.kinds.size()));
        for (std::size_t k = 0; k < family.kinds.size(); ++k) {
            lua_pushinteger(L, static_cast<lua_Integer>(f));
            lua_pushinteger(L, static_cast<lua_Integer>(k));
            lua_pushcclosure(L, guarded<construct>, 2);
            raw_set(L, -2, family.kinds[k]->name);
        }
        const std::string name = "jounce." + family.name;
        make_strict(L, name.c_str());
        raw_set(L, -2, family.name);
    }
}

}  // namespace jounce::lua
