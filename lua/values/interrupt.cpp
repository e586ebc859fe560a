// Ctrl-C, SIGTERM and SIGHUP. A signal handler can access only globals: these are the only globals of the program.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/interrupt.hpp"

#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "values/callable.hpp"
#include "values/guard.hpp"

namespace jounce::lua {

namespace {

std::atomic<int> flag = 0;  // the first signal received; threads of a computation ask for it
std::atomic<lua_State*> script = nullptr;
std::atomic<lua_State*> running = nullptr;
std::atomic<const RunningCoroutine*> innermost = nullptr;

void raise_interrupt(lua_State* L, lua_Debug*) { raise_at_current_line(L, Failure::interrupted, "interrupted"); }

/// Lua allows lua_sethook in a signal handler. The hook remains, so that a script that catches the error is also stopped.
void stop(lua_State* L) { lua_sethook(L, raise_interrupt, LUA_MASKCOUNT, 1); }

// A user's function is called within a step of a run; the march ends the run cleanly after that step, with a checkpoint. Only a
// function that keeps running is interrupted, before `on_look` would end the process without naming its line.
constexpr std::chrono::milliseconds patience{300};
std::atomic<std::chrono::steady_clock::duration> signalled;

void raise_after_patience(lua_State* L, lua_Debug* at) {
    if (std::chrono::steady_clock::now().time_since_epoch() - signalled.load() > patience) raise_interrupt(L, at);
}

// Lua checks its hooks only between instructions: an endless pattern match, a file that blocks or a script that removed the hook
// would continue. If only Lua has run without interruption from one check to the next, the process ends.
std::atomic<bool> lua_runs = false;
std::atomic<unsigned> stretches = 0;
std::atomic<unsigned> looked_at = 0;

std::atomic<int> nested = 0;  // stretches that exist: the script, a function of this program, a function of the script in it, ...
std::atomic<bool> hosted = false;               // by a foreign interpreter
std::atomic<const char*> last_words = nullptr;  // of a computation that may be abandoned
std::atomic<bool> bar = false;                  // on the terminal

// Before the second look. By wall time: who presses Ctrl-C waits two seconds on a busy machine too. What the process would have
// said is at hand, so that nothing is lost where the machine does not let it see the signal.
struct Patience {
    long between_looks;  // microseconds
    std::chrono::milliseconds last_chance;
};
constexpr Patience patient{700'000, std::chrono::milliseconds(1300)}, of_a_rank{250'000, std::chrono::milliseconds(400)};
std::atomic<const Patience*> waiting = &patient;

bool has_had_its_chance() {
    return std::chrono::steady_clock::now().time_since_epoch() - signalled.load() > waiting.load()->last_chance;
}

void say(const char* words) {
    if (bar && ::write(STDERR_FILENO, erase_line.data(), erase_line.size()) < 0) return;
    if (::write(STDERR_FILENO, words, std::strlen(words)) < 0) return;
}

void look_again() {
    looked_at = stretches.load();
    itimerval timer = {};
    timer.it_value.tv_usec = waiting.load()->between_looks;
    ::setitimer(ITIMER_REAL, &timer, nullptr);
}

void on_look(int) {
    if (flag == 0) return;
    const bool stuck = lua_runs && stretches == looked_at;
    const char* words = last_words;
    const bool late = words != nullptr && has_had_its_chance();
    if (!stuck && !late) return look_again();
    if (late) std::fflush(nullptr);  // also the files of the script; the computation prints only its bar
    say(late ? words : "jounce: interrupted in a Lua function that does not return\n");
    ::_exit(interrupt_status());
}

// A shell and the kernel may each send a SIGHUP, and a batch system may send SIGTERM to the group and to each process
// simultaneously: a second signal ends the program only if it arrives later or is from the keyboard.
constexpr std::chrono::milliseconds at_once{250};

void on_signal(int number) {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    const bool second = flag != 0 && (number == SIGINT || now - signalled.load() > at_once);
    if (second) {
        std::signal(number, SIG_DFL);
        ::raise(number);
        return;
    }
    if (flag != 0) return;
    flag = number;
    signalled = now;
    look_again();
    if (lua_State* L = script.load()) stop(L);
    if (lua_State* L = running.load()) lua_sethook(L, raise_after_patience, LUA_MASKCOUNT, 1000);
    RunningCoroutine::stop_all();
}

}  // namespace

// A hook applies to one coroutine. New coroutines inherit it; one that was suspended at the signal gets it here.
RunningCoroutine::RunningCoroutine(lua_State* thread) : thread_(thread), outer_(innermost) {
    innermost = this;
    if (interrupted()) stop(thread);
}

RunningCoroutine::~RunningCoroutine() { innermost = outer_; }

void RunningCoroutine::stop_all() {
    for (const RunningCoroutine* c = innermost; c != nullptr; c = c->outer_) stop(c->thread_);
}

InterruptWatch::InterruptWatch(lua_State* L) {
    flag = 0;
    script = L;
    running = calling_thread(L);
    innermost = nullptr;
    alarm_before_ = std::signal(SIGALRM, on_look);
    for (std::size_t i = 0; i < before_.size(); ++i) {
        before_[i] = std::signal(watched_signals[i], on_signal);
        if (watched_signals[i] == SIGHUP && before_[i] == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // nohup
    }
}

InterruptWatch::~InterruptWatch() {
    for (std::size_t i = 0; i < before_.size(); ++i) std::signal(watched_signals[i], before_[i]);
    const itimerval none = {};
    ::setitimer(ITIMER_REAL, &none, nullptr);
    std::signal(SIGALRM, alarm_before_);
    script = nullptr;
    running = nullptr;
}

Stretch::Stretch(bool lua) : outer_(lua_runs.exchange(lua)) {
    ++stretches;
    ++nested;
}
Stretch::~Stretch() {
    lua_runs = outer_;
    ++stretches;
    --nested;
}

Abandonable::Abandonable(const std::string& place)
    : words_(place + "interrupted\n"), before_(last_words.exchange(nested <= 2 && !hosted ? words_.c_str() : nullptr)) {}
Abandonable::~Abandonable() { last_words = before_; }

void end_within_a_second() { waiting = &of_a_rank; }

void bar_is_shown(bool shown) { bar = shown; }

CallWatch::CallWatch(lua_State* L) {
    if (script.load() != nullptr) return;
    const auto hook_of = [](lua_State* state) {
        return Hook{state, lua_gethook(state), lua_gethookmask(state), lua_gethookcount(state)};
    };
    hooks_ = {hook_of(L), hook_of(calling_thread(L))};
    watch_.emplace(L);
    hosted = true;
}

CallWatch::~CallWatch() {
    if (!watch_) return;
    watch_.reset();
    hosted = false;
    const int number = flag;
    flag = 0;
    if (number == 0) return;
    for (const Hook& hook : hooks_) lua_sethook(hook.state, hook.function, hook.mask, hook.count);
    if (number == SIGINT) return;
    // The interpreter ends as it would without the watch; the results are on disk.
    std::fflush(nullptr);
    static_cast<void>(std::raise(number));
}

void CallWatch::finish() const {
    if (watch_) end_if_interrupted();
}

bool interrupted() { return flag != 0; }

int interrupt_status() {
    const int number = flag;
    return 128 + (number != 0 ? number : SIGINT);
}

void end_if_interrupted() {
    if (interrupted()) throw Error(Failure::interrupted, "interrupted");
}

}  // namespace jounce::lua
