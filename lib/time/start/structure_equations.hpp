// The equations of motion of a structure at one instant: M a + B_c^T lambda = F - C v - K q - B^T f, B_c a + given
// accelerations = 0.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "linalg/basics/types.hpp"
#include "linalg/sparse/factorisation.hpp"
#include "system/state/gap_rows.hpp"
#include "system/state/state.hpp"
#include "system/state/system.hpp"
#include "time/equations/equations.hpp"
#include "time/equations/linear_kernel.hpp"

namespace jounce::time {

/// B_c are the rows of closed rigid stops, lambda their forces. Keeps the factor of M; workspace, nothing allocates after the
/// first acceleration. References must outlive it.
class StructureEquations {
  public:
    StructureEquations(const System& system, const LinearKernel& linear);

    struct Side {
        contact::Motion motion;
        std::array<double, 2> normal{};  ///< in the gap's local coordinates
        const contact::Law* law = nullptr;
        const Contact* contact = nullptr;
        [[nodiscard]] static int instead() { return -1; }
    };
    [[nodiscard]] const System& system() const { return system_; }
    [[nodiscard]] const std::vector<Side>& sides() const { return sides_; }
    /// \throws Error from a user's signal
    void place(State& state);
    /// state.a = F - C v - K q, and the values of the loads.
    void apply(State& state);
    void subtract(const Side& side, double normal_force, double /*friction_force*/, double* r) const;
    /// Stops that constrain one motion twice get no force; `hold` reports this.
    /// \throws Error (bad_case) when M is singular
    void accelerate(State& state) {
        solve_mass(state.a);
        (void)hold(state);
    }
    /// r becomes M^-1 r. \throws Error (bad_case) when M is singular
    void solve_mass(linalg::Vector& r);
    /// Removes accelerations into or out of closed rigid stops by their forces. \returns false when they constrain one
    /// motion twice
    [[nodiscard]] bool hold(State& state);

    // After the first `solve_mass`:
    [[nodiscard]] const linalg::Matrix& transposed() const { return transposed_; }  ///< B^T (n x k)
    [[nodiscard]] const linalg::Matrix& influence() const { return influence_; }    ///< M^-1 B^T (n x k)
    [[nodiscard]] const linalg::Matrix& inertance() const { return inertance_; }    ///< B M^-1 B^T (k x k)
    /// Second time derivative of a local coordinate.
    [[nodiscard]] double local_acceleration(int row, const State& state) const;
    /// Rounding of the force that constrains a row at this motion [N]. Costs a product with K: not for every step.
    [[nodiscard]] double rounding(int row, const State& state) const {
        return acceleration_rounding(row, state) / inertance_(row, row);
    }
    [[nodiscard]] double rounding(const NormalRows& rows, const State& state) const;

  private:
    /// Of the acceleration of a row [m/s2].
    [[nodiscard]] double acceleration_rounding(int row, const State& state) const;
    /// Change of the rate along some rows in unit time by a unit force along others [1/kg].
    [[nodiscard]] double inertance(const NormalRows& rate, const NormalRows& force) const {
        return rate.along([&](int i) { return force.along([&](int j) { return inertance_(i, j); }); });
    }
    void factor();
    /// lambda_ from the equations of m stops. \returns false when they are dependent, to rounding
    bool solve_independent(std::size_t m);

    const System& system_;
    const LinearKernel& linear_;
    std::vector<Side> sides_;
    linalg::PaddedVector q_, v_;
    bool factored_ = false, unit_mass_, rigid_ = false;
    linalg::Factorisation mass_;
    linalg::Matrix transposed_, influence_, inertance_;
    std::vector<NormalRows> held_;
    std::vector<int> pivots_;
    std::vector<double> matrix_, lambda_, columns_;
};

static_assert(EquationsOfMotion<StructureEquations>);

}  // namespace jounce::time
