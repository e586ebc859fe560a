// A branch of orbits, or a curve in two parameters, as an object of the script.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/value.hpp"
#include "nonlinear/continuation/branch.hpp"
#include "nonlinear/continuation/branch_row.hpp"
#include "nonlinear/orbits/march_map.hpp"
#include "orbit_family.hpp"
#include "record/figure.hpp"

namespace jounce::lua {

struct FoundPoint {
    nonlinear::BranchRow at;
    Table section, smallest, largest;           ///< by probe
    std::optional<nonlinear::WalkRow> special;  ///< of a special point of a branch: what other branches begin from
};

/// Where a branch ends.
struct FoundEnd {
    double parameter = 0;
    std::optional<double> second;
    nonlinear::WalkEnd reason = nonlinear::WalkEnd::none;  ///< none: interrupted
};

/// What was asked and what was found.
struct FoundBranch {
    std::shared_ptr<const OrbitFamily> family;
    std::string parameter_name = "parameter", second_name = "second";
    std::vector<std::string> probes, units;  ///< and the probes' units
    std::shared_ptr<const System> system;    ///< at the orbit that the branch began with
    nonlinear::MapSettings map;
    nonlinear::ScaledFamily scaled;  ///< without map and period
    nonlinear::WalkSettings settings;
    std::optional<nonlinear::SpecialKind> curve;  ///< of a curve in two parameters: whose
    std::vector<FoundPoint> points;               ///< in order along the branch
    std::vector<FoundEnd> ends;
};

struct PlaceOnBranch {
    std::shared_ptr<const FoundBranch> branch;
    std::size_t index = 0;
    [[nodiscard]] const FoundPoint& point() const { return branch->points[index]; }
    /// The section, as what a run begins with.
    [[nodiscard]] std::shared_ptr<const time::InitialState> start() const;
};

int push_branch(lua_State* state, std::shared_ptr<const FoundBranch> branch);
/// The point at `index`, or null.
[[nodiscard]] const PlaceOnBranch* place_at(lua_State* state, int index);
/// The point before the colon. \throws Error that shows the call with a colon
[[nodiscard]] const PlaceOnBranch& point_self(lua_State* state, const std::string& method);
/// point:switch{ ... }, to be registered through `guarded`.
int point_switch(lua_State* state);

/// True, false, "none at grazing", or nil where it cannot be told.
[[nodiscard]] Value stability_of(const FoundPoint& point);

/// The columns of a branch: of its file, and what a picture may show.
struct BranchColumn {
    std::string name, unit;
    std::function<Value(const FoundPoint&)> value;
};
[[nodiscard]] std::vector<BranchColumn> branch_columns(const FoundBranch& branch);
void write_branch(const std::string& file, const FoundBranch& branch, const std::string& case_file);

struct BranchPicture {
    std::string x, y, file, title;
};
/// \throws Error (bad_case) "branch:plot: ..." for columns that are not there or are no numbers
[[nodiscard]] record::Figure branch_figure(const std::vector<const FoundBranch*>& branches, const BranchPicture& settings);

}  // namespace jounce::lua
