// One LU factorisation of the Jacobian with an additional row: tangent, Newton step and determinant.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::nonlinear {

/// [J; c'] with J of N x (N + 1) and c of N + 1.
class Bordered {
  public:
    Bordered(const Matrix& J, const Vector& c);

    [[nodiscard]] bool regular() const { return regular_; }
    /// \param rhs N + 1 \pre regular
    [[nodiscard]] Vector solve(Vector rhs) const;
    /// The null vector of J of length 1, with c't > 0. \pre regular
    [[nodiscard]] Vector tangent() const;
    /// Zero when not regular.
    [[nodiscard]] double determinant() const { return determinant_; }

  private:
    Matrix lu_;
    std::vector<int> pivots_;
    double determinant_ = 0;
    bool regular_ = false;
};

}  // namespace jounce::nonlinear
