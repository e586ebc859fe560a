// Physics: one impact (0.5 kg, 2 m/s, one wall) by every law and transition, as a point, in a ring, at the tip of a beam, as a
// body on a guide, a journal in a bearing, a pin in a slot and a block in a guide, by every method with events located and
// stepwise: a sample of the cells. Reference: event_driven at tolerance 1e-12 on the point (on the beam for the beam, on the
// block for the block), itself held against the free impact. Tolerance: the order that the method has there (contact_matrix.cpp),
// from root mean squares over five places of the onset.
// SPDX-License-Identifier: BSD-3-Clause
#include "contact_matrix.hpp"

#include <gtest/gtest.h>

#include <set>

namespace jounce::test::contact_matrix_test {
namespace {

class ContactMatrix : public testing::TestWithParam<std::size_t> {};

TEST_P(ContactMatrix, SampledCellsAreRightOrRefusedWithAReason) {
    const matrix::Scene& scene = matrix::scenes()[GetParam()];
    for (std::size_t number = 0; number < matrix::law_cases().size(); ++number) {
        if (!matrix::sampled(number, GetParam())) continue;
        for (const std::string& wrong : matrix::wrong_cells(matrix::law_cases()[number], scene)) ADD_FAILURE() << wrong;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, ContactMatrix, testing::Range<std::size_t>(0, matrix::scenes().size()),
                         [](const auto& scene) { return std::string(matrix::scenes()[scene.param].name); });

TEST(ContactMatrixSample, MeetsEveryLawTransitionAndModel) {
    std::set<std::string> laws, transitions;
    for (std::size_t number = 0; number < matrix::law_cases().size(); ++number) {
        bool met = false;
        for (std::size_t scene = 0; scene < matrix::scenes().size(); ++scene) met = met || matrix::sampled(number, scene);
        if (!met) continue;
        laws.insert(matrix::law_cases()[number].kind);
        transitions.insert(matrix::law_cases()[number].transition);
    }
    EXPECT_EQ(laws.size(), contact::law_kinds().size());
    EXPECT_EQ(transitions.size(), contact::transition_kinds().size());
}

}  // namespace
}  // namespace jounce::test::contact_matrix_test
