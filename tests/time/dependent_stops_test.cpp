// Promise: of the rates of stops and sticks, those are combinations of others that the motions without forces and the compliance
// both have as such, to 1e-9 of the speeds and the rounding of their terms; stops that push one motion share its force as their
// rates. Reference: rates made as combinations. Whatever the unit of a compliance is. Tolerance: bounds to 1 %, coefficients
// 1e-9.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/dependent_stops.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "base/numbers/limits.hpp"
#include "linalg/basics/types.hpp"
#include "time/contact/compliance.hpp"

namespace jounce::dependent_stops_test {
namespace {

using linalg::Matrix;
using linalg::Vector;
using time::DependentStops;

/// Stops of single rows, whose motions are S times those of the structure.
struct Stops {
    Stops(const Matrix& S, double unit) : known(static_cast<std::size_t>(S.rows())) { compliance.v = unit * S * S.transpose(); }
    /// Adds a stop of each of the first `count` rows, which move at v without forces.
    void add(const Vector& v, const Vector& speeds, Eigen::Index count) {
        free = v;
        sizes = speeds;
        known.begin(free.data(), sizes.data(), compliance);
        for (Eigen::Index i = 0; i < count; ++i) known.add({{static_cast<int>(i)}, {1}, 1});
    }
    time::Compliance compliance;
    DependentStops known;
    Vector free, sizes;
};

TEST(DependentStops, TwoOfOneMotionShareItWhereTheirSpeedsAgree) {
    for (const double unit : {1e-6, 1.0, 1e6}) {
        for (const double c : {3.0, 1.0, 0.2}) {
            for (const double v : {2.0, -2.0}) {
                for (const double terms : {0.0, 1e6}) {
                    const double most = 1e-9 * 2 * std::abs(c * v) + 64 * epsilon * (5 + c) * terms;
                    for (const double part : {0.99, -0.99, 1.01, -1.01}) {
                        Stops of(Matrix{{1, 2}, {c, 2 * c}, {2, -1}}, unit);
                        of.add(Vector{{v, c * v + part * most, 0.3}}, terms * Vector{{1, 5, 2}}, 3);
                        const bool shares = std::abs(part) < 1;
                        ASSERT_EQ(of.known.dependent().size(), shares ? 1U : 0U) << unit << ' ' << c << ' ' << v << ' ' << part;
                        EXPECT_EQ(of.known.independent().size(), 2U);
                        if (!shares) continue;
                        EXPECT_EQ(of.known.dependent()[0].row[0], 1);
                        EXPECT_NEAR(of.known.coefficient(0, 0), c, 1e-9 * c);
                    }
                }
            }
        }
    }
}

// r_3 = a r_1 + b r_2 shares a force where one of the two is less than 1e-6 of the other, and the larger one pushes the same way.
TEST(DependentStops, ACombinationSharesNoForce) {
    for (const double unit : {1e-6, 1.0, 1e6}) {
        for (const auto& [a, b] : {std::pair{1.0, 1.0},
                                   {1.0, -1e-3},
                                   {1.0, 2e-6},
                                   {10.0, 5e-6},
                                   {10.0, 2e-5},
                                   {0.1, 5e-7},
                                   {0.1, 5e-8},
                                   {5e-8, 0.1},
                                   {-1.0, 0.0}}) {
            const Matrix S{{1, 0.5}, {0.2, 2}, {a + 0.2 * b, 0.5 * a + 2 * b}};
            Stops of(S, unit);
            of.add(S * Vector{{1, -2}}, Vector::Constant(3, 10), 3);
            ASSERT_EQ(of.known.dependent().size(), 1U) << a << ' ' << b;
            const double large = std::max(a, b), small = std::min(std::abs(a), std::abs(b));
            const bool shares = large > 0 && small < 1e-6 * large;
            EXPECT_NEAR(of.known.coefficient(0, a > b ? 0 : 1), shares ? large : 0, 1e-9 * std::abs(large)) << a << ' ' << b;
            EXPECT_EQ(of.known.coefficient(0, a > b ? 1 : 0), 0);
        }
    }
}

// A slip over several rows, a combination of three stops: so are its speeds, and no others.
TEST(DependentStops, ASlipThatStopsHoldIsTheirCombination) {
    const Matrix S{{1, 0.5, -0.3}, {0.4, 2, 0.7}, {-0.6, 0.3, 1.5}, {0.3, 0.2, 0.9}, {0, 0, 0}};
    for (const double unit : {1e-6, 1.0, 1e6}) {
        Matrix rows = S;
        // 0.6 r_3 - 0.8 r_4 = 2 r_0 - 0.5 r_1 + 3 r_2
        rows.row(4) = (0.6 * S.row(3) - 2 * S.row(0) + 0.5 * S.row(1) - 3 * S.row(2)) / 0.8;
        Stops of(rows, unit);
        const Vector v = rows * Vector{{1, -2, 0.5}};
        for (const double off : {0.0, 1e-6}) {
            of.add(v + off * Vector::Unit(5, 3), Vector::Constant(5, 10), 3);
            EXPECT_EQ(of.known.holds({{3, 4}, {0.6, -0.8}, 2}), off == 0) << unit;
            EXPECT_FALSE(of.known.holds({{3, 4}, {0.6, 0.8}, 2}) && off > 0) << unit;
        }
        of.add(v, Vector::Constant(5, 10), 2);
        EXPECT_FALSE(of.known.holds({{3, 4}, {0.6, -0.8}, 2})) << "two of them are not enough";
    }
}

}  // namespace
}  // namespace jounce::dependent_stops_test
