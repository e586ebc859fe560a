// The products of BandMatrix against dense ones, over every half bandwidth that has a loop of its own and some that have not.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/banded/band.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "linalg/samples.hpp"
#include "support/malloc_count.hpp"

namespace jounce::linalg::band_test {
namespace {

using namespace jounce::tests;

PaddedVector padded(const Vector& values, int margin) {
    PaddedVector x(static_cast<int>(values.size()), margin);
    x.vector() = values;
    return x;
}

struct Shape {
    int size;
    int half_bandwidth;
    bool symmetric;
};

class BandProducts : public testing::TestWithParam<Shape> {};

// Tolerance: a row adds 2 (2 b + 1) products of magnitude below 1, so its rounding stays below (4 b + 4) eps in each term's
// scale; 64 eps covers b = 20 with the two sums in different order.
TEST_P(BandProducts, AgreeWithDenseOnes) {
    const auto [n, b, symmetric] = GetParam();
    const double tolerance = 64 * std::numeric_limits<double>::epsilon() * (2 * b + 1);
    const Symmetry symmetry = symmetric ? Symmetry::symmetric : Symmetry::unsymmetric;
    const SparseMatrix a = random_band(n, b, symmetric, 0, 1), c = random_band(n, b, symmetric, 0, 2);
    const BandMatrix A(a, b, symmetry), C(c, b, symmetry);
    const PaddedVector x = padded(random_vector(n, 3), b), z = padded(random_vector(n, 4), b);
    const Vector start = random_vector(n, 5);
    const Matrix dense_a = a, dense_c = c;

    EXPECT_EQ((A.dense() - dense_a).cwiseAbs().maxCoeff(), 0);

    Vector y = start;
    A.multiply(x.data(), y.data());
    EXPECT_LE((y - dense_a * x.vector()).cwiseAbs().maxCoeff(), tolerance);

    y = start;
    A.subtract_product(x.data(), y.data());
    EXPECT_LE((y - (start - dense_a * x.vector())).cwiseAbs().maxCoeff(), tolerance);

    y = start;
    subtract_products(A, x.data(), C, z.data(), y.data());
    EXPECT_LE((y - (start - dense_a * x.vector() - dense_c * z.vector())).cwiseAbs().maxCoeff(), 2 * tolerance);

    EXPECT_NEAR(A.bilinear(x.data(), z.data()), x.vector().dot(dense_a * z.vector()), n * tolerance);
    EXPECT_NEAR(A.quadratic(x.data()), x.vector().dot(dense_a * x.vector()), n * tolerance);
}

std::vector<Shape> shapes() {
    std::vector<Shape> all;
    for (const bool symmetric : {true, false}) {
        for (int b = 0; b <= 14; ++b) all.push_back({43, b, symmetric});
        for (int n = 1; n <= 13; ++n)
            for (const int b : {0, 1, 3, 5}) all.push_back({n, b, symmetric});  // the last packet is cut in every way
        all.push_back({200, 20, symmetric});
        all.push_back({3, 13, symmetric});  // wider than the matrix
    }
    return all;
}

INSTANTIATE_TEST_SUITE_P(AllShapes, BandProducts, testing::ValuesIn(shapes()), [](const auto& test) {
    return std::string(test.param.symmetric ? "symmetric" : "unsymmetric") + "_n" + std::to_string(test.param.size) + "_b" +
           std::to_string(test.param.half_bandwidth);
});

// A row's sum does not depend on where in a packet it falls, and what lies behind the last row of y is not touched.
TEST(Band, WritesItsRowsOnly) {
    for (int n = 1; n <= 9; ++n) {
        const BandMatrix A(random_band(n, 2, true, 0, 1), 2, Symmetry::symmetric);
        const PaddedVector x = padded(random_vector(n, 2), 2);
        Vector y = Vector::Constant(n + 8, 7.0);
        A.subtract_product(x.data(), y.data() + 4);
        A.multiply(x.data(), y.data() + 4);
        EXPECT_TRUE((y.head(4).array() == 7).all() && (y.tail(4).array() == 7).all()) << n;
    }
}

TEST(Band, RefusesWhatIsNoBandOrNotSymmetric) {
    const SparseMatrix a = random_band(10, 3, false, 0, 1);
    EXPECT_THROW(BandMatrix(a, 2, Symmetry::unsymmetric), std::invalid_argument);
    EXPECT_THROW(BandMatrix(a, 3, Symmetry::symmetric), std::invalid_argument);
    EXPECT_NO_THROW(BandMatrix(a, 3, Symmetry::unsymmetric));
    EXPECT_THROW(BandMatrix(SparseMatrix(3, 4), 3, Symmetry::unsymmetric), std::invalid_argument);
}

TEST(Band, CopiesAreIndependentValues) {
    const SparseMatrix a = random_band(21, 3, true, 0, 1);
    BandMatrix copy;
    {
        const BandMatrix A(a, 3, Symmetry::symmetric);
        copy = A;
    }
    EXPECT_EQ((copy.dense() - Matrix(a)).norm(), 0);
    PaddedVector x = padded(random_vector(21, 2), 3), y = x;
    y[0] = 100;
    EXPECT_NE(x[0], 100);
    EXPECT_EQ(y.span().size(), 21u);
}

TEST(Band, ProductsAllocateNothing) {
    const BandMatrix A(random_band(402, 3, true, 0, 1), 3, Symmetry::symmetric);
    const PaddedVector x = padded(random_vector(402, 2), 3);
    PaddedVector other = x;
    Vector y = Vector::Zero(402);
    double sum = 0;
    EXPECT_EQ(mallocs_in([&] {
                  A.subtract_product(x.data(), y.data());
                  subtract_products(A, x.data(), A, x.data(), y.data());
                  sum = A.bilinear(x.data(), x.data()) + A.quadratic(x.data());
                  other = x;
              }),
              0);
    EXPECT_NE(sum, 0);
    // Control: the counter does see a vector of Eigen being made.
    EXPECT_EQ(mallocs_in([&] { y = Vector::Zero(500); }) > 0, mallocs_are_counted);
}

}  // namespace
}  // namespace jounce::linalg::band_test
