// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/march_branches.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "nonlinear/orbits/oscillators.hpp"

namespace jounce::test {

using namespace nonlinear;

BranchProblem problem_of(const Asked& asked, double most) {
    MapSettings settings = section(asked.section, asked.periods, asked.at, asked.length);
    const Eigen::Index n = (asked.y.size() - asked.memory) / 2;
    settings.scales = Vector::Constant(asked.y.size(), asked.length);
    settings.scales.segment(n, n) *= asked.at;
    BranchProblem out;
    out.family = {nullptr,      asked.periods,          asked.from, asked.to, [](double w) { return 2 * pi / w; },
                  asked.length, asked.length * asked.at};
    out.sections = march_sections(asked.models, settings);
    out.settings = everything(most);
    return out;
}

Branch followed(const Asked& asked, double most) {
    const BranchProblem problem = problem_of(asked, most);
    Branch branch = begin_branch(problem, branch_orbit(problem, asked.y, asked.at, asked.section), asked.section);
    while (!branch.done() && branch.walks[0].rows.size() + branch.walks[1].rows.size() < 5000) advance(branch, problem);
    return branch;
}

std::vector<Found> specials(const Branch& branch, const Asked& asked) {
    const ScaledFamily family{nullptr, 1, asked.from, asked.to};
    std::vector<Found> out;
    for (const RowPlace place : rows_in_order(branch)) {
        const WalkRow& row = branch.walks[place.walk].rows[place.row];
        if (row.special) out.push_back({row.special->kind, family.parameter(row.point.U), row.point.U, row.special->turns});
    }
    return out;
}

std::string text(const Branch& branch, const Asked& asked) {
    std::string out =
        std::to_string(branch.walks[0].rows.size()) + " + " + std::to_string(branch.walks[1].rows.size()) + " rows\n";
    for (const Walk& walk : branch.walks) out += std::to_string(static_cast<int>(walk.end)) + " " + walk.why + "\n";
    for (const Found& found : specials(branch, asked))
        out += std::string(name_of(found.kind)) + " " + std::to_string(found.parameter) + "\n";
    return out;
}

void expect_special(const std::vector<Found>& found, SpecialKind kind, double parameter, double tolerance) {
    const auto at = std::ranges::find_if(
        found, [&](const Found& f) { return f.kind == kind && std::abs(f.parameter - parameter) <= tolerance; });
    EXPECT_NE(at, found.end()) << name_of(kind) << " at " << parameter;
}

}  // namespace jounce::test
