// Passes errors between C++ and Lua.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/guard.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/files/memory.hpp"
#include "sweep/rank_work.hpp"
#include "values/allocation.hpp"
#include "values/interrupt.hpp"

namespace jounce::lua {

namespace {

/// An error on its way into Lua: plain memory, so that raising it skips no destructor.
struct Raised {
    int failure = 0;
    int line = 0;
    char file[1024] = "";
    char message[4096] = "";  // longer messages are truncated
};

constexpr const char* out_of_memory = "out of memory";
constexpr int stop_mark = 0;  // no Failure has this value

// Registry key of the record of the last error raised by the binding: Lua has its text, `protected_call` reads the rest.
const char record_key = 0;

void copy(char* to, std::size_t size, const std::string& from) {
    const std::size_t length = std::min(size - 1, from.size());
    std::memcpy(to, from.data(), length);
    to[length] = '\0';
}

void fill(Raised& raised, const Error& error) {
    raised.failure = static_cast<int>(error.failure());
    raised.line = error.origin().line;
    copy(raised.file, sizeof raised.file, error.origin().file);
    copy(raised.message, sizeof raised.message, error.message());
}

void set_text(lua_State* L, const char* key, const char* value) {
    lua_pushstring(L, value);
    lua_setfield(L, -2, key);
}

void set_integer(lua_State* L, const char* key, int value) {
    lua_pushinteger(L, value);
    lua_setfield(L, -2, key);
}

/// No object with a destructor may be alive here.
[[noreturn]] void raise(lua_State* L, const Raised& raised) {
    lua_checkstack(L, 8);
    if (raised.file[0] != '\0') {
        lua_pushfstring(L, "%s:%d: %s", raised.file, raised.line, raised.message);
    } else {
        lua_pushstring(L, raised.message);
    }
    lua_createtable(L, 0, 5);
    lua_pushvalue(L, -2);
    lua_setfield(L, -2, "text");
    set_text(L, "message", raised.message);
    set_text(L, "file", raised.file);
    set_integer(L, "line", raised.line);
    set_integer(L, "failure", raised.failure);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &record_key);
    lua_error(L);
    std::abort();  // lua_error does not return
}

bool in_user_file(const lua_Debug& frame) { return frame.source[0] == '@'; }

/// Is the string at `whole` equal to the one at `end`, or to it after "file:line: "?
bool ends_in(lua_State* L, int whole, int end) {
    std::size_t long_size = 0;
    std::size_t short_size = 0;
    const char* long_text = lua_tolstring(L, whole, &long_size);
    const char* short_text = lua_tolstring(L, end, &short_size);
    if (short_size > long_size) return false;
    const std::size_t rest = long_size - short_size;
    if (std::memcmp(long_text + rest, short_text, short_size) != 0) return false;
    return rest == 0 || (rest > 2 && std::memcmp(long_text + rest - 2, ": ", 2) == 0);
}

/// Pushes the record of the error with its text at `text`, if there is one: for an error of the binding or of a coroutine,
/// unchanged or with a place added in front.
bool push_own_record(lua_State* L, int text) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &record_key) == LUA_TTABLE) {
        lua_getfield(L, -1, "text");
        const bool ours = ends_in(L, text, -1);
        lua_pop(L, 1);
        if (ours) return true;
    }
    lua_pop(L, 1);
    return false;
}

/// Pushes a new record of the error with its text at `text`, which Lua raised on `thread`; its calls still exist. \returns
/// whether the text begins with the place of one of them
bool push_new_record(lua_State* L, lua_State* thread, int text) {
    lua_createtable(L, 0, 6);
    set_integer(L, "failure", static_cast<int>(Failure::bad_case));
    lua_pushvalue(L, text);
    lua_setfield(L, -2, "text");
    lua_pushvalue(L, text);
    lua_setfield(L, -2, "message");
    set_text(L, "file", "");
    set_integer(L, "line", 0);

    // Lua writes "short_source:line: message" and shortens long paths; the place is restored with the full path. A message
    // without a place gets the innermost line of the user's script.
    const char* message = lua_tostring(L, text);
    lua_Debug frame;
    bool first = true;
    for (int level = 0; lua_getstack(thread, level, &frame) != 0; ++level) {
        lua_getinfo(thread, "Sl", &frame);
        if (!in_user_file(frame) || frame.currentline <= 0) continue;
        char prefix[LUA_IDSIZE + 16];
        const int length = std::snprintf(prefix, sizeof prefix, "%s:%d: ", frame.short_src, frame.currentline);
        const bool named = std::strncmp(message, prefix, static_cast<std::size_t>(length)) == 0;
        if (named || first) {
            set_text(L, "file", frame.source + 1);
            set_integer(L, "line", frame.currentline);
        }
        first = false;
        if (named) {
            set_text(L, "message", message + length);
            return true;
        }
    }
    return false;
}

/// The message handler: error value -> { message, file, line, failure, traceback }. Plain C, as it runs inside lua_error.
int describe_error(lua_State* L) {
    luaL_checkstack(L, 12, nullptr);
    if (lua_type(L, 1) != LUA_TSTRING) {
        const bool described = luaL_callmeta(L, 1, "__tostring") != 0;
        if (described && lua_type(L, -1) != LUA_TSTRING) {
            lua_pushfstring(L, "an error was raised with a %s whose __tostring gives a %s", luaL_typename(L, 1),
                            luaL_typename(L, -1));
        } else if (!described) {
            lua_pushfstring(L, "an error was raised with a %s instead of a message", luaL_typename(L, 1));
        }
    }
    const int text = lua_gettop(L);
    luaL_traceback(L, L, nullptr, 1);
    const int traceback = lua_gettop(L);
    if (!push_own_record(L, text)) static_cast<void>(push_new_record(L, L, text));
    lua_pushvalue(L, traceback);
    lua_setfield(L, -2, "traceback");
    return 1;
}

std::string text_field(lua_State* L, const char* key) {
    lua_getfield(L, -1, key);
    std::string out;
    if (lua_type(L, -1) == LUA_TSTRING) out = lua_tostring(L, -1);
    lua_pop(L, 1);
    return out;
}

int integer_field(lua_State* L, const char* key) {
    lua_getfield(L, -1, key);
    const int out = static_cast<int>(lua_tointeger(L, -1));
    lua_pop(L, 1);
    return out;
}

}  // namespace

Origin where(lua_State* L) {
    lua_Debug frame;
    for (int level = 0; lua_getstack(L, level, &frame) != 0; ++level) {
        lua_getinfo(L, "Sl", &frame);
        if (in_user_file(frame) && frame.currentline > 0) return {frame.source + 1, frame.currentline};
    }
    return {};
}

std::vector<Origin> calls_of_script(lua_State* L) {
    std::vector<Origin> out;
    lua_Debug frame;
    for (int level = 0; lua_getstack(L, level, &frame) != 0; ++level) {
        lua_getinfo(L, "Sl", &frame);
        if (in_user_file(frame) && frame.currentline > 0) out.push_back({frame.source + 1, frame.currentline});
    }
    return out;
}

int call_guarded(lua_State* L, Body body) {
    Raised raised;
    bool memory = false;
    try {
        const Stretch ours(false);
        return body(L);
    } catch (const std::bad_alloc&) {
        memory = true;
    } catch (const Error& error) {
        const Error placed = error.at(where(L));
        sweep::note_failure(placed.what());
        fill(raised, placed);
    } catch (const Stop& stop) {
        raised.failure = stop_mark;
        copy(raised.message, sizeof raised.message, stop.what());
    } catch (const std::exception& exception) {
        fill(raised, computation_failed(std::string("internal error: ") + exception.what(), where(L)));
    }
    if (memory) raise_at_current_line(L, Failure::computation, out_of_memory);
    raise(L, raised);
}

void note_coroutine_error(lua_State* L, lua_State* thread) {
    if (lua_type(L, -1) != LUA_TSTRING || lua_checkstack(L, 8) == 0) return;
    const int text = lua_gettop(L);
    // A text without a place could match the end of other errors.
    if (!push_own_record(L, text) && push_new_record(L, thread, text)) lua_rawsetp(L, LUA_REGISTRYINDEX, &record_key);
    lua_settop(L, text);
}

void call_lua(lua_State* L, int arguments, int results) {
    const Stretch of_lua(true);
    lua_call(L, arguments, results);
}

std::optional<Caught> protected_call(lua_State* L, int arguments, int results) {
    const int handler = lua_gettop(L) - arguments;
    lua_pushcfunction(L, describe_error);
    lua_insert(L, handler);
    const int status = [&] {
        const Stretch of_lua(true);
        return lua_pcall(L, arguments, results, handler);
    }();
    lua_remove(L, handler);
    if (status == LUA_OK) return std::nullopt;
    // Out of memory, or an error in the message handler: only a text.
    if (lua_type(L, -1) != LUA_TTABLE) {
        const char* text = status == LUA_ERRMEM             ? out_of_memory
                           : lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1)
                                                            : "an error that cannot be described";
        const Origin place = status == LUA_ERRMEM ? AllocationWatch::last_refused(L) : Origin();
        Caught caught{computation_failed(text, place), {}, false, status == LUA_ERRMEM};
        lua_pop(L, 1);
        return caught;
    }
    const int failure = integer_field(L, "failure");
    const Origin origin{text_field(L, "file"), integer_field(L, "line")};
    Caught caught{
        Error(failure == stop_mark ? Failure::bad_case : static_cast<Failure>(failure), text_field(L, "message"), origin),
        text_field(L, "traceback"), failure == stop_mark};
    caught.out_of_memory = lacks_memory(caught.error.message());
    lua_pop(L, 1);
    return caught;
}

void raise_at_current_line(lua_State* L, Failure failure, const char* text) {
    Raised raised;
    raised.failure = static_cast<int>(failure);
    lua_Debug frame;
    for (int level = 0; lua_getstack(L, level, &frame) != 0; ++level) {
        lua_getinfo(L, "Sl", &frame);
        if (!in_user_file(frame) || frame.currentline <= 0) continue;
        std::snprintf(raised.file, sizeof raised.file, "%s", frame.source + 1);
        raised.line = frame.currentline;
        break;
    }
    std::snprintf(raised.message, sizeof raised.message, "%s", text);
    raise(L, raised);
}

}  // namespace jounce::lua
