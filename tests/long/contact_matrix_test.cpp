// Physics: every cell of the matrix of laws, transitions, models, methods and ways of finding events.
// Reference, tolerance: tests/physics/contact_matrix.cpp.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "physics/contact_matrix.hpp"

namespace jounce::test::contact_matrix_long_test {
namespace {

class ContactMatrix : public testing::TestWithParam<std::size_t> {};

TEST_P(ContactMatrix, EveryCellIsRightOrRefusedWithAReason) {
    for (const matrix::LawCase& law : matrix::law_cases()) {
        for (const std::string& wrong : matrix::wrong_cells(law, matrix::scenes()[GetParam()])) ADD_FAILURE() << wrong;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, ContactMatrix, testing::Range<std::size_t>(0, matrix::scenes().size()),
                         [](const auto& scene) { return std::string(matrix::scenes()[scene.param].name); });

}  // namespace
}  // namespace jounce::test::contact_matrix_long_test
