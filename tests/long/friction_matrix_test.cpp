// Physics: every cell of the matrix of friction laws, models, methods and ways of finding events.
// Reference, tolerance: tests/physics/friction_matrix_test.cpp.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "physics/friction_matrix.hpp"

namespace jounce::test::friction_matrix_long_test {
namespace {

class FrictionMatrix : public testing::TestWithParam<std::size_t> {};

TEST_P(FrictionMatrix, EveryCellIsRightOrRefusedWithAReason) {
    for (const friction_matrix::Case& law : friction_matrix::cases()) {
        for (const std::string& wrong : friction_matrix::wrong_cells(law, friction_matrix::scenes()[GetParam()]))
            ADD_FAILURE() << wrong;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, FrictionMatrix, testing::Range<std::size_t>(0, friction_matrix::scenes().size()),
                         [](const auto& scene) { return std::string(friction_matrix::scenes()[scene.param].name); });

}  // namespace
}  // namespace jounce::test::friction_matrix_long_test
