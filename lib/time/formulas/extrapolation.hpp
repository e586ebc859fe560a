// One step of Gragg's modified midpoint rule with extrapolation to step zero, of variable order.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace jounce::time {

/// W. B. Gragg (1965), doi:10.1137/0702030; R. Bulirsch and J. Stoer (1966), doi:10.1007/BF02165234; order and step control
/// after P. Deuflhard (1983), doi:10.1007/BF01418332. Workspace only.
///
/// Column k is the rule with 2, 4, ..., 2(k + 1) substeps extrapolated in the squared substep: order 2(k + 1). All sums
/// are of increments, so the round-off is below that of one addition to y.
class Extrapolation {
  public:
    explicit Extrapolation(std::size_t largest) {
        for (auto* v : {&before_, &now_, &point_, &rate_, &change_}) v->resize(largest);
        tableau_.resize(columns * largest);
    }

    struct Result {
        bool converged = false;
        double next = 0;  ///< step size for the next step, or for another trial if this one did not converge
        int evaluations = 0;
    };

    /// \param system has begin_row() and rate(y, dy); begin_row is called before the evaluations of each number of substeps,
    ///     so that the system may keep the finest ones
    /// \param error the size of a change of the increment relative to the allowed error: error(increment, change)
    /// \param start dy/dx at y
    /// \param increment receives y(x + h) - y(x)
    template <class System, class Error>
    Result step(System& system, const Error& error, std::size_t n, const double* y, const double* start, double h,
                int target_column, double* increment) {
        Result result;
        double before = 0;  // error of the previous column
        for (int k = 0; k < columns; ++k) {
            const int count = 2 * (k + 1);
            const double substep = h / count;
            system.begin_row();
            for (std::size_t i = 0; i < n; ++i) {
                before_[i] = 0;
                now_[i] = substep * start[i];
                point_[i] = y[i] + now_[i];
            }
            for (int m = 1; m < count; ++m) {
                system.rate(point_.data(), rate_.data());
                for (std::size_t i = 0; i < n; ++i) {
                    const double next = before_[i] + 2 * substep * rate_[i];
                    before_[i] = now_[i];
                    now_[i] = next;
                    point_[i] = y[i] + next;
                }
            }
            result.evaluations += count - 1;
            // Neville's scheme: entry j of the tableau is the extrapolant of the last j + 1 rows.
            for (int j = 0; j <= k; ++j) {
                double* entry = &tableau_[static_cast<std::size_t>(j) * n];
                if (j == k) {
                    std::copy_n(now_.data(), n, entry);
                    break;
                }
                // 1/((n_k/n_(k-1-j))^2 - 1)
                const double share = static_cast<double>((k - j) * (k - j)) / ((k + 1) * (k + 1) - (k - j) * (k - j));
                for (std::size_t i = 0; i < n; ++i) {
                    const double change = (now_[i] - entry[i]) * share;
                    entry[i] = now_[i];
                    now_[i] += change;
                    change_[i] = change;
                }
            }
            if (k < 2) continue;
            const double size = error(now_.data(), change_.data());
            const auto growth_by = [](double of_column, int column) {
                return std::isfinite(of_column) ? 0.9 * std::pow(0.5 / std::max(of_column, 1e-30), 1.0 / (2 * column + 1)) : 0.1;
            };
            const auto growth = [&] { return growth_by(size, k); };
            if (size <= 1) {
                std::copy_n(now_.data(), n, increment);
                result.converged = true;
                // Convergence one column before the target column permits a longer step at the target order.
                const double more = k < target_column ? static_cast<double>((k + 2) * (k + 2)) / ((k + 1) * (k + 1)) : 1.0;
                // Convergence one column after the target gives no information about a step at the target order.
                const double factor = k > target_column ? std::min(growth(), growth_by(before, k - 1)) : growth() * more;
                result.next = h * std::clamp(factor, 0.2, 5.0);
                return result;
            }
            // Another column gains about the square of the finest over the coarsest number of substeps.
            const double gain = static_cast<double>((k + 2) * (k + 2));
            const double two = gain * static_cast<double>((k + 3) * (k + 3));
            const bool hopeless = (k == target_column - 1 && !(size <= two)) || (k == target_column && !(size <= gain));
            if (hopeless || k > target_column || k + 1 == columns || !std::isfinite(size)) {
                result.next = h * std::clamp(growth(), 0.1, 0.6);
                return result;
            }
            before = size;
        }
        return result;
    }

  private:
    static constexpr int columns = 9;
    std::vector<double> before_, now_, point_, rate_, change_, tableau_;
};

}  // namespace jounce::time
