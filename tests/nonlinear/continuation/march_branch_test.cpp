// Branches of models that are marched: soft and rigid stops against numbers found by matrix exponentials and by extrapolation.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "nonlinear/continuation/march_branches.hpp"
#include "nonlinear/continuation/switching.hpp"
#include "nonlinear/continuation/symmetric_orbit.hpp"
#include "nonlinear/orbits/oscillators.hpp"
#include "nonlinear/orbits/two_masses.hpp"

namespace jounce::march_branch_test {
namespace {

using namespace nonlinear;
using namespace test;

contact::LawPointer kelvin_voigt() { return law_named("kelvin_voigt", table({{"stiffness", 100.0}, {"damping", 1.0}})); }

class MarchBranch : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Steps, MarchBranch, testing::Values(0.05, 0.02, 0.005));

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

// The amplitude of the linear response reaches the clearance at the grazing. The first dashpots couple the modes, so that flights
// are integrated; the second ones are proportional to the springs, and flights have a closed form.
TEST(MarchedBranch, GrazingOfIntegratedFlightsIsThatOfTheLinearResponse) {
    for (const double ground : {0.06, 0.0625}) {
        SCOPED_TRACE(ground);
        const TwoMasses model{ground};
        const auto opening = [&](double w) { return 1 - std::abs(model.response(w).second); };
        for (const double most : {0.05, 0.02}) {
            SCOPED_TRACE(most);
            const Asked asked{model.family(), 0.55, 0.55, 0.58, Vector::Zero(4)};
            const Branch branch = followed(asked, most);
            SCOPED_TRACE(text(branch, asked));
            const std::vector<Found> found = specials(branch, asked);
            ASSERT_FALSE(found.empty());
            EXPECT_EQ(found[0].kind, SpecialKind::grazing);
            const double w = zero_of(opening, 0.55, 0.6);
            EXPECT_NEAR(found[0].parameter, w, 1e-10);
            EXPECT_EQ(branch.walks[0].end, WalkEnd::bound);
        }
    }
}

// x'' + x = cos w t, x <= 0, restitution 0.8: beside impacts of small speed the map varies over small distances. References: the
// impact times and speeds and the instant of touching of the orbits with two and three impacts in two periods, from the closed
// form of the flights by Newton's method with complex steps.
TEST_P(MarchBranch, GrazingsBesideSlowImpactsArePassed) {
    const Asked asked{Oscillator{0, 0, 1, law_named("rigid", table({{"restitution", 0.8}}))}.family(),
                      3.0102085386,
                      2.96,
                      3.1,
                      state(-0.107302385688876, 0.0951676882887725),
                      0,
                      0.5,
                      2};
    const BranchProblem problem = problem_of(asked, GetParam());
    Branch branch = begin_branch(problem, branch_orbit(problem, asked.y, asked.at, asked.section), asked.section);
    std::vector<double> grazings;
    while (branch.under_way == 0 && grazings.size() < 2 && branch.walks[0].rows.size() < 2000) {
        advance(branch, problem);
        grazings.clear();
        for (const Found& found : specials(branch, asked))
            if (found.kind == SpecialKind::grazing) grazings.push_back(found.parameter);
    }
    SCOPED_TRACE(text(branch, asked));
    ASSERT_EQ(grazings.size(), 2u);
    EXPECT_NEAR(grazings[0], 3.08854934863341, 1e-11);
    EXPECT_NEAR(grazings[1], 3.02320869709078, 1e-11);
}

// A restitution of 1 is the end of what a model allows. No model beyond the range is called, and the derivative at its end is
// as good as that of a longer range.
TEST(MarchedBranch, NoModelOutsideTheRangeIsCalled) {
    double low = 1, high = 0;
    const ModelFamily family{[&](double r) {
                                 low = std::min(low, r);
                                 high = std::max(high, r);
                                 return Oscillator{0.05, 1, 1, law_named("rigid", table({{"restitution", r}}))}.system(1.6);
                             },
                             [](double) { return 2 * pi / 1.6; }};
    const Vector y = state(-0.960772755848, 3.477415070490);  // at a restitution of 0.8
    Asked asked{family, 0.8, 0.5, 1, y};
    BranchProblem problem = problem_of(asked, 0.05);
    MapSettings settings = section(0, 1, 1.6);
    settings.parameter_scale = 0.5;
    settings.lowest = problem.family.lowest = 0.5;
    settings.highest = problem.family.highest = 1;
    problem.family.period = family.period;
    problem.sections = march_sections(family, settings);
    Branch branch = begin_branch(problem, branch_orbit(problem, asked.y, asked.at, 0), 0);
    while (!branch.done()) advance(branch, problem);
    SCOPED_TRACE(text(branch, asked));
    EXPECT_EQ(low, 0.5);
    EXPECT_EQ(high, 1);
    for (const Walk& walk : branch.walks) EXPECT_EQ(walk.end, WalkEnd::bound);

    settings.parameter_scale = 1;
    settings.lowest = 0.5;
    settings.highest = 0.8;
    const MarchMap at_end(family, settings);
    settings.lowest = 0.8;
    settings.highest = 1;
    const MarchMap at_start(family, settings);
    settings.lowest = 0.5;
    const MarchMap within(family, settings);
    const auto slope = [&](const MarchMap& map) { return map.at(y, 0.8, Derivatives::state_and_parameter).parameter_derivative; };
    // The difference is over 1e-5, its error of second order, and the runs' is 1e-12.
    const Vector known = slope(within);
    EXPECT_LT((slope(at_end) - known).norm(), 1e-6 * known.norm());
    EXPECT_LT((slope(at_start) - known).norm(), 1e-6 * known.norm());
    // One-sided it is over 1e-6: the error of first order and that of the runs are below 1e-5. At the upper end it is as above.
    for (const MarchMap* map : {&within, &at_end})
        EXPECT_LT((map->at(y, 0.8, Derivatives::one_sided).parameter_derivative - known).norm(), 1e-5 * known.norm());
}

// The symmetric orbit loses its symmetry where the map of half a period has the multiplier -1. The pitchfork is found from either
// branch; the derivative by the parameter in its equations has errors of 1e-10.
TEST_P(MarchBranch, SymmetryBreakingIsABranchPointOfBothBranches) {
    const SymmetricOrbit known{0.05 / 2 / std::sqrt(0.3), 1 / 0.3, 0.75};
    const double w = zero_of([&](double at) { return known.at(at).half; }, 2.0, 2.2);
    ASSERT_NEAR(w * std::sqrt(0.3), 1.1256252970015, 1e-12);  // the same by another program
    const contact::LawPointer rigid = law_named("rigid", table({{"restitution", known.restitution}}));
    const Oscillator oscillator{known.z, 1, known.force, rigid, true};
    const Asked asked{oscillator.family(), 2.5, 1.9, 3.0, known.at(2.5).at_phase_0};
    const BranchProblem problem = problem_of(asked, GetParam());
    const Branch branch = followed(asked, GetParam());
    SCOPED_TRACE(text(branch, asked));
    const std::vector<Found> found = specials(branch, asked);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, SpecialKind::branch_point);
    EXPECT_NEAR(found[0].parameter, w, 1e-10);

    const auto [walk, row] = [&] {
        for (const RowPlace place : rows_in_order(branch))
            if (branch.walks[place.walk].rows[place.row].special) return place;
        return RowPlace{0, 0};
    }();
    const WalkRow& crossing = branch.walks[walk].rows[row];
    const std::shared_ptr<const PeriodMap> map = problem.sections.at(crossing.section);
    ScaledFamily family = problem.family;
    family.map = map.get();
    const std::optional<BranchStart> start = switch_at_branch_point(family, crossing.point, problem.settings.newton);
    ASSERT_TRUE(start);
    Branch broken = begin_branch(problem, start->point, crossing.section);
    const auto near = [&](const Walk& of) { return family.parameter(of.rows.back().point.U) > w - 0.05; };
    for (std::size_t k = 0; k < 2; ++k) {
        broken.under_way = k;
        for (int steps = 0; steps < 2000 && broken.under_way == k && near(broken.walks[k]); ++steps) advance(broken, problem);
    }
    SCOPED_TRACE(text(broken, asked));
    const std::vector<Found> of_broken = specials(broken, asked);
    ASSERT_EQ(of_broken.size(), 1u);
    EXPECT_EQ(of_broken[0].kind, SpecialKind::branch_point);
    EXPECT_NEAR(of_broken[0].parameter, w, 1e-10);
}

}  // namespace
}  // namespace jounce::march_branch_test
