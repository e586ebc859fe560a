// point:switch{ ... }: the other branch through a special point.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "base/messages/text.hpp"
#include "branches/branch_reader.hpp"
#include "branches/continue.hpp"
#include "nonlinear/continuation/switching.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "values/convert.hpp"

namespace jounce::lua {

using namespace nonlinear;
using linalg::Vector;

namespace {

const std::string switch_subject = "point:switch";

std::optional<BranchStart> start_beside(const ScaledFamily& family, const WalkRow& row, int turns, const NewtonSettings& newton) {
    switch (row.special->kind) {
        case SpecialKind::period_doubling:
            return switch_at_doubling(family, row.point, newton);
        case SpecialKind::branch_point:
            return switch_at_branch_point(family, row.point, newton);
        default:
            return switch_at_grazing(family, row.point, turns, newton);
    }
}

/// The start in the scales of another range.
CurvePoint rescaled(const BranchProblem& problem, const ScaledFamily& before, const BranchStart& start, double section) {
    const std::shared_ptr<const PeriodMap> map = problem.sections.at(section);
    ScaledFamily family = problem.family;
    family.map = map.get();
    const Vector U = family.scaled(before.state(start.point.U), before.parameter(start.point.U));
    Vector along = start.point.tangent;
    along(along.size() - 1) *= before.range() / family.range();
    along.normalize();
    std::optional<Corrected> corrected =
        correct(orbit_equations(family), U, along, along.dot(U), to_the_last_digit(problem.settings.newton));
    std::optional<CurvePoint> point;
    if (corrected) point = curve_point(std::move(*corrected), along, 0);
    if (!point) throw computation_failed(switch_subject + ": Newton's method does not converge near the special point");
    return std::move(*point);
}

}  // namespace

std::shared_ptr<const FoundBranch> switch_branch(lua_State* L, const PlaceOnBranch& place, const SwitchSettings& settings) {
    const FoundBranch& from = *place.branch;
    const BranchRow& row = place.point().at;
    const bool has =
        row.kind == SpecialKind::period_doubling || row.kind == SpecialKind::branch_point || row.kind == SpecialKind::grazing;
    if (!has || !place.point().special) {
        throw bad_case(switch_subject +
                       ": other branches begin at a period_doubling, a branch_point or a grazing of a branch, not at " +
                       (row.kind ? "a " + std::string(name_of(*row.kind)) : "an orbit that is not special"));
    }
    if (row.kind == SpecialKind::grazing && !row.why.empty())
        throw bad_case(switch_subject + ": no orbits begin at this grazing: " + row.why);
    if (settings.turns != 1 && row.kind != SpecialKind::grazing)
        throw bad_case(switch_subject + ": 'turns' is only valid at a grazing, not at a " + std::string(name_of(*row.kind)));
    FoundBranch asked = begun_at(place, settings.probes, switch_subject);
    asked.scaled.from = settings.from.value_or(from.scaled.from);
    asked.scaled.to = settings.to.value_or(from.scaled.to);
    require_range(switch_subject, "the point's " + from.parameter_name, row.parameter, asked.scaled.from, asked.scaled.to);
    const int turns = row.kind == SpecialKind::grazing ? settings.turns : row.kind == SpecialKind::period_doubling ? 2 : 1;
    asked.scaled.periods *= turns;
    asked.map.periods = asked.scaled.periods;
    set_range(asked);
    asked.settings = walk_settings(settings, from.settings, switch_subject);

    BranchBeginning beginning;
    beginning.parameter = row.parameter;
    beginning.identity = name_of(*row.kind) + std::to_string(turns) + shortest(row.parameter);
    for (const double y : row.y) beginning.identity += " " + shortest(y);
    beginning.make = [&](const BranchProblem& problem) {
        const std::shared_ptr<const PeriodMap> map = problem.sections.at(row.phase);
        ScaledFamily family = from.scaled;
        family.map = map.get();
        family.period = problem.family.period;
        family.lowest = problem.family.lowest;
        family.highest = problem.family.highest;
        const std::optional<BranchStart> start =
            start_beside(family, *place.point().special, settings.turns, problem.settings.newton);
        if (!start) {
            throw computation_failed(switch_subject + ": no orbit of " + std::to_string(problem.family.periods) +
                                     (problem.family.periods == 1 ? " period" : " periods") + " was found near the " +
                                     std::string(name_of(*row.kind)) + " at " + from.parameter_name + " = " +
                                     shortest(row.parameter));
        }
        family.periods = start->periods;
        return begin_branch(problem, rescaled(problem, family, *start, row.phase), row.phase,
                            row.kind != SpecialKind::branch_point);
    };
    return follow_branch(L, std::move(asked), settings.output, beginning);
}

/// point:switch{ from, to, step, detect, tolerance, probes, points, turns, output }
int point_switch(lua_State* L) {
    const PlaceOnBranch place = point_self(L, "switch");
    at_most_arguments(L, 2, switch_subject);
    Table given;
    if (!lua_isnoneornil(L, 2)) {
        const Value value = to_value(L, 2, switch_subject);
        if (value.table() != nullptr) {
            given = *value.table();
        } else if (value.list() == nullptr || !value.list()->empty()) {
            throw bad_case(switch_subject + ": takes a table of named fields { from = ..., to = ... }");
        }
    }
    const auto settings = read_settings<SwitchSettings>(switch_fields(), given, switch_subject);
    return push_branch(L, switch_branch(L, place, settings));
}

}  // namespace jounce::lua
