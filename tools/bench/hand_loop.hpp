// The yardstick: a hand-written banded Newmark loop for a chain of half bandwidth W with Hertz stops, doing the same
// arithmetic as a Jounce run (Rayleigh damping, acceleration form, condensed Newton, energy account) and nothing else.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "linalg/basics/types.hpp"

namespace jounce::bench {

struct HandStop {
    int index = 0;  ///< coordinate that meets the two stops
    double clearance = 0;
    double stiffness = 0;  ///< N/m^1.5
};

struct HandResult {
    double kinetic = 0, strain = 0, contact = 0, external = 0, damping = 0;
    double last = 0;  ///< first stop's coordinate at the end, so that nothing is optimised away
    long steps_in_contact = 0;
};

/// Diagonals of a symmetric band: d[k][i] = A(i, i-k), with zeros in front.
template <int W>
struct Diagonals {
    explicit Diagonals(const linalg::SparseMatrix& A) {
        const auto n = static_cast<std::size_t>(A.rows());
        for (auto& d : lower) d.assign(n + 2 * pad, 0.0);
        for (int j = 0; j < A.outerSize(); ++j) {
            for (linalg::SparseMatrix::InnerIterator it(A, j); it; ++it) {
                const int k = static_cast<int>(it.row()) - j;
                if (k >= 0 && k <= W) lower[static_cast<std::size_t>(k)][static_cast<std::size_t>(it.row()) + pad] = it.value();
            }
        }
    }
    static constexpr std::size_t pad = 16;
    [[nodiscard]] const double* row(int k) const { return lower[static_cast<std::size_t>(k)].data() + pad; }
    std::array<std::vector<double>, W + 1> lower;
};

/// r -= C v + K q. The pointers are parameters so that `restrict` reaches every load.
template <int W, std::size_t... S>
void subtract(int n, const std::array<const double*, W + 1>& c, const std::array<const double*, W + 1>& k,
              const double* __restrict v, const double* __restrict q, double* __restrict r, std::index_sequence<S...>) {
    const double* __restrict c0 = c[0];
    const double* __restrict k0 = k[0];
    for (int i = 0; i < n; ++i) {
        double sum = c0[i] * v[i] + k0[i] * q[i];
        ((sum +=
          c[S + 1][i] * v[i - static_cast<int>(S) - 1] + c[S + 1][i + static_cast<int>(S) + 1] * v[i + static_cast<int>(S) + 1] +
          k[S + 1][i] * q[i - static_cast<int>(S) - 1] + k[S + 1][i + static_cast<int>(S) + 1] * q[i + static_cast<int>(S) + 1]),
         ...);
        r[i] -= sum;
    }
}

/// x' A y of a symmetric band.
template <int W, std::size_t... S>
double bilinear(int n, const std::array<const double*, W + 1>& a, const double* __restrict x, const double* __restrict y,
                std::index_sequence<S...>) {
    double sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int i = 0; i < n; ++i) {
        double row = a[0][i] * x[i] * y[i];
        ((row += a[S + 1][i] * (x[i] * y[i - static_cast<int>(S) - 1] + x[i - static_cast<int>(S) - 1] * y[i])), ...);
        sum += row;
    }
    return sum;
}

/// \param load amplitude of amplitude*sin(omega t) on each coordinate
template <int W>
HandResult hand_loop(const linalg::SparseMatrix& Ms, const linalg::SparseMatrix& Cs, const linalg::SparseMatrix& Ks,
                     const std::vector<HandStop>& stops, const linalg::Vector& load, double omega, double h, long steps,
                     const linalg::Vector& v0, bool account) {
    const int n = static_cast<int>(Ms.rows());
    const auto un = static_cast<std::size_t>(n);
    constexpr auto range = std::make_index_sequence<W>{};
    const Diagonals<W> M(Ms), C(Cs), K(Ks);
    std::array<const double*, W + 1> m{}, c{}, k{};
    for (int d = 0; d <= W; ++d) {
        m[static_cast<std::size_t>(d)] = M.row(d);
        c[static_cast<std::size_t>(d)] = C.row(d);
        k[static_cast<std::size_t>(d)] = K.row(d);
    }
    const double beta = 0.25, gamma = 0.5;
    // L D L^T of S = M + gamma h C + beta h^2 K, row by row.
    std::vector<std::array<double, W>> L(un + W);
    std::vector<double> pivot(un), inverse(un);
    for (int i = 0; i < n; ++i) {
        std::array<double, W + 1> row{};
        for (int d = 0; d <= W && d <= i; ++d) {
            const auto ud = static_cast<std::size_t>(d);
            row[ud] = m[ud][i] + gamma * h * c[ud][i] + beta * h * h * k[ud][i];
        }
        for (int d = std::min(W, i); d >= 1; --d) {
            double sum = row[static_cast<std::size_t>(d)];
            for (int e = d + 1; e <= std::min(W, i); ++e) {
                sum -= L[static_cast<std::size_t>(i)][static_cast<std::size_t>(e - 1)] * pivot[static_cast<std::size_t>(i - e)] *
                       L[static_cast<std::size_t>(i - d)][static_cast<std::size_t>(e - d - 1)];
            }
            L[static_cast<std::size_t>(i)][static_cast<std::size_t>(d - 1)] = sum / pivot[static_cast<std::size_t>(i - d)];
        }
        double diagonal = row[0];
        for (int e = 1; e <= std::min(W, i); ++e) {
            const double l = L[static_cast<std::size_t>(i)][static_cast<std::size_t>(e - 1)];
            diagonal -= l * l * pivot[static_cast<std::size_t>(i - e)];
        }
        pivot[static_cast<std::size_t>(i)] = diagonal;
        inverse[static_cast<std::size_t>(i)] = 1 / diagonal;
    }
    constexpr int pad = 16;
    std::vector<double> storage(7 * (un + 2 * pad), 0.0);
    const auto vector = [&](int i) { return storage.data() + static_cast<std::size_t>(i) * (un + 2 * pad) + pad; };
    double *q = vector(0), *v = vector(1), *a = vector(2), *qs = vector(3), *vs = vector(4), *dq = vector(5), *sv = vector(6);
    const auto solve = [&](double* x) {
        for (int i = 0; i < n; ++i) {
            double sum = x[i];
            for (int d = W; d >= 1; --d) sum -= L[static_cast<std::size_t>(i)][static_cast<std::size_t>(d - 1)] * x[i - d];
            x[i] = sum;
        }
        for (int i = n - 1; i >= 0; --i) {
            double sum = x[i] * inverse[static_cast<std::size_t>(i)];
            for (int d = W; d >= 1; --d) sum -= L[static_cast<std::size_t>(i + d)][static_cast<std::size_t>(d - 1)] * x[i + d];
            x[i] = sum;
        }
    };
    const int stops_count = static_cast<int>(stops.size());
    std::vector<std::vector<double>> influence;
    std::vector<double> G(static_cast<std::size_t>(stops_count * stops_count));
    for (const HandStop& stop : stops) {
        std::vector<double> column(un + 2 * pad, 0.0);
        column[static_cast<std::size_t>(stop.index) + pad] = 1;
        solve(column.data() + pad);
        influence.push_back(column);
    }
    for (int i = 0; i < stops_count; ++i) {
        for (int j = 0; j < stops_count; ++j) {
            G[static_cast<std::size_t>(i * stops_count + j)] =
                influence[static_cast<std::size_t>(j)][static_cast<std::size_t>(stops[static_cast<std::size_t>(i)].index + pad)];
        }
    }
    for (int i = 0; i < n; ++i) v[i] = v0[i];
    std::vector<double> z(stops.size()), f(stops.size()), g(stops.size());
    Eigen::MatrixXd J(stops_count, stops_count);
    Eigen::VectorXd rhs(stops_count);
    HandResult out;
    double s_old = 0;
    for (long step = 1; step <= steps; ++step) {
        const double t = static_cast<double>(step) * h;
        for (int i = 0; i < n; ++i) {
            qs[i] = q[i] + h * v[i] + (0.5 - beta) * h * h * a[i];
            vs[i] = v[i] + (1 - gamma) * h * a[i];
        }
        const double s = std::sin(omega * t);
        for (int i = 0; i < n; ++i) a[i] = s * load[i];
        subtract<W>(n, c, k, vs, qs, a, range);
        solve(a);
        bool touched = false;
        for (int i = 0; i < stops_count; ++i) {
            const HandStop& stop = stops[static_cast<std::size_t>(i)];
            g[static_cast<std::size_t>(i)] = qs[stop.index] + beta * h * h * a[stop.index];
            z[static_cast<std::size_t>(i)] = 0;
            touched = touched || std::abs(g[static_cast<std::size_t>(i)]) > stop.clearance;
        }
        if (touched) {
            ++out.steps_in_contact;
            for (int iteration = 0; iteration < 30; ++iteration) {
                J.setIdentity();
                for (int i = 0; i < stops_count; ++i) {
                    const HandStop& stop = stops[static_cast<std::size_t>(i)];
                    const double x = g[static_cast<std::size_t>(i)] + beta * h * h * z[static_cast<std::size_t>(i)];
                    const double depth = std::abs(x) - stop.clearance;
                    double slope = 0;
                    f[static_cast<std::size_t>(i)] = 0;
                    if (depth > 0) {
                        const double root = std::sqrt(depth);
                        f[static_cast<std::size_t>(i)] = std::copysign(stop.stiffness * depth * root, x);
                        slope = 1.5 * stop.stiffness * root * beta * h * h;
                    }
                    for (int j = 0; j < stops_count; ++j) J(j, i) += G[static_cast<std::size_t>(j * stops_count + i)] * slope;
                }
                for (int i = 0; i < stops_count; ++i) {
                    rhs[i] = -z[static_cast<std::size_t>(i)];
                    for (int j = 0; j < stops_count; ++j) {
                        rhs[i] -= G[static_cast<std::size_t>(i * stops_count + j)] * f[static_cast<std::size_t>(j)];
                    }
                }
                // Gauss elimination without pivoting: the matrix is close to the identity plus a positive part.
                for (int p = 0; p < stops_count; ++p) {
                    for (int r = p + 1; r < stops_count; ++r) {
                        const double factor = J(r, p) / J(p, p);
                        for (int e = p; e < stops_count; ++e) J(r, e) -= factor * J(p, e);
                        rhs[r] -= factor * rhs[p];
                    }
                }
                double change = 0, size = 0;
                for (int p = stops_count - 1; p >= 0; --p) {
                    for (int e = p + 1; e < stops_count; ++e) rhs[p] -= J(p, e) * rhs[e];
                    rhs[p] /= J(p, p);
                    z[static_cast<std::size_t>(p)] += rhs[p];
                    change = std::max(change, std::abs(rhs[p]));
                    size = std::max(size, std::abs(z[static_cast<std::size_t>(p)]));
                }
                if (change <= 1e-9 * size) break;
            }
            for (int i = 0; i < stops_count; ++i) {
                const double force = f[static_cast<std::size_t>(i)];
                if (force == 0) continue;
                const double* column = influence[static_cast<std::size_t>(i)].data() + pad;
                for (int j = 0; j < n; ++j) a[j] -= force * column[j];
            }
        }
        if (account) {
            double work = 0;
            for (int i = 0; i < n; ++i) {
                const double q_new = qs[i] + beta * h * h * a[i];
                const double v_new = vs[i] + gamma * h * a[i];
                dq[i] = q_new - q[i];
                sv[i] = v_new + v[i];
                q[i] = q_new;
                v[i] = v_new;
            }
#pragma omp simd reduction(+ : work)
            for (int i = 0; i < n; ++i) work += load[i] * dq[i];
            out.external += 0.5 * (s + s_old) * work;
            out.damping += 0.5 * bilinear<W>(n, c, dq, sv, range);
            s_old = s;
        } else {
            for (int i = 0; i < n; ++i) {
                q[i] = qs[i] + beta * h * h * a[i];
                v[i] = vs[i] + gamma * h * a[i];
            }
        }
    }
    out.kinetic = 0.5 * bilinear<W>(n, m, v, v, range);
    out.strain = 0.5 * bilinear<W>(n, k, q, q, range);
    out.last = stops.empty() ? q[0] : q[stops[0].index];
    return out;
}

}  // namespace jounce::bench
