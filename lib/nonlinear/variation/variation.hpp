// The derivative of a run's state with respect to its initial state, computed along the march: the variational equation between
// events, saltation at events.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <vector>

#include "linalg/basics/types.hpp"
#include "nonlinear/variation/friction_tangent.hpp"
#include "nonlinear/variation/joint_steps.hpp"
#include "nonlinear/variation/modal_contacts.hpp"
#include "nonlinear/variation/relaxing_surface.hpp"
#include "nonlinear/variation/side_gradient.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::nonlinear {

/// Phi' = J Phi between events, Phi+ = S Phi- at events (docs/theory/orbits.md, eqs. 3 to 9), for structures. Rows of Phi: see
/// PhiRows; they include the state variables of laws, mainly the impact speed v0 of the Hunt-Crossley family. Its columns are
/// those of the start. An observer for any method that locates events; it integrates Phi by steps of order 8 within the steps of
/// the march.
class Variation final : public time::Observer {
  public:
    /// \param system as it is marched \param tolerance local error of Phi in scaled units \param rate an angular frequency to
    /// scale displacements to velocities [rad/s]
    Variation(const System& system, double tolerance, double rate);
    ~Variation() override;

    [[nodiscard]] const PhiRows& rows() const { return rows_; }
    /// Phi at the start: rows().count rows.
    void set_start(const linalg::Matrix& columns) { start_ = columns; }

    void begin(const System& system, const State& state) override;
    void accepted(const time::AcceptedStep& step) override;
    void switched(const time::SwitchedState& event) override;
    /// Sets the kept compressions to their current values. \param state the last one
    void finish(const State& state);

    /// Phi at the current state of the march.
    [[nodiscard]] const linalg::Matrix& phi() const { return phi_; }
    /// Did events of different contacts coincide? Then Phi is one-sided.
    [[nodiscard]] bool corner() const { return corner_; }
    /// ln |det Phi| by Liouville's formula: the integral of tr J plus the sum of ln |det S|, valid if every S is regular
    /// (`regular`).
    [[nodiscard]] double log_determinant() const { return log_determinant_; }
    [[nodiscard]] bool regular() const { return regular_; }

  private:
    /// v+ = v- - G (B v- + given motions), d(B v) = B dv + bend dq; none: v+ = v-.
    struct Push {
        linalg::Matrix B, bend, G;
        linalg::Vector acceleration;  ///< of the rows just before [m/s2]
        std::vector<TurnEffect> turns;
    };
    void fly(double h);
    /// A step in contact, or with frictions.
    void touch(const time::AcceptedStep& step);
    /// Applies S of an event with the time variation `dt`, a row over the columns of Phi.
    void jump(const time::SwitchedState& event, const Eigen::RowVectorXd& dt, const Push& push);
    [[nodiscard]] contact::Slip bristle_rate(const State& state, std::size_t friction) const;
    [[nodiscard]] RelaxingSurface surface_of_side(const State& state, std::size_t side) const;
    /// The side of a circular gap around which a friction acts.
    [[nodiscard]] std::size_t side_around(std::size_t friction) const;
    [[nodiscard]] Push push_to_rest(const State& before, const State& after) const;
    void strike(const time::SwitchedState& event);
    /// \param first of the sides struck: the one that determines the instant
    /// Sides struck at one instant whose impulses do not change each other's rates: one after the other, each at its own instant.
    void strike_in_turn(const time::SwitchedState& event, const std::vector<std::size_t>& pushed,
                        const std::vector<double>& impulses);
    /// Does an impulse on one of these sides change the rate of another one, or (`acceleration`) its acceleration?
    [[nodiscard]] bool coupled(const State& at, const std::vector<std::size_t>& sides, bool acceleration) const;
    /// M^-1 C v
    [[nodiscard]] linalg::Vector damped(const linalg::Vector& v) const;
    void strike_along_tangents(const time::SwitchedState& event, const std::vector<std::size_t>& pushed,
                               const std::vector<double>& impulses, std::size_t first);
    void count_determinant(const time::SwitchedState& event, const std::vector<std::size_t>& pushed, std::size_t first);
    void begin_contact(const time::SwitchedState& event, std::size_t side);
    void end_contact(const time::SwitchedState& event, std::size_t side);
    void rub(const time::SwitchedState& event);
    void forget_bristles(const time::SwitchedState& event);

    const System& system_;
    double tolerance_, rate_;
    PhiRows rows_;
    Eigen::Index n_;
    SideGradients gradients_;
    std::unique_ptr<JointSteps> joint_;
    std::unique_ptr<ModalContacts> modal_;  // where the linear block is diagonal
    bool diagonal_ = false;                 // M = 1, C and K diagonal
    linalg::Vector c_, k_;                  // then
    linalg::Matrix transfer_;
    double transfer_of_ = -1;
    linalg::Matrix start_, phi_;
    bool corner_ = false, regular_ = true;
    double log_determinant_ = 0, damping_trace_ = 0;
};

}  // namespace jounce::nonlinear
