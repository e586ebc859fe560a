// Cholesky with pivoting.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/independent_columns.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce::modal {

using linalg::Matrix;
using linalg::Vector;

Independent independent_columns(Matrix gram) {
    constexpr double dependent = 1e-10;  // in the norm of the Gram matrix
    const Eigen::Index count = gram.cols();
    Independent out{Vector(count), {}};
    Vector& scale = out.scale;
    for (Eigen::Index j = 0; j < count; ++j) scale[j] = gram(j, j) > 0 ? 1 / std::sqrt(gram(j, j)) : 0;
    gram = (scale.asDiagonal() * gram * scale.asDiagonal()).eval();
    std::vector<Eigen::Index>& kept = out.kept;
    for (Eigen::Index step = 0; step < count; ++step) {
        Eigen::Index best = -1;
        for (Eigen::Index j = 0; j < count; ++j) {
            const bool taken = std::find(kept.begin(), kept.end(), j) != kept.end();
            // The first of equal ones, so that the choice does not depend on rounding.
            if (!taken && gram(j, j) > dependent && (best < 0 || gram(j, j) > (1 + 1e-6) * gram(best, best))) best = j;
        }
        if (best < 0) break;
        kept.push_back(best);
        const Vector column = gram.col(best) / std::sqrt(gram(best, best));
        gram -= column * column.transpose();
    }
    std::sort(kept.begin(), kept.end());
    return out;
}

}  // namespace jounce::modal
