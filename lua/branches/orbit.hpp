// A periodic orbit as an object of the script, for functions that continue from it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <memory>
#include <string>
#include <vector>

#include "base/fields/output.hpp"
#include "branches/orbit_family.hpp"
#include "nonlinear/orbits/march_map.hpp"
#include "nonlinear/orbits/orbit.hpp"
#include "time/account/impacts.hpp"

namespace jounce::lua {

/// Values of probes along an orbit.
struct ProbeValues {
    Table section, smallest, largest;  ///< by probe
};
void set_ranges(const std::vector<std::string>& probes, const std::vector<nonlinear::ProbeRange>& ranges, ProbeValues& values);

/// The field `probes`: by default the coordinates of all gaps and their velocities.
[[nodiscard]] std::vector<std::string> orbit_probes(const Value& given, const System& system, const std::string& subject);

/// The request for an orbit and its result.
struct FoundOrbit : ProbeValues {
    std::shared_ptr<const OrbitFamily> family;
    std::string parameter_name = "parameter";
    std::vector<std::string> probes;
    nonlinear::MapSettings settings;  ///< settings of the map of this orbit
    nonlinear::Orbit orbit;
    std::shared_ptr<const System> system;
    std::shared_ptr<const time::InitialState> at;  ///< the section
    std::vector<time::Impact> impacts;
};

int push_orbit(lua_State* state, FoundOrbit found);
/// The orbit at `index`, or null.
[[nodiscard]] const FoundOrbit* orbit_at(lua_State* state, int index);

}  // namespace jounce::lua
