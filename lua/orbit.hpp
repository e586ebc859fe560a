// A periodic orbit as an object of the script, for functions that go on from it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/output.hpp"
#include "nonlinear/orbits/march_map.hpp"
#include "nonlinear/orbits/orbit.hpp"
#include "orbit_family.hpp"
#include "time/account/impacts.hpp"

namespace jounce::lua {

/// What was asked and what was found.
struct FoundOrbit {
    std::shared_ptr<const OrbitFamily> family;
    std::string parameter_name = "parameter";
    std::vector<std::string> probes;
    nonlinear::MapSettings settings;  ///< of the map whose orbit this is
    nonlinear::Orbit orbit;
    std::shared_ptr<const System> system;
    std::vector<time::Impact> impacts;             ///< of n periods
    Table section, smallest, largest;              ///< by probe
    std::shared_ptr<const time::InitialState> at;  ///< the section
};

/// Fills impacts and the values of probes from a run over the orbit's periods.
void look_at_orbit(lua_State* state, const nonlinear::MarchMap& map, FoundOrbit& found);

int push_orbit(lua_State* state, FoundOrbit found);
/// The orbit at `index`, or null.
[[nodiscard]] const FoundOrbit* orbit_at(lua_State* state, int index);

}  // namespace jounce::lua
