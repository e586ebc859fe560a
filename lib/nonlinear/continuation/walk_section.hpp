// The section of a walk: it moves away from approaching contacts, and to where a walk ends without a further point.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>

#include "nonlinear/continuation/branch.hpp"

namespace jounce::nonlinear {

/// The family with the map of a section; it owns the map.
struct FamilyAt {
    FamilyAt(const BranchProblem& problem, double section) : map(problem.sections.at(section)), family(problem.family) {
        family.map = map.get();
    }
    std::shared_ptr<const PeriodMap> map;
    ScaledFamily family;
};

/// The equations of orbits, which end by an Error (interrupted). Both arguments must outlive them.
[[nodiscard]] Equations interruptible(const ScaledFamily& family, const std::function<bool()>& interrupted);
/// The range of the parameter.
[[nodiscard]] Bound parameter_bound(const ScaledFamily& family, Eigen::Index unknown);

/// Moves the section of a walk away from an approaching event. The start of the walk is carried along.
void keep_section_free(Walk& walk, const BranchProblem& problem);

/// Continues a walk without a further point from other sections, beginning a little before its end: beside a slow impact the map
/// of one section can be smooth over a much shorter distance than that of another one. The walk is unchanged where none helps.
void advance_from_another_section(Walk& walk, const BranchProblem& problem, std::size_t rows);

/// Says where a walk of shrinking orbits reaches the equilibrium, and whether it is a Hopf bifurcation: there a second multiplier
/// becomes 1.
void explain_equilibrium(Walk& walk, const ScaledFamily& family, const std::string& parameter_name);

/// Adds to a walk that found no further point the grazing at which it ends, or why the map has no value just beyond its end.
void explain_end(Walk& walk, const BranchProblem& problem);

}  // namespace jounce::nonlinear
