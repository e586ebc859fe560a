// One step of an implicit Runge-Kutta method for motions with few stiff forces, with its error and dense output.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "linalg/dense/small_lu.hpp"
#include "time/formulas/dormand_prince.hpp"
#include "time/formulas/radau_table.hpp"
#include "time/formulas/stage_forces.hpp"

namespace jounce::time {

/// Radau IIA of s stages, order 2 s - 1, for y = (t, q, v, z, integrals): q' = v, v' = a(t, q, v, z), z' = ...,
/// integrals that do not act on the motion. E. Hairer, G. Wanner (1996), doi:10.1007/978-3-642-05221-7, sec. IV.5 and
/// IV.8. The unknowns are the increments D_i of v at the stages; those of q follow, Q_i = h (c_i v + sum_j a_ij D_j).
/// An iteration evaluates a at all stages, r_i = h sum_j a_ij a_j - D_i, and adds the correction of StageForces for r
/// to D: only the stiff forces in a are updated with it, with their exact functions. The rest converges as in a
/// non-stiff problem.
/// Departs from the source: Newton's method for the forces alone, and for all stages at once.
/// Workspace only; nothing allocates after construction.
template <std::size_t s>
class Radau {
  public:
    using Result = DormandPrince::Result;
    /// Instants at which the forces' directions are stored: the stages, and the start.
    static constexpr std::size_t instants = s + 1;

    /// \param coordinates n \param leading 1 + 2 n + numbers in z \param size of y \param rank largest number of forces
    Radau(const RadauTable<s>& table, std::size_t coordinates, std::size_t leading, std::size_t size, std::size_t rank)
        : table_(table),
          n_(coordinates),
          leading_(leading),
          size_(size),
          z_(leading - 1 - 2 * n_),
          stage_(table_, coordinates, rank),
          point_(leading),
          change_(size),
          rates_(s * size),
          increments_(s * n_),
          states_(s * z_),
          residual_(s * n_),
          x_(rank),
          u_(rank),
          f_(rank),
          stiffness_(2 * rank),
          damping_(2 * rank),
          matrix_(rank * rank),
          inertance_(rank * rank),
          sum_(2 * rank),
          parts_(2 * rank),
          pivots_(rank) {}
    Radau(const Radau&) = delete;
    Radau& operator=(const Radau&) = delete;

    /// What a step that continues the last one from `end` on needs of it: its size, `end`, and the increments of v and z at
    /// its stages. Without such a step the history begins with 0.
    [[nodiscard]] std::size_t history_size() const { return 3 + s * (n_ + z_); }
    void keep(double end, double* history) const {
        history[0] = length_;
        history[1] = end;
        history[2] = excess_;
        std::copy(states_.begin(), states_.end(), std::copy(increments_.begin(), increments_.end(), history + 3));
    }

    /// As DormandPrince::step. \param forces as ContactForces, begun at y \param history of the step before
    template <class System, class Forces, class Error>
    Result step(System& system, Forces& forces, const Error& error, const double* y, const double* start, double h,
                double* increment, const double* history) {
        Result result;
        result.next = 0.4 * h;
        begin_ = y;
        length_ = h;
        forces.direct(s);
        forces.sample(x_.data(), u_.data());
        forces.respond(x_.data(), u_.data(), f_.data(), stiffness_.data(), damping_.data());
        stage_.begin(forces);
        const bool extrapolates = h <= farthest * history[0];
        if (extrapolates) {
            extrapolate(history, h);
        } else if (!predict(forces, start, h)) {
            return result;
        }
        double last = 0;
        for (int iteration = 0;; ++iteration) {
            const bool directs = iteration == 0 && extrapolates;
            evaluate(system, forces, h, iteration > 0, directs);
            if (directs) stage_.couple(forces, h);
            result.evaluations += static_cast<int>(s);
            if (!correct(forces, h)) return result;
            combine(h, increment);
            const double size = error(increment, change_.data());
            if (!std::isfinite(size)) return result;
            if (iteration > 0) {
                const double rate = size / last;
                if (size <= few || (rate < 1 && size <= some && size * rate / (1 - rate) <= few)) break;
                if (rate >= slow || iteration + 1 >= most_iterations) return result;
            }
            last = size;
            if (iteration != 1) continue;
            // What the iteration still changes does not make up for an error like this.
            const double found = estimate(forces, error, start, h, increment);
            if (!std::isfinite(found)) return result;
            if (found > hopeless && size < 0.25 * found) {
                result.next = h * std::clamp(factor(found), 0.1, 0.9);
                return result;
            }
        }
        const double size = estimate(forces, error, start, h, increment);
        if (!std::isfinite(size)) return result;
        result.converged = size <= 1;
        double by = factor(size);
        // Gustafsson's prediction: an error that grows from step to step goes on growing.
        if (result.converged && history[0] > 0 && history[2] > 0)
            by = std::min(by, factor(size * size / history[2]) * h / history[0]);
        result.next = h * std::clamp(by, 0.1, result.converged ? 2.5 : 0.9);
        excess_ = std::max(size, 1e-2);
        return result;
    }

    /// For the last step: increment of the first `count` numbers of y after a time. For q and v of order s + 1.
    void within(double after, std::size_t count, double* out) const {
        const double h = length_, x = after / h;
        out[0] = after;
        std::array<double, s> value{}, once{}, integral{};  // Lagrange's polynomials: with a node at 0, their integral; without
        for (std::size_t j = 0; j < s; ++j) {
            for (std::size_t k = s; k-- > 0;) {
                const double coefficient = table_.within[j][k];
                value[j] = value[j] * x + coefficient;
                once[j] = once[j] * x + coefficient / static_cast<double>(k + 2);
                integral[j] = integral[j] * x + coefficient / static_cast<double>(k + 1);
            }
            value[j] *= x;
            once[j] *= x * x * h;
            integral[j] *= x * h * table_.c[j];
        }
        for (std::size_t i = 1; i < count; ++i) {
            double sum = 0;
            if (i <= n_) {
                sum = x * h * begin_[n_ + i];
                for (std::size_t j = 0; j < s; ++j) sum += once[j] * increments_[j * n_ + i - 1];
            } else if (i <= 2 * n_) {
                for (std::size_t j = 0; j < s; ++j) sum += value[j] * increments_[j * n_ + i - 1 - n_];
            } else {
                for (std::size_t j = 0; j < s; ++j) sum += integral[j] * rates_[j * size_ + i];
            }
            out[i] = sum;
        }
    }

  private:
    static constexpr double farthest = 2.5;          // an extrapolation leads at most this many steps ahead
    static constexpr double few = 5e-2, some = 0.5;  // fractions of the allowed error
    static constexpr double slow = 0.5;
    static constexpr int most_iterations = 8;
    static constexpr double hopeless = 4;  // times the allowed error

    [[nodiscard]] static double factor(double size) { return 0.9 * std::pow(std::max(size, 1e-30), -1.0 / (s + 2)); }

    /// R, W and their derivatives about uniform motion; D with a as at the start except for the forces.
    template <class Forces>
    bool predict(Forces& forces, const double* start, double h) {
        for (std::size_t i = 0; i < s; ++i) {
            const double share = table_.c[i] * h;
            point_[0] = begin_[0] + share;
            for (std::size_t k = 0; k < n_; ++k) {
                point_[1 + k] = begin_[1 + k] + share * begin_[1 + n_ + k];
                point_[1 + n_ + k] = begin_[1 + n_ + k];
                residual_[i * n_ + k] = share * start[1 + n_ + k];
            }
            for (std::size_t k = 0; k < z_; ++k) states_[i * z_ + k] = share * start[1 + 2 * n_ + k];
            forces.place(i, point_.data());
            stage_.sample(forces, i);
        }
        stage_.couple(forces, h);
        stage_.turn(forces, h, u_.data(), f_.data(), residual_.data());
        constexpr double enough = 1e-2;
        if (!stage_.solve(forces, h, enough, std::numeric_limits<int>::max(), residual_.data())) return false;
        increments_ = residual_;
        return true;
    }

    /// D and the increments of z from the polynomials of the step before.
    void extrapolate(const double* history, double h) {
        std::array<std::array<double, s>, s + 1> weights{};  // of node j at stage i, and at the start
        for (std::size_t i = 0; i <= s; ++i) {
            const double x = (history[1] + (i < s ? table_.c[i] * h : 0)) / history[0];
            for (std::size_t j = 0; j < s; ++j) {
                for (std::size_t k = s; k-- > 0;) weights[i][j] = weights[i][j] * x + table_.within[j][k];
                weights[i][j] *= x;
            }
        }
        const double* before = history + 3;
        const auto value = [&](std::size_t i, std::size_t k, std::size_t count) {
            double sum = 0;
            for (std::size_t j = 0; j < s; ++j) sum += (weights[i][j] - weights[s][j]) * before[j * count + k];
            return sum;
        };
        for (std::size_t i = 0; i < s; ++i) {
            for (std::size_t k = 0; k < n_; ++k) increments_[i * n_ + k] = value(i, k, n_);
        }
        before += s * n_;
        for (std::size_t i = 0; i < s; ++i) {
            for (std::size_t k = 0; k < z_; ++k) states_[i * z_ + k] = value(i, k, z_);
        }
    }

    template <class System, class Forces>
    void evaluate(System& system, Forces& forces, double h, bool integrals, bool directs) {
        for (std::size_t i = 0; i < s; ++i) {
            double* q = &point_[1];
            for (std::size_t k = 0; k < n_; ++k) q[k] = table_.c[i] * begin_[1 + n_ + k];
            for (std::size_t j = 0; j < s; ++j) {
                const double weight = table_.a[i][j];
                const double* D = &increments_[j * n_];
                for (std::size_t k = 0; k < n_; ++k) q[k] += weight * D[k];
            }
            point_[0] = begin_[0] + table_.c[i] * h;
            for (std::size_t k = 0; k < n_; ++k) {
                q[k] = begin_[1 + k] + h * q[k];
                point_[1 + n_ + k] = begin_[1 + n_ + k] + increments_[i * n_ + k];
            }
            for (std::size_t k = 0; k < z_; ++k) point_[1 + 2 * n_ + k] = begin_[1 + 2 * n_ + k] + states_[i * z_ + k];
            system.rate(point_.data(), &rates_[i * size_], integrals);
            if (directs) forces.direct(i);
            stage_.take(forces, i);
        }
    }

    /// One iteration; change_ contains the largest changes of v, z and, as impulses, of the forces' rates.
    template <class Forces>
    bool correct(const Forces& forces, double h) {
        for (std::size_t i = 0; i < s; ++i) {
            double* r = &residual_[i * n_];
            for (std::size_t k = 0; k < n_; ++k) r[k] = -increments_[i * n_ + k];
            for (std::size_t j = 0; j < s; ++j) {
                const double weight = h * table_.a[i][j];
                const double* a = &rates_[j * size_ + 1 + n_];
                for (std::size_t k = 0; k < n_; ++k) r[k] += weight * a[k];
            }
        }
        if (!stage_.solve(forces, h, 0, 1, residual_.data())) return false;
        std::fill(change_.begin(), change_.end(), 0.0);
        for (std::size_t i = 0; i < s; ++i) {
            for (std::size_t k = 0; k < n_; ++k) {
                const double change = residual_[i * n_ + k];
                increments_[i * n_ + k] += change;
                keep_larger(1 + n_ + k, change);
            }
            for (std::size_t k = 0; k < z_; ++k) {
                double to = 0;
                for (std::size_t j = 0; j < s; ++j) to += h * table_.a[i][j] * rates_[j * size_ + 1 + 2 * n_ + k];
                keep_larger(1 + 2 * n_ + k, to - states_[i * z_ + k]);
                states_[i * z_ + k] = to;
            }
            for (std::size_t k = 0; k < forces.rank(); ++k) {
                if (forces.impulse(k) > 0) keep_larger(forces.impulse(k), stage_.change_of_rate(i, k) / forces.mobility(k));
            }
        }
        return true;
    }
    void keep_larger(std::size_t at, double change) {
        if (!(std::abs(change) <= std::abs(change_[at]))) change_[at] = change;
    }

    /// y(x + h) - y(x)
    void combine(double h, double* increment) const {
        increment[0] = h;
        const auto& weights = table_.a[s - 1];
        for (std::size_t k = 0; k < n_; ++k) {
            double place = begin_[1 + n_ + k];
            for (std::size_t j = 0; j < s; ++j) place += weights[j] * increments_[j * n_ + k];
            increment[1 + k] = h * place;
            increment[1 + n_ + k] = increments_[(s - 1) * n_ + k];
        }
        for (std::size_t k = 0; k < z_; ++k) increment[1 + 2 * n_ + k] = states_[(s - 1) * z_ + k];
        for (std::size_t k = leading_; k < size_; ++k) {
            double sum = 0;
            for (std::size_t j = 0; j < s; ++j) sum += weights[j] * rates_[j * size_ + k];
            increment[k] = h * sum;
        }
    }

    /// The error of the step. The difference to the embedded formula of order s is far too large an estimate for a method of
    /// order 2 s - 1: it is reduced by its ratio to the difference to a formula of order s - 1. NaN: not found
    template <class Forces, class Error>
    double estimate(const Forces& forces, const Error& error, const double* start, double h, const double* increment) {
        if (!begin_estimate(forces, h)) return std::numeric_limits<double>::quiet_NaN();
        defect(forces, start, h, table_.lower);
        const double lower = error(increment, change_.data());
        defect(forces, start, h, table_.error);
        const double size = error(increment, change_.data());
        return size > 0 ? size / std::hypot(1, 0.5 * lower / size) : size;
    }

    /// Factors 1 + mu G (C + mu K), G = R W, mu = h times the weight of f(y) in the embedded formula.
    template <class Forces>
    bool begin_estimate(const Forces& forces, double h) {
        const std::size_t p = forces.rank();
        const double mu = table_.error.begin * h;
        forces.inertance(s, s, 1, 0, inertance_.data());
        for (std::size_t j = 0; j < p; ++j) {
            for (std::size_t i = 0; i < p; ++i) matrix_[i + j * p] = i == j ? 1 : 0;
        }
        for (std::size_t k = 0; k < p; ++k) {
            const std::size_t normal = forces.normal(k);
            for (std::size_t i = 0; i < p; ++i) {
                const double weight = mu * inertance_[i + k * p];
                matrix_[i + normal * p] += weight * (damping_[2 * k] + mu * stiffness_[2 * k]);
                matrix_[i + k * p] += weight * damping_[2 * k + 1];
            }
        }
        return linalg::factor_small(static_cast<int>(p), matrix_.data(), pivots_.data());
    }

    /// change_ becomes (1 - mu df/dy)^-1 times the difference to an embedded formula (Eq. IV.8.19). df/dy is that of the forces
    /// at the start, so p unknowns remain: with x = R dq, u = R dv of the difference,
    ///     (1 + mu G (C + mu K)) u = R dv - mu G K R dq.
    template <class Forces>
    void defect(const Forces& forces, const double* start, double h, const typename RadauTable<s>::Difference& of) {
        const std::size_t p = forces.rank();
        const double mu = table_.error.begin * h;
        change_[0] = 0;
        for (std::size_t k = 1; k < size_; ++k) {
            double sum = of.begin * start[k];
            for (std::size_t j = 0; j < s; ++j) sum += of.stages[j] * rates_[j * size_ + k];
            change_[k] = h * sum;
        }
        double* q = &change_[1];
        double* v = &change_[1 + n_];
        forces.project(q, parts_.data());
        forces.rates(s, parts_.data(), x_.data());
        forces.project(v, parts_.data());
        forces.rates(s, parts_.data(), u_.data());
        for (std::size_t k = 0; k < p; ++k) {
            const std::size_t normal = forces.normal(k);
            for (std::size_t i = 0; i < p; ++i) u_[i] -= mu * inertance_[i + k * p] * stiffness_[2 * k] * x_[normal];
        }
        linalg::solve_small(static_cast<int>(p), matrix_.data(), pivots_.data(), u_.data());
        for (std::size_t k = 0; k < p; ++k) x_[k] += mu * u_[k];
        for (std::size_t k = 0; k < p; ++k) {
            const std::size_t normal = forces.normal(k);
            f_[k] = mu * (stiffness_[2 * k] * x_[normal] + damping_[2 * k] * u_[normal] + damping_[2 * k + 1] * u_[k]);
            if (forces.impulse(k) > 0) change_[forces.impulse(k)] = u_[k] / forces.mobility(k);
        }
        std::fill_n(sum_.data(), 2 * p, 0.0);
        forces.add(s, 1, f_.data(), sum_.data());
        forces.subtract(sum_.data(), v);
        for (std::size_t k = 0; k < n_; ++k) q[k] += mu * v[k];
    }

    RadauTable<s> table_;
    std::size_t n_, leading_, size_, z_;
    StageForces<s> stage_;
    const double* begin_ = nullptr;  // y of the last step
    double length_ = 0;              // its size
    double excess_ = 0;              // and its error relative to the allowed one
    std::vector<double> point_, change_;
    std::vector<double> rates_;                            // of y at the stages
    std::vector<double> increments_, states_, residual_;   // of v and z at the stages, and the residual of those of v
    std::vector<double> x_, u_, f_, stiffness_, damping_;  // of the forces at the start
    std::vector<double> matrix_, inertance_, sum_, parts_;
    std::vector<int> pivots_;
};

}  // namespace jounce::time
