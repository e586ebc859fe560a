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

/// Does a closed stop share the force with an earlier one that pushes the same way, or hold a motion of its own? A stop whose
/// motion several others hold, or one that pushes the other way (a floor and a ceiling), has no force: equal shares would let a
/// stop pull.
/// \param A n x n, by columns: rate i from force j \param sign n, of the forces that push; 0 where there is no stop
/// \param work n (n + 1), without a meaning afterwards \param shares n, of each stop: 1 or 0
template <class Sign>
void find_sharing_stops(const double* A, std::size_t n, const Sign& sign, double* work, double* shares) {
    constexpr double same = 1e-8, parallel = 1e-6;
    double* rest = work + n * n;
    std::size_t kept = 0;
    for (std::size_t a = 0; a < n; ++a) {
        if (sign(a) == 0) continue;
        shares[a] = 1;
        double size = 0, left = 0;
        for (std::size_t j = 0; j < n; ++j) {
            rest[j] = A[a + j * n];
            size += rest[j] * rest[j];
        }
        for (int pass = 0; pass < 2; ++pass) {  // Gram and Schmidt, against the rates of the stops before
            for (std::size_t k = 0; k < kept; ++k) {
                double along = 0;
                for (std::size_t j = 0; j < n; ++j) along += work[k * n + j] * rest[j];
                for (std::size_t j = 0; j < n; ++j) rest[j] -= along * work[k * n + j];
            }
        }
        for (std::size_t j = 0; j < n; ++j) left += rest[j] * rest[j];
        if (left > same * same * size) {
            for (std::size_t j = 0; j < n; ++j) work[kept * n + j] = rest[j] / std::sqrt(left);
            ++kept;
            continue;
        }
        shares[a] = 0;
        for (std::size_t b = 0; b < a && shares[a] == 0; ++b) {
            if (sign(b) == 0 || shares[b] == 0) continue;
            double product = 0, other = 0, apart = 0;
            for (std::size_t j = 0; j < n; ++j) {
                product += A[a + j * n] * A[b + j * n];
                other += A[b + j * n] * A[b + j * n];
            }
            for (std::size_t j = 0; j < n; ++j) {
                const double difference = A[a + j * n] - product / other * A[b + j * n];
                apart += difference * difference;
            }
            if (apart <= parallel * parallel * size && product * sign(a) * sign(b) > 0) shares[a] = 1;
        }
    }
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
