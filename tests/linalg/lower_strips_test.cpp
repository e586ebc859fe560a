// The lower part of a matrix in strips: a place for every element on or below the diagonal, and few above it.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/sparse/lower_strips.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

namespace jounce::linalg::lower_strips_test {
namespace {

using Strips = LowerStrips<double, 4>;

/// Strips of 4 columns begin 0, 4 and 8 rows down: 10 x 4, 6 x 4 and 2 x 2 numbers for a triangle of 10; 10 x 4 and 6 x 3 for its
/// first 7 columns.
TEST(LowerStrips, StoreLittleAboveTheDiagonal) {
    EXPECT_EQ(Strips::stored(10, 10), 68u);
    EXPECT_EQ(Strips::stored(10, 7), 58u);
    EXPECT_EQ(Strips::stored(10, 3), 30u);
    EXPECT_EQ(Strips::stored(8, 8), 48u);
    EXPECT_EQ(Strips::stored(5, 0), 0u);
}

TEST(LowerStrips, HaveAPlaceForEveryElement) {
    for (const Eigen::Index columns : {3, 4, 7, 10}) {
        constexpr Eigen::Index rows = 10;
        std::vector<double> values(Strips::stored(rows, columns), 0);
        const Strips strips(values.data(), rows, columns);
        std::set<const double*> places;
        for (Eigen::Index j = 0; j < columns; ++j)
            for (Eigen::Index i = j; i < rows; ++i) {
                double* place = strips.column(j) + i;
                ASSERT_GE(place, values.data());
                ASSERT_LT(place, values.data() + values.size());
                places.insert(place);
                *place = 100.0 * static_cast<double>(i) + static_cast<double>(j);
                const Eigen::Index first = j / Strips::width * Strips::width;
                EXPECT_EQ(strips.strip(first)(i - first, j - first), *place) << i << ", " << j;
                if (j + 1 < columns && (j + 1) % Strips::width != 0 && i > j)
                    EXPECT_EQ(place + strips.right(j), strips.column(j + 1) + i) << i << ", " << j;
            }
        EXPECT_EQ(static_cast<Eigen::Index>(places.size()), columns * rows - columns * (columns - 1) / 2) << columns;
    }
}

}  // namespace
}  // namespace jounce::linalg::lower_strips_test
