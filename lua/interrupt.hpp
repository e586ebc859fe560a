// Ctrl-C, SIGTERM (batch systems) and SIGHUP (a terminal that is closed): the first one ends the script or the run cleanly, the
// second one the program.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <csignal>
#include <lua.hpp>
#include <optional>

#include "guard.hpp"

namespace jounce::lua {

/// The signals that end a computation cleanly.
inline constexpr std::array<int, 3> watched_signals{SIGINT, SIGTERM, SIGHUP};

/// Watches the signals for the scripts of this state until destroyed; one at a time, as a signal has one handler.
class InterruptWatch {
  public:
    explicit InterruptWatch(lua_State* state);
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

  private:
    std::array<void (*)(int), watched_signals.size()> before_{};
    void (*alarm_before_)(int) = nullptr;
};

/// Watches them during one call from an interpreter that has handlers and hooks of its own, and gives these back. Within another
/// watch it does nothing.
class CallWatch {
  public:
    explicit CallWatch(lua_State* state);
    ~CallWatch();
    CallWatch(const CallWatch&) = delete;
    CallWatch& operator=(const CallWatch&) = delete;
    /// \throws Error (interrupted) when a signal came too late for the computation to notice
    void finish() const;

  private:
    struct Hook {
        lua_State* state;
        lua_Hook function;
        int mask, count;
    };
    std::optional<InterruptWatch> watch_;
    std::array<Hook, 2> hooks_{};
};

/// A body that computes for long, for `guarded`.
template <Body body>
int watched(lua_State* L) {
    const CallWatch watch(L);
    const int results = body(L);
    watch.finish();
    return results;
}

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
