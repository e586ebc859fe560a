// Where joints for an instant hold less than elsewhere (a parallelogram stretched out), the motion goes on smoothly, although its
// equations cannot be solved there: it is continued from what it was before.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "time/flow/mechanism_flow.hpp"
#include "time/formulas/dormand_prince.hpp"

namespace jounce::time {

/// The polynomial through the rates at nine instants up to a base, carried on beyond it. A value of the base: the same base gives
/// the same bits. Allocates, but only where such a position is met.
class SingularConfiguration {
  public:
    /// The size of a change of an increment over h in units of what is allowed.
    using Error = std::function<double(double h, const double* increment, const double* change)>;

    SingularConfiguration(MechanismDynamics& dynamics, MechanismFlow& flow, DormandPrince& steps)
        : dynamics_(dynamics), flow_(flow), steps_(steps), moved_(linalg::Vector::Zero(dynamics.size())) {}

    /// Above this `MechanismDynamics::independence` no position is near a singular one.
    static constexpr double near = 4e-3;
    /// How far along the motion a singular position is from y [rad]: negative behind it, infinite where none is near. A step
    /// should not end closer than `clear`, but at `stop` before it.
    [[nodiscard]] double distance(const double* y, double radian);
    static constexpr double clear = 0.03, stop = 0.045;

    /// Is there a singular position close ahead of the base, and does the motion go through it smoothly?
    /// \param y, rates at the base \param h size of the steps that lead there
    /// \param radian time in which the motion goes as far as a turn by one radian [s]
    bool find(const double* y, const double* rates, double h, double radian, const Error& error);
    /// Takes up what `find` found once, of which base, end and spacing are known.
    bool resume(const double* y, double end, double spacing, const Error& error);
    void forget() { end_ = begin_; }

    [[nodiscard]] double begin() const { return begin_; }
    [[nodiscard]] double end() const { return end_; }
    [[nodiscard]] double spacing() const { return spacing_; }
    [[nodiscard]] bool covers(double time) const { return time >= begin_ && time < end_; }

    /// Of the first `count` numbers of y, between two instants.
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
    /// Of the joints, where a uniform motion from y leads: the root, which is linear in the distance from a singular position.
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
