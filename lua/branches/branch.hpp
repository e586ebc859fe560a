// A branch of orbits, or a curve in two parameters, as an object of the script.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/fields/value.hpp"
#include "branches/orbit.hpp"
#include "nonlinear/continuation/branch.hpp"
#include "nonlinear/continuation/branch_row.hpp"
#include "record/plots/figure.hpp"

namespace jounce::lua {

struct FoundPoint : ProbeValues {
    nonlinear::BranchRow at;
    std::optional<nonlinear::WalkRow> special;  ///< of a special point: the start of other branches
};

/// Where a branch ends.
struct FoundEnd {
    double parameter = 0;
    std::optional<double> second;
    nonlinear::WalkEnd reason = nonlinear::WalkEnd::none;  ///< none: interrupted
    std::string why;                                       ///< of an end without a further orbit
};

/// The request for a branch and its result.
struct FoundBranch {
    std::shared_ptr<const OrbitFamily> family;
    std::string parameter_name = "parameter", second_name = "second";
    std::vector<std::string> probes, units;  ///< probes and their units
    std::shared_ptr<const System> system;    ///< at the first orbit of the branch
    nonlinear::MapSettings map;
    nonlinear::ScaledFamily scaled;  ///< without map and period
    nonlinear::WalkSettings settings;
    std::optional<double> own_period;             ///< of motion without a load: the scale of its periods
    std::optional<nonlinear::SpecialKind> curve;  ///< for a curve in two parameters: the kind of its points
    std::vector<FoundPoint> points;               ///< in order along the branch
    std::vector<FoundEnd> ends;

    /// The unknowns of the map at a point: its state, and without a load its period.
    [[nodiscard]] linalg::Vector unknowns(const linalg::Vector& y, double period) const;
};

struct PlaceOnBranch {
    std::shared_ptr<const FoundBranch> branch;
    std::size_t index = 0;
    [[nodiscard]] const FoundPoint& point() const { return branch->points[index]; }
    /// The state at the section as the initial state of a run.
    [[nodiscard]] std::shared_ptr<const time::InitialState> start() const;
};

int push_branch(lua_State* state, std::shared_ptr<const FoundBranch> branch);
/// The point at `index`, or null.
[[nodiscard]] const PlaceOnBranch* place_at(lua_State* state, int index);
/// The point before the colon. \throws Error that shows the call with a colon
[[nodiscard]] const PlaceOnBranch& point_self(lua_State* state, const std::string& method);
/// point:switch{ ... }, to be registered through `guarded`.
int point_switch(lua_State* state);

/// True, false, "none at grazing", or nil if it is undetermined.
[[nodiscard]] Value stability_of(const FoundPoint& point);

/// The columns of a branch in its file and for pictures.
struct BranchColumn {
    std::string name, unit;
    std::function<Value(const FoundPoint&)> value;
};
[[nodiscard]] std::vector<BranchColumn> branch_columns(const FoundBranch& branch);
/// The lines of its file, heads first.
[[nodiscard]] std::string branch_lines(const FoundBranch& branch);
void write_branch(const std::string& file, const FoundBranch& branch, const std::string& case_file);

struct BranchPicture {
    std::string x, y, file, title;
};
/// \throws Error (bad_case) "branch:plot: ..." for columns that do not exist or are not numeric
[[nodiscard]] record::Figure branch_figure(const std::vector<const FoundBranch*>& branches, const BranchPicture& settings);

}  // namespace jounce::lua
