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
    /// \param subject what messages begin with
    [[nodiscard]] nonlinear::ModelFamily family(lua_State* state, const std::string& subject) const;
    /// Is the model one and the same for all parameters?
    [[nodiscard]] bool fixed() const { return fixed_; }

    [[nodiscard]] double period(lua_State* state, double parameter, const std::string& subject) const;

  private:
    lua_State* main_;
    int model_ = LUA_NOREF, period_ = LUA_NOREF;  // in the registry
    bool fixed_ = false;
    double period_value_ = 0;
};

/// `model = function(p, q) ... end`, with the period of a family over p.
class PlaneFamily {
  public:
    /// \param function index of the script's function
    /// \throws Error "subject: ..." where it is none
    PlaneFamily(lua_State* state, int function, std::shared_ptr<const OrbitFamily> periods, const std::string& subject);
    ~PlaneFamily();
    PlaneFamily(const PlaneFamily&) = delete;
    PlaneFamily& operator=(const PlaneFamily&) = delete;

    /// The models over one of both parameters, as OrbitFamily::family.
    [[nodiscard]] nonlinear::ModelFamily over_first(lua_State* state, double second, const std::string& subject) const;
    [[nodiscard]] nonlinear::ModelFamily over_second(lua_State* state, double first, const std::string& subject) const;

  private:
    lua_State* main_;
    int model_ = LUA_NOREF;
    std::shared_ptr<const OrbitFamily> periods_;
};

}  // namespace jounce::lua
