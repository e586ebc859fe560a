// Matrices for the tests of this folder: seeded random bands, and spring chains whose spectrum is known in closed form.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::tests {

using linalg::Matrix;
using linalg::SparseMatrix;
using linalg::Vector;

/// Entries uniform in (-1, 1) within the band, `diagonal` added on the diagonal: 2 b + 2 makes it diagonally dominant.
inline SparseMatrix random_band(int n, int half_bandwidth, bool symmetric, double diagonal, unsigned seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < n; ++i) {
        entries.emplace_back(i, i, diagonal + uniform(generator));
        for (int j = i + 1; j < n && j <= i + half_bandwidth; ++j) {
            const double upper = uniform(generator), lower = uniform(generator);
            entries.emplace_back(i, j, upper);
            entries.emplace_back(j, i, symmetric ? upper : lower);
        }
    }
    SparseMatrix matrix(n, n);
    matrix.setFromTriplets(entries.begin(), entries.end());
    return matrix;
}

inline Vector random_vector(int n, unsigned seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Vector x(n);
    for (double& value : x) value = uniform(generator);
    return x;
}

inline SparseMatrix identity(int n) {
    SparseMatrix I(n, n);
    I.setIdentity();
    return I;
}

/// n unit masses in a row, unit springs between neighbours, and to the ground at both ends when `fixed`. Eigenvalues:
/// fixed 2 - 2 cos(k pi / (n + 1)), k = 1..n; free 2 - 2 cos(k pi / n), k = 0..n-1.
inline SparseMatrix spring_chain(int n, bool fixed) {
    std::vector<Eigen::Triplet<double>> entries;
    for (int i = 0; i < n; ++i) {
        const int springs = (i > 0 || fixed) + (i + 1 < n || fixed);
        entries.emplace_back(i, i, springs);
        if (i + 1 < n) {
            entries.emplace_back(i, i + 1, -1.0);
            entries.emplace_back(i + 1, i, -1.0);
        }
    }
    SparseMatrix K(n, n);
    K.setFromTriplets(entries.begin(), entries.end());
    return K;
}

inline double chain_eigenvalue(int n, bool fixed, int index) {
    const double angle = fixed ? (index + 1) * std::numbers::pi / (n + 1) : index * std::numbers::pi / n;
    return 4 * std::pow(std::sin(angle / 2), 2);
}

/// The same chain `copies` times, not coupled: every eigenvalue has that multiplicity.
inline SparseMatrix repeated(const SparseMatrix& matrix, int copies) {
    const int n = static_cast<int>(matrix.rows());
    std::vector<Eigen::Triplet<double>> entries;
    for (int c = 0; c < copies; ++c)
        for (int j = 0; j < n; ++j)
            for (SparseMatrix::InnerIterator it(matrix, j); it; ++it)
                entries.emplace_back(copies * static_cast<int>(it.row()) + c, copies * j + c, it.value());
    SparseMatrix out(copies * n, copies * n);
    out.setFromTriplets(entries.begin(), entries.end());
    return out;
}

/// A square grid of unit springs, fixed around: too wide for a band, so it takes the sparse factor. Its eigenvalues are the
/// sums of two chain eigenvalues.
inline SparseMatrix spring_grid(int side) {
    const SparseMatrix chain = spring_chain(side, true);
    std::vector<Eigen::Triplet<double>> entries;
    for (int a = 0; a < side; ++a)
        for (int j = 0; j < side; ++j)
            for (SparseMatrix::InnerIterator it(chain, j); it; ++it) {
                entries.emplace_back(a * side + static_cast<int>(it.row()), a * side + j, it.value());
                entries.emplace_back(static_cast<int>(it.row()) * side + a, j * side + a, it.value());
            }
    SparseMatrix grid(side * side, side * side);
    grid.setFromTriplets(entries.begin(), entries.end());
    return grid;
}

}  // namespace jounce::tests
