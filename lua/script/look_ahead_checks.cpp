// Faults that the look ahead finds in what a script asks of a result: pictures, fields, gaps, frictions, probes, folders.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/look_ahead_checks.hpp"

#include <algorithm>
#include <array>
#include <type_traits>

#include "base/fields/output.hpp"
#include "base/messages/text.hpp"
#include "base/numbers/limits.hpp"
#include "contained/files.hpp"
#include "record/plots/gnuplot.hpp"
#include "record/run/unknown_name.hpp"
#include "record/series/section.hpp"
#include "record/series/series.hpp"
#include "script/look_ahead_placeholders.hpp"
#include "script/look_ahead_tables.hpp"
#include "script/module.hpp"
#include "session/ahead_folders.hpp"
#include "sweep/table.hpp"
#include "values/handle.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

void require_path(lua_State* L, const std::string& field, const std::string& path) {
    if (path.find('\0') != std::string::npos) return;  // the function itself refuses it
    try {
        static_cast<void>(writable_path(context(L), path, field));
    } catch (const Error& error) {
        fault(L, error.message());
    }
}

void require_picture(lua_State* L, const std::string& subject, const std::string& file) {
    require_path(L, subject + ": 'file'", file);
    try {
        record::require_picture_name(subject, file);
    } catch (const Error& error) {
        fault(L, error.message());
    }
}

namespace {

/// Reports what a picture shows of the result at `index`, a run or a section, and the result does not have. Columns of a section
/// without a dot, such as its phase, are not among the probes that it was asked for.
template <class Result>
void require_columns(lua_State* L, int index, const std::vector<std::string>& shown, const std::string& subject) {
    if (!is_result(L, index)) return;
    get_known(L, index, Known::columns);
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
    get_known(L, index, Known::columns);
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
    get_known(L, index, Known::end);
    const double end = lua_isnumber(L, -1) != 0 ? lua_tonumber(L, -1) : infinite;
    raw_get(L, 2, "from");
    const bool behind = lua_type(L, -1) == LUA_TNUMBER && lua_tonumber(L, -1) >= end;
    const double from = behind ? lua_tonumber(L, -1) : 0;
    lua_pop(L, 2);
    if (behind)
        fault(L, subject + ": 'from' must be before the end of the run, " + in_message(end) + " s, got " + in_message(from));
}

}  // namespace

void check_plot(lua_State* L) {
    const std::string kind = kind_of(L, 1), subject = kind + ":plot";
    if (lua_type(L, 2) == LUA_TSTRING) {
        require_picture(L, subject, text_at(L, 2));
        return;
    }
    if (const auto file = text_in(L, 2, "file")) require_picture(L, subject, *file);
    if (lua_type(L, 2) != LUA_TTABLE) return;
    if (kind == "run") require_known_keys(L, 2, plot_fields(), subject);
    if (kind == "section") require_known_keys(L, 2, section_plot_fields(), subject);
    if (kind == "sweep") require_known_keys(L, 2, sweep_plot_fields(), subject);
    if (kind == "sweep") require_sweep_columns(L, 1, subject);
    if (kind == "run") require_begin(L, 1, subject);
    if (kind != "run" && kind != "section") return;
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
}

namespace {

/// Reports a gap or a friction, a string or a handle on top of the stack, that the model of the run at 2 does not have. Pops it.
void require_name(lua_State* L, Known which, const std::string& subject) {
    std::optional<std::string> name;
    if (lua_type(L, -1) == LUA_TSTRING) name = text_at(L, -1);
    if (const Reference* handle = handle_at(L, -1)) name = handle->name;
    lua_pop(L, 1);
    get_known(L, 2, which);
    const auto known = take_words(L);
    if (!name || !known || std::ranges::find(*known, *name) != known->end()) return;
    const auto unknown = which == Known::gaps ? record::unknown_gap : record::unknown_friction;
    fault(L, unknown(*name, *known, subject).message());
}

/// Files and folders that methods of other results than runs write.
void require_paths(lua_State* L, const std::string& method) {
    const std::string kind = kind_of(L, 2);
    if (lua_type(L, 3) == LUA_TSTRING) {
        if (kind == "modes" && method == "vtk") require_path(L, "modes:vtk: 'folder'", text_at(L, 3));
        if (kind == "reduced" && method == "save") require_path(L, "reduced:save: 'file'", text_at(L, 3));
    }
    if (method == "switch") require_folder_of_its_own(L, method, 3);
}

}  // namespace

void require_arguments(lua_State* L, const std::string& method) {
    if (!is_result(L, 2)) return;
    if (kind_of(L, 2) != "run") return require_paths(L, method);
    const std::string subject = "run:" + method;
    for (const int index : {3, 4}) {
        const FieldList* fields = fields_of_method(method, index - 2);
        if (fields != nullptr && lua_type(L, index) == LUA_TTABLE) require_known_keys(L, index, *fields, subject);
    }
    std::vector<std::string> read;
    if (method == "impacts" || method == "friction_events") {
        lua_pushvalue(L, 3);
        require_name(L, method == "impacts" ? Known::gaps : Known::frictions, subject);
    } else if ((method == "section" || method == "statistics") && lua_type(L, 3) == LUA_TTABLE) {
        if (method == "statistics" || text_in(L, 3, "at") == "impacts") {  // else it is no field there
            raw_get(L, 3, "gap");
            require_name(L, Known::gaps, subject);
        }
        raw_get(L, 3, "probes");
        if (const auto probes = take_words(L)) read = *probes;
        if (const auto probe = text_in(L, 3, "probe")) read.push_back(*probe);
    } else if ((method == "at" || method == "peak" || method == "integral" || method == "series") &&
               lua_type(L, 3) == LUA_TSTRING) {
        read.push_back(text_at(L, 3));
    }
    if (!read.empty()) require_columns<record::Series>(L, 2, read, subject);
}

void require_folder_of_its_own(lua_State* L, const std::string& kind, int index) {
    constexpr std::array writing = {"run", "study", "sweep", "branch", "switch", "equilibrium"};
    const auto output = text_in(L, index, "output");
    if (!output || output->empty() || std::ranges::find(writing, kind) == writing.end()) return;
    const std::string function = kind == "study"         ? "compare"
                                 : kind == "branch"      ? "continue"
                                 : kind == "equilibrium" ? "static"
                                 : kind == "switch"      ? "point:switch"
                                                         : kind;
    require_path(L, function + ": 'output'", *output);
    Context& command = context(L);
    const FolderUser user{function, calls_of_script(L)};
    if (function == "static") {  // overwrites its picture; a folder with a picture is none for results, unless by force
        if (!command.session.force) (void)add_folder(command.folders_ahead, *output, command.session, user);
        return;
    }
    if (const auto wrong = add_folder(command.folders_ahead, *output, command.session, user)) fault(L, *wrong);
}

}  // namespace jounce::lua
