// Linearly independent vectors of a reduced basis.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "modal/structure.hpp"

namespace jounce::modal {

struct Spanned {
    Matrix vectors;   ///< independent, M-orthogonal to the rigid-body modes (n x r)
    Matrix weights;   ///< vectors * weights are orthonormal in A = K + sigma M (r x r)
    Matrix mass;      ///< M in these: weights^T vectors^T M vectors weights (r x r)
    int modes = 0;    ///< how many of the vectors are of the first group
    int dropped = 0;  ///< vectors that depend on those before them (dependent_vector)
};

/// The span of groups of vectors (n rows each), those of the first one before those of the others, which are freed as they are
/// used.
[[nodiscard]] Spanned orthonormal(const Structure& structure, const Matrix& first, std::vector<Matrix> others);

}  // namespace jounce::modal
