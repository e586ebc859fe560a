// Lua's standard libraries for a contained case.
// SPDX-License-Identifier: BSD-3-Clause
#include "contained/libraries.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "contained/files.hpp"
#include "contained/sources.hpp"
#include "values/guard.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

namespace {

/// Upvalues: name of the function, its refused action.
int refuse(lua_State* L) {
    throw bad_case(text_at(L, lua_upvalueindex(1)) + ": a case " + text_at(L, lua_upvalueindex(2)) +
                   "; --trusted allows it to a case that you trust");
}

struct Refused {
    const char* name;
    const char* words;
};
constexpr std::array of_os = {Refused{"execute", "starts no processes"},
                              Refused{"exit", "does not end the program; the case ends with its last line or with error(...)"},
                              Refused{"remove", "removes no files"},
                              Refused{"rename", "renames no files"},
                              Refused{"tmpname", "makes no temporary files"},
                              Refused{"setlocale", "does not change how numbers are written"}};
constexpr std::array of_io = {Refused{"popen", "starts no processes"}, Refused{"tmpfile", "makes no temporary files"}};
constexpr std::array of_package = {Refused{"loadlib", "loads no native modules"}};

/// library[name] = a function that throws the refusal, for the library on top of the stack.
void set_refused(lua_State* L, std::string_view library, std::string_view name, std::string_view words) {
    push_text(L, std::string(library) + "." + std::string(name));
    push_text(L, words);
    lua_pushcclosure(L, guarded<refuse>, 2);
    raw_set(L, -2, name);
}

template <class List>
void refuse_all(lua_State* L, const char* library, const List& list) {
    lua_getglobal(L, library);
    for (const Refused& refused : list) set_refused(L, library, refused.name, refused.words);
    lua_pop(L, 1);
}

/// The debug library gives access to locals, hooks and metatables outside the case.
void keep_tracebacks_only(lua_State* L) {
    lua_getglobal(L, "debug");
    std::vector<std::string> names;
    for (lua_pushnil(L); lua_next(L, -2) != 0; lua_pop(L, 1)) names.push_back(text_at(L, -2));
    for (const std::string& name : names) {
        if (name != "traceback") set_refused(L, "debug", name, "has only debug.traceback of the debug library");
    }
    lua_pop(L, 1);
}

}  // namespace

void contain_libraries(lua_State* L) {
    refuse_all(L, "os", of_os);
    refuse_all(L, "io", of_io);
    refuse_all(L, "package", of_package);
    keep_tracebacks_only(L);
    contain_files(L);
    contain_sources(L);
}

}  // namespace jounce::lua
