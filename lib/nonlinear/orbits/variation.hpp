// The derivative of a run's state with respect to the state at its begin, carried beside the march: the variational equation
// between events, saltation at them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "linalg/types.hpp"
#include "nonlinear/orbits/side_gradient.hpp"
#include "time/flow/structure_flow.hpp"
#include "time/formulas/dormand_prince.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::nonlinear {

/// Phi' = J Phi between events, Phi+ = S Phi- at them (docs/theory/orbits.md, eqs. 3 to 9), for structures. Rows of Phi: q, v,
/// and per side the frozen impact speed v0, which a law of the Hunt-Crossley family has as a state; its columns are what the run
/// began with. An observer: it watches a march by any method that locates events; what it integrates itself, it integrates by
/// steps of order 8 within the march's steps.
class Variation final : public time::Observer {
  public:
    /// \param system as it is marched \param tolerance local error of Phi in scaled units \param rate an angular frequency that
    /// makes velocities of displacements, for the scaling [rad/s]
    Variation(const System& system, double tolerance, double rate);
    ~Variation() override;

    /// Columns of the start: rows (q; v), n columns each or fewer. v0 and all other memory begins with zero rows.
    void set_start(const linalg::Matrix& columns) { start_ = columns; }

    void begin(const System& system, const State& state) override;
    void accepted(const time::AcceptedStep& step) override;
    void switched(const time::SwitchedState& event) override;

    /// Phi where the march stands: rows (q; v; v0 of each side).
    [[nodiscard]] const linalg::Matrix& phi() const { return phi_; }
    /// Did events of different contacts fall on one instant? Then Phi is one-sided.
    [[nodiscard]] bool corner() const { return corner_; }
    /// sum of the integral of tr J and of ln |det S|, where every S is regular (`regular`): ln |det Phi| by Liouville.
    [[nodiscard]] double log_determinant() const { return log_determinant_; }
    [[nodiscard]] bool regular() const { return regular_; }

  private:
    class Joint;
    void fly(double h);
    void push_through(const State& before, const State& after);
    void strike(const time::SwitchedState& event);
    void begin_contact(const time::SwitchedState& event, std::size_t side);
    void end_contact(const time::SwitchedState& event, std::size_t side);
    /// Adds the saltation [f+ - R_y f- - R_t] dt of a change of the event's time, dt = -shift' Phi (a row over the columns).
    void shift(const linalg::Vector& place, const linalg::Vector& speed, const Eigen::RowVectorXd& dt);

    const System& system_;
    double tolerance_, rate_;
    Eigen::Index n_, sides_;
    std::vector<const Contact*> contact_;  // of each side
    SideGradients gradients_;
    std::unique_ptr<Joint> joint_;
    bool diagonal_ = false;  // M = 1, C and K diagonal
    linalg::Vector c_, k_;   // then
    linalg::Matrix transfer_;
    double transfer_of_ = -1;
    linalg::Matrix start_, phi_;
    bool corner_ = false, regular_ = true;
    double log_determinant_ = 0, damping_trace_ = 0;
};

}  // namespace jounce::nonlinear
