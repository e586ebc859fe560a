// A trial run of a script without computations, which finds faults in pictures, tables and plots.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/look_ahead.hpp"

#include "base/fields/output.hpp"
#include "script/look_ahead_checks.hpp"
#include "script/look_ahead_placeholders.hpp"
#include "script/look_ahead_tables.hpp"
#include "script/module.hpp"
#include "script/script.hpp"
#include "values/convert.hpp"
#include "values/guard.hpp"
#include "values/handle.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

namespace {

/// jounce.run(model, { duration, record = { probes = { ... } } }), jounce.sweep{ axes, point }; upvalue: kind of the result.
int compute_ahead(lua_State* L) {
    const std::string kind = text_at(L, lua_upvalueindex(1));
    const bool options = lua_type(L, 2) == LUA_TTABLE, table = lua_type(L, 1) == LUA_TTABLE;
    require_folder_of_its_own(L, kind, options ? 2 : 1);
    push_result(L, kind);
    push_text(L, kind);
    set_known(L, Known::list);
    if (kind == "sweep" && table) find_columns_of_sweep(L);
    if (kind != "run" || !options) return 1;
    if (const auto model = model_at(L, 1); model && !model->has_bodies()) {  // the clearances of joints are gaps, too
        push_value(L, word_list(gaps_of(*model)));
        set_known(L, Known::gaps);
        push_value(L, word_list(model->frictions()));
        set_known(L, Known::frictions);
    }
    raw_get(L, 2, "initial");
    raw_get(L, 2, "duration");
    const bool from_zero = lua_isnil(L, -2);
    lua_remove(L, -2);
    if (from_zero && lua_type(L, -1) == LUA_TNUMBER) {
        set_known(L, Known::end);
    } else {
        lua_pop(L, 1);
    }
    raw_get(L, 2, "record");
    if (lua_type(L, -1) == LUA_TTABLE) {
        raw_get(L, -1, "probes");
        lua_remove(L, -2);
        set_known(L, Known::columns);
    } else {
        lua_pop(L, 1);
    }
    return 1;
}

/// jounce.plot{ file }, jounce.plot_impacts{ file }; upvalue: the function's name.
int draw_ahead(lua_State* L) {
    if (const auto file = text_in(L, 1, "file")) require_picture(L, text_at(L, lua_upvalueindex(1)), *file);
    return 0;
}

/// jounce.write_mesh(model, file)
int write_mesh_ahead(lua_State* L) {
    if (lua_type(L, 2) == LUA_TSTRING) require_path(L, "write_mesh: 'file'", text_at(L, 2));
    return 0;
}

int nothing_ahead(lua_State*) { return 0; }

}  // namespace

void take_places_in_module(lua_State* L) {
    for (const auto& [name, kind] : {std::pair{"run", "run"},
                                     {"modes", "modes"},
                                     {"static", "equilibrium"},
                                     {"reduce", "reduced"},
                                     {"reduced", "reduced"},
                                     {"compare", "study"},
                                     {"sweep", "sweep"},
                                     {"orbit", "orbit"},
                                     {"continue", "branch"},
                                     {"fit", "fit"},
                                     {"impact", "hit"},
                                     {"restitution", "restitution"}}) {
        push_text(L, kind);
        lua_pushcclosure(L, guarded<compute_ahead>, 1);
        raw_set(L, -2, name);
    }
    for (const char* name : {"plot", "plot_impacts"}) {
        push_text(L, name);
        lua_pushcclosure(L, guarded<draw_ahead>, 1);
        raw_set(L, -2, name);
    }
    for (const char* name : {"print_table", "result"}) {
        lua_pushcfunction(L, guarded<nothing_ahead>);
        raw_set(L, -2, name);
    }
    lua_pushcfunction(L, guarded<write_mesh_ahead>);
    raw_set(L, -2, "write_mesh");
}

void take_places_in_library(lua_State* L) {
    lua_pushcfunction(L, guarded<nothing_ahead>);
    lua_setglobal(L, "print");
    lua_getglobal(L, "tostring");
    lua_pushcclosure(L, guarded<text_ahead>, 1);
    lua_setglobal(L, "tostring");
    lua_getglobal(L, "string");
    raw_get(L, -1, "format");
    lua_pushcclosure(L, guarded<text_ahead>, 1);
    raw_set(L, -2, "format");
    lua_pop(L, 1);
    // An error that the script catches is not a fault.
    for (const char* name : {"pcall", "xpcall"}) {
        lua_pushcfunction(L, guarded<end_look_ahead>);
        lua_setglobal(L, name);
    }
    const auto replace = [L](const char* library, std::initializer_list<const char*> names, lua_CFunction function) {
        lua_getglobal(L, library);
        for (const char* name : names) {
            lua_pushcfunction(L, function);
            raw_set(L, -2, name);
        }
        lua_pop(L, 1);
    };
    replace("os", {"execute", "exit", "remove", "rename", "tmpname"}, guarded<end_look_ahead>);
    replace("io", {"open", "popen", "output", "input", "read", "lines", "tmpfile", "close"}, guarded<end_look_ahead>);
    replace("io", {"write"}, guarded<nothing_ahead>);
    lua_getglobal(L, "io");
    for (const char* stream : {"stdout", "stderr"}) {
        push_result(L, "file");
        raw_set(L, -2, stream);
    }
    lua_pop(L, 1);
    limit_instructions(L);
}

std::optional<Error> look_ahead(const std::string& file, const std::shared_ptr<Context>& context) {
    const auto ended = run_script(file, context);
    if (ended && ended->error.failure() != Failure::bad_case && ended->error.failure() != Failure::computation)
        return ended->error;
    return context->fault;
}

}  // namespace jounce::lua
