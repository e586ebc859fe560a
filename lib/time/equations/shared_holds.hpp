// Frictions and stops that hold one motion together: which of them is needed although it has no share.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <cstddef>

namespace jounce::time {

/// Share of a closed stop that holds a motion together with sticks, of the largest one: the part of the sticks in the force is
/// its inverse square. The stop takes what presses on it, so that no stick there reaches its limit.
inline constexpr double share_of_stop = 1e4;

/// Of the largest; a friction with less takes part only where no other one holds its motion.
inline constexpr double least_share = 1e-6;

/// Pivots below this fraction of the largest entry of their column: several constrain one motion.
inline constexpr double dependent_pivot = 1e-10;

/// Frictions with the limits L_i hold one motion by the arms r_i: sum f_i^2 |r_i|/L_i is least at forces in proportion to the
/// limits, f_i = c L_i. The columns of their forces are scaled by the roots of these weights' inverses; the arms follow from the
/// mobilities r_i^2/I.
/// \param mobility of the rate that the friction holds [1/kg] \param largest of all of them
inline double share_of_stick(double limit, double mobility, double largest) {
    const double arm = mobility > 0 && largest > 0 ? std::sqrt(mobility / largest) : 1;
    return std::sqrt(limit / arm);
}

/// Is equation `row` of A force = right not satisfied, by more than `part` of its terms? Then no force holds this motion.
/// \param A n x n, by columns
inline bool holds_nothing(const double* A, std::size_t n, std::size_t row, const double* force, double right, double part) {
    double rest = right, size = std::abs(right);
    for (std::size_t j = 0; j < n; ++j) {
        const double term = A[row + j * n] * force[j];
        rest -= term;
        size += std::abs(term);
    }
    return std::abs(rest) > part * size;
}

}  // namespace jounce::time
