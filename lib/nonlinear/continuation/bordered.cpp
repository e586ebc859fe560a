// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/bordered.hpp"

#include <cmath>

#include "linalg/dense/small_lu.hpp"

namespace jounce::nonlinear {

Bordered::Bordered(const Matrix& J, const Vector& c) : lu_(c.size(), c.size()), pivots_(static_cast<std::size_t>(c.size())) {
    lu_ << J, c.transpose();
    const int n = static_cast<int>(c.size());
    if (!lu_.allFinite() || !linalg::factor_small(n, lu_.data(), pivots_.data())) return;
    determinant_ = lu_.diagonal().prod();
    for (int i = 0; i < n; ++i)
        if (pivots_[static_cast<std::size_t>(i)] != i) determinant_ = -determinant_;
    regular_ = true;
}

Vector Bordered::solve(Vector rhs) const {
    linalg::solve_small(static_cast<int>(rhs.size()), lu_.data(), pivots_.data(), rhs.data());
    return rhs;
}

Vector Bordered::tangent() const {
    Vector last = Vector::Zero(lu_.rows());
    last(lu_.rows() - 1) = 1;  // J t = 0, c't = 1
    return solve(last).normalized();
}

}  // namespace jounce::nonlinear
