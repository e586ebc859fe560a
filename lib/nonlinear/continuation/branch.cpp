// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/branch.hpp"

#include <algorithm>
#include <utility>

#include "base/messages/error.hpp"
#include "nonlinear/continuation/walk_section.hpp"

namespace jounce::nonlinear {

CurvePoint branch_orbit(const BranchProblem& problem, const Vector& y, double lambda, double section) {
    const FamilyAt at(problem, section);
    const Vector U = at.family.scaled(y, lambda), along = Vector::Unit(U.size(), U.size() - 1);
    std::optional<Corrected> corrected = correct(interruptible(at.family, problem.interrupted), U, along, U(U.size() - 1),
                                                 to_the_last_digit(problem.settings.newton));
    std::optional<CurvePoint> point;
    if (corrected) point = curve_point(std::move(*corrected), along, 0);
    if (!point) throw computation_failed("the branch cannot start: Newton's method does not converge to the given orbit");
    return std::move(*point);
}

Branch begin_branch(const BranchProblem& problem, const CurvePoint& point, double section, bool one_way) {
    const bool up = problem.family.to > problem.family.from;
    const int sense = one_way || (point.tangent(point.tangent.size() - 1) > 0) == up ? 1 : -1;
    Branch out;
    out.walks[0] = begin_walk(point, sense, problem.settings, section);
    out.walks[1] = begin_walk(point, -sense, problem.settings, section);
    if (one_way) out.walks[1].end = WalkEnd::start;
    return out;
}

void advance(Branch& branch, const BranchProblem& problem) {
    if (branch.done()) return;
    Walk& walk = branch.walks[branch.under_way];
    if (walk.end == WalkEnd::none) {
        const std::size_t rows = walk.rows.size(), piece = walk.piece;
        const double step = walk.step;
        const FamilyAt at(problem, walk.section);
        const Equations f = interruptible(at.family, problem.interrupted);
        try {
            advance(walk, {f, {parameter_bound(at.family, walk.rows.back().point.U.size() - 1)}}, problem.settings);
            if (walk.end == WalkEnd::none) keep_section_free(walk, problem);
            if (walk.end == WalkEnd::step_too_small && walk.why != contact_splits)
                advance_from_another_section(walk, problem, rows);
            if (walk.end == WalkEnd::step_too_small) explain_end(walk, problem);
            if (walk.end == WalkEnd::equilibrium) explain_equilibrium(walk, at.family, problem.parameter_name);
        } catch (const Error&) {
            walk.rows.resize(std::min(rows, walk.rows.size()));
            walk.piece = std::min(piece, walk.rows.size() - 1);
            walk.step = step;
            walk.end = WalkEnd::none;
            walk.why.clear();
            throw;
        }
    }
    if (walk.end == WalkEnd::none) return;
    ++branch.under_way;
    if (walk.end == WalkEnd::closed) branch.walks.back().end = walk.end;
    if (walk.end == WalkEnd::closed || branch.walks.back().end == WalkEnd::start) branch.under_way = branch.walks.size();
}

std::vector<RowPlace> rows_in_order(const Branch& branch) {
    std::vector<RowPlace> out;
    for (std::size_t i = branch.walks[1].rows.size(); i-- > 1;) out.push_back({1, i});
    for (std::size_t i = 0; i < branch.walks[0].rows.size(); ++i) out.push_back({0, i});
    return out;
}

void refresh(Branch& branch, const BranchProblem& problem) {
    if (branch.done()) return;
    Walk& walk = branch.walks[branch.under_way];
    for (std::size_t i = walk.rows.size();
         i-- > 0 && i + 2 >= walk.rows.size();) {  // a step may begin at the point before the last one
        const FamilyAt at(problem, walk.rows[i].section);
        if (std::optional<Evaluation> there = orbit_equations(at.family)(walk.rows[i].point.U, Wanted::all))
            walk.rows[i].point.at = std::move(*there);
    }
}

}  // namespace jounce::nonlinear
