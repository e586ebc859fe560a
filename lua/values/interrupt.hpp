// Ctrl-C, SIGTERM (batch systems) and SIGHUP (a closed terminal): the first signal ends the script or the run cleanly, the second
// one the program.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <csignal>
#include <lua.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "values/guard.hpp"

namespace jounce::lua {

/// The signals that end a computation cleanly.
inline constexpr std::array<int, 3> watched_signals{SIGINT, SIGTERM, SIGHUP};

/// Watches the signals for the scripts of this state until destroyed; only one may exist, as a signal has one handler.
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

/// Watches the signals during one call from an interpreter with its own handlers and hooks, and restores these. Within another
/// watch it does nothing.
class CallWatch {
  public:
    explicit CallWatch(lua_State* state);
    ~CallWatch();
    CallWatch(const CallWatch&) = delete;
    CallWatch& operator=(const CallWatch&) = delete;
    /// \throws Error (interrupted) if a signal arrived after the last check of the computation
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

/// A body with a long computation, for `guarded`.
template <Body body>
int watched(lua_State* L) {
    const CallWatch watch(L);
    const int results = body(L);
    watch.finish();
    return results;
}

/// A running coroutine: while this exists, Ctrl-C interrupts the coroutine's code. Objects are nested like the calls of resume.
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

/// States whether Lua's code or this program's code is running; only the latter is certain to notice a signal.
class Stretch {
  public:
    explicit Stretch(bool lua);
    ~Stretch();
    Stretch(const Stretch&) = delete;
    Stretch& operator=(const Stretch&) = delete;

  private:
    bool outer_;
};

/// A computation that keeps nothing on disk and may not ask for signals within two seconds (the ordering of a large model, a
/// machine with much else to do). While it exists, a signal that it has not seen by then ends the process. It has no effect
/// within other computations, which have results to keep, and in a foreign interpreter.
class Abandonable {
  public:
    /// \param place begins the message: "tube.lua:11: ", the line of the script that an interrupt seen in time names
    explicit Abandonable(const std::string& place = "jounce: ");
    ~Abandonable();
    Abandonable(const Abandonable&) = delete;
    Abandonable& operator=(const Abandonable&) = delete;

  private:
    std::string words_;
    const char* before_;
};

/// For a rank of mpirun, which kills its ranks one second after it has told them to end: computations are abandoned before.
void end_within_a_second();

/// Carriage return, erase to the end of the line.
inline constexpr std::string_view erase_line = "\r\033[K";

/// States whether the last line on the terminal is a progress bar, which the message of a signal handler must erase.
void bar_is_shown(bool shown);

[[nodiscard]] bool interrupted();
/// Exit status after an interrupt: 128 + signal.
[[nodiscard]] int interrupt_status();
/// Called regularly by long computations. \throws Error (interrupted)
void end_if_interrupted();

}  // namespace jounce::lua
