// Helpers for Lua's stack: balance checks and raw access that raises no errors.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cassert>
#include <exception>
#include <lua.hpp>
#include <string>
#include <string_view>

namespace jounce::lua {

/// Debug builds check that a scope leaves `change` additional values on the stack.
class StackCheck {
  public:
    explicit StackCheck(lua_State* state, int change = 0) : state_(state), expected_(lua_gettop(state) + change) {}
    ~StackCheck() { assert(std::uncaught_exceptions() != exceptions_ || lua_gettop(state_) == expected_); }
    StackCheck(const StackCheck&) = delete;
    StackCheck& operator=(const StackCheck&) = delete;

  private:
    [[maybe_unused]] lua_State* state_;
    [[maybe_unused]] int expected_;
    [[maybe_unused]] int exceptions_ =
        std::uncaught_exceptions();  // a scope left by an exception may leave values: Lua drops them
};

inline void push_text(lua_State* L, std::string_view text) { lua_pushlstring(L, text.data(), text.size()); }

/// The string at an index; only for values of type string (a number would be converted in place).
inline std::string text_at(lua_State* L, int index) {
    std::size_t size = 0;
    const char* text = lua_tolstring(L, index, &size);
    return {text, size};
}

/// Pushes table[key] without metamethods.
inline void raw_get(lua_State* L, int table, std::string_view key) {
    table = lua_absindex(L, table);
    push_text(L, key);
    lua_rawget(L, table);
}

/// table[key] = the value on top, which is popped; without metamethods.
inline void raw_set(lua_State* L, int table, std::string_view key) {
    table = lua_absindex(L, table);
    push_text(L, key);
    lua_insert(L, -2);
    lua_rawset(L, table);
}

/// table[key] = value for the table on top.
inline void set_number(lua_State* L, std::string_view key, double value) {
    lua_pushnumber(L, value);
    raw_set(L, -2, key);
}

}  // namespace jounce::lua
