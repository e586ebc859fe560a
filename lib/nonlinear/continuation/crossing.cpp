// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/crossing.hpp"

#include <cmath>

#include "base/numbers/limits.hpp"
#include "linalg/dense/dense.hpp"

namespace jounce::nonlinear {

CrossingBorders crossing_borders(const Matrix& J) {
    const linalg::SingularValues values = linalg::singular_values(J);
    const Eigen::Index last = values.right.cols() - 1;
    return {values.left.col(values.left.cols() - 1), values.right.col(last - 1), values.right.col(last)};
}

CrossingTest crossing_test(const CrossingBorders& borders, const Evaluation& at) {
    const Eigen::Index n = at.residual.size();
    Matrix bordered = Matrix::Zero(n + 2, n + 2);
    bordered.topLeftCorner(n, n + 1) = at.jacobian;
    bordered.topRightCorner(n, 1) = borders.left;
    bordered.block(n, 0, 1, n + 1) = borders.right_1.transpose();
    bordered.block(n + 1, 0, 1, n + 1) = borders.right_2.transpose();
    Matrix sides = Matrix::Zero(n + 2, 3);
    sides.col(0).head(n) = -at.residual;
    sides.bottomRightCorner(2, 2).setIdentity();
    const Matrix solved = linalg::solve_square(bordered, sides);
    Matrix one = Matrix::Zero(n + 2, 1);
    one(n + 1, 0) = 1;
    const Matrix left = linalg::solve_square(bordered.transpose(), one);
    return {solved.row(n + 1).tail(2).transpose(), solved.topRightCorner(n + 1, 2), left.col(0).head(n),
            solved.col(0).head(n + 1)};
}

std::optional<Vector> branch_point_near(const Equations& f, const CurvePoint& near, double farthest) {
    constexpr double difference = 1e-5, last_step = 1e-11;
    constexpr int most_steps = 12;
    constexpr double stalled = 1e-9, noise = 1e-6;
    double previous = infinite, least = noise;
    Vector U = near.U;
    std::optional<Vector> best;
    for (int steps = 0; steps < most_steps; ++steps) {
        const std::optional<Evaluation> here = f(U, Wanted::all);
        if (!here || !(here->events == near.at.events)) return {};
        const CrossingBorders borders = crossing_borders(here->jacobian);
        Matrix V(U.size(), 2);
        V << borders.right_1, borders.right_2;
        const CrossingTest at = crossing_test(borders, *here);
        Matrix slope(2, 2);
        for (Eigen::Index k = 0; k < 2; ++k) {
            const std::optional<Evaluation> behind = f(U - difference * V.col(k), Wanted::all),
                                            ahead = f(U + difference * V.col(k), Wanted::all);
            if (!behind || !ahead || !(behind->events == here->events) || !(ahead->events == here->events)) return {};
            slope.col(k) = (crossing_test(borders, *ahead).s - crossing_test(borders, *behind).s) / (2 * difference);
        }
        const Vector along = -linalg::solve_square(slope, at.s);
        const Vector step = at.to_branch + V * along;
        if (!step.allFinite()) return {};
        U += step;
        if (!((U - near.U).norm() <= farthest)) return {};
        // The derivatives by the parameter have noise, at which the steps stay.
        const double length = step.norm();
        if (length <= last_step || (length <= stalled && length > 0.25 * previous)) return U;
        if (length <= least) {
            least = length;
            best = U;
        } else if (best && length <= noise && previous <= noise) {
            return best;
        }
        previous = length;
    }
    return best;
}

}  // namespace jounce::nonlinear
