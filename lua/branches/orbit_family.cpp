// SPDX-License-Identifier: BSD-3-Clause
#include "branches/orbit_family.hpp"

#include <cmath>
#include <initializer_list>
#include <utility>

#include "nonlinear/orbits/orbit_checks.hpp"
#include "script/given_model.hpp"
#include "session/context.hpp"
#include "time/stepper/time_span.hpp"
#include "values/convert.hpp"
#include "values/guard.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

namespace {

lua_State* main_thread(lua_State* L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    lua_State* out = lua_tothread(L, -1);
    lua_pop(L, 1);
    return out;
}

/// Calls the function at `reference` with the parameters and leaves its result on the stack.
void call(lua_State* L, int reference, std::initializer_list<double> parameters) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
    for (const double parameter : parameters) lua_pushnumber(L, parameter);
    if (auto caught = protected_call(L, static_cast<int>(parameters.size()), 1)) {
        if (caught->stop) throw Stop();
        throw caught->error;
    }
}

/// While it stands, models are assembled with a memory.
class WithMemory {
  public:
    WithMemory(lua_State* L, AssemblyMemory& memory) : context_(context(L)), before_(context_.assemblies) {
        context_.assemblies = &memory;
    }
    ~WithMemory() { context_.assemblies = before_; }
    WithMemory(const WithMemory&) = delete;
    WithMemory& operator=(const WithMemory&) = delete;

  private:
    Context& context_;
    AssemblyMemory* before_;
};

/// The System of the model on top of the stack, which is popped.
std::shared_ptr<const System> take_system(lua_State* L, const std::string& subject) {
    const GivenModel model = given_model_at(L, -1);
    if (model.model == nullptr)
        throw bad_case(subject + ": 'model' must return a model (jounce.model{ ... }), got " + std::string(luaL_typename(L, -1)));
    auto out = model.system(L, ModalDamping::as_matrix, true);
    lua_pop(L, 1);
    nonlinear::require_differentiable(*out, subject);
    return out;
}

}  // namespace

OrbitFamily::OrbitFamily(lua_State* L, int options, const std::string& subject, const std::optional<double>& period)
    : main_(main_thread(L)) {
    raw_get(L, options, "model");
    fixed_ = lua_type(L, -1) != LUA_TFUNCTION;
    if (fixed_ && given_model_at(L, -1).model == nullptr) {
        throw bad_case(subject + ": 'model' must be a function of the parameter that returns a model, or a model; got " +
                       std::string(lua_isnil(L, -1) ? "nothing" : luaL_typename(L, -1)));
    }
    raw_get(L, options, "period");
    if (lua_type(L, -1) == LUA_TFUNCTION) {
        period_ = luaL_ref(L, LUA_REGISTRYINDEX);
    } else if (period) {
        period_value_ = *period;
        lua_pop(L, 1);
    } else {
        period_value_ = schema::read_number(to_value(L, -1, subject, "period"), positive, subject, "period");
        time::require_span(period_value_, subject, "period");
        lua_pop(L, 1);
    }
    model_ = luaL_ref(L, LUA_REGISTRYINDEX);
}

OrbitFamily::~OrbitFamily() {
    luaL_unref(main_, LUA_REGISTRYINDEX, model_);
    luaL_unref(main_, LUA_REGISTRYINDEX, period_);
}

double OrbitFamily::period(lua_State* L, double parameter, const std::string& subject) const {
    if (period_ == LUA_NOREF) return period_value_;
    call(L, period_, {parameter});
    const double out = lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1) : 0;
    if (!(out > 0 && std::isfinite(out)))
        throw bad_case(subject + ": 'period' must return a positive number, got " +
                       to_value(L, -1, subject, "period").describe());
    lua_pop(L, 1);
    time::require_span(out, subject, "period");
    return out;
}

nonlinear::ModelFamily OrbitFamily::family(lua_State* L, const std::string& subject) const {
    const auto system = [this, L, subject](double parameter) {
        const WithMemory memory(L, assemblies_);
        if (fixed_) {
            lua_rawgeti(L, LUA_REGISTRYINDEX, model_);
        } else {
            call(L, model_, {parameter});
        }
        return take_system(L, subject);
    };
    return {system, [this, L, subject](double parameter) { return period(L, parameter, subject); }};
}

PlaneFamily::PlaneFamily(lua_State* L, int function, std::shared_ptr<const OrbitFamily> periods, const std::string& subject)
    : main_(main_thread(L)), periods_(std::move(periods)) {
    if (lua_type(L, function) != LUA_TFUNCTION) {
        throw bad_case(subject + ": 'model' must be a function of both parameters that returns a model, got " +
                       std::string(lua_isnil(L, function) ? "nothing" : luaL_typename(L, function)));
    }
    lua_pushvalue(L, function);
    model_ = luaL_ref(L, LUA_REGISTRYINDEX);
}

PlaneFamily::~PlaneFamily() { luaL_unref(main_, LUA_REGISTRYINDEX, model_); }

nonlinear::ModelFamily PlaneFamily::over_first(lua_State* L, double second, const std::string& subject) const {
    const auto system = [this, L, second, subject](double first) {
        const WithMemory memory(L, assemblies_);
        call(L, model_, {first, second});
        return take_system(L, subject);
    };
    return {system, [this, L, subject](double first) { return periods_->period(L, first, subject); }};
}

nonlinear::ModelFamily PlaneFamily::over_second(lua_State* L, double first, const std::string& subject) const {
    const auto system = [this, L, first, subject](double second) {
        const WithMemory memory(L, assemblies_);
        call(L, model_, {first, second});
        return take_system(L, subject);
    };
    return {system, [this, L, first, subject](double) { return periods_->period(L, first, subject); }};
}

}  // namespace jounce::lua
