// Physics: slip at 0.05 m/s by every friction law: a brake on a free mass, on a mass with a spring and on the tip of a beam, an
// oblique impact on a wall, in a bearing, in a slot and of a block in its guide, by every method with events located and
// stepwise: the first sample of each law. Reference: structures integrated by an adaptive rule of order 16 that locates sticks
// and changes of a formula by bisection (friction_reference.hpp); mechanisms by event_driven at tolerance 1e-12, itself held
// against that rule by a pin that is too heavy to turn. Tolerance: the order that the method has there (friction_matrix.cpp),
// from root mean squares over ten places of the start.
// SPDX-License-Identifier: BSD-3-Clause
#include "friction_matrix.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "mechanisms.hpp"

namespace jounce::test::friction_matrix_test {
namespace {

class FrictionMatrix : public testing::TestWithParam<std::size_t> {};

TEST_P(FrictionMatrix, SampledCellsAreRightOrRefusedWithAReason) {
    for (const friction_matrix::Case& law : friction_matrix::cases()) {
        if (law.sample > 0) continue;
        for (const std::string& wrong : friction_matrix::wrong_cells(law, friction_matrix::scenes()[GetParam()]))
            ADD_FAILURE() << wrong;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, FrictionMatrix, testing::Range<std::size_t>(0, friction_matrix::scenes().size()),
                         [](const auto& scene) { return std::string(friction_matrix::scenes()[scene.param].name); });

// Sticks, slips and reversals of structures by event_driven: right to 1e-9 at a tolerance of 1e-11, whatever the steps of the
// march, and worse at 1e-5, which shows that the bound sees the tolerance.
TEST(FrictionMatrixEvents, EventDrivenIsRightToItsTolerance) {
    const auto tight = events(1e-11), loose = events(1e-5);
    double worst = 0;
    int marches = 0;
    for (const friction_matrix::Scene& scene : friction_matrix::scenes()) {
        if (scene.curved) continue;
        for (const friction_matrix::Case& law : friction_matrix::cases()) {
            EXPECT_LT(end_error(law, scene, *tight, 3), 1e-9) << law.kind << " " << law.sample << ", " << scene.name;
            worst = std::max(worst, end_error(law, scene, *loose, 3));
            ++marches;
        }
    }
    EXPECT_GE(marches, 4 * 10);
    EXPECT_GT(worst, 1e-9);
}

// A hundredth of its tolerance changes it by a tenth of what the test above permits at most: its steps end where a formula
// changes. Without that, it is 1.9e-9 off with "adams".
TEST(FrictionMatrixReference, ConvergesToItself) {
    for (const friction_matrix::Scene& scene : friction_matrix::scenes()) {
        if (scene.curved) continue;
        for (const friction_matrix::Case& law : friction_matrix::cases()) {
            const auto coarse = reference(law, scene, 3), fine = reference(law, scene, 3, 1e-14);
            EXPECT_LT(error(scene, coarse, fine), 1e-10) << law.kind << " " << law.sample << ", " << scene.name;
        }
    }
}

// A body of 1e6 kg m2 keeps its angle to 1e-10 rad: in its slot it slides along the face as a point does along a wall, in its
// bearing as a point does in a ring. The two come from different equations of motion.
TEST(FrictionMatrixReference, OfABodyThatDoesNotTurnIsThatOfAPoint) {
    int compared = 0;
    for (const auto& [of_point, of_body] : {std::pair{"wall", "heavy_slot"}, {"ring", "heavy_journal"}}) {
        const friction_matrix::Scene& point = friction_matrix::scene_named(of_point);
        for (const friction_matrix::Case& law : friction_matrix::cases()) {
            const auto want = reference(law, point, 0), got = reference(law, friction_matrix::scene_named(of_body), 0);
            for (std::size_t i = 0; i < want.speeds.size(); ++i) {
                EXPECT_NEAR(got.speeds[i], want.speeds[i], 1e-9 * friction_matrix::speed) << law.kind << " " << of_point;
                EXPECT_NEAR(got.places[i], want.places[i], 1e-9 * friction_matrix::speed * point.duration) << law.kind;
            }
            ++compared;
        }
    }
    EXPECT_GE(compared, 16);
}

}  // namespace
}  // namespace jounce::test::friction_matrix_test
