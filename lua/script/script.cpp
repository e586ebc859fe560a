// Runs one case file in a new Lua state.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/script.hpp"

#include <algorithm>
#include <filesystem>
#include <lua.hpp>
#include <new>
#include <sstream>
#include <vector>

#include "base/files/input_file.hpp"
#include "base/files/memory.hpp"
#include "contained/libraries.hpp"
#include "script/look_ahead.hpp"
#include "script/module.hpp"
#include "system/assembly/digest.hpp"
#include "values/allocation.hpp"
#include "values/coroutine.hpp"
#include "values/interrupt.hpp"
#include "values/require.hpp"
#include "values/stack.hpp"
#include "values/strict.hpp"

namespace jounce::lua {

namespace {

struct Closer {
    void operator()(lua_State* L) const { lua_close(L); }
};
using LuaState = std::unique_ptr<lua_State, Closer>;

std::string read_file(const std::string& path) {
    std::error_code unknown;
    if (std::filesystem::is_directory(path, unknown)) throw bad_case(path + ": is a folder, not a case");
    InputFile file(path);
    if (!file) throw bad_case(path + ": cannot be read: " + file.reason());
    std::ostringstream text;
    text << file.rdbuf();
    if (file.bad()) throw bad_case(path + ": cannot be read");
    return text.str();
}

/// Pushes the compiled file, or throws the syntax error with the path as given.
void load(lua_State* L, const std::string& path, std::string text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);  // a byte order mark
    if (text.starts_with('#'))
        text.erase(0, std::min(text.find('\n'), text.size()));  // #!/usr/bin/env ...; line numbers do not change
    const std::string name = "@" + path;
    if (luaL_loadbufferx(L, text.data(), text.size(), name.c_str(), "t") == LUA_OK) return;
    // "short_source:line: message"; Lua shortens long paths.
    const std::string message = text_at(L, -1);
    lua_settop(L, 0);
    luaL_loadbufferx(L, "", 0, name.c_str(), "t");
    lua_Debug about;
    lua_getinfo(L, ">S", &about);
    const std::string prefix = std::string(about.short_src) + ":";
    std::size_t used = 0;
    if (message.starts_with(prefix)) {
        try {
            const int line = std::stoi(message.substr(prefix.size()), &used);
            throw bad_case("syntax error: " + message.substr(prefix.size() + used + 2), {path, line});
        } catch (const std::logic_error&) {  // no line number: the message is unchanged
        }
    }
    throw bad_case("syntax error: " + message, {path, 0});
}

/// `require` also finds modules in the folder of the case.
void add_search_folder(lua_State* L, const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    lua_getglobal(L, "package");
    raw_get(L, -1, "path");
    const std::string searched = (folder.empty() ? std::string() : folder + "/") + "?.lua;" + text_at(L, -1);
    lua_pop(L, 1);
    push_text(L, searched);
    raw_set(L, -2, "path");
    raw_get(L, -1, "preload");
    lua_pushcfunction(L, luaopen_jounce);
    raw_set(L, -2, "jounce");
    lua_pop(L, 2);
}

int silent(lua_State*) { return 0; }

int prepare(lua_State* L) {
    luaL_openlibs(L);
    replace_coroutine_functions(L);
    const std::string path = text_at(L, 1);
    add_search_folder(L, path);
    if (!context(L).permissions.trusted) contain_libraries(L);
    replace_require(L);
    if (context(L).purpose == Purpose::modes) {
        lua_pushcfunction(L, guarded<silent>);
        lua_setglobal(L, "print");
    }
    if (context(L).purpose == Purpose::ahead) take_places_in_library(L);
    make_globals_strict(L);
    return 0;
}

std::optional<Caught> follow(lua_State* L, const std::string& path) {
    lua_pushcfunction(L, guarded<prepare>);
    push_text(L, path);
    if (auto caught = protected_call(L, 1, 0)) return caught;
    load(L, path, read_file(path));
    return protected_call(L, 0, 0);
}

}  // namespace

std::optional<Caught> run_script(const std::string& path, const std::shared_ptr<Context>& context,
                                 const std::function<void(Context&)>& at_end) {
    try {
        const LuaState state(luaL_newstate());
        if (!state) throw computation_failed("out of memory");
        set_context(state.get(), context);
        const InterruptWatch watch(state.get());
        const AllocationWatch memory(state.get());
        const auto caught = follow(state.get(), path);
        if (context->purpose == Purpose::ahead) context->files = script_files(state.get());
        if (caught && !caught->stop) return caught;
        if (interrupted()) return Caught{Error(Failure::interrupted, "interrupted"), {}, false};
        if (at_end) at_end(*context);
    } catch (const Error& error) {
        return Caught{error, {}, false, lacks_memory(error.message())};
    } catch (const std::bad_alloc&) {
        return Caught{computation_failed("out of memory"), {}, false, true};
    } catch (const std::exception& exception) {
        return Caught{computation_failed(std::string("internal error: ") + exception.what()), {}, false};
    }
    return std::nullopt;
}

namespace {

/// A flat list of name and package.searchpath(name, package.path) of every loaded module.
int loaded_files(lua_State* L) {
    lua_newtable(L);
    lua_getglobal(L, "package");
    raw_get(L, 2, "loaded");
    raw_get(L, 2, "searchpath");
    raw_get(L, 2, "path");
    lua_Integer count = 0;
    for (lua_pushnil(L); lua_next(L, 3) != 0; lua_pop(L, 1)) {
        if (lua_type(L, -2) != LUA_TSTRING) continue;
        lua_pushvalue(L, 4);
        lua_pushvalue(L, -3);
        lua_pushvalue(L, 5);
        lua_call(L, 2, 1);
        if (lua_type(L, -1) == LUA_TSTRING) {
            lua_pushvalue(L, -3);
            lua_rawseti(L, 1, ++count);
            lua_rawseti(L, 1, ++count);
        } else {
            lua_pop(L, 1);
        }
    }
    lua_settop(L, 1);
    return 1;
}

}  // namespace

void require_script(const std::string& path) {
    const LuaState state(luaL_newstate());
    if (!state) throw computation_failed("out of memory");
    load(state.get(), path, read_file(path));
}

sweep::Identity script_files(lua_State* L) {
    std::vector<std::pair<std::string, std::string>> modules;
    lua_pushcfunction(L, loaded_files);
    if (auto caught = protected_call(L, 0, 1)) throw caught->error;
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) == LUA_TSTRING; ++i, lua_pop(L, 1)) {
        const std::string name = text_at(L, -1);
        lua_rawgeti(L, -2, ++i);
        modules.emplace_back(name, text_at(L, -1));
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
    std::ranges::sort(modules);
    sweep::Identity out;
    // The names do not depend on the machine.
    const auto add = [&out](const std::string& name, const std::string& file) {
        Hash hash;
        hash.text(read_file(file));
        out.push_back({name, {}, hash.hexadecimal()});
    };
    const std::string& main_file = context(L).session.case_file;
    if (!main_file.empty()) add("the script " + std::filesystem::path(main_file).filename().string(), main_file);
    for (const auto& [name, file] : modules) add("the module '" + name + "'", file);
    return out;
}

}  // namespace jounce::lua
