// Closed rigid stops of which one holds a motion that others hold already, in a time step.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "system/state/slip_rows.hpp"
#include "time/contact/compliance.hpp"

namespace jounce::time {

/// The rates r_k = sum_i share_ki v_i that closed rigid stops hold at zero, and which of them are combinations of the ones
/// before. Their forces f along these rates are then determined only by a rule: stops that push the same way share the force, for
/// r_k = c r_j with c > 0 by f_k = c f_j, the least sum of f^2; any other combination has no force, since equal shares would let
/// a stop pull (a floor and a ceiling). The same rule holds at the start behind an event (Start::share_holds). A stick whose slip
/// is such a combination has no force: a closed stop takes what presses on it. Workspace; nothing allocates after construction.
class DependentStops {
  public:
    /// A rate over few rows of B; of a stop with the sign that makes a positive force push.
    struct Rate {
        std::array<int, SlipRows::most> row{};
        std::array<double, SlipRows::most> share{};
        int count = 0;
    };
    /// \param most largest number of stops
    explicit DependentStops(std::size_t most = 0);

    /// For a step whose rows move at v without the forces, and at most at `speeds` as sums of terms: k numbers each [m/s].
    void begin(const double* v_free, const double* speeds, const Compliance& compliance);
    void add(const Rate& stop);
    /// Is a rate a combination of those of the stops added? False also where they differ: no forces hold both.
    [[nodiscard]] bool holds(const Rate& rate);
    [[nodiscard]] const std::vector<Rate>& independent() const { return stops_; }
    /// sum_i share_i values_i
    [[nodiscard]] static double along(const Rate& rate, const double* values) {
        double sum = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(rate.count); ++i)
            sum += rate.share[i] * values[static_cast<std::size_t>(rate.row[i])];
        return sum;
    }

    /// The stops that are combinations, and the part of the force of each independent one that they have.
    [[nodiscard]] const std::vector<Rate>& dependent() const { return dependent_; }
    [[nodiscard]] double coefficient(std::size_t dependent, std::size_t stop) const { return kept_[dependent * most_ + stop]; }

  private:
    /// Change of one rate by a unit force along another one.
    [[nodiscard]] double between(const Rate& a, const Rate& b) const;
    /// Row of the Cholesky factor that belongs to a rate, into row_. \returns the part of its compliance that no stop takes [m/(N
    /// s)]
    double eliminate(const Rate& rate);
    bool combines(const Rate& rate, double own, double left);

    std::size_t most_ = 0;
    std::vector<Rate> stops_, dependent_;
    std::vector<double> factor_;  // lower triangle of the Cholesky factor of the compliance of the stops, by rows
    std::vector<double> row_, coefficients_, kept_;
    const double *v_free_ = nullptr, *speeds_ = nullptr;
    const Compliance* compliance_ = nullptr;
};

}  // namespace jounce::time
