// Ctrl-C. A signal handler can reach nothing but globals: these are the only ones of the program.
// SPDX-License-Identifier: BSD-3-Clause
#include "interrupt.hpp"

#include <atomic>
#include <csignal>

#include "callable.hpp"
#include "guard.hpp"

namespace jounce::lua {

namespace {

volatile std::sig_atomic_t flag = 0;
std::atomic<lua_State*> script = nullptr;
std::atomic<lua_State*> functions = nullptr;

void raise_interrupt(lua_State* L, lua_Debug*) { raise_at_current_line(L, Failure::interrupted, "interrupted"); }

/// Lua allows lua_sethook in a signal handler. The hook stays, so that a script that catches the error does not go on either.
void on_signal(int) {
    flag = 1;
    std::signal(SIGINT, SIG_DFL);
    for (lua_State* L : {script.load(), functions.load()}) {
        if (L != nullptr) lua_sethook(L, raise_interrupt, LUA_MASKCOUNT, 1);
    }
}

}  // namespace

InterruptWatch::InterruptWatch(lua_State* L) {
    flag = 0;
    script = L;
    functions = calling_thread(L);
    std::signal(SIGINT, on_signal);
}

InterruptWatch::~InterruptWatch() {
    std::signal(SIGINT, SIG_DFL);
    script = nullptr;
    functions = nullptr;
}

bool interrupted() { return flag != 0; }

}  // namespace jounce::lua
