// A branch of periodic orbits to both sides of one of them, whose section moves where a contact comes near it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>

#include "nonlinear/continuation/family.hpp"
#include "nonlinear/continuation/walk.hpp"
#include "time/start/continuation.hpp"

namespace jounce::nonlinear {

/// Maps of one model with their section at different phases of the load.
struct SectionMaps {
    std::function<std::shared_ptr<const PeriodMap>(double phase)> at;
    /// A phase at which no contact is closed, and none near, of the motion through y at `phase`; nothing where there is none.
    std::function<std::optional<double>(const Vector& y, double lambda, double phase)> free;
    /// The state of that motion at another phase.
    std::function<std::optional<Vector>(const Vector& y, double lambda, double phase, double other)> carried;
    /// That motion as what a run begins with.
    std::function<std::shared_ptr<const time::InitialState>(const Vector& y, double lambda, double phase)> start;
};

struct BranchProblem {
    SectionMaps sections;  ///< without `free` the section stays where it is
    ScaledFamily family;   ///< its map is that of the section under way
    WalkSettings settings;
    std::function<bool()> interrupted = {};  ///< true ends a step by an Error (interrupted); the branch stays as it was before
};

/// Both directions, one after the other. A copy is a checkpoint.
struct Branch {
    std::array<Walk, 2> walks;  ///< towards `to`, towards `from`
    std::size_t under_way = 0;  ///< 2: done
    [[nodiscard]] bool done() const { return under_way == walks.size(); }
};

/// The orbit through y at the section's phase, corrected. \throws Error (computation) when there is none
[[nodiscard]] CurvePoint branch_orbit(const BranchProblem& problem, const Vector& y, double lambda, double section);

/// \param one_way only along the point's tangent: of a branch that begins at a special point of another one
[[nodiscard]] Branch begin_branch(const BranchProblem& problem, const CurvePoint& point, double section, bool one_way = false);

/// One more step of the direction under way.
void advance(Branch& branch, const BranchProblem& problem);

/// The rows of both directions in one order, from the end towards `from` to the end towards `to`. \returns pointers to walks and
/// rows
struct RowPlace {
    std::size_t walk, row;
};
[[nodiscard]] std::vector<RowPlace> rows_in_order(const Branch& branch);

/// Before a branch that was read back goes on: evaluates the last points of the direction under way again.
void refresh(Branch& branch, const BranchProblem& problem);

}  // namespace jounce::nonlinear
