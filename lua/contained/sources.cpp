// Lua source for a contained case.
// SPDX-License-Identifier: BSD-3-Clause
#include "contained/sources.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "base/files/open_below.hpp"
#include "base/messages/text.hpp"
#include "session/context.hpp"
#include "values/guard.hpp"
#include "values/interrupt.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

namespace {

constexpr const char* no_bytecode = "loads no bytecode; --trusted allows it to a case that you trust";

std::string name_argument(lua_State* L, int index, const std::string& subject) {
    if (lua_type(L, index) != LUA_TSTRING) throw bad_case(subject + ": needs the name of a file, got " + luaL_typename(L, index));
    return text_at(L, index);
}

/// The content of a file in a permitted folder, or nothing and the reason.
std::optional<std::string> content(lua_State* L, const std::string& path, std::string& why) {
    const Permissions& permissions = context(L).permissions;
    const Opened opened = open_below(permissions.readable(), path, O_RDONLY);
    if (opened.refusal == NotOpened::outside) {
        why = "is not " + permissions.readable_words() + " (--read DIR adds a folder)";
    } else if (opened.refusal == NotOpened::no_file) {
        why = "is not a regular file";
    } else if (opened.refusal == NotOpened::failed) {
        why = std::strerror(opened.error);
    }
    if (opened.refusal != NotOpened::none) return std::nullopt;
    std::string out;
    char block[65536];
    ssize_t count = 0;
    while ((count = ::read(opened.descriptor, block, sizeof block)) > 0 || (count < 0 && errno == EINTR)) {
        if (count > 0) out.append(block, static_cast<std::size_t>(count));
    }
    if (count < 0) why = std::strerror(errno);
    ::close(opened.descriptor);
    return count < 0 ? std::nullopt : std::optional(std::move(out));
}

/// Pushes the compiled file, or nil and a message.
bool push_compiled(lua_State* L, const std::string& path) {
    std::string why;
    std::optional<std::string> text = content(L, path, why);
    if (!text) {
        lua_pushnil(L);
        push_text(L, "cannot open " + path + ": " + why);
        return false;
    }
    if (text->starts_with("\xEF\xBB\xBF")) text->erase(0, 3);                              // a byte order mark
    if (text->starts_with('#')) text->erase(0, std::min(text->find('\n'), text->size()));  // #!/usr/bin/env ...
    if (luaL_loadbufferx(L, text->data(), text->size(), ("@" + path).c_str(), "t") == LUA_OK) return true;
    lua_pushnil(L);
    lua_insert(L, -2);
    return false;
}

/// load(chunk [, name [, mode [, environment]]]). Upvalue: Lua's load.
int load(lua_State* L) {
    const int arguments = lua_gettop(L);
    if (lua_type(L, 3) == LUA_TSTRING && text_at(L, 3).find('t') == std::string::npos)
        throw bad_case(std::string("load: a case ") + no_bytecode);
    if (arguments < 3) lua_settop(L, 3);
    lua_pushliteral(L, "t");
    lua_replace(L, 3);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    call_lua(L, std::max(arguments, 3), LUA_MULTRET);
    return lua_gettop(L);
}

/// loadfile(file [, mode [, environment]])
int loadfile(lua_State* L) {
    const bool other_globals = lua_gettop(L) >= 3;
    if (lua_type(L, 2) == LUA_TSTRING && text_at(L, 2).find('t') == std::string::npos)
        throw bad_case(std::string("loadfile: a case ") + no_bytecode);
    if (!push_compiled(L, name_argument(L, 1, "loadfile"))) return 2;
    if (other_globals) {
        lua_pushvalue(L, 3);
        if (lua_setupvalue(L, -2, 1) == nullptr) lua_pop(L, 1);
    }
    return 1;
}

/// dofile(file)
int dofile(lua_State* L) {
    lua_settop(L, 1);
    if (!push_compiled(L, name_argument(L, 1, "dofile"))) throw bad_case("dofile: " + text_at(L, -1));
    call_lua(L, 0, LUA_MULTRET);
    return lua_gettop(L) - 1;
}

/// A template with the name in place of each '?', or nothing where no file can have so long a name.
std::optional<std::string> filled(std::string_view pattern, const std::string& name) {
    std::string out;
    for (const char c : pattern) {
        c == '?' ? out.append(name) : out.append(1, c);
        if (out.size() >= PATH_MAX) return std::nullopt;
    }
    return out;
}

/// The first readable file of a search path ("./?.lua;..."); otherwise `missing` lists the files tried.
/// \throws Error (interrupted): a path may have millions of templates
std::optional<std::string> found(lua_State* L, std::string name, const std::string& path, std::string& missing) {
    for (char& c : name) c = c == '.' ? '/' : c;
    for (std::size_t begin = 0; begin <= path.size();) {
        end_if_interrupted();
        const std::size_t end = std::min(path.find(';', begin), path.size());
        const auto file = filled(std::string_view(path).substr(begin, end - begin), name);
        begin = end + 1;
        if (!file) missing += "\n\ta template gives a name that is too long for a file";
        if (!file || file->empty()) continue;
        std::string why;
        if (content(L, *file, why)) return file;
        missing += "\n\tno file '" + *file + "'" + (why == std::strerror(ENOENT) ? "" : " (" + why + ")");
    }
    return std::nullopt;
}

/// package.searchpath(name, path)
int searchpath(lua_State* L) {
    const std::string name = name_argument(L, 1, "package.searchpath"), path = name_argument(L, 2, "package.searchpath");
    std::string missing;
    if (const auto file = found(L, name, path, missing)) {
        push_text(L, *file);
        return 1;
    }
    lua_pushnil(L);
    push_text(L, missing);
    return 2;
}

/// The searcher of `require` for modules written in Lua. Upvalue: the table `package`.
int search(lua_State* L) {
    const std::string name = name_argument(L, 1, "require");
    raw_get(L, lua_upvalueindex(1), "path");
    if (lua_type(L, -1) != LUA_TSTRING) throw bad_case("require: 'package.path' must be text");
    std::string missing;
    const auto file = found(L, name, text_at(L, -1), missing);
    if (!file) {
        push_text(L, missing);
        return 1;
    }
    if (!push_compiled(L, *file)) throw bad_case("require: module '" + name + "': " + text_at(L, -1));
    push_text(L, *file);
    return 2;
}

void set_global(lua_State* L, const char* name, lua_CFunction function) {
    lua_getglobal(L, name);
    lua_pushcclosure(L, function, 1);
    lua_setglobal(L, name);
}

}  // namespace

void contain_sources(lua_State* L) {
    set_global(L, "load", guarded<load>);
    set_global(L, "loadfile", guarded<loadfile>);
    set_global(L, "dofile", guarded<dofile>);
    lua_getglobal(L, "package");
    lua_pushcfunction(L, guarded<searchpath>);
    raw_set(L, -2, "searchpath");
    push_text(L, "");
    raw_set(L, -2, "cpath");
    // The searchers of `require`: preloaded modules, Lua files, and two for native modules.
    raw_get(L, -1, "searchers");
    lua_pushvalue(L, -2);
    lua_pushcclosure(L, guarded<search>, 1);
    lua_rawseti(L, -2, 2);
    for (const int native : {4, 3}) {
        lua_pushnil(L);
        lua_rawseti(L, -2, native);
    }
    lua_pop(L, 2);
}

}  // namespace jounce::lua
