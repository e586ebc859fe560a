// Ctrl-C, SIGTERM (batch systems) and SIGHUP (a terminal that is closed): the first one ends the script or the run cleanly, the
// second one the program.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>

namespace jounce::lua {

/// Watches the signals for the scripts of this state until destroyed; one at a time, as a signal has one handler.
class InterruptWatch {
  public:
    explicit InterruptWatch(lua_State* state);
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;
};

/// A coroutine under way: while it exists, Ctrl-C reaches the coroutine's code. They are nested as the resumes are.
class RunningCoroutine {
  public:
    explicit RunningCoroutine(lua_State* thread);
    ~RunningCoroutine();
    RunningCoroutine(const RunningCoroutine&) = delete;
    RunningCoroutine& operator=(const RunningCoroutine&) = delete;
    static void stop_all();

  private:
    lua_State* thread_;
    const RunningCoroutine* outer_;
};

/// While it exists, code of Lua or of this program runs: what a signal finds tells whether it is noticed.
class Stretch {
  public:
    explicit Stretch(bool lua);
    ~Stretch();
    Stretch(const Stretch&) = delete;
    Stretch& operator=(const Stretch&) = delete;

  private:
    bool outer_;
};

[[nodiscard]] bool interrupted();
/// Exit status of what was interrupted: 128 + signal.
[[nodiscard]] int interrupt_status();
/// For long computations that ask now and then. \throws Error (interrupted)
void end_if_interrupted();

}  // namespace jounce::lua
