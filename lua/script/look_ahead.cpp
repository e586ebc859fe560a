// A trial run of a script without computations, which finds faults in pictures, tables and plots.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/look_ahead.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <type_traits>

#include "base/fields/output.hpp"
#include "base/messages/text.hpp"
#include "base/numbers/limits.hpp"
#include "record/plots/gnuplot.hpp"
#include "record/run/unknown_gap.hpp"
#include "record/series/section.hpp"
#include "record/series/series.hpp"
#include "script/conditions.hpp"
#include "script/look_ahead_tables.hpp"
#include "script/module.hpp"
#include "script/script.hpp"
#include "session/ahead_folders.hpp"
#include "sweep/table.hpp"
#include "values/convert.hpp"
#include "values/guard.hpp"
#include "values/handle.hpp"
#include "values/stack.hpp"
#include "values/unknown_field.hpp"

namespace jounce::lua {

namespace {

constexpr int longest_script = 20'000'000;  // instructions of Lua: a few tenths of a second

constexpr int most_results = 100'000;  // a tenth of a second

const char results_made = 0;  // their number in the registry
const char result_mark = 0;   // of results' metatable, and its key in the registry

void push_result(lua_State* L, const std::string& kind);

/// Ends the look ahead without a fault.
int end_here(lua_State*) { throw Stop(); }

std::string text_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
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

bool is_result(lua_State* L, int index) {
    if (lua_type(L, index) != LUA_TUSERDATA || lua_getmetatable(L, index) == 0) return false;
    const bool is = lua_rawgetp(L, -1, &result_mark) != LUA_TNIL;
    lua_pop(L, 2);
    return is;
}

/// Name of a result in messages, "run" or "section": its first user value. The second one are the recorded probes, or the columns
/// of a sweep, the third one is the end of a run, the fourth one its gaps, the fifth one the list of outputs with its fields.
std::string kind_of(lua_State* L, int index) {
    lua_getiuservalue(L, index, 1);
    std::string out = text_at(L, -1);
    lua_pop(L, 1);
    return out;
}

void require_picture(lua_State* L, const std::string& subject, const std::string& file) {
    try {
        record::require_picture_name(subject, file);
    } catch (const Error& error) {
        fault(L, error.message());
    }
}

/// Reports what a picture shows of the result at `index`, a run or a section, and the result does not have. Columns of a section
/// without a dot, such as its phase, are not among the probes that it was asked for.
template <class Result>
void require_columns(lua_State* L, int index, const std::vector<std::string>& shown, const std::string& subject) {
    if (!is_result(L, index)) return;
    lua_getiuservalue(L, index, 2);
    const auto probes = take_words(L);
    if (!probes) return;
    Result result;
    for (const std::string& probe : *probes) result.columns.emplace_back().name = probe;
    for (const std::string& name : shown) {
        if (std::is_same_v<Result, record::Section> && name.find('.') == std::string::npos) continue;
        try {
            (void)result.column(name, subject);
        } catch (const Error& error) {
            fault(L, error.message());
        }
    }
}

/// Reports columns of the picture that the rows of the sweep at `index` do not have, where they are known ahead.
void require_sweep_columns(lua_State* L, int index, const std::string& subject) {
    lua_getiuservalue(L, index, 2);
    const auto columns = take_words(L);
    if (!columns) return;
    sweep::Sweep sweep;
    sweep.columns = *columns;
    for (const char* axis : {"x", "y", "by", "colour"}) {
        const auto shown = text_in(L, 2, axis);
        if (!shown) continue;
        try {
            (void)find_column(sweep, *shown, subject);
        } catch (const Error& error) {
            fault(L, error.message());
        }
    }
}

/// Reports a picture that begins behind the end of the run at `index`.
void require_begin(lua_State* L, int index, const std::string& subject) {
    lua_getiuservalue(L, index, 3);
    const double end = lua_isnumber(L, -1) != 0 ? lua_tonumber(L, -1) : infinite;
    raw_get(L, 2, "from");
    const bool behind = lua_type(L, -1) == LUA_TNUMBER && lua_tonumber(L, -1) >= end;
    const double from = behind ? lua_tonumber(L, -1) : 0;
    lua_pop(L, 2);
    if (behind)
        fault(L, subject + ": 'from' must be before the end of the run, " + in_message(end) + " s, got " + in_message(from));
}

/// result:plot{ probes, file }, result:plot(file)
int plot_ahead(lua_State* L) {
    if (!is_result(L, 1)) throw Stop();
    const std::string kind = kind_of(L, 1), subject = kind + ":plot";
    if (lua_type(L, 2) == LUA_TSTRING) {
        require_picture(L, subject, text_at(L, 2));
        return 0;
    }
    if (const auto file = text_in(L, 2, "file")) require_picture(L, subject, *file);
    if (lua_type(L, 2) != LUA_TTABLE) return 0;
    if (kind == "run") require_known_keys(L, 2, plot_fields(), subject);
    if (kind == "section") require_known_keys(L, 2, section_plot_fields(), subject);
    if (kind == "sweep") require_known_keys(L, 2, sweep_plot_fields(), subject);
    if (kind == "sweep") require_sweep_columns(L, 1, subject);
    if (kind == "run") require_begin(L, 1, subject);
    if (kind != "run" && kind != "section") return 0;
    std::vector<std::string> shown;
    raw_get(L, 2, "probes");
    if (const auto probes = take_words(L)) shown = *probes;
    for (const char* axis : {"x", "y"}) {
        if (const auto probe = text_in(L, 2, axis)) shown.push_back(*probe);
    }
    const int last = lua_gettop(L);
    const auto require = kind == "run" ? require_columns<record::Series> : require_columns<record::Section>;
    require(L, 1, shown, subject);
    for (int i = 3; i <= last; ++i) require(L, i, shown, subject);
    return 0;
}

/// result:csv(file)
int csv_ahead(lua_State* L) {
    if (!is_result(L, 1) || lua_type(L, 2) != LUA_TSTRING) throw Stop();
    const std::string file = text_at(L, 2);
    if (!file.ends_with(".csv")) fault(L, kind_of(L, 1) + ":csv: 'file' must end in .csv, got '" + file + "'");
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
    if (lua_type(L, 2) != LUA_TSTRING) throw Stop();
    const std::string key = text_at(L, 2);
    lua_getiuservalue(L, 1, 5);
    const std::string list = lua_type(L, -1) == LUA_TSTRING ? text_at(L, -1) : std::string();
    if (const auto unknown = unknown_field_ahead(list, key)) fault(L, unknown->message());
    if (key == "plot" || key == "csv") {
        lua_pushcfunction(L, key == "plot" ? guarded<plot_ahead> : guarded<csv_ahead>);
    } else {
        watch_decisions(L);
        push_result(L, key);
        push_text(L, list_of_field(list, key));
        lua_setiuservalue(L, -2, 5);
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

/// string.format and tostring; upvalue: the function.
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

/// Reports a gap, a string or a handle on top of the stack, that the model of the run at 2 does not have. Pops it.
void require_gap(lua_State* L, const std::string& subject) {
    std::optional<std::string> gap;
    if (lua_type(L, -1) == LUA_TSTRING) gap = text_at(L, -1);
    if (const Reference* handle = handle_at(L, -1)) gap = handle->name;
    lua_pop(L, 1);
    lua_getiuservalue(L, 2, 4);
    const auto gaps = take_words(L);
    if (gap && gaps && std::ranges::find(*gaps, *gap) == gaps->end())
        fault(L, record::unknown_gap(*gap, *gaps, subject).message());
}

/// Reports fields, gaps and recorded probes that a function of the run at 2 takes from its arguments at 3 and 4 and that do not
/// exist.
void require_arguments(lua_State* L, const std::string& kind) {
    if (!is_result(L, 2) || kind_of(L, 2) != "run") return;
    const std::string subject = "run:" + kind;
    for (const int index : {3, 4}) {
        const FieldList* fields = fields_of_method(kind, index - 2);
        if (fields != nullptr && lua_type(L, index) == LUA_TTABLE) require_known_keys(L, index, *fields, subject);
    }
    std::vector<std::string> read;
    if (kind == "impacts") {
        lua_pushvalue(L, 3);
        require_gap(L, subject);
    } else if ((kind == "section" || kind == "statistics") && lua_type(L, 3) == LUA_TTABLE) {
        if (kind == "statistics" || text_in(L, 3, "at") == "impacts") {  // else it is no field there
            raw_get(L, 3, "gap");
            require_gap(L, subject);
        }
        raw_get(L, 3, "probes");
        if (const auto probes = take_words(L)) read = *probes;
        if (const auto probe = text_in(L, 3, "probe")) read.push_back(*probe);
    } else if ((kind == "at" || kind == "peak" || kind == "integral" || kind == "series") && lua_type(L, 3) == LUA_TSTRING) {
        read.push_back(text_at(L, 3));
    }
    if (!read.empty()) require_columns<record::Series>(L, 2, read, subject);
}

/// run:section{ ... }, run:series(probe): returns two results, the maximum number used.
int call_result(lua_State* L) {
    const std::string kind = kind_of(L, 1);
    lua_settop(L, std::max(lua_gettop(L), 4));
    require_arguments(L, kind);
    push_result(L, kind);
    if (kind == "section" && lua_type(L, 3) == LUA_TTABLE) {  // run:section{ probes = { ... } }
        raw_get(L, 3, "probes");
        lua_setiuservalue(L, -2, 2);
    }
    push_result(L, kind);
    return 2;
}

void push_result(lua_State* L, const std::string& kind) {
    luaL_checkstack(L, 8, nullptr);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &results_made);
    const lua_Integer made = lua_tointeger(L, -1) + 1;
    lua_pop(L, 1);
    if (made > most_results) throw Stop();
    lua_pushinteger(L, made);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &results_made);
    lua_newuserdatauv(L, 0, 5);
    push_text(L, kind);
    lua_setiuservalue(L, -2, 1);
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
        set({"__tostring", "__newindex", "__eq", "__lt", "__le"}, guarded<end_here>);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &result_mark);
    }
    lua_setmetatable(L, -2);
}

/// Reports an 'output' of the table at `index` that an earlier function writes.
void require_folder_of_its_own(lua_State* L, const std::string& kind, int index) {
    const auto output = text_in(L, index, "output");
    if (!output || output->empty()) return;
    const std::string function = kind == "study"         ? "compare"
                                 : kind == "branch"      ? "continue"
                                 : kind == "equilibrium" ? "static"
                                                         : kind;
    Context& command = context(L);
    const FolderUser user{function, calls_of_script(L)};
    if (function == "static") {  // overwrites its picture; a folder with a picture is none for results, unless by force
        if (!command.session.force) (void)add_folder(command.folders_ahead, *output, command.session, user);
        return;
    }
    if (function != "run" && function != "compare" && function != "sweep" && function != "continue") return;
    if (const auto wrong = add_folder(command.folders_ahead, *output, command.session, user)) fault(L, *wrong);
}

/// jounce.run(model, { duration, record = { probes = { ... } } }), jounce.sweep{ axes, point }; upvalue: kind of the result.
int compute_ahead(lua_State* L) {
    const std::string kind = text_at(L, lua_upvalueindex(1));
    const bool options = lua_type(L, 2) == LUA_TTABLE, table = lua_type(L, 1) == LUA_TTABLE;
    require_folder_of_its_own(L, kind, options ? 2 : 1);
    push_result(L, kind);
    push_text(L, kind);
    lua_setiuservalue(L, -2, 5);
    if (kind == "sweep" && table) find_columns_of_sweep(L);
    if (kind != "run" || !options) return 1;
    if (const auto model = model_at(L, 1); model && !model->has_bodies()) {  // the clearances of joints are gaps, too
        push_value(L, word_list(gaps_of(*model)));
        lua_setiuservalue(L, -2, 4);
    }
    raw_get(L, 2, "initial");
    raw_get(L, 2, "duration");
    const bool from_zero = lua_isnil(L, -2);
    lua_remove(L, -2);
    if (from_zero && lua_type(L, -1) == LUA_TNUMBER) {
        lua_setiuservalue(L, -2, 3);
    } else {
        lua_pop(L, 1);
    }
    raw_get(L, 2, "record");
    if (lua_type(L, -1) == LUA_TTABLE) {
        raw_get(L, -1, "probes");
        lua_remove(L, -2);
        lua_setiuservalue(L, -2, 2);
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
    for (const char* name : {"print_table", "result", "write_mesh"}) {
        lua_pushcfunction(L, guarded<nothing_ahead>);
        raw_set(L, -2, name);
    }
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
        lua_pushcfunction(L, guarded<end_here>);
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
    replace("os", {"execute", "exit", "remove", "rename", "tmpname"}, guarded<end_here>);
    replace("io", {"open", "popen", "output", "input", "read", "lines", "tmpfile", "close"}, guarded<end_here>);
    replace("io", {"write"}, guarded<nothing_ahead>);
    lua_getglobal(L, "io");
    for (const char* stream : {"stdout", "stderr"}) {
        push_result(L, "file");
        raw_set(L, -2, stream);
    }
    lua_pop(L, 1);
    lua_sethook(L, end_hook, LUA_MASKCOUNT, longest_script);
}

std::optional<Error> look_ahead(const std::string& file, const std::shared_ptr<Context>& context) {
    const auto ended = run_script(file, context);
    if (ended && ended->error.failure() != Failure::bad_case && ended->error.failure() != Failure::computation)
        return ended->error;
    return context->fault;
}

}  // namespace jounce::lua
