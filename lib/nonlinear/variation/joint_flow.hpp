// The motion of a structure together with its variation, as one smooth first-order system, with all statuses held.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "linalg/basics/types.hpp"
#include "nonlinear/variation/friction_tangent.hpp"
#include "nonlinear/variation/side_gradient.hpp"
#include "time/flow/structure_flow.hpp"

namespace jounce::nonlinear {

/// y = (the unknowns of StructureFlow; Phi by columns; the integral of tr J). Phi' = J Phi with
///     dq' = dv,   dv' = -M^-1 (K dq + C dv + B'(F_x B dq + F_v B dv + n F_v0 dv0)),   dv0' = 0
/// (docs/theory/orbits.md, eqs. 3, 4), minus the forces of frictions, sticks and closed rigid stops. Near the surface, where F_x
/// may be infinite, the rows of dv contain u = dv - W F theta instead (eq. 4b). Workspace; after `begin` only frictions and what
/// is held in circular gaps allocate.
class JointFlow {
  public:
    JointFlow(const System& system, const SideGradients& gradients, const PhiRows& rows, Eigen::Index columns);

    [[nodiscard]] std::size_t motion_size() const { return motion_; }
    [[nodiscard]] std::size_t leading() const { return motion_ + static_cast<std::size_t>(rows_.count * columns_); }
    [[nodiscard]] std::size_t size() const { return leading() + 1; }

    /// \param to the state at the end
    void begin(const State& from, const State& to);
    void fill(const State& from, const linalg::Matrix& phi, double* y);
    /// Phi out of y. \param to as in `begin`: the start of the next step, without rounding of its force
    void take(const State& to, const double* y, linalg::Matrix& phi);
    void rate(const double* y, double* dy, bool integrals);
    /// Did a force depend on an impact speed, or a friction act, since `begin`?
    [[nodiscard]] bool frozen() const { return frozen_; }
    /// The motion without Phi.
    [[nodiscard]] time::StructureFlow& motion() { return flow_; }

  private:
    using Map = Eigen::Map<const linalg::Matrix>;
    /// dN of a friction, with the side's response in `at`.
    [[nodiscard]] Eigen::RowVectorXd pressing(const State& at, const Friction& friction, const Map& phi) const;
    /// Adds what the force of a closed side of a gap with one row changes dv' by. \returns its part of -tr J
    double push_along(std::size_t side, const contact::Response& response, double by_speed, const Map& phi,
                      Eigen::Map<linalg::Matrix>& out) const;
    void rub(const State& at, const Map& phi, Eigen::Map<linalg::Matrix>& out);
    void follow_stops(const State& at);
    void choose_shallow(const State& from, const State& to);
    /// Adds W F theta to dv, theta = -d(delta)/delta', of all shallow sides. \param sign 1, or -1 to subtract it
    void add_shifts(const State& at, double sign, linalg::Matrix& phi);
    /// What is held: the rate of a closed rigid side, or one component of the slip of a stick.
    struct Hold {
        std::size_t number = 0;  ///< of the side, or of the friction
        bool stick = false;
        std::size_t component = 0;
    };
    /// Rows and forces of what is held, as it stands at this motion.
    void place_holds(const State& at);
    [[nodiscard]] bool turns(const Hold& hold) const;
    /// Rotation of the rows and forces held around circular gaps: takes M^-1 times the change of the forces from `speed`, and
    /// sets `turn_` to what the rows' derivatives by time change by, beside those by dv'.
    template <class Speed>
    void turn_holds(const State& at, const Map& phi, Speed& speed);
    void set_push(const linalg::Matrix& W);

    const System& system_;
    const SideGradients& gradients_;
    time::StructureFlow flow_;
    const PhiRows& rows_;
    Eigen::Index n_, columns_;
    std::size_t motion_;
    bool diagonal_ = false, frozen_ = false;
    linalg::Matrix MK_, MC_;  // M^-1 K and M^-1 C if not diagonal
    linalg::Vector k_, c_;
    double damping_trace_ = 0;
    std::vector<double> fill_;
    std::vector<Hold> holds_;
    std::vector<std::size_t> held_stops_;              // sides, the first rows of B_h
    bool turning_ = false;                             // is anything held around a circular gap?
    linalg::Matrix held_, force_rows_, push_, local_;  // B_h, W_h, W_h (B_h W_h)^-1, and a workspace
    std::vector<std::size_t> shallow_;                 // sides
    std::vector<char> cut_;                            // of each side: is its tension cut?
    linalg::Matrix actual_;                            // Phi when y contains u
    linalg::Matrix turn_;                              // what turning adds to B_h dv'
    bool follows_ = false;                             // does a friction slip on one of these stops?
    Eigen::RowVectorXd force_;
};

}  // namespace jounce::nonlinear
