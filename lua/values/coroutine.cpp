// Coroutines that Ctrl-C can interrupt. Plain C except for RunningCoroutine: only lua_resume is called while it exists, and
// lua_resume raises no error.
// SPDX-License-Identifier: BSD-3-Clause
#include "values/coroutine.hpp"

#include "values/guard.hpp"
#include "values/interrupt.hpp"

namespace jounce::lua {

namespace {

constexpr int refused = -1;  // the coroutine is dead or running, or there are too many values
constexpr int failed = -2;

/// Moves the `count` values on top of L to the coroutine and resumes it until it yields or ends. \returns the number of its
/// values, which are then on top of L; or one of the codes above, with a message or the error on top of L.
int go_on(lua_State* L, lua_State* coroutine, int count) {
    if (lua_checkstack(coroutine, count) == 0) {
        lua_pushliteral(L, "too many arguments to resume");
        return refused;
    }
    const bool dead = lua_status(coroutine) > LUA_YIELD;
    lua_xmove(L, coroutine, count);
    int status = LUA_OK;
    int results = 0;
    {
        const RunningCoroutine running(coroutine);
        status = lua_resume(coroutine, L, count, &results);
    }
    if (status > LUA_YIELD) {
        lua_xmove(coroutine, L, 1);
        if (dead || lua_status(coroutine) <= LUA_YIELD) return refused;
        note_coroutine_error(L, coroutine);
        return failed;
    }
    if (lua_checkstack(L, results + 1) == 0) {
        lua_pop(coroutine, results);
        lua_pushliteral(L, "too many results to resume");
        return refused;
    }
    lua_xmove(coroutine, L, results);
    return results;
}

int resume(lua_State* L) {
    lua_State* coroutine = lua_tothread(L, 1);
    luaL_argexpected(L, coroutine != nullptr, 1, "coroutine");
    const int results = go_on(L, coroutine, lua_gettop(L) - 1);
    const int values = results >= 0 ? results : 1;
    lua_pushboolean(L, results >= 0 ? 1 : 0);
    lua_insert(L, -(values + 1));
    return values + 1;
}

/// Upvalue: the coroutine.
int call_wrapped(lua_State* L) {
    lua_State* coroutine = lua_tothread(L, lua_upvalueindex(1));
    const int results = go_on(L, coroutine, lua_gettop(L));
    if (results >= 0) return results;
    if (results == refused) {
        luaL_where(L, 1);
        lua_insert(L, -2);
        lua_concat(L, 2);
    } else {
        // Closing the variables of the coroutine may replace its error.
        lua_xmove(L, coroutine, 1);
        lua_resetthread(coroutine);
        lua_xmove(coroutine, L, 1);
    }
    return lua_error(L);
}

int wrap(lua_State* L) {
    luaL_checktype(L, 1, LUA_TFUNCTION);
    lua_State* coroutine = lua_newthread(L);
    lua_pushvalue(L, 1);
    lua_xmove(L, coroutine, 1);
    lua_pushcclosure(L, call_wrapped, 1);
    return 1;
}

}  // namespace

void replace_coroutine_functions(lua_State* L) {
    lua_getglobal(L, "coroutine");
    lua_pushcfunction(L, resume);
    lua_setfield(L, -2, "resume");
    lua_pushcfunction(L, wrap);
    lua_setfield(L, -2, "wrap");
    lua_pop(L, 1);
}

}  // namespace jounce::lua
