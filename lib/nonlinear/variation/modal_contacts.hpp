// Phi through contacts of uncoupled modes, by collocation of the variations of the contact forces.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "linalg/basics/types.hpp"
#include "nonlinear/variation/friction_tangent.hpp"
#include "nonlinear/variation/joint_steps.hpp"
#include "nonlinear/variation/side_gradient.hpp"
#include "time/exact/node_compliance.hpp"
#include "time/stepper/dense_motion.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::nonlinear {

/// For a System with M = 1 and diagonal C and K, in contact by laws alone, each along one row: the modes are exact, and the
/// variations of the forces are polynomials through the nodes i of a step (docs/theory/orbits.md, eq. 4c),
///     df(i) = F_x(i) dx(i) + F_v(i) dv(i) + F_v0(i) dv0,   dx = dx_free - X df,   dv = dv_free - V df,
/// so that no frequency limits the step, and a step costs a multiple of the size of Phi. The motion is that of the march.
class ModalContacts {
  public:
    /// References must outlive it. \param rate as that of Variation
    ModalContacts(const System& system, const SideGradients& gradients, const PhiRows& rows, double rate);

    /// Is a step of the march of this kind, and so long that explicit steps would be limited by the modes?
    [[nodiscard]] bool takes(const time::AcceptedStep& step) const;
    /// Integrates Phi over such a step. \param tolerance of each column \param shorter takes the parts of a step that are short
    /// beside all vibrations, where a law may have an infinite tangent \returns the integral of tr J; nothing, and an unchanged
    /// Phi, where the march does not know the motion within the step
    [[nodiscard]] std::optional<double> over(const time::AcceptedStep& step, double tolerance, linalg::Matrix& phi,
                                             JointSteps& shorter);
    /// Did a force depend on an impact speed since `forget`?
    [[nodiscard]] bool frozen() const { return frozen_; }
    void forget() {
        next_ = 0;
        frozen_ = false;
    }

  private:
    /// A closed side, with the tangents of its force at the start of a part of the step and at its nodes.
    struct Side {
        std::size_t number = 0;
        std::size_t row = 0;
        double sign = 1, reach = 0, mobility = 0;  ///< b' b [1/kg]
        double by_place = 0, by_rate = 0, by_speed = 0;
        time::NodeValues places{}, rates{}, speeds{};
    };
    void choose_sides(const State& from, const State& to);
    void set_tangents(const State& at, Side& side, double& by_place, double& by_rate, double& by_speed);
    /// The motion of the march at an instant of the step; false where it is not known.
    [[nodiscard]] bool read(const State& from, double after);
    /// The tangents of all sides over [begin, begin + h] of a step.
    [[nodiscard]] bool read_tangents(const State& from, double begin, double h);
    /// The variations of all forces at the nodes (8 rows a side), with `free_` as the rows of dx_free, then of dv_free.
    void solve(double h, const linalg::Matrix& phi);
    /// The error of a part of length h relative to the tolerance, from the difference between polynomials and laws at its start.
    [[nodiscard]] double excess(double h, double tolerance, const linalg::Matrix& phi) const;
    void advance(double h, linalg::Matrix& phi) const;
    [[nodiscard]] double trace(double h) const;

    const System& system_;
    const SideGradients& gradients_;
    const PhiRows& rows_;
    Eigen::Index n_;
    double rate_, fastest_ = 0, damping_ = 0, next_ = 0;
    bool frozen_ = false;
    linalg::Vector c_, k_;
    time::NodeCompliance compliance_;
    time::DenseMotion* motion_ = nullptr;
    std::vector<Side> sides_;
    std::vector<std::size_t> side_rows_;
    linalg::Matrix free_, force_;
    State at_, begin_, end_;
};

}  // namespace jounce::nonlinear
