// The derivative of a run with respect to its start, through every kind of event: all contact laws under all transitions that
// they take, all frictions, under given and under contact forces.
//
// Reference: differences of fourth order of runs from neighbouring starts, which know nothing of saltation.
// Tolerance: runs at tolerance 1e-12 over differences of 1e-5 of the scales leave up to 7e-8 of the largest entry, most of them
// 1e-9.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cmath>

#include "base/fields/refusals.hpp"
#include "contact_matrix.hpp"
#include "derivative_of_run.hpp"
#include "nonlinear/orbits/orbit_checks.hpp"
#include "support/small_system.hpp"

namespace jounce::test::orbit_derivative_test {
namespace {

using linalg::Matrix;
using linalg::Vector;

constexpr double pi = 3.141592653589793;

Vector scales_of(Eigen::Index n, double length, double period) {
    Vector out(2 * n);
    out.head(n).setConstant(length);
    out.tail(n).setConstant(length * 2 * pi / period);
    return out;
}

/// Two masses on springs, the first of which strikes a wall at 2 m/s and flies back.
System striker(const contact::LawPointer& law) {
    System out = linear_system((Matrix(2, 2) << 0.5, 0, 0, 1).finished(), (Matrix(2, 2) << 1.5, -0.5, -0.5, 1).finished(),
                               (Matrix(2, 2) << 800, -300, -300, 500).finished());
    add_contact(out, "wall", stop(0.02), law, {Vector::Unit(2, 0)});
    Load load;
    load.pattern = Vector::Unit(2, 1);
    load.signal = signal_family.find("sine")->make(table({{"amplitude", 20}, {"frequency", 5}}));
    out.loads.push_back(load);
    return out;
}

/// Under these the force comes back for 8 microseconds while the body moves out, or does not: event_driven finds that push in
/// some runs only, so that neighbouring runs differ by 5e-4 of the clearance, and no difference of them is a derivative.
bool is_left_out(const matrix::LawCase& law) {
    return law.kind == "lee_wang_second" && law.sample == 0 && law.transition != "distance";
}

TEST(OrbitDerivative, GoesThroughTheContactsOfAllLaws) {
    int compared = 0;
    for (const matrix::LawCase& law : matrix::law_cases()) {
        if (is_left_out(law)) continue;
        SCOPED_TRACE(law.kind + " " + std::to_string(law.sample) + " " + law.transition);
        const System system = striker(law.law);
        try {
            nonlinear::require_differentiable(system, "orbit");
        } catch (const Error& error) {
            EXPECT_TRUE(refusals::orbit_of_permanent_indentation.made(error.message()) ||
                        refusals::orbit_of_latched.made(error.message()));
            continue;
        }
        const double period = 0.2;
        const bool keeps = law.law->transition->relaxes;
        Vector y = Vector::Zero(keeps ? 5 : 4), scales = Vector::Constant(y.size(), 1e-4);
        y.head(4) << 0, 0.01, 2, 0;
        if (keeps) y[4] = 1e-5;
        scales.head(4) = scales_of(2, 0.02, period);
        try {
            const nonlinear::MarchMap map = map_of(system, period, scales);
            // A compression that relaxes by the speed of the last impact is no state: the section has to lie behind its end.
            if (keeps && !map.at(y, 0, nonlinear::Derivatives::none).refused.empty()) y[4] = 0;
            const DerivativeComparison d = compare_derivative(map, y, 1e-5, keeps && y[4] == 0 ? 4 : y.size());
            EXPECT_LT(d.error, 2e-7) << "of " << d.largest;
            EXPECT_GE(d.point.events.size(), 2u) << "it strikes";
            ++compared;
        } catch (const Error& error) {
            // Deeper than the law reaches.
            EXPECT_NE(error.message().find(" deep"), std::string::npos) << error.message();
        }
    }
    EXPECT_GT(compared, 120);
}

// The force of this law is cut at zero tension, where its tangent jumps: an interval ends there to rounding, on either side.
TEST(OrbitDerivative, EndsWhereATangentJumpsWhateverTheRounding) {
    int starts = 0, struck = 0;
    for (const matrix::LawCase& law : matrix::law_cases()) {
        if (law.kind != "koshy_combined" || law.sample != 5) continue;
        const nonlinear::MarchMap map = map_of(striker(law.law), 0.2, scales_of(2, 0.02, 0.2));
        for (int i = 0; i < 10; ++i) {
            const Vector y = (Vector(4) << 0, 0.01 + 1e-4 * i, 2, 0).finished();
            nonlinear::MapPoint point;
            ++starts;
            EXPECT_NO_THROW(point = map.at(y, 0, nonlinear::Derivatives::state)) << law.transition << " " << i;
            struck += point.events.size() >= 2 ? 1 : 0;
        }
    }
    EXPECT_GE(starts, 30);
    EXPECT_EQ(struck, starts);
}

}  // namespace
}  // namespace jounce::test::orbit_derivative_test
