// Names of rigid motions: "ux", "rz", "a slanted rotation".
// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/motion_names.hpp"

#include "linalg/dense/dense.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

namespace {

using linalg::Matrix;

/// Names of the axes within the span of the columns (3 x d), and "a slanted ..." for the dimensions that have none.
void add_names(const Matrix& span, int first_dof, const char* noun, std::vector<std::string>& names) {
    if (span.cols() == 0) return;
    const Matrix basis = linalg::orthonormal_columns(span);
    Eigen::Index named = 0;
    for (int k = 0; k < 3; ++k) {
        if (basis.row(k).squaredNorm() < 1 - 1e-6) continue;
        names.emplace_back(dof_names[static_cast<std::size_t>(first_dof + k)]);
        ++named;
    }
    for (; named < span.cols(); ++named) names.push_back(std::string("a slanted ") + noun);
}

}  // namespace

std::vector<std::string> names_of_motions(const Matrix& amplitudes, double length) {
    std::vector<std::string> names;
    if (amplitudes.cols() == 0) return names;
    Matrix scaled = amplitudes;
    scaled.bottomRows(3) *= length;
    scaled = linalg::orthonormal_columns(scaled);
    // Those that turn nothing are last in the order of the singular values.
    const linalg::SingularValues turning = linalg::singular_values(scaled.bottomRows(3));
    Eigen::Index turns = 0;
    while (turns < turning.values.size() && turning.values[turns] > 1e-6) ++turns;
    const Matrix motions = scaled * turning.right;
    add_names(motions.topRightCorner(3, motions.cols() - turns), 0, "translation", names);
    add_names(motions.bottomLeftCorner(3, turns), 3, "rotation", names);
    return names;
}

}  // namespace jounce::time
