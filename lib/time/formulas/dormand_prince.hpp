// One step of an explicit Runge-Kutta method of order 8, with its error and its motion within the step.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "time/formulas/dormand_prince_coefficients.hpp"

namespace jounce::time {

/// Formulas: E. Hairer, S. P. Norsett and G. Wanner (1993), doi:10.1007/978-3-540-78862-1, Eq. II.10.17 (error) and
/// section II.6 (dense output of order 7). Workspace only; nothing allocates after construction. All results are
/// increments, so the round-off is below that of one addition to y.
class DormandPrince {
  public:
    /// \param n numbers in y \param leading the first ones, on which alone dy/dx depends; the others are integrals
    DormandPrince(std::size_t n, std::size_t leading)
        : n_(n), leading_(leading), stages_(dormand_prince_853::dense_stages * n), dense_(7 * n), point_(leading), change_(n) {}

    struct Result {
        bool converged = false;
        double next = 0;  ///< step size for the next step, or for another trial if this one did not converge
        int evaluations = 0;
    };

    /// \param system has rate(y, dy, integrals); reads the leading numbers of y only, writes the others of dy if `integrals`
    /// \param error the size of a change of the increment relative to the allowed error: error(increment, change)
    /// \param start dy/dx at y
    /// \param increment receives y(x + h) - y(x)
    template <class System, class Error>
    Result step(System& system, const Error& error, const double* y, const double* start, double h, double* increment) {
        namespace table = dormand_prince_853;
        std::copy_n(start, n_, stage(0));
        for (std::size_t s = 1; s < table::stages; ++s) {
            combine(table::a[s], s, h, leading_, point_.data());
            add(y, point_.data());
            system.rate(point_.data(), stage(s), weighs(s));
        }
        combine(table::a[table::stages], table::stages, h, n_, increment);
        combine(table::error_5, table::stages, h, n_, change_.data());
        const double fifth = error(increment, change_.data());
        combine(table::error_3, table::stages, h, n_, change_.data());
        const double third = error(increment, change_.data());
        Result result;
        result.evaluations = table::stages - 1;
        if (!std::isfinite(fifth) || !std::isfinite(third)) {
            result.next = 0.1 * h;
            return result;
        }
        const double size = fifth > 0 ? fifth / std::hypot(1, 0.1 * third / fifth) : 0.0;
        result.converged = size <= 1;
        const double factor = 0.9 * std::pow(std::max(size, 1e-30), -1.0 / 8);
        result.next = h * std::clamp(factor, 0.1, result.converged ? 6.0 : 0.9);
        return result;
    }

    /// Prepares `within` for the last step. \param end dy/dx at y + increment
    template <class System>
    int prepare(System& system, const double* y, const double* end, double h, const double* increment) {
        namespace table = dormand_prince_853;
        std::copy_n(end, n_, stage(table::stages));
        for (std::size_t s = table::stages + 1; s < table::dense_stages; ++s) {
            combine(table::a[s], s, h, leading_, point_.data());
            add(y, point_.data());
            system.rate(point_.data(), stage(s), true);
        }
        for (std::size_t i = 0; i < n_; ++i) {
            dense_[i] = increment[i];
            dense_[n_ + i] = h * stage(0)[i] - increment[i];
            dense_[2 * n_ + i] = 2 * increment[i] - h * (end[i] + stage(0)[i]);
        }
        for (std::size_t r = 0; r < table::dense.size(); ++r)
            combine(table::dense[r], table::dense_stages, h, n_, &dense_[(3 + r) * n_]);
        return table::dense_stages - table::stages - 1;
    }
    /// Increment at a fraction x of the step: n numbers from the first component on.
    void within(double x, std::size_t n, double* out) const {
        for (std::size_t i = 0; i < n; ++i) {
            double sum = 0;
            for (std::size_t r = 7; r-- > 0;) sum = (sum + dense_[r * n_ + i]) * (r % 2 == 0 ? x : 1 - x);
            out[i] = sum;
        }
    }

  private:
    [[nodiscard]] double* stage(std::size_t s) { return &stages_[s * n_]; }
    void add(const double* y, double* to) const {
        for (std::size_t i = 0; i < leading_; ++i) to[i] += y[i];
    }
    /// Does a stage contribute to the integrals: in the step, its errors or its dense output?
    static constexpr bool weighs(std::size_t s) {
        namespace table = dormand_prince_853;
        bool found = table::a[table::stages][s] != 0 || table::error_5[s] != 0 || table::error_3[s] != 0;
        for (const auto& row : table::dense) found = found || row[s] != 0;
        return found;
    }
    /// out = h sum_s weights[s] stage_s, of the first `size` numbers
    template <class Weights>
    void combine(const Weights& weights, std::size_t count, double h, std::size_t size, double* out) {
        std::fill_n(out, size, 0.0);
        for (std::size_t s = 0; s < count; ++s) {
            if (weights[s] == 0) continue;
            const double weight = h * weights[s];
            const double* from = stage(s);
            for (std::size_t i = 0; i < size; ++i) out[i] += weight * from[i];
        }
    }

    std::size_t n_, leading_;
    std::vector<double> stages_, dense_, point_, change_;
};

}  // namespace jounce::time
