// Rows of results: tables in which a name that no row has is an error.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/messages/text.hpp"
#include "values/guard.hpp"
#include "values/mark.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"
#include "values/stack.hpp"
#include "values/unknown_field.hpp"

namespace jounce::lua {

namespace {

const Mark row_mark;

/// A column that contains rows, a list of rows, or either or plain values by name.
struct Part {
    std::string name;
    enum class Shape { row, rows, by_name } shape = Shape::row;
    const OutputList* list = nullptr;  ///< null: plain values
};

const OutputList* find_output(const std::string& name) {
    const auto& known = outputs();
    const auto found = std::ranges::find_if(known, [&name](const AnyOutput& output) { return output.list->name == name; });
    return found != known.end() ? found->list : nullptr;
}

/// "gap_statistics by name", "list of impact", "energy_summary or false"
std::vector<Part> find_parts(const OutputList& list) {
    std::vector<Part> out;
    for (const Output& column : list.columns) {
        const std::string type = column.type.substr(0, column.type.find(" or "));
        if (type.ends_with(" by name")) {
            out.push_back({column.name, Part::Shape::by_name, find_output(type.substr(0, type.size() - 8))});
        } else if (const bool rows = type.starts_with("list of "); const auto* of = find_output(rows ? type.substr(8) : type)) {
            out.push_back({column.name, rows ? Part::Shape::rows : Part::Shape::row, of});
        }
    }
    return out;
}

const std::vector<Part>& row_parts(const OutputList& list) {
    static const std::map<const OutputList*, std::vector<Part>> known = [] {
        std::map<const OutputList*, std::vector<Part>> out;
        for (const AnyOutput& output : outputs()) out.emplace(output.list, find_parts(*output.list));
        return out;
    }();
    static const std::vector<Part> none;
    const auto found = known.find(&list);
    return found != known.end() ? found->second : none;
}

/// Of a name that the row does not have; upvalues: the row's name in messages, its columns with true for optional ones, and
/// whether the script names columns: then a name far from all others is that of a column without a value in any row.
int index_row(lua_State* L) {
    if (lua_isinteger(L, 2) != 0 && is_asked_by_library(L)) return lua_pushnil(L), 1;  // ipairs
    lua_pushvalue(L, 2);
    lua_rawget(L, lua_upvalueindex(2));
    if (lua_toboolean(L, -1) != 0) return lua_pushnil(L), 1;
    lua_pop(L, 1);
    std::vector<std::string> known;
    collect_keys(L, 1, known);
    collect_keys(L, lua_upvalueindex(2), known);
    if (lua_toboolean(L, lua_upvalueindex(3)) != 0 &&
        (lua_type(L, 2) != LUA_TSTRING || did_you_mean(text_at(L, 2), known).empty()))
        return lua_pushnil(L), 1;
    throw unknown_field(text_at(L, lua_upvalueindex(1)), describe_key(L, 2),
                        lua_type(L, 2) == LUA_TSTRING ? text_at(L, 2) : std::string(), std::move(known), {});
}

/// "steady: impacts 2, max ..., period 1": numbers, texts and truth values; upvalue: the row's name.
int row_text(lua_State* L) {
    std::vector<std::string> keys;
    collect_keys(L, 1, keys);
    std::ranges::sort(keys);  // tables keep no order
    std::string out;
    for (const std::string& key : keys) {
        raw_get(L, 1, key.c_str());
        std::string value = "...";
        if (lua_isinteger(L, -1) != 0) {
            value = std::to_string(lua_tointeger(L, -1));
        } else if (lua_type(L, -1) == LUA_TNUMBER) {
            value = fmt::format("{:.6g}", lua_tonumber(L, -1));
        } else if (lua_type(L, -1) == LUA_TSTRING) {
            value = text_at(L, -1);
        } else if (lua_isboolean(L, -1)) {
            value = lua_toboolean(L, -1) != 0 ? "true" : "false";
        }
        lua_pop(L, 1);
        out += (out.empty() ? "" : ", ") + key + " " + value;
    }
    push_text(L, text_at(L, lua_upvalueindex(1)) + ": " + out);
    return 1;
}

/// Of a table on top of the stack; the metatables of lists are kept under their addresses.
void set_row_metatable(lua_State* L, const OutputList& list) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &list) == LUA_TNIL) {
        lua_pop(L, 1);
        push_row_metatable(L, list.name, list.columns);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &list);
    }
    lua_setmetatable(L, -2);
}

/// Of a table on top of the stack whose keys are names of the model.
void make_named(lua_State* L, const std::string& name, const OutputList* list) {
    if (list != nullptr) {
        for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) {
            if (lua_istable(L, -1)) make_row(L, *list);
        }
    }
    push_row_metatable(L, name, {});
    lua_setmetatable(L, -2);
}

}  // namespace

void push_row_metatable(lua_State* L, const std::string& name, const std::vector<Output>& columns, bool of_script) {
    luaL_checkstack(L, 6, nullptr);
    lua_createtable(L, 0, 4);
    push_text(L, name);
    lua_createtable(L, 0, static_cast<int>(columns.size()));
    for (const Output& column : columns) {
        lua_pushboolean(L, column.optional ? 1 : 0);
        raw_set(L, -2, column.name);
    }
    lua_pushboolean(L, of_script ? 1 : 0);
    lua_pushcclosure(L, guarded<index_row>, 3);
    raw_set(L, -2, "__index");
    push_text(L, name);
    lua_pushcclosure(L, guarded<row_text>, 1);
    raw_set(L, -2, "__tostring");
    push_text(L, name);
    raw_set(L, -2, "__metatable");
    mark_metatable(L, row_mark);
}

void make_row(lua_State* L, const OutputList& list) {
    if (!lua_istable(L, -1)) return;
    luaL_checkstack(L, 6, nullptr);
    for (const Part& part : row_parts(list)) {
        raw_get(L, -1, part.name);
        if (lua_istable(L, -1)) {
            switch (part.shape) {
                case Part::Shape::row:
                    make_row(L, *part.list);
                    break;
                case Part::Shape::rows:
                    make_rows(L, *part.list);
                    break;
                case Part::Shape::by_name:
                    make_named(L, list.name + "." + part.name, part.list);
                    break;
            }
        }
        lua_pop(L, 1);
    }
    set_row_metatable(L, list);
}

void make_rows(lua_State* L, const OutputList& list) {
    const auto count = static_cast<lua_Integer>(lua_rawlen(L, -1));
    for (lua_Integer i = 1; i <= count; ++i) {
        lua_rawgeti(L, -1, i);
        if (lua_istable(L, -1)) make_row(L, list);
        lua_pop(L, 1);
    }
}

bool is_row(lua_State* L, int index) { return has_mark(L, index, row_mark); }

}  // namespace jounce::lua
