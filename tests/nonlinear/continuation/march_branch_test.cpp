// Branches of models that are marched: soft and rigid stops against numbers found by matrix exponentials and by extrapolation.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "nonlinear/continuation/section_move.hpp"
#include "nonlinear/continuation/walks.hpp"
#include "nonlinear/orbits/oscillators.hpp"

namespace jounce::march_branch_test {
namespace {

using namespace nonlinear;
using namespace test;

struct Asked {
    ModelFamily models;
    double at = 1, from = 0, to = 1;
    Vector y;
    double section = 0, length = 1;
};

BranchProblem problem_of(const Asked& asked, double most) {
    MapSettings settings = section(asked.section, 1, asked.at, asked.length);
    const Eigen::Index n = asked.y.size() / 2;
    settings.scales = Vector::Constant(2 * n, asked.length);
    settings.scales.tail(n) *= asked.at;
    BranchProblem out;
    out.family = {nullptr, 1, asked.from, asked.to, [](double w) { return 2 * pi / w; }, asked.length, asked.length * asked.at};
    out.sections = march_sections(asked.models, settings);
    out.settings = everything(most);
    return out;
}

Branch followed(const Asked& asked, double most) {
    const BranchProblem problem = problem_of(asked, most);
    Branch branch = begin_branch(problem, branch_orbit(problem, asked.y, asked.at, asked.section), asked.section);
    while (!branch.done()) advance(branch, problem);
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

contact::LawPointer kelvin_voigt() { return law_named("kelvin_voigt", table({{"stiffness", 100.0}, {"damping", 1.0}})); }

class MarchBranch : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Steps, MarchBranch, testing::Values(0.05, 0.02, 0.005));

void expect_special(const std::vector<Found>& found, SpecialKind kind, double parameter, double tolerance) {
    const auto at = std::ranges::find_if(
        found, [&](const Found& f) { return f.kind == kind && std::abs(f.parameter - parameter) <= tolerance; });
    EXPECT_NE(at, found.end()) << name_of(kind) << " at " << parameter;
}

TEST_P(MarchBranch, FoldsOfASoftStop) {
    const Asked asked{Oscillator{0.05, 1, -1, kelvin_voigt()}.family(), 1.5, 1.3, 1.8, state(-3.215303982029, -1.732031491160)};
    const Branch branch = followed(asked, GetParam());
    SCOPED_TRACE(text(branch, asked));
    const std::vector<Found> found = specials(branch, asked);
    ASSERT_EQ(found.size(), 3u);
    expect_special(found, SpecialKind::fold, 1.658730422226682, 1e-11);
    // The dashpot moves the fold off the grazing of the linear response, |1 - w^2 + 0.1 i w| = 1.
    expect_special(found, SpecialKind::grazing, 1.410673597966588, 1e-12);
    EXPECT_EQ(found[1].kind, SpecialKind::fold);
    EXPECT_LT(found[1].parameter, 1.410673597966588);
}

TEST_P(MarchBranch, FoldAndGrazingOfARigidStop) {
    const Asked asked{Oscillator{0.05, 1, 1, law_named("rigid", table({{"restitution", 0.8}}))}.family(), 1.6, 1.2, 2.0,
                      state(-0.960772755848, 3.477415070490)};
    const Branch branch = followed(asked, GetParam());
    SCOPED_TRACE(text(branch, asked));
    const std::vector<Found> found = specials(branch, asked);
    ASSERT_EQ(found.size(), 2u);
    expect_special(found, SpecialKind::fold, 1.750142623676665, 1e-11);
    expect_special(found, SpecialKind::grazing, 1.410673597966588, 1e-11);
    for (const Walk& walk : branch.walks) {
        EXPECT_EQ(walk.end, WalkEnd::bound);
        EXPECT_LT(walk.rows.size(), 3000u);  // it does not creep towards the grazing
    }
}

TEST_P(MarchBranch, PeriodDoublingsOfLaws) {
    const Asked kv{Oscillator{0.02, 0, 1, kelvin_voigt()}.family(), 2.5, 2.4, 2.6, state(-0.5941, 0.0305), 0, 0.5};
    Branch branch = followed(kv, GetParam());
    expect_special(specials(branch, kv), SpecialKind::period_doubling, 2.538719973419850, 1e-11);
    const contact::LawPointer hertz = law_named("hertz", table({{"stiffness", 100.0}}));
    const contact::LawPointer hunt = law_named("hunt_crossley", table({{"stiffness", 100.0}, {"restitution", 0.5}}));
    const Asked hc{Oscillator{0.02, 0, 1, hunt}.family(), 2.3, 2.25, 2.5, state(-0.678421755729, 0.071536321875), 0, 0.5};
    branch = followed(hc, GetParam());
    const std::vector<Found> found = specials(branch, hc);
    SCOPED_TRACE(text(branch, hc));
    expect_special(found, SpecialKind::period_doubling, 2.456690302431, 1e-10);
}

}  // namespace
}  // namespace jounce::march_branch_test
