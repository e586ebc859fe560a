// The linear equations of an iteration for coordinates, joints and what contacts hold beside them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::time {

/// K y + B f = r, R y = s: K (n x n) is regular, but several of the k rows of R may hold one motion, so that R K^-1 B is
/// singular: four corners on two blocks that a hinge links. Such rows agree but for rounding, and their forces share what they
/// take: f is the smallest least-squares solution, each force in the unit in which one moves its own rate by one. What rounding
/// leaves between dependent rows is answered by no force: with friction, whose directions differ, such a force would drive the
/// motion. Nothing allocates after construction.
class HeldSystem {
  public:
    /// \param most of y and of f
    HeldSystem(Eigen::Index most_unknowns, Eigen::Index most_held);
    /// \param matrix [K B; R *] (n + k) x (n + k), by columns \param mobility k, > 0: of each rate by a unit force along it
    /// \returns false where K is singular or not finite
    [[nodiscard]] bool factor(Eigen::Index n, Eigen::Index k, const double* matrix, const double* mobility);
    /// x, (r, s) at first, becomes (y, f).
    void solve(double* x);

  private:
    Eigen::Index n_ = 0, k_ = 0;
    std::vector<double> own_, answers_, rows_, held_, work_matrix_, work_, unit_, right_;
    std::vector<int> pivots_, held_pivots_;
};

}  // namespace jounce::time
