// The boundary between Lua and C++, in one process: values, the balance of the stack, errors in both directions.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <lua.hpp>
#include <memory>
#include <stdexcept>

#include "script/module.hpp"
#include "values/callable.hpp"
#include "values/convert.hpp"
#include "values/guard.hpp"
#include "values/stack.hpp"

namespace jounce::lua::boundary_test {
namespace {

class Boundary : public testing::Test {
  protected:
    void SetUp() override {
        luaL_openlibs(L);
        luaL_requiref(L, "jounce", luaopen_jounce, 0);
        lua_settop(L, 0);
    }
    void TearDown() override { lua_close(L); }

    /// The value of a Lua expression, written on line 1 of "test.lua".
    Value value(const std::string& expression) {
        load("return " + expression);
        Value out = to_value(L, -1, "test");
        lua_settop(L, 0);
        return out;
    }
    void load(const std::string& text) {
        ASSERT_EQ(luaL_loadbufferx(L, text.data(), text.size(), "@test.lua", "t"), LUA_OK) << lua_tostring(L, -1);
        const auto caught = protected_call(L, 0, 1);
        ASSERT_FALSE(caught) << caught->error.what();
    }
    std::string refusal(const std::string& expression) {
        try {
            static_cast<void>(value(expression));
        } catch (const Error& error) {
            lua_settop(L, 0);
            return error.what();
        }
        return "accepted";
    }

    lua_State* L = luaL_newstate();
};

TEST_F(Boundary, PlainValuesAreExact) {
    EXPECT_TRUE(value("nil").is_nil());
    EXPECT_EQ(*value("true").boolean(), true);
    EXPECT_EQ(*value("0.1").number(), 0.1);
    EXPECT_EQ(*value("5e-324").number(), 5e-324);
    EXPECT_EQ(*value("2^53").number(), 9007199254740992.0);
    EXPECT_TRUE(std::isnan(*value("0/0").number()));
    EXPECT_EQ(*value("'a\\0b'").text(), std::string("a\0b", 3));
    EXPECT_EQ(refusal("9007199254740993"),
              "test: the argument must be a number that a double represents exactly, got 9007199254740993");
}

TEST_F(Boundary, TablesKeepOrderAndNames) {
    const Value list = value("{ 3, 1, { 'x' } }");
    ASSERT_NE(list.list(), nullptr);
    EXPECT_EQ(*(*list.list())[0].number(), 3);
    EXPECT_EQ(*(*(*list.list())[2].list())[0].text(), "x");
    const Value table = value("{ b = 1, a = { c = false } }");
    ASSERT_NE(table.table(), nullptr);
    EXPECT_EQ(*table.table()->find("a")->table()->find("c")->boolean(), false);
    EXPECT_NE(value("{}").list(), nullptr);
    EXPECT_NE(value("{}").table(), nullptr);
}

TEST_F(Boundary, WhatHasNoMeaningIsRefused) {
    EXPECT_EQ(refusal("{ 1, x = 2 }"),
              "test: the argument mixes names and positions: give either { name = value, ... } or { value, ... }");
    EXPECT_EQ(refusal("{ a = { 1, nil, 3 } }"), "test: 'a' is a list with a hole: element 2 is nil");
    EXPECT_EQ(refusal("{ [1.5] = 1 }"), "test: the argument has a key that is neither a name nor a position (1.5)");
    EXPECT_EQ(refusal("{ a = { [true] = 1 } }"), "test: 'a' has a key that is neither a name nor a position (a boolean)");
    EXPECT_EQ(refusal("require('jounce').law"),
              "test: the argument is jounce.law itself; choose a kind, as in jounce.law.adams_impact{ ... }");
    EXPECT_EQ(refusal("{ a = { b = io.stdout } }"), "test: 'a.b' cannot be a FILE*");
    EXPECT_EQ(refusal("coroutine.create(print)"), "test: the argument cannot be a thread");
    EXPECT_NE(refusal("(function() local t = {} t.t = t return t end)()").find("is nested too deeply, or contains itself"),
              std::string::npos);
}

TEST_F(Boundary, ValuesComeBackAsTheyWent) {
    load("return { 1.5, 'x', { a = true }, 7 }");
    const Value there = to_value(L, -1, "test");
    const int top = lua_gettop(L);
    push_value(L, there);
    EXPECT_EQ(lua_gettop(L), top + 1);
    const Value back = to_value(L, -1, "test");
    ASSERT_EQ(back.list()->size(), 4u);
    EXPECT_EQ(*(*back.list())[0].number(), 1.5);
    EXPECT_TRUE(*(*back.list())[2].table()->find("a")->boolean());
    EXPECT_EQ(*(*back.list())[3].number(), 7);
}

/// Counts the objects alive: an error must not leave one behind.
struct Counted {
    static inline int alive = 0;
    Counted() { ++alive; }
    Counted(const Counted&) { ++alive; }
    ~Counted() { --alive; }
};

int throwing_body(lua_State*) {
    const Counted counted;
    throw computation_failed("the body failed");
}
int foreign_body(lua_State*) { throw std::runtime_error("from elsewhere"); }

TEST_F(Boundary, ExceptionsBecomeLuaErrorsWithTheUsersLine) {
    lua_register(L, "fail", guarded<throwing_body>);
    lua_register(L, "foreign", guarded<foreign_body>);
    const std::string text = "local function f()\n fail()\nend\nf()";
    ASSERT_EQ(luaL_loadbufferx(L, text.data(), text.size(), "@test.lua", "t"), LUA_OK);
    const auto caught = protected_call(L, 0, 0);
    ASSERT_TRUE(caught);
    EXPECT_STREQ(caught->error.what(), "test.lua:2: the body failed");
    EXPECT_EQ(caught->error.failure(), Failure::computation);
    EXPECT_EQ(Counted::alive, 0);
    EXPECT_EQ(lua_gettop(L), 0);
    // A script can catch it, as text; raised again unchanged it is still the same failure.
    load("local ok, e = pcall(fail) return e");
    EXPECT_STREQ(lua_tostring(L, -1), "test.lua:1: the body failed");
    lua_settop(L, 0);
    const std::string again = "local ok, e = pcall(fail)\nerror(e, 0)";
    ASSERT_EQ(luaL_loadbufferx(L, again.data(), again.size(), "@test.lua", "t"), LUA_OK);
    EXPECT_EQ(protected_call(L, 0, 0)->error.failure(), Failure::computation);
    const std::string within = "\nlocal f = coroutine.wrap(function()\n fail()\nend)\nf()";
    ASSERT_EQ(luaL_loadbufferx(L, within.data(), within.size(), "@test.lua", "t"), LUA_OK);
    EXPECT_STREQ(protected_call(L, 0, 0)->error.what(), "test.lua:3: the body failed");
    load("local ok, e = pcall(foreign) return e");
    EXPECT_STREQ(lua_tostring(L, -1), "test.lua:1: internal error: from elsewhere");
}

TEST_F(Boundary, LuaErrorsKeepTheirLine) {
    const std::string text = "\nlocal x\nreturn x.y";
    ASSERT_EQ(luaL_loadbufferx(L, text.data(), text.size(), "@test.lua", "t"), LUA_OK);
    const auto caught = protected_call(L, 0, 0);
    ASSERT_TRUE(caught);
    EXPECT_EQ(caught->error.origin().line, 3);
    EXPECT_EQ(caught->error.message(), "attempt to index a nil value (local 'x')");
    EXPECT_EQ(caught->error.failure(), Failure::bad_case);
}

class Functions : public Boundary {
  protected:
    std::shared_ptr<const Callable> function(const std::string& text) {
        load(text);
        auto out = make_callable(L, -1);
        lua_settop(L, 0);
        return out;
    }
    static std::string failure(const Callable& f, std::size_t results) {
        std::vector<double> out(results);
        const std::array<double, 1> t{0.25};
        try {
            f.call(t, out);
        } catch (const Error& error) {
            EXPECT_EQ(error.failure(), Failure::computation);
            return error.what();
        }
        return "";
    }
};

TEST_F(Functions, AreCalledWithNumbers) {
    const auto f = function("\nreturn function(a, b) return a + b, a*b end");
    EXPECT_EQ(f->origin().text(), "test.lua:2");
    std::array<double, 2> results{};
    for (int i = 0; i < 1000; ++i) f->call(std::array{2.0, 3.0 + i}, results);
    EXPECT_EQ(results[0], 2 + 1002.0);
    EXPECT_EQ(results[1], 2 * 1002.0);
    std::array<double, 4> more{};
    EXPECT_EQ(f->call_some(std::array{2.0, 3.0}, more), 2u);
    EXPECT_EQ(lua_gettop(calling_thread(L)), 0);
}

TEST_F(Functions, FailWithTheirLineAndArguments) {
    EXPECT_EQ(failure(*function("\nreturn function(t)\n return t.x end"), 1),
              "test.lua:3: attempt to index a number value (local 't') (called with 0.25)");
    EXPECT_EQ(failure(*function("return function(t) error('no') end"), 1), "test.lua:1: no (called with 0.25)");
    EXPECT_EQ(failure(*function("return function(t) return 1/0 end"), 1),
              "test.lua:1: the function must return a finite number, got inf (called with 0.25)");
    EXPECT_EQ(failure(*function("return function(t) return 'x' end"), 1),
              "test.lua:1: the function must return numbers, got a string (called with 0.25)");
    EXPECT_EQ(failure(*function("return function(t) return 1 end"), 2),
              "test.lua:1: the function must return 2 numbers, got 1 (called with 0.25)");
    EXPECT_EQ(failure(*function("return function(t) end"), 1),
              "test.lua:1: the function must return 1 number, got none (called with 0.25)");
}

TEST_F(Functions, OutliveTheirScript) {
    auto f = function("return function() return 1 end");
    lua_close(L);
    EXPECT_EQ(failure(*f, 1), "test.lua:1: a function was called after its script had ended");
    f.reset();
    L = luaL_newstate();
}

}  // namespace
}  // namespace jounce::lua::boundary_test
