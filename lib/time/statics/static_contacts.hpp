// The contacts of a System at rest: forces and tangents as functions of the displacements alone.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// Contact laws at rate 0 and rigid stops in augmented Lagrangian form: a rigid side pushes with max(0, lambda + penalty delta).
class StaticContacts {
  public:
    StaticContacts(const System& system, double time);

    [[nodiscard]] int rows() const { return static_cast<int>(offset_.size()); }
    /// B^T (n x k)
    [[nodiscard]] const linalg::SparseMatrix& transposed() const { return transposed_; }
    /// Local coordinates B q + stops, k numbers.
    [[nodiscard]] linalg::Vector place(const linalg::Vector& q) const { return transposed_.transpose() * q + offset_; }

    struct Answer {
        linalg::Vector force;                    ///< on the left-hand side, k
        linalg::Vector rounding;                 ///< rounding of the force due to that of the positions, in rounding units, k
        std::vector<contact::LocalForce> local;  ///< per contact, with stiffness
    };
    void evaluate(const linalg::Vector& place, Answer& out) const;
    /// B^T (df/dx) B
    [[nodiscard]] linalg::SparseMatrix tangent(const Answer& answer) const;
    /// Would the motion `rates` (k) eventually close a gap of any width?
    [[nodiscard]] bool closes(const linalg::Vector& rates) const;

    /// One multiplier step of the rigid sides. \returns true when all are on their stops to round-off
    bool update_multipliers(const linalg::Vector& place);
    /// Reduces the penalty, and with it the reactions' error due to rounding of the positions, to a tenth.
    /// \returns false when the penalty is already the structure's own stiffness
    bool soften();
    /// Sides of a state at rest at this position.
    void complete(const linalg::Vector& place, State& state) const;

  private:
    [[nodiscard]] contact::Response response(std::size_t side, const contact::Law& law, const contact::Motion& motion) const;

    const System& system_;
    linalg::SparseMatrix transposed_;
    linalg::Vector offset_;  // of moving stops
    int softened_ = 0;
    std::vector<double> lambda_;     // per side, rigid ones
    std::vector<double> stiffness_;  // of the structure at the stop [N/m]
    std::vector<double> penalty_;    // per side [N/m]
};

}  // namespace jounce::time
