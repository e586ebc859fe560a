// Linear complementarity problems by C. E. Lemke's (1965) pivoting.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// x >= 0 with y = M x + q >= 0 and x^T y = 0 (n x n, n), by Lemke's method with a covering vector of ones; the ratio
/// test is lexicographic, so degenerate problems terminate too. C. E. Lemke (1965), Bimatrix equilibrium points and
/// mathematical programming, Manage. Sci. 11, 681-689, doi:10.1287/mnsc.11.7.681. For copositive-plus M it finds
/// an x if one exists. For small systems with entries of similar size; allocates. \returns nothing where the path ends
/// on a ray
[[nodiscard]] std::optional<Vector> solve_complementarity(const Matrix& M, const Vector& q);

}  // namespace jounce::linalg
