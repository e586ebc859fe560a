// Functions of Lua that open files, and where the library may write.
// SPDX-License-Identifier: BSD-3-Clause
#include "contained/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "base/files/open_below.hpp"
#include "base/messages/text.hpp"
#include "record/files/folder.hpp"
#include "values/guard.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

namespace {

int close_file(lua_State* L) {
    auto* stream = static_cast<luaL_Stream*>(luaL_checkudata(L, 1, LUA_FILEHANDLE));
    const int failed = std::fclose(stream->f);
    return luaL_fileresult(L, failed == 0 ? 1 : 0, nullptr);
}

/// The flags of open(2). \throws Error where Lua's io.open reports "invalid mode"
int flags_of(const std::string& mode, const std::string& subject) {
    std::string_view rest = mode;
    const char first = rest.empty() ? '\0' : rest.front();
    rest.remove_prefix(rest.empty() ? 0 : 1);
    const bool both = rest.starts_with('+');
    if (both) rest.remove_prefix(1);
    if ((first != 'r' && first != 'w' && first != 'a') || (!rest.empty() && rest != "b"))
        throw bad_case(subject + ": the mode must be 'r', 'w' or 'a', optionally followed by '+' and 'b', got '" +
                       in_one_line(mode) + "'");
    const int access = both ? O_RDWR : first == 'r' ? O_RDONLY : O_WRONLY;
    return access | (first == 'w' ? O_CREAT | O_TRUNC : 0) | (first == 'a' ? O_CREAT | O_APPEND : 0);
}

std::string text_argument(lua_State* L, int index, const std::string& subject, const char* what) {
    if (lua_type(L, index) != LUA_TSTRING)
        throw bad_case(subject + ": " + what + " must be text, got " + luaL_typename(L, index));
    return text_at(L, index);
}

/// Pushes the file; or nil, a message and a number, as io.open does. \returns the number of values
int push_opened(lua_State* L, const std::string& path, const std::string& mode, const std::string& subject) {
    const Permissions& permissions = context(L).permissions;
    const int flags = flags_of(mode, subject);
    const bool reads = flags == O_RDONLY;
    const Opened opened = open_below(reads ? permissions.readable() : permissions.write, path, flags);
    if (opened.refusal == NotOpened::outside) {
        throw bad_case(subject + ": a case " + (reads ? "reads" : "writes") + " files " +
                       (reads ? permissions.readable_words() : permissions.writable_words()) + ", got '" + in_one_line(path) +
                       "'; " + (reads ? "--read" : "--write") + " DIR adds a folder");
    }
    if (opened.refusal != NotOpened::none) {
        lua_pushnil(L);
        push_text(L,
                  path + ": " + (opened.refusal == NotOpened::no_file ? "is not a regular file" : std::strerror(opened.error)));
        lua_pushinteger(L, opened.error);
        return 3;
    }
    auto* stream = static_cast<luaL_Stream*>(lua_newuserdatauv(L, sizeof(luaL_Stream), 0));
    stream->closef = nullptr;
    luaL_setmetatable(L, LUA_FILEHANDLE);
    stream->f = ::fdopen(opened.descriptor, mode.c_str());
    if (stream->f == nullptr) {
        ::close(opened.descriptor);
        throw computation_failed(subject + ": " + std::strerror(errno));
    }
    stream->closef = close_file;
    return 1;
}

/// io.open(file [, mode])
int io_open(lua_State* L) {
    const std::string path = text_argument(L, 1, "io.open", "the file");
    const std::string mode = lua_isnoneornil(L, 2) ? "r" : text_argument(L, 2, "io.open", "the mode");
    return push_opened(L, path, mode, "io.open");
}

/// Pushes the file, which must exist.
void push_file(lua_State* L, const std::string& path, const char* mode, const std::string& subject) {
    if (push_opened(L, path, mode, subject) == 1) return;
    throw bad_case(subject + ": " + text_at(L, -2));
}

/// io.lines([file, ...]). Upvalue: Lua's io.lines.
int io_lines(lua_State* L) {
    const int arguments = lua_gettop(L);
    luaL_checkstack(L, arguments + 8, nullptr);
    if (lua_isnoneornil(L, 1)) {
        lua_pushvalue(L, lua_upvalueindex(1));
        lua_insert(L, 1);
        call_lua(L, arguments, LUA_MULTRET);
        return lua_gettop(L);
    }
    push_file(L, text_argument(L, 1, "io.lines", "the file"), "r", "io.lines");
    lua_replace(L, 1);
    lua_getfield(L, 1, "lines");
    for (int i = 1; i <= arguments; ++i) lua_pushvalue(L, i);
    call_lua(L, arguments, 1);
    lua_pushnil(L);
    lua_pushnil(L);
    lua_pushvalue(L, 1);  // closed at the end of the loop
    return 4;
}

/// io.input([file]) or io.output([file]). Upvalue: Lua's function.
int set_stream(lua_State* L, const char* mode, const std::string& subject) {
    lua_settop(L, 1);
    if (lua_type(L, 1) == LUA_TSTRING) {
        push_file(L, text_at(L, 1), mode, subject);
        lua_replace(L, 1);
    }
    if (lua_isnil(L, 1)) lua_settop(L, 0);
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_insert(L, 1);
    call_lua(L, lua_gettop(L) - 1, 1);
    return 1;
}
int io_input(lua_State* L) { return set_stream(L, "r", "io.input"); }
int io_output(lua_State* L) { return set_stream(L, "w", "io.output"); }

/// library[name] = the function, with the previous function as its upvalue; for the library on top of the stack.
void wrap(lua_State* L, std::string_view name, lua_CFunction function) {
    raw_get(L, -1, name);
    lua_pushcclosure(L, function, 1);
    raw_set(L, -2, name);
}

}  // namespace

void contain_files(lua_State* L) {
    lua_getglobal(L, "io");
    wrap(L, "open", guarded<io_open>);
    wrap(L, "lines", guarded<io_lines>);
    wrap(L, "input", guarded<io_input>);
    wrap(L, "output", guarded<io_output>);
    lua_pop(L, 1);
}

std::filesystem::path writable_path(const Context& context, const std::string& given, const std::string& field) {
    std::filesystem::path out = record::output_path(given, context.session.output_root, field);
    const Permissions& permissions = context.permissions;
    const auto holds = [&out](const std::string& folder) { return is_below(folder, out); };
    if (permissions.trusted || context.purpose == Purpose::modes || std::ranges::any_of(permissions.write, holds)) return out;
    throw bad_case(field + " must be " + permissions.writable_words() + ", got '" + in_one_line(given) +
                   "'; --write DIR adds a folder");
}

}  // namespace jounce::lua
