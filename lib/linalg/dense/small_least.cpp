// The smallest least-squares solution of the small dense systems of constraints that hold one motion together.
// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/dense/small_least.hpp"

#include <cmath>
#include <numeric>
#include <utility>

namespace jounce::linalg {

namespace {
/// H = 1 - tau u u^T with u = (1, v) and H (alpha, v) = (beta, 0): v is scaled in place, alpha becomes beta. \returns tau
double reflect(double& alpha, double* v, int count, int stride) noexcept {
    double sum = 0;
    for (int i = 0; i < count; ++i) sum += v[i * stride] * v[i * stride];
    if (sum == 0) return 0;
    const double beta = -std::copysign(std::sqrt(alpha * alpha + sum), alpha);
    const double tau = (beta - alpha) / beta;
    for (int i = 0; i < count; ++i) v[i * stride] /= alpha - beta;
    alpha = beta;
    return tau;
}

/// (head, tail) becomes H (head, tail).
void apply(double tau, const double* v, int count, int stride, double& head, double* tail, int tail_stride) noexcept {
    double sum = head;
    for (int i = 0; i < count; ++i) sum += v[i * stride] * tail[i * tail_stride];
    head -= tau * sum;
    for (int i = 0; i < count; ++i) tail[i * tail_stride] -= tau * sum * v[i * stride];
}
}  // namespace

int solve_small_least(int n, double* a, int* pivots, double* work, double threshold, double* x) noexcept {
    const auto at = [a, n](int i, int j) -> double& { return a[i + j * n]; };
    std::iota(pivots, pivots + n, 0);
    // A P = Q R, with the largest remaining column first; x becomes Q^T b.
    int rank = 0;
    double first = 0;
    for (; rank < n; ++rank) {
        int best = rank;
        double most = -1;
        for (int j = rank; j < n; ++j) {
            double sum = 0;
            for (int i = rank; i < n; ++i) sum += at(i, j) * at(i, j);
            if (sum > most) {
                most = sum;
                best = j;
            }
        }
        const double size = std::sqrt(most);
        if (rank == 0) first = size;
        if (!(size > threshold * first)) break;
        for (int i = 0; i < n && best != rank; ++i) std::swap(at(i, rank), at(i, best));
        std::swap(pivots[rank], pivots[best]);
        const int below = n - rank - 1;
        double* v = a + rank + 1 + rank * n;
        const double tau = reflect(at(rank, rank), v, below, 1);
        for (int j = rank + 1; j < n; ++j) apply(tau, v, below, 1, at(rank, j), a + rank + 1 + j * n, 1);
        apply(tau, v, below, 1, x[rank], x + rank + 1, 1);
    }
    // (R11 R12) Z = (T 0), Z = H(rank - 1) ... H(0); R12 keeps the vectors of H.
    const int beyond = n - rank;
    for (int k = rank - 1; k >= 0 && beyond > 0; --k) {
        double* v = a + k + rank * n;
        work[k] = reflect(at(k, k), v, beyond, n);
        for (int i = 0; i < k; ++i) apply(work[k], v, beyond, n, at(i, k), a + i + rank * n, n);
    }
    for (int i = rank - 1; i >= 0; --i) {
        for (int j = i + 1; j < rank; ++j) x[i] -= at(i, j) * x[j];
        x[i] /= at(i, i);
    }
    for (int i = rank; i < n; ++i) x[i] = 0;
    for (int k = 0; k < rank && beyond > 0; ++k) apply(work[k], a + k + rank * n, beyond, n, x[k], x + rank, 1);
    // x = P z: entry i belongs to the unknown pivots[i].
    for (int i = 0; i < n; ++i) work[pivots[i]] = x[i];
    for (int i = 0; i < n; ++i) x[i] = work[i];
    return rank;
}

}  // namespace jounce::linalg
