// At a singular configuration (a stretched parallelogram, for example) the joint constraints are momentarily rank
// deficient. The motion remains smooth, but its equations cannot be solved there: it is extrapolated from the motion
// before.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "time/flow/mechanism_flow.hpp"
#include "time/formulas/dormand_prince.hpp"

namespace jounce::time {

/// The polynomial through the rates at nine instants up to a base, extrapolated beyond it. It depends on the base only:
/// the same base gives bitwise the same result. Allocates, but only at such positions.
class SingularConfiguration {
  public:
    /// The size of a change of an increment over h relative to the allowed error.
    using Error = std::function<double(double h, const double* increment, const double* change)>;

    SingularConfiguration(MechanismDynamics& dynamics, MechanismFlow& flow, DormandPrince& steps)
        : dynamics_(dynamics), flow_(flow), steps_(steps), moved_(linalg::Vector::Zero(dynamics.size())) {}

    /// Above this `MechanismDynamics::independence` no position is near a singular one.
    static constexpr double near = 4e-3;
    /// Distance from y to a singular position along the motion [rad]: negative after it, infinite if none is near. A
    /// step should not end closer than `clear`, but at `stop` before it.
    [[nodiscard]] double distance(const double* y, double radian);
    static constexpr double clear = 0.03, stop = 0.045;

    /// Is a singular position close ahead of the base, and does the motion pass it smoothly?
    /// \param y, rates at the base \param h size of the steps that lead there
    /// \param radian time of a displacement equivalent to a rotation by one radian [s]
    bool find(const double* y, const double* rates, double h, double radian, const Error& error);
    /// Restores an earlier result of `find` from its base, end and spacing.
    bool resume(const double* y, double end, double spacing, const Error& error);
    void forget() { end_ = begin_; }

    [[nodiscard]] double begin() const { return begin_; }
    [[nodiscard]] double end() const { return end_; }
    [[nodiscard]] double spacing() const { return spacing_; }
    [[nodiscard]] bool covers(double time) const { return time >= begin_ && time < end_; }

    /// Increment of the first `count` numbers of y between two instants.
    void increment(double from, double to, std::size_t count, double* out) const;
    void rates(double time, double* out) const;
    [[nodiscard]] const linalg::Vector& base() const { return base_; }
    /// The joints' multipliers (m).
    void multipliers(double time, double* out) const;

  private:
    static constexpr int nodes = 9;
    using Weights = Eigen::Matrix<double, nodes, 1>;
    [[nodiscard]] Weights value_weights(double time, int used) const;
    [[nodiscard]] Weights integral_weights(double time, int used) const;
    /// Independence of the joints after a uniform motion from y: its square root, which is linear in the distance from
    /// a singular position.
    [[nodiscard]] double independence(const double* y, double later);
    bool gather(const Error& error);
    [[nodiscard]] double excess(double h, const Error& error);

    MechanismDynamics& dynamics_;
    MechanismFlow& flow_;
    DormandPrince& steps_;
    double begin_ = 0, end_ = 0, spacing_ = 0;
    linalg::Vector moved_;        // q
    linalg::Vector base_;         // y
    linalg::Matrix rates_;        // n x nodes, at begin - k spacing
    linalg::Matrix multipliers_;  // m x nodes
};

}  // namespace jounce::time
