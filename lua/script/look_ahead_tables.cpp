// What the look ahead reads in the tables of a script, and what it knows of results before they are computed.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/look_ahead_tables.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/fields/unknown_key.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "values/guard.hpp"
#include "values/object.hpp"
#include "values/outputs.hpp"
#include "values/stack.hpp"
#include "values/unknown_field.hpp"

namespace jounce::lua {

namespace {

const AnyOutput* find_list(const std::string& name) {
    const auto& known = outputs();
    const auto found = std::ranges::find_if(known, [&name](const AnyOutput& output) { return output.list->name == name; });
    return found != known.end() ? &*found : nullptr;
}

}  // namespace

void fault(lua_State* L, const std::string& message) {
    Context& command = context(L);
    if (!command.fault) command.fault = bad_case(message, where(L));
    throw Stop();
}

void require_known_keys(lua_State* L, int index, const FieldList& fields, const std::string& subject) {
    Table given;
    lua_pushnil(L);
    while (lua_next(L, index) != 0) {
        lua_pop(L, 1);
        if (lua_type(L, -1) != LUA_TSTRING) continue;
        const std::string key = text_at(L, -1);
        if (!knows_key(fields, key)) fault(L, unknown_key(fields, key, subject).message());
        given.set(key, true);
    }
    for (const Field& field : fields.fields) {
        if (field.required && given.find(field.name) == nullptr) fault(L, missing_field(field, subject).message());
    }
    try {
        check_groups(fields, given, subject);
    } catch (const Error& error) {
        fault(L, error.message());
    }
}

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

std::optional<Error> unknown_field_ahead(const std::string& list, const std::string& key) {
    const AnyOutput* output = find_list(list);
    if (output == nullptr) return std::nullopt;
    std::vector<std::string> fields, methods;
    for (const Output& column : output->list->columns) fields.push_back(column.name);
    for (const Method& method : output->methods()) methods.emplace_back(method.name);
    if (std::ranges::find(fields, key) != fields.end() || std::ranges::find(methods, key) != methods.end()) return std::nullopt;
    return unknown_field(output->object != nullptr ? output->object->name : list, "'" + key + "'", key, std::move(fields),
                         methods);
}

std::string list_of_field(const std::string& list, const std::string& key) {
    constexpr std::string_view by_name = " by name";
    if (list.ends_with(by_name)) return list.substr(0, list.size() - by_name.size());
    const AnyOutput* output = find_list(list);
    if (output == nullptr) return {};
    for (const Output& column : output->list->columns) {
        if (column.name == key) return column.type.substr(0, column.type.find(" or "));
    }
    for (const Method& method : output->methods()) {
        const std::string_view result = method.results;
        if (method.name == key && result.starts_with("jounce.")) return std::string(result.substr(7));
    }
    return {};
}

std::string list_of_elements(const std::string& list) {
    constexpr std::array named_by_script = {"section_row", "sweep_row", "diagram_row", "sweep_mean"};
    constexpr std::string_view list_of = "list of ";
    const AnyOutput* output = find_list(list);
    const std::string element = list.ends_with("[]")        ? list.substr(0, list.size() - 2)
                                : list.starts_with(list_of) ? list.substr(list_of.size())
                                : output != nullptr         ? output->list->element
                                                            : std::string();
    const bool named = std::ranges::find(named_by_script, element) != named_by_script.end();
    return named || find_list(element) == nullptr ? std::string() : element;
}

const FieldList* fields_of_method(const std::string& method, int argument) {
    if (argument == 1) {
        if (method == "section") return &section_fields();
        if (method == "statistics") return &statistics_fields();
        if (method == "steady") return &steady_fields();
    } else if (argument == 2) {
        if (method == "peak") return &peak_fields();
        if (method == "integral") return &integral_fields();
        if (method == "series") return &series_fields();
    }
    return nullptr;
}

std::vector<std::string> gaps_of(const Model& model) {
    std::vector<std::string> out;
    for (const NameDeclaration& name : model.names()) {
        if (name.type == "gap") out.push_back(name.name);
    }
    return out;
}

}  // namespace jounce::lua
