// Branches whose section moves away from an event of the orbit: the end of a closed one.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "nonlinear/continuation/branch.hpp"
#include "nonlinear/continuation/smooth_map.hpp"
#include "nonlinear/continuation/walks.hpp"

namespace jounce::section_test {
namespace {

using namespace nonlinear;
using namespace test;
using N = SmoothNumber;

constexpr double turn = 6.283185307179586;

/// Fixed points on the circle x^2 + a^2 = 1; the state at the section is z = x + drift * phase. One event, at a phase of the load
/// that goes around with the angle of the point on the circle.
class Circle final : public PeriodMap {
  public:
    explicit Circle(double phase)
        : phase_(phase), map_(1, [](const SmoothMap::State& y, const N& a, const N&) {
              return SmoothMap::State{y[0] + N(0.1L) * (a * a + y[0] * y[0] - N(1))};
          }) {}
    static constexpr double drift = 3;
    [[nodiscard]] int dimension() const override { return 1; }
    [[nodiscard]] int periods() const override { return 1; }
    [[nodiscard]] const Vector& scales() const override { return map_.scales(); }
    [[nodiscard]] double parameter_scale() const override { return 1; }
    [[nodiscard]] MapPoint at(const Vector& z, double a, Derivatives wanted) const override {
        const Vector shift = Vector::Constant(1, drift * phase_);
        MapPoint out = map_.at(z - shift, a, wanted);
        out.end += shift;
        MapEvent event;
        event.kind = MapEvent::Kind::release;
        event.time = event_after(z(0) - shift(0), a, phase_);
        out.events.push_back(event);
        return out;
    }
    static double event_after(double x, double a, double phase) {
        const double at = std::atan2(a, x) / turn - phase + 0.37;
        return at - std::floor(at);
    }

  private:
    double phase_;
    SmoothMap map_;
};

BranchProblem circle(double most, int& moves) {
    BranchProblem out;
    out.family = {nullptr, 1, -2, 2, [](double) { return 1.0; }};
    out.settings = everything(most);
    out.settings.most_points = 2000;
    out.sections.at = [](double phase) { return std::make_shared<const Circle>(phase); };
    out.sections.free = [](const Vector& z, double a, double phase) -> std::optional<double> {
        const double at = phase + Circle::event_after(z(0) - Circle::drift * phase, a, phase) + 0.5;
        return at - std::floor(at);
    };
    out.sections.carried = [&moves](const Vector& z, double, double phase, double other) -> std::optional<Vector> {
        ++moves;
        return Vector(z.array() + Circle::drift * (other - phase));
    };
    return out;
}

class Sections : public testing::TestWithParam<double> {};
INSTANTIATE_TEST_SUITE_P(Steps, Sections, testing::Values(0.05, 0.02, 0.005));

TEST_P(Sections, AClosedBranchEndsAtItsStartWhereTheSectionHasMoved) {
    int moves = 0;
    BranchProblem problem = circle(GetParam(), moves);
    const double a = 0.3;
    const auto follow = [&] {
        const Vector z = Vector::Constant(1, std::sqrt(1 - a * a));
        Branch branch = begin_branch(problem, branch_orbit(problem, z, a, 0), 0);
        while (!branch.done()) advance(branch, problem);
        return branch;
    };
    const Branch branch = follow();
    for (const Walk& walk : branch.walks) EXPECT_EQ(walk.end, WalkEnd::closed);
    EXPECT_GE(moves, 4);  // a move carries two states of the last point and two of the start
    EXPECT_NE(branch.walks[0].section, 0);
    // The circle in units of the range, which is 4: an ellipse with the half axes 1 and 1/4 has a length of 4.2892.
    EXPECT_NEAR(branch.walks[0].rows.back().point.arc, 4.2892, 2 * GetParam());
    // Negative control: from a start that cannot be carried along, the branch goes round until it has enough points.
    problem.sections.carried = [inner = problem.sections.carried, a](const Vector& z, double lambda, double phase,
                                                                     double other) -> std::optional<Vector> {
        if (std::abs(lambda - a) < 1e-5) return {};
        return inner(z, lambda, phase, other);
    };
    EXPECT_EQ(follow().walks[0].end, WalkEnd::most_points);
}

}  // namespace
}  // namespace jounce::section_test
