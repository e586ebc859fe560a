// Physics: of motions that springs hold too softly, those that gaps resist do not count as free: their number less the rank of
// the strokes of the gaps, whatever the length of a motion, the unit of a row and their signs. Reference: ranks written down.
// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "support/small_system.hpp"
#include "time/statics/free_motions.hpp"

namespace jounce::soft_motions_test {
namespace {

using linalg::Matrix;
using linalg::Vector;

int free_on_soft_springs(const Matrix& motions, const std::vector<Vector>& gaps, time::Gaps how = time::Gaps::hold) {
    // The last coordinate has no spring: without any such motion none is looked for.
    System system = test::linear_system(Matrix::Identity(4, 4), Matrix::Zero(4, 4), Vector{{1, 1, 1, 0}}.asDiagonal());
    system.soft_motions = test::sparse(motions);
    for (const Vector& row : gaps)
        test::add_contact(system, "gap", test::stop(0), std::make_shared<test::PowerLaw>(1e3, 1), {row});
    const time::FreeMotions found = time::free_motions(system, how);
    EXPECT_EQ(found.count, 1);
    return found.on_soft_springs;
}

TEST(SoftMotions, ThoseThatGapsResistAreNotFree) {
    Matrix X = Matrix::Zero(4, 2);
    for (const double length : {1.0, 1e4, 1e-9, -1e-9}) {
        X(0, 0) = length;
        X(1, 1) = 1;
        for (const double unit : {1.0, -1.0, 1e4, 1e-4}) {
            const Vector first = unit * Vector::Unit(4, 0), second = unit * Vector::Unit(4, 1), other = Vector::Unit(4, 2);
            EXPECT_EQ(free_on_soft_springs(X, {}), 2);
            EXPECT_EQ(free_on_soft_springs(X, {other}), 2);
            EXPECT_EQ(free_on_soft_springs(X, {first}), 1);
            EXPECT_EQ(free_on_soft_springs(X, {first, Vector(2 * first)}), 1);
            EXPECT_EQ(free_on_soft_springs(X, {first, second}), 0);
            EXPECT_EQ(free_on_soft_springs(X, {other, first, second}), 0);
            EXPECT_EQ(free_on_soft_springs(X, {first, second}, time::Gaps::absent), 2);
        }
    }
    // What closes no gap: x_0 and x_1 move alike between them, to rounding.
    Matrix together = Matrix::Zero(4, 1);
    together(0, 0) = together(1, 0) = 0.1;
    EXPECT_EQ(free_on_soft_springs(together, {Vector{{1, -1 - 1e-12, 0, 0}}}), 1);
    EXPECT_EQ(free_on_soft_springs(together, {Vector{{1, 1, 0, 0}}}), 0);
}

}  // namespace
}  // namespace jounce::soft_motions_test
