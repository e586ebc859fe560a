// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/crossing.hpp"

#include <cmath>

#include "base/numbers/limits.hpp"
#include "linalg/dense/dense.hpp"

namespace jounce::nonlinear {

namespace {

/// [J p; V' 0], from the null vectors of a Jacobian.
class Borders {
  public:
    explicit Borders(const Matrix& J) {
        const linalg::SingularValues values = linalg::singular_values(J);
        left_ = values.left.col(values.left.cols() - 1);
        right_ = values.right.rightCols(2);
    }
    [[nodiscard]] const Matrix& right() const { return right_; }

    struct Solved {
        Vector to_branch;  ///< the correction of U across V
        Vector s;          ///< 2
    };
    [[nodiscard]] Solved solve(const Evaluation& at) const {
        const Eigen::Index n = at.residual.size();
        Matrix bordered = Matrix::Zero(n + 2, n + 2);
        bordered.topLeftCorner(n, n + 1) = at.jacobian;
        bordered.topRightCorner(n, 1) = left_;
        bordered.bottomLeftCorner(2, n + 1) = right_.transpose();
        Matrix sides = Matrix::Zero(n + 2, 3);
        sides.col(0).head(n) = -at.residual;
        sides.bottomRightCorner(2, 2).setIdentity();
        const Matrix solved = linalg::solve_square(bordered, sides);
        return {solved.col(0).head(n + 1), solved.row(n + 1).tail(2).transpose()};
    }

  private:
    Vector left_;
    Matrix right_;
};

}  // namespace

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
        const Borders borders(here->jacobian);
        const Matrix& V = borders.right();
        const Borders::Solved at = borders.solve(*here);
        Matrix slope(2, 2);
        for (Eigen::Index k = 0; k < 2; ++k) {
            const std::optional<Evaluation> behind = f(U - difference * V.col(k), Wanted::all),
                                            ahead = f(U + difference * V.col(k), Wanted::all);
            if (!behind || !ahead || !(behind->events == here->events) || !(ahead->events == here->events)) return {};
            slope.col(k) = (borders.solve(*ahead).s - borders.solve(*behind).s) / (2 * difference);
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
