// The model function of a question about orbits, kept for as long as an answer refers to it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <memory>
#include <string>

#include "nonlinear/orbits/march_map.hpp"

namespace jounce::lua {

/// `model = function(p) ... end` or a model, and `period`, a number or a function of p.
class OrbitFamily {
  public:
    /// \param options index of the script's table, whose fields `model` and `period` these are
    /// \throws Error "subject: ..." where they are neither
    OrbitFamily(lua_State* state, int options, const std::string& subject);
    ~OrbitFamily();
    OrbitFamily(const OrbitFamily&) = delete;
    OrbitFamily& operator=(const OrbitFamily&) = delete;

    /// What calls the script's functions from `state`, during one call of a function of the module.
    [[nodiscard]] nonlinear::ModelFamily family(lua_State* state) const;
    /// Is the model one and the same for all parameters?
    [[nodiscard]] bool fixed() const { return fixed_; }

  private:
    [[nodiscard]] std::shared_ptr<const System> system(lua_State* state, double parameter) const;
    [[nodiscard]] double period(lua_State* state, double parameter) const;

    lua_State* main_;
    std::string subject_;
    int model_ = LUA_NOREF, period_ = LUA_NOREF;  // in the registry
    bool fixed_ = false;
    double period_value_ = 0;
};

}  // namespace jounce::lua
