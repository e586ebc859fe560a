// Shared by the functions for branches: jounce.continue{ orbit }, jounce.continue{ point, second }, point:switch{ }.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "branches/branch.hpp"
#include "branches/orbit.hpp"

namespace jounce::lua {

inline const std::string continue_subject = "continue";

/// The common fields.
struct FollowSettings {
    Value step, probes;
    std::optional<double> from, to;
    std::vector<std::string> detect;
    std::optional<double> tolerance;
    int points = 10000;
    std::string output;
};

struct ContinueSettings : FollowSettings {
    Value orbit, point, second;
};

struct SwitchSettings : FollowSettings {
    int turns = 1;
};

/// The settings of a walk. \param standard for fields that are not given \throws Error "subject.step: ..."
[[nodiscard]] nonlinear::WalkSettings walk_settings(const FollowSettings& given, nonlinear::WalkSettings standard,
                                                    const std::string& subject);

/// The range of `scaled` for the models, which are not called outside.
void set_range(FoundBranch& branch);
/// \throws Error unless the range is not empty and contains the value
void require_range(const std::string& subject, const std::string& what, double at, double from, double to);

/// The start of a branch.
struct BranchBeginning {
    std::function<nonlinear::Branch(const nonlinear::BranchProblem&)> make;
    double parameter = 0;
    std::string identity;  ///< branches with equal settings and identities are equal
};
/// Follows a branch to its end. \param asked without points
[[nodiscard]] std::shared_ptr<const FoundBranch> follow_branch(lua_State* state, FoundBranch asked, const std::string& output,
                                                               const BranchBeginning& beginning);

/// A curve in two parameters. \param model index of the function `second.model`
[[nodiscard]] std::shared_ptr<const FoundBranch> follow_curve(lua_State* state, const PlaceOnBranch& place,
                                                              const ContinueSettings& settings, int model);
/// Checks `second` before anything is computed. \throws Error
void check_second(const ContinueSettings& settings);

/// Units of probes.
[[nodiscard]] std::vector<std::string> units_of(const std::vector<std::string>& probes, const System& system);
/// A branch or curve that starts at `place`, with the settings of the branch there. \param probes as given; nil: the same
[[nodiscard]] FoundBranch begun_at(const PlaceOnBranch& place, const Value& probes, const std::string& subject);

}  // namespace jounce::lua
