// The symmetric pencil K - s M in a fill-reducing order: factored at any s, its eigenvalues counted by inertia.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "linalg/factorisation.hpp"
#include "linalg/ordering.hpp"
#include "linalg/types.hpp"

namespace jounce::linalg {

/// K and M symmetric, M positive definite, both permuted to one fill-reducing order.
class Pencil {
  public:
    /// Throws std::invalid_argument when the sizes differ or M is not positive definite, SingularMatrix (row in the
    /// given order) when M is singular or an entry is not finite.
    Pencil(const SparseMatrix& K, const SparseMatrix& M);

    int size() const noexcept { return static_cast<int>(K_.rows()); }
    const SparseMatrix& K() const noexcept { return K_; }
    const SparseMatrix& M() const noexcept { return M_; }
    const Ordering& ordering() const noexcept { return ordering_; }
    /// Largest absolute row sum of K.
    double stiffness_norm() const noexcept { return stiffness_norm_; }

    /// K - s M factored. Throws SingularMatrix when s is an eigenvalue to rounding (row in the given order).
    Factorisation factor(double s) const;

    struct Count {
        int below = 0;     ///< eigenvalues below s
        double s = 0;      ///< where they were counted
        double ratio = 0;  ///< smallest pivot ratio of that factorisation: the reliability of the count
    };
    /// Eigenvalues below s, or below a value within 1e-3 |s| of it when elimination without pivoting breaks down at s itself.
    Count count_below(double s) const;
    /// Eigenvalues below some value strictly between low and high: the middle, or a point of better pivots.
    Count count_in(double low, double high) const;

    /// A negative shift suitable for the lowest `count` eigenvalues, and the pencil factored there; reasons in
    /// pencil.cpp.
    struct Shifted {
        double shift = 0;
        Factorisation factored;
    };
    Shifted negative_shift(int count, const std::function<void()>& proceed = {}) const;

  private:
    Count count_around(double s, double reach) const;
    double lowest_scale(const Shifted& from, int count, const std::function<void()>& proceed) const;

    Ordering ordering_;
    SparseMatrix K_, M_;
    double stiffness_norm_ = 0;
};

}  // namespace jounce::linalg
