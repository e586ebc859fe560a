// Few stiff forces at the stages of an implicit Runge-Kutta step: their effect on a nearly known motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "linalg/dense/blocked_lu.hpp"
#include "time/formulas/radau_table.hpp"

namespace jounce::time {

/// For v' = ... - W f(x, u), u = R v, x' = u, p forces, stages i of a step of length h from an approximation with x_i,
/// u_i, f_i: given the changes r_i of v due to everything else, finds the corresponding changes of u,
///     du_i = R_i r_i + h T_i sum_j a_ij r_j - sum_j H_ij df_j,   H_ij = h a_ij R_i W_j + h^2 sum_k a_ik a_kj T_i W_j,
///     dx_i = h sum_j a_ij du_j,   df_j = f(x_j + dx_j, u_j + du_j) - f_j,
/// where T dq is the change of R v due to the rotation of the directions by a displacement dq. Newton's method on s p
/// unknowns; nothing else is evaluated.
template <std::size_t s>
class StageForces {
  public:
    /// \param coordinates numbers in v \param rank largest p
    StageForces(const RadauTable<s>& table, std::size_t coordinates, std::size_t rank)
        : table_(table),
          n_(coordinates),
          most_(rank),
          at_(s * rank),
          moved_(s * rank),
          by_rest_(s * rank),
          change_(s * rank),
          correction_(s * rank),
          stiffness_(s * 2 * rank),
          damping_(s * 2 * rank),
          inertances_(s * s * rank * rank),
          matrix_(s * rank * static_cast<std::size_t>(linalg::lu_stride(static_cast<int>(s * rank)))),
          multipliers_(static_cast<std::size_t>(linalg::lu_stride(static_cast<int>(s * rank)))),
          sum_(2 * rank),
          parts_(s * 2 * rank),
          pivots_(s * rank) {}

    template <class Forces>
    void begin(const Forces& forces) {
        p_ = forces.rank();
        factored_ = evaluated_ = false;
    }
    /// H from the R and W of `forces` at the stages.
    template <class Forces>
    void couple(Forces& forces, double h) {
        forces.turn(s - 1, h);
        for (std::size_t i = 0; i < s; ++i) {
            for (std::size_t j = 0; j < s; ++j) {
                double* H = inertance(i, j);
                forces.inertance(i, j, h * table_.a[i][j], h * h * table_.square[i][j], H);
            }
        }
    }
    /// An approximation in which the motion continues as at the start, except for r = residual: x and u at the stages are those
    /// sampled. \param u, f at the start
    template <class Forces>
    void turn(const Forces& forces, double h, const double* u, const double* f, double* residual) {
        for (std::size_t i = 0; i < s; ++i) {
            // The forces of the start rotate with their directions.
            std::fill_n(sum_.data(), 2 * p_, 0.0);
            for (std::size_t j = 0; j < s; ++j) forces.add(j, h * table_.a[i][j], f, sum_.data());
            forces.add(s, -h * table_.c[i], f, sum_.data());
            forces.subtract(sum_.data(), residual + i * n_);
            std::copy_n(f, p_, &at_.f[i * most_]);
            // From the rates of the start, which stiff forces maintain.
            for (std::size_t k = 0; k < p_; ++k) change_[i * most_ + k] = u[k] - at_.u[i * most_ + k];
        }
    }

    /// x and u of stage i at the present motion of `forces`.
    template <class Forces>
    void sample(const Forces& forces, std::size_t i) {
        forces.sample(&at_.x[i * most_], &at_.u[i * most_]);
    }
    /// The same with f: stage i of an approximation that has been evaluated.
    template <class Forces>
    void take(const Forces& forces, std::size_t i) {
        sample(forces, i);
        forces.answer(&at_.u[i * most_], &at_.f[i * most_], &stiffness_[2 * i * most_], &damping_[2 * i * most_]);
        std::fill_n(&change_[i * most_], p_, 0.0);
        evaluated_ = true;
    }

    /// residual_i becomes r_i - sum_j h a_ij W_j df_j, the changes of v.
    /// \param enough change of the rates at which Newton's method stops \param most largest number of iterations
    /// \returns false when it does not converge
    template <class Forces>
    bool solve(const Forces& forces, double h, double enough, int most, double* residual) {
        for (std::size_t i = 0; i < s; ++i) forces.project(residual + i * n_, &parts_[i * 2 * most_]);
        for (std::size_t i = 0; i < s; ++i) {
            forces.rates(i, &parts_[i * 2 * most_], &by_rest_[i * most_]);
            for (std::size_t k = 0; k < 2 * p_; ++k) sum_[k] = h * integral(i, k, parts_.data(), 2 * most_);
            forces.add_coupling(i, sum_.data(), &by_rest_[i * most_]);
        }
        double last = 0;
        bool stale = !factored_;
        for (int iteration = 1;; ++iteration) {
            if (iteration > 1 || !evaluated_) {
                move(forces, h);
            } else {
                std::fill(moved_.f.begin(), moved_.f.end(), 0.0);  // nothing has changed since `take`
            }
            if (stale && !factor(forces, h)) return false;
            correct();
            double largest = 0, whole = 0;
            for (std::size_t i = 0; i < s; ++i) {
                for (std::size_t k = 0; k < p_; ++k) {
                    const double by = correction_[i * p_ + k];
                    double& at = change_[i * most_ + k];
                    at += by;
                    largest = std::max(largest, std::abs(by));
                    whole = std::max(whole, std::abs(at));
                }
            }
            if (!std::isfinite(whole)) return false;
            if (largest <= enough * whole || iteration >= most) break;
            if (iteration >= most_iterations || (iteration > 3 && largest > 2 * last)) return false;
            stale = iteration > 1 && largest > stale_if_slower * last;
            last = largest;
        }
        finish(forces, h, residual);
        return true;
    }

    /// The last change of rate k at stage i.
    [[nodiscard]] double change_of_rate(std::size_t i, std::size_t k) const { return change_[i * most_ + k]; }

  private:
    static constexpr int most_iterations = 12;
    static constexpr double stale_if_slower = 0.25;

    /// At the stages, p numbers each.
    struct Local {
        explicit Local(std::size_t size) : x(size), u(size), f(size) {}
        std::vector<double> x, u, f;
    };
    [[nodiscard]] double* inertance(std::size_t i, std::size_t j) { return &inertances_[(i * s + j) * most_ * most_]; }
    template <class Forces>
    void respond(const Forces& forces, Local& at, std::size_t i) {
        forces.respond(&at.x[i * most_], &at.u[i * most_], &at.f[i * most_], &stiffness_[2 * i * most_],
                       &damping_[2 * i * most_]);
    }
    /// sum_j a_ij values_jk
    [[nodiscard]] double integral(std::size_t i, std::size_t k, const double* values, std::size_t stride) const {
        double sum = 0;
        for (std::size_t j = 0; j < s; ++j) sum += table_.a[i][j] * values[j * stride + k];
        return sum;
    }

    /// moved_ = at_ + change; its f contains the changes of the forces.
    template <class Forces>
    void move(const Forces& forces, double h) {
        for (std::size_t i = 0; i < s; ++i) {
            for (std::size_t k = 0; k < p_; ++k) {
                const std::size_t at = i * most_ + k;
                moved_.x[at] = at_.x[at] + (forces.normal(k) == k ? h * integral(i, k, change_.data(), most_) : 0);
                moved_.u[at] = at_.u[at] + change_[at];
            }
            respond(forces, moved_, i);
            for (std::size_t k = 0; k < p_; ++k) moved_.f[i * most_ + k] -= at_.f[i * most_ + k];
        }
    }

    /// 1 + sum_j H_ij d(df_j)/d(du_m)
    template <class Forces>
    bool factor(const Forces& forces, double h) {
        const std::size_t size = s * p_;
        const auto stride = static_cast<std::size_t>(linalg::lu_stride(static_cast<int>(size)));
        std::fill_n(matrix_.data(), size * stride, 0.0);
        const auto add = [&](std::size_t i, std::size_t m, std::size_t k, double weight, const double* H) {
            double* column = &matrix_[i * p_ + stride * (m * p_ + k)];
            for (std::size_t l = 0; l < p_; ++l) column[l] += weight * H[l];
        };
        for (std::size_t i = 0; i < s; ++i) {
            for (std::size_t j = 0; j < s; ++j) {
                for (std::size_t l = 0; l < p_; ++l) {
                    const double* H = inertance(i, j) + l * p_;
                    const std::size_t normal = forces.normal(l), at = 2 * (j * most_ + l);
                    add(i, j, normal, damping_[at], H);
                    if (damping_[at + 1] != 0) add(i, j, l, damping_[at + 1], H);
                    for (std::size_t m = 0; m < s; ++m) add(i, m, normal, h * stiffness_[at] * table_.a[j][m], H);
                }
            }
        }
        for (std::size_t i = 0; i < size; ++i) matrix_[i + stride * i] += 1;
        factored_ = linalg::factor_blocked(static_cast<int>(size), matrix_.data(), pivots_.data(), multipliers_.data());
        return factored_;
    }

    void correct() {
        for (std::size_t i = 0; i < s; ++i) {
            double* r = &correction_[i * p_];
            for (std::size_t k = 0; k < p_; ++k) r[k] = by_rest_[i * most_ + k] - change_[i * most_ + k];
            for (std::size_t j = 0; j < s; ++j) {
                const double* H = inertance(i, j);
                for (std::size_t l = 0; l < p_; ++l) {
                    const double force = moved_.f[j * most_ + l];
                    for (std::size_t k = 0; k < p_; ++k) r[k] -= H[k + l * p_] * force;
                }
            }
        }
        linalg::solve_blocked(static_cast<int>(s * p_), matrix_.data(), pivots_.data(), correction_.data());
    }

    /// The last correction of the forces uses their derivatives.
    template <class Forces>
    void finish(const Forces& forces, double h, double* residual) {
        for (std::size_t i = 0; i < s; ++i) {
            for (std::size_t k = 0; k < p_; ++k) {
                const std::size_t at = 2 * (i * most_ + k), normal = forces.normal(k);
                moved_.f[i * most_ + k] += damping_[at] * correction_[i * p_ + normal] +
                                           damping_[at + 1] * correction_[i * p_ + k] +
                                           h * stiffness_[at] * integral(i, normal, correction_.data(), p_);
            }
        }
        for (std::size_t i = 0; i < s; ++i) {
            std::fill_n(sum_.data(), 2 * p_, 0.0);
            for (std::size_t j = 0; j < s; ++j) forces.add(j, h * table_.a[i][j], &moved_.f[j * most_], sum_.data());
            forces.subtract(sum_.data(), residual + i * n_);
        }
    }

    const RadauTable<s>& table_;
    std::size_t n_, most_, p_ = 0;
    Local at_, moved_;
    std::vector<double> by_rest_, change_, correction_;  // of u: R r, its total, the last step of Newton's method
    std::vector<double> stiffness_, damping_;            // of the forces at the stages
    std::vector<double> inertances_;                     // H
    std::vector<double> matrix_, multipliers_, sum_;
    std::vector<double> parts_;  // of changes of v at the stages, along the normals and tangents of the start
    std::vector<int> pivots_;
    bool factored_ = false, evaluated_ = false;
};

}  // namespace jounce::time
