// What stands for a result in the look ahead, before it is computed.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/look_ahead_placeholders.hpp"

#include <algorithm>

#include "base/files/input_file.hpp"
#include "script/conditions.hpp"
#include "script/look_ahead_checks.hpp"
#include "script/look_ahead_tables.hpp"
#include "session/context.hpp"
#include "values/guard.hpp"
#include "values/stack.hpp"
#include "values/unknown_field.hpp"

namespace jounce::lua {

namespace {

constexpr int longest_script = 20'000'000;  // instructions of Lua: a few tenths of a second

constexpr int most_results = 100'000;  // a tenth of a second

const char results_made = 0;  // their number in the registry
const char result_mark = 0;   // of results' metatable, and its key in the registry

std::string text_of(const std::string& path) {
    // A chunk may have any name, also that of a pipe.
    return bytes_of_file(path).value_or("");
}

/// Does a line of a script decide something?
bool decides(lua_State* L, const Origin& at) {
    auto& known = context(L).conditions;
    auto found = known.find(at.file);
    if (found == known.end()) found = known.emplace(at.file, lines_with_conditions(text_of(at.file))).first;
    const auto line = static_cast<std::size_t>(at.line);
    return line >= 1 && line <= found->second.size() && found->second[line - 1];
}

void end_hook(lua_State* L, lua_Debug* event) {
    if (event->event == LUA_HOOKLINE && !decides(L, where(L))) return;
    raise_at_current_line(L, Failure::computation, "looked ahead far enough");
}

/// What stands for a value that is not computed yet differs from every value and counts as true. Once the script has one, the
/// look ahead ends at the first line on which the script decides.
void watch_decisions(lua_State* L) {
    if (decides(L, where(L))) throw Stop();
    lua_sethook(L, end_hook, LUA_MASKLINE | LUA_MASKCOUNT, longest_script);
}

/// What is known of the result at `index`, if it is a text; else empty.
std::string known_text(lua_State* L, int index, Known which) {
    get_known(L, index, which);
    std::string out = lua_type(L, -1) == LUA_TSTRING ? text_at(L, -1) : std::string();
    lua_pop(L, 1);
    return out;
}

/// result:plot{ probes, file }, result:plot(file)
int plot_ahead(lua_State* L) {
    if (!is_result(L, 1)) throw Stop();
    check_plot(L);
    return 0;
}

/// result:csv(file)
int csv_ahead(lua_State* L) {
    if (!is_result(L, 1) || lua_type(L, 2) != LUA_TSTRING) throw Stop();
    const std::string file = text_at(L, 2);
    if (!file.ends_with(".csv")) fault(L, kind_of(L, 1) + ":csv: 'file' must end in .csv, got '" + file + "'");
    require_path(L, kind_of(L, 1) + ":csv: 'file'", file);
    return 0;
}

/// A loop over a result that is not known yet is left out, if the script is the same behind it for any number of elements.
void require_loop_without_effect(lua_State* L) {
    const Origin at = where(L);
    auto& known = context(L).conditions;  // a loop is kept under its file and line
    auto found = known.find(at.text());
    if (found == known.end()) {
        const bool harmless = loop_only_prints(text_of(at.file), static_cast<std::size_t>(at.line));
        found = known.emplace(at.text(), std::vector<bool>{harmless}).first;
    }
    if (!found->second.front()) throw Stop();
}

/// A field or a method of a result: another result, which can be called.
int index_result(lua_State* L) {
    if (lua_isinteger(L, 2) != 0 && is_asked_by_library(L)) {  // ipairs
        require_loop_without_effect(L);
        return lua_pushnil(L), 1;
    }
    const std::string list = known_text(L, 1, Known::list);
    if (const std::string element = list_of_elements(list); lua_isinteger(L, 2) != 0 && !element.empty()) {
        watch_decisions(L);
        push_result(L, element);
        push_text(L, element);
        set_known(L, Known::list);
        return 1;
    }
    if (lua_type(L, 2) != LUA_TSTRING) throw Stop();
    const std::string key = text_at(L, 2);
    if (const auto unknown = unknown_field_ahead(list, key)) fault(L, unknown->message());
    if (key == "plot" || key == "csv") {
        lua_pushcfunction(L, key == "plot" ? guarded<plot_ahead> : guarded<csv_ahead>);
    } else {
        watch_decisions(L);
        push_result(L, key);
        push_text(L, list_of_field(list, key));
        set_known(L, Known::list);
    }
    return 1;
}

/// pairs(result)
int pairs_of_result(lua_State* L) {
    require_loop_without_effect(L);
    lua_getglobal(L, "next");
    lua_newtable(L);
    return 2;
}

/// What the script computes from a result is not known either.
int compute_with_result(lua_State* L) {
    watch_decisions(L);
    push_result(L, "value");
    return 1;
}

/// run:section{ ... }, run:series(probe): returns two results, the maximum number used.
int call_result(lua_State* L) {
    const std::string kind = kind_of(L, 1);
    lua_settop(L, std::max(lua_gettop(L), 4));
    require_arguments(L, kind);
    push_result(L, kind);
    if (kind == "section" && lua_type(L, 3) == LUA_TTABLE) {  // run:section{ probes = { ... } }
        raw_get(L, 3, "probes");
        set_known(L, Known::columns);
    }
    get_known(L, 1, Known::list);  // of a method it is that of its result
    set_known(L, Known::list);
    push_result(L, kind);
    return 2;
}

}  // namespace

int end_look_ahead(lua_State*) { throw Stop(); }

bool is_result(lua_State* L, int index) {
    if (lua_type(L, index) != LUA_TUSERDATA || lua_getmetatable(L, index) == 0) return false;
    const bool is = lua_rawgetp(L, -1, &result_mark) != LUA_TNIL;
    lua_pop(L, 2);
    return is;
}

std::string kind_of(lua_State* L, int index) { return known_text(L, index, Known::kind); }

void set_known(lua_State* L, Known which) { lua_setiuservalue(L, -2, static_cast<int>(which)); }

void get_known(lua_State* L, int index, Known which) { lua_getiuservalue(L, index, static_cast<int>(which)); }

int text_ahead(lua_State* L) {
    const int count = lua_gettop(L);
    for (int i = 1; i <= count; ++i) {
        if (is_result(L, i)) return compute_with_result(L);
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    call_lua(L, count, 1);
    return 1;
}

void limit_instructions(lua_State* L) { lua_sethook(L, end_hook, LUA_MASKCOUNT, longest_script); }

void push_result(lua_State* L, const std::string& kind) {
    luaL_checkstack(L, 8, nullptr);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &results_made);
    const lua_Integer made = lua_tointeger(L, -1) + 1;
    lua_pop(L, 1);
    if (made > most_results) throw Stop();
    lua_pushinteger(L, made);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &results_made);
    lua_newuserdatauv(L, 0, known_values);
    push_text(L, kind);
    set_known(L, Known::kind);
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &result_mark) == LUA_TNIL) {
        lua_pop(L, 1);
        lua_createtable(L, 0, 24);
        lua_pushboolean(L, 1);
        lua_rawsetp(L, -2, &result_mark);
        const auto set = [L](std::initializer_list<const char*> events, lua_CFunction function) {
            for (const char* event : events) {
                lua_pushcfunction(L, function);
                raw_set(L, -2, event);
            }
        };
        set({"__index"}, guarded<index_result>);
        set({"__call"}, guarded<call_result>);
        set({"__pairs"}, guarded<pairs_of_result>);
        set({"__len", "__concat", "__unm", "__add", "__sub", "__mul", "__div", "__mod", "__idiv", "__pow"},
            guarded<compute_with_result>);
        set({"__tostring", "__newindex", "__eq", "__lt", "__le"}, guarded<end_look_ahead>);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &result_mark);
    }
    lua_setmetatable(L, -2);
}

}  // namespace jounce::lua
