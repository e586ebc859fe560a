// SPDX-License-Identifier: BSD-3-Clause
#include "orbit_family.hpp"

#include <cmath>

#include "convert.hpp"
#include "given_model.hpp"
#include "guard.hpp"
#include "nonlinear/orbits/orbit_checks.hpp"
#include "stack.hpp"

namespace jounce::lua {

namespace {

lua_State* main_thread(lua_State* L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    lua_State* out = lua_tothread(L, -1);
    lua_pop(L, 1);
    return out;
}

/// Calls the function at `reference` with the parameter and leaves its result on the stack.
void call(lua_State* L, int reference, double parameter) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
    lua_pushnumber(L, parameter);
    if (auto caught = protected_call(L, 1, 1)) {
        if (caught->stop) throw Stop();
        throw caught->error;
    }
}

}  // namespace

OrbitFamily::OrbitFamily(lua_State* L, int options, const std::string& subject) : main_(main_thread(L)), subject_(subject) {
    raw_get(L, options, "model");
    fixed_ = lua_type(L, -1) != LUA_TFUNCTION;
    if (fixed_ && given_model_at(L, -1).model == nullptr) {
        throw bad_case(subject + ": 'model' must be a function of the parameter that returns a model, or a model; got " +
                       std::string(lua_isnil(L, -1) ? "nothing" : luaL_typename(L, -1)));
    }
    raw_get(L, options, "period");
    if (lua_type(L, -1) == LUA_TFUNCTION) {
        period_ = luaL_ref(L, LUA_REGISTRYINDEX);
    } else {
        period_value_ = schema::read_number(to_value(L, -1, subject, "period"), positive, subject, "period");
        lua_pop(L, 1);
    }
    model_ = luaL_ref(L, LUA_REGISTRYINDEX);
}

OrbitFamily::~OrbitFamily() {
    luaL_unref(main_, LUA_REGISTRYINDEX, model_);
    luaL_unref(main_, LUA_REGISTRYINDEX, period_);
}

std::shared_ptr<const System> OrbitFamily::system(lua_State* L, double parameter) const {
    if (fixed_) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, model_);
    } else {
        call(L, model_, parameter);
    }
    const GivenModel model = given_model_at(L, -1);
    if (model.model == nullptr)
        throw bad_case(subject_ + ": 'model' must return a model (jounce.model{ ... }), got " +
                       std::string(luaL_typename(L, -1)));
    auto out = model.system(L, ModalDamping::as_matrix, true);
    lua_pop(L, 1);
    nonlinear::require_differentiable(*out, subject_);
    return out;
}

double OrbitFamily::period(lua_State* L, double parameter) const {
    if (period_ == LUA_NOREF) return period_value_;
    call(L, period_, parameter);
    const double out = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
    if (!(out > 0 && std::isfinite(out)))
        throw bad_case(subject_ + ": 'period' must return a positive number, got " +
                       to_value(L, -1, subject_, "period").describe());
    lua_pop(L, 1);
    return out;
}

nonlinear::ModelFamily OrbitFamily::family(lua_State* L) const {
    return {[this, L](double parameter) { return system(L, parameter); },
            [this, L](double parameter) { return period(L, parameter); }};
}

}  // namespace jounce::lua
