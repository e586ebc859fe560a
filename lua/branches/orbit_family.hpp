// The model function of an orbit or branch, kept while a result refers to it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <memory>
#include <optional>
#include <string>

#include "nonlinear/orbits/march_map.hpp"
#include "system/assembly/assembly_memory.hpp"

namespace jounce::lua {

/// `model = function(p) ... end` or a model, and `period`, a number or a function of p.
class OrbitFamily {
  public:
    /// \param options index of the script's table with the fields `model` and `period`
    /// \param period known from elsewhere, instead of the field
    /// \throws Error "subject: ..." if they have another type
    OrbitFamily(lua_State* state, int options, const std::string& subject, const std::optional<double>& period = {});
    ~OrbitFamily();
    OrbitFamily(const OrbitFamily&) = delete;
    OrbitFamily& operator=(const OrbitFamily&) = delete;

    /// The family that calls the script's functions through `state`; valid during one call of a function of the module.
    /// \param subject start of messages
    [[nodiscard]] nonlinear::ModelFamily family(lua_State* state, const std::string& subject) const;
    /// Is the model the same for all parameters?
    [[nodiscard]] bool fixed() const { return fixed_; }

    [[nodiscard]] double period(lua_State* state, double parameter, const std::string& subject) const;

  private:
    lua_State* main_;
    int model_ = LUA_NOREF, period_ = LUA_NOREF;  // in the registry
    bool fixed_ = false;
    double period_value_ = 0;
    mutable AssemblyMemory assemblies_;
};

/// `model = function(p, q) ... end`, with the period of a family over p.
class PlaneFamily {
  public:
    /// \param function index of the script's function
    /// \throws Error "subject: ..." if it is not a function
    PlaneFamily(lua_State* state, int function, std::shared_ptr<const OrbitFamily> periods, const std::string& subject);
    ~PlaneFamily();
    PlaneFamily(const PlaneFamily&) = delete;
    PlaneFamily& operator=(const PlaneFamily&) = delete;

    /// The models over one of the two parameters, as OrbitFamily::family.
    [[nodiscard]] nonlinear::ModelFamily over_first(lua_State* state, double second, const std::string& subject) const;
    [[nodiscard]] nonlinear::ModelFamily over_second(lua_State* state, double first, const std::string& subject) const;

  private:
    lua_State* main_;
    int model_ = LUA_NOREF;
    std::shared_ptr<const OrbitFamily> periods_;
    mutable AssemblyMemory assemblies_;
};

}  // namespace jounce::lua
