// Scaling, a short series and squaring of the increment.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/dense/exponential.hpp"

#include <cmath>
#include <stdexcept>

namespace jounce::linalg {

namespace {
// At a norm of 1/8 the remainder of ten terms is 1/8^10/11! = 2e-17 of the first one.
constexpr double largest_norm = 0.125;
constexpr int terms = 10;
}  // namespace

Matrix exponential_less_identity(const Matrix& A) {
    if (A.rows() != A.cols() || !A.allFinite()) throw std::invalid_argument("exponential: the matrix must be square and finite");
    if (A.size() == 0) return A;
    const double norm = A.cwiseAbs().rowwise().sum().maxCoeff();
    int halvings = 0;
    for (double rest = norm; rest > largest_norm; rest *= 0.5) ++halvings;
    const Matrix B = std::ldexp(1.0, -halvings) * A;
    // B (1 + B/2 (1 + B/3 (...)))
    Matrix T = B / terms;
    for (int m = terms - 1; m >= 1; --m) T = ((B + B * T) / m).eval();
    for (int i = 0; i < halvings; ++i) T = (2 * T + T * T).eval();
    return T;
}

}  // namespace jounce::linalg
