// A branch of periodic orbits to both sides of a first orbit. Its section moves away from approaching contacts.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <memory>

#include "nonlinear/continuation/family.hpp"
#include "nonlinear/continuation/walk.hpp"
#include "nonlinear/orbits/probe_watch.hpp"

namespace jounce::nonlinear {

/// Maps of one model with their section at different phases of the load.
struct SectionMaps {
    std::function<std::shared_ptr<const PeriodMap>(double phase)> at;
    /// For the motion through y at `phase`: a phase without a closed or a near contact, or nothing.
    std::function<std::optional<double>(const Vector& y, double lambda, double phase)> free;
    /// Other phases of that kind, the best first.
    std::function<std::vector<double>(const Vector& y, double lambda, double phase)> others;
    /// The state of that motion at another phase.
    std::function<std::optional<Vector>(const Vector& y, double lambda, double phase, double other)> carried;
    /// The ranges of probes in that motion, over a time [s].
    std::function<std::vector<ProbeRange>(const Vector& y, double lambda, double phase, double duration,
                                          const std::vector<std::string>& probes)>
        ranges;
    /// The name of the gap with an index.
    std::function<std::string(double lambda, double phase, int gap)> gap = {};
};

struct BranchProblem {
    SectionMaps sections;  ///< without `free` and `others` the section does not move
    ScaledFamily family;   ///< its map is that of the current section
    WalkSettings settings;
    std::function<bool()> interrupted = {};  ///< true ends a step by an Error (interrupted) and leaves the branch unchanged
    std::string parameter_name = "parameter";
};

/// Both directions, one after the other. A copy is a checkpoint.
struct Branch {
    std::array<Walk, 2> walks;  ///< towards `to`, towards `from`
    std::size_t under_way = 0;  ///< 2: done
    [[nodiscard]] bool done() const { return under_way == walks.size(); }
};

/// The orbit through y at the section's phase, corrected. \throws Error (computation) if Newton's method fails
[[nodiscard]] CurvePoint branch_orbit(const BranchProblem& problem, const Vector& y, double lambda, double section);

/// \param one_way only along the point's tangent, for a branch that begins at a special point of another one
[[nodiscard]] Branch begin_branch(const BranchProblem& problem, const CurvePoint& point, double section, bool one_way = false);

/// The number of last rows of a direction that a step may remove or replace.
inline constexpr std::size_t most_changed_rows = 20;

/// One more step in the current direction.
void advance(Branch& branch, const BranchProblem& problem);

/// The rows of both directions in one order, from the end near `from` to the end near `to`. \returns indices of walks and rows
struct RowPlace {
    std::size_t walk, row;
};
[[nodiscard]] std::vector<RowPlace> rows_in_order(const Branch& branch);

/// Evaluates the last points of the current direction again, to continue a branch from a file.
void refresh(Branch& branch, const BranchProblem& problem);

}  // namespace jounce::nonlinear
