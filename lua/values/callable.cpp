// A function of the script, callable from C++.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/callable.hpp"

#include <cmath>
#include <string>
#include <string_view>

#include "base/messages/text.hpp"
#include "values/guard.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

namespace {

const char thread_key = 0;
const char alive_key = 0;

/// The calling thread while the Lua state exists; shared by all callables of a state.
using Alive = std::shared_ptr<lua_State*>;

int drop_alive(lua_State* L) {
    auto* alive = static_cast<Alive*>(lua_touserdata(L, 1));
    if (*alive) **alive = nullptr;
    alive->~Alive();
    return 0;
}

Alive& alive(lua_State* L) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &alive_key);
    if (lua_isnil(L, -1)) {
        lua_pop(L, 1);
        lua_State* thread = lua_newthread(L);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &thread_key);
        void* memory = lua_newuserdatauv(L, sizeof(Alive), 0);
        new (memory) Alive(std::make_shared<lua_State*>(thread));
        lua_createtable(L, 0, 1);
        lua_pushcfunction(L, drop_alive);
        raw_set(L, -2, "__gc");
        lua_setmetatable(L, -2);
        lua_pushvalue(L, -1);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &alive_key);
    }
    auto* out = static_cast<Alive*>(lua_touserdata(L, -1));
    lua_pop(L, 1);
    return *out;
}

constexpr std::string_view called_with_words = " (called with ";

std::string called_with(std::span<const double> arguments) {
    std::string out(called_with_words);
    for (std::size_t i = 0; i < arguments.size(); ++i) out += (i == 0 ? "" : ", ") + in_message(arguments[i]);
    return out + ")";
}

class LuaFunction : public Callable {
  public:
    LuaFunction(lua_State* L, int index, const std::string& field)
        : alive_(alive(L)), subject_(field.empty() ? "the function" : field + ": the function") {
        lua_pushvalue(L, index);
        lua_Debug about;
        lua_getinfo(L, ">S", &about);
        if (about.source[0] == '@') origin_ = {about.source + 1, about.linedefined};
        lua_pushvalue(L, index);
        reference_ = luaL_ref(L, LUA_REGISTRYINDEX);
    }
    ~LuaFunction() override {
        if (*alive_ != nullptr) luaL_unref(*alive_, LUA_REGISTRYINDEX, reference_);
    }
    LuaFunction(const LuaFunction&) = delete;
    LuaFunction& operator=(const LuaFunction&) = delete;

    void call(std::span<const double> arguments, std::span<double> results) const override {
        const std::size_t got = call_some(arguments, results);
        if (got == results.size()) return;
        throw computation_failed(subject_ + " must return " + std::to_string(results.size()) + " number" +
                                     (results.size() == 1 ? "" : "s") + ", got " + (got == 0 ? "none" : std::to_string(got)) +
                                     called_with(arguments),
                                 origin_);
    }

    std::size_t call_some(std::span<const double> arguments, std::span<double> results) const override {
        lua_State* L = *alive_;
        if (L == nullptr) throw computation_failed("a function was called after its script had ended", origin_);
        const int top = lua_gettop(L);
        if (lua_checkstack(L, static_cast<int>(arguments.size() + results.size()) + 4) == 0) {
            throw computation_failed("too many nested calls", origin_);
        }
        lua_rawgeti(L, LUA_REGISTRYINDEX, reference_);
        for (const double argument : arguments) lua_pushnumber(L, argument);
        if (auto caught = protected_call(L, static_cast<int>(arguments.size()), static_cast<int>(results.size()))) {
            if (caught->stop) throw Stop();  // the function uses the result of a run that is not computed
            const Error& error = caught->error;
            // An error inside a called function is a failure of the computation, not an invalid case.
            const Failure failure = error.failure() == Failure::interrupted ? Failure::interrupted : Failure::computation;
            // If the function made its own run, the arguments of the innermost call are enough.
            const bool plain = failure == Failure::computation && error.message().find(called_with_words) == std::string::npos;
            throw Error(failure, plain ? error.message() + called_with(arguments) : error.message(),
                        error.origin().known() ? error.origin() : origin_);
        }
        // Reads while there are numbers; an error is thrown after the stack is restored.
        std::string wrong;
        std::size_t got = 0;
        for (; got < results.size() && wrong.empty(); ++got) {
            const int index = top + 1 + static_cast<int>(got);
            if (lua_isnil(L, index)) break;
            results[got] = lua_tonumber(L, index);
            if (lua_type(L, index) != LUA_TNUMBER) {
                wrong = std::string("numbers, got a ") + luaL_typename(L, index);
            } else if (!std::isfinite(results[got])) {
                wrong = "a finite number, got " + in_message(results[got]);
            }
        }
        lua_settop(L, top);
        if (!wrong.empty()) throw computation_failed(subject_ + " must return " + wrong + called_with(arguments), origin_);
        return got;
    }

    [[nodiscard]] Origin origin() const override { return origin_; }

    [[nodiscard]] bool push(lua_State* L) const {
        if (*alive_ == nullptr || *alive_ != calling_thread(L)) return false;
        lua_rawgeti(L, LUA_REGISTRYINDEX, reference_);
        return true;
    }

  private:
    Alive alive_;
    std::string subject_;
    int reference_ = LUA_NOREF;
    Origin origin_;
};

}  // namespace

std::shared_ptr<const Callable> make_callable(lua_State* L, int index, const std::string& field) {
    return std::make_shared<const LuaFunction>(L, lua_absindex(L, index), field);
}

void push_callable(lua_State* L, const Callable& callable) {
    const auto* function = dynamic_cast<const LuaFunction*>(&callable);
    if (function == nullptr || !function->push(L)) lua_pushnil(L);
}

lua_State* calling_thread(lua_State* L) { return *alive(L); }

void retire_callables(lua_State* L) { *alive(L) = nullptr; }

}  // namespace jounce::lua
